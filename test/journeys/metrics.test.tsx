/** Charts of metrics, which another host answers. */
import {expect, test} from 'vitest';
import {jsonResponse, openAccount, type TestAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

const openToday = () => openAccount({accounts: 'demo', dialect: 'today'});
const metricsPath = '/v2beta/monitor/services/dbaas/metrics';
const tokenPath = '/v4beta/monitor/services/dbaas/token';

async function openMetrics(
  account: TestAccount,
  options: Parameters<typeof openConsole>[0] = {},
): Promise<TestConsole> {
  const screen = await openConsole({account, size: [150, 60], view: 'databases.mysql', ...options});
  await screen.press('enter', '6');
  await screen.advance(2_000);
  return screen;
}

const sent = ({requests}: TestAccount, end: string) => requests.filter(({path}) => path === end);
const bodies = (account: TestAccount) => sent(account, metricsPath).map(({body}) => JSON.parse(String(body)));

test('a database shows its metrics as charts, over a range that the keys change', async () => {
  const account = openToday();
  const screen = await openMetrics(account);
  screen.expectText('The last 24 hours');
  screen.expectText(/CPU usage +now \d+%/);
  screen.expectText(/Disk reads +now \d+ IOPS/);
  // One token is for all metrics of the resource.
  expect(sent(account, tokenPath)).toHaveLength(1);
  expect(bodies(account)).toHaveLength(5);
  expect(bodies(account).find(({metrics: [metric]}) => metric.name === 'cpu_usage')).toEqual({
    entity_ids: [2201],
    metrics: [{name: 'cpu_usage', aggregate_function: 'avg'}],
    relative_time_duration: {unit: 'days', value: 1},
    time_granularity: {unit: 'min', value: 5},
  });
  await screen.press('[');
  await screen.advance(2_000);
  screen.expectText('The last 7 days');
  expect(bodies(account).at(-1)).toMatchObject({relative_time_duration: {unit: 'days', value: 7}});
  await screen.press(']', ']', ']');
  await screen.advance(2_000);
  screen.expectText('The last hour');
  expect(sent(account, tokenPath)).toHaveLength(1);
});

test('a NodeBalancer shows its metrics', async () => {
  const account = openToday();
  const screen = await openConsole({account, size: [150, 60], view: 'nodebalancers'});
  await screen.press('enter', '7');
  await screen.advance(2_000);
  screen.expectText(/Traffic in +now [\d.]+ Mbit\/s/);
});

test('without a metrics URL the tab names the setting, and sends nothing', async () => {
  const account = openToday();
  const profile = {name: 'demo', production: false, readOnly: false, metricsUrl: undefined};
  const screen = await openMetrics(account, {profile});
  screen.expectText('To see metrics, set metrics_url in the profile.');
  expect(account.requests.filter(({path}) => path.includes('/monitor/'))).toEqual([]);
});

test('the tab reports an API without metrics', async () => {
  const account = openAccount({accounts: 'demo', dialect: 'provider'});
  const screen = await openMetrics(account);
  screen.expectText('your provider has no metrics of databases');
});

test('a read-only profile reads metrics', async () => {
  const screen = await openMetrics(openToday(), {readOnly: true});
  screen.expectText(/CPU usage +now \d+%/);
});

test('missing values, empty metrics and unknown functions are reported in one line each', async () => {
  const account = openToday();
  const definition = (metric: string, functions: readonly string[]) => ({
    metric,
    label: metric,
    metric_type: 'gauge',
    unit: '%',
    is_alertable: true,
    scrape_interval: '60s',
    available_aggregate_functions: functions,
    dimensions: [],
  });
  const data = [definition('busy', ['avg']), definition('idle', ['max']), definition('speed', ['rate'])];
  const page = {data, page: 1, pages: 1, results: 3};
  account.answerNext('GET /v4beta/monitor/services/dbaas/metric-definitions', 200, page);
  const reading = (result: readonly object[]) => ({
    status: 'success',
    isPartial: true,
    stats: {executionTimeMsec: 1, seriesFetched: String(result.length)},
    data: {resultType: 'matrix', result},
  });
  const at = account.clock.now() / 1000;
  const part = (node: string, value: string) => ({
    metric: {entity_id: '2201', metric_name: 'avg_busy', node},
    values: [
      [at - 300, value],
      [at, value],
    ],
  });
  account.intercept(({path, body}) => {
    if (path !== metricsPath) return undefined;
    const isBusy = String(body).includes('busy');
    return jsonResponse(200, reading(isBusy ? [part('one', '20'), part('two', '40')] : []));
  });
  const screen = await openMetrics(account);
  screen.expectText('Values are missing: your provider sent a part of them.');
  screen.expectText(/busy · one +now 20%/);
  screen.expectText(/busy · two +now 40%/);
  screen.expectText('idle (maximum)  No values in this time range.');
  screen.expectText('speed: no chart, because it has only rate.');
});

test('the tab reports a service without metrics', async () => {
  const account = openToday();
  const empty = {data: [], page: 1, pages: 1, results: 0};
  account.answerNext('GET /v4beta/monitor/services/dbaas/metric-definitions', 200, empty);
  const screen = await openMetrics(account);
  screen.expectText('Your provider defines no metrics of MySQL databases.');
});

test('a host that refuses the token is asked once more with a new one, and then the setting is named', async () => {
  const account = openToday();
  account.intercept(({path}) =>
    path === metricsPath ? jsonResponse(401, {errors: [{reason: 'Invalid token'}]}) : undefined,
  );
  const screen = await openMetrics(account);
  screen.expectText('127.0.0.1:4401 refused the token for metrics. Check metrics_url of the profile');
  expect(sent(account, metricsPath)).toHaveLength(10);
  expect(sent(account, tokenPath).length).toBeGreaterThanOrEqual(2);
  // The account itself is as live as before.
  screen.expectNoText('token rejected');
});

test('a metrics host that is offline is reported once', async () => {
  const account = openToday();
  account.intercept(({path}) => (path === metricsPath ? {status: 0, headers: {}, body: undefined} : undefined));
  const screen = await openMetrics(account);
  await screen.advance(60_000);
  expect(screen.text().split('127.0.0.1:4401').length - 1).toBe(1);
});
