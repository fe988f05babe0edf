import {beforeEach, describe, expect, it} from 'vitest';
import {UnauthorizedError, UnreachableError} from '../../client/core/errors.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {event, instanceEntity, offlineError, TestAccount} from '../testing/test-account.ts';
import {instancesOf} from '../testing/test-families.ts';
import {openSession} from '../testing/test-session.ts';

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
});

const open = () => openSession({account, clock});
const setStatus = (id: number, status: string) => account.setFacts('instances.list', id, {status});

describe('an outage', () => {
  it('is shown, and the data is live again afterwards without a key press', async () => {
    account.lists.set('instances.list', instancesOf(3));
    const {session, watch, status} = open();
    watch();
    const livenesses: string[] = [];
    session.account.subscribe(
      state => state.status,
      () => livenesses.push(session.account.getState().status.liveness),
    );
    await clock.advance(20_000);
    account.failure = offlineError();
    await clock.advance(30_000);
    expect(session.account.getState().status).toMatchObject({liveness: 'offline'});
    expect(session.account.getState().status.failure?.message).toContain('Nothing is listening there.');
    expect(session.account.getState().status.failure?.retryAt).toBeGreaterThan(clock.now());
    account.failure = new UnreachableError('server', 'api.example.com returned HTTP 502 (server error).', {
      status: 502,
    });
    await clock.advance(120_000);
    expect(session.account.getState().status.liveness).toBe('stale');
    setStatus(2, 'offline');
    account.events.push(event({action: 'compute_shutdown', entity: instanceEntity(2)}));
    account.failure = undefined;
    await clock.advance(60_000);
    expect(status(2)).toBe('offline');
    expect([...new Set(livenesses)]).toEqual(['live', 'offline', 'stale']);
    expect(session.account.getState().status).toMatchObject({liveness: 'live', failure: undefined});
  });

  it('slows polling to the pace of an idle account with focus, and to a minute without focus', async () => {
    const {session, watch} = open();
    watch();
    await clock.advance(1000);
    account.failure = offlineError();
    const pollsDuring = async (milliseconds: number) => {
      account.calls.length = 0;
      await clock.advance(milliseconds);
      return account.count('account.events.list');
    };
    expect(await pollsDuring(60_000)).toBeLessThanOrEqual(8);
    const withFocus = await pollsDuring(3_600_000);
    expect(withFocus).toBeGreaterThanOrEqual(235);
    expect(withFocus).toBeLessThanOrEqual(240);
    session.setFocused(false);
    await clock.advance(60_000);
    const withoutFocus = await pollsDuring(3_600_000);
    expect(withoutFocus).toBeGreaterThanOrEqual(60);
    expect(withoutFocus).toBeLessThanOrEqual(90);
  });

  it('of hours is detected as over within 20 seconds with focus, and at once when focus returns', async () => {
    const {session, watch} = open();
    watch();
    await clock.advance(1000);
    account.failure = offlineError();
    await clock.advance(3 * 3_600_000);
    account.failure = undefined;
    await clock.advance(20_000);
    expect(session.account.getState().status).toMatchObject({liveness: 'live', failure: undefined});
    session.setFocused(false);
    account.failure = offlineError();
    await clock.advance(3 * 3_600_000);
    account.failure = undefined;
    session.setFocused(true);
    await clock.settle();
    expect(session.account.getState().status).toMatchObject({liveness: 'live', failure: undefined});
  });

  it('caused by the token slows polling even with focus', async () => {
    const {watch} = open();
    watch();
    await clock.advance(1000);
    account.failure = new UnauthorizedError('token', 'The API rejected the token.', {status: 401});
    await clock.advance(120_000);
    account.calls.length = 0;
    await clock.advance(3_600_000);
    expect(account.count('account.events.list')).toBeLessThanOrEqual(90);
  });

  it('at the start is shown, and the lists are read when it ends', async () => {
    account.failure = offlineError();
    account.lists.set('instances.list', instancesOf(3));
    const {session, watch, collection} = open();
    watch();
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    await clock.advance(10_000);
    expect(session.account.getState().status.liveness).toBe('offline');
    expect(collection.getState()).toMatchObject({phase: 'failed', isComplete: false});
    expect(collection.getState().failure?.code).toBe('unreachable');
    account.failure = undefined;
    await clock.advance(60_000);
    expect(collection.getState()).toMatchObject({phase: 'ready', isComplete: true, failure: undefined});
  });

  it('makes the data stale when requests hang without an error', async () => {
    const {session, watch} = open();
    watch();
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    await clock.advance(1000);
    account.beforeAnswer = () => new Promise(() => {});
    await clock.advance(60_000);
    expect(session.account.getState().status.liveness).toBe('stale');
  });

  it('is not reported for a refused token, and the source of the token is read again', async () => {
    const {session, watch} = open();
    watch();
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    account.failure = new UnauthorizedError('token', 'The API rejected the token.', {status: 401});
    await clock.advance(30_000);
    expect(session.account.getState().status.liveness).toBe('unauthorized');
    expect(account.connects).toBeGreaterThan(1);
    account.failure = undefined;
    await clock.advance(60_000);
    expect(session.account.getState().status.liveness).toBe('live');
  });

  it('is not reported for a token without access to events, and lists are read every minute', async () => {
    account.lists.set('instances.list', instancesOf(3));
    account.beforeAnswer = call => {
      if (call.operation === 'account.events.list')
        throw new UnauthorizedError('scope', 'The token lacks events:read_only.', {status: 403});
    };
    const {session, watch, status} = open();
    watch();
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    await clock.advance(1000);
    expect(session.account.getState().status).toMatchObject({liveness: 'live', failure: undefined});
    setStatus(2, 'offline');
    await clock.advance(61_000);
    expect(status(2)).toBe('offline');
    expect(session.account.getState().status.liveness).toBe('live');
  });
});

describe('after a change of the system clock', () => {
  const hours = 3_600_000;

  it('backward, data still turns stale on time, and lists are read again', async () => {
    account.lists.set('instances.list', instancesOf(3));
    const {session, watch, collection} = open();
    const stop = watch();
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    await clock.advance(20_000);
    expect(session.account.getState().status.liveness).toBe('live');
    clock.jumpBy(-5 * hours);
    await clock.advance(20_000);
    expect(session.account.getState().status.liveness).toBe('live');
    stop();
    account.calls.length = 0;
    watch();
    await clock.advance(1000);
    expect(account.count('instances.list')).toBe(1);
    expect(collection.getState().phase).toBe('ready');
    account.beforeAnswer = () => new Promise(() => {});
    await clock.advance(60_000);
    expect(session.account.getState().status.liveness).toBe('stale');
  });

  it('forward, the data is live again with the next poll', async () => {
    const {session, watch} = open();
    watch();
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    await clock.advance(20_000);
    clock.jumpBy(5 * hours);
    await clock.advance(20_000);
    expect(session.account.getState().status).toMatchObject({liveness: 'live', failure: undefined});
  });
});
