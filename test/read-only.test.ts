/** Read-only, proven where it counts: at a server that writes down what reaches it. */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import fc from 'fast-check';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {createClient} from '../src/client/index.ts';
import {contract} from '../src/contract/index.ts';
import {isMutation} from '../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../src/contract/schema/family.ts';
import {keyOf} from '../src/contract/schema/field.ts';
import {families} from '../src/families/registry.ts';
import {createConnect} from '../src/store/api/connect-client.ts';
import {objectOf} from './contract/values.ts';
import {bareEnv, runCommandLine} from './support/cli.ts';

const reading = [...endpointsOf(contract)].filter(({method}) => method === 'GET');

/** A resource with the ID and the label 1, or a list of it. */
function answerTo(url: string): unknown {
  const path = url.replace(/^\/v4(beta)?|\?.*$/g, '');
  const endpoint = reading.find(one => new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path));
  const model = endpoint?.spec.page ?? endpoint?.spec.responseModel;
  if (!endpoint || !model) return {};
  const [row] = fc.sample(objectOf(model, {gaps: false}), {numRuns: 1, seed: 7});
  const names = [keyOf(model) ?? '', 'label', 'cluster', 'region'].filter(name => name in model.fields);
  const known = names.map(name => [name, model.fields[name]?.kind === 'text' ? '1' : 1]);
  const found = {...row, ...Object.fromEntries(known)};
  return endpoint.spec.page ? {data: [found], page: 1, pages: 1, results: 1} : found;
}

const reached: string[] = [];
const server = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answerTo(request.url ?? '')));
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
  // Two parts of the path are one ID.
  const joined = new Map<string, readonly string[]>([
    ['networking.vlans', ['1 1']],
    ...['', '.access', '.ssl'].map(part => [`objectStorage.buckets${part}`, ['1/1']] as const),
  ]);
  const others: string[] = [];
  for (const operation of actions) {
    const params = changing.find(({id}) => id === operation)?.path.match(/\{\w+\}/g) ?? [];
    const ids = (params.length > 1 && joined.get(operation.replace(/\.\w+$/, ''))) || params.map(() => '1');
    const {code, err} = await runCommandLine(
      ['do', operation, ...ids, '--read-only', '--yes'],
      bareEnv('/nonexistent', {url, token: 'a-token'}),
    );
    if (code === 0 || !err.includes('is read-only')) others.push(`${operation}: ${err}`);
  }
  // Their resources are in the wanted state already.
  expect(others).toEqual([
    'instances.backups.cancel: Backups are already off\n',
    'managed.services.enable: 1 is already enabled\n',
    'account.paymentMethods.makeDefault: PayPal is already the default\n',
    'profile.tfa.enable: Two-factor authentication is already on\n',
    'profile.tfa.confirm: Two-factor authentication is already on\n',
    'account.settings.enableManaged: Managed is already on\n',
  ]);
  expect(reached.filter(line => !line.startsWith('GET '))).toEqual([]);
});
