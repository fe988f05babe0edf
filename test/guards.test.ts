/** Guards, proven at a server that writes down what reaches it: every changing operation and every guard. */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {type Endpoint, isMutation} from '../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../src/contract/schema/family.ts';
import {families} from '../src/families/registry.ts';
import {parseFreeze} from '../src/profiles/freeze-window.ts';
import {type GuardRules, noGuards, unreadableGuards} from '../src/profiles/guard-rules.ts';
import {createConnect} from '../src/store/api/connect-client.ts';
import type {Connection} from '../src/store/api/connection.ts';
import {Guards} from '../src/store/api/guards.ts';
import {bodyResources, pathResources, taggedParams} from '../src/store/api/protected-resources.ts';

const reached: string[] = [];
/** Answers of reads by path; any other resource has the tag prod-db. */
const statuses = new Map<string, number>();
/** Addresses by path, with the instance that has them. */
const owners = new Map<string, object>();
const server = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`);
  response.setHeader('content-type', 'application/json');
  response.statusCode = statuses.get(request.url ?? '') ?? 200;
  const resource = owners.get(request.url ?? '') ?? {id: 1, tags: ['other', 'prod-db']};
  response.end(JSON.stringify(response.statusCode === 200 ? resource : {errors: [{reason: 'no'}]}));
});
let url = '';
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`;
});
afterAll(() => server.close());
beforeEach(() => {
  reached.length = 0;
  statuses.clear();
  owners.clear();
});

const endpoints = [...endpointsOf(contract)];
const changing = endpoints.filter(isMutation);
const operation = (id: string): Endpoint => {
  const endpoint = endpoints.find(one => one.id === id);
  if (!endpoint) throw new Error(`no operation ${id}`);
  return endpoint;
};
const paramsOf = ({path}: Endpoint) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', 1]));
const sentChanges = () => reached.filter(line => !line.startsWith('GET '));

const connectWith = (rules: Partial<GuardRules>): Promise<Connection> =>
  createConnect({baseUrl: url, token: () => 'a-token', guards: new Guards({...noGuards, ...rules})})();

/** Tries every way to send an operation; each must be refused for this reason. */
async function expectRefused(connection: Connection, endpoint: Endpoint, message: string, body: unknown = {}) {
  const request = {params: paramsOf(endpoint), body, priority: 'user'} as const;
  const refusal = {code: 'guarded', outcome: 'none', message: expect.stringContaining(message)};
  await expect(connection.call(endpoint, request), endpoint.id).rejects.toMatchObject(refusal);
  await expect(connection.send(endpoint, request), endpoint.id).rejects.toMatchObject(refusal);
  if (!endpoint.spec.upload) return;
  const upload = {params: request.params, source: {open: () => [], size: 1, name: 'a'}} as never;
  await expect(connection.upload(endpoint, upload), endpoint.id).rejects.toMatchObject(refusal);
}

test('no changing operation is sent if it matches a pattern of the guard "never"', async () => {
  for (const pattern of ['*', '*.*']) {
    const connection = await connectWith({never: [pattern]});
    for (const endpoint of changing) await expectRefused(connection, endpoint, `never allowed: ${pattern} (guards)`);
    await connection.close();
  }
  for (const endpoint of changing) {
    const connection = await connectWith({never: [endpoint.id]});
    await expectRefused(connection, endpoint, `never allowed: ${endpoint.id} (guards)`);
    await connection.close();
  }
  expect(changing.length).toBeGreaterThan(200);
  expect(reached).toEqual([]);
});

test('no changing operation is sent while the guards can’t be read', async () => {
  const connection = await connectWith(unreadableGuards('the guards file has a mistake (line 3)'));
  for (const endpoint of changing) await expectRefused(connection, endpoint, 'the guards file has a mistake (line 3)');
  for (const transfer of [connection.deleteAt(`${url}/object`), connection.put(`${url}/object`, {} as never)])
    await expect(transfer).rejects.toMatchObject({code: 'guarded'});
  expect(reached).toEqual([]);
  await connection.call(operation('instances.get'), {params: {computeId: 1}, priority: 'user'});
  expect(reached).toEqual(['GET /v4/compute/instances/1']);
  await connection.close();
});

const weekend = parseFreeze('Fri 18:00', 'Mon 08:00', 'Europe/Berlin');
const [friday, saturday] = [Date.parse('2026-11-27T16:59:00Z'), Date.parse('2026-11-28T12:00:00Z')];
const frozen = {...noGuards, freeze: weekend ? [weekend] : []};
const freezeWords = 'frozen until Mon 08:00 Europe/Berlin (guards)';

test('no changing operation is sent in a freeze window', async () => {
  const guards = new Guards(frozen, {now: () => saturday});
  const connection = await createConnect({baseUrl: url, token: () => 'a-token', guards})();
  for (const endpoint of changing) await expectRefused(connection, endpoint, freezeWords);
  for (const transfer of [connection.deleteAt(`${url}/object`), connection.put(`${url}/object`, {} as never)])
    await expect(transfer).rejects.toMatchObject({code: 'guarded', message: expect.stringContaining(freezeWords)});
  expect(reached).toEqual([]);
  await connection.close();
});

test('a request that waits while a freeze window starts is not sent', async () => {
  let now = friday;
  const guards = new Guards(frozen, {now: () => now});
  // The token is fetched after the first check.
  const token = async () => {
    now = saturday;
    return 'a-token';
  };
  const connection = await createConnect({baseUrl: url, token, guards})();
  await expect(
    connection.call(operation('instances.delete'), {params: {computeId: 1}, priority: 'user'}),
  ).rejects.toMatchObject({code: 'guarded', outcome: 'none', message: expect.stringContaining(freezeWords)});
  expect(reached).toEqual([]);
  now = friday;
  await connection.call(operation('instances.delete'), {params: {computeId: 1}, priority: 'user'});
  expect(reached).toEqual(['DELETE /v4/compute/instances/1']);
  await connection.close();
});

test('a pattern that matches no operation refuses every change', async () => {
  const connection = await connectWith({never: ['instances.delte']});
  for (const endpoint of changing)
    await expectRefused(connection, endpoint, 'no operation matches never: instances.delte (guards)');
  expect(reached).toEqual([]);
  await connection.close();
});

/** An earlier version of a firewall has its tags, but can't be changed. */
const earlierVersions = ['networking.firewalls.history.rules.get'];
/** Every resource type with tags, with the operations that have one in their path. */
const tagged = endpoints.filter(
  ({id, method, spec}) =>
    method === 'GET' && spec.responseModel && 'tags' in spec.responseModel.fields && !earlierVersions.includes(id),
);
const copies = ['instances.clone', 'volumes.clone', 'domains.clone'];

test('the resource types with tags are those of the contract', () => {
  expect(tagged.map(({id}) => id).sort()).toEqual(
    Object.values(taggedParams)
      .map(family => `${family}.get`)
      .sort(),
  );
});

test('no operation below a resource with a protected tag is sent, except for a copy', async () => {
  const connection = await connectWith({protectedTags: ['prod-db']});
  const below = changing.filter(({path}) => tagged.some(own => path === own.path || path.startsWith(`${own.path}/`)));
  expect(below.length).toBeGreaterThan(75);
  for (const endpoint of below)
    if (!copies.includes(endpoint.id))
      await expectRefused(connection, endpoint, 'protected by the tag prod-db (guards)');
  expect(sentChanges()).toEqual([]);
  for (const id of copies) {
    const endpoint = operation(id);
    // The body is not valid, so the client itself refuses: what matters is that the guard doesn’t.
    await expect(
      connection.call(endpoint, {params: paramsOf(endpoint), body: {domain: 1, label: 1}, priority: 'user'}),
    ).rejects.toMatchObject({code: 'rejected'});
  }
  await connection.close();
});

test('no request whose body names a protected resource is sent', async () => {
  const connection = await connectWith({protectedTags: ['prod-db']});
  const bodies: Readonly<Record<string, unknown>> = {
    'volumes.create': {label: 'a', compute_id: 7},
    'instances.create': {region: 'a', type: 'b', firewall_id: 7},
    'instances.clone': {compute_id: 7},
    'tags.create': {label: 'a', volumes: [7]},
    'networking.ips.assign': {region: 'a', assignments: [{address: '192.0.2.1', compute_id: 7}]},
    'account.serviceTransfers.create': {entities: {computes: [7]}},
    'networking.firewalls.create': {label: 'a', devices: {nodebalancers: [7]}},
    'placement.groups.assign': {computes: [7]},
    'instances.rescue': {devices: {sda: {volume_id: 7}}},
  };
  for (const [id, body] of Object.entries(bodies))
    await expectRefused(connection, operation(id), 'protected by the tag prod-db (guards)', body);
  statuses.set('/v4/networking/firewalls/1', 404);
  for (const type of ['compute', 'nodebalancer'])
    await expectRefused(connection, operation('networking.firewalls.devices.create'), 'prod-db', {id: 7, type});
  expect(sentChanges()).toEqual([]);
  await connection.close();
});

test('a protected tag can’t be deleted, and neither can the account', async () => {
  const connection = await connectWith({protectedTags: ['1']});
  await expectRefused(connection, operation('tags.delete'), 'protected by the tag 1 (guards)');
  await expectRefused(connection, operation('account.cancel'), 'protected by the tag 1 (guards)');
  expect(reached).toEqual([]);
  await connection.close();
});

test('a change is refused if the tags can’t be read, but not if the resource doesn’t exist', async () => {
  const connection = await connectWith({protectedTags: ['prod-db']});
  statuses.set('/v4/compute/instances/1', 403);
  await expectRefused(connection, operation('instances.delete'), 'its tags can’t be read');
  expect(sentChanges()).toEqual([]);
  statuses.set('/v4/compute/instances/1', 404);
  await expect(
    connection.call(operation('instances.delete'), {params: {computeId: 1}, priority: 'user'}),
  ).rejects.toMatchObject({code: 'rejected', status: 404});
  expect(sentChanges()).toEqual(['DELETE /v4/compute/instances/1']);
  await connection.close();
});

test('no request that changes an address of a protected instance, or takes it away, is sent', async () => {
  const connection = await connectWith({protectedTags: ['prod-db']});
  // The instance that gets the address isn't protected.
  statuses.set('/v4/compute/instances/8', 404);
  owners.set('/v4/networking/ips/192.0.2.1', {address: '192.0.2.1', compute_id: 7});
  owners.set('/v4/networking/ips/1', {address: '1', compute_id: 7});
  owners.set('/v4/networking/ipv6/ranges/2001%3Adb8%3A%3A', {range: '2001:db8::', computes: [7]});
  owners.set('/v4/networking/ipv6/ranges/1', {range: '1', computes: [7]});
  const assignment = (address: string) => ({region: 'a', assignments: [{address, compute_id: 8}]});
  const requests: readonly (readonly [id: string, body?: unknown])[] = [
    ['networking.ips.assign', assignment('192.0.2.1')],
    ['networking.ips.assign', assignment('2001:db8::/64')],
    ['networking.ipv4.assign', assignment('192.0.2.1')],
    ['networking.ips.share', {compute_id: 8, ips: ['192.0.2.1']}],
    ['networking.ipv4.share', {compute_id: 8, ips: ['192.0.2.1']}],
    ['networking.ips.update', {rdns: 'other.example.com'}],
    ['networking.ipv6.ranges.create', {prefix_length: 64, route_target: '192.0.2.1/128'}],
    ['networking.ipv6.ranges.delete'],
  ];
  for (const [id, body] of requests)
    await expectRefused(connection, operation(id), 'protected by the tag prod-db (guards)', body);
  expect(sentChanges()).toEqual([]);
  await connection.close();
});

test('an address can be changed if no protected instance has it', async () => {
  const connection = await connectWith({protectedTags: ['prod-db']});
  owners.set('/v4/networking/ips/1', {address: '1', compute_id: null});
  await connection.call(operation('networking.ips.update'), {
    params: {address: 1},
    body: {rdns: 'other.example.com'},
    priority: 'user',
  });
  expect(sentChanges()).toEqual(['PUT /v4/networking/ips/1']);
  await connection.close();
});

test('a ticket about a protected resource can be opened', () => {
  const pathOf = (id: string) => endpoints.find(one => one.id === id)?.path;
  expect(bodyResources({endpoint: operation('support.tickets.create'), body: {compute_id: 7}})).toEqual([]);
  const pool = {endpoint: operation('kube.clusters.pools.update'), params: {clusterId: 1, poolId: 2}};
  expect(pathResources(pool, pathOf)).toEqual([
    {family: 'kube.clusters', params: {clusterId: 1}},
    {family: 'kube.clusters.pools', params: {clusterId: 1, poolId: 2}},
  ]);
  const bucket = {endpoint: operation('objectStorage.buckets.delete'), params: {clusterId: 1, bucket: 2}};
  expect(pathResources(bucket, pathOf)).toEqual([]);
});

test('an object can’t be deleted in any way when its deletion is never allowed', async () => {
  const connection = await connectWith({never: ['objectStorage.objects.delete']});
  const link = operation('objectStorage.objects.createUrl');
  await expectRefused(connection, link, 'never allowed', {method: 'DELETE', name: 'a'});
  expect(sentChanges()).toEqual([]);
  await expect(connection.deleteAt(`${url}/object`)).rejects.toMatchObject({code: 'guarded'});
  expect(sentChanges()).toEqual([]);
  await connection.close();
});

test('the guards are read again before each change', async () => {
  let rules: GuardRules = noGuards;
  const guards = new Guards(rules, {now: Date.now, reload: async () => rules});
  const connection = await createConnect({baseUrl: url, token: () => 'a-token', guards})();
  const request = {params: {computeId: 1}, priority: 'user'} as const;
  await connection.call(operation('instances.delete'), request);
  rules = {...noGuards, never: ['instances.delete']};
  await expect(connection.call(operation('instances.delete'), request)).rejects.toMatchObject({code: 'guarded'});
  expect(sentChanges()).toEqual(['DELETE /v4/compute/instances/1']);
  await connection.close();
});

test('every action is dim, with a reason, when its operation is never allowed', () => {
  const guards = new Guards({...noGuards, never: ['*']});
  const actions = families.flatMap(family => Object.values(family.actions).map(action => action.operation));
  expect(actions.length).toBeGreaterThan(200);
  for (const id of actions) expect(guards.refusal(id), id).toBe('never allowed: * (guards)');
});

test.each([
  '*.delete',
  'objectStorage.objects.delete',
  'objects.delete',
])('%s refuses no upload and no download', async pattern => {
  const connection = await connectWith({never: [pattern]});
  const link = operation('objectStorage.objects.createUrl');
  for (const method of ['GET', 'PUT'])
    await connection.call(link, {params: paramsOf(link), body: {method, name: 'a'}, priority: 'user'});
  expect(sentChanges()).toHaveLength(2);
  await expect(connection.deleteAt(`${url}/object`)).rejects.toMatchObject({code: 'guarded'});
  await connection.close();
});

test('a protected firewall can be kept, but neither removed from a resource nor added to it', async () => {
  const update = operation('instances.firewalls.update');
  for (const path of ['/v4/compute/instances/1', '/v4/networking/firewalls/8']) owners.set(path, {id: 8, tags: []});
  const listed = (...ids: number[]) =>
    owners.set('/v4/compute/instances/1/firewalls', {
      data: ids.map(id => ({id})),
      page: 1,
      pages: 1,
      results: ids.length,
    });
  const connection = await connectWith({protectedTags: ['prod-db']});
  listed(7);
  await connection.call(update, {params: {computeId: 1}, body: {firewall_ids: [7, 8]}, priority: 'user'});
  expect(sentChanges()).toHaveLength(1);
  listed(7, 8);
  await expectRefused(connection, update, 'prod-db', {firewall_ids: [8]});
  listed(8);
  await expectRefused(connection, update, 'prod-db', {firewall_ids: [7, 8]});
  expect(sentChanges()).toHaveLength(1);
  await connection.close();
});
