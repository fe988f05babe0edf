/**
 * Cache of the IDs of lists.
 *
 * The complete list of a kind is an array of ascending numbers: a page is a slice of it, the number of results its
 * length. Filtered lists are cached too, so that reading all pages searches once. After a write, a filtered list checks
 * only the rows that changed, unless its condition depends on other rows or its order isn't that of the IDs.
 */
import {filterAndSort} from '../../../contract/wire/filter.ts';
import {ChangedIds} from './changed-ids.ts';
import {columnOrder, filterToSql} from './filter-sql.ts';
import type {Kind} from './kind.ts';
import {allOf, isUnfiltered, type StoredSelection} from './selection.ts';
import type {Statements} from './statements.ts';

/** Maximum number of cached filtered lists, over all kinds. */
const maxIdLists = 64;

interface SelectedList {
  readonly ids: number[];
  readonly kind: string;
  /** True when the list is in the order of IDs, and membership of a row depends on that row alone. */
  readonly isByRow: boolean;
  /** Number of changes of the kind that the list includes. */
  seen: number;
}

export class IdLists {
  readonly #statements: Statements;
  readonly #completeLists = new Map<string, number[]>();
  readonly #selected = new Map<string, SelectedList>();
  readonly #changes = new Map<string, ChangedIds>();
  /** Kinds changed in the running transaction, with the number of their changes before it. */
  readonly #staleKinds = new Map<string, number>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** IDs in the requested order; ascending by default. */
  select(kind: Kind, selection: StoredSelection): readonly number[] {
    const {parent, where, filter} = selection;
    if (isUnfiltered(selection)) return this.#all(kind);
    const key = `${kind.name} ${JSON.stringify([parent, where, filter])}`;
    const cached = this.#selected.get(key);
    if (cached && this.#isCurrent(cached, kind, selection)) return cached.ids;
    this.#selected.delete(key);
    const ids = this.#select(kind, selection);
    if (this.#selected.size >= maxIdLists) this.#selected.delete(this.#selected.keys().next().value ?? '');
    this.#selected.set(key, {ids, kind: kind.name, isByRow: isByRow(kind, selection), seen: this.#log(kind.name).end});
    return ids;
  }

  onAdd(kind: Kind, id: number): void {
    const allIds = this.#completeLists.get(kind.name);
    // Seeds may insert an ID below the last one; the list is then read again in order.
    if (allIds && id > (allIds.at(-1) ?? 0)) allIds.push(id);
    else this.#completeLists.delete(kind.name);
    this.onChange(kind, id);
  }

  onRemove(kind: Kind, id: number): void {
    const allIds = this.#completeLists.get(kind.name);
    if (allIds) {
      const index = search(allIds, id);
      if (allIds[index] === id) allIds.splice(index, 1);
    }
    this.onChange(kind, id);
  }

  onChange({name}: Kind, id: number): void {
    const log = this.#log(name);
    if (!this.#staleKinds.has(name)) this.#staleKinds.set(name, log.end);
    log.add(id);
  }

  /** Called after a rollback, which restores the changed rows. */
  forgetChanged(): void {
    for (const [name, count] of this.#staleKinds) {
      this.#completeLists.delete(name);
      const log = this.#log(name);
      const ids = log.since(count);
      // Lists that were read in the transaction check these rows again.
      if (ids) for (const id of ids) log.add(id);
      else this.#forgetSelected(list => list.kind === name);
    }
    this.#forgetSelected(list => !list.isByRow);
  }

  settle(): void {
    this.#staleKinds.clear();
  }

  forgetAll(): void {
    this.#completeLists.clear();
    this.#selected.clear();
  }

  #forgetSelected(isForgotten: (list: SelectedList) => boolean): void {
    for (const [key, list] of this.#selected) if (isForgotten(list)) this.#selected.delete(key);
  }

  #log(name: string): ChangedIds {
    const log = this.#changes.get(name) ?? new ChangedIds();
    this.#changes.set(name, log);
    return log;
  }

  /** Brings a list up to date if that is less work than searching again. */
  #isCurrent(list: SelectedList, kind: Kind, selection: StoredSelection): boolean {
    const log = this.#log(kind.name);
    if (list.seen === log.end) return true;
    const changed = list.isByRow ? log.since(list.seen) : undefined;
    if (!changed) return false;
    const present = new Set(this.#select(kind, selection, [...changed]));
    const sign = selection.filter?.['+order'] === 'desc' ? -1 : 1;
    for (const id of changed) {
      const index = search(list.ids, id, sign);
      const isListed = list.ids[index] === id;
      if (isListed && !present.has(id)) list.ids.splice(index, 1);
      else if (!isListed && present.has(id)) list.ids.splice(index, 0, id);
    }
    list.seen = log.end;
    return true;
  }

  #all(kind: Kind): readonly number[] {
    const cached = this.#completeLists.get(kind.name);
    if (cached) return cached;
    const allIds = this.#statements
      .many<{id: number}>(`SELECT id FROM entity WHERE kind='${kind.name}' ORDER BY id`)
      .map(({id}) => id);
    this.#completeLists.set(kind.name, allIds);
    return allIds;
  }

  /** @param among the only IDs to search */
  #select(kind: Kind, {parent, where, filter = {}}: StoredSelection, among?: readonly number[]): number[] {
    const {clause, isExact} = filterToSql(kind, filter);
    const parentClause = parent === undefined ? undefined : {sql: 'parent=?', values: [parent]};
    const amongClause = among && {sql: 'id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(among)]};
    const all = allOf([amongClause, parentClause, where, clause]);
    const orderBy = filter['+order_by'];
    const column = columnOrder(kind, orderBy);
    const direction = filter['+order'] === 'desc' ? 'DESC' : 'ASC';
    // Ties use the direction of the list: of two events in one second, the one with the higher ID is newer.
    // A bound on the time should use the index of `at`; the plus stops SQLite from using the index of the order.
    const timed = all?.sql.includes('at>') || all?.sql.includes('at<') ? '+' : '';
    const sort = column === 'at' ? `at ${direction}, id ${direction}` : `${timed}id ${direction}`;
    const from = `FROM entity WHERE kind='${kind.name}'${all ? ` AND ${all.sql}` : ''} ORDER BY ${sort}`;
    const values = all?.values ?? [];
    if (isExact && (orderBy === undefined || column))
      return this.#statements.many<{id: number}>(`SELECT id ${from}`, ...values).map(({id}) => id);
    const numbers = new Map<object, number>();
    for (const {id, doc} of this.#statements.many<{id: number; doc: string}>(`SELECT id, doc ${from}`, ...values))
      numbers.set(JSON.parse(doc), id);
    return filterAndSort(filter, [...numbers.keys()]).map(item => numbers.get(item) ?? 0);
  }
}

/** SQL conditions may depend on other rows, and an order by time or field needs more than IDs. */
const isByRow = (kind: Kind, {where, filter = {}}: StoredSelection): boolean =>
  !where && (filter['+order_by'] === undefined || columnOrder(kind, filter['+order_by']) === 'id');

/** Index of the first entry that is not before `id`, in a list that ascends (1) or descends (-1). */
function search(sorted: readonly number[], id: number, sign: 1 | -1 = 1): number {
  let lower = 0;
  let upper = sorted.length;
  while (lower < upper) {
    const middle = (lower + upper) >>> 1;
    if (((sorted[middle] ?? 0) - id) * sign < 0) lower = middle + 1;
    else upper = middle;
  }
  return lower;
}
