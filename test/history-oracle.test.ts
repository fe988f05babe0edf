/**
 * The history against the emulator: the state of rows at 1,000 random instants, during random changes, interruptions and
 * restarts. A value that the history calls exact must be the one that the account had.
 */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {seededRandom} from '../src/emulator/engine/time/random.ts';
import {families} from '../src/families/registry.ts';
import type {AnyRow, FamilyId, RowId} from '../src/families/shape/define-family.ts';
import type {HistoryDatabase} from '../src/store/history/history-database.ts';
import {memoryHistoryFile} from '../src/store/history/history-file.ts';
import {HistoryReader} from '../src/store/history/history-reader.ts';
import {defaultHistoryLimits, type PastRow} from '../src/store/history/history-types.ts';
import {differencesBetween} from '../src/store/history/row-patch.ts';
import {createSession} from '../src/store/session/create-session.ts';
import type {Session} from '../src/store/session/session.ts';
import {openAccount} from './harness/account.ts';
import {settle} from './harness/settle.ts';

const lists = {
  '/compute/instances': {family: 'instances', added: {}},
  '/volumes': {family: 'volumes', added: {}},
  '/domains': {family: 'domains', added: {soa_email: ''}},
} as const;
const instants = 1000;

interface Moment {
  readonly at: number;
  readonly rows: ReadonlyMap<FamilyId, readonly AnyRow[]>;
}

const file = memoryHistoryFile(defaultHistoryLimits);
const account = openAccount({accounts: 'demo'});
let session: Session;
let database: HistoryDatabase;
const moments: Moment[] = [];

const random = seededRandom(11);
const chance = (share: number) => random.next() < share;
const pick = <T>(items: readonly T[]): T => items[Math.floor(random.next() * items.length)] as T;

/** Lets time pass for the session and the account, and waits for all work that follows. */
const advance = (milliseconds: number) => account.clock.advance(milliseconds, () => settle(account.isBusy));

const openSession = () =>
  createSession({
    families,
    connect: account.connect(),
    clock: account.clock,
    random: () => 0.5,
    profile: {name: 'demo', production: false, readOnly: false},
    history: file,
  });

/** @param added fields that the client adds when the API leaves them out */
async function rowsOf(path: string, added: object): Promise<readonly AnyRow[]> {
  const {data} = (await account.call(`GET /v4${path}?page_size=100`)) as {data: AnyRow[]};
  return data.map(row => ({...added, ...row}));
}

async function snapshot(): Promise<void> {
  const rows = new Map<FamilyId, readonly AnyRow[]>();
  for (const [path, {family, added}] of Object.entries(lists)) rows.set(family, await rowsOf(path, added));
  moments.push({at: account.clock.now(), rows});
}

/** Some of the changes are refused, which is a change of nothing. */
async function change(): Promise<void> {
  const now = moments.at(-1)?.rows;
  const {id: instance} = pick(now?.get('instances') ?? []);
  const {id: volume} = pick(now?.get('volumes') ?? []);
  const {id: domain} = pick(now?.get('domains') ?? []);
  const name = `n${Math.floor(random.next() * 1e6)}`;
  const changes = [
    () => account.call(`PUT /v4/compute/instances/${instance}`, {tags: [pick(['a', 'b', 'c'])]}),
    () => account.call(`PUT /v4/compute/instances/${instance}`, {label: name}),
    () => account.call(`POST /v4/compute/instances/${instance}/${pick(['boot', 'reboot', 'shutdown'])}`, {}),
    () =>
      account.call(`POST /v4/compute/instances/${instance}/resize`, {type: pick(['g6-standard-2', 'g6-standard-4'])}),
    () => account.call(`PUT /v4/volumes/${volume}`, {tags: [pick(['a', 'b'])]}),
    () => account.call(`POST /v4/volumes/${volume}/${pick(['detach', 'attach'])}`, {compute_id: instance}),
    () => account.call(`POST /v4/volumes/${volume}/resize`, {size: 200 + Math.floor(random.next() * 100)}),
    () => account.call('POST /v4/volumes', {label: name, region: 'us-east', size: 20}),
    () => (chance(0.3) ? account.call(`DELETE /v4/volumes/${volume}`) : undefined),
    () => (chance(0.1) ? account.call(`DELETE /v4/compute/instances/${instance}`) : undefined),
    () => account.call(`PUT /v4/domains/${domain}`, {description: pick(['one', 'two', 'three'])}),
    () => account.call('POST /v4/domains', {domain: `${name}.example`, type: 'master', soa_email: 'a@b.example'}),
  ];
  await Promise.resolve(pick(changes)()).catch(() => {});
}

beforeAll(async () => {
  session = openSession();
  database = await file.open();
  const watch = () => Object.values(lists).map(({family}) => session.collection(family).subscribe(() => {}));
  let leave = watch();
  while (moments.length < instants) {
    // Most changes are far apart, and some come between two polls.
    await advance(1 + Math.floor(random.next() * (chance(0.3) ? 2000 : 25_000)));
    await snapshot();
    if (chance(0.4)) await change();
    if (chance(0.03)) {
      for (const stop of leave) stop();
      if (chance(0.5)) {
        await session.close();
        session = openSession();
      }
      const end = account.clock.now() + 60_000 + Math.floor(random.next() * 900_000);
      while (account.clock.now() < end) {
        await advance(20_000 + Math.floor(random.next() * 100_000));
        await snapshot();
        if (chance(0.5)) await change();
      }
      // A read in the very millisecond of a change would have both states.
      await advance(1);
      leave = watch();
    }
  }
  for (const stop of leave) stop();
  await session.close();
}, 240_000);

afterAll(() => account.close());

/** The fields in which a version differs from the truth; all of them if one of both doesn't exist. */
const mistakes = (version: AnyRow | undefined, truth: AnyRow | undefined): readonly string[] => {
  if (!version || !truth) return version === truth ? [] : ['exists'];
  return differencesBetween(truth, version).map(({path}) => path);
};

function* comparisons(): Generator<{at: number; family: FamilyId; past: PastRow; truth: AnyRow | undefined}> {
  const reader = new HistoryReader(database);
  for (const {at, rows} of moments)
    for (const [family, real] of rows) {
      const list = reader.listAt(family, {}, at);
      const truths = new Map(real.map(row => [row.id as RowId, row]));
      for (const past of list.rows) yield {at, family, past, truth: truths.get(past.id)};
      if (list.certainty !== 'exact') continue;
      for (const past of list.rows) truths.delete(past.id);
      for (const [id, truth] of truths)
        yield {at, family, past: {id, certainty: 'exact', earlier: undefined, later: undefined}, truth};
    }
}

const wrong: string[] = [];
const counts = {exact: 0, approximate: 0, unknown: 0};
/** Approximate rows that had one of the versions around the instant, and those that had another one. */
let insideCount = 0;
let outsideCount = 0;

/** Compares once for both tests: the comparison parses 100,000 rows. */
beforeAll(() => {
  for (const {at, family, past, truth} of comparisons()) {
    counts[past.certainty]++;
    if (past.certainty === 'exact')
      for (const field of mistakes(past.earlier, truth)) wrong.push(`${family} ${past.id} at ${at}: ${field}`);
    if (past.certainty !== 'approximate') continue;
    const isBound = [past.earlier, past.later].some(version => mistakes(version, truth).length === 0);
    if (isBound) insideCount++;
    else outsideCount++;
  }
});

test('each field that the history calls exact has the value that the account had at the instant', () => {
  expect(wrong).toEqual([]);
  expect(moments).toHaveLength(instants);
  // The history is not right only because it calls everything unknown.
  expect(counts.exact).toBeGreaterThan(counts.approximate);
  expect(counts.approximate).toBeGreaterThan(100);
});

test('a row whose state is approximate had one of the two versions around the instant, unless it changed twice', () => {
  expect(insideCount).toBeGreaterThan(20 * outsideCount);
});
