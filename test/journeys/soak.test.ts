/**
 * The wallboard for hours under a hostile API, in compressed time: it must say whenever data does not come, show every change
 * that lasts, recover without a key, and grow by nothing. The long form is `npm run soak`.
 */

import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {expect, test} from 'vitest';
import type {FaultRule} from '../../src/emulator/faults/fault-plan.ts';
import {families} from '../../src/families/registry.ts';
import {accountPart} from '../../src/store/session/account-state.ts';
import {isWatchable, StateWatch} from '../../src/store/watch/state-watch.ts';
import {openTimedSession} from '../support/timed-session.ts';
import {recordResult} from '../support/torture.ts';

const MINUTE = 60_000;
/** Of five virtual minutes each; the quick form has one for every kind of trouble. */
const ROUNDS = Number(process.env.SKYDECK_SOAK_ROUNDS ?? 10);

/** Every kind of trouble that takes no real time, one after the other; between two of them the API is well. */
const troubles: readonly FaultRule[] = [
  {kind: 'error', rate: 0.3, status: 500},
  {kind: 'throttle', rate: 0.3, seconds: 5},
  {kind: 'reset', rate: 0.3},
  {kind: 'html', rate: 0.3, status: 502},
  {kind: 'garbage', rate: 0.3},
  {kind: 'truncate', rate: 0.3},
  {kind: 'missing-field', rate: 0.3},
  {kind: 'unknown-enum', rate: 0.3},
  {kind: 'hostile', rate: 0.3},
  {kind: 'shift', rate: 0.3},
];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function control(url: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(new URL(`/_emulator/${path}`, url), {method: 'POST', body: JSON.stringify(body)});
  expect(response.status).toBe(200);
}

test(`${ROUNDS} rounds of the wallboard under faults: no stale data is shown as live, no growth`, async () => {
  const {session, account, advance, clock, close, traffic} = await openTimedSession({backgroundActivity: true});
  const watch = new StateWatch(session, families.filter(isWatchable), clock.now);
  const seen: string[] = [];
  let told = 0;
  const stops = [
    watch.subscribe(shifts => {
      told++;
      for (const {label, after} of shifts) seen.push(`${label} ${after?.word ?? 'gone'}`);
    }),
    ...[
      accountPart(session.account, 'status'),
      accountPart(session.account, 'pulse'),
      accountPart(session.account, 'operations'),
      accountPart(session.account, 'events'),
    ].map(source => source.subscribe(() => {})),
  ];
  await advance(2 * MINUTE);
  expect(watch.isComplete).toBe(true);
  const heap: number[] = [];
  const timers: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const rule = troubles[round % troubles.length] as FaultRule;
    await control(account.url, 'faults', {faults: [rule]});
    for (let step = 0; step < 12; step++) {
      await advance(15_000);
      // Out-of-date data is never called live, whichever request fails.
      const {liveness} = session.account.getState().status;
      const {at} = session.account.getState().pulse;
      if (liveness === 'live') expect(clock.now() - (at ?? 0), `round ${round}`).toBeLessThanOrEqual(50_000);
    }
    await control(account.url, 'faults', {faults: []});
    await advance(2 * MINUTE);
    expect(session.account.getState().status, `after ${rule.kind}`).toMatchObject({
      liveness: 'live',
      failure: undefined,
    });
    if (round % 3 !== 2) continue;
    collectGarbage();
    heap.push(process.memoryUsage().heapUsed);
    timers.push(clock.timers);
    // The test's own record doesn't count as growth of the console.
    (traffic as unknown[]).length = 0;
    seen.length = 0;
  }
  // The final screen shows the account's contents.
  await advance(11 * MINUTE);
  const shown = session.collection('instances').getState();
  const response = await fetch(`${account.url}/compute/instances?page_size=100`, {
    headers: {authorization: `Bearer ${account.token}`},
  });
  const {data} = (await response.json()) as {data: readonly {readonly id: number; readonly status: string}[]};
  const pairs = (rows: readonly {readonly id?: unknown; readonly status?: unknown}[]) =>
    rows.map(({id, status}) => `${id} ${status}`).sort();
  expect(pairs(shown.rows)).toEqual(pairs(data));
  expect(told).toBeGreaterThan(0);
  const [first = 0] = heap;
  const last = heap.at(-1) ?? 0;
  expect(last - first).toBeLessThanOrEqual(Math.max(8e6, first * 0.1));
  expect(Math.max(...timers)).toBeLessThanOrEqual((timers[0] ?? 0) + 60);
  recordResult({name: 'rounds of the wallboard under faults', tried: ROUNDS, survived: ROUNDS, lost: []});
  for (const stop of stops) stop();
  await close();
}, 600_000);

test.each([
  {kind: 'reset'},
  {kind: 'html', status: 503},
] as const)('the API is offline for an hour, and the list is current afterwards: $kind', async rule => {
  const {session, account, advance, close, traffic} = await openTimedSession();
  const collection = session.collection('volumes');
  const stops = [collection, accountPart(session.account, 'status')].map(source => source.subscribe(() => {}));
  await advance(MINUTE);
  const before = collection.getState().rows.length;
  await control(account.url, 'faults', {faults: [rule]});
  (traffic as unknown[]).length = 0;
  await advance(30 * MINUTE);
  expect(session.account.getState().status).toMatchObject({liveness: rule.kind === 'reset' ? 'offline' : 'stale'});
  // Changes by another user meanwhile.
  await control(account.url, 'faults', {faults: []});
  const made = await fetch(`${account.url}/volumes`, {
    method: 'POST',
    headers: {authorization: `Bearer ${account.token}`, 'content-type': 'application/json'},
    body: JSON.stringify({label: 'made-meanwhile', region: 'us-east', size: 20}),
  });
  expect(made.status).toBe(200);
  await control(account.url, 'faults', {faults: [rule]});
  await advance(30 * MINUTE);
  expect(collection.getState().rows).toHaveLength(before);
  // The API is asked at most six times a minute.
  expect(traffic.length).toBeGreaterThan(50);
  expect(traffic.length).toBeLessThan(450);
  await control(account.url, 'faults', {faults: []});
  await advance(2 * MINUTE);
  expect(session.account.getState().status).toMatchObject({liveness: 'live', failure: undefined});
  expect(collection.getState().rows.map(({label}) => label)).toContain('made-meanwhile');
  recordResult({name: `the API away for an hour, and back: ${rule.kind}`, tried: 1, survived: 1, lost: []});
  for (const stop of stops) stop();
  await close();
});
