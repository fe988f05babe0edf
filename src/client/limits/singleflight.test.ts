import {expect, test} from 'vitest';
import {CanceledError} from '../core/errors.ts';
import type {Priority, Ticket} from './request-scheduler.ts';
import {type SharedCall, Singleflight} from './singleflight.ts';

/** A request that a test ends: it rejects when it is canceled. */
function startRequest() {
  const calls: SharedCall[] = [];
  const {promise, resolve, reject} = Promise.withResolvers<string>();
  const start = (call: SharedCall) => {
    calls.push(call);
    call.signal.addEventListener('abort', () => reject(call.signal.reason));
    return promise;
  };
  return {calls, start, resolve};
}

const background = {priority: 'background'} as const;

test('equal calls share one request, and all get its response', async () => {
  const flights = new Singleflight<string>();
  const {calls, start, resolve} = startRequest();
  let joinedCount = 0;
  const results = [1, 2, 3].map(() => flights.run('volumes', background, start, () => joinedCount++));
  resolve('response');
  expect(await Promise.all(results)).toEqual(['response', 'response', 'response']);
  expect([calls.length, joinedCount]).toEqual([1, 2]);
});

test('a call after the response sends a request of its own', async () => {
  const flights = new Singleflight<string>();
  const first = startRequest();
  const running = flights.run('volumes', background, first.start);
  first.resolve('first');
  await running;
  const second = startRequest();
  second.resolve('second');
  expect(await flights.run('volumes', background, second.start)).toBe('second');
});

test('a call without a key is never shared', async () => {
  const flights = new Singleflight<string>();
  const {calls, start, resolve} = startRequest();
  const results = [1, 2].map(() => flights.run(undefined, background, start));
  resolve('response');
  await Promise.all(results);
  expect(calls).toHaveLength(2);
});

test('a caller that leaves is canceled at once, and the others get the response', async () => {
  const flights = new Singleflight<string>();
  const {calls, start, resolve} = startRequest();
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const left = flights.run('volumes', {...background, signal: leaving.signal}, start);
  const stayed = flights.run('volumes', {...background, signal: staying.signal}, start);
  leaving.abort();
  await expect(left).rejects.toBeInstanceOf(CanceledError);
  expect(calls[0]?.signal.aborted).toBe(false);
  resolve('response');
  expect(await stayed).toBe('response');
});

test('the last caller that leaves cancels the request', async () => {
  const flights = new Singleflight<string>();
  const {calls, start} = startRequest();
  const controllers = [new AbortController(), new AbortController()];
  const results = controllers.map(({signal}) => flights.run('volumes', {...background, signal}, start));
  for (const controller of controllers) controller.abort();
  const outcomes = await Promise.allSettled(results);
  expect(outcomes.map(outcome => outcome.status === 'rejected' && outcome.reason)).toEqual([
    expect.any(CanceledError),
    expect.any(CanceledError),
  ]);
  expect(calls[0]?.signal.aborted).toBe(true);
});

test('a call after the last caller left doesn’t join the canceled request', async () => {
  const flights = new Singleflight<string>();
  const first = startRequest();
  const controller = new AbortController();
  const left = flights.run('volumes', {...background, signal: controller.signal}, first.start);
  controller.abort();
  const second = startRequest();
  second.resolve('second');
  expect(await flights.run('volumes', background, second.start)).toBe('second');
  await expect(left).rejects.toBeInstanceOf(CanceledError);
});

test('a call that was canceled before it started sends no request', async () => {
  const flights = new Singleflight<string>();
  const {calls, start} = startRequest();
  const signal = AbortSignal.abort();
  await expect(flights.run('volumes', {...background, signal}, start)).rejects.toBeInstanceOf(CanceledError);
  expect(calls).toEqual([]);
});

test('closing cancels the requests in flight, and later calls send none', async () => {
  const flights = new Singleflight<string>();
  const {calls, start} = startRequest();
  const running = flights.run('volumes', background, start);
  flights.close();
  await expect(running).rejects.toBeInstanceOf(CanceledError);
  await expect(flights.run('domains', background, start)).rejects.toBeInstanceOf(CanceledError);
  expect(calls).toHaveLength(1);
});

test('a joining call raises the priority of the request, and never lowers it', async () => {
  const flights = new Singleflight<string>();
  const raised: Priority[] = [];
  const ticket = {raisePriority: priority => raised.push(priority)} as Partial<Ticket> as Ticket;
  const {calls, start, resolve} = startRequest();
  const startWithTicket = (call: SharedCall) => {
    call.ticket = ticket;
    return start(call);
  };
  const results = (['screen', 'background', 'user'] as const).map(priority =>
    flights.run('volumes', {priority}, startWithTicket),
  );
  expect(calls[0]?.priority).toBe('user');
  expect(raised.at(-1)).toBe('user');
  expect(raised).not.toContain('background');
  resolve('response');
  await Promise.all(results);
});
