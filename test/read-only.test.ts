/** Read-only, proven where it counts: at a server that writes down what reaches it. */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {createClient} from '../src/client/index.ts';
import {contract} from '../src/contract/index.ts';
import {isMutation} from '../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../src/contract/schema/family.ts';
import {families} from '../src/families/registry.ts';
import {createConnect} from '../src/store/api/connect-client.ts';
import {bareEnv, ran} from './support/cli.ts';

const reached: string[] = [];
const server = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`);
  response.setHeader('content-type', 'application/json');
  response.end('{"data":[],"page":1,"pages":1,"results":0}');
});
let url = '';
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`;
});
afterAll(() => server.close());

const changing = [...endpointsOf(contract)].filter(isMutation);

test('no changing operation of the API is sent by a read-only client', async () => {
  const client = createClient({baseUrl: url, token: () => 'a-token', readOnly: true});
  const connection = await createConnect({baseUrl: url, token: () => 'a-token', readOnly: true})();
  const bytes = {body: new Uint8Array([1]), size: 1} as never;
  for (const endpoint of changing) {
    const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 1]));
    const request = {params, body: {}, priority: 'user'} as const;
    const refused = {code: 'read-only', operation: endpoint.id};
    await expect(client.call(endpoint, request as never), endpoint.id).rejects.toMatchObject(refused);
    await expect(connection.call(endpoint, request), endpoint.id).rejects.toMatchObject(refused);
    await expect(connection.send(endpoint, request), endpoint.id).rejects.toMatchObject(refused);
    if (endpoint.spec.upload)
      await expect(client.upload(endpoint as never, bytes), endpoint.id).rejects.toMatchObject({code: 'read-only'});
  }
  for (const way of [client, connection])
    await expect(way.deleteAt(`${url}/object?Signature=1`)).rejects.toMatchObject({code: 'read-only'});
  expect(changing.length).toBeGreaterThan(150);
  expect(reached.filter(line => !line.startsWith('GET '))).toEqual([]);
  await client.close();
  await connection.close();
});

test('no action sends a change with --read-only, even with --yes', async () => {
  const actions = families.flatMap(family =>
    Object.values(family.actions).flatMap(({operation, elsewhere}) => (elsewhere === undefined ? [operation] : [])),
  );
  for (const operation of actions) {
    const ids = (changing.find(({id}) => id === operation)?.path.match(/\{\w+\}/g) ?? []).map(() => '1');
    const {code} = await ran(
      ['do', operation, ...ids, '--read-only', '--yes'],
      bareEnv('/nonexistent', {url, token: 'a-token'}),
    );
    expect(code, operation).not.toBe(0);
  }
  expect(reached.filter(line => !line.startsWith('GET '))).toEqual([]);
});
