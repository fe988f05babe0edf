import fc from 'fast-check';
import {expect, test} from 'vitest';
import {contract} from '../../contract/index.ts';
import {createTestScheduler, defaultLimit, passTurns, requestEnd, sendInTurn} from '../testing.ts';
import {maxServerWaitMs, type RequestEnd} from './rate-limit-bucket.ts';

const list = contract.volumes.list;
const open = contract.support.tickets.create;

test('a documented limit holds in every window of its length', async () => {
  const {clock, started, enter} = createTestScheduler();
  const tickets = [enter('1', 'user', open), enter('2', 'user', open), enter('3', 'user', open)];
  await passTurns();
  expect(started).toEqual(['1', '2']);
  clock.advance(10_000);
  tickets[0]?.end(requestEnd());
  tickets[1]?.end(requestEnd());
  // The server may count a request at any time until its response, so the window must start at the time of the response.
  clock.advance(59_999);
  await passTurns();
  expect(started).toEqual(['1', '2']);
  clock.advance(1);
  await passTurns();
  expect(started).toEqual(['1', '2', '3']);
});

test('announced limits take precedence over documented limits', async () => {
  const {clock, scheduler, started, enter} = createTestScheduler();
  await sendInTurn(enter, 20, index => defaultLimit(19 - index));
  expect(scheduler.get().general).toMatchObject({limit: 20, remaining: 0, isAnnounced: true});
  enter('late', 'user');
  await passTurns();
  expect(started).not.toContain('late');
  expect(scheduler.get().general).toMatchObject({waiting: 1, resetAt: clock.now() + 60_000});
  clock.advance(60_000);
  await passTurns();
  expect(started).toContain('late');
});

test('requests in flight are subtracted from the announced remainder', async () => {
  const {started, enter} = createTestScheduler();
  const [first] = ['1', '2', '3'].map(name => enter(name, 'user'));
  await passTurns();
  first?.end(defaultLimit(3));
  // Two requests are in flight and may not be counted yet: one more may start.
  enter('4', 'user');
  enter('5', 'user');
  await passTurns();
  expect(started).toEqual(['1', '2', '3', '4']);
});

test('answers in the wrong order do not raise the remaining count', async () => {
  const {scheduler, enter} = createTestScheduler();
  const [first, second] = [enter('1'), enter('2')];
  await passTurns();
  second?.end(defaultLimit(5));
  first?.end(defaultLimit(6));
  expect(scheduler.get().general?.remaining).toBe(5);
});

test('a refusal blocks its rate limit class until the time that the server names', async () => {
  const {clock, scheduler, started, enter} = createTestScheduler();
  const refusedTicket = enter('refused', 'user');
  await passTurns();
  refusedTicket.end({headers: undefined, throttled: {waitMs: 30_000}});
  enter('next', 'user');
  enter('ticket', 'user', open);
  await passTurns();
  expect(started).toEqual(['refused', 'ticket']);
  expect(scheduler.resetAt(list)).toBe(clock.now() + 30_000);
  clock.advance(30_000);
  await passTurns();
  expect(started).toEqual(['refused', 'ticket', 'next']);
});

test('bug: a refusal waited for the reset of a limit that still had requests left', async () => {
  const {clock, scheduler, started, enter} = createTestScheduler();
  const refusedTicket = enter('refused', 'user');
  await passTurns();
  const headers = {limit: 1600, remaining: 1597, renewsInMs: 89_000};
  refusedTicket.end({headers, throttled: {waitMs: 3000}});
  expect(scheduler.resetAt(list)).toBe(clock.now() + 3000);
  const probe = enter('probe', 'user');
  enter('next', 'user');
  clock.advance(3000);
  await passTurns();
  expect(started).toEqual(['refused', 'probe']);
  probe.end({headers: {...headers, remaining: 1596}});
  await passTurns();
  expect(started).toEqual(['refused', 'probe', 'next']);
});

test('without headers, refusals lead to growing pauses, each ended by a single probe', async () => {
  const {clock, started, enter} = createTestScheduler();
  const refusal: RequestEnd = {headers: undefined, throttled: {waitMs: undefined}};
  const first = enter('1');
  await passTurns();
  first.end(refusal);
  const second = enter('2');
  enter('3');
  clock.advance(500);
  await passTurns();
  expect(started).toEqual(['1', '2']);
  second.end(refusal);
  clock.advance(999);
  await passTurns();
  expect(started).toEqual(['1', '2']);
  clock.advance(1);
  await passTurns();
  expect(started).toEqual(['1', '2', '3']);
});

test('a limit learned from a refusal is not exceeded, and is raised again after a quiet time', async () => {
  const {clock, scheduler, enter} = createTestScheduler();
  await sendInTurn(enter, 40);
  const refusedTicket = enter('refused');
  await passTurns();
  refusedTicket.end({headers: undefined, throttled: {waitMs: 1000}});
  clock.advance(1000);
  await sendInTurn(enter, 1);
  expect(scheduler.get().general?.limit).toBe(36);
  clock.advance(121_000);
  await sendInTurn(enter, 1);
  expect(scheduler.get().general?.limit).toBe(54);
  clock.advance(3_600_000);
  await sendInTurn(enter, 1);
  expect(scheduler.get().general?.limit).toBe(1600);
});

test('a single probe is sent after a pause of any length', async () => {
  const {clock, started, enter} = createTestScheduler();
  const refusedTicket = enter('refused');
  await passTurns();
  refusedTicket.end({headers: undefined, throttled: {waitMs: 240_000}});
  clock.advance(240_000);
  const probe = enter('probe');
  enter('second');
  enter('third');
  await passTurns();
  expect(started).toEqual(['refused', 'probe']);
  probe.end(requestEnd());
  await passTurns();
  expect(started).toEqual(['refused', 'probe', 'second', 'third']);
});

test('several refusals at once lower the learned limit only once, and end the quiet time', async () => {
  const {clock, scheduler, enter} = createTestScheduler();
  await sendInTurn(enter, 40);
  const refusedTickets = Array.from({length: 8}, (_, index) => enter(`refused ${index}`));
  await passTurns();
  for (const ticket of refusedTickets) ticket.end({headers: undefined, throttled: {waitMs: 240_000}});
  clock.advance(240_000);
  await sendInTurn(enter, 1);
  expect(scheduler.get().general?.limit).toBe(36);
});

test('a refusal within the first few requests sets no limit', async () => {
  const {clock, scheduler, enter} = createTestScheduler();
  await sendInTurn(enter, 3);
  const refusedTicket = enter('refused');
  await passTurns();
  refusedTicket.end({headers: undefined, throttled: {waitMs: 1000}});
  clock.advance(1000);
  await sendInTurn(enter, 1);
  expect(scheduler.get().general?.limit).toBe(1600);
});

test('a request that never reached the server is not counted', async () => {
  const {scheduler, enter} = createTestScheduler();
  const ticket = enter('1');
  await passTurns();
  ticket.end(undefined);
  expect(scheduler.get().general?.remaining).toBe(1600);
  ticket.end(requestEnd());
  expect(scheduler.get().general?.remaining).toBe(1600);
});

test('a clock set back does not prolong the wait for the limit', async () => {
  const {clock, started, enter} = createTestScheduler();
  await sendInTurn(enter, 20, index => defaultLimit(19 - index));
  clock.set(-5 * 3_600_000);
  enter('late', 'user');
  await passTurns();
  expect(started).not.toContain('late');
  clock.advance(60_000);
  await passTurns();
  expect(started).toContain('late');
});

test('a clock set ahead neither releases requests early nor refuses waiting ones', async () => {
  const {clock, started, enter} = createTestScheduler();
  await sendInTurn(enter, 20, index => defaultLimit(19 - index));
  enter('waits', 'user');
  clock.set(5 * 3_600_000);
  enter('late', 'user');
  clock.advance(59_000);
  await passTurns();
  expect(started.filter(name => !name.startsWith('spent'))).toEqual([]);
  clock.advance(1000);
  await passTurns();
  expect(started.filter(name => !name.startsWith('spent'))).toEqual(['waits', 'late']);
});

test('the reset time of a limit follows the clock after it was set', async () => {
  const {clock, scheduler, enter} = createTestScheduler();
  await sendInTurn(enter, 2, index => defaultLimit(19 - index));
  for (const hours of [5, -9]) {
    clock.set(hours * 3_600_000);
    expect(scheduler.get().general?.resetAt).toBe(clock.now() + 60_000);
    expect(scheduler.resetAt(list)).toBe(clock.now() + 60_000);
  }
});

test('the limit of each window holds after any clock change, and all requests are sent in the end', async () => {
  const step = fc.oneof(
    fc.record({wait: fc.integer({min: 0, max: 90_000})}),
    fc.record({set: fc.oneof(fc.constantFrom(-18_000_000, 18_000_000), fc.integer({min: -1e10, max: 1e10}))}),
    fc.record({send: fc.integer({min: 1, max: 15})}),
  );
  const checkWindows = async (steps: readonly {wait?: number; set?: number; send?: number}[], isAnnounced: boolean) => {
    const {clock, scheduler} = createTestScheduler({
      limits: {general: {requests: 20, seconds: 60}},
      maxWaitMs: Number.POSITIVE_INFINITY,
    });
    const sentTimes: number[] = [];
    let requestCount = 0;
    for (const {wait = 0, set = 0, send = 0} of [...steps, {wait: 1_000_000}]) {
      for (let index = 0; index < send; index++) {
        const ticket = scheduler.enqueue(list, 'user');
        requestCount++;
        ticket.granted.then(() => {
          sentTimes.push(clock.monotonic());
          const left = 20 - sentTimes.filter(at => at > clock.monotonic() - 60_000).length;
          ticket.end(isAnnounced ? defaultLimit(left) : requestEnd());
        });
      }
      clock.set(set);
      for (let passed = 0; passed < wait; passed += 1000) {
        await Promise.resolve();
        clock.advance(Math.min(1000, wait - passed));
      }
      await passTurns(1);
    }
    expect(sentTimes).toHaveLength(requestCount);
    for (const [index, at] of sentTimes.entries())
      expect(at - (sentTimes[index - 20] ?? -60_000)).toBeGreaterThanOrEqual(60_000);
  };
  await fc.assert(fc.asyncProperty(fc.array(step, {maxLength: 20}), fc.boolean(), checkWindows), {numRuns: 100});
});

const years = 250_000_000_000;
const farDates: Readonly<Record<string, RequestEnd>> = {
  'Retry-After': {headers: undefined, throttled: {waitMs: years}},
  'Retry-After beside a limit': {headers: {limit: 20, remaining: 0, renewsInMs: 60_000}, throttled: {waitMs: years}},
  'X-RateLimit-Reset of a refusal': {
    headers: {limit: 20, remaining: 0, renewsInMs: years},
    throttled: {waitMs: undefined},
  },
  'X-RateLimit-Reset without a refusal': defaultLimit(0, years),
};

test.each(
  Object.entries(farDates),
)('bug: one answer with a far date (%s) stopped every request for years', async (_, end) => {
  const {clock, scheduler, started, enter} = createTestScheduler();
  const names = () => started.splice(0);
  enter('far').end(undefined);
  await passTurns();
  const first = enter('first');
  await passTurns();
  first.end(end);
  // A wait of this length is refused at once instead of queued.
  enter('meanwhile', 'user');
  await passTurns();
  expect(names()).toEqual(['far', 'first', 'meanwhile:throttled']);
  expect(scheduler.get().general).toMatchObject({remaining: 0, resetAt: clock.now() + maxServerWaitMs});
  clock.advance(maxServerWaitMs - 1);
  enter('early', 'user');
  await passTurns();
  expect(names()).toEqual([]);
  clock.advance(1);
  for (const name of ['second', 'third']) enter(name);
  await passTurns();
  expect(names()).toEqual(['early']);
  // A waiting request is never refused because of a slow probe.
  clock.advance(60_000);
  await passTurns();
  expect(names()).toEqual([]);
});

test('a refused probe starts another full wait, and an answered probe releases the others', async () => {
  const {clock, started, enter} = createTestScheduler({maxWaitMs: Number.POSITIVE_INFINITY});
  const refusal: RequestEnd = {headers: undefined, throttled: {waitMs: years}};
  const names = () => started.splice(0);
  const first = enter('first');
  await passTurns();
  first.end(refusal);
  const probes = ['probe', 'next probe', 'last'].map(name => enter(name));
  for (const name of ['first', 'probe']) {
    clock.advance(maxServerWaitMs - 1);
    await passTurns();
    expect(names()).toEqual(name === 'first' ? ['first'] : ['probe']);
    clock.advance(1);
    await passTurns();
    if (name === 'first') probes[0]?.end(refusal);
  }
  expect(names()).toEqual(['next probe']);
  probes[1]?.end(requestEnd());
  await passTurns();
  expect(names()).toEqual(['last']);
});

test('an announced window that renews in years is counted, and ends after five minutes', async () => {
  const {clock, scheduler, enter} = createTestScheduler();
  await sendInTurn(enter, 5, index => defaultLimit(19 - index, years));
  expect(scheduler.get().general).toMatchObject({remaining: 15, resetAt: clock.now() + maxServerWaitMs});
  clock.advance(maxServerWaitMs);
  expect(scheduler.get().general).toMatchObject({remaining: 20});
});

test('a window without an announced end lasts as long as documented', async () => {
  const {clock, scheduler, started, enter} = createTestScheduler();
  const ticket = enter('1', 'user', open);
  await passTurns();
  ticket.end(requestEnd({limit: 2, remaining: 0, renewsInMs: undefined}));
  enter('2', 'user', open);
  await passTurns();
  expect(scheduler.get().openTicket?.resetAt).toBe(clock.now() + 60_000);
  clock.advance(59_999);
  await passTurns();
  expect(started).toEqual(['1']);
  clock.advance(1);
  await passTurns();
  expect(started).toEqual(['1', '2']);
});
