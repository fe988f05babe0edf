import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {createTestInstance, openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {nodebalancers} = contract;
const {configs} = nodebalancers;
const {nodes} = configs;
/** A certificate for shop.example and its key, which only these tests use. */
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const [cert, key, otherKey] = [fixture('shop.pem'), fixture('shop.key'), fixture('other.key')];

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

const make = (body: object = {}) => account.ok(nodebalancers.create, {body: {region: 'us-east', ...body}});
const refusedFields = async (body: object) =>
  (await account.call(nodebalancers.create, {body: {region: 'us-east', ...body}})).fields;
const node = {label: 'web-1', address: '192.168.200.1'};

describe('NodeBalancers', () => {
  it('rule 260: need a region, and accept no tags on creation', async () => {
    expect((await account.call(nodebalancers.create, {body: {}})).fields).toEqual(['region']);
    expect(await refusedFields({tags: ['prod']})).toEqual(['tags']);
    expect(await make()).toMatchObject({label: expect.stringMatching(/^nodebalancer\d+$/), tags: []});
  });

  it('rule 261: have a connection throttle of 0 to 20', async () => {
    expect((await make({client_conn_throttle: 20})).client_conn_throttle).toBe(20);
    expect(await refusedFields({client_conn_throttle: 21})).toEqual(['client_conn_throttle']);
    expect(await refusedFields({client_conn_throttle: -1})).toEqual(['client_conn_throttle']);
  });

  it('rule 262: have labels of 3 to 32 characters, unique in the account', async () => {
    const {id} = await make({label: 'l'.repeat(32)});
    for (const label of ['ll', 'l'.repeat(33), 'l'.repeat(32)]) expect(await refusedFields({label})).toEqual(['label']);
    const params = {nodeBalancerId: id};
    expect(await account.ok(nodebalancers.update, {params, body: {label: 'l'.repeat(32)}})).toMatchObject({id});
    await make({label: 'other'});
    expect((await account.call(nodebalancers.update, {params, body: {label: 'other'}})).fields).toEqual(['label']);
  });

  it('rule 263: can be created with configs, each with its own port and a node', async () => {
    expect(await refusedFields({configs: [{port: 80}]})).toEqual(['configs.0.nodes']);
    expect(
      await refusedFields({
        configs: [
          {port: 80, nodes: [node]},
          {port: 80, nodes: [node]},
        ],
      }),
    ).toEqual(['configs.1.port']);
    const {id} = await make({
      configs: [
        {port: 80, nodes: [node]},
        {port: 81, nodes: [node]},
      ],
    });
    expect((await account.ok(configs.list, {params: {nodeBalancerId: id}})).data.map(({port}) => port)).toEqual([
      80, 81,
    ]);
  });

  it('rule 264: accept throttle, label, tags and transfer on update, and keep their region', async () => {
    const {id} = await make();
    const params = {nodeBalancerId: id};
    const update = await account.ok(nodebalancers.update, {
      params,
      body: {client_conn_throttle: 3, tags: ['prod'], transfer: {}},
    });
    expect(update).toMatchObject({client_conn_throttle: 3, tags: ['prod']});
    const migrated = await account.call(nodebalancers.update, {params, body: {region: 'eu-west'}});
    expect(migrated.status === 400 || (migrated.body as {region: string}).region === 'us-east').toBe(true);
    expect((await account.ok(nodebalancers.get, {params})).region).toBe('us-east');
  });

  it('rule 265: have a hostname that starts with their address', async () => {
    const {hostname, ipv4, transfer} = await make();
    expect(hostname.startsWith(ipv4)).toBe(true);
    expect(transfer).toEqual({in: null, out: null, total: null});
    const {id} = await make({configs: [{port: 80, nodes: [node]}]});
    const busy = await account.ok(nodebalancers.get, {params: {nodeBalancerId: id}});
    expect(busy.transfer.total).toBeCloseTo((busy.transfer.in ?? 0) + (busy.transfer.out ?? 0), 1);
  });

  it('rule 285: have no config until one is created, and no statistics', async () => {
    const {id} = await make();
    const params = {nodeBalancerId: id};
    expect((await account.ok(configs.list, {params})).results).toBe(0);
    expect((await account.ok(nodebalancers.stats.get, {params})).data.connections).toEqual([]);
    const config = await account.ok(configs.create, {params});
    expect(config).toMatchObject({port: 80, protocol: 'http', nodes_status: {up: 0, down: 0}});
  });

  it('rule 286: delete their configs and nodes when they are deleted', async () => {
    const {id} = await make({configs: [{port: 80, nodes: [node]}]});
    const params = {nodeBalancerId: id};
    const configId = (await account.ok(configs.list, {params})).data[0]?.id ?? 0;
    expect(await account.ok(nodebalancers.delete, {params})).toEqual({});
    expect((await account.call(nodebalancers.get, {params})).status).toBe(404);
    expect((await account.call(configs.get, {params: {...params, configId}})).status).toBe(404);
  });
});

describe('configs', () => {
  let params: {nodeBalancerId: number};
  beforeAll(async () => {
    params = {nodeBalancerId: (await make()).id};
  });
  let port = 1000;
  const add = (body: object) => account.call(configs.create, {params, body: {port: ++port, ...body}});
  const fields = async (body: object) => (await add(body)).fields;

  it('rule 266: have ports of 1 to 65535, each port once, with any protocol', async () => {
    expect(await fields({port: 0})).toEqual(['port']);
    expect(await fields({port: 65536})).toEqual(['port']);
    expect((await add({port: 443, protocol: 'http'})).body).toMatchObject({port: 443, protocol: 'http'});
    expect(await fields({port: 443})).toEqual(['port']);
  });

  it('rules 267, 268, 270: accept the documented values of each option only', async () => {
    for (const algorithm of ['roundrobin', 'leastconn', 'source']) expect((await add({algorithm})).status).toBe(200);
    for (const stickiness of ['none', 'table', 'http_cookie']) expect((await add({stickiness})).status).toBe(200);
    for (const check of ['none', 'connection', 'http']) expect((await add({check})).status).toBe(200);
    expect((await add({check: 'http_body', check_body: 'OK'})).status).toBe(200);
    for (const proxy_protocol of ['none', 'v1', 'v2']) expect((await add({proxy_protocol})).status).toBe(200);
    expect((await add({})).body).toMatchObject({proxy_protocol: 'none'});
    expect(
      await fields({algorithm: 'random', stickiness: 'x', check: 'x', proxy_protocol: 'v3', cipher_suite: 'x'}),
    ).toHaveLength(5);
  });

  it('rule 269: accept 1 to 30 check attempts, and a check timeout of 1 to 30 seconds', async () => {
    expect((await add({check_attempts: 30, check_timeout: 30, check_interval: 31})).status).toBe(200);
    expect(await fields({check_attempts: 31, check_timeout: 0})).toEqual(
      expect.arrayContaining(['check_attempts', 'check_timeout']),
    );
  });

  it('rule 271: need a certificate and a key for https', async () => {
    expect(await fields({protocol: 'https'})).toEqual(['ssl_cert', 'ssl_key']);
    expect(await fields({protocol: 'https', ssl_cert: cert})).toEqual(['ssl_key']);
    expect(await fields({protocol: 'https', ssl_cert: cert, ssl_key: otherKey})).toEqual(['ssl_key']);
    expect(await fields({protocol: 'https', ssl_cert: 'cert', ssl_key: key})).toEqual(['ssl_cert']);
    expect(await fields({protocol: 'udp'})).toEqual(['protocol']);
    expect((await add({protocol: 'https', ssl_cert: cert, ssl_key: key})).status).toBe(200);
  });

  it('rule 272: reject a certificate and a key for http and tcp', async () => {
    for (const protocol of ['http', 'tcp'])
      expect(await fields({protocol, stickiness: 'table', ssl_cert: cert, ssl_key: key})).toEqual([
        'ssl_cert',
        'ssl_key',
      ]);
  });

  it("rules 273, 274: redact certificate and key, and show the certificate's common name and fingerprint", async () => {
    const resource = (await add({protocol: 'https', ssl_cert: cert, ssl_key: key})).body;
    expect(resource).toMatchObject({
      ssl_cert: '<REDACTED>',
      ssl_key: '<REDACTED>',
      ssl_commonname: 'shop.example',
      ssl_fingerprint: expect.stringMatching(/^([0-9A-F]{2}:)+/),
    });
    const path = {...params, configId: resource.id};
    const again = await account.ok(configs.update, {
      params: path,
      body: {...resource, check_path: '/up'} as Record<string, unknown>,
    });
    expect(again).toMatchObject({check_path: '/up', ssl_commonname: 'shop.example', ssl_cert: '<REDACTED>'});
    expect(JSON.stringify(await account.ok(configs.list, {params}))).not.toContain('PRIVATE KEY');
  });

  it('rule 275: allow stickiness by cookie for http and https only', async () => {
    expect(await fields({protocol: 'tcp', stickiness: 'http_cookie'})).toEqual(['stickiness']);
  });

  it('rule 287: delete their nodes and free their port when they are deleted', async () => {
    const config = (await add({port: 900})).body;
    const path = {...params, configId: config.id};
    const resource = await account.ok(nodes.create, {params: path, body: node});
    await account.ok(configs.delete, {params: path});
    expect((await account.call(nodes.get, {params: {...path, nodeId: resource.id}})).status).toBe(404);
    expect((await add({port: 900})).status).toBe(200);
  });

  it('rules 281, 282, 283: a rebuild leaves exactly the nodes of the request', async () => {
    const config = (await add({})).body;
    const path = {...params, configId: config.id};
    const [first, second] = await Promise.all(
      ['192.168.1.1', '192.168.1.2'].map(address =>
        account.ok(nodes.create, {params: path, body: {label: 'old', address}}),
      ),
    );
    expect((await account.call(configs.rebuild, {params: path, body: {nodes: []}})).fields).toEqual(['nodes']);
    const body = {
      algorithm: 'source',
      nodes: [
        {id: first?.id, weight: 7},
        {label: 'new', address: '192.168.1.3'},
      ],
    } as const;
    const answer = await account.ok(configs.rebuild, {params: path, body: body as unknown as Record<string, unknown>});
    expect(answer).toMatchObject({id: config.id, algorithm: 'source'});
    const {data} = await account.ok(nodes.list, {params: path});
    expect(data).toMatchObject([
      {id: first?.id, weight: 7, label: 'old'},
      {label: 'new', address: '192.168.1.3'},
    ]);
    expect((await account.call(nodes.get, {params: {...path, nodeId: second?.id ?? 0}})).status).toBe(404);
    expect(
      (await account.call(configs.rebuild, {params: path, body: {nodes: [{id: 1}]} as Record<string, unknown>})).fields,
    ).toContain('nodes.0.id');
  });
});

it('a provider accepts a rebuild without nodes, which empties the config', async () => {
  const provider = await openTestAccount({dialect: 'provider'});
  const balancer = await provider.ok(contract.nodebalancers.create, {body: {region: 'us-east'}});
  const params = {nodeBalancerId: balancer.id};
  const config = await provider.ok(configs.create, {params, body: {port: 80}});
  const path = {...params, configId: config.id};
  await provider.ok(nodes.create, {params: path, body: {label: 'old', address: '192.168.1.1:80'}});
  await provider.ok(configs.rebuild, {params: path, body: {nodes: []}});
  expect((await provider.ok(nodes.list, {params: path})).results).toBe(0);
  await provider.close();
});

describe('nodes', () => {
  let params: {nodeBalancerId: number; configId: number};
  beforeAll(async () => {
    const {id} = await make();
    const config = await account.ok(configs.create, {params: {nodeBalancerId: id}, body: {check: 'connection'}});
    params = {nodeBalancerId: id, configId: config.id};
  });
  let last = 0;
  const add = (body: object) =>
    account.call(nodes.create, {params, body: {label: 'web', address: `192.168.77.${++last}`, ...body}});

  it('rule 276: need an address and a label, and have no required field on update', async () => {
    expect((await account.call(nodes.create, {params, body: {}})).fields).toEqual(['address', 'label']);
    const resource = (await add({})).body;
    expect(await account.ok(nodes.update, {params: {...params, nodeId: resource.id}, body: {}})).toEqual(resource);
  });

  it('rules 277, 278, 279: reject labels, weights and modes out of bounds', async () => {
    expect((await add({label: 'l'.repeat(32), weight: 255, mode: 'drain'})).status).toBe(200);
    for (const mode of ['accept', 'reject', 'drain', 'backup']) expect((await add({mode})).body).toMatchObject({mode});
    expect((await add({label: 'll', weight: 0, mode: 'off'})).fields).toEqual(
      expect.arrayContaining(['label', 'weight', 'mode']),
    );
    expect((await add({label: 'l'.repeat(33), weight: 256})).fields).toEqual(
      expect.arrayContaining(['label', 'weight']),
    );
  });

  it('rule 280: need a private IPv4 address', async () => {
    expect((await add({address: '203.0.113.4'})).fields).toEqual(['address']);
    expect((await add({address: 'web-1'})).fields).toEqual(['address']);
    expect((await add({address: '192.168.77.200:8080'})).body).toMatchObject({address: '192.168.77.200:8080'});
  });

  it('rule 284: need nodebalancers:read_write for reading a single node', async () => {
    const resource = (await add({})).body;
    const token = account.tokenFor('looker', {scopes: 'nodebalancers:read_only'});
    expect((await account.call(nodes.list, {params, token})).status).toBe(200);
    expect((await account.call(nodes.get, {params: {...params, nodeId: resource.id}, token})).status).toBe(403);
  });

  it('rule 288: must be in the region of their NodeBalancer', async () => {
    const far = await account.ok(contract.instances.create, {
      body: {region: 'eu-west', type: 'g6-nanode-1', private_ip: true},
    });
    const address = far.ipv4.find(candidate => candidate.startsWith('192.168.')) ?? '';
    expect((await add({address})).fieldErrors[0]?.reason).toMatch(/eu-west/);
  });

  it('are UP while their instance is running and DOWN while it is off, and counted in the config', async () => {
    const near = await createTestInstance(account, {private_ip: true});
    const at = {params: {computeId: near.id}};
    const address = near.ipv4.find(candidate => candidate.startsWith('192.168.')) ?? '';
    const resource = (await add({address})).body;
    const path = {...params, nodeId: resource.id};
    expect((await account.ok(nodes.get, {params: path})).status).toBe('unknown');
    account.pass(20);
    expect((await account.ok(nodes.get, {params: path})).status).toBe('UP');
    const {up, down} = (await account.ok(configs.get, {params})).nodes_status;
    await account.ok(contract.instances.shutdown, at);
    account.pass(60);
    expect((await account.ok(nodes.get, {params: path})).status).toBe('DOWN');
    expect((await account.ok(configs.get, {params})).nodes_status).toEqual({up: up - 1, down: down + 1});
  });

  it('rules 367, 368: keep the limits of create on update, and are not found after their deletion', async () => {
    const resource = (await add({})).body;
    const path = {...params, nodeId: resource.id};
    expect(await account.ok(nodes.update, {params: path, body: {mode: 'drain', weight: 1}})).toMatchObject({
      mode: 'drain',
      weight: 1,
    });
    expect((await account.call(nodes.update, {params: path, body: {weight: 256}})).fields).toEqual(['weight']);
    expect(await account.ok(nodes.delete, {params: path})).toEqual({});
    expect((await account.call(nodes.get, {params: path})).status).toBe(404);
  });
});
