import {beforeEach, describe, expect, it} from 'vitest';
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {event, instanceEntity, TestAccount} from '../testing/test-account.ts';
import {instance, instances} from '../testing/test-families.ts';
import {createTestSession} from '../testing/test-session.ts';

const list = (id: Family['id'], facts: Partial<Family> = {}): Family => {
  const {entity: _, state: __, ...rest} = instances;
  return {...rest, id, name: id, source: `${id}.list`, columns: [{field: 'label', title: 'Label'}], ...facts};
};
const volumes = list('volumes', {entity: 'volume'});
const disks = list('instances.disks');
const events = list('account.events');
const volumeEntity = (id: number) => ({id, label: `vol-${id}`, type: 'volume', url: `/v4/volumes/${id}`});

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
  account.lists.set('instances.list', [instance(1), instance(2)]);
  account.lists.set('volumes.list', [
    {id: 10, label: 'a', compute_id: 1},
    {id: 11, label: 'b', compute_id: 2},
  ]);
  account.lists.set('instances.disks.list', [{id: 5, label: 'swap'}]);
});

async function open() {
  const session = createTestSession({account, clock}, {families: [instances, volumes, disks, events]});
  session.collection('instances').subscribe(() => {});
  session.collection('volumes').subscribe(() => {});
  session.collection('instances.disks', {computeId: 1}).subscribe(() => {});
  session.collection('instances.disks', {computeId: 2}).subscribe(() => {});
  await clock.advance(1000);
  account.calls.length = 0;
  const requestsAfter = async (entry: ReturnType<typeof event>) => {
    account.events.push(entry);
    await clock.advance(14_500);
    return account.calls
      .filter(({operation}) => operation !== 'account.events.list')
      .map(({operation, request}) => [operation, ...Object.values(request.params ?? {})].join(' '));
  };
  return {session, requestsAfter};
}

describe('an event', () => {
  it('on a disk refetches its instance and the disks of that instance only', async () => {
    const {requestsAfter} = await open();
    const requests = await requestsAfter(event({action: 'disk_resize', entity: {...instanceEntity(1), type: 'disks'}}));
    expect(requests.sort()).toEqual(['instances.disks.list 1', 'instances.get 1']);
  });

  it('that deletes an instance refetches the volumes that were attached to it', async () => {
    // With many pages, a single row is read instead of the whole list.
    account.pageSize = 25;
    const many: AnyRow[] = Array.from({length: 100}, (_, index) => ({id: 100 + index, label: 'x', compute_id: null}));
    account.lists.get('volumes.list')?.push(...many);
    const {requestsAfter, session} = await open();
    const requests = await requestsAfter(event({action: 'compute_delete', entity: instanceEntity(1)}));
    expect(requests).toContain('volumes.get 10');
    expect(requests).not.toContain('volumes.get 11');
    expect(requests).not.toContain('volumes.list');
    expect(session.collection('instances').annotation(1)).toEqual({isDeleted: true});
  });

  it('of a failed deletion removes no row', async () => {
    const {requestsAfter, session} = await open();
    const requests = await requestsAfter(event({action: 'volume_delete', status: 'failed', entity: volumeEntity(10)}));
    expect(requests).toContain('volumes.get 10');
    expect(session.collection('volumes').annotation(10)?.isDeleted).toBeUndefined();
  });

  it('of an unknown action refetches its entity', async () => {
    const {requestsAfter} = await open();
    expect(await requestsAfter(event({action: 'volume_sparkle', entity: volumeEntity(11)}))).toEqual([
      'volumes.get 11',
    ]);
  });

  it('refetches the visible answers about its entity, and no others', async () => {
    const {requestsAfter, session} = await open();
    for (const computeId of [1, 2]) session.query('instances.transfer.get', {computeId}, 600).subscribe(() => {});
    session.query('volumes.get', {volumeId: 1}, 600).subscribe(() => {});
    await clock.advance(1000);
    account.calls.length = 0;
    const requests = await requestsAfter(event({action: 'compute_boot', entity: instanceEntity(1)}));
    expect(requests.sort()).toEqual(['instances.get 1', 'instances.transfer.get 1']);
  });

  it('has its effects even if the list of events reads it first, and older events have none', async () => {
    const {session} = await open();
    const known = event({action: 'volume_resize', status: 'started', entity: volumeEntity(10)});
    account.events.push(event({action: 'volume_create', id: known.id - 1000, entity: volumeEntity(11)}), known);
    await clock.advance(14_500);
    account.calls.length = 0;
    account.events = account.events.map(entry => (entry === known ? {...entry, status: 'finished'} : entry));
    account.events.push(event({action: 'compute_boot', entity: instanceEntity(2)}));
    const list = session.collection('account.events');
    list.subscribe(() => {});
    await clock.settle();
    expect(account.count('account.events.list')).toBe(1);
    expect(account.count('volumes.get')).toBe(1);
    expect(account.count('instances.get')).toBe(1);
  });

  it('without an entity causes no reads', async () => {
    const {requestsAfter} = await open();
    expect(await requestsAfter(event({action: 'account_update'}))).toEqual([]);
  });
});

describe('the answer of a query', () => {
  it('is read again while subscribed, keeps its value if equal, and is not read without subscribers', async () => {
    const {session} = await open();
    let cpu = 1;
    account.answers.set('instances.stats.get', () => ({cpu}));
    const response = session.query('instances.stats.get', {computeId: 1}, 300);
    expect(session.query('instances.stats.get', {computeId: 1}, 300)).toBe(response);
    const leave = response.subscribe(() => {});
    await clock.settle();
    const {value} = response.getState();
    expect(response.getState()).toMatchObject({phase: 'ready', value: {cpu: 1}, validAt: clock.now()});
    await clock.advance(300_000);
    expect(account.count('instances.stats.get')).toBe(2);
    expect(response.getState().value).toBe(value);
    cpu = 2;
    await clock.advance(300_000);
    expect(response.getState().value).toEqual({cpu: 2});
    leave();
    await clock.advance(900_000);
    expect(account.count('instances.stats.get')).toBe(3);
  });

  it('without subscribers is read at the next subscription if its entity changed', async () => {
    const {session} = await open();
    session.collection('instances').subscribe(() => {});
    account.answers.set('instances.stats.get', () => ({cpu: 1}));
    const response = session.query('instances.stats.get', {computeId: 1}, 3600);
    await clock.settle();
    const subscribeOnce = async () => {
      const leave = response.subscribe(() => {});
      await clock.settle();
      leave();
      return account.count('instances.stats.get');
    };
    expect(await subscribeOnce()).toBe(1);
    expect(await subscribeOnce()).toBe(1);
    account.events.push(event({action: 'compute_boot', entity: instanceEntity(1)}));
    session.refetchAll();
    await clock.settle();
    expect(account.count('instances.stats.get')).toBe(1);
    expect(await subscribeOnce()).toBe(2);
  });

  it('is read again if it was requested before a change', async () => {
    const {session} = await open();
    let password = 'old';
    account.answers.set('databases.mysql.credentials.get', () => ({password}));
    const response = session.query('databases.mysql.credentials.get', {instanceId: 1}, 600);
    response.subscribe(() => {});
    await clock.settle();
    const {promise: answered, resolve: continueRead} = Promise.withResolvers<void>();
    account.answers.set('databases.mysql.credentials.get', () => {
      const before = password;
      return answered.then(() => ({password: before}));
    });
    session.refetchAll();
    await clock.settle();
    password = 'new';
    session.refetchAll();
    continueRead();
    await clock.settle();
    expect(response.getState().value).toEqual({password: 'new'});
  });

  it('has a reason after a failure, and is not requested repeatedly', async () => {
    const {session} = await open();
    const response = session.query('instances.stats.get', {computeId: 9}, 300);
    response.subscribe(() => {});
    await clock.advance(100_000);
    expect(response.getState()).toMatchObject({phase: 'failed', value: undefined, failure: {code: 'rejected'}});
    expect(account.count('instances.stats.get')).toBe(1);
  });
});
