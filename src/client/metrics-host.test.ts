/** Requests to the metrics host: their tokens and their error messages. */
import {inspect} from 'node:util';
import {afterEach, expect, test} from 'vitest';
import {contract} from '../contract/index.ts';
import type {Client, ClientOptions, CompletedRequest} from './index.ts';
import {createTestResources, manualClock, type RequestHandler, rejectionOf} from './testing.ts';

const resources = createTestResources();
afterEach(() => resources.end());

const {read} = contract.monitor.services.metrics;
const body = {
  entity_ids: [7],
  metrics: [{name: 'cpu_usage', aggregate_function: 'avg'}],
  relative_time_duration: {unit: 'hr', value: 1},
} as const;
const params = {serviceType: 'dbaas'};
const reading = {
  status: 'success',
  isPartial: false,
  stats: {executionTimeMsec: 1, seriesFetched: '1'},
  data: {resultType: 'matrix', result: [{metric: {entity_id: '7'}, values: [[1_768_478_400, '12.5']]}]},
};

/** An API that issues metrics tokens, and a metrics host that accepts them. */
async function openHosts(answer: RequestHandler = () => ({body: reading}), options: Partial<ClientOptions> = {}) {
  let tokenCount = 0;
  const api = await resources.server(() => ({body: {token: `metrics-secret-${++tokenCount}`}}));
  const host = await resources.server(answer);
  const clock = manualClock();
  const completedRequests: CompletedRequest[] = [];
  const client = resources.client({
    baseUrl: api.url,
    metricsUrl: host.url.replace(/\/v4$/, ''),
    clock,
    observe: request => completedRequests.push(request),
    ...options,
  });
  return {api, host, client, clock, completedRequests};
}

const readMetrics = (client: Client, entity = 7) => client.call(read, {params, body: {...body, entity_ids: [entity]}});
const tokensAt = ({
  requests,
}: {
  readonly requests: readonly {readonly headers: {authorization?: string | undefined}}[];
}) => requests.map(({headers}) => headers.authorization);

test('one metrics token serves all requests about a resource until shortly before it expires', async () => {
  const {api, host, client, clock} = await openHosts();
  expect(await readMetrics(client)).toEqual(reading);
  await readMetrics(client);
  expect(api.requests.map(({method, url, body: sent}) => [method, url, JSON.parse(String(sent))])).toEqual([
    ['POST', '/v4beta/monitor/services/dbaas/token', {entity_ids: [7]}],
  ]);
  expect(host.requests.map(({method, url}) => `${method} ${url}`)).toEqual([
    'POST /v2beta/monitor/services/dbaas/metrics',
    'POST /v2beta/monitor/services/dbaas/metrics',
  ]);
  expect(tokensAt(host)).toEqual(['Bearer metrics-secret-1', 'Bearer metrics-secret-1']);
  await readMetrics(client, 8);
  expect(tokensAt(host).at(-1)).toBe('Bearer metrics-secret-2');
  clock.advance(6 * 3_600_000);
  await readMetrics(client);
  expect(tokensAt(host).at(-1)).toBe('Bearer metrics-secret-3');
});

test('a refused token is replaced once', async () => {
  const {api, host, client} = await openHosts(({headers}) =>
    headers.authorization === 'Bearer metrics-secret-1'
      ? {status: 401, body: {errors: [{reason: 'Invalid token'}]}}
      : {body: reading},
  );
  expect(await readMetrics(client)).toEqual(reading);
  expect(tokensAt(host)).toEqual(['Bearer metrics-secret-1', 'Bearer metrics-secret-2']);
  expect(api.requests).toHaveLength(2);
});

test('a metrics host that refuses every token, or is unreachable, yields an error that names the setting', async () => {
  const {host, client} = await openHosts(() => ({status: 401, body: {errors: [{reason: 'Invalid token'}]}}));
  const {host: name} = new URL(host.url);
  expect(await rejectionOf(readMetrics(client))).toMatchObject({
    code: 'unauthorized',
    message: `${name} refused the token for metrics.`,
    remedy: expect.stringContaining('metrics_url'),
    operation: 'monitor.services.metrics.read',
  });
  expect(host.requests).toHaveLength(2);
  await host.close();
  const unreachable = resources.client({
    baseUrl: (await openHosts()).api.url,
    metricsUrl: `http://${name}`,
    retry: {attempts: 1},
  });
  expect(await rejectionOf(readMetrics(unreachable))).toMatchObject({
    reason: 'refused',
    outcome: 'none',
    remedy: 'Check metrics_url of the profile.',
  });
});

test('nothing is sent without a metrics address, and a plain HTTP address receives no token', async () => {
  const {api, client} = await openHosts(undefined, {metricsUrl: undefined});
  expect(await rejectionOf(readMetrics(client))).toMatchObject({
    reason: 'address',
    remedy: 'Set metrics_url in the profile.',
  });
  const open = resources.client({baseUrl: api.url, metricsUrl: 'http://metrics.example.com'});
  expect(await rejectionOf(readMetrics(open))).toMatchObject({reason: 'insecure'});
  expect(api.requests).toEqual([]);
});

test('an API error during the request for a metrics token is reported as an API error', async () => {
  const {api, host, client} = await openHosts();
  api.answer(() => ({status: 401, body: {errors: [{reason: 'Invalid token'}]}}));
  expect(await rejectionOf(readMetrics(client))).toMatchObject({
    code: 'unauthorized',
    operation: 'monitor.services.token',
    remedy: undefined,
  });
  expect(host.requests).toEqual([]);
});

test('a read-only client reads metrics, and retries a query after a broken connection', async () => {
  let count = 0;
  const {host, client} = await openHosts(
    (_, response) => {
      count++;
      if (count > 1) return {body: reading};
      response.destroy();
      return undefined;
    },
    {readOnly: true},
  );
  expect(await readMetrics(client)).toEqual(reading);
  expect(host.requests).toHaveLength(2);
});

test('the metrics token appears in no output of the client', async () => {
  const echo = {status: 400, body: {errors: [{field: 'metrics', reason: 'You sent metrics-secret-1'}]}};
  const {client, completedRequests} = await openHosts(() => echo);
  const outputs = [
    await rejectionOf(readMetrics(client)),
    await client.preview(read, {params, body}),
    completedRequests,
    client.mismatches,
    client.stats,
  ];
  const shown = inspect(outputs, {depth: 20, showHidden: true, maxStringLength: null});
  expect(completedRequests.map(({operation, limitClass}) => [operation, limitClass])).toEqual([
    ['monitor.services.token', 'general'],
    ['monitor.services.metrics.read', undefined],
  ]);
  expect(shown).not.toContain('metrics-secret');
});
