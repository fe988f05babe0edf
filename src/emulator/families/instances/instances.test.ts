import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {
  createEmptyInstance,
  createTestInstance,
  openTestAccount,
  type TestAccount,
} from '../../testing/test-account.ts';
import {Accounts, singletonId} from '../account/account-kinds.ts';
import {Addresses, Backups, Configs, Disks, Instances} from './instance-kinds.ts';
import {crashInstance, runMaintenance} from './lifecycle/power.ts';

const {instances, volumes, account: accountApi} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

const instanceParams = (computeId: number) => ({computeId});
const get = (id: number) => account.ok(instances.get, {params: instanceParams(id)});
/** Runs work of the platform, without a request of a user. */
const platform = (act: (work: ReturnType<TestAccount['engine']['work']>) => void) => {
  account.db.transaction(() => act(account.engine.work('')));
  account.engine.jobs.arm();
};

describe('updating an instance', () => {
  it('rules 130, 166: changes the writable fields only', async () => {
    const instance = await createTestInstance(account);
    const body = {label: 'changed', group: 'fleet', tags: ['prod'], watchdog_enabled: false, alerts: {cpu: 0, io: 5}};
    const update = await account.ok(instances.update, {params: instanceParams(instance.id), body});
    expect(update).toMatchObject({...body, alerts: {...instance.alerts, cpu: 0, io: 5}});
    const whole = await account.ok(instances.update, {
      params: instanceParams(instance.id),
      body: {...update, region: 'eu-west', type: 'g6-standard-8', status: 'offline', ipv4: []},
    });
    expect(whole).toMatchObject({region: 'us-east', type: 'g6-standard-1', status: 'running', ipv4: instance.ipv4});
  });

  it('rules 135, 137: alert values are whole numbers, and 0 disables an alert', async () => {
    const {id} = await createEmptyInstance(account);
    const set = (alerts: object) =>
      account.call(instances.update, {params: instanceParams(id), body: {alerts: {...alerts}}});
    expect((await set({cpu: 1.5, network_in: '10'})).fields).toEqual(['alerts.cpu', 'alerts.network_in']);
    expect((await set({transfer_quota: -1})).fields).toEqual(['alerts.transfer_quota']);
    const none = {cpu: 0, io: 0, network_in: 0, network_out: 0, transfer_quota: 0};
    expect((await set(none)).body.alerts).toEqual(none);
  });

  it('rules 138, 139: backup windows are two hours long, and the provider chooses one for the user', async () => {
    const {id} = await createTestInstance(account);
    await account.ok(instances.backups.enable, {params: instanceParams(id)});
    expect((await get(id)).backups.schedule).toEqual({day: 'Scheduling', window: 'Scheduling'});
    account.pass(300);
    const {schedule} = (await get(id)).backups;
    expect(schedule.day).toMatch(/day$/);
    expect(schedule.window).toMatch(/^W(0|2|4|6|8|10|12|14|16|18|20|22)$/);
    const set = (value: object) =>
      account.call(instances.update, {params: instanceParams(id), body: {backups: {schedule: {...value}}}});
    for (const window of ['W1', 'w10', 'W24', ''])
      expect((await set({window})).fields).toEqual(['backups.schedule.window']);
    expect((await set({window: 'W10'})).body.backups.schedule).toEqual({day: schedule.day, window: 'W10'});
    expect((await set({window: null})).body.backups.schedule.window).toBeNull();
  });
});

describe('power', () => {
  it('shuts down, boots and reboots, each with its duration and its event', async () => {
    const {id} = await createTestInstance(account);
    for (const [act, meanwhile, end, action] of [
      [instances.shutdown, 'shutting_down', 'offline', 'compute_shutdown'],
      [instances.boot, 'booting', 'running', 'compute_boot'],
      [instances.reboot, 'rebooting', 'running', 'compute_reboot'],
    ] as const) {
      expect(await account.ok(act, {params: instanceParams(id)})).toEqual({});
      expect((await get(id)).status).toBe(meanwhile);
      account.pass(5);
      const [event] = (await account.ok(accountApi.events.list)).data;
      expect(event).toMatchObject({action, status: 'started', entity: {id, type: 'compute'}});
      expect(event?.percent_complete).toBeGreaterThan(0);
      expect(event?.time_remaining).toMatch(/^00:00:\d\d$/);
      account.pass(40);
      expect((await get(id)).status).toBe(end);
      const params = {eventId: event?.id ?? 0};
      expect(await account.ok(accountApi.events.get, {params})).toMatchObject({
        status: 'finished',
        percent_complete: 100,
        time_remaining: null,
      });
    }
  });

  it('rules 168, 175: shutdown, resize and rescue are rejected while the instance is busy', async () => {
    const {id} = await createTestInstance(account);
    expect(await account.ok(instances.shutdown, {params: instanceParams(id)})).toEqual({});
    for (const [endpoint, body] of [
      [instances.shutdown, undefined],
      [instances.reboot, undefined],
      [instances.rescue, {devices: {}}],
      [instances.resize, {type: 'g6-standard-2'}],
    ] as const) {
      const request = {params: instanceParams(id), ...(body ? {body} : {})};
      expect((await account.call(endpoint, request)).fieldErrors).toEqual([{field: null, reason: 'Compute busy.'}]);
    }
    account.pass(20);
    expect((await get(id)).status).toBe('offline');
  });

  it('boots the config in the request, or the only config, or the last booted one', async () => {
    const {id} = await createTestInstance(account);
    const other = await account.ok(instances.configs.create, {
      params: instanceParams(id),
      body: {label: 'other', devices: {}},
    });
    await account.ok(instances.shutdown, {params: instanceParams(id)});
    account.pass(20);
    await account.ok(instances.boot, {params: instanceParams(id), body: {config_id: other.id}});
    account.pass(30);
    expect((await account.ok(accountApi.events.list)).data[0]?.secondary_entity).toMatchObject({
      id: other.id,
      label: 'other',
    });
    await account.ok(instances.reboot, {params: instanceParams(id)});
    account.pass(40);
    expect((await account.ok(accountApi.events.list)).data[0]?.secondary_entity).toMatchObject({id: other.id});
    const shell = await createEmptyInstance(account);
    expect((await account.call(instances.boot, {params: instanceParams(shell.id)})).fields).toEqual(['config_id']);
  });

  it('rule 174: rescue accepts devices, except in the last slot', async () => {
    const {id} = await createTestInstance(account);
    const [disk] = (await account.ok(instances.disks.list, {params: instanceParams(id)})).data;
    const rescue = (devices: object) =>
      account.call(instances.rescue, {params: instanceParams(id), body: {devices: {...devices}}});
    expect((await rescue({sdh: {disk_id: disk?.id}})).fields).toEqual(['devices.sdh']);
    expect((await rescue({sda: {disk_id: 1}})).fields).toEqual(['devices.sda.disk_id']);
    expect((await rescue({sda: {disk_id: disk?.id, volume_id: 5}})).status).toBe(400);
    expect((await rescue({sda: {disk_id: disk?.id}, sdg: {disk_id: null, volume_id: null}})).status).toBe(200);
    expect((await get(id)).status).toBe('rebooting');
    account.pass(40);
    expect((await get(id)).status).toBe('running');
  });

  it('a provider ignores unknown fields, but rejects the slot that rescue reserves', async () => {
    const provider = await openTestAccount({dialect: 'provider'});
    const {id} = await createTestInstance(provider);
    const [disk] = (await provider.ok(instances.disks.list, {params: instanceParams(id)})).data;
    const rescue = (devices: object) =>
      provider.call(instances.rescue, {params: instanceParams(id), body: {devices: {...devices}, colour: 'red'}});
    const response = await rescue({sda: {disk_id: disk?.id}, sdh: {disk_id: disk?.id}});
    expect(response.fieldErrors).toEqual([{field: 'devices.sdh', reason: 'is reserved'}]);
    expect((await rescue({sda: {disk_id: disk?.id}, sdh: null})).status).toBe(200);
    await provider.close();
  });

  it('rule 133: the platform can stop an instance for maintenance', async () => {
    const {id} = await createTestInstance(account);
    platform(work => runMaintenance(work, id, 600));
    expect((await get(id)).status).toBe('stopped');
    account.pass(600);
    expect((await get(id)).status).toBe('booting');
    account.pass(30);
    expect((await get(id)).status).toBe('running');
  });

  it('rule 134: the watchdog boots a crashed instance, five times at most', async () => {
    const {id} = await createTestInstance(account);
    for (let time = 1; time <= 5; time++) {
      platform(work => crashInstance(work, id));
      expect((await account.ok(accountApi.events.list)).data[0]?.action).toBe('lassie_reboot');
      account.pass(30);
      expect((await get(id)).status).toBe('running');
    }
    platform(work => crashInstance(work, id));
    account.pass(60);
    expect((await get(id)).status).toBe('offline');
    const unwatched = await createTestInstance(account);
    await account.ok(instances.update, {params: instanceParams(unwatched.id), body: {watchdog_enabled: false}});
    platform(work => crashInstance(work, unwatched.id));
    account.pass(60);
    expect((await get(unwatched.id)).status).toBe('offline');
  });
});

describe('resizing', () => {
  const resize = (id: number, body: object) =>
    account.call(instances.resize, {params: instanceParams(id), body: {...body}});

  it('rule 172: needs a type, and ends in a reboot without its own event', async () => {
    const {id} = await createTestInstance(account);
    expect((await resize(id, {})).fields).toEqual(['type']);
    expect((await resize(id, {type: 'huge'})).fields).toEqual(['type']);
    expect(await account.ok(instances.resize, {params: instanceParams(id), body: {type: 'g6-standard-4'}})).toEqual({});
    expect((await get(id)).status).toBe('migrating');
    const latest = async () => (await account.ok(accountApi.events.list)).data[0];
    // The duration of a resize is random.
    for (let second = 0; second < 120 && (await latest())?.status !== 'finished'; second++) account.pass(1);
    const event = await latest();
    expect(event).toMatchObject({action: 'compute_resize', status: 'finished'});
    expect((await resize(id, {type: 'g6-standard-2'})).status).toBe(400);
    account.pass(20);
    expect(await get(id)).toMatchObject({
      status: 'running',
      type: 'g6-standard-4',
      specs: {memory: 8192, vcpus: 4},
      alerts: {cpu: 360},
    });
    expect((await latest())?.id).toBe(event?.id);
  });

  it('rules 171, 173: disks are resized automatically if allowed, and must fit the new plan', async () => {
    const {id} = await createTestInstance(account, {type: 'g6-standard-2'});
    const sizes = async () =>
      (await account.ok(instances.disks.list, {params: instanceParams(id)})).data.map(({size}) => size);
    expect((await resize(id, {type: 'g6-standard-1', allow_auto_disk_resize: false})).fields).toEqual(['type']);
    expect((await resize(id, {type: 'g6-standard-1'})).status).toBe(200);
    account.pass(120);
    expect(await sizes()).toEqual([50 * 1024 - 512, 512]);
    const [disk] = (await account.ok(instances.disks.list, {params: instanceParams(id)})).data;
    account.db.transaction(() => account.db.setHidden(Disks, disk?.id ?? 0, {used: 40_000}));
    expect((await resize(id, {type: 'g6-nanode-1'})).fields).toEqual(['type']);
    expect((await resize(id, {type: 'g6-standard-4', allow_auto_disk_resize: false})).status).toBe(200);
    account.pass(120);
    expect(await sizes()).toEqual([50 * 1024 - 512, 512]);
  });

  it('rule 169: is rejected while a migration is pending', async () => {
    const {id} = await createTestInstance(account);
    account.db.transaction(() => account.db.setHidden(Instances, id, {migrationPending: true}));
    expect((await resize(id, {type: 'g6-standard-2'})).status).toBe(400);
    await account.ok(instances.migrate, {params: instanceParams(id)});
    account.pass(120);
    expect((await resize(id, {type: 'g6-standard-2'})).status).toBe(200);
  });

  it('rule 170: is rejected while the account owes money', async () => {
    const {id} = await createTestInstance(account);
    const owe = (balance: number) => account.db.transaction(() => account.db.update(Accounts, singletonId, {balance}));
    owe(12.5);
    expect((await resize(id, {type: 'g6-standard-2'})).fieldErrors[0]?.reason).toContain('balance');
    owe(0);
    expect((await resize(id, {type: 'g6-standard-2'})).status).toBe(200);
  });
});

describe('deleting an instance', () => {
  it('rule 167: also deletes disks, configs, backups and addresses, but detaches its volumes', async () => {
    const {id, ipv4} = await createTestInstance(account, {private_ip: true});
    const {id: volumeId} = await account.ok(volumes.create, {body: {label: 'survivor', compute_id: id}});
    expect(await account.ok(instances.delete, {params: instanceParams(id)})).toEqual({});
    expect((await account.call(instances.get, {params: instanceParams(id)})).status).toBe(404);
    expect((await account.call(instances.disks.list, {params: instanceParams(id)})).status).toBe(404);
    for (const kind of [Disks, Configs, Backups, Addresses]) expect(account.db.count(kind, id)).toBe(0);
    expect(account.db.byKey(Addresses, ipv4[0] ?? '')).toBeUndefined();
    expect(await account.ok(volumes.get, {params: {volumeId}})).toMatchObject({compute_id: null, compute_label: null});
    expect((await account.ok(instances.list, {filter: {id}})).results).toBe(0);
  });

  it('ends its running actions as failed', async () => {
    const {id} = await account.ok(instances.create, {
      body: {region: 'us-east', type: 'g6-nanode-1', image: 'compute/alpine3.19', root_pass: 'aX9-secret'},
    });
    await account.ok(instances.delete, {params: instanceParams(id)});
    account.pass(120);
    const {data} = await account.ok(accountApi.events.list, {filter: {'entity.id': id}});
    expect(data.map(({action, status}) => `${action} ${status}`)).toEqual([
      'compute_delete finished',
      'compute_create failed',
    ]);
  });
});
