/**
 * The real client reads the whole API of the emulator: every GET of the contract, with path parameters that its lists
 * give, in each dialect. Nothing may be misread, and nothing may be unreadable.
 */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Client, createClient} from '../../src/client/index.ts';
import {contract} from '../../src/contract/index.ts';
import type {Endpoint} from '../../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';
import {dialects, operationsIn} from '../../src/contract/wire/dialect.ts';
import {openTestAccount, type TestAccount} from '../../src/emulator/testing/test-account.ts';
import {placesOf, type Row, reading, rowsOf, type Values} from './places.ts';

/** Operations that a demo account has nothing for, with the reason. */
const without: Readonly<Record<string, string>> = {
  'databases.mongodb.credentials.get': 'the demo’s document cluster is degraded, and credentials need an active one',
  'databases.mongodb.ssl.get': 'the same',
};

describe.each([
  {dialect: 'documents', brand: undefined},
  {dialect: 'provider', brand: 'acme'},
  {dialect: 'today', brand: 'acme'},
] as const)('in the dialect $dialect', ({dialect, brand}) => {
  let account: TestAccount;
  let client: Client;
  const lists = new Map<string, readonly Row[]>();
  const skipped: string[] = [];

  beforeAll(async () => {
    account = await openTestAccount({accounts: 'demo', dialect, ...(brand ? {brand} : {})});
    const machine = (await listed('instances.list'))[0];
    // Resources that demo accounts lack: a relational cluster of the third engine, and a range.
    await client.call(contract.databases.postgresql.create, {
      body: {label: 'rows', type: 'g6-standard-1', engine: 'postgresql/13.2', region: 'us-east'},
    });
    await client.call(contract.networking.ipv6.ranges.create, {
      body: {prefix_length: 64, compute_id: Number(machine?.id)},
    });
    account.pass(31 * 60);
    const params = {computeId: Number(machine?.id)};
    if (!(machine?.backups as {enabled?: boolean}).enabled)
      await client.call(contract.instances.backups.enable, {params});
    await client.call(contract.instances.backups.takeSnapshot, {params, body: {label: 'now'}});
    const [rows] = await listed('databases.postgresql.list');
    if (dialect !== 'today')
      await client.call(contract.databases.postgresql.backups.create, {
        params: {instanceId: Number(rows?.id)},
        body: {label: 'now'},
      });
    account.pass(60 * 60);
    lists.clear();
  });
  const operations = new Set([...endpointsOf(operationsIn(contract, dialects[dialect]))].map(({id}) => id));
  const offered = reading.filter(({id}) => operations.has(id));
  const left = offered.filter(({id}) => without[id]);
  afterAll(async () => {
    await client.close();
    await account.close();
  });

  async function listed(id: string, params: Values = {}): Promise<readonly Row[]> {
    client ??= createClient({baseUrl: account.url, token: () => account.token, brand});
    const key = `${id} ${JSON.stringify(params)}`;
    const known = lists.get(key);
    if (known) return known;
    const endpoint = reading.find(candidate => candidate.id === id);
    if (!endpoint) throw new Error(`no operation ${id}`);
    const {body} = await client.send(endpoint as Endpoint, {params, query: queryOf(endpoint)});
    const data = rowsOf(body);
    lists.set(key, data);
    return data;
  }

  const queryOf = (endpoint: Endpoint): Record<string, unknown> =>
    endpoint.id === 'objectStorage.objects.acl.get' ? {name: objectName} : {};
  let objectName = '';

  async function firstPlace(endpoint: Endpoint): Promise<Values | undefined> {
    for await (const params of placesOf(endpoint, listed)) return params;
    return undefined;
  }

  it('every reading operation has an answer, which is read without a mismatch', {timeout: 60_000}, async () => {
    const contents = await listed('objectStorage.objects.list', {
      clusterId: String((await listed('objectStorage.buckets.list'))[0]?.cluster),
      bucket: String((await listed('objectStorage.buckets.list'))[0]?.label),
    });
    objectName = String(contents[0]?.name);
    const wrong: string[] = [];
    let read = 0;
    for (const endpoint of offered) {
      if (without[endpoint.id]) continue;
      const params = await firstPlace(endpoint);
      if (!params) {
        skipped.push(endpoint.id);
        continue;
      }
      try {
        const {mismatches, unreadable} = await client.send(endpoint, {params, query: queryOf(endpoint)});
        for (const {path, reason} of mismatches) wrong.push(`${endpoint.id}: ${path} ${reason}`);
        if (unreadable.length > 0) wrong.push(`${endpoint.id}: ${unreadable.length} unreadable`);
        read++;
      } catch (error) {
        wrong.push(`${endpoint.id} ${JSON.stringify(params)}: ${error instanceof Error ? error.message : error}`);
      }
    }
    expect(wrong).toEqual([]);
    expect({read, skipped}).toEqual({read: offered.length - skipped.length - left.length, skipped: []});
  });
});
