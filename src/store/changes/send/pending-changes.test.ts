import {describe, expect, it} from 'vitest';
import {UnreachableError} from '../../../client/core/errors.ts';
import type {Event} from '../../../contract/account/events.ts';
import {images} from '../../../families/images/index.ts';
import {instances} from '../../../families/instances/index.ts';
import {instanceIps} from '../../../families/instances/parts/instance-ips.ts';
import {manualClock} from '../../testing/manual-clock.ts';
import {event, instanceEntity, offlineError, TestAccount} from '../../testing/test-account.ts';
import {instance} from '../../testing/test-families.ts';
import {createTestSession} from '../../testing/test-session.ts';

/** Earlier events, the newest first. The reboot ended an hour before the test sends another reboot. */
const history: readonly Event[] = [
  event({id: 902, action: 'compute_reboot', entity: instanceEntity(7), created: '2026-01-15T11:00:00', duration: 40}),
  event({id: 901, action: 'compute_boot', entity: instanceEntity(7), created: '2026-01-15T10:00:00', duration: 30}),
];
const rebootEvent = (facts: Partial<Event>): Event =>
  event({id: 903, action: 'compute_reboot', entity: instanceEntity(7), created: '2026-01-15T12:00:00', ...facts});

/** A session with the list of these instances, which a test can show and change. */
function openInstances(...ids: readonly number[]) {
  const account = new TestAccount();
  const clock = manualClock();
  account.lists.set(
    'instances.list',
    ids.map(id => instance(id)),
  );
  const session = createTestSession({account, clock}, {families: [instances]});
  const collection = session.collection('instances');
  const send = async (action: 'reboot' | 'shutdown', id: number): Promise<void> => {
    account.answers.set(`instances.${action}`, () => ({}));
    const change = session.change({family: 'instances', action, row: collection.getState().byId.get(id)});
    await clock.settle();
    change.toPreview();
    await clock.settle();
    await change.send();
  };
  const show = async (): Promise<void> => {
    collection.subscribe(() => {});
    session.account.subscribe(
      state => state.operations,
      () => {},
    );
    await clock.advance(100);
  };
  return {account, clock, session, collection, show, send};
}

/** Sends a reboot before the first poll of events is answered. */
async function rebootBeforePoll(skewed = 0) {
  const {account, show, send, ...shown} = openInstances(7);
  const polled = Promise.withResolvers<void>();
  account.clockSkewMs = skewed;
  account.events = [...history];
  account.beforeAnswer = ({operation}) => (operation === 'account.events.list' ? polled.promise : undefined);
  await show();
  await send('reboot', 7);
  const pending = () => shown.collection.annotation(7)?.pending;
  expect(pending()).toBe('rebooting');
  return {...shown, account, polled, pending};
}

/** Sends a reboot whose response is lost. */
async function rebootWithoutResponse() {
  const {account, clock, collection, session} = openInstances(7);
  account.answers.set('instances.reboot', () => {
    throw new UnreachableError('reset', 'api.example.com closed the connection early.', {outcome: 'unknown'});
  });
  await collection.refetchRows?.([7], 'user');
  const change = session.change({family: 'instances', action: 'reboot', row: collection.getState().byId.get(7)});
  await clock.settle();
  await change.toPreview();
  await change.send();
  return {account, clock, session, change};
}

describe('a change sent before any event is known', () => {
  it('is not settled by an old event of the same kind', async () => {
    const {account, clock, polled, pending, session} = await rebootBeforePoll();
    polled.resolve();
    await clock.advance(500);
    expect(session.account.getState().events).toHaveLength(2);
    expect(pending()).toBe('rebooting');
    account.events.push(rebootEvent({status: 'started', percent_complete: 20}));
    await clock.advance(3000);
    expect(session.account.getState().operations).toMatchObject([{word: 'rebooting', percent: 20}]);
    account.events = [...history, rebootEvent({status: 'finished', percent_complete: 100})];
    await clock.advance(3000);
    expect(pending()).toBeUndefined();
    expect(session.account.getState().operations).toEqual([]);
  });

  it('is settled by the event that it followed, even if the clock skew changes until the event ends', async () => {
    const {account, clock, collection, polled, pending, session} = await rebootBeforePoll();
    account.events.push(rebootEvent({status: 'started', percent_complete: 20}));
    polled.resolve();
    await clock.advance(3000);
    expect(session.account.getState().operations).toMatchObject([{word: 'rebooting', percent: 20}]);
    account.clockSkewMs = 10_000;
    account.events = [...history, rebootEvent({status: 'finished', percent_complete: 100})];
    await clock.advance(3000);
    expect([pending(), collection.getState().byId.get(7)?.status]).toEqual([undefined, 'running']);
  });

  it.each([5, -5])('is settled by its own event although the clock was set by %i hours meanwhile', async hours => {
    const {account, clock, polled, pending} = await rebootBeforePoll();
    clock.jumpBy(hours * 3_600_000);
    account.clockSkewMs = -hours * 3_600_000;
    polled.resolve();
    await clock.advance(500);
    expect(pending()).toBe('rebooting');
    account.events = [...history, rebootEvent({status: 'finished', percent_complete: 100})];
    await clock.advance(3000);
    expect(pending()).toBeUndefined();
  });

  it('is settled by its own event although the clock of the API runs faster than the local one', async () => {
    const {account, clock, polled, pending} = await rebootBeforePoll();
    // The clock of an emulator at ten times the speed is 9 seconds ahead after a second.
    await clock.advance(1000);
    account.clockSkewMs = 9000;
    account.events.push(rebootEvent({status: 'finished', percent_complete: 100}));
    polled.resolve();
    await clock.advance(500);
    expect(pending()).toBeUndefined();
  });

  it('is found done by its own event although the clock of the API runs faster, if its response was lost', async () => {
    const {account, clock, change} = await rebootWithoutResponse();
    account.events = [...history, rebootEvent({status: 'finished', percent_complete: 100})];
    // The clock of an emulator at ten times the speed is 9 seconds ahead after a second.
    account.clockSkewMs = 9000;
    await clock.advance(1000);
    await clock.settle();
    expect(change.getState().outcome?.status).toBe('done');
  });

  it('bug: quitting warned of a change without a response although its result was on the screen', async () => {
    const {account, clock, session, change} = await rebootWithoutResponse();
    expect(session.unansweredChange()).toMatchObject({word: 'rebooting'});
    account.events = [...history, rebootEvent({status: 'finished', percent_complete: 100})];
    // The row is read again after the result is known.
    const read = Promise.withResolvers<void>();
    account.beforeAnswer = ({operation}) => (operation === 'instances.get' ? read.promise : undefined);
    await clock.advance(1000);
    expect(change.getState().outcome?.status).toBe('done');
    expect(session.unansweredChange()).toBeUndefined();
    read.resolve();
    await clock.settle();
  });

  it('is settled by its own event, which arrives with the history in the first poll', async () => {
    const {account, clock, polled, pending, collection} = await rebootBeforePoll();
    account.events.push(rebootEvent({status: 'finished', percent_complete: 100}));
    polled.resolve();
    await clock.advance(500);
    expect(pending()).toBeUndefined();
    expect(collection.getState().byId.get(7)).toMatchObject({status: 'running'});
  });

  it('distinguishes old events from new ones by the clock of the API', async () => {
    const {account, clock, polled, pending} = await rebootBeforePoll(-5 * 3_600_000);
    account.events = [rebootEvent({id: 903, created: '2026-01-15T07:00:00', status: 'finished'})];
    polled.resolve();
    await clock.advance(500);
    expect(pending()).toBeUndefined();
  });
});

describe('changes of many rows that end at once', () => {
  // The rows of more than a few ended events are read as one list.
  it('keep the expected value of each row until all rows are read again', async () => {
    const ids = [1, 2, 3, 4, 5, 6, 7];
    const {account, clock, collection, show, send} = openInstances(...ids);
    await show();
    const statuses = () => new Set(collection.getState().rows.map(({status}) => status));
    for (const id of ids) await send('shutdown', id);
    const expected = statuses();
    expect(expected).not.toContain('running');
    account.lists.set(
      'instances.list',
      ids.map(id => instance(id, {status: 'offline'})),
    );
    account.events = ids.map(id => event({action: 'compute_shutdown', entity: instanceEntity(id)}));
    const read = Promise.withResolvers<void>();
    account.beforeAnswer = ({operation}) => (operation === 'instances.list' ? read.promise : undefined);
    await clock.advance(3000);
    expect(account.count('instances.list')).toBe(2);
    expect(statuses()).toEqual(expected);
    read.resolve();
    await clock.settle();
    expect(statuses()).toEqual(new Set(['offline']));
    expect(ids.map(id => collection.annotation(id)?.pending)).toEqual(ids.map(() => undefined));
  });
});

describe("a change whose row can't be read after its end", () => {
  it('marks the old value of the row as stale until the row is read', async () => {
    const {account, clock, collection, show, send} = openInstances(7);
    await show();
    await send('shutdown', 7);
    account.setFacts('instances.list', 7, {status: 'offline'});
    account.events = [event({action: 'compute_shutdown', entity: instanceEntity(7)})];
    account.beforeAnswer = ({operation}) => {
      if (operation.startsWith('instances.')) throw offlineError();
    };
    await clock.advance(3000);
    expect(collection.annotation(7)).toEqual({isStale: true});
    expect(collection.getState().byId.get(7)).toMatchObject({status: 'running'});
    account.beforeAnswer = undefined;
    await clock.advance(60_000);
    expect(collection.annotation(7)?.isStale).toBeUndefined();
    expect(collection.getState().byId.get(7)).toMatchObject({status: 'offline'});
  });
});

describe('a change reported by an event as its second entity', () => {
  it('is followed by that event: an image created from a disk of an instance', async () => {
    const account = new TestAccount();
    const clock = manualClock();
    account.lists.set('instances.list', [instance(7)]);
    account.lists.set('images.list', []);
    const createdImage = {id: 'private/12', label: 'golden', status: 'creating', is_public: false, size: 0};
    account.answers.set('images.create', () => {
      account.lists.set('images.list', [createdImage]);
      return createdImage;
    });
    const session = createTestSession({account, clock}, {families: [instances, images]});
    session.collection('images').subscribe(() => {});
    session.account.subscribe(
      state => state.operations,
      () => {},
    );
    await clock.advance(1000);
    const change = session.change({family: 'images', action: 'create'});
    change.set('instance', 7);
    change.set('disk_id', 31);
    change.set('label', 'golden');
    change.toPreview();
    await clock.settle();
    await change.send();
    // The event names the instance, and has the words of a disk action.
    expect(change.getState().outcome?.message).toBe('New image of a disk golden: under way');
    expect(session.account.getState().operations).toMatchObject([{label: 'golden', word: 'capturing'}]);
    account.events.push(
      event({
        id: 904,
        action: 'disk_imagize',
        entity: instanceEntity(7),
        secondary_entity: {id: 'private/12', label: 'golden', type: 'image', url: '/v4/images/private/12'},
        status: 'started',
        percent_complete: 20,
        created: '2026-01-15T12:00:03',
      }),
    );
    await clock.advance(5000);
    expect(session.account.getState().operations).toMatchObject([
      {label: 'web-7', word: 'capturing a disk', percent: 20},
    ]);
  });
});

describe('a change reported by an event of another entity type', () => {
  it('is settled by that event: the reverse DNS of an address of an instance', async () => {
    const account = new TestAccount();
    const clock = manualClock();
    const address = {address: '192.0.2.7', type: 'ipv4', public: true, rdns: null, compute_id: 7};
    const ips = {ipv4: {public: [address], private: [], shared: [], reserved: []}, ipv6: null};
    account.answers.set('instances.ips.list', () => ips);
    account.answers.set('instances.ips.get', () => address);
    account.answers.set('instances.ips.update', () => address);
    const session = createTestSession({account, clock}, {families: [instances, instanceIps]});
    const collection = session.collection('instances.ips', {computeId: 7});
    collection.subscribe(() => {});
    session.account.subscribe(
      state => state.operations,
      () => {},
    );
    await clock.advance(1000);
    const change = session.change({
      family: 'instances.ips',
      action: 'update',
      row: collection.getState().rows[0],
      params: {computeId: 7},
    });
    await clock.settle();
    change.set('rdns', 'www.example.com');
    change.toPreview();
    await clock.settle();
    await change.send();
    const reads = account.count('instances.ips.list');
    account.events.push(
      event({
        id: 904,
        action: 'ipaddress_update',
        entity: {id: 3, label: '192.0.2.7', type: 'ipaddress', url: '/v4/networking/ips/192.0.2.7'},
        created: '2026-01-15T12:00:03',
      }),
    );
    await clock.advance(5000);
    expect(account.count('instances.ips.list')).toBeGreaterThan(reads);
  });
});
