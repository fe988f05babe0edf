import fc from 'fast-check';
import {beforeEach, describe, expect, it} from 'vitest';
import {sleep} from '../../client/core/clock.ts';
import {ThrottledError} from '../../client/core/errors.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {event, offlineError, TestAccount} from '../testing/test-account.ts';
import {instancesOf} from '../testing/test-families.ts';
import {createTestSession, openSession} from '../testing/test-session.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The interval between two checks of the clocks, in which a jump remains undetected. */
const UNNOTICED = 2 * SECOND;

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  account = new TestAccount();
  account.lists.set('instances.list', instancesOf(3));
  clock = manualClock();
});

const open = () => {
  const opened = openSession({account, clock});
  const livenesses: string[] = [];
  opened.session.account.subscribe(
    state => state.status,
    () => livenesses.push(opened.session.account.getState().status.liveness),
  );
  return {...opened, livenesses};
};
const polls = () => account.count('account.events.list');

describe('after a clock jump or sleep', () => {
  it.each([
    5 * HOUR,
    -5 * HOUR,
    9000 * HOUR,
  ])('by %i ms: the API is polled at once, and the screen shows live data', async by => {
    const {session, watch} = open();
    watch();
    await clock.advance(MINUTE);
    const before = polls();
    clock.jumpBy(by);
    await clock.advance(UNNOTICED);
    expect(polls() - before).toBe(1);
    expect(session.account.getState().status).toMatchObject({liveness: 'live', failure: undefined});
    // The age of the answer is correct by the changed clock.
    expect(clock.now() - (session.account.getState().status.lastResponseAt ?? 0)).toBeLessThan(UNNOTICED);
  });

  it('ahead by hours: the data is stale until the API has answered', async () => {
    const {session, watch} = open();
    watch();
    await clock.advance(MINUTE);
    const answered = Promise.withResolvers<void>();
    account.beforeAnswer = () => answered.promise;
    clock.jumpBy(5 * HOUR);
    await clock.advance(UNNOTICED);
    expect(session.account.getState().status.liveness).toBe('stale');
    answered.resolve();
    await clock.settle();
    expect(session.account.getState().status.liveness).toBe('live');
  });

  it.each([
    [5 * HOUR, 1],
    [-5 * HOUR, 0],
  ])('by %i ms: connections are renewed %i times, before the next request', async (by, times) => {
    const {watch} = open();
    watch();
    await clock.advance(MINUTE);
    const renewed: number[] = [];
    account.beforeAnswer = () => void renewed.push(account.renewals);
    clock.jumpBy(by);
    await clock.advance(UNNOTICED);
    expect(renewed).not.toEqual([]);
    expect(new Set(renewed)).toEqual(new Set([times]));
  });

  it('in small steps of a time server: no additional poll is sent', async () => {
    const {watch, livenesses} = open();
    watch();
    await clock.advance(5 * SECOND);
    const before = polls();
    for (let step = 0; step < 60; step++) {
      clock.jumpBy(step % 2 === 0 ? 400 : -300);
      await clock.advance(SECOND);
    }
    expect(polls() - before).toBe(4);
    expect(livenesses).toEqual(['live']);
  });

  it('during an outage: one request checks for the end of the outage', async () => {
    const {session, watch} = open();
    watch();
    await clock.advance(MINUTE);
    account.failure = offlineError();
    await clock.advance(20 * MINUTE);
    account.calls.length = 0;
    account.failure = undefined;
    const {retryAt = 0} = session.account.getState().status.failure ?? {};
    // Without the clock jump, the next attempt would be 30 seconds away.
    await clock.advance(Math.max(0, retryAt - clock.now() - 30 * SECOND));
    clock.jumpBy(HOUR);
    await clock.advance(UNNOTICED);
    expect(session.account.getState().status).toMatchObject({liveness: 'live', failure: undefined});
    expect(polls()).toBe(1);
  });

  it('ahead: only lists that became stale are read again', async () => {
    const {watch} = open();
    watch();
    await clock.advance(MINUTE);
    const before = account.count('instances.list');
    clock.jumpBy(2 * MINUTE);
    await clock.advance(UNNOTICED);
    expect(account.count('instances.list')).toBe(before);
    clock.jumpBy(5 * HOUR);
    await clock.advance(UNNOTICED);
    expect(account.count('instances.list')).toBe(before + 1);
  });

  it('without focus: the jump is detected within five seconds, and at once when focus returns', async () => {
    const {session, watch} = open();
    watch();
    session.setFocused(false);
    await clock.advance(10 * MINUTE);
    const lists = () => account.count('instances.list');
    const before = lists();
    clock.jumpBy(5 * HOUR);
    await clock.advance(5 * SECOND);
    expect(lists()).toBe(before + 1);
    clock.jumpBy(5 * HOUR);
    session.setFocused(true);
    await clock.settle();
    expect(lists()).toBe(before + 2);
  });

  it('without subscribers: no request is sent', async () => {
    const {watch} = openSession({account, clock});
    const stop = watch();
    await clock.advance(MINUTE);
    stop();
    account.calls.length = 0;
    clock.jumpBy(5 * HOUR);
    await clock.advance(HOUR);
    expect(account.count()).toBe(0);
    expect(clock.timers).toBe(0);
  });
});

it('polls at the usual interval although the connection took long to load', async () => {
  const connect = async () => {
    await sleep(clock, 20 * SECOND);
    return account.connection;
  };
  const session = createTestSession({account, clock}, {connect});
  session.account.subscribe(
    state => state.status,
    () => {},
  );
  await clock.advance(20 * SECOND);
  expect(polls()).toBe(1);
  await clock.advance(MINUTE);
  expect(polls()).toBe(5);
});

describe('any sequence of clock jumps, outages and events', () => {
  type Step =
    | {readonly kind: 'pass'; readonly milliseconds: number}
    | {readonly kind: 'set'; readonly by: number}
    /** Sets the clock during a later request, `request` requests from now. */
    | {readonly kind: 'set under way'; readonly by: number; readonly request: number}
    /** Holds all answers, or releases them. */
    | {readonly kind: 'hold' | 'release'}
    | {readonly kind: 'fail'; readonly how: 'offline' | 'throttled'}
    | {readonly kind: 'heal'}
    | {readonly kind: 'happen'; readonly events: number};

  const by = fc.oneof(
    fc.constantFrom(1500, -1500, MINUTE, -MINUTE, 5 * HOUR, -5 * HOUR, 9000 * HOUR, -9000 * HOUR),
    fc.integer({min: -HOUR * 10_000, max: HOUR * 10_000}),
  );
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({kind: fc.constant('pass' as const), milliseconds: fc.integer({min: 1, max: 40_000})}),
    fc.record({kind: fc.constant('set' as const), by}),
    fc.record({kind: fc.constant('set under way' as const), by, request: fc.integer({min: 0, max: 4})}),
    fc.record({kind: fc.constantFrom('hold' as const, 'release' as const)}),
    fc.record({kind: fc.constant('fail' as const), how: fc.constantFrom('offline' as const, 'throttled' as const)}),
    fc.record({kind: fc.constant('heal' as const)}),
    // One event, more events than a page, and more events than a poll reads.
    fc.record({kind: fc.constant('happen' as const), events: fc.constantFrom(1, 150, 450)}),
  );

  async function runSteps(steps: readonly Step[], last: number): Promise<void> {
    account = new TestAccount();
    account.lists.set('instances.list', instancesOf(3));
    clock = manualClock();
    const {session, watch} = open();
    let pause: PromiseWithResolvers<void> | undefined;
    let failing: 'offline' | 'throttled' | undefined;
    const jumpsByRequest = new Map<number, number>();
    account.beforeAnswer = async () => {
      const jump = jumpsByRequest.get(account.count() - 1);
      if (jump !== undefined) clock.jumpBy(jump);
      await pause?.promise;
      if (failing === 'throttled') throw new ThrottledError(clock.now() + 30 * SECOND, {status: 429});
      if (failing === 'offline') throw offlineError();
    };
    const release = () => {
      pause?.resolve();
      pause = undefined;
    };
    watch();
    await clock.advance(SECOND);
    for (const one of steps)
      switch (one.kind) {
        case 'pass':
          await clock.advance(one.milliseconds);
          break;
        case 'set':
          clock.jumpBy(one.by);
          break;
        case 'set under way':
          jumpsByRequest.set(account.count() + one.request, one.by);
          break;
        case 'hold':
          pause ??= Promise.withResolvers<void>();
          break;
        case 'release':
          release();
          break;
        case 'fail':
          failing = one.how;
          break;
        case 'heal':
          failing = undefined;
          break;
        default:
          account.events.unshift(...Array.from({length: one.events}, () => event({action: 'compute_boot'})));
      }
    const wasFailing = steps.some(({kind}) => kind === 'fail');
    failing = undefined;
    jumpsByRequest.clear();
    release();
    // A jump and its reversal within two seconds are not detected, so the last jump needs its own interval.
    await clock.advance(UNNOTICED);
    clock.jumpBy(last);
    await clock.advance(UNNOTICED);
    expect(session.account.getState().status).toMatchObject({liveness: 'live', failure: undefined});
    // A poll reads its pages, and is started by its schedule, by a clock jump, or by a retry.
    const startedPolls = account.calls.filter(
      ({operation, request}) => operation === 'account.events.list' && request.page === 1,
    ).length;
    const jumps = steps.filter(({kind}) => kind.startsWith('set')).length + 1;
    expect(startedPolls).toBeLessThanOrEqual(2 + 2 * jumps + clock.monotonic() / (wasFailing ? SECOND : 15 * SECOND));
    // From now on, polls are sent at their usual interval.
    const before = polls();
    for (let turn = 0; turn < 12; turn++) {
      await clock.advance(5 * SECOND);
      expect(session.account.getState().status.liveness).toBe('live');
    }
    expect(polls() - before).toBe(4);
    await session.close();
  }

  it('ends with live data within two seconds of the last jump, and with at most two polls per jump', async () => {
    const detectableJump = by.filter(milliseconds => Math.abs(milliseconds) >= SECOND);
    await fc.assert(fc.asyncProperty(fc.array(step, {maxLength: 12}), detectableJump, runSteps), {numRuns: 200});
  });
});
