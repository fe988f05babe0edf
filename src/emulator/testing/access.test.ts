import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {createEmptyInstance, createTestInstance, openTestAccount, type TestAccount} from './test-account.ts';

const {account: accountApi, volumes, instances, regions, images, kernels, tags, profile, types} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({accounts: 'demo'});
});
afterAll(() => account.close());

describe('authentication', () => {
  it('rule 20: tokens are sent as bearer tokens', async () => {
    const fetchStats = (authorization: string) => account.call(volumes.list, {token: null, headers: {authorization}});
    expect((await fetchStats(`Bearer ${account.token}`)).status).toBe(200);
    expect((await fetchStats(`bearer ${account.token}`)).status).toBe(200);
    for (const invalid of [account.token, `Basic ${account.token}`, 'Bearer', `Bearer ${account.token} x`])
      expect((await fetchStats(invalid)).status).toBe(401);
  });

  it('rule 21: a request without a token or with an unknown token is rejected', async () => {
    for (const token of [null, 'nobody-knows-me']) {
      const {status, fieldErrors} = await account.call(volumes.list, {token});
      expect(status).toBe(401);
      expect(fieldErrors).toEqual([{field: null, reason: 'Invalid Token'}]);
    }
    expect((await account.call(volumes.create, {token: null, body: {label: 'x', region: 'us-east'}})).status).toBe(401);
  });

  it('rule 21: an expired token is rejected', async () => {
    const token = account.tokenFor('late', {expiry: new Date(account.clock.now() + 60_000).toISOString().slice(0, 19)});
    expect((await account.call(volumes.list, {token})).status).toBe(200);
    account.pass(61);
    expect((await account.call(volumes.list, {token})).status).toBe(401);
  });

  it('rules 25, 26: regions, kernels and plans answer without a token, and reject a wrong one', async () => {
    for (const endpoint of [regions.list, kernels.list, types.list]) {
      expect((await account.call(endpoint, {token: null})).status).toBe(200);
      expect((await account.call(endpoint, {token: 'wrong'})).fieldErrors).toEqual([
        {field: null, reason: 'Invalid Token'},
      ]);
    }
    expect((await account.call(regions.get, {token: null, params: {regionId: 'us-east'}})).status).toBe(200);
    const kernelId = 'compute/latest-64bit';
    expect((await account.call(kernels.get, {token: null, params: {kernelId}})).status).toBe(200);
  });

  it('rule 27: without a token, only public images are visible', async () => {
    const {data} = await account.ok(images.list, {token: null});
    expect(data.length).toBeGreaterThan(5);
    expect(data.every(image => image.is_public)).toBe(true);
    const all = await account.ok(images.list);
    const ownRows = all.data.find(image => !image.is_public);
    const params = {imageId: ownRows?.id ?? ''};
    expect((await account.call(images.get, {params})).status).toBe(200);
    expect((await account.call(images.get, {params, token: null})).status).toBe(404);
    expect((await account.call(images.get, {params: {imageId: 'compute/debian12'}, token: null})).status).toBe(200);
  });
});

describe('scopes', () => {
  it('rule 22: a token needs the scope of the operation', async () => {
    const reader = account.tokenFor('acme', {scopes: 'volumes:read_only'});
    expect((await account.call(volumes.list, {token: reader})).status).toBe(200);
    const response = await account.call(volumes.create, {token: reader, body: {label: 'x', region: 'us-east'}});
    expect(response.status).toBe(403);
    expect(response.fieldErrors[0]?.reason).toContain('volumes:read_write');
    expect((await account.call(instances.list, {token: reader})).status).toBe(403);
    const writer = account.tokenFor('acme', {scopes: 'volumes:read_write'});
    expect((await account.call(volumes.list, {token: writer})).status).toBe(200);
    expect((await account.call(profile.get, {token: reader})).status).toBe(200);
  });

  it('headers name the scopes that a call needs and the scopes of the token', async () => {
    const token = account.tokenFor('acme', {scopes: 'volumes:read_only images:read_write'});
    const {headers} = await account.call(volumes.list, {token});
    expect(headers.get('x-oauth-scopes')).toBe('volumes:read_only images:read_write');
    expect(headers.get('x-accepted-oauth-scopes')).toBe('volumes:read_only');
  });

  it('rule 23: attaching and detaching need both scopes', async () => {
    const {data} = await account.ok(volumes.list, {filter: {label: 'batch-scratch-1'}});
    const params = {volumeId: data[0]?.id ?? 0};
    const body = {compute_id: data[0]?.compute_id ?? 0};
    for (const scopes of ['volumes:read_write', 'compute:read_write', 'volumes:read_write compute:read_only']) {
      const token = account.tokenFor('acme', {scopes});
      expect((await account.call(volumes.detach, {params, token})).status).toBe(403);
      expect((await account.call(volumes.attach, {params, body, token})).status).toBe(403);
    }
    const token = account.tokenFor('acme', {scopes: 'volumes:read_write compute:read_write'});
    expect((await account.call(volumes.detach, {params, token})).status).toBe(200);
    expect((await account.call(volumes.attach, {params, body, token})).status).toBe(200);
  });

  it('rule 24: capturing an image needs images:read_write and compute:read_only', async () => {
    const instance = await createTestInstance(account);
    const [disk] = (await account.ok(instances.disks.list, {params: {computeId: instance.id}})).data;
    const body = {disk_id: disk?.id ?? 0};
    for (const scopes of ['images:read_write', 'compute:read_only', 'images:read_only compute:read_write'])
      expect((await account.call(images.create, {body, token: account.tokenFor('acme', {scopes})})).status).toBe(403);
    const token = account.tokenFor('acme', {scopes: 'images:read_write compute:read_only'});
    expect((await account.call(images.create, {body, token})).status).toBe(200);
  });
});

describe('grants', () => {
  it('rules 29, 30: creating needs its grant, and the creator gets access to the new resource', async () => {
    const none = account.tokenFor('without', {granted: {global: {}, entities: {}}});
    const volume = {label: 'granted', region: 'us-east'};
    const instance = {type: 'g6-nanode-1', region: 'us-east'};
    expect((await account.call(volumes.create, {token: none, body: volume})).status).toBe(403);
    expect((await account.call(instances.create, {token: none, body: instance})).status).toBe(403);
    const source = (await account.ok(volumes.list, {filter: {label: 'staging-data'}})).data[0];
    const cloner = account.tokenFor('cloner', {
      granted: {global: {}, entities: {volume: {[source?.id ?? 0]: 'read_write'}}},
    });
    const clone = {params: {volumeId: source?.id ?? 0}, body: {label: 'copy'}, token: cloner};
    expect((await account.call(volumes.clone, clone)).status).toBe(403);
    account.tokenFor('cloner', {
      granted: {global: {add_volumes: true}, entities: {volume: {[source?.id ?? 0]: 'read_write'}}},
    });
    expect((await account.call(volumes.clone, clone)).status).toBe(200);

    const some = account.tokenFor('with', {granted: {global: {add_volumes: true, add_compute: true}, entities: {}}});
    const resource = await account.ok(volumes.create, {token: some, body: volume});
    const newInstance = await account.ok(instances.create, {token: some, body: instance});
    expect((await account.ok(volumes.list, {token: some})).data.map(({id}) => id)).toEqual([resource.id]);
    expect((await account.ok(instances.list, {token: some})).data.map(({id}) => id)).toEqual([newInstance.id]);
    expect(
      (await account.call(instances.boot, {token: some, params: {computeId: newInstance.id}})).fieldErrors[0]?.field,
    ).toBe('config_id');
  });

  it('rule 31: some operations are forbidden for restricted users with any scope', async () => {
    const token = account.tokenFor('narrow', {granted: {global: {account_access: 'read_write'}, entities: {}}});
    expect((await account.call(tags.create, {token, body: {label: 'mine'}})).status).toBe(403);
    expect((await account.call(tags.delete, {token, params: {label: 'prod'}})).status).toBe(403);
    expect((await account.call(accountApi.get, {token})).status).toBe(200);
  });

  it('show a restricted user the same public StackScripts as a request without a token', async () => {
    const token = account.tokenFor('reader', {granted: {global: {}, entities: {}}});
    const {stackscripts} = contract;
    const body = {label: 'private', images: ['compute/debian12'], script: '#!/bin/sh\n'};
    const {id} = await account.ok(stackscripts.create, {body});
    const anyone = (await account.ok(stackscripts.list, {token: null})).data.map(script => script.id);
    expect(anyone.length).toBeGreaterThan(0);
    expect((await account.ok(stackscripts.list, {token})).data.map(script => script.id)).toEqual(anyone);
    const [first = 0] = anyone;
    const params = (stackscriptId: number) => ({token, params: {stackscriptId: String(stackscriptId)}});
    expect((await account.call(stackscripts.get, params(first))).status).toBe(200);
    expect((await account.call(stackscripts.get, params(id))).status).toBe(404);
    expect((await account.call(stackscripts.update, {...params(first), body: {label: 'mine now'}})).status).toBe(403);
    account.tokenFor('reader', {granted: {global: {}, entities: {stackscript: {[id]: 'read_only'}}}});
    expect((await account.ok(stackscripts.list, {token})).results).toBe(anyone.length + 1);
    expect((await account.call(stackscripts.get, params(id))).status).toBe(200);
  });

  it('show a restricted user only the addresses, ranges and VLANs of their instances', async () => {
    const {networking} = contract;
    const interfaces = [{purpose: 'vlan', label: 'wire', ipam_address: null} as const];
    const make = async (label: string) => {
      const newInstance = await createTestInstance(account, {label, interfaces});
      const {range} = await account.ok(networking.ipv6.ranges.create, {
        body: {prefix_length: 64, compute_id: newInstance.id},
      });
      return {...newInstance, address: newInstance.ipv4[0] ?? '', range: range.replace('/64', '')};
    };
    const [seen, grants, unseen] = [await make('seen-net'), await make('own-net'), await make('unseen-net')];
    const token = account.tokenFor('netter', {
      granted: {global: {}, entities: {compute: {[seen.id]: 'read_only', [grants.id]: 'read_write'}}},
    });
    const addresses = (await account.ok(networking.ips.list, {token})).data;
    expect(addresses.map(({compute_id}) => compute_id)).toEqual([seen.id, grants.id]);
    expect((await account.ok(networking.ips.list)).results).toBeGreaterThan(2);
    const statuses = async (newInstance: typeof seen) => [
      (await account.call(networking.ips.get, {token, params: {address: newInstance.address}})).status,
      (await account.call(networking.ips.update, {token, params: {address: newInstance.address}, body: {rdns: null}}))
        .status,
      (await account.call(networking.ipv6.ranges.get, {token, params: {range: newInstance.range}})).status,
      (await account.call(networking.ipv6.ranges.delete, {token, params: {range: newInstance.range}})).status,
    ];
    expect((await account.ok(networking.ipv6.ranges.list, {token})).data.map(({range}) => range)).toEqual([
      seen.range,
      grants.range,
    ]);
    expect(await statuses(seen)).toEqual([200, 403, 200, 403]);
    expect(await statuses(unseen)).toEqual([403, 403, 403, 403]);
    expect(await statuses(grants)).toEqual([200, 200, 200, 200]);
    const [vlan] = (await account.ok(networking.vlans.list, {token, filter: {label: 'wire'}})).data;
    expect(vlan?.computes).toEqual([seen.id, grants.id]);
  });

  it('limit a restricted user to the granted resources and permissions', async () => {
    const web = await createEmptyInstance(account, {label: 'granted-web'});
    const db = await createEmptyInstance(account, {label: 'granted-db'});
    const hidden = await createEmptyInstance(account, {label: 'not-granted'});
    const token = account.tokenFor('looker', {
      granted: {global: {}, entities: {compute: {[web.id]: 'read_only', [db.id]: 'read_write'}}},
    });
    const list = await account.ok(instances.list, {token});
    expect(list.data.map(({label}) => label)).toEqual(['granted-web', 'granted-db']);
    expect(list.results).toBe(2);
    const put = (computeId: number) => account.call(instances.update, {token, params: {computeId}, body: {group: 'g'}});
    expect((await account.call(instances.get, {token, params: {computeId: web.id}})).status).toBe(200);
    expect((await put(web.id)).status).toBe(403);
    expect((await put(db.id)).status).toBe(200);
    expect((await account.call(instances.get, {token, params: {computeId: hidden.id}})).status).toBe(403);
    expect((await account.call(accountApi.get, {token})).status).toBe(403);
  });
});
