/** Rows that were read for one command, for columns and sentences that look them up. */
import type {Event} from '../../contract/account/events.ts';
import {isEventAbout, isInProgress} from '../../families/events/event-entities.ts';
import {familyOf} from '../../families/registry.ts';
import type {AnyRow, Family, FamilyId, Lookup, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Connection} from '../../store/api/connection.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';
import {operations} from '../args/action-names.ts';
import {readOne, readRows} from './read-lists.ts';

export interface RowCache {
  readonly lookup: Lookup;
  add(family: Family, rows: readonly AnyRow[], at?: PathParams): void;
  /** Adds the first rows of a long list: rows behind them are not searched. */
  addPartial(family: Family, rows: readonly AnyRow[]): void;
  /** Newest first. */
  setEvents(events: readonly Event[]): void;
  addRow(family: Family, id: RowId, row: AnyRow | undefined, at?: PathParams): void;
  /** Lookups in lists that were not loaded, since the last call. */
  takeMisses(): readonly CacheMiss[];
}

interface CacheMiss {
  readonly family: FamilyId;
  readonly at: PathParams;
  /** Rows of the lookup; absent if it was for the whole list. */
  readonly ids?: readonly RowId[];
}

interface CachedList {
  readonly isWhole: boolean;
  readonly rows: readonly AnyRow[];
  readonly byId: ReadonlyMap<RowId, AnyRow>;
}

export function createRowCache(now: () => number, identifiers: Identifiers): RowCache {
  const lists = new Map<string, CachedList>();
  let events: readonly Event[] = [];
  const key = (family: FamilyId, at: PathParams = {}) => `${family} ${JSON.stringify(at)}`;
  const singles = new Map<string, Map<RowId, AnyRow | undefined>>();
  const misses = new Map<string, {readonly family: FamilyId; readonly at: PathParams; ids: Set<RowId> | undefined}>();
  const listOf = (family: FamilyId, at: PathParams = {}): CachedList | undefined => {
    const list = lists.get(key(family, at));
    if (!list) misses.set(key(family, at), {family, at, ids: undefined});
    return list;
  };
  const find = (family: FamilyId, id: RowId, at: PathParams = {}): AnyRow | undefined => {
    const place = key(family, at);
    const [list, singleRow] = [lists.get(place), singles.get(place)];
    if (list) return list.byId.get(id);
    if (singleRow?.has(id)) return singleRow.get(id);
    const miss = misses.get(place) ?? {family, at, ids: new Set()};
    miss.ids?.add(id);
    misses.set(place, miss);
    return undefined;
  };
  const setList = (family: Family, rows: readonly AnyRow[], at: PathParams | undefined, isWhole: boolean): void => {
    lists.set(key(family.id, at), {rows, isWhole, byId: new Map(rows.map(row => [family.key(row), row]))});
  };
  return {
    add: (family, rows, at) => setList(family, rows, at, true),
    addPartial: (family, rows) => setList(family, rows, {}, false),
    addRow(family, id, row, at) {
      const place = key(family.id, at);
      singles.set(place, (singles.get(place) ?? new Map()).set(id, row));
    },
    setEvents(news) {
      events = news;
    },
    takeMisses() {
      const all = [...misses.values()].map(({ids, ...list}) => ({...list, ...(ids && {ids: [...ids]})}));
      misses.clear();
      return all;
    },
    lookup: {
      get now() {
        return now();
      },
      // Rows stored under a family's ID come from that family's list: the types can't express more.
      find: (family, id, at) => (id == null ? undefined : (find(family, id, at) as never)),
      rows: (family, at) => (listOf(family, at)?.rows ?? []) as never,
      complete: (family, at) => listOf(family, at)?.isWhole ?? false,
      // All needed rows are read before the output is made, so a missing list means a failure. This check reads
      // nothing.
      failed: (family, at) => !lists.has(key(family, at)),
      pending: () => false,
      sampled: () => undefined,
      lastEvent: (entity, id) => events.find(event => isEventAbout(event, entity, id)),
      running: (entity, id) => events.find(event => isInProgress(event) && isEventAbout(event, entity, id)),
      isExpected: () => false,
      spell: identifiers.spell,
      spelled: (family, row) => identifiers.row(familyOf(family), row, id => operations.get(id)),
    },
  };
}

/** Rows of one account, and how more of them are read. */
export interface RowSource {
  readonly connection: Connection;
  readonly cache: RowCache;
}

/** Maximum number of rows that are fetched one by one; for more rows, their list is read. */
const maxSingleReads = 5;

/**
 * Result of `make` after all rows that it looks up were read: the nodes of a NodeBalancer are in its configs, and the
 * instance of an address has only its number there. Rows that can't be read stay unknown.
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
    await Promise.allSettled(misses.map(({source, missed: miss}) => fetchMisses(source, miss)));
  }
}

/** Result, or the error: with more rows loaded, it may not be an error. */
function attempt<T>(make: () => T): () => T {
  try {
    const result = make();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function fetchMisses({connection, cache}: RowSource, {family: id, at, ids}: CacheMiss): Promise<void> {
  const family = familyOf(id);
  const endpoint = connection.operation(`${id}.get`);
  if (!ids || ids.length > maxSingleReads || !endpoint)
    return cache.add(family, (await readRows(connection, family, {params: at})).rows, at);
  await Promise.allSettled(
    ids.map(async id => {
      cache.addRow(family, id, await readOne(connection, family, {at, id: String(id)}), at);
    }),
  );
}

/** Writes parts of a list in their order, each as soon as the lists that `make` looks up for it were read. */
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
