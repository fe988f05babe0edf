/** The rules of the API that concern a client, with their numbers. */
import {afterEach, expect, test} from 'vitest';
import {contract} from '../contract/index.ts';
import {createTestResources, listPage, rejectionOf} from './testing.ts';

const resources = createTestResources();
afterEach(() => resources.end());

const image = {
  id: 'private/15',
  label: 'golden',
  created: '2026-01-01T00:00:00',
  updated: '2026-01-01T00:00:00',
  created_by: 'me',
  deprecated: false,
  description: null,
  is_public: false,
  size: 100,
  type: 'manual',
  expiry: null,
  eol: null,
  vendor: null,
  status: 'available',
};

test('rule 1: a paged list returns its envelope', async () => {
  const server = await resources.server(() => ({body: listPage([], {pages: 1, results: 0})}));
  const client = resources.client({baseUrl: server.url});
  expect(await client.call(contract.volumes.list)).toEqual({data: [], page: 1, pages: 1, results: 0});
});

test('rule 3: page sizes outside 25 to 100 are never requested', async () => {
  const server = await resources.server(() => ({body: listPage([])}));
  const client = resources.client({baseUrl: server.url});
  await client.call(contract.volumes.list, {pageSize: 24});
  await client.call(contract.volumes.list, {pageSize: 101});
  expect(server.requests.map(({url}) => url)).toEqual(['/v4/volumes?page_size=25', '/v4/volumes?page_size=100']);
});

test('rule 4: walking the pages yields every item exactly once', async () => {
  const server = await resources.server(({url}) => {
    const number = Number(new URL(url, 'http://x').searchParams.get('page'));
    const data = Array.from({length: number === 7 ? 50 : 100}, (_, index) => ({label: `${number}-${index}`}));
    return {body: listPage(data, {number, pages: 7, results: 650})};
  });
  const client = resources.client({baseUrl: server.url});
  const labels: string[] = [];
  const {isComplete, results} = await client.pages(contract.tags.list, {
    onPage: items => labels.push(...items.map(({label}) => label)),
  });
  expect([isComplete, results, labels.length, new Set(labels).size]).toEqual([true, 650, 650, 650]);
});

test('rule 7: a date-time without a zone designator is returned unchanged', async () => {
  const server = await resources.server(() => ({body: image}));
  const client = resources.client({baseUrl: server.url});
  const {body, mismatches} = await client.send(contract.images.get, {params: {imageId: 'private/15'}});
  expect([body.created, mismatches]).toEqual(['2026-01-01T00:00:00', []]);
});

test('rule 8: null is read as null, and an absent field remains absent', async () => {
  const {vendor: _, ...absent} = image;
  const server = await resources.server(() => ({body: absent}));
  const client = resources.client({baseUrl: server.url});
  const {body, mismatches} = await client.send(contract.images.get, {params: {imageId: 'private/15'}});
  expect(body.eol).toBeNull();
  expect(body).not.toHaveProperty('vendor');
  expect(mismatches).toEqual([]);
});

test('rule 9: an error contains every problem of a refusal', async () => {
  const errors = [
    {field: 'label', reason: 'Label is taken'},
    {field: 'size', reason: 'Too large'},
  ];
  const server = await resources.server(() => ({status: 400, body: {errors}}));
  const client = resources.client({baseUrl: server.url});
  const failure = await rejectionOf(client.call(contract.volumes.create, {body: {label: 'a', region: 'ap-south'}}));
  expect(failure).toMatchObject({code: 'rejected', isLocal: false, fieldErrors: errors, outcome: 'none'});
  expect((failure as Error).message).toBe('label: Label is taken; size: Too large');
});

test('rule 11: a problem without a field has the field null, sent as null or absent', async () => {
  const server = await resources.server(() => ({
    status: 400,
    body: {errors: [{field: null, reason: 'a'}, {reason: 'b'}]},
  }));
  const client = resources.client({baseUrl: server.url});
  expect(await rejectionOf(client.call(contract.volumes.delete, {params: {volumeId: 1}}))).toMatchObject({
    fieldErrors: [
      {field: null, reason: 'a'},
      {field: null, reason: 'b'},
    ],
  });
});

test('rule 12: a reason is shown as received', async () => {
  const reason = 'Open a support ticket:\n  see <https://example.com> – 100 %';
  const server = await resources.server(() => ({status: 400, body: {errors: [{field: 'label', reason}]}}));
  const client = resources.client({baseUrl: server.url});
  const failure = await rejectionOf(client.call(contract.volumes.create, {body: {label: 'a', region: 'ap-south'}}));
  expect(failure).toMatchObject({fieldErrors: [{reason}]});
});

test('rule 13: an empty answer is an empty object', async () => {
  const server = await resources.server(() => ({body: {}}));
  const client = resources.client({baseUrl: server.url});
  expect(await client.call(contract.volumes.delete, {params: {volumeId: 1}})).toEqual({});
});

test('rule 14: a body is sent as JSON with its content type', async () => {
  const server = await resources.server(() => ({body: {}}));
  const client = resources.client({baseUrl: server.url});
  await client.call(contract.volumes.resize, {params: {volumeId: 1}, body: {size: 30}});
  await client.call(contract.volumes.detach, {params: {volumeId: 1}});
  expect(server.requests[0]?.headers['content-type']).toBe('application/json');
  expect(server.requests[0]?.body.toString()).toBe('{"size":30}');
  expect(server.requests[1]?.headers).not.toHaveProperty('content-type');
  expect(server.requests[1]?.body).toHaveLength(0);
});

test('rule 15: the token is sent only over HTTPS or to loopback', async () => {
  const client = resources.client({baseUrl: 'http://192.0.2.1/v4'});
  const failure = await rejectionOf(client.call(contract.volumes.list));
  expect(failure).toMatchObject({code: 'unreachable', reason: 'insecure', isRetryable: false});
  expect((failure as Error).message).toBe('192.0.2.1 would receive the token unencrypted. Use https.');
});

test('rule 15: the token is not even read if the address is insecure', async () => {
  let requestCount = 0;
  const client = resources.client({
    baseUrl: 'http://api.example.com.127.0.0.1.nip.io/v4',
    token: () => `${requestCount++}`,
  });
  await rejectionOf(client.call(contract.volumes.list));
  expect(requestCount).toBe(0);
});

test('rule 18: beta endpoints are called under /v4beta', async () => {
  const server = await resources.server(() => ({body: listPage([])}));
  const client = resources.client({baseUrl: server.url});
  await client.call(contract.account.maintenance.list);
  await client.call(contract.networking.vlans.list);
  expect(server.requests.map(({url}) => url)).toEqual(['/v4beta/account/maintenance', '/v4beta/networking/vlans']);
});

test('rule 19: items with unknown or missing fields are kept', async () => {
  const server = await resources.server(() => ({body: listPage([{reason: 'x', novelty: {deep: [1]}}])}));
  const client = resources.client({baseUrl: server.url});
  const {body} = await client.send(contract.account.maintenance.list);
  expect(body.data).toMatchObject([{reason: 'x', novelty: {deep: [1]}}]);
});

test('rule 20: the token is sent as a bearer token', async () => {
  const server = await resources.server(() => ({body: listPage([])}));
  const client = resources.client({baseUrl: server.url, token: () => 'abc.DEF-123'});
  await client.call(contract.volumes.list);
  expect(server.requests[0]?.headers.authorization).toBe('Bearer abc.DEF-123');
});

test('rule 25: regions and clusters are read without a token', async () => {
  const server = await resources.server(() => ({body: listPage([])}));
  const client = resources.client({baseUrl: server.url, token: () => undefined});
  await client.call(contract.regions.list);
  await client.call(contract.objectStorage.clusters.list);
  expect(server.requests.map(({headers}) => headers.authorization)).toEqual([undefined, undefined]);
});

test.each([
  400, 402, 404, 405, 409, 410, 412, 418, 422, 451,
])('rule 45: a refusal with any 4xx status is an error with the code rejected (%i)', async status => {
  const server = await resources.server(() => ({status, body: {errors: [{field: 'label', reason: 'no'}]}}));
  const client = resources.client({baseUrl: server.url});
  expect(
    await rejectionOf(client.call(contract.volumes.create, {body: {label: 'a', region: 'ap-south'}})),
  ).toMatchObject({code: 'rejected', status, fieldErrors: [{field: 'label', reason: 'no'}]});
  expect(server.requests).toHaveLength(1);
});

test('rule 73: the path of the bucket list ends with a slash', async () => {
  const server = await resources.server(() => ({body: listPage([])}));
  const client = resources.client({baseUrl: server.url});
  await client.call(contract.objectStorage.buckets.list);
  expect(server.requests[0]?.url).toBe('/v4/object-storage/buckets/');
});

test('rule 98: the slash of an image ID is encoded, so that the server sees one ID', async () => {
  const server = await resources.server(() => ({body: image}));
  const client = resources.client({baseUrl: server.url});
  const {id} = await client.call(contract.images.get, {params: {imageId: 'private/15'}});
  expect(id).toBe('private/15');
  expect(server.requests[0]?.url).toBe('/v4/images/private%2F15');
});

test('rule 190: the slash of a kernel ID is encoded, and its prefix is the ID prefix of the provider', async () => {
  const server = await resources.server(() => ({body: {id: 'acme/latest-64bit', label: 'Latest'}}));
  const client = resources.client({baseUrl: server.url, brand: 'acme'});
  const kernel = await client.call(contract.kernels.get, {params: {kernelId: 'compute/latest-64bit'}});
  expect(kernel.id).toBe('compute/latest-64bit');
  expect(server.requests[0]?.url).toBe('/v4/acme/kernels/acme%2Flatest-64bit');
});

test('rule 362: unknown fields of an event are accepted', async () => {
  const event = {id: 5, action: 'compute_teleport', created: '2026-01-01T00:00:00', status: 'beaming', extra: 1};
  const server = await resources.server(() => ({body: event}));
  const client = resources.client({baseUrl: server.url});
  expect(await client.call(contract.account.events.get, {params: {eventId: 5}})).toMatchObject(event);
});
