/** A tab with a list of child resources, and below each its own children: ports and their nodes. */
import type {AnyRow, AnyTab, PathParams} from '../../../../families/shape/define-family.ts';
import type {Collection} from '../../../../store/session/session.ts';
import type {ConsoleContext} from '../../../context/console-context.ts';
import {type DetailLine, headingLine, type TabContent} from '../../shared/detail-lines.ts';
import {paintTableHeader} from '../../shared/row-painter.ts';
import {createTrackedLookup} from '../../shared/tracked-families.ts';
import {childLine, emptyLine, emptyLines, headLine} from './child-list.ts';
import {createNestedTable} from './nested-table.ts';

type ListTab = Extract<AnyTab, {list: unknown}>;

/** Child lists cost a request each: with more rows than this, only those that the user unfolds are read. */
const MAX_INITIALLY_OPEN = 8;
const INDENT = 4;

/**
 * Rows that the user folded or unfolded, by the key of the line: the state outlives the row, which is read repeatedly.
 */
const folds = new WeakMap<ConsoleContext, Map<string, boolean>>();

function foldsOf(context: ConsoleContext): Map<string, boolean> {
  const known = folds.get(context) ?? new Map<string, boolean>();
  folds.set(context, known);
  return known;
}

interface Branch {
  readonly item: AnyRow;
  readonly key: string;
  readonly at: PathParams;
  /** The child rows; not requested while the row is folded. */
  readonly open: Collection | undefined;
}

export function treeTab(
  context: ConsoleContext,
  tab: ListTab,
  below: NonNullable<ListTab['below']>,
  parent: AnyRow,
  at: PathParams,
): TabContent {
  const {session} = context;
  const family = context.family(tab.list);
  const inner = context.family(below.list);
  const params = tab.params(parent, at);
  const collection = session.collection(family.id, params);
  const consulted = createTrackedLookup(session.lookup);
  const folded = foldsOf(context);
  const outer = createNestedTable(context, family, params, consulted.lookup);
  const lists = new Map<string, ReturnType<typeof createNestedTable>>();
  let changed: (() => void) | undefined;
  const followed = new Map<Collection, () => void>();

  const keyOf = (item: AnyRow): string => JSON.stringify([family.id, params, family.key(item)]);
  const isOpen = (item: AnyRow): boolean =>
    !(folded.get(keyOf(item)) ?? collection.get().rows.length > MAX_INITIALLY_OPEN);

  function branches(): readonly Branch[] {
    return outer.inOrder(collection.get().rows).map(item => {
      const view = below.params(item, params);
      return {item, key: keyOf(item), at: view, open: isOpen(item) ? session.collection(inner.id, view) : undefined};
    });
  }

  /** Reads the child lists that are unfolded, and no others. */
  function follow(): void {
    if (changed === undefined) return;
    const wanted = new Set(branches().flatMap(({open}) => (open === undefined ? [] : [open])));
    for (const [list, stop] of followed) {
      if (wanted.has(list)) continue;
      stop();
      followed.delete(list);
    }
    for (const list of wanted) if (!followed.has(list)) followed.set(list, list.subscribe(changed));
  }

  function fold(key: string, closed: boolean): void {
    folded.set(key, closed);
    follow();
  }

  function listOf({key, at: place}: Branch): ReturnType<typeof createNestedTable> {
    const list = lists.get(key) ?? createNestedTable(context, inner, place, consulted.lookup);
    lists.set(key, list);
    return list;
  }

  let sampled: {readonly from: readonly (readonly AnyRow[])[]; readonly rows: readonly AnyRow[]} | undefined;
  /** All visible rows of the lower level: their columns are aligned across parents. */
  function sample(from: readonly (readonly AnyRow[])[]): readonly AnyRow[] {
    if (sampled?.from.length !== from.length || !sampled.from.every((rows, index) => rows === from[index]))
      sampled = {from, rows: from.flat()};
    return sampled.rows;
  }

  function branchLine(branch: Branch, columns: number): DetailLine {
    const {item, key, open} = branch;
    const skin = context.skin();
    const table = outer.table(collection.get().rows, columns - 2);
    const line = childLine(context, table, item, collection.annotation(family.key(item)));
    const sign = skin.tone('accent', `${skin.symbol(open === undefined ? 'folded' : 'unfolded')} `);
    return {
      ...line,
      key,
      fold() {
        fold(key, open !== undefined);
        return key;
      },
      paint: (cursor, wide) => sign + line.paint(cursor, wide - 2),
    };
  }

  function leafLines(branch: Branch, rows: readonly AnyRow[], columns: number): readonly DetailLine[] {
    const {key, at: place, open} = branch;
    if (open === undefined) return [];
    const state = open.get();
    const among = {family: inner, rows: [], params: place};
    const shut = () => {
      fold(key, true);
      return key;
    };
    const margin = ' '.repeat(INDENT);
    const indented = (line: DetailLine, own: string): DetailLine => ({
      ...line,
      key: own,
      creationSubject: among,
      fold: shut,
      paint: (cursor, wide) => margin + line.paint(cursor, wide - INDENT),
    });
    if (state.rows.length === 0) return [indented(emptyLine(context, inner, state), `${key} none`)];
    const list = listOf(branch);
    const table = list.table(rows, columns - INDENT);
    return list
      .inOrder(state.rows)
      .map(row =>
        indented(childLine(context, table, row, open.annotation(inner.key(row))), `${key} ${String(inner.key(row))}`),
      );
  }

  return {
    creationSubject: {family, rows: [], params},
    lines(columns) {
      const state = collection.get();
      const hint = state.rows.length > 0 ? '   space folds, z folds all' : '';
      const head = headLine(context, family, state, hint);
      if (state.rows.length === 0)
        return [head, headingLine(context.skin(), []), ...emptyLines(context, {family, rows: [], params}, state)];
      const all = branches();
      const leaves = sample(all.flatMap(({open}) => (open === undefined ? [] : [open.get().rows])));
      const [first] = all;
      const titles: DetailLine[] = [
        {text: '', paint: () => `  ${paintTableHeader(outer.table(state.rows, columns - 2))}`, heading: true},
      ];
      if (first !== undefined && leaves.length > 0)
        titles.push({
          text: '',
          paint: () => ' '.repeat(INDENT) + paintTableHeader(listOf(first).table(leaves, columns - INDENT)),
          heading: true,
        });
      return [
        head,
        ...titles,
        ...all.flatMap(branch => [branchLine(branch, columns), ...leafLines(branch, leaves, columns)]),
      ];
    },
    foldAll() {
      const all = branches();
      const closing = all.some(({open}) => open !== undefined);
      for (const {key} of all) folded.set(key, closing);
      follow();
    },
    subscribe(listener) {
      changed = listener;
      const stops = [
        collection.subscribe(() => {
          follow();
          listener();
        }),
        consulted.subscribe(session, () => {
          outer.forget();
          for (const list of lists.values()) list.forget();
          listener();
        }),
      ];
      follow();
      return () => {
        changed = undefined;
        for (const stop of [...stops, ...followed.values()]) stop();
        followed.clear();
      };
    },
  };
}
