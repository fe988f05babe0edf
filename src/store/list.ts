/**
 * One list as somebody looks at it: filtered, sorted, marked, with a cursor that follows the resource and not the row
 * number. No React: the list screen paints it, the command line prints it.
 */
import type {AnyRow, Look, RowId} from '../families/define.ts';
import type {Collection, Source} from './types.ts';

export interface Sort {
  /** Column ID. */
  readonly column: string;
  readonly descending: boolean;
}

export interface ListView {
  /** What is shown, in order; the same array until that changes. */
  readonly ids: readonly RowId[];
  /** Place of the cursor in `ids`; -1 while nothing is shown. */
  readonly cursor: number;
  readonly cursorId: RowId | undefined;
  readonly filter: string;
  readonly problemsOnly: boolean;
  /** The API's order without. */
  readonly sort: Sort | undefined;
  readonly marks: ReadonlySet<RowId>;
  /** No row has the words as typed; these have their letters in order. */
  readonly loose: boolean;
  /** What the filter cannot mean: "no field “stauts”". */
  readonly hint: string | undefined;
  /** The rows shown are not yet what was asked for; more follows by itself. */
  readonly settling: boolean;
  /** Grows with every change of what is shown, of rows and annotations too. */
  readonly version: number;
}

export interface ListModel extends Source<ListView> {
  readonly collection: Collection;
  row(id: RowId): AnyRow | undefined;
  filter(text: string): void;
  problemsOnly(on: boolean): void;
  sort(by: Sort | undefined): void;
  /** By so many rows; stops at the ends. */
  move(by: number): void;
  /** To a place in what is shown; negative counts from the end. */
  moveTo(place: number): void;
  /** To a resource; false when it is not shown. */
  follow(id: RowId): boolean;
  /** Marks or unmarks one row; the cursor's when none is named. */
  toggleMark(id?: RowId): void;
  /** Marks everything from the last toggled row to the cursor. */
  markRange(): void;
  /** Marks all that is shown; unmarks all when all of it is marked. */
  markAll(): void;
  clearMarks(): void;
  /** The marked rows, in the order shown first; without marks, the row under the cursor. */
  chosen(): readonly AnyRow[];
}

export type CreateListModel = (collection: Collection, look: Look, options?: ListOptions) => ListModel;

export interface ListOptions {
  readonly filter?: string;
  readonly sort?: Sort;
  /** Lets keys through while very long lists are searched; without it everything is done at once. */
  readonly yieldToLoop?: () => Promise<void>;
}

export const createListModel: CreateListModel = (collection, _look, options = {}) => {
  const listeners = new Set<() => void>();
  let marks: ReadonlySet<RowId> = new Set();
  let cursorId: RowId | undefined;
  let filter = options.filter ?? '';
  let problems = false;
  let sort = options.sort;
  let view = build(0);

  function build(version: number): ListView {
    const {family} = collection;
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    const ids = collection
      .get()
      .rows.map(row => family.key(row))
      .filter(id => words.every(word => collection.searchText(id).includes(word)));
    const at = cursorId === undefined ? -1 : ids.indexOf(cursorId);
    const cursor = at >= 0 ? at : ids.length > 0 ? 0 : -1;
    cursorId = ids[cursor];
    const shared = {cursor, cursorId, filter, problemsOnly: problems, sort, marks, version};
    return {ids, ...shared, loose: false, hint: undefined, settling: false};
  }
  const changed = () => {
    view = build(view.version + 1);
    for (const listener of [...listeners]) listener();
  };
  const place = (to: number) => {
    cursorId = view.ids[Math.min(Math.max(0, to), view.ids.length - 1)];
    changed();
  };
  let stop: (() => void) | undefined;
  return {
    collection,
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) stop = collection.subscribe(changed);
      changed();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop?.();
      };
    },
    row: id => collection.get().byId.get(id),
    filter(text) {
      filter = text;
      changed();
    },
    problemsOnly(on) {
      problems = on;
      changed();
    },
    sort(by) {
      sort = by;
      changed();
    },
    move: by => place(view.cursor + by),
    moveTo: to => place(to < 0 ? view.ids.length + to : to),
    follow(id) {
      if (!view.ids.includes(id)) return false;
      cursorId = id;
      changed();
      return true;
    },
    toggleMark(id = cursorId) {
      if (id === undefined) return;
      const next = new Set(marks);
      if (!next.delete(id)) next.add(id);
      marks = next;
      changed();
    },
    markRange() {},
    markAll() {
      marks = marks.size === view.ids.length ? new Set() : new Set(view.ids);
      changed();
    },
    clearMarks() {
      marks = new Set();
      changed();
    },
    chosen() {
      const {byId} = collection.get();
      const ids = marks.size > 0 ? view.ids.filter(id => marks.has(id)) : cursorId === undefined ? [] : [cursorId];
      return ids.map(id => byId.get(id)).filter(row => row !== undefined);
    },
  };
};
