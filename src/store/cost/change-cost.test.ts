import {expect, test} from 'vitest';
import {settingsRow} from '../../families/testing/account-rows.ts';
import {servicePrice} from '../../families/testing/read-only-rows.ts';
import {instance, plan, volume} from '../../families/testing/rows.ts';
import {databaseType, mysqlDatabase, nodebalancer} from '../../families/testing/service-rows.ts';
import {lookupFrom} from '../../families/testing/test-lookup.ts';
import {costIncreaseText, totalCostText} from './change-cost.ts';

const lookup = lookupFrom({
  lists: {
    types: [
      plan({region_prices: [{id: 'ap-south', hourly: 0.045, monthly: 30}]}),
      plan({id: 'g6-standard-4', price: {hourly: 0.072, monthly: 48}}),
    ],
    'volumes.types': [servicePrice()],
    'databases.types': [databaseType()],
  },
});
const {backups} = instance();
const machine = (id: number, facts: Parameters<typeof instance>[0] = {}) =>
  instance({id, backups: {...backups, enabled: false}, ...facts});
const total = (operation: string, rows: readonly object[], body?: object) =>
  totalCostText(
    operation,
    rows.map(row => ({row: {...row}, body: body && {...body}, params: {}})),
    lookup,
  );

test('a resize of several instances costs the sum of the differences', () => {
  const rows = [machine(1), machine(2)];
  expect(total('instances.resize', rows, {type: 'g6-standard-4'})).toBe('Cost in total: +$48.00/mo.');
  expect(total('instances.migrate', rows, {region: 'ap-south'})).toBe('Cost in total: +$12.00/mo.');
  expect(total('instances.delete', rows)).toBe('Cost in total: -$48.00/mo.');
});

test('a resize of several volumes is calculated from the size of each', () => {
  const rows = [volume({size: 20}), volume({size: 40})];
  expect(total('volumes.resize', rows, {size: 100})).toBe('Cost in total: +$14.00/mo.');
  expect(total('volumes.clone', rows, {label: 'copy'})).toBe('Cost in total: +$6.00/mo.');
});

test('a suspended database costs nothing, and a larger cluster costs its new price', () => {
  const rows = [mysqlDatabase({cluster_size: 1})];
  expect(total('databases.mysql.suspend', rows)).toBe('Cost in total: -$60.00/mo.');
  expect(total('databases.mysql.update', rows, {cluster_size: 3})).toBe('Cost in total: +$120.00/mo.');
});

test('changes with an unknown price are counted and left out of the sum', () => {
  const rows = [machine(1), machine(2), machine(3, {type: 'unheard-of'})];
  expect(total('instances.resize', rows, {type: 'g6-standard-4'})).toBe(
    'Cost in total: +$48.00/mo for 2 of 3; unknown for the other 1.',
  );
  expect(total('instances.resize', rows, {type: 'unheard-of'})).toBe(
    'Cost in total: $0.00/mo for 1 of 3; unknown for the other 2.',
  );
  expect(total('nodebalancers.delete', [nodebalancer(), nodebalancer()])).toBe('Cost in total: unknown.');
});

test('a change that affects no price has no total', () => {
  expect(total('instances.reboot', [machine(1), machine(2)])).toBeUndefined();
  expect(total('instances.migrate', [machine(1), machine(2)], {region: 'eu-west'})).toBeUndefined();
  expect(total('databases.mysql.update', [mysqlDatabase()], {label: 'other'})).toBeUndefined();
  expect(total('constructor', [machine(1)])).toBeUndefined();
});

const increase = (
  operation: string,
  body: object,
  texts: {warnings?: string[]; row?: object; at?: typeof lookup} = {},
) =>
  costIncreaseText(
    operation,
    {row: texts.row && {...texts.row}, body: {...body}, params: {}, lookup: texts.at ?? lookup},
    {warnings: texts.warnings ?? [], differences: []},
  );

test('bug: the preview of a single billed volume had no sum', () => {
  expect(increase('volumes.create', {region: 'us-east', size: 20})).toBe('+$2.00/mo');
  expect(increase('volumes.resize', {size: 40}, {row: volume({size: 20})})).toBe('+$2.00/mo');
});

test('a change without additional cost, or with its price in a warning, has no sum', () => {
  expect(increase('volumes.delete', {}, {row: volume({size: 20})})).toBeUndefined();
  expect(increase('volumes.update', {label: 'logs'}, {row: volume()})).toBeUndefined();
  expect(increase('nodebalancers.create', {region: 'us-east'})).toBeUndefined();
  const warnings = ['Cost: +$24.00/mo, billed from creation.'];
  expect(increase('instances.create', {type: 'g6-standard-2', region: 'us-east'}, {warnings})).toBeUndefined();
});

test('the first bucket of an account has the price of Object Storage', () => {
  const account = (state: 'disabled' | 'active') =>
    lookupFrom({
      lists: {
        'account.settings': [settingsRow({object_storage: state})],
        'objectStorage.types': [servicePrice({id: 'objectstorage', price: {hourly: 0.0075, monthly: 5}})],
      },
    });
  expect(increase('objectStorage.buckets.create', {}, {at: account('disabled')})).toBe('+$5.00/mo');
  expect(increase('objectStorage.buckets.create', {}, {at: account('active')})).toBeUndefined();
});
