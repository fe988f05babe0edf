/** A tab with a list of child resources, and the children of each below it: ports and their nodes. */

import type {AnyRow, AnyTab, Family, PathParams} from '../../../../families/shape/define-family.ts';
import {keyText} from '../../../../keymap/keymap.ts';
import {memoizeLast} from '../../../../platform/runtime/memoize.ts';
import type {Collection} from '../../../../store/cache/collection-state.ts';
import type {ActionSubject} from '../../../context/action-subject.ts';
import type {ActionPorts, KeymapPort, SkinPort, WatchPort} from '../../../context/ports.ts';
import {type DetailLine, headingLine, type TabContent} from '../../shared/detail-lines.ts';
import {paintTableHeader} from '../../shared/row-painter.ts';
import {createTrackedLookup} from '../../shared/tracked-families.ts';
import {childLine, emptyLine, emptyLines, headLine} from './child-list.ts';
import {createNestedTable, type NestedTable} from './nested-table.ts';

type ListTab = Extract<AnyTab, {list: unknown}>;

/** Each child list needs a request: with more rows than this, only lists that the user unfolds are read. */
const MAX_INITIALLY_OPEN = 8;
const INDENT = 4;

/**
 * Rows that the user folded or unfolded, by the key of the line: this state outlives the row object, which every read
 * may replace.
 */
const folds = new WeakMap<object, Map<string, boolean>>();

function foldsOf(context: object): Map<string, boolean> {
  const known = folds.get(context) ?? new Map<string, boolean>();
  folds.set(context, known);
  return known;
}

interface Branch {
  readonly item: AnyRow;
  readonly key: string;
  readonly params: PathParams;
  /** The child rows; not requested while the row is folded. */
  readonly open: Collection | undefined;
}

export const treeTab = (
  context: ActionPorts & SkinPort & WatchPort,
  tab: ListTab,
  childList: NonNullable<ListTab['childList']>,
  {parent, params}: {parent: AnyRow; params: PathParams},
): TabContent => new ChildTree(context, context.family(tab.list), childList, tab.params(parent, params));

class ChildTree implements TabContent {
  readonly creationSubject: ActionSubject;
  readonly #context: ActionPorts & SkinPort & WatchPort;
  readonly #family: Family;
  readonly #childList: NonNullable<ListTab['childList']>;
  readonly #inner: Family;
  readonly #params: PathParams;
  readonly #collection: Collection;
  readonly #trackedLookup: ReturnType<typeof createTrackedLookup>;
  readonly #folded: Map<string, boolean>;
  readonly #outer: NestedTable;
  /** The tables of the child rows, by the key of their parent's line. */
  readonly #tables = new Map<string, NestedTable>();
  readonly #followed = new Map<Collection, () => void>();
  #onChange: (() => void) | undefined;
  /** All visible rows of the lower level: their columns are aligned across parents. */
  readonly #sample = memoizeLast((...lists: readonly (readonly AnyRow[])[]): readonly AnyRow[] => lists.flat());

  constructor(
    context: ActionPorts & SkinPort & WatchPort,
    family: Family,
    childList: NonNullable<ListTab['childList']>,
    params: PathParams,
  ) {
    this.#context = context;
    this.#family = family;
    this.#childList = childList;
    this.#inner = context.family(childList.list);
    this.#params = params;
    this.#collection = context.session.collection(family.id, params);
    this.#trackedLookup = createTrackedLookup(context.session.lookup);
    this.#folded = foldsOf(context);
    this.#outer = createNestedTable(context, family, params, this.#trackedLookup.lookup);
    this.creationSubject = {family, rows: [], params};
  }

  readonly lines = (columns: number): readonly DetailLine[] => {
    const state = this.#collection.getState();
    const hint = state.rows.length > 0 ? foldHint(this.#context) : '';
    const head = headLine(this.#context, this.#family, state, hint);
    if (state.rows.length === 0)
      return [head, headingLine(this.#context.skin(), []), ...emptyLines(this.#context, this.creationSubject, state)];
    const branches = this.#branches();
    const leaves = this.#sample(...branches.flatMap(({open}) => (open === undefined ? [] : [open.getState().rows])));
    return [
      head,
      ...this.#titleLines(branches[0], leaves, columns),
      ...branches.flatMap(branch => [this.#branchLine(branch, columns), ...this.#leafLines(branch, leaves, columns)]),
    ];
  };

  readonly foldAll = (): void => {
    const branches = this.#branches();
    const isClosing = branches.some(({open}) => open !== undefined);
    for (const {key} of branches) this.#folded.set(key, isClosing);
    this.#follow();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#onChange = listener;
    const stops = [
      this.#collection.subscribe(() => {
        this.#follow();
        listener();
      }),
      this.#trackedLookup.subscribe(this.#context.session, () => {
        this.#outer.forget();
        for (const table of this.#tables.values()) table.forget();
        listener();
      }),
    ];
    this.#follow();
    return () => {
      this.#onChange = undefined;
      for (const stop of [...stops, ...this.#followed.values()]) stop();
      this.#followed.clear();
    };
  };

  #isOpen(key: string): boolean {
    return !(this.#folded.get(key) ?? this.#collection.getState().rows.length > MAX_INITIALLY_OPEN);
  }

  #branches(): readonly Branch[] {
    return this.#outer.inOrder(this.#collection.getState().rows).map(item => {
      const params = this.#childList.params(item, this.#params);
      const key = JSON.stringify([this.#family.id, this.#params, this.#family.key(item)]);
      const open = this.#isOpen(key) ? this.#context.session.collection(this.#inner.id, params) : undefined;
      return {item, key, params, open};
    });
  }

  /** Reads the unfolded child lists, and no others. */
  #follow(): void {
    if (this.#onChange === undefined) return;
    const openLists = new Set(this.#branches().flatMap(({open}) => (open === undefined ? [] : [open])));
    for (const [list, stop] of this.#followed) {
      if (openLists.has(list)) continue;
      stop();
      this.#followed.delete(list);
    }
    for (const list of openLists)
      if (!this.#followed.has(list)) this.#followed.set(list, list.subscribe(this.#onChange));
  }

  #setFolded(key: string, {isClosed}: {readonly isClosed: boolean}): string {
    this.#folded.set(key, isClosed);
    this.#follow();
    return key;
  }

  #tableOf({key, params}: Branch): NestedTable {
    const table =
      this.#tables.get(key) ?? createNestedTable(this.#context, this.#inner, params, this.#trackedLookup.lookup);
    this.#tables.set(key, table);
    return table;
  }

  #titleLines(first: Branch | undefined, leaves: readonly AnyRow[], columns: number): readonly DetailLine[] {
    const {rows} = this.#collection.getState();
    const titles: DetailLine[] = [
      {text: '', paint: () => `  ${paintTableHeader(this.#outer.table(rows, columns - 2))}`, isHeading: true},
    ];
    if (first !== undefined && leaves.length > 0)
      titles.push({
        text: '',
        paint: () => ' '.repeat(INDENT) + paintTableHeader(this.#tableOf(first).table(leaves, columns - INDENT)),
        isHeading: true,
      });
    return titles;
  }

  #branchLine({item, key, open}: Branch, columns: number): DetailLine {
    const skin = this.#context.skin();
    const table = this.#outer.table(this.#collection.getState().rows, columns - 2);
    const line = childLine(this.#context, table, item, this.#collection.annotation(this.#family.key(item)));
    const sign = skin.tone('accent', `${skin.symbol(open === undefined ? 'folded' : 'unfolded')} `);
    return {
      ...line,
      key,
      fold: () => this.#setFolded(key, {isClosed: open !== undefined}),
      paint: (cursor, wide) => sign + line.paint(cursor, wide - 2),
    };
  }

  #leafLines(branch: Branch, leaves: readonly AnyRow[], columns: number): readonly DetailLine[] {
    const {key, params, open} = branch;
    if (open === undefined) return [];
    const inner = this.#inner;
    const state = open.getState();
    const margin = ' '.repeat(INDENT);
    const indented = (line: DetailLine, own: string): DetailLine => ({
      ...line,
      key: own,
      creationSubject: {family: inner, rows: [], params},
      fold: () => this.#setFolded(key, {isClosed: true}),
      paint: (cursor, wide) => margin + line.paint(cursor, wide - INDENT),
    });
    if (state.rows.length === 0) return [indented(emptyLine(this.#context, inner, state), `${key} none`)];
    const list = this.#tableOf(branch);
    const table = list.table(leaves, columns - INDENT);
    return list.inOrder(state.rows).map(row => {
      const id = inner.key(row);
      return indented(childLine(this.#context, table, row, open.annotation(id)), `${key} ${String(id)}`);
    });
  }
}

/** "   space folds, z folds all" */
function foldHint({keymap}: KeymapPort): string {
  const [fold, foldAll] = [keyText(keymap, 'detail.fold'), keyText(keymap, 'detail.foldAll')];
  const hints = [fold && `${fold} folds`, foldAll && `${foldAll} folds all`].filter(Boolean);
  return hints.length === 0 ? '' : `   ${hints.join(', ')}`;
}
