import {beforeEach, describe, expect, it} from 'vitest';
import {manualClock} from '../testing/manual-clock.ts';
import {event, instanceEntity, TestAccount} from '../testing/test-account.ts';
import {instance, instancesOf} from '../testing/test-families.ts';
import {createTestSession, openSession} from '../testing/test-session.ts';

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
});

const open = () => openSession({account, clock});
const setStatus = (id: number, status: string) => account.setFacts('instances.list', id, {status});

describe('an idle account', () => {
  it('remains fresh for five minutes with at most 25 requests for 1,000 instances', async () => {
    account.lists.set('instances.list', instancesOf(1000));
    account.pageSize = 500;
    account.events = [event({action: 'compute_boot', entity: instanceEntity(1)})];
    const {session, watch, collection} = open();
    watch();
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    await clock.settle();
    expect(collection.getState().rows).toHaveLength(1000);
    account.calls.length = 0;
    await clock.advance(300_000);
    expect(account.count()).toBeLessThanOrEqual(25);
    expect(account.count('account.events.list')).toBeGreaterThanOrEqual(19);
  });

  it('notifies no subscriber of polls without changes, and updates the time of validity', async () => {
    account.lists.set('instances.list', instancesOf(250));
    const {session, collection, watch, told, forget} = open();
    watch();
    let statuses = 0;
    session.account.subscribe(
      state => state.status,
      () => {
        statuses++;
      },
    );
    await clock.advance(1000);
    const before = collection.getState();
    const validAtStart = before.validAt ?? 0;
    forget();
    statuses = 0;
    await clock.advance(2 * 600_000 + 1000);
    expect(account.count('instances.list')).toBe(9);
    expect(told()).toBe(0);
    expect(statuses).toBe(0);
    expect(collection.getState()).toBe(before);
    expect(before.validAt).toBeGreaterThan(validAtStart + 1_190_000);
  });

  it('sends no requests without subscribers', async () => {
    account.lists.set('instances.list', instancesOf(5));
    const {watch} = open();
    await clock.advance(60_000);
    expect(account.count()).toBe(0);
    const leave = watch();
    await clock.advance(1000);
    leave();
    const countBefore = account.count();
    await clock.advance(600_000);
    expect(account.count()).toBe(countBefore);
    expect(clock.timers).toBe(0);
  });

  it('reads the samples of visible rows as soon as focus returns', async () => {
    const {session} = open();
    account.answers.set('instances.stats.get', () => ({}));
    session.setFocused(false);
    session.samples.setVisible([
      {operation: 'instances.stats.get', params: {computeId: 1}, toSample: () => ({cpu: [1]})},
    ]);
    await clock.advance(10_000);
    expect(account.count('instances.stats.get')).toBe(0);
    session.setFocused(true);
    await clock.advance(1000);
    expect(account.count('instances.stats.get')).toBe(1);
  });

  it('closes a connection that was still opening when the session ended', async () => {
    const connecting = Promise.withResolvers<void>();
    let closed = 0;
    const connect = async () => {
      await connecting.promise;
      return {...account.connection, close: async () => void closed++};
    };
    const session = createTestSession({account, clock}, {connect});
    session.collection('instances').subscribe(() => {});
    await session.close();
    connecting.resolve();
    await clock.settle();
    expect(closed).toBe(1);
  });

  it('remains live although the rate limit leaves hardly any requests', async () => {
    const general = () => ({remaining: 2, limit: 15, resetAt: clock.now() + 60_000, waiting: 0, isAnnounced: true});
    const limits = () => ({general: general()});
    const session = createTestSession({account, clock}, {connect: async () => ({...account.connection, limits})});
    const livenesses: string[] = [];
    session.account.subscribe(
      state => state.status,
      () => livenesses.push(session.account.getState().status.liveness),
    );
    session.collection('instances').subscribe(() => {});
    await clock.advance(300_000);
    expect(livenesses).toEqual(['live']);
    expect(account.count('account.events.list')).toBe(8);
  });

  it('bug: polled rarely after a ticket was opened, as if the limit of tickets applied to polls', async () => {
    const facts = {waiting: 0, isAnnounced: true};
    const limits = () => ({
      openTicket: {...facts, remaining: 1, limit: 2, resetAt: clock.now() + 60_000},
      general: {...facts, remaining: 1500, limit: 1600, resetAt: clock.now() + 60_000},
    });
    const session = createTestSession({account, clock}, {connect: async () => ({...account.connection, limits})});
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    await clock.advance(300_000);
    expect(account.count('account.events.list')).toBeGreaterThanOrEqual(20);
  });

  it('is polled as usual after sleep in the middle of a poll, and at once after a full refresh', async () => {
    account.lists.set('instances.list', instancesOf(2));
    const {session, watch} = open();
    watch();
    await clock.advance(1000);
    const response = Promise.withResolvers<void>();
    account.beforeAnswer = ({operation}) => (operation === 'account.events.list' ? response.promise : undefined);
    await clock.advance(15_000);
    clock.jumpBy(5 * 3_600_000);
    account.beforeAnswer = undefined;
    response.resolve();
    await clock.settle();
    account.calls.length = 0;
    await clock.advance(15_000);
    expect(account.count('account.events.list')).toBe(1);
    session.refetchAll();
    await clock.settle();
    expect(account.count('account.events.list')).toBe(2);
  });

  it('is polled less often without focus, and at once when focus returns', async () => {
    const {session, watch} = open();
    watch();
    await clock.advance(1000);
    session.setFocused(false);
    expect(session.account.getState().status.liveness).toBe('paused');
    account.calls.length = 0;
    await clock.advance(300_000);
    expect(account.count('account.events.list')).toBe(5);
    session.setFocused(true);
    await clock.settle();
    expect(account.count('account.events.list')).toBe(6);
    expect(session.account.getState().status.liveness).toBe('live');
  });
});

describe('an outside change', () => {
  it('appears with the next poll, which reads only the changed row', async () => {
    account.lists.set('instances.list', instancesOf(300));
    account.events = [event({action: 'compute_create', entity: instanceEntity(3)})];
    const {watch, status, collection} = open();
    watch();
    await clock.advance(20_000);
    account.calls.length = 0;
    setStatus(7, 'offline');
    account.events.push(event({action: 'compute_shutdown', entity: instanceEntity(7)}));
    const others = collection.getState().rows.filter(row => row.id !== 7);
    await clock.advance(11_000);
    expect(status(7)).toBe('offline');
    expect(collection.annotation(7)).toEqual({isChanged: true});
    expect(account.calls.map(call => call.operation)).toEqual(['account.events.list', 'instances.get']);
    expect(collection.getState().rows.filter(row => row.id !== 7)).toEqual(others);
    expect(collection.getState().rows[5]).toBe(others[5]);
    await clock.advance(4000);
    expect(collection.annotation(7)).toBeUndefined();
  });

  it('is polled every two seconds while it runs, with its progress on the row and in the operations', async () => {
    account.lists.set('instances.list', instancesOf(3));
    const past = event({action: 'compute_boot', entity: instanceEntity(1), duration: 40});
    account.events = [past];
    const {session, watch, collection} = open();
    watch();
    session.account.subscribe(
      state => state.operations,
      () => {},
    );
    await clock.advance(1000);
    setStatus(2, 'booting');
    const boot = event({
      action: 'compute_boot',
      entity: instanceEntity(2),
      status: 'started',
      percent_complete: 10,
      created: '2026-01-15T12:00:10',
    });
    account.events.push(boot);
    await clock.advance(15_000);
    expect(collection.annotation(2)?.busy).toEqual({word: 'booting', percent: 10});
    expect(collection.isSettled()).toBe(false);
    const [operation] = session.account.getState().operations;
    expect(operation).toMatchObject({label: 'web-2', word: 'booting', percent: 10, by: 'wsmith'});
    expect(operation?.secondsLeft).toBe(34);
    account.events = [past, {...boot, percent_complete: 30}];
    await clock.advance(2000);
    expect(collection.annotation(2)?.busy?.percent).toBe(30);
    expect(session.account.getState().operations[0]?.secondsLeft).toBe(32);
    setStatus(2, 'running');
    account.events = [past, {...boot, percent_complete: 100, status: 'finished', duration: 9}];
    await clock.advance(2000);
    expect(session.account.getState().operations).toEqual([]);
    expect(collection.getState().byId.get(2)?.status).toBe('running');
    expect(collection.annotation(2)).toEqual({isChanged: true});
    expect(collection.isSettled()).toBe(true);
  });

  it('is not applied if its event was there at the start', async () => {
    account.lists.set('instances.list', instancesOf(3));
    account.events = [event({action: 'compute_boot', entity: instanceEntity(1)})];
    const {watch} = open();
    watch();
    await clock.advance(1000);
    expect(account.count('instances.get')).toBe(0);
  });

  it('marks a deleted row for a moment and then removes it', async () => {
    account.lists.set('instances.list', instancesOf(3));
    const {watch, collection} = open();
    watch();
    await clock.advance(1000);
    account.lists.set('instances.list', instancesOf(2));
    account.events.push(event({action: 'compute_delete', entity: instanceEntity(3)}));
    await clock.advance(15_000);
    expect(collection.annotation(3)).toEqual({isDeleted: true});
    expect(collection.getState()).toMatchObject({total: 2});
    expect(collection.getState().rows).toHaveLength(3);
    await clock.advance(3000);
    expect(collection.getState().rows.map(row => row.id)).toEqual([1, 2]);
    expect(account.count('instances.get')).toBe(0);
  });

  it('adds a new row', async () => {
    account.lists.set('instances.list', instancesOf(3));
    const {watch, collection} = open();
    watch();
    await clock.advance(1000);
    account.lists.set('instances.list', instancesOf(4));
    account.events.push(event({action: 'compute_create', entity: instanceEntity(4)}));
    await clock.advance(15_000);
    expect(collection.getState().rows.map(row => row.id)).toEqual([1, 2, 3, 4]);
    expect(collection.getState().total).toBe(4);
  });

  it('of many rows is read in one filtered page', async () => {
    account.lists.set('instances.list', instancesOf(1000));
    const {watch, status} = open();
    watch();
    await clock.advance(1000);
    account.calls.length = 0;
    for (let id = 1; id <= 40; id++) {
      setStatus(id, 'offline');
      account.events.push(event({action: 'compute_shutdown', entity: instanceEntity(id)}));
    }
    await clock.advance(15_000);
    expect(account.calls.map(call => call.operation)).toEqual(['account.events.list', 'instances.list']);
    expect(status(40)).toBe('offline');
  });

  it('is also found if the API supports no filter', async () => {
    account.filters = false;
    account.lists.set('instances.list', instancesOf(3));
    account.events = [event({action: 'compute_boot', entity: instanceEntity(1)})];
    const {watch, status} = open();
    watch();
    await clock.advance(1000);
    setStatus(2, 'offline');
    account.events.push(event({action: 'compute_shutdown', entity: instanceEntity(2)}));
    await clock.advance(15_000);
    expect(status(2)).toBe('offline');
  });

  it('is not applied if its operation still runs, and the API refuses the filter for it', async () => {
    account.filters = false;
    account.lists.set('instances.list', instancesOf(3));
    account.events = [event({action: 'compute_boot', entity: instanceEntity(1), status: 'started'})];
    // The running event is the last one on a page.
    for (let count = 1; count < 100; count++) account.events.push(event({action: 'account_update'}));
    const {watch} = open();
    watch();
    await clock.advance(1000);
    account.events.push(event({action: 'account_update'}));
    await clock.advance(1500);
    expect(account.count('account.events.get')).toBe(1);
    expect(account.count('instances.get')).toBe(0);
  });

  it('is read again later: a resize ends with a reboot without an event', async () => {
    account.lists.set('instances.list', instancesOf(2));
    const {watch, status} = open();
    watch();
    await clock.advance(1000);
    setStatus(1, 'offline');
    account.events.push(event({action: 'compute_resize', entity: instanceEntity(1)}));
    await clock.advance(15_000);
    expect(status(1)).toBe('offline');
    setStatus(1, 'booting');
    await clock.advance(5000);
    expect(status(1)).toBe('booting');
    await clock.advance(11_000);
    setStatus(1, 'running');
    await clock.advance(30_000);
    expect(status(1)).toBe('running');
    account.calls.length = 0;
    await clock.advance(600_000);
    expect(account.count('instances.get')).toBe(0);
  });
});

it('looks up rows by ID, and finds none for an unknown ID', async () => {
  account.lists.set('instances.list', [instance(5)]);
  const {session, watch} = open();
  watch();
  await clock.settle();
  expect(session.lookup.find('instances', 5)?.label).toBe('web-5');
  expect(session.lookup.complete('instances')).toBe(true);
  expect(session.lookup.find('instances', 6)).toBeUndefined();
});
