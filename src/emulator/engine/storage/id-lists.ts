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
import type {Store} from './store.ts';

/** Filtered lists remembered at a time, over all kinds. */
const maxIdLists = 64;

export class IdLists {
  readonly #store: Store;
  readonly #whole = new Map<string, number[]>();
  readonly #selected = new Map<string, number[]>();
  /** Kinds changed in the running transaction. */
  readonly #dirty = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** IDs in the order in which they were asked for; without an order, ascending. */
  of(kind: Kind, selection: Selection): readonly number[] {
    const {parent, where, filter} = selection;
    if (isUnfiltered(selection)) return this.#all(kind);
    const key = `${kind.name} ${JSON.stringify([parent, where, filter])}`;
    const known = this.#selected.get(key);
    if (known) return known;
    const ids = this.#select(kind, selection);
    if (this.#selected.size >= maxIdLists) this.#selected.delete(this.#selected.keys().next().value ?? '');
    this.#selected.set(key, ids);
    return ids;
  }

  added(kind: Kind, id: number): void {
    const whole = this.#whole.get(kind.name);
    // Seeds may place an ID below the last one; reading the list anew puts it in order.
    if (whole && id > (whole.at(-1) ?? 0)) whole.push(id);
    else this.#whole.delete(kind.name);
    this.changed(kind);
  }

  removed(kind: Kind, id: number): void {
    const whole = this.#whole.get(kind.name);
    if (whole) {
      const index = search(whole, id);
      if (whole[index] === id) whole.splice(index, 1);
    }
    this.changed(kind);
  }

  changed(kind: Kind): void {
    this.#dirty.add(kind.name);
    if (this.#selected.size === 0) return;
    const prefix = `${kind.name} `;
    for (const key of this.#selected.keys()) if (key.startsWith(prefix)) this.#selected.delete(key);
  }

  /** After a rollback: what was remembered of the changed kinds never happened. */
  forgetChanged(): void {
    for (const name of this.#dirty) this.#whole.delete(name);
    this.#selected.clear();
  }

  settle(): void {
    this.#dirty.clear();
  }

  forgetAll(): void {
    this.#whole.clear();
    this.#selected.clear();
  }

  #all(kind: Kind): readonly number[] {
    const known = this.#whole.get(kind.name);
    if (known) return known;
    const whole = this.#store
      .many<{id: number}>(`SELECT id FROM entity WHERE kind='${kind.name}' ORDER BY id`)
      .map(({id}) => id);
    this.#whole.set(kind.name, whole);
    return whole;
  }

  #select(kind: Kind, {parent, where, filter = {}}: Selection): number[] {
    const {clause, exact} = filterToSql(kind, filter);
    const own = parent === undefined ? undefined : {sql: 'parent=?', values: [parent]};
    const all = allOf([own, where, clause]);
    const by = filter['+order_by'];
    const column = columnOrder(kind, by);
    const direction = filter['+order'] === 'desc' ? 'DESC' : 'ASC';
    // Equals stay in the direction of the list: of two events of one second the later one is the newer.
    // A bound on the time is best served by its own index; the plus keeps the order from choosing another one.
    const timed = all?.sql.includes('at>') || all?.sql.includes('at<') ? '+' : '';
    const sort = column === 'at' ? `at ${direction}, id ${direction}` : `${timed}id ${direction}`;
    const from = `FROM entity WHERE kind='${kind.name}'${all ? ` AND ${all.sql}` : ''} ORDER BY ${sort}`;
    const values = all?.values ?? [];
    if (exact && (by === undefined || column))
      return this.#store.many<{id: number}>(`SELECT id ${from}`, ...values).map(({id}) => id);
    const numbers = new Map<object, number>();
    for (const {id, doc} of this.#store.many<{id: number; doc: string}>(`SELECT id, doc ${from}`, ...values))
      numbers.set(JSON.parse(doc), id);
    return filterAndSort(filter, [...numbers.keys()]).map(item => numbers.get(item) ?? 0);
  }
}

/** Index of the first entry that is not below `id`. */
function search(sorted: readonly number[], id: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
