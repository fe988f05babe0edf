/**
 * The IDs of lists, remembered.
 *
 * A whole list of a kind is an array of ascending numbers: a page is a slice of it, the number of results its length.
 * Filtered lists are remembered until something of their kind changes, so that paging through one searches once.
 */
import {filterAndSort} from '../../../contract/wire/filter.ts';
import {columnOrder, filterToSql} from './filter-sql.ts';
import type {Kind} from './kind.ts';
import {allOf, isUnfiltered, type Selection} from './selection.ts';
import type {Statements} from './statements.ts';

/** Filtered lists remembered at a time, over all kinds. */
const maxIdLists = 64;

export class IdLists {
  readonly #statements: Statements;
  readonly #completeLists = new Map<string, number[]>();
  readonly #selected = new Map<string, number[]>();
  /** Kinds changed in the running transaction. */
  readonly #staleKinds = new Set<string>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** IDs in the requested order; ascending by default. */
  of(kind: Kind, selection: Selection): readonly number[] {
    const {parent, where, filter} = selection;
    if (isUnfiltered(selection)) return this.#all(kind);
    const key = `${kind.name} ${JSON.stringify([parent, where, filter])}`;
    const cached = this.#selected.get(key);
    if (cached) return cached;
    const ids = this.#select(kind, selection);
    if (this.#selected.size >= maxIdLists) this.#selected.delete(this.#selected.keys().next().value ?? '');
    this.#selected.set(key, ids);
    return ids;
  }

  added(kind: Kind, id: number): void {
    const allIds = this.#completeLists.get(kind.name);
    // Seeds may place an ID below the last one; reading the list again puts it in order.
    if (allIds && id > (allIds.at(-1) ?? 0)) allIds.push(id);
    else this.#completeLists.delete(kind.name);
    this.changed(kind);
  }

  removed(kind: Kind, id: number): void {
    const allIds = this.#completeLists.get(kind.name);
    if (allIds) {
      const index = search(allIds, id);
      if (allIds[index] === id) allIds.splice(index, 1);
    }
    this.changed(kind);
  }

  changed(kind: Kind): void {
    this.#staleKinds.add(kind.name);
    if (this.#selected.size === 0) return;
    const prefix = `${kind.name} `;
    for (const key of this.#selected.keys()) if (key.startsWith(prefix)) this.#selected.delete(key);
  }

  /** After a rollback: drops the cached lists of the changed kinds. */
  forgetChanged(): void {
    for (const name of this.#staleKinds) this.#completeLists.delete(name);
    this.#selected.clear();
  }

  settle(): void {
    this.#staleKinds.clear();
  }

  forgetAll(): void {
    this.#completeLists.clear();
    this.#selected.clear();
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

  #select(kind: Kind, {parent, where, filter = {}}: Selection): number[] {
    const {clause, exact} = filterToSql(kind, filter);
    const parentClause = parent === undefined ? undefined : {sql: 'parent=?', values: [parent]};
    const all = allOf([parentClause, where, clause]);
    const orderBy = filter['+order_by'];
    const column = columnOrder(kind, orderBy);
    const direction = filter['+order'] === 'desc' ? 'DESC' : 'ASC';
    // Equals stay in the direction of the list: of two events of one second the later one is the newer.
    // A bound on the time is best served by its own index; the plus keeps the order from choosing another one.
    const timed = all?.sql.includes('at>') || all?.sql.includes('at<') ? '+' : '';
    const sort = column === 'at' ? `at ${direction}, id ${direction}` : `${timed}id ${direction}`;
    const from = `FROM entity WHERE kind='${kind.name}'${all ? ` AND ${all.sql}` : ''} ORDER BY ${sort}`;
    const values = all?.values ?? [];
    if (exact && (orderBy === undefined || column))
      return this.#statements.many<{id: number}>(`SELECT id ${from}`, ...values).map(({id}) => id);
    const numbers = new Map<object, number>();
    for (const {id, doc} of this.#statements.many<{id: number; doc: string}>(`SELECT id, doc ${from}`, ...values))
      numbers.set(JSON.parse(doc), id);
    return filterAndSort(filter, [...numbers.keys()]).map(item => numbers.get(item) ?? 0);
  }
}

/** Index of the first entry that is not below `id`. */
function search(sorted: readonly number[], id: number): number {
  let lower = 0;
  let upper = sorted.length;
  while (lower < upper) {
    const middle = (lower + upper) >>> 1;
    if ((sorted[middle] ?? 0) < id) lower = middle + 1;
    else upper = middle;
  }
  return lower;
}
