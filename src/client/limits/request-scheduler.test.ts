import {expect, test} from 'vitest';
import {contract} from '../../contract/index.ts';
import {createTestScheduler, defaultLimit, passTurns, requestEnd, sendInTurn} from '../testing.ts';
import {type Priority, type Ticket, userReserve} from './request-scheduler.ts';

const list = contract.volumes.list;
const open = contract.support.tickets.create;

test('the number of requests in flight is limited, and user actions have a reserve', async () => {
  const {started, enter} = createTestScheduler({maxInFlight: 2});
  const tickets = [enter('a'), enter('b'), enter('c'), enter('u1', 'user'), enter('u2', 'user'), enter('u3', 'user')];
  await passTurns();
  expect(started).toEqual(['a', 'b', 'u1', 'u2']);
  expect(userReserve).toBe(2);
  tickets[0]?.end(requestEnd());
  await passTurns();
  expect(started).toEqual(['a', 'b', 'u1', 'u2', 'u3']);
});

test('bug: a call that waited for a lane was counted as waiting for the rate limit', async () => {
  const {scheduler, enter} = createTestScheduler({maxInFlight: 1});
  enter('first');
  enter('second');
  await passTurns();
  expect(scheduler.get().general).toMatchObject({waiting: 0});
});

test('a call that waits for a lane starts when another call ends, and not by a timer', async () => {
  const {clock, started, enter} = createTestScheduler({maxInFlight: 1});
  const running = enter('running');
  enter('waiting');
  await passTurns();
  expect(clock.timers).toBe(0);
  running.end(requestEnd());
  await passTurns();
  expect(started).toEqual(['running', 'waiting']);
});

test('waiting requests are sent by priority, then in order of arrival', async () => {
  const {started, enter} = createTestScheduler({maxInFlight: 1});
  const first = enter('first', 'background');
  enter('background', 'background');
  enter('events', 'events');
  enter('screen 1', 'screen');
  enter('screen 2', 'screen');
  const tickets = [first];
  await passTurns();
  expect(started).toEqual(['first']);
  tickets[0]?.end(requestEnd());
  await passTurns();
  expect(started).toEqual(['first', 'screen 1']);
});

test('a waiting call moves up when a caller with a higher priority joins', async () => {
  const {started, enter} = createTestScheduler({maxInFlight: 1});
  const running = enter('running', 'background');
  enter('screen', 'screen');
  const raised = enter('raised', 'background');
  raised.raisePriority('user');
  raised.raisePriority('events');
  await passTurns();
  running.end(requestEnd());
  await passTurns();
  expect(started.slice(0, 2)).toEqual(['running', 'raised']);
});

test('one rate limit class does not block another', async () => {
  const {started, enter} = createTestScheduler();
  enter('1', 'user', open);
  enter('2', 'user', open);
  enter('3', 'user', open);
  enter('list');
  await passTurns();
  expect(started).toEqual(['1', '2', 'list']);
});

test('an operation without calls so far uses the announced limit of its class', async () => {
  const {started, enter} = createTestScheduler();
  await sendInTurn(enter, 20, index => defaultLimit(19 - index));
  enter('other', 'user', contract.domains.list);
  await passTurns();
  expect(started).not.toContain('other');
});

test('a class that the server splits has a limit for each part', async () => {
  const {started, enter} = createTestScheduler();
  const narrow = enter('narrow', 'user', contract.domains.list);
  const wide = enter('wide', 'user', contract.volumes.list);
  await passTurns();
  narrow.end(requestEnd({limit: 20, remaining: 0, renewsInMs: 60_000}));
  wide.end(requestEnd({limit: 1840, remaining: 1800, renewsInMs: 60_000}));
  enter('narrow again', 'user', contract.domains.list);
  enter('wide again', 'user', contract.volumes.list);
  await passTurns();
  expect(started).toEqual(['narrow', 'wide', 'wide again']);
});

test('each priority except user leaves a share of the limit, and events leave the smallest share', async () => {
  const {started, enter} = createTestScheduler();
  const left = (remaining: number) =>
    sendInTurn(enter, 1, () => requestEnd({limit: 100, remaining, renewsInMs: 60_000}));
  await left(25);
  enter('background', 'background');
  await passTurns();
  expect(started).not.toContain('background');
  await left(5);
  enter('screen', 'screen');
  await passTurns();
  expect(started).not.toContain('screen');
  enter('events', 'events');
  await passTurns();
  expect(started).toContain('events');
  await left(2);
  enter('more events', 'events');
  await passTurns();
  expect(started).not.toContain('more events');
  enter('user', 'user');
  await passTurns();
  expect(started).toContain('user');
});

test('a request with a longer wait than allowed is refused at once, with the time for a retry', async () => {
  const {clock, started, scheduler, enter} = createTestScheduler();
  await clock.advance(60_000);
  const refusedTicket = enter('refused');
  await passTurns();
  refusedTicket.end({headers: undefined, throttled: {waitMs: 200_000}});
  const late = scheduler.enqueue(list, 'user');
  await expect(late.granted).rejects.toMatchObject({code: 'throttled', retryAt: clock.now() + 200_000});
  expect(started).toEqual(['refused']);
});

test('a canceled request is removed from the queue, with its timer', async () => {
  const {clock, started, scheduler, enter} = createTestScheduler({maxInFlight: 1});
  const running = enter('running');
  const left = enter('left');
  left.cancel();
  await passTurns();
  running.end(requestEnd());
  await passTurns();
  expect(started).toEqual(['running', 'left:canceled']);
  expect(scheduler.get().general?.waiting).toBe(0);
  expect(clock.timers).toBe(0);
});

test('the snapshot is the same object until a request changes it', () => {
  const {scheduler, enter} = createTestScheduler();
  const before = scheduler.get();
  expect(scheduler.get()).toBe(before);
  enter('1');
  expect(scheduler.get()).not.toBe(before);
});

test('closing the scheduler cancels waiting requests', async () => {
  const {clock, scheduler, started, enter} = createTestScheduler({maxInFlight: 1});
  enter('running');
  enter('waiting');
  scheduler.close();
  await passTurns();
  expect(started).toEqual(['running', 'waiting:canceled']);
  expect(clock.timers).toBe(0);
});

test('a server with a limit of 20 never refuses a request during five busy minutes', async () => {
  // The server has a fixed window and announces its limit. The client sends requests as fast as the scheduler allows.
  const {clock, enter} = createTestScheduler({maxInFlight: 8});
  let windowStart = clock.now();
  let count = 0;
  let refusals = 0;
  let served = 0;
  const serve = (ticket: Ticket) => {
    if (clock.now() - windowStart >= 60_000) {
      windowStart = clock.now();
      count = 0;
    }
    if (++count > 20) refusals++;
    else served++;
    ticket.end(
      requestEnd({limit: 20, remaining: Math.max(0, 20 - count), renewsInMs: windowStart + 60_000 - clock.now()}),
    );
  };
  const priorities: Priority[] = ['user', 'screen', 'events', 'background'];
  for (let index = 0; index < 400; index++) {
    const ticket = enter(`${index}`, priorities[index % 4]);
    ticket.granted.then(
      () => serve(ticket),
      () => {},
    );
  }
  for (let second = 0; second < 300; second++) {
    await passTurns(2);
    clock.advance(1000);
  }
  await passTurns();
  expect(refusals).toBe(0);
  expect(served).toBeGreaterThan(40);
});
