import {describe, expect, test} from 'vitest';
import type {BootInterface} from '../../../contract/instances/config-interfaces.ts';
import {cellText} from '../../format/cells.ts';
import type {AnyRow} from '../../shape/define-family.ts';
import {bootInterface, vpc} from '../../testing/network-rows.ts';
import {config, instance} from '../../testing/rows.ts';
import {lookupFrom} from '../../testing/test-lookup.ts';
import {configs} from './boot-configs.ts';
import {configInterfaces} from './config-interfaces.ts';

const params = {computeId: 101, configId: 7001};
const open = bootInterface({
  id: 1,
  purpose: 'public',
  vpc_id: null,
  subnet_id: null,
  ipv4: null,
  ip_ranges: null,
  primary: true,
});
const inner = bootInterface({id: 2});
const backend = bootInterface({
  ...open,
  id: 3,
  purpose: 'vlan',
  label: 'backend',
  ipam_address: '10.9.0.1/24',
  primary: false,
});
const lookupWith = (facts = {}) =>
  lookupFrom({
    lists: {
      instances: [instance({id: 101, ...facts})],
      vpcs: [vpc()],
      'instances.configs.interfaces': [open, inner, backend],
    },
  });
const lookup = lookupWith();
const {columns, actions, borrowedActions} = configInterfaces;
const asRow = (row: object): AnyRow => row as AnyRow;

const cells = (row: object): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(column =>
      column.field === undefined ? [[column.id, cellText(column.value(asRow(row), lookup, params))]] : [],
    ),
  );

describe('an interface of a config', () => {
  test.each<[BootInterface, object]>([
    [open, {device: 'eth0', network: 'public', address: '—', route: 'default'}],
    [inner, {device: 'eth1', network: 'VPC production, subnet web', address: '10.0.0.2', route: '—'}],
    [backend, {device: 'eth2', network: 'VLAN backend', address: '10.9.0.1/24', route: '—'}],
  ])('shows its device, network and address', (row, expected) => {
    expect(cells(row)).toEqual(expected);
  });

  test('has the name of its network', () => {
    expect([open, inner, backend].map(row => configInterfaces.label(asRow(row)))).toEqual(['public', 'vpc', 'backend']);
  });

  test('can be changed unless it is in a VLAN, and deleted unless it is active', () => {
    const reasonOf = (name: string, row: object, where = lookup) =>
      actions[name]?.unless?.({row: asRow(row), lookup: where, params});
    expect(reasonOf('update', inner)).toBeUndefined();
    expect(reasonOf('update', backend)).toBe('a VLAN interface can’t be edited');
    expect(reasonOf('delete', backend)).toBeUndefined();
    expect(reasonOf('delete', {...backend, active: true})).toBe('it is active: shut the instance down first');
    const own = lookupWith({interface_generation: 'compute'});
    for (const name of ['create', 'order', 'update', 'delete'])
      expect(reasonOf(name, inner, own)).toBe('the instance has interfaces of its own');
  });
});

describe('the order', () => {
  const {order} = actions;
  test('needs each interface exactly once', () => {
    const problemsOf = (ids: readonly number[]) => order?.problems?.({row: undefined, lookup, params, body: {ids}});
    expect(problemsOf([3, 1, 2])).toEqual([]);
    for (const ids of [
      [1, 2],
      [1, 2, 2],
      [1, 2, 3, 4],
    ])
      expect(problemsOf(ids)).toEqual([{field: 'ids', reason: 'must name each interface of the config once'}]);
  });

  test('is shown with the names of the networks', () => {
    expect(order?.comparisons?.({row: undefined, lookup, params, body: {ids: [3, 1, 2]}})).toEqual([
      {title: 'Order', before: 'public, vpc, backend', after: 'backend, public, vpc'},
    ]);
  });

  test('can be changed by one step up or down', () => {
    expect(borrowedActions.earlier?.presetValues({row: asRow(inner), lookup, params})).toEqual({
      ids: [2, 1, 3],
    });
    expect(borrowedActions.later?.presetValues({row: asRow(inner), lookup, params})).toEqual({ids: [1, 3, 2]});
    expect(borrowedActions.earlier?.unless?.({row: asRow(open), lookup, params})).toBe('already first');
    expect(borrowedActions.later?.unless?.({row: asRow(backend), lookup, params})).toBe('already last');
  });
});

test("a deleted interface can be added again with its values, and a moved default route can't be undone", () => {
  expect(actions.delete?.undo?.body?.(asRow(inner), {})).toEqual({
    purpose: 'vpc',
    subnet_id: 7,
    ipv4: {vpc: '10.0.0.2', nat_1_1: null},
    ip_ranges: ['10.0.4.0/28'],
    primary: false,
  });
  const undoBody = actions.update?.undo?.body;
  expect(undoBody?.(asRow(inner), {ip_ranges: []})).toEqual({ip_ranges: ['10.0.4.0/28']});
  expect(undoBody?.(asRow(inner), {primary: true})).toBeUndefined();
});

test('the configs of an older API have their interfaces in the overview only', () => {
  const tab = configs.detail.find(({title}) => title === 'Interfaces');
  const reasonIn = (facts: object, row = config()) =>
    tab?.unless?.(asRow(row), lookupFrom({lists: {instances: [instance({id: 101, ...facts})]}}), params);
  expect(reasonIn({})).toBe('the overview lists them');
  expect(reasonIn({interface_generation: 'legacy_config'})).toBeUndefined();
  expect(reasonIn({}, config({interfaces: [inner]}))).toBeUndefined();
});

test('bug: a form with an address outside of its subnet had no warning', () => {
  const warning = '10.0.9.9 is outside of the subnet web, which has 10.0.0.0/24.';
  const lookup = lookupWith();
  const body = {subnet_id: 7, ipv4: {vpc: '10.0.9.9'}};
  expect(actions.create?.warnings?.({row: undefined, lookup, params, body} as never)).toContain(warning);
  expect(actions.update?.warnings?.({row: inner, lookup, params, body: {ipv4: body.ipv4}} as never)).toContain(warning);
  const withConfig = {row: config(), lookup, params, body: {interfaces: [body]}} as never;
  expect(configs.actions.create?.warnings?.(withConfig)).toEqual([warning]);
  expect(configs.actions.update?.warnings?.(withConfig)).toContain(warning);
});
