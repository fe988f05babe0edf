/** Rows that were read for one command, as columns and sentences may look at them. */
import type {Event} from '../contract/account/events.ts';
import type {AnyRow, Family, FamilyId, Look, PathParams, RowId} from '../families/define.ts';
import {concerns, inProgress} from '../families/entities.ts';

export interface Known {
  readonly look: Look;
  add(family: Family, rows: readonly AnyRow[], at?: PathParams): void;
  /** Newest first. */
  hear(events: readonly Event[]): void;
}

interface List {
  readonly rows: readonly AnyRow[];
  readonly byId: ReadonlyMap<RowId, AnyRow>;
}

export function createKnown(now: () => number): Known {
  const lists = new Map<string, List>();
  let events: readonly Event[] = [];
  const key = (family: FamilyId, at: PathParams = {}) => `${family} ${JSON.stringify(at)}`;
  return {
    add(family, rows, at) {
      lists.set(key(family.id, at), {rows, byId: new Map(rows.map(row => [family.key(row), row]))});
    },
    hear(news) {
      events = news;
    },
    look: {
      get now() {
        return now();
      },
      // What is under a family's ID was read from that family's list: the types say no more than that.
      find: (family, id, at) => (id == null ? undefined : (lists.get(key(family, at))?.byId.get(id) as never)),
      rows: (family, at) => (lists.get(key(family, at))?.rows ?? []) as never,
      complete: (family, at) => lists.has(key(family, at)),
      sampled: () => undefined,
      lastEvent: (entity, id) => events.find(event => concerns(event, entity, id)),
      running: (entity, id) => events.find(event => inProgress(event) && concerns(event, entity, id)),
    },
  };
}
