import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../../contract/index.ts';
import type {Instance} from '../../../../contract/instances/index.ts';
import type {RequestBody} from '../../../../contract/schema/endpoint.ts';
import {createTestInstance, openTestAccount, type TestAccount} from '../../../testing/test-account.ts';

const {configs} = contract.instances;

let account: TestAccount;
let instance: Instance;
let disk: number;
let count = 0;
beforeAll(async () => {
  account = await openTestAccount();
  instance = await createTestInstance(account);
  const disks = await account.ok(contract.instances.disks.list, {params: {computeId: instance.id}});
  disk = disks.data[0]?.id ?? 0;
});
afterAll(() => account.close());

const params = (configId: number) => ({computeId: instance.id, configId});
const create = (body: object) => account.call(configs.create, {params: {computeId: instance.id}, body: {...body}});
const createConfig = (body: Partial<RequestBody<typeof configs.create>> = {}) =>
  account.ok(configs.create, {params: {computeId: instance.id}, body: {label: 'profile', devices: {}, ...body}});

describe('configs', () => {
  it('rule 181: creating needs a label and devices, and updating has no required field', async () => {
    expect((await create({})).fields).toEqual(['label', 'devices']);
    const {id} = await createConfig();
    expect((await account.call(configs.update, {params: params(id), body: {}})).status).toBe(200);
  });

  it('rule 182: labels have 1 to 48 characters', async () => {
    for (const label of ['', 'x'.repeat(49)]) {
      expect((await create({label, devices: {}})).fields).toEqual(['label']);
      const {id} = await createConfig();
      expect((await account.call(configs.update, {params: params(id), body: {label}})).fields).toEqual(['label']);
    }
    expect((await createConfig({label: 'x'.repeat(48)})).label).toHaveLength(48);
  });

  it('rule 183: devices are disks or volumes in the slots sda to sdh', async () => {
    expect((await create({label: 'x', devices: {sdi: {disk_id: disk}}})).fields).toEqual(['devices.sdi']);
    expect((await create({label: 'x', devices: {sda: {disk_id: 'one'}}})).fields).toEqual(['devices.sda.disk_id']);
    expect((await create({label: 'x', devices: {sda: {disk_id: 1}}})).fields).toEqual(['devices.sda.disk_id']);
    expect((await create({label: 'x', devices: {sda: {volume_id: 1}}})).fields).toEqual(['devices.sda.volume_id']);
    expect((await create({label: 'x', devices: {sda: {disk_id: disk}, sdb: {disk_id: disk}}})).fields).toEqual([
      'devices.sdb',
    ]);
    const {devices} = await createConfig({devices: {sda: {disk_id: disk, volume_id: null}, sdh: {disk_id: null}}});
    expect(devices).toEqual({sda: {disk_id: disk, volume_id: null}});
  });

  it('creating or updating a config attaches its volumes', async () => {
    const volume = async (region = instance.region) =>
      account.ok(contract.volumes.create, {body: {label: `named-${++count}`, region}});
    const holder = async (volumeId: number) =>
      (await account.ok(contract.volumes.get, {params: {volumeId}})).compute_id;
    // The volumes can be attached while they are still being created.
    const [one, two, far] = [await volume(), await volume(), await volume('eu-west')];
    const {id} = await createConfig({devices: {sdb: {volume_id: one.id}} as never});
    expect(await holder(one.id)).toBe(instance.id);
    const devices = {sdb: {volume_id: one.id}, sdc: {volume_id: two.id}};
    await account.ok(configs.update, {params: params(id), body: {devices} as never});
    expect(await holder(two.id)).toBe(instance.id);
    const {data} = await account.ok(contract.account.events.list, {filter: {action: 'volume_attach'}});
    expect(data.map(({entity}) => entity?.id)).toEqual([two.id, one.id]);
    expect((await create({label: 'x', devices: {sdb: {volume_id: far.id}}})).fields).toEqual(['devices.sdb.volume_id']);
    const other = await createTestInstance(account);
    const conflict = await account.call(configs.create, {
      params: {computeId: other.id},
      body: {label: 'x', devices: {sdb: {volume_id: one.id}}} as never,
    });
    expect(conflict.fieldErrors).toEqual([{field: 'devices.sdb.volume_id', reason: 'is attached to another instance'}]);
  });

  it('rule 184: helpers are five boolean fields', async () => {
    const {helpers, id} = await createConfig({helpers: {network: false}});
    expect(helpers).toEqual({
      devtmpfs_automount: false,
      distro: true,
      modules_dep: true,
      network: false,
      updatedb_disabled: true,
    });
    expect((await create({label: 'x', devices: {}, helpers: {network: 'yes', turbo: true}})).fields).toEqual([
      'helpers.network',
      'helpers.turbo',
    ]);
    const update = await account.ok(configs.update, {params: params(id), body: {helpers: {distro: false}}});
    expect(update.helpers).toMatchObject({network: false, distro: false, modules_dep: true});
  });

  it('rule 185: the defaults are the latest kernel and all memory', async () => {
    expect(await createConfig()).toMatchObject({kernel: 'compute/latest-64bit', memory_limit: instance.specs.memory});
    expect((await create({label: 'x', devices: {}, kernel: 'compute/none', memory_limit: 99_999})).fields).toEqual([
      'kernel',
      'memory_limit',
    ]);
    expect(await createConfig({kernel: 'compute/grub2', memory_limit: 512})).toMatchObject({
      kernel: 'compute/grub2',
      memory_limit: 512,
    });
  });

  it('rule 186: run level and virtualization mode accept the documented values only', async () => {
    for (const run_level of ['default', 'single', 'binbash'] as const)
      expect((await createConfig({run_level})).run_level).toBe(run_level);
    for (const virt_mode of ['paravirt', 'fullvirt'] as const)
      expect((await createConfig({virt_mode})).virt_mode).toBe(virt_mode);
    expect((await create({label: 'x', devices: {}, run_level: 'multi', virt_mode: 'hvm'})).fields).toEqual([
      'run_level',
      'virt_mode',
    ]);
    expect((await create({label: 'x', devices: {sde: {disk_id: disk}}, virt_mode: 'fullvirt'})).fields).toEqual([
      'devices.sde',
    ]);
    expect(await createConfig({root_device: 'nonsense'})).toMatchObject({root_device: '/dev/sda'});
  });

  it('rule 187: the ID is read-only, and comments may be null', async () => {
    const config = await createConfig({comments: null});
    expect(config.comments).toBeNull();
    const same = await account.ok(configs.update, {
      params: params(config.id),
      body: {...config, id: 5, comments: 'why'},
    });
    expect(same).toMatchObject({id: config.id, comments: 'why'});
    expect(await account.ok(configs.get, {params: params(config.id)})).toEqual(same);
  });

  it('rule 161: an update with interfaces replaces all of them', async () => {
    const interfaces = [
      {purpose: 'public', label: null, ipam_address: null},
      {purpose: 'vlan', label: 'inner', ipam_address: '10.0.0.1/24'},
    ] as const;
    const {id} = await createConfig({interfaces});
    const second = interfaces.slice(1);
    expect((await account.ok(configs.update, {params: params(id), body: {interfaces: second}})).interfaces).toEqual(
      second,
    );
    expect((await account.ok(configs.update, {params: params(id), body: {label: 'kept'}})).interfaces).toEqual(second);
    expect((await account.ok(configs.update, {params: params(id), body: {interfaces: []}})).interfaces).toEqual([]);
  });

  it('rule 188: deleting answers an empty object', async () => {
    const {id} = await createConfig();
    expect(await account.ok(configs.delete, {params: params(id)})).toEqual({});
    expect((await account.call(configs.get, {params: params(id)})).status).toBe(404);
  });

  it("a config can't be read or deleted through another instance", async () => {
    const other = await createTestInstance(account);
    const [foreign] = (await account.ok(configs.list, {params: {computeId: other.id}})).data;
    expect((await account.call(configs.get, {params: params(foreign?.id ?? 0)})).status).toBe(404);
    expect((await account.call(configs.delete, {params: params(foreign?.id ?? 0)})).status).toBe(404);
  });
});
