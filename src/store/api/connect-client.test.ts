import {afterEach, expect, it, vi} from 'vitest';
import {createTestResources, listPage} from '../../client/testing.ts';
import {createSession} from '../session/create-session.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {instance, instances, instancesOf} from '../testing/test-families.ts';
import {createConnect} from './connect-client.ts';

const bench = createTestResources();
afterEach(() => bench.end());

const waitUntil = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), {interval: 1, timeout: 5000});

it('reads a list through the real client and updates only changed rows', async () => {
  let rows = instancesOf(150);
  const server = await bench.server(({url}) => {
    const at = new URL(url, 'http://x');
    if (!at.pathname.endsWith('/compute/instances')) return {body: listPage([])};
    const number = Number(at.searchParams.get('page') ?? 1);
    const data = rows.slice((number - 1) * 100, number * 100);
    return {body: listPage(data, {number, pages: 2, results: rows.length})};
  });
  const clock = manualClock();
  const session = createSession({
    families: [instances],
    connect: createConnect({baseUrl: server.url, token: () => 'secret-token', env: {}}),
    clock,
    random: () => 0,
    profile: {name: 'test', production: false, readOnly: false},
  });
  const collection = session.collection('instances');
  let notifications = 0;
  const leave = collection.subscribe(() => {
    notifications++;
  });
  await waitUntil(() => collection.getState().isComplete);
  expect(collection.getState().rows).toHaveLength(150);
  expect(session.account.getState().status.limits.general?.limit).toBe(1600);
  const before = collection.getState();
  notifications = 0;
  await collection.refetch();
  expect(server.requests.filter(({url}) => url.includes('/compute/instances'))).toHaveLength(4);
  expect(notifications).toBe(0);
  expect(collection.getState()).toBe(before);
  rows = rows.map(row => (row.id === 120 ? instance(120, {status: 'offline'}) : row));
  await collection.refetch();
  expect(collection.getState().byId.get(120)?.status).toBe('offline');
  expect(collection.getState().rows.flatMap((row, index) => (row === before.rows[index] ? [] : [row.id]))).toEqual([
    120,
  ]);
  leave();
  await session.close();
});
