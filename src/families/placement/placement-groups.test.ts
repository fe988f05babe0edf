import {expect, test} from 'vitest';
import {cellText} from '../format/cells.ts';
import type {AnyRow} from '../shape/define-family.ts';
import {formContext} from '../testing/form-context.ts';
import {placementGroupRow} from '../testing/network-rows.ts';
import {instance, region} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {placementGroups} from './placement-groups.ts';

const limits = {maximum_pgs_per_customer: 100, maximum_computes_per_pg: 2, maximum_computes_per_flexible_pg: 5};
const lookup = lookupFrom({
  lists: {
    instances: [instance({id: 101, label: 'web-01'})],
    regions: [region({id: 'us-east', placement_group_limits: limits})],
  },
});
const {actions} = placementGroups;
const empty = placementGroupRow({members: []});

test('a group shows its state and its members, with IDs until the instances are loaded', () => {
  const row = placementGroupRow({
    is_compliant: false,
    members: [
      {compute_id: 101, is_compliant: true},
      {compute_id: 102, is_compliant: false},
    ],
  });
  expect(placementGroups.state?.(row, lookup, {})).toEqual({condition: 'attention', word: 'not compliant'});
  const members = placementGroups.columns.find(({id}) => id === 'members');
  expect(members?.field === undefined && members && cellText(members.value(row as AnyRow, lookup, {}))).toBe(
    'web-01, instance 102',
  );
});

test('a group can be deleted when it is empty and compliant', () => {
  expect(actions.delete?.unless?.({row: placementGroupRow(), lookup, params: {}})).toBe(
    'it has web-01: unassign the instances first',
  );
  expect(actions.delete?.unless?.({row: {...empty, is_compliant: false}, lookup, params: {}})).toMatch(/not compliant/);
  expect(actions.delete?.unless?.({row: empty, lookup, params: {}})).toBeUndefined();
});

test('instances of other regions and groups can’t be assigned', () => {
  const reasonFor = (facts: Parameters<typeof instance>[0]) =>
    actions.assign?.form?.computes?.unless?.(formContext({candidate: instance(facts), row: empty, lookup}));
  const other = {
    id: 22,
    label: 'web',
    placement_group_type: 'anti_affinity:local',
    placement_group_policy: 'strict',
    migrating_to: null,
  };
  expect(reasonFor({region: 'eu-west'})).toBe('is in eu-west');
  expect(reasonFor({placement_group: other})).toBe('in the placement group web');
  expect(reasonFor({placement_group: null})).toBeUndefined();
  expect(
    actions.unassign?.form?.computes?.unless?.(
      formContext({candidate: instance({id: 7}), row: placementGroupRow(), lookup}),
    ),
  ).toBe('not in the group');
});

test('a group accepts as many instances as its region allows for the policy', () => {
  const problems = (policy: 'strict' | 'flexible') =>
    actions.assign?.problems?.({
      row: placementGroupRow({placement_group_policy: policy}),
      lookup,
      params: {},
      body: {computes: [102, 103]},
    });
  expect(problems('strict')).toEqual([{field: 'computes', reason: 'the group has 1 of at most 2 instances'}]);
  expect(problems('flexible')).toEqual([]);
  expect(actions.assign?.problems?.({row: empty, lookup, params: {}, body: {computes: []}})).toHaveLength(1);
});

test('assigning is undone by unassigning the same instances', () => {
  expect(actions.assign?.undo?.action).toBe('unassign');
  expect(actions.assign?.undo?.body?.(empty, {computes: [101]})).toEqual({computes: [101]});
});
