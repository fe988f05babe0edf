/** The rows of every family in the demo account, read over HTTP as the console reads them. */
import {type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import {families, familyOf} from '../../src/families/registry.ts';
import type {AnyRow, Family, FamilyId, Lookup, PathParams} from '../../src/families/shape/define-family.ts';
import {isOffered} from '../../src/families/shape/offered-operations.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import {realClock} from '../../src/store/core/clock.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import type {Session} from '../../src/store/session/session.ts';

export interface PlacedRow {
  readonly row: AnyRow;
  /** The list's path parameters. */
  readonly params: PathParams;
}

export interface DemoRows {
  readonly lookup: Lookup;
  readonly now: number;
  readonly of: (family: FamilyId) => readonly PlacedRow[];
  close(): Promise<void>;
}

/** Lists of one family that are read, and those among them that have rows: the disks of a few instances are enough. */
const maxLists = 30;
const maxFilled = 4;
/** Rows of a list whose own lists are read. */
const maxParents = 40;
/** Rows of a list without end that are read. */
const maxRows = 90;

export async function readDemoRows(): Promise<DemoRows> {
  const account: RunningEmulator = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  const session = createSession({
    families,
    connect: createConnect({baseUrl: account.url, token: () => account.token, readOnly: true}),
    clock: realClock,
    random: () => 0.5,
    profile: {name: 'demo', production: false, readOnly: true},
  });
  const found = await readAllRows(session);
  const now = session.lookup.now;
  return {
    lookup: {...session.lookup, now},
    now,
    of: id => found.get(id) ?? [],
    async close() {
      await session.close();
      await account.close();
    },
  };
}

/** Rows of every family, with the lists that hang below them. */
export async function readAllRows(session: Session): Promise<ReadonlyMap<FamilyId, readonly PlacedRow[]>> {
  const found = new Map<FamilyId, PlacedRow[]>();
  const lists = new Map<FamilyId, {all: number; filled: number}>();

  async function visit(id: FamilyId, parentParams: PathParams): Promise<void> {
    const count = lists.get(id) ?? {all: 0, filled: 0};
    if (count.all >= maxLists || count.filled >= maxFilled) return;
    count.all++;
    lists.set(id, count);
    const family = familyOf(id);
    const rows = await rowsOf(session, family, parentParams);
    if (rows.length > 0) count.filled++;
    found.set(id, [...(found.get(id) ?? []), ...rows.map(row => ({row, params: parentParams}))]);
    for (const row of rows.slice(0, maxParents)) await visitBelow(family, row, parentParams);
  }

  async function visitBelow(family: Family, row: AnyRow, parentParams: PathParams): Promise<void> {
    const folder = family.contents?.(row, parentParams);
    if (folder) await visit(folder.family, folder.params);
    for (const tab of family.detail) {
      if (!('list' in tab) || tab.unless?.(row, session.lookup, parentParams) !== undefined) continue;
      const params = tab.params(row, parentParams);
      await visit(tab.list, params);
      if (tab.childList)
        for (const item of await rowsOf(session, familyOf(tab.list), params))
          await visit(tab.childList.list, tab.childList.params(item, params));
    }
  }

  // The list of engines shows which of them the account offers.
  await rowsOf(session, familyOf('databases.engines'), {});
  for (const {id, source, group, byName} of families)
    if ((group !== undefined || byName) && isOffered(source, session.lookup)) await visit(id, {});
  return found;
}

export function rowsOf(session: Session, family: Family, params: PathParams): Promise<readonly AnyRow[]> {
  const collection = session.collection(family.id, params);
  const {promise, resolve, reject} = Promise.withResolvers<readonly AnyRow[]>();
  const check = (): void => {
    const {rows, isComplete, failure} = collection.getState();
    if (failure) reject(new Error(`${family.id} ${JSON.stringify(params)}: ${failure.message}`));
    else if (isComplete || rows.length > maxRows) resolve(rows);
  };
  const stop = collection.subscribe(check);
  check();
  return promise.finally(stop);
}
