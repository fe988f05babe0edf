import {afterAll, beforeAll, expect, test} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {monitor} = contract;
const {alertDefinitions} = monitor.services;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({accounts: 'demo', dialect: 'today'});
});
afterAll(() => account.close());

const params = {serviceType: 'dbaas'};
const rule = {metric: 'cpu_usage', aggregate_function: 'avg', operator: 'gt', threshold: 90} as const;
const body = {
  label: 'Busy',
  severity: 1,
  channel_ids: [10_001],
  rule_criteria: {rules: [rule]},
  trigger_conditions: {criteria_condition: 'ALL', trigger_occurrences: 2},
} as const;

test('an alert is created, changed and deleted', async () => {
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

test('metrics, channels and periods that do not exist are refused', async () => {
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

test('of a system alert only the entities change, and it stays', async () => {
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

test('an alert is found at its own service only', async () => {
  const {data} = await account.ok(monitor.alertDefinitions.list);
  expect(new Set(data.map(({service_type}) => service_type))).toEqual(new Set(['dbaas', 'nodebalancer']));
  const other = data.find(({service_type}) => service_type === 'nodebalancer');
  const place = {...params, alertId: other?.id ?? 0};
  expect((await account.call(alertDefinitions.get, {params: place})).status).toBe(404);
  const elsewhere = {serviceType: 'printers'};
  expect((await account.call(monitor.services.metricDefinitions.list, {params: elsewhere})).status).toBe(404);
});

test('a token is for resources of the service', async () => {
  const {data} = await account.ok(contract.databases.mysql.list);
  const ids = data.map(({id}) => id);
  const {token} = await account.ok(monitor.services.token, {params, body: {entity_ids: ids}});
  expect(token).toMatch(/^[\da-f]{32,}$/);
  const refused = await account.call(monitor.services.token, {params, body: {entity_ids: [...ids, 1]}});
  expect(refused.fields).toEqual([`entity_ids.${ids.length}`]);
  expect((await account.call(monitor.services.token, {params, body: {entity_ids: []}})).fields).toEqual(['entity_ids']);
});
