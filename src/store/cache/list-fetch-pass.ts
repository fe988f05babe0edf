/**
 * One read of all pages of a list into a table.
 *
 * A list may change while it is read: deleting an item on page 2 moves the first item of page 3 to a page that was
 * already read. So a repeated item counts once, and the total number of items shows if some were missed.
 */
import {isRepaired} from '../../contract/reading/repair-marks.ts';
import type {AnyRow, Family, RowId} from '../../families/shape/define-family.ts';
import type {ListPage} from '../api/connection.ts';
import type {Interner} from '../core/interner.ts';
import type {RowEntry, RowTable} from './row-table.ts';

/** Items per turn of the event loop: 100 take less than a millisecond, and keys are handled between turns. */
export const itemsPerTurn = 100;

/** The number of rows from which sharing equal values saves more than it costs. */
const internThreshold = 20_000;

export interface PassContext {
  readonly family: Family;
  readonly table: RowTable;
  readonly interner: Interner;
  /** The rows that each page had at its last read; shared by successive passes. */
  readonly pages: Map<number, readonly RowEntry[]>;
  /** Deleted rows, with the tick of their deletion. */
  readonly tombstones: ReadonlyMap<RowId, number>;
  /** Called before this number of items is processed. */
  readonly beforeItems: (items: number) => Promise<void>;
}

export class ListFetchPass {
  readonly number: number;
  readonly startedAt: number;
  readonly unreadable: unknown[] = [];
  total: number | undefined;
  #receivedCount = 0;
  #hasShifted = false;
  readonly #context: PassContext;
  readonly #lists = new Map<number, readonly RowEntry[]>();

  /**
   * `number` identifies the pass, `startedAt` is the tick of its start: a row that another request read later is newer.
   */
  constructor(context: PassContext, number: number, startedAt: number) {
    this.#context = context;
    this.number = number;
    this.startedAt = startedAt;
  }

  async addPage(page: ListPage): Promise<void> {
    if (this.#lists.size > 0 && this.total !== page.results) this.#hasShifted = true;
    this.total = page.results;
    this.unreadable.push(...page.unreadable);
    const entries = (page.isUnchanged && this.#unchanged(page)) || (await this.#ingest(page.items));
    this.#context.pages.set(page.page, entries);
    this.#lists.set(page.page, entries);
  }

  /** True if no item was missed: the pages agree on a total, and the pass found that number of items. */
  get isExact(): boolean {
    return (
      !this.#hasShifted && (this.total === undefined || this.#receivedCount + this.unreadable.length === this.total)
    );
  }

  /** The rows found so far, page by page. */
  pagesInOrder(): (readonly RowEntry[])[] {
    return [...this.#lists].sort(([firstPage], [secondPage]) => firstPage - secondPage).map(([, list]) => list);
  }

  /** Drops pages that the list no longer has. */
  prune(): void {
    for (const number of this.#context.pages.keys()) if (!this.#lists.has(number)) this.#context.pages.delete(number);
  }

  async #ingest(items: AnyRow[]): Promise<RowEntry[]> {
    const {family, beforeItems} = this.#context;
    const entries: RowEntry[] = [];
    for (let from = 0; from < items.length; from += itemsPerTurn) {
      const end = Math.min(from + itemsPerTurn, items.length);
      await beforeItems(end - from);
      for (let index = from; index < end; index++) {
        const item = items[index] as AnyRow;
        const id = family.key(item);
        if (id === undefined || id === null) this.unreadable.push(item);
        else {
          const entry = this.#put(id, item);
          if (!entry) continue;
          entries.push(entry);
          // The page's item equals the stored row, so the page can share that object and save memory. A repaired item
          // keeps its own object, because it must still report its repair.
          if (entry.fetchTick === this.startedAt && !isRepaired(item)) items[index] = entry.read;
        }
      }
    }
    return entries;
  }

  #put(id: RowId, item: AnyRow): RowEntry | undefined {
    const {table, tombstones, interner} = this.#context;
    if ((tombstones.get(id) ?? 0) > this.startedAt) return this.#count(undefined);
    const entry = table.entries.get(id);
    // The row was read separately after this page was requested: that read is newer.
    if (entry && entry.fetchTick > this.startedAt) return this.#count(entry);
    if (entry) {
      table.update(entry, item, this.startedAt);
      entry.isRefetchedAlone = false;
      return this.#count(entry);
    }
    if ((this.total ?? 0) > internThreshold) interner.share(item);
    return this.#count(table.add(id, item, this.startedAt));
  }

  /**
   * Handles a page whose bytes are the same as last time: only rows that were read separately since and changed need
   * work.
   */
  #unchanged(page: ListPage): readonly RowEntry[] | undefined {
    const entries = this.#context.pages.get(page.page);
    const isPlain = (entry: RowEntry) => !entry.isRefetchedAlone && !entry.isVanishing && !entry.isRemoved;
    if (entries?.length !== page.items.length || !entries.every(isPlain)) return undefined;
    for (const entry of entries) this.#count(entry);
    return entries;
  }

  #count(entry: RowEntry | undefined): RowEntry | undefined {
    if (entry?.pass !== this.number) this.#receivedCount++;
    if (entry) entry.pass = this.number;
    return entry;
  }
}
