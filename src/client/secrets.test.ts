/** Only the API receives the token: each test searches all output of the client for the token. */
import {inspect} from 'node:util';
import {afterEach, expect, test} from 'vitest';
import {contract} from '../contract/index.ts';
import type {Client, CompletedRequest} from './index.ts';
import {createTestResources, listPage, type RequestHandler} from './testing.ts';

const resources = createTestResources();
afterEach(() => resources.end());
const token = 'tok-0123456789abcdef-SECRET';

/** The text of a value, with hidden properties and causes. */
const textOf = (value: unknown): string =>
  inspect(value, {depth: 20, showHidden: true, getters: true, maxStringLength: null, maxArrayLength: null}) +
  (value instanceof Error ? `${value.message}${value.stack}${JSON.stringify(value)}` : '');

const allOutput = async (client: Client): Promise<string> => {
  const params = {volumeId: 1};
  const outputs: unknown[] = [];
  const calls = [
    client.call(contract.volumes.list),
    client.call(contract.volumes.delete, {params}),
    client.call(contract.volumes.create, {body: {label: 'a', region: 'ap-south'}}),
    client.call(contract.volumes.attach, {params, body: {} as never}),
    client.preview(contract.volumes.attach, {params, body: {compute_id: 1}}),
    client.upload(contract.support.tickets.attachments.create, {
      params: {ticketId: 1},
      source: {open: async function* () {}, size: 0},
    }),
  ];
  for (const outcome of await Promise.allSettled(calls))
    outputs.push(outcome.status === 'fulfilled' ? outcome.value : outcome.reason);
  outputs.push(client.rateLimits(), client.stats, client.scopes, client.clockSkewMs);
  return outputs.map(textOf).join('\n');
};

const echo = `You sent ${token}, which is wrong`;
const answers: Record<string, RequestHandler> = {
  'answers with a valid list': () => ({body: listPage([])}),
  'refuses and repeats the token': () => ({status: 400, body: {errors: [{field: 'label', reason: echo}]}}),
  'refuses a field of the name of the token': () => ({
    status: 400,
    body: {errors: [{field: token, reason: 'no field'}]},
  }),
  'refuses the token and repeats it': () => ({status: 401, body: {errors: [{reason: echo}]}}),
  'refuses the scope and repeats the token': () => ({status: 403, body: {errors: [{reason: echo}]}}),
  'fails and repeats the token': () => ({status: 500, body: {errors: [{reason: echo}]}}),
  'limits and repeats the token': () => ({
    status: 429,
    headers: {'retry-after': '100000'},
    body: {errors: [{reason: echo}]},
  }),
  'redirects to an address with the token': () => ({
    status: 302,
    headers: {location: `https://${token}.example/${token}`},
  }),
  'answers a web page with the token': () => ({
    headers: {'content-type': `text/${token}`, 'x-request-id': token},
    body: `<p>${echo}</p>`,
  }),
  'answers broken JSON with the token': () => ({
    headers: {'content-type': 'application/json'},
    body: `{"a": "${token}`,
  }),
  'breaks the connection': (_, response) => {
    response.destroy();
    return undefined;
  },
};

test.each(Object.entries(answers))('the token is not visible when the server %s', async (_, handler) => {
  const server = await resources.server(handler);
  const completedRequests: CompletedRequest[] = [];
  const client = resources.client({
    baseUrl: server.url,
    token: () => token,
    observe: request => completedRequests.push(request),
    retry: {attempts: 1},
  });
  const output = await allOutput(client);
  expect(server.requests.some(({headers}) => headers.authorization === `Bearer ${token}`)).toBe(true);
  // URL parsing writes a host name in lower case.
  expect(output.toLowerCase()).not.toContain(token.toLowerCase());
  expect(textOf(completedRequests)).not.toContain(token);
});

test('the token is masked in warnings of the API', async () => {
  const server = await resources.server(() => ({body: {...listPage([]), warnings: [{title: token, details: echo}]}}));
  const completedRequests: CompletedRequest[] = [];
  const client = resources.client({
    baseUrl: server.url,
    token: () => token,
    observe: entry => completedRequests.push(entry),
  });
  const {warnings} = await client.send(contract.volumes.list);
  expect(warnings).toEqual([{title: '***', details: 'You sent ***, which is wrong'}]);
  expect(textOf(completedRequests)).not.toContain(token);
});

test('the token is not visible when the server is not running', async () => {
  const server = await resources.server();
  await server.close();
  const client = resources.client({baseUrl: server.url, token: () => token, retry: {attempts: 1}});
  expect(await allOutput(client)).not.toContain(token);
});

test('the token is not visible when a header cannot contain it', async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url, token: () => `${token}\r\nx-evil: 1`});
  expect(await allOutput(client)).not.toContain(token);
  expect(server.requests).toHaveLength(0);
});

test('the token of a service transfer is shortened in reports of requests, and complete on the wire', async () => {
  const server = await resources.server(() => ({body: {token: 'f3b0c442-98fc'}}));
  const completedRequests: CompletedRequest[] = [];
  const client = resources.client({baseUrl: server.url, observe: request => completedRequests.push(request)});
  await client.call(contract.account.serviceTransfers.get, {params: {token: 'f3b0c442-98fc'}});
  expect(server.requests[0]?.url).toContain('f3b0c442-98fc');
  expect(textOf(completedRequests)).not.toContain('98fc');
  expect(completedRequests[0]?.path).toContain('f3b0');
});
