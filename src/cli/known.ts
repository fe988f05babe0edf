/** Rows that were read for one command, as columns and sentences may look at them. */
import type {Event} from '../contract/account/events.ts';
import type {AnyRow, Family, FamilyId, Look, PathParams, RowId} from '../families/define.ts';
import {concerns, inProgress} from '../families/entities.ts';
import {familyOf} from '../families/registry.ts';
import type {Connection} from '../store/connection.ts';
import {readRows} from './read.ts';

export interface Known {
  readonly look: Look;
  add(family: Family, rows: readonly AnyRow[], at?: PathParams): void;
  /** Newest first. */
  hear(events: readonly Event[]): void;
  /** Lists that were looked through and were not there, since this was asked last. */
  missed(): readonly Missed[];
}

interface Missed {
  readonly family: FamilyId;
  readonly at: PathParams;
}

interface List {
  readonly rows: readonly AnyRow[];
  readonly byId: ReadonlyMap<RowId, AnyRow>;
}

export function createKnown(now: () => number): Known {
  const lists = new Map<string, List>();
  let events: readonly Event[] = [];
  const key = (family: FamilyId, at: PathParams = {}) => `${family} ${JSON.stringify(at)}`;
  const missed = new Map<string, Missed>();
  const listOf = (family: FamilyId, at: PathParams = {}): List | undefined => {
    const list = lists.get(key(family, at));
    if (!list) missed.set(key(family, at), {family, at});
    return list;
  };
  return {
    add(family, rows, at) {
      lists.set(key(family.id, at), {rows, byId: new Map(rows.map(row => [family.key(row), row]))});
    },
    hear(news) {
      events = news;
    },
    missed() {
      const families = [...missed.values()];
      missed.clear();
      return families;
    },
    look: {
      get now() {
        return now();
      },
      // What is under a family's ID was read from that family's list: the types say no more than that.
      find: (family, id, at) => (id == null ? undefined : (lists.get(key(family, at))?.byId.get(id) as never)),
      rows: (family, at) => (listOf(family, at)?.rows ?? []) as never,
      complete: (family, at) => listOf(family, at) !== undefined,
      pending: () => false,
      sampled: () => undefined,
      lastEvent: (entity, id) => events.find(event => concerns(event, entity, id)),
      running: (entity, id) => events.find(event => inProgress(event) && concerns(event, entity, id)),
    },
  };
}

/** Rows of one account, and how more of them are read. */
export interface Source {
  readonly connection: Connection;
  readonly known: Known;
}

/**
 * What `make` makes of what is known, once the lists that it looks through were read, too: the backends of a NodeBalancer
 * are in its configs. A label looked up is not worth a request; a list that cannot be read leaves unknown what is in it.
 */
export async function consulting<T>(sources: readonly Source[], make: () => T): Promise<T> {
  const asked = new Map(sources.map(({known}) => [known, new Set<string>()]));
  for (;;) {
    for (const {known} of sources) known.missed();
    const made = make();
    const wanted = sources.flatMap(source =>
      source.known.missed().flatMap(list => {
        const lists = asked.get(source.known);
        const isNew = lists !== undefined && lists.size !== lists.add(JSON.stringify(list)).size;
        return isNew ? [{...source, ...list}] : [];
      }),
    );
    if (wanted.length === 0) return made;
    await Promise.allSettled(
      wanted.map(async ({connection, known, family: id, at}) => {
        const family = familyOf(id);
        known.add(family, (await readRows(connection, family, {params: at})).rows, at);
      }),
    );
  }
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
