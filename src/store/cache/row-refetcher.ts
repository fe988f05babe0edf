/** Reads outdated rows again: one by one, many in one filtered page, or the whole list if that takes fewer requests. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {AnyRow, Family, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Connection, Priority} from '../api/connection.ts';
import {isRefusal} from '../api/failure-text.ts';
import {singleRowRead} from '../api/read-list.ts';
import {moreUrgent} from '../core/read-loop.ts';

/** The maximum number of rows that are read one by one. */
const maxSingleFetches = 3;
/** The maximum number of IDs in one filter, because a header must stay short. */
const maxIdsPerFilter = 100;

export interface RowRefetcherHost {
  readonly family: Family;
  readonly params: PathParams;
  connect(): Promise<Connection>;
  /** Adds a row that was read separately. */
  put(row: AnyRow): void;
  /** Called if the API has no such row. */
  markDeleted(id: RowId): void;
  /** The number of pages of a full read. */
  pages(): number;
  /** Reads the whole list with a new request; resolves after a success or a failure. */
  refetchAll(priority: Priority): Promise<void>;
  onFailure(error: unknown): void;
}

export class RowRefetcher {
  readonly #host: RowRefetcherHost;
  #requestedIds = new Set<RowId>();
  #priority: Priority = 'background';
  #running: Promise<void> | undefined;
  /** True after the API refused or ignored a filter for IDs: the filter is not tried again. */
  #isFilterRefused = false;
  /** True if reading the whole list is allowed where it takes fewer requests. */
  #canReadList = false;

  constructor(host: RowRefetcherHost) {
    this.#host = host;
  }

  /** Resolves when the reads of these rows succeeded or failed. */
  refetch(ids: Iterable<RowId>, priority: Priority): Promise<void> {
    this.#canReadList = true;
    return this.#start(ids, priority);
  }

  /**
   * Reads rows that a read of the whole list did not find: reading the list again would miss them again, without end.
   * Rows that can only be read with the list wait for its next read.
   */
  refetchUnlisted(ids: Iterable<RowId>): Promise<void> {
    return this.#start(ids, 'background');
  }

  #start(ids: Iterable<RowId>, priority: Priority): Promise<void> {
    for (const id of ids) this.#requestedIds.add(id);
    this.#priority = moreUrgent(this.#priority, priority);
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    try {
      // Rows that are added in the same turn of the event loop are read together.
      await Promise.resolve();
      while (this.#requestedIds.size > 0) {
        const ids = [...this.#requestedIds];
        this.#requestedIds.clear();
        const canReadList = this.#canReadList;
        this.#canReadList = false;
        const refetchAll = async () => (canReadList ? this.#host.refetchAll(this.#priority) : undefined);
        await this.#fetch(ids, this.#priority, refetchAll);
      }
    } catch (error) {
      this.#requestedIds.clear();
      this.#host.onFailure(error);
    } finally {
      this.#running = undefined;
      this.#priority = 'background';
    }
  }

  async #fetch(ids: readonly RowId[], priority: Priority, refetchAll: () => Promise<void>): Promise<void> {
    const {family} = this.#host;
    const connection = await this.#host.connect();
    const list = connection.operation(family.source);
    const readRow = singleRowRead(connection, family, this.#host.params);
    if (ids.length > maxSingleFetches && list && !family.rows && filtersById(list) && !this.#isFilterRefused) {
      const requests = Math.ceil(ids.length / maxIdsPerFilter);
      if (requests >= this.#host.pages()) return refetchAll();
      for (let from = 0; from < ids.length && !this.#isFilterRefused; from += maxIdsPerFilter)
        await this.#readMany(connection, {list, ids: ids.slice(from, from + maxIdsPerFilter), priority}, refetchAll);
      return;
    }
    if (!readRow || ids.length > this.#host.pages() + maxSingleFetches) return refetchAll();
    await Promise.all(
      ids.map(async id => {
        const row = await readRow(id, priority);
        if (row) this.#host.put(row);
        else this.#host.markDeleted(id);
      }),
    );
  }

  async #readMany(
    connection: Connection,
    {list, ids, priority}: {list: Endpoint; ids: readonly RowId[]; priority: Priority},
    refetchAll: () => Promise<void>,
  ): Promise<void> {
    const {family, params} = this.#host;
    const remainingIds = new Set(ids);
    const filter = {'+or': ids.map(id => ({id}))};
    const items = await connection.page(list, {params, filter, size: maxIdsPerFilter, priority}).then(
      page => page.items,
      error => {
        if (isRefusal(error)) return undefined;
        throw error;
      },
    );
    // The API refused or ignored the filter, so an absent row may still exist.
    if (!items?.every(item => remainingIds.delete(family.key(item)))) {
      this.#isFilterRefused = true;
      return refetchAll();
    }
    for (const item of items) this.#host.put(item);
    for (const id of remainingIds) this.#host.markDeleted(id);
  }
}

const filtersById = (list: Endpoint): boolean => list.spec.page?.fields.id?.facts.filterable === true;
