import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {
  createEmptyInstance,
  createTestInstance,
  openTestAccount,
  type TestAccount,
} from '../../testing/test-account.ts';
import {Instances} from './instance-kinds.ts';

const {instances, account: accountApi} = contract;

let account: TestAccount;
// Each test has a clock of its own, because backups run at a time of day.
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const instanceParams = (computeId: number) => ({computeId});
const get = (id: number) => account.ok(instances.get, {params: instanceParams(id)});

describe('statistics and transfer', () => {
  it('rule 176: statistics cover the last 24 hours in several series', async () => {
    const {id, label} = await createTestInstance(account, {type: 'g6-standard-4'});
    account.pass(30 * 3600);
    const stats = await account.ok(instances.stats.get, {params: instanceParams(id)});
    expect(Object.keys(stats).sort()).toEqual(['cpu', 'io', 'netv4', 'netv6', 'title']);
    expect(Object.keys(stats.io)).toEqual(['io', 'swap']);
    expect(Object.keys(stats.netv4)).toEqual(['in', 'out', 'private_in', 'private_out']);
    expect(stats.title).toContain(label);
    const now = account.clock.now();
    for (const series of [stats.cpu, stats.io.io, stats.netv6.out]) {
      expect(series.length).toBeGreaterThan(280);
      expect(series[0]?.[0]).toBeGreaterThanOrEqual(now - 24 * 3600 * 1000);
      expect(series.at(-1)?.[0]).toBeLessThanOrEqual(now);
      expect(series.every(([, value]) => (value ?? -1) >= 0)).toBe(true);
    }
    expect(Math.max(...stats.cpu.map(([, value]) => value ?? 0))).toBeLessThanOrEqual(400);
    expect(await account.ok(instances.stats.get, {params: instanceParams(id)})).toEqual(stats);
    expect(
      (await account.ok(instances.stats.get, {params: instanceParams((await createTestInstance(account)).id)})).cpu
        .length,
    ).toBeLessThan(2);
  });

  it('rule 177: statistics by month reject future months, and the current month covers the last 30 days', async () => {
    const {id} = await createTestInstance(account);
    account.pass(40 * 24 * 3600);
    const now = new Date(account.clock.now());
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
    const stats = await account.ok(instances.stats.month, {params: {...instanceParams(id), year, month}});
    const span = (stats.cpu.at(-1)?.[0] ?? 0) - (stats.cpu[0]?.[0] ?? 0);
    expect(span / (24 * 3600 * 1000)).toBeGreaterThan(29);
    const fetchStats = (of: object) =>
      account.call(instances.stats.month, {params: {...instanceParams(id), year, month, ...of}});
    expect((await fetchStats({month: 0})).fields).toEqual(['month']);
    expect((await fetchStats({month: 13})).fields).toEqual(['month']);
    expect((await fetchStats({year: year + 1})).status).toBe(400);
    expect((await fetchStats({year: year - 1})).status).toBe(200);
    const padded = await account.raw(`/v4/compute/instances/${id}/stats/${year}/${String(month).padStart(2, '0')}`, {
      headers: {authorization: `Bearer ${account.token}`},
    });
    expect(padded.status).toBe(200);
  });

  it('rule 178: the transfer pool counts usage in bytes, and the quota and billable excess in GB', async () => {
    const {id} = await createTestInstance(account);
    account.pass(10 * 24 * 3600);
    const {used, quota, billable} = await account.ok(instances.transfer.get, {params: instanceParams(id)});
    expect(used).toBeGreaterThan(1e9);
    expect([quota, billable]).toEqual([2000, 0]);
  });

  it('rule 179: monthly transfer accepts the years 2000 to 2037', async () => {
    const {id} = await createTestInstance(account);
    account.pass(24 * 3600);
    const now = new Date(account.clock.now());
    const transferOf = (year: number, month: number) =>
      account.call(instances.transfer.month, {params: {...instanceParams(id), year, month}});
    expect((await transferOf(1999, 1)).fields).toEqual(['year']);
    expect((await transferOf(2038, 1)).fields).toEqual(['year']);
    expect((await transferOf(2020, 0)).fields).toEqual(['month']);
    expect((await transferOf(2020, 13)).fields).toEqual(['month']);
    expect((await transferOf(2000, 1)).body).toEqual({bytes_in: 0, bytes_out: 0, bytes_total: 0});
    const {bytes_in, bytes_out, bytes_total} = (await transferOf(now.getUTCFullYear(), now.getUTCMonth() + 1)).body;
    expect(bytes_total).toBe(bytes_in + bytes_out);
    expect(bytes_out).toBeGreaterThan(0);
  });
});

describe('disks', () => {
  it('rule 180: can be created, copied, resized and deleted within the limits of the plan', async () => {
    const {id} = await createEmptyInstance(account);
    const {disks} = instances;
    const create = (body: object) => account.call(disks.create, {params: instanceParams(id), body: {...body}});
    expect((await create({size: 60_000})).fields).toEqual(['size', 'label']);
    expect((await create({size: 5000, image: 'compute/debian12'})).fields).toEqual(['root_pass']);
    expect((await create({size: 500, image: 'compute/debian12', root_pass: 'aX9-secret'})).fields).toEqual(['image']);
    const {body: disk} = await create({size: 20_000, label: 'data'});
    expect(disk).toMatchObject({status: 'not ready', filesystem: 'ext4', size: 20_000});
    account.pass(10);
    const params = {...instanceParams(id), diskId: disk.id};
    expect((await account.ok(disks.get, {params})).status).toBe('ready');
    const [event] = (await account.ok(accountApi.events.list)).data;
    expect(event).toMatchObject({
      action: 'disk_create',
      entity: {id, type: 'compute'},
      secondary_entity: {id: disk.id},
    });
    const copy = await account.ok(disks.clone, {params});
    expect(copy).toMatchObject({size: 20_000, label: 'Copy of data'});
    expect((await account.call(disks.clone, {params})).status).toBe(400);
    account.pass(30);
    expect((await account.call(disks.resize, {params, body: {size: 40_000}})).fields).toEqual(['size']);
    await account.ok(disks.resize, {params, body: {size: 25_000}});
    account.pass(20);
    expect((await account.ok(disks.get, {params})).size).toBe(25_000);
    expect(await account.ok(disks.update, {params, body: {label: 'renamed'}})).toMatchObject({label: 'renamed'});
    expect(await account.ok(disks.resetPassword, {params, body: {password: 'x'}})).toEqual({});
    expect(await account.ok(disks.delete, {params})).toEqual({});
    expect((await account.ok(disks.list, {params: instanceParams(id)})).results).toBe(1);
  });

  it('rule 180: a resize of a disk in use is accepted, and then fails', async () => {
    const {id} = await createTestInstance(account);
    const [, swap] = (await account.ok(instances.disks.list, {params: instanceParams(id)})).data;
    await account.ok(instances.disks.resize, {
      params: {...instanceParams(id), diskId: swap?.id ?? 0},
      body: {size: 256},
    });
    account.pass(20);
    expect((await account.ok(accountApi.events.list)).data[0]).toMatchObject({action: 'disk_resize', status: 'failed'});
  });
});

describe('backups', () => {
  const {backups} = instances;

  it('rule 180: run every night, include snapshots, and can be restored and canceled', async () => {
    const {id} = await createTestInstance(account);
    expect((await account.call(backups.takeSnapshot, {params: instanceParams(id), body: {label: 'x'}})).status).toBe(
      400,
    );
    await account.ok(backups.enable, {params: instanceParams(id)});
    account.pass(26 * 3600);
    const {automatic} = await account.ok(backups.list, {params: instanceParams(id)});
    expect(automatic[0]).toMatchObject({type: 'auto', status: 'successful', label: null});
    expect((await get(id)).backups.last_successful).toBe(automatic[0]?.finished);

    const snapshot = await account.ok(backups.takeSnapshot, {params: instanceParams(id), body: {label: 'first'}});
    expect((await account.ok(backups.list, {params: instanceParams(id)})).snapshot.in_progress).toMatchObject({
      id: snapshot.id,
    });
    account.pass(60);
    expect((await account.ok(backups.list, {params: instanceParams(id)})).snapshot).toMatchObject({
      in_progress: null,
      current: {id: snapshot.id},
    });
    const next = await account.ok(backups.takeSnapshot, {params: instanceParams(id), body: {label: 'second'}});
    account.pass(60);
    expect((await account.ok(backups.list, {params: instanceParams(id)})).snapshot.current?.id).toBe(next.id);
    expect((await account.call(backups.get, {params: {...instanceParams(id), backupId: snapshot.id}})).status).toBe(
      404,
    );

    const target = await createTestInstance(account);
    const params = {...instanceParams(id), backupId: next.id};
    const restore = (body: object) => account.call(backups.restore, {params, body: {compute_id: target.id, ...body}});
    expect((await restore({})).fields).toEqual(['compute_id']);
    expect((await restore({overwrite: true})).status).toBe(200);
    expect((await get(target.id)).status).toBe('restoring');
    account.pass(90);
    expect((await get(target.id)).status).toBe('offline');
    expect((await account.ok(instances.disks.list, {params: instanceParams(target.id)})).results).toBe(2);

    await account.ok(backups.cancel, {params: instanceParams(id)});
    expect(await account.ok(backups.list, {params: instanceParams(id)})).toEqual({
      automatic: [],
      snapshot: {in_progress: null, current: null},
    });
    expect((await get(id)).backups.enabled).toBe(false);
  });
});

describe('addresses', () => {
  const {ips} = instances;

  it('rule 180: can be allocated and released, and get reverse DNS', async () => {
    const {id, ipv4} = await createEmptyInstance(account);
    const [first = ''] = ipv4;
    const address = await account.ok(ips.allocate, {params: instanceParams(id), body: {type: 'ipv4', public: true}});
    const inner = await account.ok(ips.allocate, {params: instanceParams(id), body: {type: 'ipv4', public: false}});
    expect(
      (await account.call(ips.allocate, {params: instanceParams(id), body: {type: 'ipv4', public: false}})).status,
    ).toBe(400);
    expect((await get(id)).ipv4).toEqual([first, address.address, inner.address]);
    const all = await account.ok(ips.list, {params: instanceParams(id)});
    expect(all.ipv4.public.map(({address}) => address)).toEqual([first, address.address]);
    expect(all.ipv6?.slaac.address).toMatch(/^2001:db8:/);
    const params = {...instanceParams(id), address: address.address};
    expect((await account.ok(ips.update, {params, body: {rdns: 'web.example.com'}})).rdns).toBe('web.example.com');
    expect((await account.ok(ips.update, {params, body: {rdns: null}})).rdns).toContain('.ip.example.net');
    expect((await account.call(ips.delete, {params: {...instanceParams(id), address: inner.address}})).status).toBe(
      400,
    );
    await account.ok(ips.delete, {params});
    expect((await account.call(ips.delete, {params: {...instanceParams(id), address: first}})).status).toBe(400);
    expect((await get(id)).ipv4).toEqual([first, inner.address]);
    expect((await account.call(ips.get, {params})).status).toBe(404);
  });
});

describe('clone, rebuild, migration and upgrade', () => {
  it('clones to a new instance, at most five clones at a time', async () => {
    const source = await createTestInstance(account, {tags: ['prod']});
    const body = {region: 'us-east', type: 'g6-standard-1', label: 'copy'};
    const target = await account.ok(instances.clone, {params: instanceParams(source.id), body});
    expect(target).toMatchObject({label: 'copy', tags: ['prod'], status: 'provisioning'});
    expect((await get(source.id)).status).toBe('cloning');
    for (let count = 2; count <= 5; count++)
      expect(
        (
          await account.call(instances.clone, {
            params: instanceParams(source.id),
            body: {...body, label: `copy-${count}`},
          })
        ).status,
      ).toBe(200);
    expect((await account.call(instances.clone, {params: instanceParams(source.id), body})).status).toBe(400);
    account.pass(120);
    expect((await get(source.id)).status).toBe('running');
    expect((await get(target.id)).status).toBe('offline');
    expect((await account.ok(instances.disks.list, {params: instanceParams(target.id)})).results).toBe(2);
    expect((await account.call(instances.clone, {params: instanceParams(source.id), body: {}})).fields).toEqual([
      'type',
      'region',
    ]);
  });

  it('rebuilds from another image', async () => {
    const {id} = await createTestInstance(account);
    const old = (await account.ok(instances.disks.list, {params: instanceParams(id)})).data.map(disk => disk.id);
    const body = {image: 'compute/arch', root_pass: 'aX9-other-word'};
    expect(await account.ok(instances.rebuild, {params: instanceParams(id), body})).toMatchObject({
      status: 'rebuilding',
      image: 'compute/arch',
    });
    account.pass(90);
    expect((await get(id)).status).toBe('running');
    const disks = (await account.ok(instances.disks.list, {params: instanceParams(id)})).data.map(disk => disk.id);
    expect(disks.some(disk => old.includes(disk))).toBe(false);
  });

  it('migrates to another region, with other addresses', async () => {
    const {id, ipv4} = await createTestInstance(account, {private_ip: true});
    const migrate = (body: object) => account.call(instances.migrate, {params: instanceParams(id), body: {...body}});
    expect((await migrate({})).fields).toEqual(['region']);
    expect((await migrate({region: 'us-east'})).fields).toEqual(['region']);
    expect((await migrate({region: 'eu-west', upgrade: true})).fields).toEqual(['upgrade']);
    expect((await migrate({region: 'eu-west'})).status).toBe(200);
    expect((await get(id)).status).toBe('migrating');
    account.pass(160);
    const migrated = await get(id);
    expect(migrated).toMatchObject({region: 'eu-west', status: 'running'});
    expect(migrated.ipv4).toHaveLength(2);
    expect(migrated.ipv4[0]).not.toBe(ipv4[0]);
  });

  it("rule 162: an instance with a VLAN can't migrate to a region without VLANs", async () => {
    const {id} = await createTestInstance(account, {interfaces: [{purpose: 'vlan', label: 'inner'}]});
    const migrate = (region: string) => account.call(instances.migrate, {params: instanceParams(id), body: {region}});
    const body = {region: 'us-west', type: 'g6-standard-1'};
    expect((await migrate('us-west')).fields).toEqual(['region']);
    expect((await account.call(instances.clone, {params: instanceParams(id), body})).fields).toEqual(['region']);
    expect((await migrate('eu-west')).status).toBe(200);
  });

  it('upgrades a plan of the previous generation', async () => {
    const {id} = await createTestInstance(account, {type: 'g5-standard-1'});
    await account.ok(instances.mutate, {params: instanceParams(id)});
    account.pass(100);
    expect(await get(id)).toMatchObject({type: 'g6-standard-1', status: 'running'});
    expect((await account.call(instances.mutate, {params: instanceParams(id)})).status).toBe(400);
  });

  it('resets the password of an instance that is offline', async () => {
    const {id} = await createTestInstance(account);
    const reset = () =>
      account.call(instances.resetPassword, {params: instanceParams(id), body: {root_pass: 'aX9-new-word'}});
    expect((await reset()).status).toBe(400);
    account.db.transaction(() => account.db.update(Instances, id, {status: 'offline'}));
    expect((await reset()).status).toBe(200);
    expect((await account.ok(accountApi.events.list)).data[0]).toMatchObject({action: 'password_reset', entity: {id}});
  });
});
