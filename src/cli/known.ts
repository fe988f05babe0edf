/** Rows that were read for one command, as columns and sentences may look at them. */
import type {Event} from '../contract/account/events.ts';
import type {AnyRow, Family, FamilyId, Lookup, PathParams, RowId} from '../families/define.ts';
import {isEventAbout, isInProgress} from '../families/entities.ts';
import {familyOf} from '../families/registry.ts';
import type {Connection} from '../store/connection.ts';
import type {Identifiers} from '../store/identifiers.ts';
import {operations} from './actions.ts';
import {readOne, readRows} from './read.ts';

export interface Known {
  readonly look: Lookup;
  add(family: Family, rows: readonly AnyRow[], at?: PathParams): void;
  /** The first of a long list: what is behind them is not looked for. */
  addPart(family: Family, rows: readonly AnyRow[]): void;
  /** Newest first. */
  hear(events: readonly Event[]): void;
  addOne(family: Family, id: RowId, row: AnyRow | undefined, at?: PathParams): void;
  /** What was looked for in lists that were not there, since this was asked last. */
  missed(): readonly Missed[];
}

interface Missed {
  readonly family: FamilyId;
  readonly at: PathParams;
  /** Rows that were looked for; absent where the whole list was. */
  readonly ids?: readonly RowId[];
}

interface List {
  readonly isWhole: boolean;
  readonly rows: readonly AnyRow[];
  readonly byId: ReadonlyMap<RowId, AnyRow>;
}

export function createKnown(now: () => number, identifiers: Identifiers): Known {
  const lists = new Map<string, List>();
  let events: readonly Event[] = [];
  const key = (family: FamilyId, at: PathParams = {}) => `${family} ${JSON.stringify(at)}`;
  const ones = new Map<string, Map<RowId, AnyRow | undefined>>();
  const missed = new Map<string, {readonly family: FamilyId; readonly at: PathParams; ids: Set<RowId> | undefined}>();
  const listOf = (family: FamilyId, at: PathParams = {}): List | undefined => {
    const list = lists.get(key(family, at));
    if (!list) missed.set(key(family, at), {family, at, ids: undefined});
    return list;
  };
  const find = (family: FamilyId, id: RowId, at: PathParams = {}): AnyRow | undefined => {
    const place = key(family, at);
    const [list, read] = [lists.get(place), ones.get(place)];
    if (list) return list.byId.get(id);
    if (read?.has(id)) return read.get(id);
    const known = missed.get(place) ?? {family, at, ids: new Set()};
    known.ids?.add(id);
    missed.set(place, known);
    return undefined;
  };
  const keep = (family: Family, rows: readonly AnyRow[], at: PathParams | undefined, isWhole: boolean): void => {
    lists.set(key(family.id, at), {rows, isWhole, byId: new Map(rows.map(row => [family.key(row), row]))});
  };
  return {
    add: (family, rows, at) => keep(family, rows, at, true),
    addPart: (family, rows) => keep(family, rows, {}, false),
    addOne(family, id, row, at) {
      const place = key(family.id, at);
      ones.set(place, (ones.get(place) ?? new Map()).set(id, row));
    },
    hear(news) {
      events = news;
    },
    missed() {
      const all = [...missed.values()].map(({ids, ...list}) => ({...list, ...(ids && {ids: [...ids]})}));
      missed.clear();
      return all;
    },
    look: {
      get now() {
        return now();
      },
      // What is under a family's ID was read from that family's list: the types say no more than that.
      find: (family, id, at) => (id == null ? undefined : (find(family, id, at) as never)),
      rows: (family, at) => (listOf(family, at)?.rows ?? []) as never,
      complete: (family, at) => listOf(family, at)?.isWhole ?? false,
      // What is looked for is read before anything is said: what is not there then could not be. Asking for this reads nothing.
      failed: (family, at) => !lists.has(key(family, at)),
      pending: () => false,
      sampled: () => undefined,
      lastEvent: (entity, id) => events.find(event => isEventAbout(event, entity, id)),
      running: (entity, id) => events.find(event => isInProgress(event) && isEventAbout(event, entity, id)),
      spell: identifiers.spell,
      spelled: (family, row) => identifiers.row(familyOf(family), row, id => operations.get(id)),
    },
  };
}

/** Rows of one account, and how more of them are read. */
export interface Source {
  readonly connection: Connection;
  readonly known: Known;
}

/** So many rows are looked up one by one; where more are looked for, their list is read. */
const onesAtMost = 5;

/**
 * What `make` makes of what is known, once what it looks for elsewhere was read, too: the backends of a NodeBalancer are
 * in its configs, and the instance of an address is known by its number alone. What cannot be read stays unknown.
 */
export async function consulting<T>(sources: readonly Source[], make: () => T): Promise<T> {
  const readers = sources.map(source => ({source, asked: new Set<string>()}));
  for (;;) {
    for (const {known} of sources) known.missed();
    const made = attempt(make);
    const wanted = readers.flatMap(({source, asked}) =>
      source.known.missed().flatMap(missed => {
        const question = JSON.stringify(missed);
        if (asked.has(question)) return [];
        asked.add(question);
        return [{source, missed}];
      }),
    );
    if (wanted.length === 0) return made();
    await Promise.allSettled(wanted.map(({source, missed}) => consult(source, missed)));
  }
}

/** What was made, or the mistake that was found: it may be none once more is known. */
function attempt<T>(make: () => T): () => T {
  try {
    const made = make();
    return () => made;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function consult({connection, known}: Source, {family: id, at, ids}: Missed): Promise<void> {
  const family = familyOf(id);
  const one = connection.operation(`${id}.get`);
  if (!ids || ids.length > onesAtMost || !one)
    return known.add(family, (await readRows(connection, family, {params: at})).rows, at);
  await Promise.allSettled(
    ids.map(async wanted => {
      known.addOne(family, wanted, await readOne(connection, family, {at, id: String(wanted)}), at);
    }),
  );
}

/** Writes parts of a list in their order, each as soon as the lists that `make` looks through for it were read. */
export function streaming<T>(source: Source, make: (rows: readonly AnyRow[]) => T, write: (made: T) => void) {
  let before = Promise.resolve();
  return {
    take(rows: readonly AnyRow[]): void {
      before = before.then(async () => write(await consulting([source], () => make(rows))));
      // Whoever waits for the end hears of it.
      before.catch(() => {});
    },
    ended: () => before,
  };
}
