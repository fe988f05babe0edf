/**
 * Rows that keep their identity: a row that is read again with equal values stays the same object. So an unchanged poll
 * changes nothing, and caches keyed by row stay valid.
 */
import {copyOriginals} from '../../contract/reading/originals.ts';
import {isRepaired} from '../../contract/reading/repair-marks.ts';
import type {AnyRow, RowId} from '../../families/shape/define-family.ts';
import {jsonEqual} from '../core/json-equal.ts';
import type {RowsById} from './collection-state.ts';

export interface RowEntry {
  readonly id: RowId;
  /** The row on screen: the last read, with the expected effects of pending changes. */
  row: AnyRow;
  read: AnyRow;
  /** Search text; undefined until this list is searched. */
  text: string | undefined;
  patch: AnyRow | undefined;
  /** The tick at which the row was read. */
  fetchTick: number;
  /** True if the row was read separately after its page. */
  isRefetchedAlone: boolean;
  /** The last pass over all pages that contained the row. */
  pass: number;
  /** True if the row is in the order of its list. */
  isListed: boolean;
  /** True while a deleted row is still shown. */
  isVanishing: boolean;
  /** True if the entry was removed from the table. */
  isRemoved: boolean;
}

/** A live view of the rows by ID: it follows the table and is not a copy of an earlier state. */
class LiveRowsById implements RowsById {
  readonly #entries: ReadonlyMap<RowId, RowEntry>;

  constructor(entries: ReadonlyMap<RowId, RowEntry>) {
    this.#entries = entries;
  }

  get size(): number {
    return this.#entries.size;
  }
  get(id: RowId): AnyRow | undefined {
    return this.#entries.get(id)?.row;
  }
  has(id: RowId): boolean {
    return this.#entries.has(id);
  }
}

const noIds: ReadonlySet<RowId> = new Set();

export class RowTable {
  readonly entries = new Map<RowId, RowEntry>();
  readonly byId: RowsById = new LiveRowsById(this.entries);
  /** Rows whose last read broke the contract. */
  readonly repaired = new Set<RowId>();
  #changedIds = new Set<RowId>();
  readonly #textOf: (row: AnyRow) => string;

  constructor(textOf: (row: AnyRow) => string) {
    this.#textOf = textOf;
  }

  /** Rows that were added, changed or removed since the last call of `takeChangedIds`. */
  get changedIds(): ReadonlySet<RowId> {
    return this.#changedIds;
  }

  takeChangedIds(): ReadonlySet<RowId> {
    const rowIds = this.#changedIds;
    if (rowIds.size > 0) this.#changedIds = new Set();
    return rowIds.size > 0 ? rowIds : noIds;
  }

  markChanged(id: RowId): void {
    this.#changedIds.add(id);
  }

  /** Stores a read of a row; `tick` orders reads. Returns true if the row on screen is new or has changed. */
  put(id: RowId, fetched: AnyRow, tick: number): boolean {
    const entry = this.entries.get(id);
    if (entry) return this.update(entry, fetched, tick);
    this.add(id, fetched, tick);
    return true;
  }

  /** Stores the first read of a row. */
  add(id: RowId, fetched: AnyRow, tick: number): RowEntry {
    const entry: RowEntry = {
      id,
      row: fetched,
      read: fetched,
      text: undefined,
      patch: undefined,
      fetchTick: tick,
      isRefetchedAlone: false,
      pass: 0,
      isListed: false,
      isVanishing: false,
      isRemoved: false,
    };
    this.entries.set(id, entry);
    if (isRepaired(fetched)) this.repaired.add(id);
    this.#changedIds.add(id);
    return entry;
  }

  /** Stores a later read of a row; returns the same as `put`. */
  update(entry: RowEntry, fetched: AnyRow, tick: number): boolean {
    const {id} = entry;
    entry.fetchTick = tick;
    const returned = entry.isVanishing;
    entry.isVanishing = false;
    if (isRepaired(fetched)) this.repaired.add(id);
    else if (this.repaired.size > 0) this.repaired.delete(id);
    if (jsonEqual(entry.read, fetched)) {
      copyOriginals(entry.read, fetched);
      if (returned) this.#changedIds.add(id);
      return returned;
    }
    entry.read = fetched;
    return this.#show(entry) || returned;
  }

  /** Shows a row with the expected effect of a pending change; undefined shows the row as last read. */
  patch(id: RowId, patch: AnyRow | undefined): boolean {
    const entry = this.entries.get(id);
    if (!entry) return false;
    entry.patch = patch;
    return this.#show(entry);
  }

  /** The text that filters search in this row; empty if the row doesn't exist. */
  searchText(id: RowId): string {
    const entry = this.entries.get(id);
    if (!entry) return '';
    entry.text ??= this.#textOf(entry.row);
    return entry.text;
  }

  /** Search texts are built again when they are needed. */
  clearTexts(): void {
    for (const entry of this.entries.values()) entry.text = undefined;
  }

  remove(id: RowId): boolean {
    const entry = this.entries.get(id);
    if (!entry) return false;
    entry.isRemoved = true;
    this.entries.delete(id);
    this.repaired.delete(id);
    this.#changedIds.add(id);
    return true;
  }

  #show(entry: RowEntry): boolean {
    const row = entry.patch ? {...entry.read, ...entry.patch} : entry.read;
    if (jsonEqual(entry.row, row)) return false;
    entry.row = row;
    entry.text = undefined;
    this.#changedIds.add(entry.id);
    return true;
  }
}
