/**
 * The real client reads the whole API of the emulator: every GET of the contract, with path parameters that its lists
 * give, in both dialects. Nothing may be misread, and nothing may be unreadable.
 */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Client, createClient} from '../../src/client/index.ts';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {endpointsOf} from '../../src/contract/family.ts';
import {contract} from '../../src/contract/index.ts';
import {openAccount, type TestAccount} from '../../src/emulator/testing.ts';

type Values = Record<string, string | number>;
type Row = Record<string, unknown>;

const reading = [...endpointsOf(contract)].filter(({method}) => method === 'GET');

/** Where the value of a path parameter is found: a list, and what to take from its first row. */
const sources: readonly {
  readonly under: string;
  readonly name: string;
  readonly list: string;
  readonly take: (row: Row) => unknown;
}[] = [
  {under: '/longview/', name: 'clientId', list: 'longview.clients.list', take: ({id}) => id},
  {
    under: '/account/oauth-clients/',
    name: 'clientId',
    list: 'account.oauthClients.list',
    take: row => (row.thumbnail_url ? row.id : undefined),
  },
  {under: '/compute/instances/', name: 'backupId', list: 'instances.backups.list', take: ({id}) => id},
  {under: '/databases/mongodb/', name: 'instanceId', list: 'databases.mongodb.list', take: ({id}) => id},
  {under: '/databases/mysql/', name: 'instanceId', list: 'databases.mysql.list', take: ({id}) => id},
  {under: '/databases/postgresql/', name: 'instanceId', list: 'databases.postgresql.list', take: ({id}) => id},
  {under: '/object-storage/', name: 'clusterId', list: 'objectStorage.buckets.list', take: ({cluster}) => cluster},
  {under: '/object-storage/', name: 'bucket', list: 'objectStorage.buckets.list', take: ({label}) => label},
  {under: '/compute/instances/', name: 'address', list: 'networking.ips.list', take: ({address}) => address},
  {under: '/networking/ips/', name: 'address', list: 'networking.ips.list', take: ({address}) => address},
  {
    under: '/account/users/',
    name: 'username',
    list: 'account.users.list',
    take: row => (row.restricted ? row.username : undefined),
  },
  {under: '/account/entity-transfers/', name: 'token', list: 'account.entityTransfers.list', take: ({token}) => token},
  {
    under: '/account/service-transfers/',
    name: 'token',
    list: 'account.serviceTransfers.list',
    take: ({token}) => token,
  },
  {under: '/tags/', name: 'label', list: 'tags.list', take: ({label}) => label},
  {under: '/networking/ipv6/', name: 'range', list: 'networking.ipv6.ranges.list', take: ({range}) => range},
];

/** The rows of a page, or of the one list that is an object. */
function rowsOf(answer: unknown): readonly Row[] {
  const {data, automatic, snapshot} = answer as {
    data?: readonly Row[];
    automatic?: readonly Row[];
    snapshot?: Record<string, Row | null>;
  };
  return data ?? [...(automatic ?? []), ...Object.values(snapshot ?? {}).filter(row => row !== null)];
}

/** Operations that a demo account has nothing for, with the reason. */
const without: Readonly<Record<string, string>> = {
  'databases.mongodb.credentials.get': 'the demo’s document cluster is degraded, and credentials need an active one',
  'databases.mongodb.ssl.get': 'the same',
};

describe.each([
  {dialect: 'documents', brand: undefined},
  {dialect: 'provider', brand: 'acme'},
] as const)('in the dialect of $dialect', ({brand}) => {
  let account: TestAccount;
  let client: Client;
  const lists = new Map<string, readonly Row[]>();
  const skipped: string[] = [];

  beforeAll(async () => {
    account = await openAccount({accounts: 'demo', ...(brand ? {brand} : {})});
    const machine = (await listed('instances.list'))[0];
    // What no demo account has: a relational cluster of the third engine, and a range.
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
    await client.call(contract.databases.postgresql.backups.create, {
      params: {instanceId: Number(rows?.id)},
      body: {label: 'now'},
    });
    account.pass(60 * 60);
    lists.clear();
  });
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
    const {answer} = await client.send(endpoint as Endpoint, {params, query: queryOf(endpoint)});
    const data = rowsOf(answer);
    lists.set(key, data);
    return data;
  }

  const queryOf = (endpoint: Endpoint): Record<string, unknown> =>
    endpoint.id === 'objectStorage.objects.acl.get' ? {name: objectName} : {};
  let objectName = '';

  /** Fills the parameters from the left, each from the list that the path up to it names. */
  async function paramsOf(endpoint: Endpoint): Promise<Values | undefined> {
    const params: Values = {};
    for (const name of Object.keys(endpoint.params)) {
      if (name === 'year') params.year = 2026;
      else if (name === 'month') params.month = 1;
      else {
        const source = sources.find(candidate => candidate.name === name && endpoint.path.startsWith(candidate.under));
        const prefix = endpoint.path.slice(0, endpoint.path.indexOf(`/{${name}}`));
        const parent = reading.find(candidate => candidate.path.replace(/\/$/, '') === prefix && candidate.spec.page);
        const list = source?.list ?? parent?.id;
        if (!list) return undefined;
        const from = reading.find(candidate => candidate.id === list);
        const inherited = Object.fromEntries(
          Object.keys(from?.params ?? {}).flatMap(key => (params[key] === undefined ? [] : [[key, params[key]]])),
        );
        const rows = await listed(list, inherited as Values);
        const take = source?.take ?? ((row: Row) => row.id);
        const value = rows.map(take).find(candidate => candidate !== undefined);
        if (value === undefined) return undefined;
        params[name] = value as string | number;
      }
    }
    return params;
  }

  it('every reading operation is answered, and read without a misreading', {timeout: 60_000}, async () => {
    const contents = await listed('objectStorage.objects.list', {
      clusterId: String((await listed('objectStorage.buckets.list'))[0]?.cluster),
      bucket: String((await listed('objectStorage.buckets.list'))[0]?.label),
    });
    objectName = String(contents[0]?.name);
    const wrong: string[] = [];
    let read = 0;
    for (const endpoint of reading) {
      if (without[endpoint.id]) continue;
      const params = await paramsOf(endpoint);
      if (!params) {
        skipped.push(endpoint.id);
        continue;
      }
      try {
        const {misreads, unreadable} = await client.send(endpoint, {params, query: queryOf(endpoint)});
        for (const {path, reason} of misreads) wrong.push(`${endpoint.id}: ${path} ${reason}`);
        if (unreadable.length > 0) wrong.push(`${endpoint.id}: ${unreadable.length} unreadable`);
        read++;
      } catch (error) {
        wrong.push(`${endpoint.id} ${JSON.stringify(params)}: ${error instanceof Error ? error.message : error}`);
      }
    }
    expect(wrong).toEqual([]);
    expect({read, skipped}).toEqual({read: reading.length - skipped.length - Object.keys(without).length, skipped: []});
  });
});
