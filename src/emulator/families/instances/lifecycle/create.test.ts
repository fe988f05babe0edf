import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../../contract/index.ts';
import type {Image} from '../../../../contract/resources/images.ts';
import type {StackScript} from '../../../../contract/resources/stackscripts.ts';
import {
  createEmptyInstance,
  createTestInstance,
  openTestAccount,
  type TestAccount,
} from '../../../testing/test-account.ts';
import {Images} from '../../images/image-kinds.ts';
import {StackScripts} from '../../stackscripts/stackscript-kinds.ts';
import {Backups} from '../instance-kinds.ts';

const {instances, images} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

const instanceParams = (computeId: number) => ({computeId});
const plain = {region: 'us-east', type: 'g6-standard-1'};
const fromImage = {...plain, image: 'compute/debian12', root_pass: 'aX9-secret-word'};
const refusedFields = async (body: object) => (await account.call(instances.create, {body: {...body}})).fields;
const statusOf = async (id: number) => (await account.ok(instances.get, {params: instanceParams(id)})).status;

describe('creating an instance', () => {
  it('rule 145: needs a region and a type that exist', async () => {
    expect(await refusedFields({})).toEqual(['type', 'region']);
    expect(await refusedFields({region: 'atlantis', type: 'huge'})).toEqual(['region', 'type']);
  });

  it('rules 126, 127, 131, 132: answers the fields of the documents', async () => {
    const instance = await createTestInstance(account, {tags: ['prod']});
    expect(instance).toMatchObject({
      hypervisor: 'kvm',
      image: 'compute/debian12',
      group: '',
      tags: ['prod'],
      type: 'g6-standard-1',
      region: 'us-east',
      specs: {disk: 51200, memory: 2048, transfer: 2000, vcpus: 1},
      watchdog_enabled: true,
    });
    for (const name of ['alerts', 'backups', 'created', 'id', 'ipv4', 'ipv6', 'label', 'status', 'updated'])
      expect(instance).toHaveProperty(name);
    expect((await createEmptyInstance(account)).image).toBeNull();
  });

  it('rules 128, 129, 156: assigns one public address, and a private one on request', async () => {
    const instance = await createEmptyInstance(account);
    expect(instance.ipv4).toHaveLength(1);
    expect(instance.ipv6).toMatch(/^2001:db8:[0-9a-f:]+\/128$/);
    const both = await createEmptyInstance(account, {private_ip: true});
    expect(both.ipv4).toHaveLength(2);
    expect(both.ipv4[1]).toMatch(/^192\.168\./);
    expect(both.ipv4[0]).not.toBe(instance.ipv4[0]);
  });

  it('rule 136: sets the CPU alert to 90 percent of every core', async () => {
    expect((await createEmptyInstance(account, {type: 'g6-standard-4'})).alerts.cpu).toBe(360);
  });

  it('rules 140, 141, 142, 143: accepts labels of the allowed characters only', async () => {
    for (const label of ['ab', 'x'.repeat(65), '-abc', 'abc-', '.abc', 'a b c', 'a/b', 'größe', 'a--b', 'a__b', 'a..b'])
      expect(await refusedFields({...plain, label})).toEqual(['label']);
    for (const label of ['abc', 'x'.repeat(64), '1web', 'web-01', 'a-_b', 'a._-b', 'A.B_C-d'])
      expect((await createEmptyInstance(account, {label})).label).toBe(label);
    const {id} = await createEmptyInstance(account);
    expect((await account.call(instances.update, {params: instanceParams(id), body: {label: 'a--b'}})).fields).toEqual([
      'label',
    ]);
  });

  it('rule 144: generates a label if the request has none', async () => {
    const {id, label} = await createEmptyInstance(account);
    expect(label).toBe(`compute${id}`);
  });

  it('rules 146, 147: needs a root password of 7 to 128 characters with an image', async () => {
    const {root_pass: _, ...without} = fromImage;
    expect(await refusedFields(without)).toEqual(['root_pass']);
    for (const root_pass of ['short6', 'x'.repeat(129)])
      expect(await refusedFields({...fromImage, root_pass})).toEqual(['root_pass']);
    for (const root_pass of ['seven-7', 'x'.repeat(128)])
      expect((await account.call(instances.create, {body: {...fromImage, root_pass}})).status).toBe(200);
  });

  it('rules 148, 149: creates a config and two disks with an image, one of them swap', async () => {
    const instance = await createTestInstance(account, {swap_size: 1024});
    const disks = (await account.ok(instances.disks.list, {params: instanceParams(instance.id)})).data;
    expect(disks.map(({filesystem, size}) => [filesystem, size])).toEqual([
      ['ext4', 51200 - 1024],
      ['swap', 1024],
    ]);
    const [config] = (await account.ok(instances.configs.list, {params: instanceParams(instance.id)})).data;
    expect(config?.devices).toEqual({
      sda: {disk_id: disks[0]?.id, volume_id: null},
      sdb: {disk_id: disks[1]?.id, volume_id: null},
    });
    const standard = await createTestInstance(account);
    expect((await account.ok(instances.disks.list, {params: instanceParams(standard.id)})).data[1]?.size).toBe(512);
    // Without an image, the instance gets no disks, and the swap size is ignored.
    const shell = await createEmptyInstance(account, {swap_size: 4096});
    expect((await account.ok(instances.disks.list, {params: instanceParams(shell.id)})).results).toBe(0);
  });

  it('rule 150: provisions, boots and runs an instance with an image', async () => {
    const {id, status} = await account.ok(instances.create, {body: fromImage});
    expect(status).toBe('provisioning');
    const request = new Set<string>();
    for (let second = 0; second < 90; second++) {
      request.add(await statusOf(id));
      account.pass(1);
    }
    expect([...request]).toEqual(['provisioning', 'booting', 'running']);
  });

  it('rule 151: leaves the instance offline with booted: false', async () => {
    expect((await createTestInstance(account, {booted: false})).status).toBe('offline');
  });

  it('rule 154: without an image, creates an offline instance without disks and configs', async () => {
    const shell = await createEmptyInstance(account);
    expect(shell.status).toBe('offline');
    expect((await account.ok(instances.disks.list, {params: instanceParams(shell.id)})).results).toBe(0);
    expect((await account.ok(instances.configs.list, {params: instanceParams(shell.id)})).results).toBe(0);
    account.pass(100);
    expect(await statusOf(shell.id)).toBe('offline');
  });

  it('rules 103, 104: needs an image that is available and fits the plan', async () => {
    const add = (change: Partial<Image>) =>
      account.db.transaction(() => {
        const [some] = account.db.all(Images);
        if (!some) throw new Error('there are no images');
        return account.db.insert(Images, id => ({...some, is_public: false, id: `private/${id}`, ...change}));
      }).id;
    for (const status of ['creating', 'pending_upload'])
      expect(await refusedFields({...fromImage, image: add({status})})).toEqual(['image']);
    expect(await refusedFields({...fromImage, image: add({size: 60_000})})).toEqual(['image']);
    expect(await refusedFields({...fromImage, image: 'compute/nothing'})).toEqual(['image']);
    const ready = add({size: 40_000});
    expect((await account.call(instances.create, {body: {...fromImage, image: ready}})).status).toBe(200);
  });

  it('rules 152, 153: needs the image, a password and the answers of a StackScript', async () => {
    const script = account.db.transaction(() =>
      account.db.insert(
        StackScripts,
        (id): StackScript => ({
          id,
          username: 'acme',
          user_gravatar_id: '',
          label: 'questions',
          description: '',
          images: ['compute/debian12'],
          deployments_total: 0,
          deployments_active: 0,
          is_public: false,
          created: '2025-01-01T00:00:00',
          updated: '2025-01-01T00:00:00',
          rev_note: '',
          script: '#!/bin/sh',
          user_defined_fields: [
            {name: 'size', label: 'Size', example: 'small', oneOf: 'small,large', manyOf: '', default: ''},
            {name: 'host', label: 'Host', example: 'a.example'} as StackScript['user_defined_fields'][number],
          ],
          mine: true,
        }),
      ),
    );
    const body = {...fromImage, stackscript_id: script.id};
    expect(await refusedFields(body)).toEqual(['stackscript_data.host']);
    const data = {host: 'web.example', size: 'small'};
    expect(await refusedFields({...body, image: 'compute/arch', stackscript_data: data})).toEqual(['image']);
    expect(await refusedFields({...plain, stackscript_id: script.id, stackscript_data: data})).toEqual(['image']);
    expect(await refusedFields({...body, root_pass: undefined, stackscript_data: data})).toEqual(['root_pass']);
    expect(await refusedFields({...body, stackscript_data: {...data, size: 'huge'}})).toEqual([
      'stackscript_data.size',
    ]);
    expect(await refusedFields({...body, stackscript_data: 'host=x'})).toEqual(['stackscript_data']);
    expect(await refusedFields({...body, stackscript_id: 1})).toEqual(['stackscript_id']);
    expect((await account.call(instances.create, {body: {...body, stackscript_data: data}})).status).toBe(200);
  });

  it('rule 155: copies the disks and the config of the backed-up instance from a backup', async () => {
    const source = await createTestInstance(account, {backups_enabled: true, type: 'g6-standard-2'});
    const backup = await account.ok(instances.backups.takeSnapshot, {
      params: instanceParams(source.id),
      body: {label: 'before'},
    });
    expect(await refusedFields({...plain, type: 'g6-standard-2', backup_id: backup.id})).toEqual(['backup_id']);
    account.pass(60);
    expect(await refusedFields({...plain, type: 'g6-nanode-1', backup_id: backup.id})).toEqual(['type']);
    expect(await refusedFields({...plain, region: 'eu-west', type: 'g6-standard-2', backup_id: backup.id})).toEqual([
      'region',
    ]);
    expect(await refusedFields({...fromImage, backup_id: backup.id})).toContain('backup_id');
    expect(await refusedFields({...plain, backup_id: 1})).toEqual(['backup_id']);
    const {id} = await account.ok(instances.create, {body: {...plain, type: 'g6-standard-2', backup_id: backup.id}});
    account.pass(90);
    const sizes = async (instance: number) =>
      (await account.ok(instances.disks.list, {params: instanceParams(instance)})).data.map(({label, size}) => [
        label,
        size,
      ]);
    const configs = async (instance: number) =>
      (await account.ok(instances.configs.list, {params: instanceParams(instance)})).data.map(({label, kernel}) => [
        label,
        kernel,
      ]);
    expect(await sizes(id)).toEqual(await sizes(source.id));
    expect(await configs(id)).toEqual(await configs(source.id));
    expect(await statusOf(id)).toBe('running');
    expect(account.db.count(Backups, source.id)).toBe(1);
  });

  it("rule 157: rejects SSH keys that aren't texts, and unknown users in authorized_users", async () => {
    expect(await refusedFields({...fromImage, authorized_keys: [5]})).toEqual(['authorized_keys.0']);
    expect(await refusedFields({...fromImage, authorized_users: ['acme', 'nobody']})).toEqual(['authorized_users.1']);
    const body = {...fromImage, authorized_keys: ['ssh-ed25519 AAAA me'], authorized_users: ['acme']};
    expect((await account.call(instances.create, {body})).status).toBe(200);
  });

  it('rules 158, 159, 160, 162: accepts up to three interfaces, and VLANs only in regions with VLANs', async () => {
    const vlan = (label: string) => ({purpose: 'vlan', label, ipam_address: null});
    const open = {purpose: 'public', label: null, ipam_address: null};
    expect(await refusedFields({...fromImage, interfaces: [open, vlan('a'), vlan('b'), vlan('c')]})).toEqual([
      'interfaces',
    ]);
    expect(await refusedFields({...fromImage, interfaces: [open, open]})).toEqual(['interfaces.1.purpose']);
    expect(await refusedFields({...fromImage, interfaces: [{...vlan('x'), label: null}]})).toEqual([
      'interfaces.0.label',
    ]);
    expect(await refusedFields({...fromImage, region: 'us-west', interfaces: [vlan('a')]})).toEqual([
      'interfaces.0.purpose',
    ]);
    const create = async (interfaces: object[]) => {
      const {id, ipv4} = await account.ok(instances.create, {body: {...fromImage, interfaces}});
      account.pass(90);
      const [config] = (await account.ok(instances.configs.list, {params: instanceParams(id)})).data;
      return {ipv4, interfaces: config?.interfaces};
    };
    expect(await create([])).toMatchObject({interfaces: []});
    // An instance without a public interface also gets a public address.
    const hidden = await create([vlan('back-end')]);
    expect(hidden.interfaces).toEqual([vlan('back-end')]);
    expect(hidden.ipv4).toHaveLength(1);
  });

  it('rule 163: accepts tags from unrestricted users only', async () => {
    const token = account.tokenFor('tagger', {granted: {global: {add_compute: true}, entities: {}}});
    const create = (tags: string[]) => account.call(instances.create, {token, body: {...plain, tags}});
    expect((await create(['prod'])).status).toBe(403);
    const {body} = await create([]);
    const params = instanceParams(body.id);
    expect((await account.call(instances.update, {token, params, body: {tags: ['prod']}})).status).toBe(403);
    expect((await account.call(instances.update, {token, params, body: {...body, group: 'mine'}})).status).toBe(200);
    expect((await account.call(instances.update, {params, body: {tags: ['prod']}})).status).toBe(200);
  });

  it('rules 164, 165: is marked as charging, and has no field for mail ports', () => {
    expect(instances.create.spec.charges).toBe(true);
    expect(JSON.stringify(Object.keys(instances.create.spec.body.fields))).not.toMatch(/port/);
  });

  it('rule 112: accepts an uploaded image in any region', async () => {
    const {image} = await account.ok(images.upload, {body: {label: 'everywhere', region: 'us-east'}});
    account.db.transaction(() => {
      const row = account.db.byKey(Images, image.id);
      account.db.update(Images, row?.id ?? 0, {status: 'available', size: 100});
    });
    for (const region of ['eu-west', 'ap-south'])
      expect((await account.call(instances.create, {body: {...fromImage, region, image: image.id}})).status).toBe(200);
  });
});
