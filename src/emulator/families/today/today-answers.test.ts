/** The dialect of today: added fields on known objects, and operations that today's API no longer has. */

import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {read as readItem} from '../../../contract/reading/reader.ts';
import {type Endpoint, rootOf} from '../../../contract/schema/endpoint.ts';
import {endpointsOf} from '../../../contract/schema/family.ts';
import type {Model} from '../../../contract/schema/field.ts';
import {isRecord} from '../../../contract/schema/json.ts';
import {type DialectName, dialectNames} from '../../../contract/wire/dialect.ts';
import {isRemoved} from '../../../contract/wire/removed-operations.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const accounts = new Map<DialectName, TestAccount>();
const accountOf = (dialect: DialectName): TestAccount => {
  const account = accounts.get(dialect);
  if (!account) throw new Error(`no account for ${dialect}`);
  return account;
};

beforeAll(async () => {
  for (const dialect of dialectNames) {
    const account = await openTestAccount({accounts: 'demo', dialect});
    accounts.set(dialect, account);
    // The demo account has neither.
    const body = {label: 'ledger', region: 'us-east', type: 'g6-nanode-1', engine: 'postgresql/13.2'};
    await account.ok(contract.databases.postgresql.create, {body});
    const [instance] = (await account.ok(contract.instances.list)).data;
    await account.ok(contract.networking.ipv6.ranges.create, {
      body: {compute_id: instance?.id ?? 0, prefix_length: 64},
    });
  }
});
afterAll(async () => {
  for (const account of accounts.values()) await account.close();
});

const read = async (dialect: DialectName, path: string) => {
  const account = accountOf(dialect);
  const response = await account.raw(path, {headers: {authorization: `Bearer ${account.token}`}});
  return {status: response.status, body: (await response.json()) as Record<string, unknown>};
};

const lists = [...endpointsOf(contract)].filter(
  ({id, method, spec, params}) => method === 'GET' && spec.page && Object.keys(params).length === 0 && !isRemoved(id),
);
const itemsOf = async (dialect: DialectName, endpoint: Endpoint): Promise<readonly Record<string, unknown>[]> => {
  const {body} = await read(dialect, `/${rootOf(endpoint)}${endpoint.path}`);
  return body.data as Record<string, unknown>[];
};
const addedFields = ({fields}: Model) => Object.keys(fields).filter(name => fields[name]?.facts.today);

describe('the dialect of today', () => {
  it.each(lists)('answers $id with all added fields and valid values', async endpoint => {
    const model = endpoint.spec.page as Model;
    const items = await itemsOf('today', endpoint);
    expect(items).not.toEqual([]);
    for (const item of items) {
      expect(Object.keys(item)).toEqual(expect.arrayContaining(addedFields(model)));
      expect(readItem(model, item).mismatches).toEqual([]);
    }
  });

  it.each(['documents', 'provider'] as const)('adds no field to the dialect of %s', async dialect => {
    for (const endpoint of lists.filter(({spec}) => !spec.today)) {
      const model = endpoint.spec.page as Model;
      const items = await itemsOf(dialect, endpoint);
      expect(items, endpoint.id).not.toEqual([]);
      for (const item of items)
        expect(
          Object.keys(item).filter(name => addedFields(model).includes(name)),
          endpoint.id,
        ).toEqual([]);
    }
  });

  it('has a VPC interface with the values that the API computes', async () => {
    const account = accountOf('today');
    const {data: instances} = await account.ok(contract.instances.list);
    const [web] = instances.filter(({label}) => label.startsWith('web-'));
    const params = {computeId: web?.id ?? 0};
    const {data: configs} = await account.ok(contract.instances.configs.list, {params});
    expect(configs[0]?.interfaces).toMatchObject([
      {purpose: 'public', active: true, vpc_id: null, subnet_id: null, ipv4: null},
      {purpose: 'vpc', active: true, vpc_id: 3, subnet_id: 7, ip_ranges: ['10.0.4.0/28']},
    ]);
    const refused = await account.call(contract.instances.configs.update, {
      params: {...params, configId: configs[0]?.id ?? 0},
      body: {interfaces: [{purpose: 'vpc'}]},
    });
    expect(refused.fields).toEqual(['interfaces.0.subnet_id']);
  });

  it('keeps references to rule sets and rules without ports', async () => {
    const account = accountOf('today');
    const {data} = await account.ok(contract.networking.firewalls.list);
    const [web] = data;
    expect(web?.rules).toMatchObject({version: 2, fingerprint: expect.stringMatching(/^[\da-f]{8}$/)});
    expect(web?.rules.inbound.slice(-2)).toMatchObject([{protocol: 'IPENCAP'}, {ruleset: 5}]);
    const params = {firewallId: web?.id ?? 0};
    const inbound = [{ruleset: 6}, {protocol: 'IPENCAP', action: 'DROP', addresses: {ipv4: ['192.0.2.0/24']}}] as const;
    const rules = await account.ok(contract.networking.firewalls.rules.update, {params, body: {inbound}});
    expect(rules.inbound).toMatchObject(inbound);
    const mixed = {inbound: [{ruleset: 6, label: 'mixed'}]};
    const refused = await account.call(contract.networking.firewalls.rules.update, {params, body: mixed});
    expect(refused.fields).toEqual(['inbound.0.label']);
  });

  it('stores the values of added fields', async () => {
    const account = accountOf('today');
    const volume = await account.ok(contract.volumes.create, {
      body: {label: 'secret', region: 'us-east', encryption: 'enabled'},
    });
    expect(volume).toMatchObject({encryption: 'enabled', io_ready: false});
    expect(await account.ok(contract.volumes.get, {params: {volumeId: volume.id}})).toMatchObject({
      encryption: 'enabled',
    });
  });

  it('bug: a new user had a password that was older than the user', async () => {
    const account = accountOf('today');
    const {users} = contract.account;
    const invited = {username: 'invited', email: 'invited@example.com'};
    expect(await account.ok(users.create, {body: invited})).toMatchObject({password_created: null});
    const [owner] = (await account.ok(users.list)).data;
    expect(owner).toMatchObject({password_created: expect.stringMatching(/^\d{4}-/)});
    await account.ok(users.delete, {params: {username: invited.username}});
  });

  it('has no removed operation, and no database engine without operations', async () => {
    expect((await read('today', '/v4/databases/mongodb/instances')).status).toBe(404);
    expect((await read('documents', '/v4/databases/mongodb/instances')).status).toBe(200);
    const engines = async (dialect: DialectName) =>
      new Set((await itemsOf(dialect, contract.databases.engines.list)).map(({engine}) => engine));
    expect((await engines('today')).has('mongodb')).toBe(false);
    expect((await engines('documents')).has('mongodb')).toBe(true);
    const {body} = await read('today', '/openapi.json');
    expect(isRecord(body.paths) && Object.keys(body.paths).filter(path => path.includes('mongodb'))).toEqual([]);
  });
});
