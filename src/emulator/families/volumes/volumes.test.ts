import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {
  createEmptyInstance,
  createTestInstance,
  openTestAccount,
  type TestAccount,
} from '../../testing/test-account.ts';
import {Volumes} from './volume-kinds.ts';

const {volumes, instances} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

const volumeParams = (volumeId: number) => ({volumeId});
let count = 0;
/** Creates a volume in us-east, or attached to the instance of `facts`, and waits until it is active. */
async function newVolume(facts: object = {}) {
  const body = {label: `volume-${++count}`, ...('compute_id' in facts ? {} : {region: 'us-east'}), ...facts};
  const {id} = await account.ok(volumes.create, {body});
  account.pass(10);
  return account.ok(volumes.get, {params: volumeParams(id)});
}
const refusedFields = async (body: object) => (await account.call(volumes.create, {body: {...body}})).fields;

describe('volumes', () => {
  it('rules 46, 47, 49: show exactly the fields of the documents', async () => {
    const volume = await newVolume({label: 'exactly', tags: ['one', 'two'.repeat(2)]});
    expect(Object.keys(volume).sort()).toEqual([
      'compute_id',
      'compute_label',
      'created',
      'filesystem_path',
      'hardware_type',
      'id',
      'label',
      'region',
      'size',
      'status',
      'tags',
      'updated',
    ]);
    expect(['hdd', 'nvme']).toContain(volume.hardware_type);
    expect(volume.filesystem_path).toBe('/dev/disk/by-id/scsi-0Compute_Volume_exactly');
  });

  it('rule 48: are active after their creation, and again after a resize', async () => {
    const volume = await account.ok(volumes.create, {body: {label: 'states', region: 'us-east'}});
    expect(volume.status).toBe('creating');
    account.pass(10);
    expect((await account.ok(volumes.get, {params: volumeParams(volume.id)})).status).toBe('active');
    await account.ok(volumes.resize, {params: volumeParams(volume.id), body: {size: 30}});
    expect((await account.ok(volumes.get, {params: volumeParams(volume.id)})).status).toBe('resizing');
    account.pass(70);
    expect(await account.ok(volumes.get, {params: volumeParams(volume.id)})).toMatchObject({
      status: 'active',
      size: 30,
    });
  });

  it('rules 51, 52: need a label of 1 to 32 characters', async () => {
    const region = 'us-east';
    expect(await refusedFields({region})).toEqual(['label']);
    for (const label of ['', 'x'.repeat(33)]) {
      expect(await refusedFields({region, label})).toEqual(['label']);
      const {id} = await newVolume();
      expect((await account.call(volumes.update, {params: volumeParams(id), body: {label}})).fields).toEqual(['label']);
      expect((await account.call(volumes.clone, {params: volumeParams(id), body: {label}})).fields).toEqual(['label']);
    }
    // The limits count an emoji or a letter of any script as one character.
    for (const label of ['x', '日'.repeat(32), '📦'.repeat(32)])
      expect((await account.ok(volumes.create, {body: {region, label}})).label).toBe(label);
  });

  it('rule 53: have 20 GB by default', async () => {
    expect((await newVolume()).size).toBe(20);
    expect((await newVolume({size: 10240})).size).toBe(10240);
    for (const size of [0, -1, 10241])
      expect(await refusedFields({region: 'us-east', label: 'v', size})).toEqual(['size']);
  });

  it('rules 50, 54, 55: are created in a region, or attached to an instance', async () => {
    expect(await refusedFields({label: 'nowhere'})).toEqual(['region']);
    expect(await refusedFields({label: 'nowhere', region: 'atlantis'})).toEqual(['region']);
    expect(await newVolume()).toMatchObject({compute_id: null, compute_label: null, region: 'us-east'});
    const instance = await createTestInstance(account, {region: 'eu-west', label: 'holder'});
    const volume = await newVolume({compute_id: instance.id});
    expect(volume).toMatchObject({compute_id: instance.id, compute_label: 'holder', region: 'eu-west'});
    await account.ok(instances.update, {params: {computeId: instance.id}, body: {label: 'renamed'}});
    expect((await account.ok(volumes.get, {params: volumeParams(volume.id)})).compute_label).toBe('renamed');
    expect(await refusedFields({label: 'x', compute_id: instance.id, region: 'us-east'})).toEqual(['region']);
    expect(await refusedFields({label: 'x', compute_id: 999_999})).toEqual(['compute_id']);
  });

  it('rules 33, 58: need a config of the instance, and reject a config of another instance', async () => {
    const shell = await createEmptyInstance(account);
    expect(await refusedFields({label: 'x', compute_id: shell.id})).toEqual(['config_id']);
    const instance = await createTestInstance(account);
    const other = await createTestInstance(account);
    const [foreign] = (await account.ok(instances.configs.list, {params: {computeId: other.id}})).data;
    expect(await refusedFields({label: 'x', compute_id: instance.id, config_id: foreign?.id})).toEqual(['config_id']);
    expect(await refusedFields({label: 'x', region: 'us-east', config_id: foreign?.id})).toEqual(['config_id']);
    const [own] = (await account.ok(instances.configs.list, {params: {computeId: instance.id}})).data;
    const volume = await newVolume({compute_id: instance.id, config_id: own?.id});
    const config = await account.ok(instances.configs.get, {params: {computeId: instance.id, configId: own?.id ?? 0}});
    expect(config.devices.sdc).toEqual({disk_id: null, volume_id: volume.id});
  });

  it('rule 57: operations that start billing are marked as charging', () => {
    for (const endpoint of [volumes.create, volumes.clone, volumes.resize])
      expect(endpoint.spec).toMatchObject({charges: true});
  });

  it('rules 56, 59: an update changes the label and the tags only', async () => {
    const volume = await newVolume();
    const update = await account.ok(volumes.update, {
      params: volumeParams(volume.id),
      body: {label: 'other', tags: ['prod']},
    });
    expect(update).toMatchObject({label: 'other', tags: ['prod'], filesystem_path: expect.stringMatching(/_other$/)});
    // The whole object as it was read may be sent back.
    const whole = await account.ok(volumes.update, {
      params: volumeParams(volume.id),
      body: {...update, size: 500, compute_id: 7},
    });
    expect(whole).toMatchObject({size: volume.size, compute_id: null});
    expect((await account.call(volumes.update, {params: volumeParams(volume.id), body: {sise: 5}})).fields).toEqual([
      'sise',
    ]);
    expect(
      (await account.call(volumes.update, {params: volumeParams(volume.id), body: {label: 'kept', tags: ['no']}}))
        .fields,
    ).toEqual(['tags.0']);
    expect((await account.ok(volumes.get, {params: volumeParams(volume.id)})).label).toBe('other');
  });

  it('rules 40, 60, 62: attaching answers the attached volume, and adds the volume to the config', async () => {
    const instance = await createTestInstance(account);
    const volume = await newVolume();
    const params = volumeParams(volume.id);
    expect((await account.call(volumes.attach, {params, body: {}})).fields).toEqual(['compute_id']);
    const attachedVolume = await account.ok(volumes.attach, {params, body: {compute_id: instance.id}});
    expect(attachedVolume).toMatchObject({id: volume.id, compute_id: instance.id, compute_label: instance.label});
    const [config] = (await account.ok(instances.configs.list, {params: {computeId: instance.id}})).data;
    expect(Object.values(config?.devices ?? {})).toContainEqual({disk_id: null, volume_id: volume.id});
    expect((await account.call(volumes.attach, {params, body: {compute_id: instance.id}})).status).toBe(400);

    const loose = await newVolume();
    const body = {compute_id: instance.id, persist_across_boots: false};
    await account.ok(volumes.attach, {params: volumeParams(loose.id), body});
    const [after] = (await account.ok(instances.configs.list, {params: {computeId: instance.id}})).data;
    expect(after?.devices).toEqual(config?.devices);

    const elsewhere = await newVolume({region: 'eu-west'});
    expect(
      (await account.call(volumes.attach, {params: volumeParams(elsewhere.id), body: {compute_id: instance.id}}))
        .fields,
    ).toEqual(['compute_id']);
  });

  it('a volume can be attached while it is being created', async () => {
    const instance = await createTestInstance(account);
    const {id, status} = await account.ok(volumes.create, {body: {label: 'early', region: instance.region}});
    expect(status).toBe('creating');
    const attachedVolume = await account.ok(volumes.attach, {
      params: volumeParams(id),
      body: {compute_id: instance.id},
    });
    expect(attachedVolume).toMatchObject({status: 'creating', compute_id: instance.id});
    account.pass(10);
    expect(await account.ok(volumes.get, {params: volumeParams(id)})).toMatchObject({
      status: 'active',
      compute_id: instance.id,
    });
  });

  it('no volume can be attached while its instance migrates to another region', async () => {
    const instance = await createTestInstance(account);
    const computeId = instance.id;
    const loose = await newVolume();
    const [config] = (await account.ok(instances.configs.list, {params: {computeId}})).data;
    await account.ok(instances.migrate, {params: {computeId}, body: {region: 'us-west'}});
    const busy = [{field: null, reason: 'Compute busy.'}];
    const attachedVolume = await account.call(volumes.attach, {
      params: volumeParams(loose.id),
      body: {compute_id: computeId},
    });
    expect(attachedVolume.fieldErrors).toEqual(busy);
    const created = await account.call(volumes.create, {body: {label: 'late', compute_id: computeId}});
    expect(created.fieldErrors).toEqual(busy);
    const params = {computeId, configId: config?.id ?? 0};
    const devices = {...config?.devices, sdc: {disk_id: null, volume_id: loose.id}} as never;
    expect((await account.call(instances.configs.update, {params, body: {devices}})).fieldErrors).toEqual(busy);
    account.pass(600);
    expect((await account.ok(instances.get, {params: {computeId}})).region).toBe('us-west');
    expect(await account.ok(volumes.get, {params: volumeParams(loose.id)})).toMatchObject({
      compute_id: null,
      region: 'us-east',
    });
  });

  it('rule 63: without a config, an instance accepts as many volumes as it has GB of RAM, at least 8', async () => {
    const large = await createTestInstance(account, {type: 'g6-standard-6'});
    const small = await createTestInstance(account, {type: 'g6-standard-1'});
    const attach = async (computeId: number) => {
      const {id} = await newVolume();
      return account.call(volumes.attach, {
        params: volumeParams(id),
        body: {compute_id: computeId, persist_across_boots: false},
      });
    };
    for (let count = 1; count <= 16; count++) expect((await attach(large.id)).status).toBe(200);
    expect((await attach(large.id)).status).toBe(400);
    for (let count = 1; count <= 8; count++) expect((await attach(small.id)).status).toBe(200);
    expect((await attach(small.id)).status).toBe(400);
  });

  it('rule 64: the config of an attachment must belong to the instance', async () => {
    const instance = await createTestInstance(account);
    const other = await createTestInstance(account);
    const [foreign] = (await account.ok(instances.configs.list, {params: {computeId: other.id}})).data;
    const {id} = await newVolume();
    const sent = {params: volumeParams(id), body: {compute_id: instance.id, config_id: foreign?.id ?? 0}};
    expect((await account.call(volumes.attach, sent)).fields).toEqual(['config_id']);
    expect((await account.ok(volumes.get, {params: volumeParams(id)})).compute_id).toBeNull();
  });

  it('rules 41, 61, 67: attaching and detaching need permissions on volume and instance', async () => {
    const instance = await createTestInstance(account);
    const {id} = await newVolume();
    const body = {compute_id: instance.id};
    const params = volumeParams(id);
    const grants = (volume: 'read_only' | 'read_write', compute: 'read_only' | 'read_write' | undefined) => ({
      global: {},
      entities: {volume: {[id]: volume}, ...(compute ? {compute: {[instance.id]: compute}} : {})},
    });
    const token = account.tokenFor('attacher', {granted: grants('read_only', 'read_only')});
    expect((await account.call(volumes.attach, {params, body, token})).status).toBe(403);
    account.tokenFor('attacher', {granted: grants('read_only', undefined)});
    expect((await account.call(volumes.attach, {params, body, token})).status).toBe(403);
    account.tokenFor('attacher', {granted: grants('read_only', 'read_write')});
    expect((await account.ok(volumes.attach, {params, body, token})).compute_id).toBe(instance.id);
    expect((await account.call(volumes.detach, {params, token})).status).toBe(403);
    account.tokenFor('attacher', {granted: grants('read_write', 'read_only')});
    expect((await account.call(volumes.detach, {params, token})).status).toBe(403);
    account.tokenFor('attacher', {granted: grants('read_write', 'read_write')});
    expect(await account.ok(volumes.detach, {params, token})).toEqual({});
    const after = await account.ok(volumes.get, {params});
    expect(after).toMatchObject({compute_id: null, compute_label: null});
    const [config] = (await account.ok(instances.configs.list, {params: {computeId: instance.id}})).data;
    expect(Object.values(config?.devices ?? {})).not.toContainEqual({disk_id: null, volume_id: id});
  });

  it('rules 36, 65: an active volume can be cloned into a new volume', async () => {
    const source = await newVolume({size: 40, tags: ['golden']});
    const copy = await account.ok(volumes.clone, {params: volumeParams(source.id), body: {label: 'copy'}});
    expect(copy).toMatchObject({label: 'copy', size: 40, tags: ['golden'], region: 'us-east', compute_id: null});
    expect(copy.id).not.toBe(source.id);
    expect((await account.call(volumes.clone, {params: volumeParams(copy.id), body: {label: 'early'}})).status).toBe(
      400,
    );
    expect((await account.call(volumes.clone, {params: volumeParams(source.id), body: {}})).fields).toEqual(['label']);
  });

  it('rules 37, 38, 68: an active volume can only become larger', async () => {
    const {id} = await newVolume({size: 30});
    for (const size of [29, 30])
      expect((await account.call(volumes.resize, {params: volumeParams(id), body: {size}})).fields).toEqual(['size']);
    expect((await account.call(volumes.resize, {params: volumeParams(id), body: {}})).fields).toEqual(['size']);
    expect(await account.ok(volumes.resize, {params: volumeParams(id), body: {size: 31}})).toEqual({});
    expect((await account.call(volumes.resize, {params: volumeParams(id), body: {size: 32}})).status).toBe(400);
  });

  it('rules 39, 66: a volume is permanently deleted, unless it is migrating', async () => {
    const {id} = await newVolume();
    account.db.transaction(() => account.db.setHidden(Volumes, id, {migrating: true}));
    expect((await account.call(volumes.delete, {params: volumeParams(id)})).status).toBe(400);
    account.db.transaction(() => account.db.setHidden(Volumes, id, {migrating: false}));
    expect(await account.ok(volumes.delete, {params: volumeParams(id)})).toEqual({});
    expect((await account.call(volumes.get, {params: volumeParams(id)})).status).toBe(404);
    expect((await account.ok(volumes.list, {filter: {id}})).results).toBe(0);
  });

  it('rule 69: the volumes of an instance are those attached to it', async () => {
    const instance = await createTestInstance(account);
    const first = await newVolume({compute_id: instance.id});
    const second = await newVolume({compute_id: instance.id});
    await newVolume();
    const page = await account.ok(instances.volumes.list, {params: {computeId: instance.id}});
    expect(page).toMatchObject({page: 1, pages: 1, results: 2});
    expect(page.data).toEqual([first, second]);
    expect((await account.call(instances.volumes.list, {params: {computeId: 999_999}})).status).toBe(404);
  });
});
