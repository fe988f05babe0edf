import {afterEach, beforeEach, expect, test} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {monitor} = contract;
const {alertDefinitions} = monitor.services;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount({accounts: 'demo', dialect: 'today'});
});
afterEach(() => account.close());

const params = {serviceType: 'dbaas'};
const rule = {metric: 'cpu_usage', aggregate_function: 'avg', operator: 'gt', threshold: 90} as const;
const body = {
  label: 'Busy',
  severity: 1,
  channel_ids: [10_001],
  rule_criteria: {rules: [rule]},
  trigger_conditions: {criteria_condition: 'ALL', trigger_occurrences: 2},
} as const;

test('an alert can be created, changed and deleted', async () => {
  const alert = await account.ok(alertDefinitions.create, {params, body});
  expect(alert).toMatchObject({
    type: 'user',
    status: 'enabled',
    alert_channels: [{id: 10_001, label: 'On call'}],
    rule_criteria: {rules: [{...rule, label: 'CPU usage', unit: 'percent'}]},
    trigger_conditions: {evaluation_period_seconds: 300, trigger_occurrences: 2},
  });
  const place = {...params, alertId: alert.id};
  await account.ok(alertDefinitions.update, {params: place, body: {status: 'disabled'}});
  expect(await account.ok(alertDefinitions.get, {params: place})).toMatchObject({status: 'disabled', label: 'Busy'});
  const {data: channels} = await account.ok(monitor.alertChannels.list);
  expect(channels.find(({id}) => id === 10_001)?.alerts.map(({label}) => label)).toContain('Busy');
  await account.ok(alertDefinitions.delete, {params: place});
  expect((await account.call(alertDefinitions.get, {params: place})).status).toBe(404);
});

test('unknown metrics, channels and periods are rejected', async () => {
  const refused = await account.call(alertDefinitions.create, {
    params,
    body: {
      ...body,
      channel_ids: [1],
      rule_criteria: {rules: [{...rule, metric: 'read_iops'}]},
      trigger_conditions: {criteria_condition: 'ALL', evaluation_period_seconds: 60},
    },
  });
  expect(refused.fields).toEqual([
    'channel_ids.0',
    'rule_criteria.rules.0.metric',
    'trigger_conditions.evaluation_period_seconds',
  ]);
  const empty = {...body, channel_ids: [], rule_criteria: {rules: []}};
  expect((await account.call(alertDefinitions.create, {params, body: empty})).fields).toEqual([
    'channel_ids',
    'rule_criteria.rules',
  ]);
});

test("a system alert can't be deleted, and only its entities can be changed", async () => {
  const {data} = await account.ok(alertDefinitions.list, {params});
  const system = data.find(({type}) => type === 'system');
  const place = {...params, alertId: system?.id ?? 0};
  expect((await account.call(alertDefinitions.delete, {params: place})).status).toBe(400);
  expect((await account.call(alertDefinitions.update, {params: place, body: {label: 'Mine'}})).status).toBe(400);
  expect(await account.ok(alertDefinitions.update, {params: place, body: {entity_ids: []}})).toMatchObject({
    label: 'High CPU usage',
    entity_ids: [],
  });
});

test('an alert can be read under its own service only', async () => {
  const {data} = await account.ok(monitor.alertDefinitions.list);
  expect(new Set(data.map(({service_type}) => service_type))).toEqual(new Set(['dbaas', 'nodebalancer']));
  const other = data.find(({service_type}) => service_type === 'nodebalancer');
  const place = {...params, alertId: other?.id ?? 0};
  expect((await account.call(alertDefinitions.get, {params: place})).status).toBe(404);
  const elsewhere = {serviceType: 'printers'};
  expect((await account.call(monitor.services.metricDefinitions.list, {params: elsewhere})).status).toBe(404);
});

test('a token needs existing resources of its service', async () => {
  const {data} = await account.ok(contract.databases.mysql.list);
  const ids = data.map(({id}) => id);
  const {token} = await account.ok(monitor.services.token, {params, body: {entity_ids: ids}});
  expect(token).toMatch(/^[\da-f]{32,}$/);
  const refused = await account.call(monitor.services.token, {params, body: {entity_ids: [...ids, 1]}});
  expect(refused.fields).toEqual([`entity_ids.${ids.length}`]);
  expect((await account.call(monitor.services.token, {params, body: {entity_ids: []}})).fields).toEqual(['entity_ids']);
});

/** Sends a query to the metrics host. */
async function readMetrics(token: string | undefined, body: object, service = 'dbaas') {
  const response = await fetch(`${account.metricsUrl}/v2beta/monitor/services/${service}/metrics`, {
    method: 'POST',
    headers: {'content-type': 'application/json', ...(token && {authorization: `Bearer ${token}`})},
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as {
    readonly errors?: readonly {readonly field?: string}[];
    readonly data: {readonly result: readonly {metric: Record<string, string>; values: [number, string][]}[]};
  };
  return {status: response.status, fields: answer.errors?.map(({field}) => field), answer};
}

async function openDatabase() {
  const {data} = await account.ok(contract.databases.mysql.list);
  const id = data.find(({cluster_size}) => cluster_size > 1)?.id ?? data[0]?.id ?? 0;
  const {token} = await account.ok(monitor.services.token, {params, body: {entity_ids: [id]}});
  return {id, token};
}

const hour = {relative_time_duration: {unit: 'hr', value: 1}};
const cpu = {name: 'cpu_usage', aggregate_function: 'avg'};

test('the metrics host answers the same values for the same period', async () => {
  const {id, token} = await openDatabase();
  const query = {entity_ids: [id], metrics: [cpu, {name: 'read_iops', aggregate_function: 'max'}], ...hour};
  const {status, answer} = await readMetrics(token, query);
  expect(status).toBe(200);
  expect(answer.data.result.map(({metric, values}) => [metric.metric_name, values.length])).toEqual([
    ['avg_cpu_usage', 13],
    ['max_read_iops', 13],
  ]);
  expect(answer.data.result[0]?.values[0]).toEqual([expect.any(Number), expect.stringMatching(/^[\d.]+$/)]);
  expect((await readMetrics(token, query)).answer).toEqual(answer);
  const {metrics: _, ...rest} = query;
  const divided = {...rest, metrics: [cpu], group_by: ['node_type']};
  const parts = (await readMetrics(token, divided)).answer.data.result.map(({metric}) => metric.node_type);
  expect(parts).toContain('primary');
  const filters = [{dimension_label: 'node_type', operator: 'eq', value: 'none'}];
  expect((await readMetrics(token, {...divided, filters})).answer.data.result).toEqual([]);
});

test('the metrics host accepts its own tokens only, for 6 hours, and has no other paths', async () => {
  const {id, token} = await openDatabase();
  const query = {entity_ids: [id], metrics: [cpu], ...hour};
  for (const wrong of [undefined, account.token, 'x']) expect((await readMetrics(wrong, query)).status).toBe(401);
  expect((await readMetrics(token, query, 'nodebalancer')).status).toBe(403);
  const path = '/v2beta/monitor/services/dbaas/metrics';
  expect((await account.raw(path, {method: 'POST'})).status).toBe(404);
  expect((await fetch(`${account.metricsUrl}/v4/regions`)).status).toBe(404);
  expect((await fetch(`${account.metricsUrl}/_emulator`)).status).toBe(404);
  expect((await fetch(`${account.metricsUrl}${path}`)).status).toBe(405);
  account.pass(6 * 3600 + 1);
  expect((await readMetrics(token, query)).status).toBe(401);
});

test('the metrics host reports all problems of an invalid query', async () => {
  const {id, token} = await openDatabase();
  const wrong = await readMetrics(token, {
    entity_ids: [id, 1],
    metrics: [{name: 'speed', aggregate_function: 'avg'}],
    group_by: ['color'],
  });
  expect(wrong.status).toBe(400);
  expect(wrong.fields).toEqual(expect.arrayContaining(['entity_ids.1', 'metrics.0.name', 'group_by.0']));
  const long = {relative_time_duration: {unit: 'days', value: 32}};
  expect((await readMetrics(token, {entity_ids: [id], metrics: [cpu], ...long})).status).toBe(400);
  const both = {...hour, absolute_time_duration: {start: '2026-01-01T00:00:00', end: '2026-01-02T00:00:00'}};
  expect((await readMetrics(token, {entity_ids: [id], metrics: [cpu], ...both})).status).toBe(400);
});
