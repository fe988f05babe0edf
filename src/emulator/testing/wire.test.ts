import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {createTestInstance, openTestAccount, type TestAccount} from './test-account.ts';

const {volumes, instances} = contract;

describe('a provider of this API', () => {
  let account: TestAccount;
  beforeAll(async () => {
    account = await openTestAccount({accounts: 'demo', brand: 'acmecloud', acronym: 'ack'});
  });
  afterAll(() => account.close());

  const fetchJson = async (path: string, init: RequestInit = {}) => {
    const headers = {
      authorization: `Bearer ${account.token}`,
      'content-type': 'application/json',
      ...Object(init.headers),
    };
    const response = await account.raw(`/v4${path}`, {...init, headers});
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };

  it('uses its own ID prefix in every position', async () => {
    const list = await fetchJson('/acmecloud/instances', {headers: {'x-filter': '{"label":"web-01"}'}});
    expect(list.body).toMatchObject({results: 1, data: [{label: 'web-01', image: 'acmecloud/debian12'}]});
    expect(list.headers.get('x-accepted-oauth-scopes')).toBe('acmeclouds:read_only');
    expect((await fetchJson('/compute/instances')).status).toBe(404);
    expect((await fetchJson('/images/acmecloud%2Fdebian12')).body).toMatchObject({
      id: 'acmecloud/debian12',
      created_by: 'acmecloud',
    });
    expect((await fetchJson('/images/acmecloud/debian12')).status).toBe(200);
    const events = await fetchJson('/account/events', {
      headers: {'x-filter': '{"action":"acmecloud_boot","entity.type":"acmecloud"}'},
    });
    expect((events.body.data as object[])[0]).toMatchObject({
      action: 'acmecloud_boot',
      entity: {type: 'acmecloud', url: expect.stringMatching(/^\/v4\/acmecloud\/instances\//)},
    });
    const response = await fetchJson('/volumes', {method: 'POST', body: '{"label":"x","acmecloud_id":1}'});
    expect(response.body).toMatchObject({errors: [{field: 'acmecloud_id'}]});
    const id = (list.body.data as {id: number}[])[0]?.id;
    const resource = await fetchJson('/volumes', {
      method: 'POST',
      body: JSON.stringify({label: 'compute_id', acmecloud_id: id, tags: ['compute']}),
    });
    expect(resource.body).toMatchObject({
      label: 'compute_id',
      acmecloud_id: id,
      acmecloud_label: 'web-01',
      tags: ['compute'],
    });
  });

  it('bug: errors and descriptions named fields with the wrong ID prefix', async () => {
    const response = await Promise.all(
      [
        ['/volumes', '{"label":"x"}'],
        ['/volumes', '{"label":"x","region":"us-east","config_id":1}'],
        ['/networking/ipv6/ranges', '{"prefix_length":64}'],
        ['/acmecloud/instances/101/clone', '{}'],
      ].map(([path = '', body = '']) => fetchJson(path, {method: 'POST', body})),
    );
    const reasons = response.map(({status, body}) => {
      expect(status).toBe(400);
      return JSON.stringify(body);
    });
    for (const reason of reasons) {
      expect(reason).toMatch(/"reason":"[^"]*acmecloud_id/);
      expect(reason).not.toContain('compute_id');
    }
    const description = await (await account.raw('/openapi.json')).text();
    expect(description).toContain('acmecloud_id is absent');
    expect(description).not.toContain('compute_id');
  });

  it('reports a busy instance with the reason that tools expect', async () => {
    await fetchJson('/acmecloud/instances/101/reboot', {method: 'POST', body: '{}'});
    const second = await fetchJson('/acmecloud/instances/101/shutdown', {method: 'POST', body: '{}'});
    expect(second).toMatchObject({status: 400});
    expect(second.body).toEqual({errors: [{reason: 'Acmecloud busy.'}]});
    const boot = await fetchJson('/acmecloud/instances/101/boot', {method: 'POST', body: '{}'});
    expect(boot.body).toEqual({errors: [{reason: 'Acmecloud busy.'}]});
    account.pass(60);
  });

  it('uses its prefix in default labels, kernels and device paths', async () => {
    const {body: resource} = await fetchJson('/acmecloud/instances', {
      method: 'POST',
      body: '{"region":"us-east","type":"g6-nanode-1"}',
    });
    expect(resource.label).toBe(`acmecloud${resource.id}`);
    const {body: volume} = await fetchJson('/volumes', {method: 'POST', body: '{"label":"path","region":"us-east"}'});
    expect(volume.filesystem_path).toBe('/dev/disk/by-id/scsi-0Acmecloud_Volume_path');
    const {body: kernels} = await fetchJson('/acmecloud/kernels?page_size=500');
    const numbered = (kernels.data as {id: string; label: string}[]).filter(({id}) => /\d\.\d/.test(id));
    expect(numbered.length).toBeGreaterThan(100);
    for (const {id, label} of numbered) {
      expect(label).toMatch(/acmecloud\d+$/);
      expect(id).toBe(`acmecloud/${label}`);
    }
    expect((await fetchJson(`/acmecloud/kernels/${encodeURIComponent(numbered[0]?.id ?? '')}`)).status).toBe(200);
  });

  it('offers the public images of its API version', async () => {
    for (const id of ['debian9', 'debian10', 'debian11', 'ubuntu16.04lts', 'ubuntu18.04', 'ubuntu20.04', 'alpine3.15'])
      expect(await fetchJson(`/images/acmecloud%2F${id}`), id).toMatchObject({status: 200, body: {is_public: true}});
  });

  it('answers a date in 2999 as the expiry of a token without expiry', async () => {
    const resource = await fetchJson('/profile/tokens', {method: 'POST', body: '{"label":"endless","scopes":"*"}'});
    expect(resource.body.expiry).toBe('2999-12-13T00:00:00');
    expect((await fetchJson(`/profile/tokens/${resource.body.id}`)).body.expiry).toBe('2999-12-13T00:00:00');
    const {body: list} = await fetchJson('/profile/tokens');
    expect((list.data as object[]).at(-1)).toMatchObject({label: 'endless', expiry: '2999-12-13T00:00:00'});
  });

  it('answers deprecated operations without a warning', async () => {
    const {status, body} = await fetchJson('/account/entity-transfers');
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('warnings');
  });

  it('answers empty texts for the certificate of a NodeBalancer without one', async () => {
    const {body: balancer} = await fetchJson('/nodebalancers', {method: 'POST', body: '{"region":"us-east"}'});
    const {body: config} = await fetchJson(`/nodebalancers/${balancer.id}/configs`, {
      method: 'POST',
      body: '{"port":80}',
    });
    expect(config).toMatchObject({ssl_commonname: '', ssl_fingerprint: ''});
    const {body: list} = await fetchJson(`/nodebalancers/${balancer.id}/configs`);
    expect((list.data as object[])[0]).toMatchObject({ssl_commonname: '', ssl_fingerprint: ''});
  });

  const filtered = (path: string, filter: object) => fetchJson(path, {headers: {'x-filter': JSON.stringify(filter)}});

  it('accepts filters by the fields that tools use, with its own prefix', async () => {
    const {body: ownRows} = await filtered('/networking/ips', {acmecloud_id: 101});
    expect(ownRows.results).toBeGreaterThan(0);
    for (const address of ownRows.data as object[]) expect(address).toMatchObject({acmecloud_id: 101});
    const interfaces = [{purpose: 'vlan', label: 'filtered', ipam_address: '10.9.9.1/24'}];
    await fetchJson('/acmecloud/instances/101/configs', {
      method: 'POST',
      body: JSON.stringify({label: 'on a vlan', devices: {}, interfaces}),
    });
    const configs = '/acmecloud/instances/101/configs';
    expect((await filtered(configs, {'interfaces.label': 'filtered'})).body).toMatchObject({
      results: 1,
      data: [{label: 'on a vlan'}],
    });
    expect((await filtered(configs, {'interfaces.label': 'other'})).body.results).toBe(0);
    await fetchJson('/networking/ipv6/ranges', {method: 'POST', body: '{"prefix_length":64,"acmecloud_id":101}'});
    expect((await filtered('/networking/ipv6/ranges', {region: 'us-east'})).body.results).toBe(1);
    expect((await filtered('/networking/ipv6/ranges', {region: 'eu-west'})).body.results).toBe(0);
  });

  it('rejects a filter with the field names of the request', async () => {
    const refusal = async (path: string, filter: object) => {
      const {status, body} = await filtered(path, filter);
      const [problem] = body.errors as {field: string; reason: string}[];
      return {status, ...problem};
    };
    const unknown = await refusal('/volumes', {acmecloud_id: 101});
    expect(unknown).toMatchObject({status: 400, field: 'X-Filter'});
    expect(unknown.reason).toContain('cannot filter or order by "acmecloud_id"');
    const actions = await refusal('/networking/ips', {colour: 'red'});
    expect(actions.reason).toContain('acmecloud_id');
    expect(actions.reason).not.toContain('compute');
    expect((await refusal('/networking/ips', {compute_id: 101})).status).toBe(400);
    expect((await refusal('/networking/ips', {'+order_by': 'acmecloud_label'})).reason).toContain('acmecloud_label');
    const {body} = await filtered('/networking/ips', {'+order_by': 'acmecloud_id', '+order': 'desc'});
    expect((body.data as {acmecloud_id: number}[])[0]?.acmecloud_id).toBeGreaterThan(101);
  });

  it('accepts pages of up to 500 items, and omits the field of an error without one', async () => {
    expect((await fetchJson('/volumes?page_size=500')).status).toBe(200);
    expect((await fetchJson('/volumes?page_size=501')).status).toBe(400);
    expect((await fetchJson('/volumes/1')).body).toEqual({errors: [{reason: 'Not found'}]});
  });

  it('answers some operations in a different shape, and ignores unknown fields', async () => {
    const {body: volume} = await fetchJson('/volumes', {
      method: 'POST',
      body: '{"label":"grow","region":"us-east","colour":"red"}',
    });
    account.pass(10);
    const grown = await fetchJson(`/volumes/${volume.id}/resize`, {method: 'POST', body: '{"size":40}'});
    expect(grown.body).toMatchObject({id: volume.id, size: 40, status: 'resizing'});
    const stats = await fetchJson('/acmecloud/instances/101/stats');
    expect(Object.keys(stats.body)).toEqual(['title', 'data']);
    const configs = await fetchJson('/acmecloud/instances/101/configs');
    const [config] = configs.body.data as {devices: object}[];
    expect(Object.keys(config?.devices ?? {})).toEqual(['sda', 'sdb', 'sdc', 'sdd', 'sde', 'sdf', 'sdg', 'sdh']);
    expect(config?.devices).toMatchObject({sdh: null});
    const rebuilt = await fetchJson('/acmecloud/instances/110/rebuild', {
      method: 'POST',
      body: '{"image":"acmecloud/arch","root_pass":"aX9-secret-word"}',
    });
    expect(rebuilt.body).toMatchObject({label: expect.stringContaining('Arch'), kernel: 'acmecloud/latest-64bit'});
  });
});

describe('a DNS record at the apex', () => {
  const read = async (account: TestAccount, path: string, init: RequestInit = {}) => {
    const headers = {authorization: `Bearer ${account.token}`, 'content-type': 'application/json'};
    const response = await account.raw(`/v4${path}`, {...init, headers});
    return {status: response.status, body: (await response.json()) as Record<string, unknown>};
  };
  const zone = {method: 'POST', body: '{"domain":"apex.test","type":"master","soa_email":"a@apex.test"}'};
  const apex = {method: 'POST', body: '{"type":"A","name":"","target":"192.0.2.1"}'};

  it('has an empty name in requests and answers of a provider', async () => {
    const account = await openTestAccount({brand: 'acmecloud'});
    const {body: resource} = await read(account, '/domains', zone);
    expect(resource).toMatchObject({group: '', description: ''});
    const record = await read(account, `/domains/${resource.id}/records`, apex);
    expect(record).toMatchObject({status: 200, body: {name: ''}});
    const at = `/domains/${resource.id}/records/${record.body.id}`;
    const moved = await read(account, at, {method: 'PUT', body: '{"name":"www"}'});
    expect(moved.body).toMatchObject({name: 'www'});
    expect((await read(account, at, {method: 'PUT', body: '{"name":""}'})).body).toMatchObject({name: ''});
    await account.close();
  });

  it('has no name in the dialect of the documents, which rejects an empty name', async () => {
    const account = await openTestAccount();
    const {body: resource} = await read(account, '/domains', zone);
    expect(resource).toMatchObject({group: null, description: null});
    expect(await read(account, `/domains/${resource.id}/records`, apex)).toMatchObject({
      status: 400,
      body: {errors: [{field: 'name', reason: 'must be 1 to 100 characters, or left out'}]},
    });
    const body = '{"type":"A","target":"192.0.2.1"}';
    const record = await read(account, `/domains/${resource.id}/records`, {method: 'POST', body});
    expect(record.status).toBe(200);
    expect(record.body).not.toHaveProperty('name');
    await account.close();
  });
});

describe('the dialect of the documents', () => {
  it('differs from the provider in statistics, config devices and unknown fields', async () => {
    const account = await openTestAccount();
    const instance = await createTestInstance(account);
    const stats = await account.ok(instances.stats.get, {params: {computeId: instance.id}});
    expect(stats).toHaveProperty('cpu');
    const [config] = (await account.ok(instances.configs.list, {params: {computeId: instance.id}})).data;
    expect(Object.keys(config?.devices ?? {})).toEqual(['sda', 'sdb']);
    const {fields} = await account.call(volumes.create, {body: {label: 'x', region: 'us-east', colour: 'red'}});
    expect(fields).toEqual(['colour']);
    await account.close();
  });
});
