/**
 * Reads all pages of a list into its rows: the rows are shown as they arrive, and the list is final when all pages have
 * arrived.
 */

import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Connection, ListPage, PageRequest, Priority} from '../api/connection.ts';
import {isNotFound} from '../api/failure-text.ts';
import {listRequest} from '../api/list-request.ts';
import {readList} from '../api/read-list.ts';
import type {Clock} from '../core/clock.ts';
import {Interner} from '../core/interner.ts';
import {jsonEqual} from '../core/json-equal.ts';
import {itemsPerTurn, ListFetchPass} from './list-fetch-pass.ts';
import type {RowStore} from './row-store.ts';
import type {RowEntry} from './row-table.ts';

/**
 * The minimum time between two states while pages arrive, milliseconds; at least the time that computing a state takes.
 * Each state copies the order of all rows several times, so a long list has fewer states.
 */
const minStateIntervalMs = 100;
const maxRowsPerMs = 100;
const stateCostFactor = 10;

/** A listing without a count may be endless: this number of parts is read until the user requests more. */
const partsPerFetch = 10;

export interface FetchOutcome {
  /** True if the list changed during the read, so that some rows may have been missed. */
  readonly isIncomplete: boolean;
  /** Rows that were not seen, but may still exist. */
  readonly unseenIds: readonly RowId[];
}

interface FetchedParts {
  readonly priority: Priority;
  readonly pass: ListFetchPass;
  /** The number of parts or pages that were read before. */
  readonly first: number;
  readonly atMost: number;
  /** The marker of the first part to read; undefined at the start of the list. */
  readonly from: string | undefined;
}

export class ListFetch {
  readonly #rows: RowStore;
  readonly #params: PathParams;
  readonly #clock: Clock;
  readonly #pagesAtMost: number | undefined;
  readonly #interner = new Interner();
  readonly #pages = new Map<number, readonly RowEntry[]>();
  #passes = 0;
  /** Items processed since the event loop last handled keys and paints. */
  #takenCount = 0;
  /** The earliest time to show the next state while pages arrive, by the monotonic clock. */
  #showAt = 0;
  /** A partial read: the number of parts or pages, and the marker of the next part. */
  #partial: {readonly pass: ListFetchPass; readonly parts: number; readonly next?: string} | undefined;
  /** True if the API responded that it doesn't have the list. */
  #isUnsupported = false;
  /** The largest number of parts or pages that any read reached. */
  #parts = 0;

  /** @param pagesAtMost the maximum number of pages to read from an endless list */
  constructor(rows: RowStore, params: PathParams, clock: Clock, pagesAtMost: number | undefined) {
    this.#rows = rows;
    this.#params = params;
    this.#clock = clock;
    this.#pagesAtMost = pagesAtMost;
  }

  get pages(): number {
    return this.#pages.size;
  }

  /** True if the list has more rows than were read. */
  get isPartial(): boolean {
    return this.#partial !== undefined;
  }

  async fetch(connection: Connection, priority: Priority): Promise<FetchOutcome> {
    const rows = this.#rows;
    const {family, table, tombstones} = rows;
    tombstones.clear();
    const pace = (items: number) => this.#pace(items);
    const context = {family, table, pages: this.#pages, tombstones, interner: this.#interner, beforeItems: pace};
    // A listing is read again as far as it was read before, so that its rows stay on screen.
    const parts = Math.max(partsPerFetch, this.#parts);
    this.#partial = undefined;
    return this.#run(new ListFetchPass(context, ++this.#passes, rows.nextTick()), (pass, onPage) =>
      this.#ask(connection, {priority, pass, first: 0, atMost: parts, from: undefined}, onPage),
    );
  }

  /** Continues a read that stopped early; does nothing if the listing is complete. */
  async fetchMore(connection: Connection, priority: Priority): Promise<void> {
    const partial = this.#partial;
    if (!partial) return;
    const {parts, next} = partial;
    // After a refresh, the pages that follow the first ones are read again before further ones, so that rows keep their
    // order.
    const atMost =
      this.#pagesAtMost === undefined ? parts + partsPerFetch : Math.max(parts, this.#parts) + this.#pagesAtMost;
    await this.#run(partial.pass, (pass, onPage) =>
      this.#ask(connection, {priority, pass, first: parts, atMost, from: next}, onPage),
    );
  }

  async #run(
    pass: ListFetchPass,
    ask: (pass: ListFetchPass, onPage: (page: ListPage) => void) => Promise<void>,
  ): Promise<FetchOutcome> {
    const rows = this.#rows;
    const {table} = rows;
    let lastPage: Promise<void> = Promise.resolve();
    try {
      await ask(pass, page => {
        lastPage = lastPage.then(() => this.#takePage(pass, page));
        // If processing of a page fails, the read fails at the `await` below.
        lastPage.catch(() => {});
      });
      await lastPage;
    } catch (error) {
      // Rows that arrived before the failure are shown.
      await lastPage.catch(() => {});
      if (table.changedIds.size > 0) rows.applyProgress(pass);
      throw error;
    }
    return this.#settle(pass);
  }

  /** Reads the rows page by page, with the kind of request that this list needs. */
  async #ask(
    connection: Connection,
    {priority, pass, first, atMost, from}: FetchedParts,
    onPage: (page: ListPage) => void,
  ): Promise<void> {
    const {family} = this.#rows;
    const source = connection.operation(family.source);
    if (!source) throw new Error(`No operation ${family.source}`);
    const request = {...listRequest(source, {...family.query, ...this.#params}), priority};
    if (source.spec.page && this.#pagesAtMost !== undefined) {
      const pages = await this.#askPages(connection, {source, request}, {first, atMost}, onPage);
      const parts = Math.min(first === 0 ? this.#pagesAtMost : atMost, pages);
      this.#parts = Math.max(this.#parts, parts);
      this.#partial = parts < pages ? {pass, parts} : undefined;
      return;
    }
    const query = from === undefined ? request.query : {...request.query, marker: from};
    let parts = first;
    const take = (page: ListPage, next: string | undefined): boolean => {
      if (source.spec.pagedBy !== 'marker') {
        onPage(page);
        return true;
      }
      onPage({...page, page: ++parts});
      this.#parts = Math.max(this.#parts, parts);
      this.#partial = next === undefined ? undefined : {pass, parts, next};
      return parts < atMost;
    };
    this.#isUnsupported = false;
    try {
      await readList(connection, {family, source, request: {...request, query}}, take);
    } catch (error) {
      if (!this.#isMissing(error)) throw error;
      this.#isUnsupported = true;
      onPage({page: 1, pages: 1, results: 0, unreadable: [], isUnchanged: false, items: []});
    }
  }

  /**
   * True if the API doesn't have the list because it is older than the resource type. For a list below a resource, the
   * resource may be deleted instead.
   */
  #isMissing(error: unknown): boolean {
    return this.#rows.family.today === true && Object.keys(this.#params).length === 0 && isNotFound(error);
  }

  /** Reads the newest pages of an endless list, or those after them; returns the number of pages. */
  async #askPages(
    connection: Connection,
    {source, request}: {source: Endpoint; request: PageRequest},
    {first, atMost}: {readonly first: number; readonly atMost: number},
    onPage: (page: ListPage) => void,
  ): Promise<number> {
    let pages = 0;
    const note = (page: ListPage): void => {
      pages = Math.max(pages, page.pages);
      onPage(page);
    };
    if (first === 0)
      await readList(
        connection,
        {family: this.#rows.family, source, request: {...request, pagesAtMost: this.#pagesAtMost}},
        note,
      );
    // Pages are read one after another, because the list may have become shorter.
    for (let page = first + 1; first > 0 && page <= atMost && (pages === 0 || page <= pages); page++) {
      const listPage = await connection.page(source, {...request, page});
      note({...listPage, items: [...listPage.items]});
    }
    return pages;
  }

  /** Yields to keys and paints before every slice except the first. */
  async #pace(items: number): Promise<void> {
    this.#takenCount += items;
    if (this.#takenCount <= itemsPerTurn) return;
    this.#takenCount = items;
    await this.#clock.yieldToLoop();
  }

  async #takePage(pass: ListFetchPass, page: ListPage): Promise<void> {
    const first = pass.total === undefined && !this.#rows.isFetched;
    await pass.addPage(page);
    const now = this.#clock.monotonic();
    if (!first && (now < this.#showAt || this.#rows.table.changedIds.size === 0)) return;
    if (!first) await this.#clock.yieldToLoop();
    const startedAt = this.#clock.monotonic();
    this.#rows.applyProgress(pass);
    const after = this.#clock.monotonic();
    this.#showAt =
      after +
      Math.max(minStateIntervalMs, this.#rows.order.length / maxRowsPerMs, (after - startedAt) * stateCostFactor);
  }

  #settle(pass: ListFetchPass): FetchOutcome {
    const rows = this.#rows;
    const hasMissedRows = this.#pagesAtMost === undefined && !pass.isExact;
    const before = rows.order;
    pass.prune();
    // Rows beyond the part that was read may still exist; a listing is in the order of its markers.
    const end = this.#partial?.next;
    const unseenIds = rows.applyPass(pass, hasMissedRows, id => end === undefined || String(id) <= end);
    const {unreadable} = rows.facts;
    const facts = {
      phase: 'ready' as const,
      isComplete: pass.isExact && !this.isPartial,
      total: pass.total ?? rows.order.filter(entry => !entry.isVanishing).length,
      isFromSnapshot: false,
      unreadable: jsonEqual(unreadable, pass.unreadable) ? unreadable : pass.unreadable,
      failure: undefined,
      isUnsupported: this.#isUnsupported,
    };
    rows.update('endFetch', facts, {isReordered: rows.isMoved(before)});
    return {isIncomplete: hasMissedRows, unseenIds};
  }
}
