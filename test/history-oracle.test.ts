/**
 * The history against the emulator: the state of rows at 1,000 random instants, during random changes, interruptions and
 * restarts. A value that the history calls exact must be the one that the account had.
 */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {seededRandom} from '../src/emulator/engine/time/random.ts';
import type {AnyRow, FamilyId, RowId} from '../src/families/shape/define-family.ts';
import type {HistoryDatabase} from '../src/store/history/history-database.ts';
import {memoryHistoryFile} from '../src/store/history/history-file.ts';
import {HistoryReader} from '../src/store/history/history-reader.ts';
import {defaultHistoryLimits, type PastRow} from '../src/store/history/history-types.ts';
import {differencesBetween} from '../src/store/history/row-patch.ts';
import {openTimedSession, type TimedSession} from './support/timed-session.ts';

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

let account: TimedSession;
let database: HistoryDatabase;
const moments: Moment[] = [];

const random = seededRandom(11);
const chance = (share: number) => random.next() < share;
const pick = <T>(items: readonly T[]): T => items[Math.floor(random.next() * items.length)] as T;

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${account.account.url}${path}`, {
    method,
    headers: {authorization: `Bearer ${account.account.token}`, 'content-type': 'application/json'},
    ...(body && {body: JSON.stringify(body)}),
  });
  return response.json();
}

/** @param added fields that the client adds when the API leaves them out */
async function rowsOf(path: string, added: object): Promise<readonly AnyRow[]> {
  const {data} = (await call('GET', `${path}?page_size=100`)) as {data: AnyRow[]};
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
    () => call('PUT', `/compute/instances/${instance}`, {tags: [pick(['a', 'b', 'c'])]}),
    () => call('PUT', `/compute/instances/${instance}`, {label: name}),
    () => call('POST', `/compute/instances/${instance}/${pick(['boot', 'reboot', 'shutdown'])}`, {}),
    () => call('POST', `/compute/instances/${instance}/resize`, {type: pick(['g6-standard-2', 'g6-standard-4'])}),
    () => call('PUT', `/volumes/${volume}`, {tags: [pick(['a', 'b'])]}),
    () => call('POST', `/volumes/${volume}/${pick(['detach', 'attach'])}`, {compute_id: instance}),
    () => call('POST', `/volumes/${volume}/resize`, {size: 200 + Math.floor(random.next() * 100)}),
    () => call('POST', '/volumes', {label: name, region: 'us-east', size: 20}),
    () => (chance(0.3) ? call('DELETE', `/volumes/${volume}`) : undefined),
    () => (chance(0.1) ? call('DELETE', `/compute/instances/${instance}`) : undefined),
    () => call('PUT', `/domains/${domain}`, {description: pick(['one', 'two', 'three'])}),
    () => call('POST', '/domains', {domain: `${name}.example`, type: 'master', soa_email: 'a@b.example'}),
  ];
  await pick(changes)();
}

beforeAll(async () => {
  const file = memoryHistoryFile(defaultHistoryLimits);
  account = await openTimedSession({history: file, accounts: 'demo'});
  database = await file.open();
  const watch = () => Object.values(lists).map(({family}) => account.session.collection(family).subscribe(() => {}));
  let leave = watch();
  while (moments.length < instants) {
    // Most changes are far apart, and some come between two polls.
    await account.advance(1 + Math.floor(random.next() * (chance(0.3) ? 2000 : 25_000)));
    await snapshot();
    if (chance(0.4)) await change();
    if (chance(0.03)) {
      for (const stop of leave) stop();
      if (chance(0.5)) await account.reopen();
      const end = account.clock.now() + 60_000 + Math.floor(random.next() * 900_000);
      while (account.clock.now() < end) {
        await account.advance(20_000 + Math.floor(random.next() * 100_000));
        await snapshot();
        if (chance(0.5)) await change();
      }
      // A read in the very millisecond of a change would have both states.
      await account.advance(1);
      leave = watch();
    }
  }
  for (const stop of leave) stop();
  await account.session.close();
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

test('each field that the history calls exact has the value that the account had at the instant', () => {
  const wrong: string[] = [];
  const counts = {exact: 0, approximate: 0, unknown: 0};
  for (const {at, family, past, truth} of comparisons()) {
    counts[past.certainty]++;
    if (past.certainty === 'exact')
      for (const field of mistakes(past.earlier, truth)) wrong.push(`${family} ${past.id} at ${at}: ${field}`);
  }
  expect(wrong).toEqual([]);
  expect(moments).toHaveLength(instants);
  // The history is not right only because it calls everything unknown.
  expect(counts.exact).toBeGreaterThan(counts.approximate);
  expect(counts.approximate).toBeGreaterThan(100);
});

test('a row whose state is approximate had one of the two versions around the instant, unless it changed twice', () => {
  let inside = 0;
  let outside = 0;
  for (const {past, truth} of comparisons()) {
    if (past.certainty !== 'approximate') continue;
    const isBound = [past.earlier, past.later].some(version => mistakes(version, truth).length === 0);
    if (isBound) inside++;
    else outside++;
  }
  expect(inside).toBeGreaterThan(20 * outside);
});
