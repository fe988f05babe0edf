/**
 * Whole objects are accepted as they were read, because tools change one field of a response and send all of it.
 *
 * Every PUT of the contract that has a GET, for every object of the demo account, in each dialect: it is accepted and
 * changes only the time of the last update.
 */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../src/contract/index.ts';
import {type Endpoint, rootOf} from '../../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';
import {buildPath} from '../../src/contract/schema/path.ts';
import {brand as brandOf} from '../../src/contract/wire/brand.ts';
import {dialects, operationsIn} from '../../src/contract/wire/dialect.ts';
import {answerRequest} from '../../src/emulator/server/http-server.ts';
import type {Connection} from '../../src/store/api/connection.ts';
import {openAccount, type TestAccount} from '../harness/account.ts';
import {messageOf} from '../harness/emulator-dispatcher.ts';
import {placesOf, type Row, reading, rowsOf, type Values} from './places.ts';

const writing: readonly Endpoint[] = [...endpointsOf(contract)].filter(
  ({method, spec}) => method === 'PUT' && !spec.upload,
);
const readingOf = ({path}: Endpoint) => reading.find(candidate => candidate.path === path);

/** Operations whose response is another object than their request, with the reason. */
const without: Readonly<Record<string, string>> = {
  'images.sharegroups.images.update': 'reads no single one',
  'instances.firewalls.update': 'reads firewalls, and takes their IDs',
  'nodebalancers.firewalls.update': 'reads firewalls, and takes their IDs',
  'longview.plan.update': 'reads a plan, and takes the ID of one',
  'objectStorage.objects.acl.update': 'names the object in the query to read, in the body to change',
};

/** Objects that refuse every change, with the reason. */
const fixed = (id: string, read: Row): string | undefined => {
  if (id === 'images.update' && read.is_public) return 'public images cannot be changed (D1 §4.3)';
  if (id === 'stackscripts.update' && !read.mine) return 'StackScripts of others cannot be changed';
  if (id.startsWith('databases.') && read.status !== 'active')
    return 'a database is changed while it is active (D3 §3)';
  if (id === 'instances.configs.interfaces.update' && read.purpose === 'vlan') return 'a VLAN has nothing to change';
  return undefined;
};

/** Fields that every change moves: the update time, and the status of a database during the change. */
const moves = (id: string, name: string) =>
  name === 'updated' ||
  (id.startsWith('databases.') && name === 'status') ||
  // Each change of an interface makes a new version.
  (id === 'instances.interfaces.update' && name === 'version');

describe.each([
  {dialect: 'documents', brand: undefined},
  {dialect: 'provider', brand: 'acme'},
  {dialect: 'today', brand: 'acme'},
] as const)('in the dialect $dialect', ({dialect, brand}) => {
  let account: TestAccount;
  let connection: Connection;
  const wire = brandOf(brand).toWire;
  const lists = new Map<string, readonly Row[]>();

  beforeAll(async () => {
    account = openAccount({accounts: 'demo', dialect, ...(brand ? {brand} : {})});
    connection = await account.connect()();
    // The demo account has no active cluster of these engines.
    const cluster = {type: 'g6-standard-1', region: 'us-east'};
    await connection.call(contract.databases.postgresql.create, {
      priority: 'user',
      body: {...cluster, label: 'rows', engine: 'postgresql/13.2'},
    });
    if (dialect !== 'today')
      await connection.call(contract.databases.mongodb.create, {
        priority: 'user',
        body: {...cluster, label: 'papers', engine: 'mongodb/4.4.10'},
      });
    account.clock.emulator.advance(40 * 60_000);
  });
  afterAll(async () => {
    await connection.close();
    account.close();
  });

  const operations = new Set([...endpointsOf(operationsIn(contract, dialects[dialect]))].map(({id}) => id));
  const isMissing = ({id}: Endpoint) => !operations.has(id);

  async function listed(id: string, params: Values): Promise<readonly Row[]> {
    const key = `${id} ${JSON.stringify(params)}`;
    const known = lists.get(key);
    if (known) return known;
    const endpoint = reading.find(candidate => candidate.id === id) as Endpoint;
    const {body} = await connection.send(endpoint, {params, query: {}, priority: 'user'});
    const rows = rowsOf(body);
    lists.set(key, rows);
    return rows;
  }

  async function ask(endpoint: Endpoint, params: Values, body?: unknown) {
    const path = wire.path(`/${rootOf(endpoint)}${buildPath(endpoint, params)}`);
    const message = messageOf({
      method: endpoint.method,
      path,
      headers: {authorization: `Bearer ${account.token}`, 'content-type': 'application/json'},
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    });
    const response = await answerRequest(account.emulator.http, message);
    return {status: response.status, text: Buffer.from((response.body ?? '') as string).toString('utf8')};
  }

  it('every object that was read is accepted unchanged by its PUT operation', {timeout: 120_000}, async () => {
    const wrong: string[] = [];
    const sent = new Map<string, number>();
    for (const endpoint of writing) {
      const read = readingOf(endpoint);
      if (!read || without[endpoint.id] || isMissing(endpoint)) continue;
      for await (const params of placesOf(read, listed)) {
        const before = await ask(read, params);
        const place = `${endpoint.id} ${JSON.stringify(params)}`;
        if (before.status === 204) continue;
        const object = JSON.parse(before.text) as Row;
        if (fixed(endpoint.id, object)) continue;
        const {regions: _, ...rest} = object;
        // A key is read with the endpoints of its regions, and takes their names.
        const body = endpoint.id === 'objectStorage.keys.update' ? rest : object;
        const answer = await ask(endpoint, params, body);
        sent.set(endpoint.id, (sent.get(endpoint.id) ?? 0) + 1);
        if (answer.status !== 200) wrong.push(`${place}: ${answer.text}`);
        const after = JSON.parse((await ask(read, params)).text) as Row;
        const differ = Object.keys({...object, ...after}).filter(
          name => !moves(endpoint.id, name) && JSON.stringify(after[name]) !== JSON.stringify(object[name]),
        );
        if (answer.status === 200 && differ.length > 0) wrong.push(`${place}: changed ${differ.join(', ')}`);
      }
    }
    expect(wrong).toEqual([]);
    // A list that came out empty would prove nothing of its family.
    const unproven = writing.filter(
      endpoint => !sent.has(endpoint.id) && !without[endpoint.id] && !isMissing(endpoint),
    );
    expect(unproven.map(({id}) => id)).toEqual([]);
  });
});
