/** The preview shows exactly the bytes that arrive: compared with a server that records its requests. */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import fc from 'fast-check';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {type Endpoint, isMutation} from '../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../src/contract/schema/family.ts';
import {rateLimitSizes} from '../src/contract/schema/limits.ts';
import {families} from '../src/families/registry.ts';
import {createConnect} from '../src/store/api/connect-client.ts';

import {objectOf} from './contract/values.ts';

let received: {method: string | undefined; path: string | undefined; body: string} | undefined;
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    received = {method: request.method, path: request.url, body: Buffer.concat(pieces).toString()};
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`;
});
afterAll(() => server.close());

/** Bodies where an empty one is not enough. */
const bodies: Readonly<Record<string, unknown>> = {
  'volumes.create': {label: 'données-1', size: 20, region: 'us-east', tags: ['a "b"', 'ü']},
  'volumes.attach': {compute_id: 7, persist_across_boots: false},
  'instances.update': {label: 'web-1', alerts: {cpu: 0}, backups: {schedule: {day: 'Sunday', window: 'W2'}}},
  'instances.rebuild': {image: 'compute/debian12', root_pass: 'aX9-secret-word'},
  'domains.records.create': {type: 'TXT', name: '_x', target: 'v=1; "quoted" \\ and more'},
  'tags.create': {label: 'été-📦'},
};

/** The body is a file, which is shown by its name. */
const uploads = {'support.tickets.attachments.create': true, 'account.oauthClients.thumbnail.update': true};

const unlimited = Object.fromEntries(Object.keys(rateLimitSizes).map(name => [name, {requests: 100_000, seconds: 1}]));

/** Bodies that fit the contract, with texts that a shell, JSON or a terminal would stumble over. */
function* bodiesOf(endpoint: Endpoint): Generator<unknown> {
  yield bodies[endpoint.id] ?? {};
  const {body} = endpoint.spec;
  if (body?.kind !== 'object') return;
  const text = fc.constantFrom('plain', "it's", 'a "b" \\ c', 'été-📦', '$(id)', 'two\nlines');
  for (const gaps of [true, false]) yield* fc.sample(objectOf(body, {text, gaps}), {numRuns: 12, seed: 20_261_121});
}

test.each([undefined, 'acme'])('every change is sent exactly as its preview shows (brand %s)', async brand => {
  const connection = await createConnect({
    baseUrl: url,
    token: () => 'a-token',
    brand,
    retry: {attempts: 1},
    limits: unlimited,
  })();
  const compared = new Set<string>();
  for (const endpoint of endpointsOf(contract)) {
    if (!isMutation(endpoint) || endpoint.spec.upload) continue;
    const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 1]));
    let alike = 0;
    for (const body of bodiesOf(endpoint)) {
      const request = {params, body: endpoint.spec.body && body};
      const shown = await connection.preview(endpoint, request);
      if (shown.fieldErrors.length > 0) {
        expect(body, endpoint.id).not.toBe(bodies[endpoint.id]);
        continue;
      }
      received = undefined;
      // The response isn't usable; only the request counts.
      await connection.send(endpoint, {...request, priority: 'user'}).catch(() => undefined);
      expect(received, endpoint.id).toEqual({method: shown.method, path: shown.path, body: shown.body ?? ''});
      compared.add(endpoint.id);
      if (!endpoint.spec.body || ++alike === 3) break;
    }
  }
  const wanted = families.flatMap(({actions}) => Object.values(actions).map(({operation}) => operation));
  expect(wanted.filter(operation => !compared.has(operation) && !Object.hasOwn(uploads, operation))).toEqual([]);
  await connection.close();
});
