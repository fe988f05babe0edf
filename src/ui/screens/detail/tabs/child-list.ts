/** A tab with a list of child resources: configs, disks, volumes. */
import {cellText as cellWords, noneCell} from '../../../../families/format/cells.ts';
import type {AnyRow, AnyTab, Family, PathParams} from '../../../../families/shape/define-family.ts';
import type {CollectionState} from '../../../../store/cache/collection-state.ts';
import type {ActionSubject} from '../../../context/action-subject.ts';
import type {ActionPorts, SkinPort, WatchPort} from '../../../context/ports.ts';
import {span} from '../../../widgets/spans.ts';
import {availableActions, standardAction} from '../../actions/available-actions.ts';
import {plainTexts} from '../../shared/column-layout.ts';
import {type DetailLine, headingLine, loadingLine, spansLine, type TabContent} from '../../shared/detail-lines.ts';
import {rowCountWords} from '../../shared/list-title.ts';
import {paintTableHeader, paintTableRow, type TableStyle} from '../../shared/row-painter.ts';
import {createTrackedLookup} from '../../shared/tracked-families.ts';
import {createNestedTable} from './nested-table.ts';

type ListTab = Extract<AnyTab, {list: unknown}>;

export function childrenTab(
  context: ActionPorts & SkinPort & WatchPort,
  tab: ListTab,
  parent: AnyRow,
  parentParams: PathParams,
): TabContent {
  const family: Family = context.family(tab.list);
  const params = tab.params(parent, parentParams);
  const collection = context.session.collection(family.id, params);
  const lookup = createTrackedLookup(context.session.lookup);
  const list = createNestedTable(context, family, params, lookup.lookup);

  const subject: ActionSubject = {family, rows: [], params, initialValues: tab.initialValues?.(parent)};

  const {filter} = tab;
  const shownRows = (): readonly AnyRow[] => {
    const all = list.inOrder(collection.getState().rows);
    return filter === undefined ? all : all.filter(item => filter(item, parent));
  };

  return {
    creationSubject: subject,
    table: () => ({family, params, rows: shownRows(), isComplete: collection.getState().isComplete}),
    lines(columns) {
      const state = collection.getState();
      const rows = shownRows();
      const table = list.table(state.rows, columns);
      const note = tab.headingNote === undefined ? '' : `   ${cellWords(tab.headingNote(parent))}`;
      const head = headLine(context, family, filter === undefined ? state : {...state, rows}, note);
      if (rows.length === 0) {
        return [head, headingLine(context.skin(), []), ...emptyLines(context, subject, state)];
      }
      const header: DetailLine = {text: '', paint: () => paintTableHeader(table), isHeading: true};
      const line = (row: AnyRow): DetailLine => ({
        ...childLine(context, table, row, collection.annotation(family.key(row))),
        // While rows are arriving, the cursor stays on the first line.
        ...(state.isComplete && {key: String(family.key(row))}),
      });
      return [head, header, ...groupedLines(context, rows, tab.groupHeading, line)];
    },
    subscribe(changed) {
      const stops = [
        collection.subscribe(changed),
        lookup.subscribe(context.session, () => {
          list.forget();
          changed();
        }),
      ];
      void collection.refetchUnreported?.();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Rows below their headings; each heading shows the number of its rows. */
function groupedLines(
  context: SkinPort,
  rows: readonly AnyRow[],
  groupHeading: ListTab['groupHeading'],
  line: (row: AnyRow) => DetailLine,
): readonly DetailLine[] {
  if (groupHeading === undefined) return rows.map(line);
  // The API may omit the value that rows are grouped by.
  return [...Map.groupBy(rows, row => groupHeading(row) || cellWords(noneCell))].flatMap(([heading, group]) => [
    headingLine(context.skin(), [span(heading, 'accent'), span(`  ${group.length}`, 'dim')]),
    ...group.map(line),
  ]);
}

/** "Disks  3", with a failure of the read. */
export const headLine = (context: SkinPort, family: Family, state: CollectionState, hint = ''): DetailLine =>
  headingLine(context.skin(), [
    span(`${family.title}  `, 'strong'),
    span(rowCountWords(state)),
    ...(state.failure ? [span(` · ${state.failure.message}`, 'failed')] : []),
    span(hint, 'dim'),
  ]);

/** The reason for an empty list: it has no rows, it can't be read, or it isn't read yet. */
export function emptyLine(context: SkinPort, family: Family, {isComplete, failure}: CollectionState): DetailLine {
  if (!isComplete && !failure) return loadingLine(context.skin(), '  loading…');
  const nothing = isComplete ? `No ${family.title}.` : 'not known';
  return spansLine(context.skin(), [span(`  ${nothing}`, 'dim')]);
}

/** The empty line, with the available actions; without a row these actions apply to the list. */
export function emptyLines(
  context: ActionPorts & SkinPort,
  subject: ActionSubject,
  state: CollectionState,
): readonly DetailLine[] {
  const reasonLine: DetailLine = {...emptyLine(context, subject.family, state), isHeading: true};
  return [reasonLine, ...creationLines(context, subject, state)].map(line => ({...line, subject}));
}

/** The action that creates the first row: "A Switch backups on"; enter also runs it. */
function creationLines(
  context: ActionPorts & SkinPort,
  subject: ActionSubject,
  {isComplete}: CollectionState,
): readonly DetailLine[] {
  if (!isComplete) return [];
  const skin = context.skin();
  const all = availableActions(context, subject);
  const first = standardAction(all, 'new');
  return all
    .filter(offer => offer.on === 'list' && offer.unless() === undefined)
    .map(offer => ({offer, key: offer.key ?? (offer === first ? 'n' : undefined)}))
    .filter(({key}) => key !== undefined)
    .map(({offer, key}) => ({
      ...spansLine(skin, [span(`  ${key}  `, 'accent'), span(offer.title, 'dim')]),
      run: () => offer.run(),
    }));
}

export function childLine(
  context: ActionPorts & WatchPort,
  table: TableStyle,
  row: AnyRow,
  annotation: Parameters<typeof paintTableRow>[2],
): DetailLine {
  const {family, params} = table;
  return {
    text: family.label(row),
    copies: {
      name: 'line',
      isSecret: false,
      pieces: () =>
        plainTexts(
          {context, family, params},
          table.columns.map(({column}) => column),
          row,
        ),
    },
    subject: {family, rows: [row], params},
    list: () => family.contents?.(row, params),
    link: () => {
      const target = family.represents?.(row, context.session.lookup, params);
      return target?.ref ?? {family: family.id, id: family.key(row), params};
    },
    paint: cursor => paintTableRow(row, table, annotation, cursor, false),
  };
}
