/** Rows that a command has read, for columns and sentences that look them up. */
import type {Event} from '../../contract/account/events.ts';
import {familyOf} from '../../families/registry.ts';
import type {AnyRow, Family, FamilyId, Lookup, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Connection} from '../../store/api/connection.ts';
import {toFailure} from '../../store/api/failure-text.ts';
import {createLookup, type KnownList} from '../../store/core/lookup.ts';
import {type LookupNeed, trackLookups} from '../../store/core/track-lookups.ts';
import {EventLog} from '../../store/sync/event-log.ts';
import {operations} from '../args/action-names.ts';
import {NotFoundError} from '../io/command-errors.ts';
import {readOne, readRows} from './read-lists.ts';

export interface RowCache {
  readonly lookup: Lookup;
  add(family: Family, rows: readonly AnyRow[], params?: PathParams): void;
  /** Adds the first rows of a long list: later rows are not searched. */
  addPartial(family: Family, rows: readonly AnyRow[]): void;
  /** Notes the reason why a list, or rows of it, could not be read. */
  addFailure(family: Family, reason: string): void;
  failureOf(family: FamilyId): string | undefined;
  /** Adds events, in any order. */
  setEvents(events: readonly Event[]): void;
  addRow(family: Family, id: RowId, row: AnyRow | undefined, params?: PathParams): void;
  /** Lookups in lists that were not loaded, since the last call. */
  takeMisses(): readonly CacheMiss[];
}

interface CacheMiss {
  readonly family: FamilyId;
  readonly params: PathParams;
  /** The looked-up rows; absent if the lookup was for the whole list. */
  readonly ids?: readonly RowId[];
}

/** A list that doesn't change during a command. */
class CommandList implements KnownList {
  readonly #byId = new Map<RowId, AnyRow>();
  #rows: readonly AnyRow[] = [];
  /** IDs that the API doesn't have. */
  readonly #missing = new Set<RowId>();
  /** Undefined while only single rows were read. */
  #isWhole: boolean | undefined;

  get isListed(): boolean {
    return this.#isWhole !== undefined;
  }
  getState() {
    const isListed = this.isListed;
    const phase = isListed ? ('ready' as const) : ('failed' as const);
    return {rows: this.#rows, byId: this.#byId, isComplete: this.#isWhole ?? false, phase, failure: undefined};
  }
  idOf(id: RowId): RowId {
    return id;
  }
  annotation(): undefined {
    return undefined;
  }
  has(id: RowId): boolean {
    return this.isListed || this.#byId.has(id) || this.#missing.has(id);
  }
  set(family: Family, rows: readonly AnyRow[], {isWhole}: {isWhole: boolean}): void {
    this.#isWhole = isWhole;
    this.#rows = rows;
    this.#byId.clear();
    for (const row of rows) this.#byId.set(family.key(row), row);
  }
  setRow(id: RowId, row: AnyRow | undefined): void {
    if (row) this.#byId.set(id, row);
    else this.#missing.add(id);
  }
}

/** Creates the cache of a connection. Ages count by its API's clock, or only by `now` if `clockSkewMs` is absent. */
export function createRowCache(
  {
    identifiers,
    clockSkewMs = () => undefined,
  }: Pick<Connection, 'identifiers'> & Partial<Pick<Connection, 'clockSkewMs'>>,
  now: () => number = Date.now,
): RowCache {
  const lists = new Map<string, CommandList>();
  const eventLog = new EventLog();
  const misses = new Map<
    string,
    {readonly family: FamilyId; readonly params: PathParams; ids: Set<RowId> | undefined}
  >();
  const failures = new Map<FamilyId, string>();
  const keyOf = (family: FamilyId, params: PathParams = {}) => `${family} ${JSON.stringify(params)}`;
  const listOf = (family: FamilyId, params: PathParams = {}): CommandList => {
    const key = keyOf(family, params);
    const list = lists.get(key) ?? new CommandList();
    lists.set(key, list);
    return list;
  };
  const lookup = createLookup({
    clock: {now},
    eventLog,
    clockSkewMs,
    isExpected: () => false,
    sampled: () => undefined,
    spell: identifiers.spell,
    spelled: (family, row) => identifiers.row(familyOf(family), row, id => operations.get(id)),
    // All needed rows are read before the output is created, so a list that is still missing could not be read.
    findList: listOf,
  });
  const noteMiss = (family: FamilyId, params: PathParams = {}, need: LookupNeed): void => {
    const list = listOf(family, params);
    if (need === 'failure' || list.isListed) return;
    const key = keyOf(family, params);
    if (need === 'list') misses.set(key, {family, params, ids: undefined});
    else if (!list.has(need.row)) {
      const miss = misses.get(key) ?? {family, params, ids: new Set()};
      miss.ids?.add(need.row);
      misses.set(key, miss);
    }
  };
  return {
    lookup: trackLookups(lookup, noteMiss),
    add: (family, rows, params) => listOf(family.id, params).set(family, rows, {isWhole: true}),
    addPartial: (family, rows) => listOf(family.id).set(family, rows, {isWhole: false}),
    addRow: (family, id, row, params) => listOf(family.id, params).setRow(id, row),
    addFailure: (family, reason) => void failures.set(family.id, reason),
    failureOf: family => failures.get(family),
    setEvents: events => void eventLog.add(events),
    takeMisses() {
      const all = [...misses.values()].map(({ids, ...list}) => ({...list, ...(ids && {ids: [...ids]})}));
      misses.clear();
      return all;
    },
  };
}

/** Rows of one account, and the means to read further rows. */
export interface RowSource {
  readonly connection: Connection;
  readonly cache: RowCache;
}

/** The maximum number of rows that are read one by one; for more rows, their list is read. */
const maxSingleReads = 5;

/**
 * The result of `make` after all rows that it looks up were read: the nodes of a NodeBalancer are in its configs, and
 * an address contains only the number of its instance. Rows that can't be read stay unknown.
 */
export async function resolveLookups<T>(sources: readonly RowSource[], make: () => T): Promise<T> {
  const readers = sources.map(source => ({source, asked: new Set<string>()}));
  for (;;) {
    for (const {cache} of sources) cache.takeMisses();
    const attempted = attempt(make);
    const misses = readers.flatMap(({source, asked: lookups}) =>
      source.cache.takeMisses().flatMap(miss => {
        const missKey = JSON.stringify(miss);
        if (lookups.has(missKey)) return [];
        lookups.add(missKey);
        return [{source, missed: miss}];
      }),
    );
    if (misses.length === 0) return attempted();
    await Promise.all(misses.map(({source, missed: miss}) => fetchMisses(source, miss)));
  }
}

/** The result, or the error, which may not occur when further rows are loaded. */
export function attempt<T>(make: () => T): () => T {
  try {
    const result = make();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function fetchMisses({connection, cache}: RowSource, {family: id, params, ids}: CacheMiss): Promise<void> {
  const family = familyOf(id);
  const endpoint = connection.operation(`${id}.get`);
  const reads =
    !ids || ids.length > maxSingleReads || !endpoint
      ? [async () => cache.add(family, (await readRows(connection, family, {params})).rows, params)]
      : ids.map(id => async () => {
          cache.addRow(family, id, await readOne(connection, family, {params, id: String(id)}), params);
        });
  const results = await Promise.allSettled(reads.map(read => read()));
  // An API without the type has no such rows.
  for (const result of results)
    if (result.status === 'rejected' && !(result.reason instanceof NotFoundError))
      cache.addFailure(family, toFailure(result.reason).message);
}

/** Writes parts of a list in order, each when the lists that `make` looks up for it are read. */
export function streamRows<T>(source: RowSource, make: (rows: readonly AnyRow[]) => T, write: (output: T) => void) {
  let queue = Promise.resolve();
  return {
    add(rows: readonly AnyRow[]): void {
      queue = queue.then(async () => write(await resolveLookups([source], () => make(rows))));
      // A caller that awaits the queue receives the error itself.
      queue.catch(() => {});
    },
    ended: () => queue,
  };
}
