/** A tab that lists what belongs to the resource: configs, disks, Volumes. */
import type {AnyRow, AnyTab, Family, PathParams} from '../../../families/define.ts';
import {comparing, sortKeyOf} from '../../../store/order.ts';
import type {Deck} from '../../deck.ts';
import {span} from '../../widgets/spans.ts';
import {layColumns, sampleOf} from '../list/columns.ts';
import {recordingLook} from '../list/consulted.ts';
import {headerString, MARGIN, rowString, type TableLook} from '../list/table.ts';
import {countWords} from '../list/title.ts';
import {type DetailLine, spansLine, type TabContent} from './lines.ts';

type ListTab = Extract<AnyTab, {list: unknown}>;

export function childrenTab(deck: Deck, tab: ListTab, parent: AnyRow, at: PathParams): TabContent {
  const family: Family = deck.family(tab.list);
  const params = tab.params(parent, at);
  const collection = deck.session.collection(family.id, params);
  const consulted = recordingLook(deck.session.look);
  let kept: {readonly rows: readonly AnyRow[]; readonly columns: number; readonly table: TableLook} | undefined;

  function tableFor(rows: readonly AnyRow[], columns: number): TableLook {
    const skin = deck.skin();
    if (kept !== undefined && kept.rows === rows && kept.columns === columns && kept.table.skin === skin)
      return kept.table;
    const {look} = consulted;
    const shown = layColumns({family, look, at: params, sample: sampleOf(rows), room: columns - MARGIN - 1});
    const gutter = deck.preferences.get().cursor === 'gutter';
    kept = {rows, columns, table: {family, look, at: params, columns: shown, skin, columnsWide: columns, gutter}};
    return kept.table;
  }

  let sorted: {readonly from: readonly AnyRow[]; readonly rows: readonly AnyRow[]} | undefined;

  /** In the order that the family's own list has at first. */
  function inOrder(from: readonly AnyRow[]): readonly AnyRow[] {
    const {sort = ''} = family;
    const keyOf = sortKeyOf(family, sort.replace(/^-/, ''), {look: consulted.look, at: params});
    if (keyOf === undefined) return from;
    if (sorted?.from !== from) {
      const compare = comparing(sort.startsWith('-'));
      const placed = from.map((row, place) => ({row, place, key: keyOf(row)})).sort(compare);
      sorted = {from, rows: placed.map(({row}) => row)};
    }
    return sorted.rows;
  }

  return {
    family: {family, rows: [], params},
    lines(columns) {
      const skin = deck.skin();
      const state = collection.get();
      const {where} = tab;
      const all = inOrder(state.rows);
      const rows = where === undefined ? all : all.filter(item => where(item, parent));
      const table = tableFor(state.rows, columns);
      const head = spansLine(skin, [
        span(`${family.title}  `, 'strong'),
        span(countWords(where === undefined ? state : {...state, rows}, rows.length, false)),
        ...(state.failure ? [span(` · ${state.failure.words}`, 'failed')] : []),
      ]);
      if (rows.length === 0) {
        const nothing = state.complete
          ? `There are no ${family.title} here.`
          : state.failure
            ? 'not known'
            : 'loading…';
        return [head, spansLine(skin, []), spansLine(skin, [span(`  ${nothing}`, 'dim')])];
      }
      const header: DetailLine = {text: '', paint: () => headerString(table)};
      return [head, header, ...rows.map(row => childLine(deck, table, row, collection.annotation(family.key(row))))];
    },
    awake(changed) {
      const stops = [
        collection.subscribe(changed),
        consulted.awake(deck.session, () => {
          kept = undefined;
          changed();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function childLine(deck: Deck, table: TableLook, row: AnyRow, annotation: Parameters<typeof rowString>[2]): DetailLine {
  const {family, at: params} = table;
  return {
    text: family.label(row),
    subject: {family, rows: [row], params},
    opens: () => {
      const stand = family.standsFor?.(row, deck.session.look, params);
      return stand?.ref ?? {family: family.id, id: family.key(row), params};
    },
    paint: cursor => rowString(row, table, annotation, cursor, false),
  };
}
