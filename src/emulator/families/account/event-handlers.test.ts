import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {createTestInstance, openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {events} = contract.account;
const {volumes, instances} = contract;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

let count = 0;
const newVolume = () => account.ok(volumes.create, {body: {label: `v${++count}`, region: 'us-east'}});
const newest = async () => (await account.ok(events.list)).data;

describe('events', () => {
  it('rule 362: have the fields of the supplement', async () => {
    const volume = await newVolume();
    const [event] = await newest();
    expect(Object.keys(event ?? {}).sort()).toEqual([
      'action',
      'created',
      'duration',
      'entity',
      'id',
      'message',
      'percent_complete',
      'rate',
      'read',
      'secondary_entity',
      'seen',
      'status',
      'time_remaining',
      'username',
    ]);
    expect(event).toMatchObject({
      action: 'volume_create',
      entity: {id: volume.id, label: volume.label, type: 'volume', url: `/v4/volumes/${volume.id}`},
      username: 'acme',
      read: false,
      seen: false,
    });
  });

  it('rule 363: can be polled with a filter for newer events', async () => {
    const [last] = await newest();
    expect((await account.ok(events.list, {filter: {id: {'+gt': last?.id ?? 0}}})).results).toBe(0);
    const volume = await newVolume();
    account.pass(10);
    const since = await account.ok(events.list, {filter: {id: {'+gt': last?.id ?? 0}}});
    expect(since.data.map(({entity}) => entity?.id)).toEqual([volume.id]);
    const later = {created: {'+gte': since.data[0]?.created ?? ''}, '+order_by': 'created', '+order': 'desc'} as const;
    expect((await account.ok(events.list, {filter: later})).data[0]).toEqual(since.data[0]);
    const about = {'entity.id': volume.id, 'entity.type': 'volume'};
    expect((await account.ok(events.list, {filter: about})).results).toBe(1);
  });

  it('report the progress of a running action', async () => {
    const instance = await createTestInstance(account);
    await account.ok(instances.reboot, {params: {computeId: instance.id}});
    const progress: (number | null | undefined)[] = [];
    for (let second = 0; second < 40; second += 4) {
      const [event] = await newest();
      progress.push(event?.percent_complete);
      account.pass(4);
    }
    expect(progress[0]).toBe(0);
    expect(progress.at(-1)).toBe(100);
    expect(progress).toEqual(progress.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
    expect(new Set(progress).size).toBeGreaterThan(5);
  });

  it('rule 332: cover 90 days', async () => {
    const old = await openTestAccount();
    await old.ok(volumes.create, {body: {label: 'old', region: 'us-east'}});
    const [event] = (await old.ok(events.list)).data;
    old.pass(89 * 24 * 3600);
    expect((await old.ok(events.list)).results).toBe(1);
    old.pass(2 * 24 * 3600);
    expect((await old.ok(events.list)).results).toBe(0);
    expect((await old.call(events.get, {params: {eventId: event?.id ?? 0}})).status).toBe(404);
    await old.close();
  });

  it('rule 332: show a restricted user only the resources of their grants', async () => {
    const volume = await newVolume();
    const other = await newVolume();
    const token = account.tokenFor('watcher', {granted: {global: {}, entities: {volume: {[volume.id]: 'read_only'}}}});
    const {data} = await account.ok(events.list, {token});
    expect(data.map(({entity}) => entity?.id)).toEqual([volume.id]);
    const [hidden] = (await account.ok(events.list, {filter: {'entity.id': other.id}})).data;
    expect((await account.call(events.get, {token, params: {eventId: hidden?.id ?? 0}})).status).toBe(403);
  });

  it('rule 333: can be marked as read one by one', async () => {
    await newVolume();
    await newVolume();
    const [, second] = await newest();
    await account.ok(events.markRead, {params: {eventId: second?.id ?? 0}});
    const {data} = await account.ok(events.list);
    expect(data.filter(({read}) => read).map(({id}) => id)).toEqual([second?.id]);
  });

  it('rules 334, 335: can be marked as seen up to one event, with events:read_only', async () => {
    await newVolume();
    await newVolume();
    const before = await newest();
    const middle = before[1]?.id ?? 0;
    const token = account.tokenFor('acme', {scopes: 'events:read_only'});
    expect(await account.ok(events.markSeen, {token, params: {eventId: middle}})).toEqual({});
    const {data} = await account.ok(events.list);
    for (const {id, seen} of data) expect(seen).toBe(id <= middle);
    expect((await account.ok(events.list, {filter: {seen: false}})).results).toBe(1);
    expect((await account.call(events.markRead, {token, params: {eventId: middle}})).status).toBe(200);
    expect((await account.call(volumes.list, {token})).status).toBe(403);
  });
});
