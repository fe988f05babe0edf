import {readFileSync} from 'node:fs';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {buckets, objects, keys, clusters, cancel, transfer} = contract.objectStorage;
const cluster = 'us-east-1';
const fixture = (name: string) => readFileSync(new URL(`../nodebalancers/fixtures/${name}`, import.meta.url), 'utf8');

let account: TestAccount;
/** The demo account, which no test changes. */
let demo: TestAccount;
beforeAll(async () => {
  demo = await openTestAccount({accounts: 'demo'});
});
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());
afterAll(() => demo.close());

const make = (label: string, body: object = {}) => account.ok(buckets.create, {body: {label, cluster, ...body}});
const refusedFields = async (body: object) =>
  (await account.call(buckets.create, {body: {cluster, label: 'fine-label', ...body}})).fields;
const at = (bucket: string) => ({clusterId: cluster, bucket});

describe('buckets', () => {
  it('rules 70, 71: have the documented fields, and a hostname of label, cluster and domain', async () => {
    const bucket = await make('facts');
    expect(Object.keys(bucket).sort()).toEqual(['cluster', 'created', 'hostname', 'label', 'objects', 'size']);
    expect(bucket.hostname).toBe('facts.us-east-1.objects.compute.example');
    expect(await account.ok(buckets.get, {params: at('facts')})).toEqual(bucket);
  });

  it('rule 72: are in clusters with the documented fields', async () => {
    const {data} = await account.ok(clusters.list, {token: null});
    for (const place of data)
      expect(Object.keys(place).sort()).toEqual(['domain', 'id', 'region', 'static_site_domain', 'status']);
    expect(new Set(data.map(({status}) => status))).toEqual(new Set(['available', 'unavailable']));
    expect((await account.call(clusters.get, {params: {clusterId: 'mars-1'}, token: null})).status).toBe(404);
  });

  it('rule 73: can be listed with or without a slash at the end of the path', async () => {
    const headers = {Authorization: `Bearer ${account.token}`};
    for (const path of ['/v4/object-storage/buckets/', '/v4/object-storage/buckets'])
      expect((await account.raw(path, {headers})).status).toBe(200);
  });

  it('rule 74: need a cluster and a label, and accept four access settings', async () => {
    expect((await account.call(buckets.create, {body: {}})).fields).toEqual(
      expect.arrayContaining(['cluster', 'label']),
    );
    for (const [index, acl] of ['private', 'public-read', 'authenticated-read', 'public-read-write'].entries())
      await make(`acl-${index}`, {acl, cors_enabled: true});
    expect(await refusedFields({acl: 'custom'})).toEqual(['acl']);
    expect(await refusedFields({cors_enabled: 'yes'})).toEqual(['cors_enabled']);
    expect(await refusedFields({cluster: 'mars-1'})).toEqual(['cluster']);
    expect(await refusedFields({cluster: 'us-southeast-1'})).toEqual(['cluster']);
    expect(await refusedFields({label: 'Not Good'})).toEqual(['label']);
  });

  it('rules 34, 75: have labels that are unique in the cluster across all accounts', async () => {
    expect(await refusedFields({label: 'backup'})).toEqual(['label']);
  });

  it('rules 76, 77: are answered unchanged when created twice, and can share a label across clusters', async () => {
    const first = await make('twice');
    account.pass(60);
    expect(await make('twice')).toEqual(first);
    expect((await make('twice', {cluster: 'eu-central-1'})).hostname).toContain('eu-central-1');
  });

  it('rules 78, 81: change access and CORS by POST and by PUT', async () => {
    await make('access');
    const params = at('access');
    expect(await account.ok(buckets.access.modify, {params, body: {acl: 'custom', cors_enabled: true}})).toEqual({});
    expect(await account.ok(buckets.access.update, {params, body: {cors_enabled: false}})).toEqual({});
    expect(await account.ok(buckets.access.update, {params})).toEqual({});
    expect((await account.call(buckets.access.update, {params, body: {acl: 'secret'}})).fields).toEqual(['acl']);
  });

  it('rule 79: can be listed by cluster', async () => {
    await make('here');
    await make('there', {cluster: 'eu-central-1'});
    const {data} = await account.ok(buckets.listInCluster, {params: {clusterId: 'eu-central-1'}});
    expect(data.map(({label}) => label)).toEqual(['there']);
    expect((await account.call(buckets.listInCluster, {params: {clusterId: 'mars-1'}})).status).toBe(404);
  });

  it('rules 35, 80: can be deleted when they are empty', async () => {
    await make('full');
    await put('full', 'a.txt', 'x');
    expect((await account.call(buckets.delete, {params: at('full')})).status).toBe(400);
    await fetch(await urlFor('full', {name: 'a.txt', method: 'DELETE'}), {method: 'DELETE'});
    expect(await account.ok(buckets.delete, {params: at('full')})).toEqual({});
    expect((await account.call(buckets.get, {params: at('full')})).status).toBe(404);
  });

  it('rules 91, 92, 93: accept one certificate, never show it, and need its deletion before the next', async () => {
    await make('tls');
    const params = at('tls');
    const certificate = Buffer.from(fixture('shop.pem')).toString('base64');
    const body = {certificate, private_key: fixture('shop.key')};
    expect((await account.call(buckets.ssl.upload, {params, body: {}})).fields).toEqual(['certificate', 'private_key']);
    expect(
      (await account.call(buckets.ssl.upload, {params, body: {...body, private_key: fixture('other.key')}})).fields,
    ).toEqual(['private_key']);
    expect(await account.ok(buckets.ssl.get, {params})).toEqual({ssl: false});
    expect(await account.ok(buckets.ssl.upload, {params, body})).toEqual({ssl: true});
    expect(await account.ok(buckets.ssl.get, {params})).toEqual({ssl: true});
    expect((await account.call(buckets.ssl.upload, {params, body})).status).toBe(400);
    expect(await account.ok(buckets.ssl.delete, {params})).toEqual({});
    expect(await account.ok(buckets.ssl.upload, {params, body})).toEqual({ssl: true});
  });
});

const urlFor = async (
  bucket: string,
  body: {name: string; method: string; content_type?: string; expires_in?: number},
) => (await account.ok(objects.createUrl, {params: at(bucket), body})).url;

async function put(bucket: string, name: string, content: string): Promise<void> {
  const url = await urlFor(bucket, {name, method: 'PUT', content_type: 'text/plain'});
  const {status} = await fetch(url, {method: 'PUT', body: content, headers: {'Content-Type': 'text/plain'}});
  expect(status).toBe(200);
}

describe('objects', () => {
  beforeEach(async () => {
    await make('tree');
    for (const name of ['a.txt', 'dir/one.txt', 'dir/two.txt', 'dir/sub/three.txt', 'other/four.txt', 'z.txt'])
      await put('tree', name, name);
  });
  const list = async (query: object, bucket = 'tree') =>
    (await account.ok(objects.list, {params: at(bucket), query: query as Record<string, string>})).data;

  it('rules 5, 87: are listed in data without paging fields, with the documented fields', async () => {
    const answer = await account.ok(objects.list, {params: at('tree')});
    expect(Object.keys(answer)).toEqual(['data']);
    expect(Object.keys(answer.data[0] ?? {}).sort()).toEqual([
      'etag',
      'is_truncated',
      'last_modified',
      'name',
      'next_marker',
      'owner',
      'size',
    ]);
    expect(answer.data.map(({name}) => name)).toEqual([
      'a.txt',
      'dir/one.txt',
      'dir/sub/three.txt',
      'dir/two.txt',
      'other/four.txt',
      'z.txt',
    ]);
  });

  it('rule 84: continue after the last name of the previous page', async () => {
    const params = {clusterId: 'us-east-1', bucket: 'acme-logs'};
    const names: string[] = [];
    let marker: string | null = '';
    while (marker !== null) {
      const {data}: {data: readonly {name: string; next_marker: string | null; is_truncated: boolean}[]} =
        await demo.ok(objects.list, {params, query: {marker, page_size: 100}});
      names.push(...data.map(({name}) => name));
      marker = data.at(-1)?.next_marker ?? null;
      expect(data.at(-1)?.is_truncated).toBe(marker !== null);
      if (marker !== null) expect(marker).toBe(data.at(-1)?.name);
    }
    expect(names).toHaveLength(3000);
    expect(new Set(names).size).toBe(3000);
    expect(names).toEqual(names.toSorted());
  });

  it('rule 85: can be filtered by a prefix', async () => {
    expect((await list({prefix: 'dir/'})).map(({name}) => name)).toEqual([
      'dir/one.txt',
      'dir/sub/three.txt',
      'dir/two.txt',
    ]);
    expect(await list({prefix: 'nothing'})).toEqual([]);
  });

  it('rule 86: are grouped into folders by a delimiter', async () => {
    expect((await list({delimiter: '/'})).map(({name}) => name)).toEqual(['a.txt', 'dir/', 'other/', 'z.txt']);
    const inside = await list({delimiter: '/', prefix: 'dir/'});
    expect(inside.map(({name}) => name)).toEqual(['dir/one.txt', 'dir/sub/', 'dir/two.txt']);
    expect(inside[1]).toMatchObject({etag: null, size: null, owner: null, last_modified: null});
    const folders = await demo.ok(objects.list, {
      params: {clusterId: 'us-east-1', bucket: 'acme-logs'},
      query: {delimiter: '/', prefix: 'web/'},
    });
    expect(folders.data).toHaveLength(12);
  });

  it('rules 82, 83: have their own access settings', async () => {
    const params = at('tree');
    expect((await account.call(objects.acl.get, {params})).status).toBe(400);
    const before = await account.ok(objects.acl.get, {params, query: {name: 'a.txt'}});
    expect(before.acl).toBe('private');
    const after = await account.ok(objects.acl.update, {params, body: {name: 'a.txt', acl: 'public-read'}});
    expect(after.acl_xml).toContain('AllUsers');
    expect((await account.call(objects.acl.update, {params, body: {}})).fields).toEqual(
      expect.arrayContaining(['acl', 'name']),
    );
    expect((await account.call(objects.acl.get, {params, query: {name: 'none'}})).status).toBe(404);
  });

  it('rule 88: get signed URLs that expire after 360 to 68400 seconds', async () => {
    const params = at('tree');
    for (const expires_in of [359, 68401])
      expect(
        (await account.call(objects.createUrl, {params, body: {name: 'a.txt', method: 'GET', expires_in}})).fields,
      ).toEqual(['expires_in']);
    const url = await urlFor('tree', {name: 'a.txt', method: 'GET', expires_in: 360});
    expect((await fetch(url)).status).toBe(200);
    account.pass(361);
    expect((await fetch(url)).status).toBe(403);
  });

  it('rule 89: need a name and a method for a signed URL', async () => {
    expect((await account.call(objects.createUrl, {params: at('tree'), body: {}})).fields).toEqual(
      expect.arrayContaining(['method', 'name']),
    );
    expect(
      (await account.call(objects.createUrl, {params: at('tree'), body: {name: 'x', method: 'PUT'}})).fields,
    ).toEqual(['content_type']);
  });

  it("rule 90: get a signed URL for one method, even if they don't exist yet", async () => {
    const url = await urlFor('tree', {name: 'not yet/ä b.txt', method: 'PUT', content_type: 'text/plain'});
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url, {method: 'PUT', body: 'x', headers: {'Content-Type': 'text/html'}})).status).toBe(403);
    expect((await fetch(url, {method: 'PUT', body: 'hello', headers: {'Content-Type': 'text/plain'}})).status).toBe(
      200,
    );
    const read = await urlFor('tree', {name: 'not yet/ä b.txt', method: 'GET'});
    expect(await (await fetch(read)).text()).toBe('hello');
    expect((await fetch(await urlFor('tree', {name: 'missing', method: 'GET'}))).status).toBe(404);
    expect((await fetch(await urlFor('tree', {name: 'missing', method: 'DELETE'}), {method: 'DELETE'})).status).toBe(
      204,
    );
    expect((await fetch(read.replace(/.$/, last => (last === '0' ? '1' : '0')))).status).toBe(403);
    expect((await account.ok(buckets.get, {params: at('tree')})).objects).toBe(7);
  });
});

it.each([
  '.',
  '..',
  'a/../../b',
  '../../x',
  './a',
  'a/.',
])('bug: the signed URL of an object named %s led to another object', async name => {
  await make('dots');
  const put = await urlFor('dots', {name, method: 'PUT', content_type: 'text/plain'});
  expect((await fetch(put, {method: 'PUT', body: name, headers: {'Content-Type': 'text/plain'}})).status).toBe(200);
  expect(await (await fetch(await urlFor('dots', {name, method: 'GET'}))).text()).toBe(name);
  const other = put.replace(/Name=[^&]*/, 'Name=other');
  expect((await fetch(other, {method: 'PUT', body: 'x', headers: {'Content-Type': 'text/plain'}})).status).toBe(403);
  await account.ok(buckets.get, {params: at('dots')});
  await fetch(await urlFor('dots', {name, method: 'DELETE'}), {method: 'DELETE'});
  await account.ok(buckets.delete, {params: at('dots')});
});

describe('keys', () => {
  it('rules 95, 96: show their secret once, and always their buckets', async () => {
    await make('opened');
    const resource = await account.ok(keys.create, {
      body: {label: 'k', bucket_access: [{cluster, bucket_name: 'opened', permissions: 'read_only'}]},
    });
    expect(resource.secret_key).toMatch(/^[0-9a-f]{40}$/);
    expect(Object.keys(resource).sort()).toEqual([
      'access_key',
      'bucket_access',
      'id',
      'label',
      'limited',
      'secret_key',
    ]);
    const params = {keyId: resource.id};
    expect(await account.ok(keys.get, {params})).toEqual({...resource, secret_key: '[REDACTED]'});
    expect(await account.ok(keys.update, {params, body: {label: 'renamed'}})).toMatchObject({
      label: 'renamed',
      limited: true,
    });
    expect((await account.ok(keys.create, {body: {label: 'all'}})).limited).toBe(false);
    expect((await account.ok(keys.create, {body: {label: 'none', bucket_access: []}})).limited).toBe(true);
    expect(await account.ok(keys.delete, {params})).toEqual({});
    expect((await account.call(keys.get, {params})).status).toBe(404);
    expect(JSON.stringify(await account.ok(keys.list))).not.toContain(resource.secret_key);
    expect(
      (
        await account.call(keys.create, {
          body: {label: 'x', bucket_access: [{cluster, bucket_name: 'nope', permissions: 'read_only'}]},
        })
      ).fields,
    ).toEqual(['bucket_access.0.bucket_name']);
  });

  it('the transfer counts downloaded bytes', async () => {
    expect((await demo.ok(transfer.get)).used).toBeGreaterThan(0);
  });

  it('rule 94: canceling Object Storage deletes all buckets', async () => {
    expect(await account.ok(cancel)).toEqual({});
    expect((await account.ok(buckets.list)).results).toBe(0);
    expect((await account.ok(contract.account.settings.get)).object_storage).toBe('disabled');
  });
});

describe('buckets by region, in the dialect of a provider', () => {
  let provider: TestAccount;
  beforeEach(async () => {
    provider = await openTestAccount({dialect: 'provider'});
  });
  afterEach(() => provider.close());
  const region = 'eu-central';
  const path = (bucket: string) => ({clusterId: region, bucket});

  it('a bucket can be created in a region, and found by the region', async () => {
    const resource = await provider.ok(buckets.create, {body: {label: 'regional', region}});
    expect(resource).toMatchObject({cluster: '', region, label: 'regional'});
    expect(await provider.ok(buckets.get, {params: path('regional')})).toEqual(resource);
    expect((await provider.ok(buckets.listInCluster, {params: {clusterId: region}})).data).toEqual([resource]);
    expect((await provider.ok(objects.list, {params: path('regional')})).data).toEqual([]);
    expect(await provider.ok(buckets.create, {body: {label: 'regional', region}})).toEqual(resource);
    // The cluster of the region also finds the bucket.
    const byCluster = {clusterId: 'eu-central-1', bucket: 'regional'};
    expect(await provider.ok(buckets.get, {params: byCluster})).toEqual(resource);
  });

  it('a bucket of a cluster shows its region, and is found by the region', async () => {
    const resource = await provider.ok(buckets.create, {body: {label: 'clustered', cluster}});
    expect(resource).toMatchObject({cluster, region: 'us-east'});
    expect(await provider.ok(buckets.get, {params: {clusterId: 'us-east', bucket: 'clustered'}})).toEqual(resource);
    expect((await provider.call(buckets.get, {params: {clusterId: 'ap-south', bucket: 'clustered'}})).status).toBe(404);
  });

  it('a bucket needs a cluster or a region that has Object Storage', async () => {
    const fields = async (body: object) =>
      (await provider.call(buckets.create, {body: {label: 'nowhere', ...body}})).fields;
    expect(await fields({})).toEqual(['cluster']);
    expect(await fields({region: 'us-west'})).toEqual(['region']);
    expect(await fields({region: 'mars'})).toEqual(['region']);
    expect(await fields({cluster, region})).toEqual(['region']);
    // The dialect of the documents has only clusters.
    expect((await account.call(buckets.create, {body: {label: 'nowhere', region}})).fields).toEqual([
      'cluster',
      'region',
    ]);
  });

  it('objects can be uploaded and downloaded by region', async () => {
    await provider.ok(buckets.create, {body: {label: 'filled', region}});
    const sign = (method: string) =>
      provider.ok(objects.createUrl, {
        params: path('filled'),
        body: {method, name: 'a.txt', content_type: 'text/plain'},
      });
    const headers = {'content-type': 'text/plain'};
    expect((await fetch((await sign('PUT')).url, {method: 'PUT', body: 'hello', headers})).status).toBe(200);
    expect(await (await fetch((await sign('GET')).url)).text()).toBe('hello');
  });

  it('updated access settings can be read', async () => {
    await provider.ok(buckets.create, {body: {label: 'open', region}});
    const params = path('open');
    expect(await provider.ok(buckets.access.get, {params})).toMatchObject({
      acl: 'private',
      cors_enabled: false,
      cors_xml: null,
    });
    await provider.ok(buckets.access.update, {params, body: {acl: 'public-read', cors_enabled: true}});
    expect(await provider.ok(buckets.access.get, {params})).toMatchObject({
      acl: 'public-read',
      acl_xml: expect.stringContaining('AllUsers'),
      cors_enabled: true,
      cors_xml: expect.stringContaining('AllowedOrigin'),
    });
  });

  it('a key without limits has null as its bucket access, and a limited key names regions', async () => {
    const all = await provider.ok(keys.create, {body: {label: 'all', bucket_access: null}});
    expect(all).toMatchObject({limited: false, bucket_access: null});
    await provider.ok(buckets.create, {body: {label: 'keyed', region}});
    const access = {region, bucket_name: 'keyed', permissions: 'read_only'};
    const one = await provider.ok(keys.create, {body: {label: 'one', bucket_access: [access]}});
    expect(one).toMatchObject({limited: true, bucket_access: [{...access, cluster: ''}]});
    const {data} = await provider.ok(keys.list);
    expect(data.map(({bucket_access}) => bucket_access)).toEqual([null, one.bucket_access]);
  });
});
