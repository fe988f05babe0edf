import {describe, expect, test} from 'vitest';
import {planCell} from '../../relations/reference-cells.ts';
import {monthlyColumn} from '../../shape/column.ts';
import type {AnyInput} from '../../shape/define-family.ts';
import {formContext} from '../../testing/form-context.ts';
import {disk, instance, plan} from '../../testing/rows.ts';
import {stackscript} from '../../testing/service-rows.ts';
import {lookupFrom} from '../../testing/test-lookup.ts';
import {
  costSentence,
  diskShrinkage,
  planChanges,
  planComparison,
  priceChange,
  priceOfMove,
  unlessPlanFits,
} from './plan-comparison.ts';
import {scriptInputs} from './script-questions.ts';

const now = plan({disk: 81_920, memory: 4096, vcpus: 2, price: {hourly: 0.03, monthly: 24}});
const small = plan({id: 'g6-1', disk: 25_600, memory: 1024, vcpus: 1, price: {hourly: 0.01, monthly: 5}});
const row = instance({type: now.id});
const lookup = lookupFrom({
  lists: {
    types: [now, small],
    'instances.disks': [disk({size: 81_408}), disk({id: 2, size: 512, filesystem: 'swap'})],
  },
});

describe('a new plan', () => {
  test('shows its differences to the current plan, always with the price', () => {
    expect(planChanges(row, small.id, lookup)).toMatchObject([
      {title: 'VCPU', before: '2', after: '1'},
      {title: 'RAM', before: '4 GB', after: '1 GB'},
      {title: 'Disk', before: '80 GB', after: '25 GB'},
      {title: 'Price', before: '$24.00/mo', after: '$5.00/mo'},
    ]);
    expect(planChanges(row, 'unknown', lookup)).toEqual([]);
  });

  test('shows its price difference in the picker', () => {
    expect(planComparison(small, row, lookup)).toEqual([
      '1 GB RAM',
      '1 VCPU',
      '25 GB',
      'disks shrink',
      '$5.00/mo',
      '-$19.00',
    ]);
    expect(planComparison(small)).toEqual(['1 GB RAM', '1 VCPU', '25 GB', '', '$5.00/mo']);
  });

  test('has the price of its region, and not of the cheapest region', () => {
    const regionalPlan = plan({...now, region_prices: [{id: 'eu-west', hourly: 0.04, monthly: 28.8}]});
    const [region, type] = ['eu-west', regionalPlan.id];
    const rowInRegion = {...row, region, type};
    const prices = lookupFrom({lists: {types: [regionalPlan, small]}});
    expect(planComparison(regionalPlan, undefined, prices, 'eu-west').at(-1)).toBe('$28.80/mo');
    expect(planComparison(regionalPlan, undefined, prices, 'us-east').at(-1)).toBe('$24.00/mo');
    expect(planComparison(regionalPlan, undefined, prices).at(-1)).toBe('from $24.00/mo');
    expect(planComparison(small, rowInRegion, prices).slice(-2)).toEqual(['$5.00/mo', '-$23.80']);
    expect(planChanges(rowInRegion, small.id, prices)).toMatchObject([{}, {}, {}, {before: '$28.80/mo'}]);
    expect(priceChange(rowInRegion, small.id, prices)).toBe(
      'Cost: -$23.80/mo. The price goes from $28.80/mo to $5.00/mo.',
    );
    expect(costSentence(regionalPlan.id, false, prices, 'eu-west')).toContain('Cost: +$28.80/mo');
    expect(costSentence(regionalPlan.id, false, prices, 'us-east')).toContain('Cost: +$24.00/mo');
    expect(planCell(regionalPlan.id, prices, 'eu-west')).toMatchObject([
      regionalPlan.label,
      {text: expect.stringContaining('$28.80/mo')},
    ]);
    const off = {...rowInRegion, region: 'us-east', backups: {...row.backups, enabled: false}};
    expect(priceOfMove(off, 'eu-west', prices)).toBe('Cost: +$4.80/mo. The price goes from $24.00/mo to $28.80/mo.');
    expect(priceOfMove(off, 'us-west', prices)).toBeUndefined();
    expect(monthlyColumn.value(regionalPlan)).toBe('from $24.00/mo');
    expect(monthlyColumn.value(small)).toBe('$5.00/mo');
  });

  test('rule 173: must fit all disks without resizing, and the remaining disks with resizing', () => {
    expect(unlessPlanFits(small, row, lookup, {canResizeDisk: false})).toBe('its 25 GB cannot hold disks of 80 GB');
    expect(unlessPlanFits(small, row, lookup, {canResizeDisk: true})).toBeUndefined();
    expect(diskShrinkage(row, small.id, lookup)).toEqual([
      'The largest disk shrinks from 79.5 GB to 24.5 GB. The resize fails if its data doesn’t fit.',
    ]);
    const two = lookupFrom({
      lists: {types: [small], 'instances.disks': [disk({size: 40_000}), disk({id: 2, size: 30_000})]},
    });
    expect(unlessPlanFits(small, row, two, {canResizeDisk: true})).toBe(
      'its 25 GB cannot hold the other disks of 29.3 GB',
    );
    expect(unlessPlanFits(now, row, lookup, {canResizeDisk: true})).toBe('current plan');
  });

  test('shows a message without a known price', () => {
    expect(costSentence('g6-1', true, lookupFrom(), 'us-east')).toContain('Couldn’t read the price');
    expect(unlessPlanFits(small, row, lookupFrom(), {canResizeDisk: false})).toBeUndefined();
  });
});

test('the fields of a StackScript are inputs with choices, secrets and defaults', () => {
  const question = (name: string, facts: object) => ({name, label: name, example: '', ...facts}) as never;
  const script = stackscript({
    id: 7,
    user_defined_fields: [
      question('db_password', {}),
      question('flavour', {oneOf: 'small, large', default: 'small'}),
      question('parts', {manyOf: 'a,b', example: 'a'}),
    ],
  });
  const inputs = scriptInputs(
    formContext({values: {stackscript_id: 7}, lookup: lookupFrom({lists: {stackscripts: [script]}})}),
  );
  expect(inputs.db_password).toMatchObject({input: 'secret', required: true} satisfies Partial<AnyInput>);
  expect(inputs.flavour).toMatchObject({input: 'choice', values: ['small', 'large']});
  expect(inputs.flavour?.required).toBeUndefined();
  expect(inputs.flavour?.initial?.(formContext({lookup: lookupFrom()}))).toBe('small');
  expect(inputs.parts?.help).toBe('some of a, b, with commas between them · like a');
  expect(scriptInputs(formContext())).toEqual({});
});
