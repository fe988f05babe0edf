/** Alert definitions and alert channels. */

import {expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import {formContext} from '../testing/form-context.ts';
import {alertRow, channelRow} from '../testing/monitor-rows.ts';
import {detailLines, unlessOf, warnings} from '../testing/probe.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {ruleText, severityText} from './alert-words.ts';

const family = familyOf('monitor.services.alertDefinitions');
const params = {serviceType: 'dbaas'};

test('a rule is shown as a sentence', () => {
  const [rule] = alertRow().rule_criteria.rules;
  if (!rule) throw new Error('no rule');
  expect(ruleText(rule)).toBe('average Disk usage above 90%, Node type is primary');
  expect(ruleText({...rule, unit: 'GB', operator: 'lte', dimension_filters: []})).toBe(
    'average Disk usage at most 90 GB',
  );
});

test('a known severity is shown with its name, 0 as severe, and an unknown one as a number', () => {
  expect([0, 3, 7].map(severityText)).toEqual(['0: severe', '3: information', '7']);
});

test("only the resources of a provider's alert can be edited", () => {
  const reasonOf = unlessOf(family);
  expect(reasonOf('delete', alertRow({type: 'system'}), lookupFrom(), params)).toBe('it is an alert of your provider');
  expect(reasonOf('delete', alertRow(), lookupFrom(), params)).toBeUndefined();
  const form = family.actions.update?.form ?? {};
  const shownFor = (type: string) =>
    Object.keys(form).filter(
      name => form[name]?.isVisible?.(formContext({row: alertRow({type}), lookup: lookupFrom()})) !== false,
    );
  expect(shownFor('system')).toEqual(['entity_ids']);
  expect(shownFor('user')).toHaveLength(8);
});

test('a new list of resources warns about hidden resources of the alert', () => {
  const row = alertRow({has_more_resources: true});
  const warningsFor = (body: object) => warnings(family, 'update', {row, body, lookup: lookupFrom(), params});
  expect(warningsFor({entity_ids: ['2201']})).toEqual([
    'The alert also covers resources that you can’t see. A new list may leave them out.',
  ]);
  expect(warningsFor({label: 'Other'})).toEqual([]);
});

test('undo sends rules and channels in the format of a request', () => {
  const {undo} = family.actions.update ?? {};
  const row = alertRow();
  expect(undo?.body?.(row, {channel_ids: [1], rule_criteria: {rules: []}})).toEqual({
    channel_ids: [10_001],
    rule_criteria: {
      rules: [
        {
          metric: 'disk_usage',
          aggregate_function: 'avg',
          operator: 'gt',
          threshold: 90,
          dimension_filters: [{dimension_label: 'node_type', operator: 'eq', value: 'primary'}],
        },
      ],
    },
  });
});

test('an alert without rules or channels is rejected', () => {
  const problems = family.actions.create?.problems;
  const fields = (body: object) =>
    problems?.({row: undefined, lookup: lookupFrom(), params, body}).map(({field}) => field);
  expect(fields({rule_criteria: {rules: []}, channel_ids: []})).toEqual(['rule_criteria.rules', 'channel_ids']);
});

test('an alert in the list of the account refers to the one of its service', () => {
  const {represents} = familyOf('monitor.alertDefinitions');
  expect(represents?.(alertRow(), lookupFrom(), {})?.ref).toEqual({
    family: 'monitor.services.alertDefinitions',
    id: 20_002,
    params,
  });
});

test('a channel shows its addresses and alerts', () => {
  expect(detailLines(familyOf('monitor.alertChannels'), channelRow())).toMatchObject({
    Addresses: 'oncall@acme.example',
    Alerts: 'Disk nearly full',
  });
});
