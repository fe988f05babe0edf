/** The cost of staying current: recorded traffic of a real client against the emulator, on virtual time. */

import {afterEach, describe, expect, test} from 'vitest';
import {families} from '../../src/families/registry.ts';
import {accountPart} from '../../src/store/session/account-state.ts';
import {prefetchCounts} from '../../src/ui/app/background-prefetch.ts';
import {openTimedSession, type TimedSession, type TimedSessionOptions} from '../support/timed-session.ts';

const MINUTE = 60_000;
let virtual: TimedSession | undefined;
afterEach(async () => {
  await virtual?.close();
  virtual = undefined;
});

/** A session that shows the instances, read through. */
async function watching(options: TimedSessionOptions = {}) {
  const opened = await openTimedSession(options);
  virtual = opened;
  const {session} = opened;
  const instances = session.collection('instances');
  for (const source of [
    instances,
    accountPart(session.account, 'status'),
    accountPart(session.account, 'operations'),
    accountPart(session.account, 'pulse'),
  ])
    source.subscribe(() => {});
  await opened.advance(1000);
  const since = opened.traffic.length;
  const sent = () => opened.traffic.slice(since);
  /** Does something to an instance beside the console. */
  async function outside(path: string, method = 'POST'): Promise<void> {
    const response = await fetch(`${opened.account.url}${path}`, {
      method,
      headers: {authorization: `Bearer ${opened.account.token}`, 'content-type': 'application/json'},
      ...(method === 'POST' && {body: '{}'}),
    });
    expect(response.status).toBe(200);
  }
  const named = (label: string) => instances.getState().rows.find(row => row.label === label);
  return {...opened, instances, sent, outside, named};
}

const count = (sent: TimedSession['traffic'], operation: string) =>
  sent.filter(one => one.operation === operation).length;
const refused = (sent: TimedSession['traffic']) => sent.filter(({status}) => status === 429).length;

describe('1,000 instances during five minutes without a change', () => {
  test.each([
    ['an API with filters and announced limits', {}],
    ['an API that ignores filters and announces no limit', {hasMinimalApi: true, limits: {}}],
  ] as const)('%s: at most 25 requests, and a change by another client is seen with the next poll', async (_, options) => {
    const {advance, sent, outside, instances, session} = await watching({accounts: 1000, ...options});
    expect(instances.getState()).toMatchObject({isComplete: true, total: 1000});
    const before = sent().length;
    await advance(5 * MINUTE);
    expect(sent().length - before).toBeLessThanOrEqual(25);
    expect(count(sent(), 'account.events.list')).toBeGreaterThanOrEqual(19);
    expect(session.account.getState().status.liveness).toBe('live');

    const row = instances.getState().rows.find(({status}) => status === 'running');
    const at = sent().length;
    await outside(`/compute/instances/${row?.id}/shutdown`);
    await advance(15_000);
    expect(instances.getState().byId.get(row?.id as number)?.status).not.toBe('running');
    // Only the list that it concerns was read.
    expect(count(sent().slice(at), 'instances.list')).toBe(0);
    await advance(2 * MINUTE);
    expect(instances.getState().byId.get(row?.id as number)?.status).toBe('offline');
    expect(refused(sent())).toBe(0);
  });
});

test('a limit of 20 requests a minute is kept for ten busy minutes, and every change is seen', async () => {
  const limits = {general: {requests: 20, seconds: 60}};
  const {advance, sent, outside, named, session, traffic} = await watching({limits});
  const stops = (['volumes', 'domains', 'account.notifications'] as const).map(family =>
    session.collection(family).subscribe(() => {}),
  );
  for (let minute = 0; minute < 10; minute++) {
    // An operation runs all the time. The other client sends only one request per minute, because it has the same limit.
    if (minute % 3 === 1) await outside(`/compute/instances/${named('web-05')?.id}/reboot`);
    await advance(MINUTE);
  }
  expect(refused(traffic)).toBe(0);
  expect(sent().length).toBeGreaterThan(60);
  expect(sent().length).toBeLessThanOrEqual(200);
  expect(named('web-05')?.status).toBe('running');
  expect(session.account.getState().status.failure).toBeUndefined();
  for (const stop of stops) stop();
});

test('several lists and details that are open at once send each request once', async () => {
  const {session, advance, traffic, named} = await watching();
  const id = named('web-01')?.id as number;
  const before = traffic.length;
  const open = () => [
    session.collection('instances').subscribe(() => {}),
    session.collection('volumes').subscribe(() => {}),
    session.collection('volumes').subscribe(() => {}),
    session.collection('instances.disks', {computeId: id}).subscribe(() => {}),
    session.collection('instances.disks', {computeId: id}).subscribe(() => {}),
    session.query('instances.stats.get', {computeId: id}, 300).subscribe(() => {}),
    session.query('instances.stats.get', {computeId: id}, 300).subscribe(() => {}),
  ];
  const stops = [...open(), ...open()];
  await advance(1000);
  const asked = traffic.slice(before).map(({operation, path}) => `${operation} ${path}`);
  expect(new Set(asked).size).toBe(asked.length);
  for (const operation of ['volumes.list', 'instances.disks.list', 'instances.stats.get'])
    expect(count(traffic.slice(before), operation), operation).toBe(1);
  for (const stop of stops) stop();
  expect(session.account.getState().status.liveness).toBe('live');
});

test('polls are slow when idle, fast during an operation, and slowest without the focus', async () => {
  const {advance, sent, outside, named, session} = await watching();
  await advance(3 * MINUTE);
  const polls = async (milliseconds: number) => {
    const before = count(sent(), 'account.events.list');
    await advance(milliseconds);
    return count(sent(), 'account.events.list') - before;
  };
  expect(await polls(MINUTE)).toBe(4);
  await outside(`/compute/instances/${named('web-05')?.id}/reboot`);
  await advance(15_000);
  expect(await polls(10_000)).toBe(5);
  await advance(2 * MINUTE);
  session.setFocused(false);
  expect(await polls(4 * MINUTE)).toBeLessThanOrEqual(4);
  session.setFocused(true);
  expect(await polls(1000)).toBe(1);
});

describe('an API that is offline for an hour', () => {
  /** Sets the faults of later requests; none without a plan. */
  const spoil = async (url: string, plan?: object): Promise<void> => {
    const options = plan ? {method: 'POST', body: JSON.stringify(plan)} : {method: 'DELETE'};
    const response = await fetch(new URL('/_emulator/faults', url), options);
    expect(response.status).toBe(200);
  };
  const shown = ['instances', 'volumes', 'domains', 'nodebalancers', 'images', 'support.tickets'] as const;

  test.each([
    ['every connection is cut', {kind: 'reset'}, 0],
    // One other request shows whether all requests fail or only the events; its repeats count as well.
    ['every answer has status 503', {kind: 'error', status: 503}, 4],
  ] as const)('%s: only the usual poll is sent', async (_, fault, atMost) => {
    const {advance, sent, session, account, clock} = await watching();
    const lists = shown.map(family => session.collection(family));
    const [instance] = session.collection('instances').getState().rows;
    const stops = [
      ...lists.map(list => list.subscribe(() => {})),
      session.query('instances.stats.get', {computeId: Number(instance?.id)}, 60).subscribe(() => {}),
      prefetchCounts(session, families, clock, () => {}),
    ];
    await advance(2 * MINUTE);
    expect(lists.map(list => list.getState().isComplete)).toEqual(shown.map(() => true));
    await spoil(account.url, {faults: [fault]});
    // Until the next poll the outage isn't known.
    await advance(MINUTE);
    const before = sent().length;
    await advance(60 * MINUTE);
    const asked = sent().slice(before);
    expect(count(asked, 'account.events.list')).toBeGreaterThan(200);
    expect(asked.length).toBeLessThanOrEqual(60 * 4 + atMost);
    const beside = asked.filter(({operation}) => operation !== 'account.events.list').map(({operation}) => operation);
    expect(beside.length, beside.join(' ')).toBeLessThanOrEqual(atMost);
    // A user who opens a list sees why it is empty; a retry sends one request.
    const opened = session.collection('kernels');
    stops.push(opened.subscribe(() => {}));
    await advance(1000);
    expect(opened.getState()).toMatchObject({failure: {code: 'unreachable'}});
    opened.refetch();
    await advance(MINUTE);
    expect(count(sent().slice(before), 'kernels.list')).toBeLessThanOrEqual(4);
    await spoil(account.url);
    await advance(2 * MINUTE);
    expect([...lists, opened].filter(list => !list.getState().isComplete || list.getState().failure)).toEqual([]);
    expect(session.account.getState().status).toMatchObject({liveness: 'live', failure: undefined});
    for (const stop of stops) stop();
  });

  test('a list that is read successfully makes all others read again', async () => {
    const {advance, session, account} = await watching();
    const lists = (['instances', 'volumes'] as const).map(family => session.collection(family));
    const stops = lists.map(list => list.subscribe(() => {}));
    await advance(MINUTE);
    await spoil(account.url, {faults: [{kind: 'reset'}]});
    await advance(30 * MINUTE);
    expect(session.account.getState().status.liveness).toBe('offline');
    await spoil(account.url);
    lists[1]?.refetch();
    await advance(500);
    expect(session.account.getState().status.liveness).toBe('live');
    expect(lists.filter(list => list.getState().failure)).toEqual([]);
    for (const stop of stops) stop();
  });
});
