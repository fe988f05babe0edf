/** A list or a resource at a past instant, in the color of warnings: users can't change it. */
import {createStore} from 'zustand/vanilla';
import {cellText} from '../../../families/format/cells.ts';
import {ago, utcTimestamp} from '../../../families/format/format.ts';
import {cellOf} from '../../../families/shape/column.ts';
import type {AnyColumn, AnyRow, Family} from '../../../families/shape/define-family.ts';
import {keyText} from '../../../keymap/keymap.ts';
import {createLayer} from '../../../keymap/layer.ts';
import {errorMessage} from '../../../platform/text/error-message.ts';
import {valueText} from '../../../store/history/change-summary.ts';
import type {PastList, PastRow} from '../../../store/history/history-types.ts';
import {differencesBetween} from '../../../store/history/row-patch.ts';
import type {Destination, PastPlace} from '../../context/navigation.ts';
import type {KeymapPort, PagePorts} from '../../context/ports.ts';
import {cell, span} from '../../widgets/spans.ts';
import {LinePage} from './line-page.ts';
import {type PageLine, pageText} from './page-lines.ts';

const MAX_COLUMN_CELLS = 30;
const MARK_CELLS = 2;

interface PastState {
  readonly list?: PastList;
  readonly failure?: string;
}

export function createPastPage(context: KeymapPort & PagePorts, destination: Destination): LinePage {
  const place = 'past' in destination ? destination.past : undefined;
  const state = createStore<PastState>(() => ({}));
  const load = async (): Promise<void> => {
    const {openHistory} = context.session;
    if (!openHistory || place?.family === undefined)
      return state.setState({failure: 'No history is recorded: it is off in the settings.'}, true);
    try {
      state.setState({list: (await openHistory()).listAt(place.family, place.params ?? {}, place.at)}, true);
    } catch (error) {
      state.setState({failure: `Couldn’t read the history: ${errorMessage(error)}`}, true);
    }
  };
  const backKey = keyText(context.keymap, 'past.back');
  const readOnlyReason = ['shown as it was', ...(backKey === undefined ? [] : [`${backKey} returns to now`])].join(
    '; ',
  );
  const dimmed = {run: () => {}, unless: () => readOnlyReason};
  return new LinePage(context, {
    kind: 'past',
    title: 'As it was',
    destination,
    content: columns => ({
      left: place?.family === undefined ? [] : pastLines(context, place, state.getState(), columns),
    }),
    sources: () => [state],
    follow() {
      void load();
      return () => {};
    },
    keys: page =>
      createLayer('past', {
        open: {run: page.open, unless: page.openRefusal},
        actions: dimmed,
        create: dimmed,
        edit: dimmed,
        delete: dimmed,
        back: () => void context.navigation.back(),
      }),
  });
}

function pastLines(context: PagePorts, place: PastPlace, state: PastState, columns: number): readonly PageLine[] {
  const family = context.families.find(({id}) => id === place.family);
  const {list, failure} = state;
  const glyph = context.skin().glyph('attention');
  const time = `${ago(place.at, context.clock.now())}, ${utcTimestamp(place.at)}`;
  const head = pageText([
    span(`${glyph} AS IT WAS ${time}: ${family?.title ?? place.family}. Can’t be changed.`, 'attention'),
  ]);
  // A saved place may have a type that this version doesn't have.
  if (family === undefined)
    return [head, pageText([span('This version of Skydeck doesn’t have this type.', 'failed')])];
  if (failure !== undefined) return [head, pageText([span(failure, 'failed')])];
  if (list === undefined) return [head, {...pageText([span('Reading the history…', 'dim')]), isLoading: true}];
  const note = pageText([span(certaintyText(list, place.at), list.certainty === 'exact' ? 'dim' : 'attention')]);
  if (list.certainty === 'unavailable') return [head, note];
  const rows = list.rows.filter(({earlier, certainty}) => earlier !== undefined || certainty !== 'unknown');
  const one = rows.find(({id}) => id === place.id);
  return [head, note, pageText([]), ...(one ? detailLines(one) : tableLines(context, {family, place}, rows, columns))];
}

/** The certainty of the whole list. */
function certaintyText({certainty, knownBefore, knownAfter, rows}: PastList, at: number): string {
  if (certainty === 'unavailable') return 'Unavailable: the list wasn’t recorded at this time.';
  const uncertain = rows.filter(row => row.certainty !== 'exact').length;
  if (knownBefore === at)
    return uncertain === 0 ? 'Exact.' : `Exact, except for ${uncertain} with a ?: they changed around this time.`;
  const before = knownBefore === undefined ? '' : ` Last recorded at ${utcTimestamp(knownBefore)}.`;
  if (knownAfter === undefined) return `Unknown: shown as recorded last.${before}`;
  return `Approximate: shown as recorded last.${before} Next recorded at ${utcTimestamp(knownAfter)}.`;
}

function tableLines(
  context: PagePorts,
  {family, place}: {family: Family; place: PastPlace},
  rows: readonly PastRow[],
  columns: number,
): readonly PageLine[] {
  const {lookup} = context.session;
  const shown = family.columns.filter(column => !column.optional && !column.sample);
  const textOf = (column: AnyColumn, row: AnyRow): string => {
    try {
      return cellText(cellOf(column, row, lookup, place.params ?? {}));
    } catch {
      // A column may need a secret, which the history doesn't contain.
      return '—';
    }
  };
  const versions = rows.flatMap(row => {
    const version = row.earlier ?? row.later;
    return version ? [{row, texts: shown.map(column => textOf(column, version))}] : [];
  });
  const widths = shown.map(({title}, index) =>
    Math.min(MAX_COLUMN_CELLS, Math.max(title.length, ...versions.map(({texts}) => (texts[index] ?? '').length))),
  );
  const ends = widths.map((_, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + width + 2, MARK_CELLS));
  const fitting = ends.filter(end => end <= columns + 2).length;
  const lineOf = (texts: readonly string[]) =>
    texts
      .slice(0, fitting)
      .map((text, index) => cell(text, widths[index] ?? 0))
      .join('  ');
  return [
    pageText([span(`${' '.repeat(MARK_CELLS)}${lineOf(shown.map(({title}) => title.toUpperCase()))}`, 'dim')]),
    ...versions.map(({row, texts}) => {
      const mark = row.certainty === 'exact' ? ' ' : '?';
      const target: Destination = {page: 'past', past: {...place, id: row.id}};
      return pageText([span(cell(mark, MARK_CELLS), 'strong'), span(lineOf(texts), 'attention')], target);
    }),
    ...(versions.length === 0 ? [pageText([span('The list was empty.', 'attention')])] : []),
  ];
}

/** Every field; a field that isn't certain has both values. */
function detailLines({earlier, later, certainty}: PastRow): readonly PageLine[] {
  const version = earlier ?? later ?? {};
  const uncertain = new Map(
    (earlier && later ? differencesBetween(earlier, later) : []).map(({path, before, after}) => [
      path,
      `${valueText(before)} or ${valueText(after)}`,
    ]),
  );
  const lines = flatFields(version).map(([path, value]) => ({path, text: uncertain.get(path) ?? valueText(value)}));
  const width = Math.min(40, Math.max(0, ...lines.map(({path}) => path.length)));
  const existence = earlier && later ? [] : certainty === 'exact' ? [] : ['It may not have existed at this time.'];
  return [
    ...existence.map(text => pageText([span(text, 'attention')])),
    ...lines.map(({path, text}) =>
      pageText([span(`${cell(path, width)}  `, 'dim'), span(uncertain.has(path) ? `? ${text}` : text, 'attention')]),
    ),
  ];
}

function flatFields(value: AnyRow, prefix = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([name, entry]): [string, unknown][] =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? flatFields(entry as AnyRow, `${prefix}${name}.`)
      : [[`${prefix}${name}`, entry]],
  );
}
