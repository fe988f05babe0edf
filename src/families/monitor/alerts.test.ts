/** Alerts on services. */
import {expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import {alertRow, channelRow} from '../testing/monitor-rows.ts';
import {detailLines, unlessOf, warnings} from '../testing/probe.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {ruleText, severityText} from './alert-words.ts';

const family = familyOf('monitor.services.alertDefinitions');
const at = {serviceType: 'dbaas'};

test('a rule reads as a sentence', () => {
  const [rule] = alertRow().rule_criteria.rules;
  if (!rule) throw new Error('no rule');
  expect(ruleText(rule)).toBe('average Disk usage above 90%, Node type is primary');
  expect(ruleText({...rule, unit: 'GB', operator: 'lte', dimension_filters: []})).toBe(
    'average Disk usage at most 90 GB',
  );
});

test('the lowest severity is the worst, and other numbers stay', () => {
  expect([0, 3, 7].map(severityText)).toEqual(['0: severe', '3: information', '7']);
});

test('an alert of the provider keeps all but its resources', () => {
  const reasonOf = unlessOf(family);
  expect(reasonOf('delete', alertRow({type: 'system'}), lookupFrom(), at)).toBe('it is an alert of your provider');
  expect(reasonOf('delete', alertRow(), lookupFrom(), at)).toBeUndefined();
  const form = family.actions.update?.form ?? {};
  const shownFor = (type: string) =>
    Object.keys(form).filter(name => form[name]?.when?.({}, alertRow({type}), lookupFrom()) !== false);
  expect(shownFor('system')).toEqual(['entity_ids']);
  expect(shownFor('user')).toHaveLength(8);
});

test('a new list of resources warns if the alert has others that can’t be seen', () => {
  const row = alertRow({has_more_resources: true});
  const warn = (body: object) => warnings(family, 'update', row, body, lookupFrom(), at);
  expect(warn({entity_ids: ['2201']})).toEqual([
    'The alert also covers resources that you can’t see. A new list may leave them out.',
  ]);
  expect(warn({label: 'Other'})).toEqual([]);
});

test('undo sends rules and channels as a request has them', () => {
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

test('an alert without rules or channels is refused', () => {
  const refuses = family.actions.create?.refuses;
  const fields = (body: object) => refuses?.(body, undefined, lookupFrom(), at).map(({field}) => field);
  expect(fields({rule_criteria: {rules: []}, channel_ids: []})).toEqual(['rule_criteria.rules', 'channel_ids']);
});

test('the alert of the whole account stands for the one of its service', () => {
  const {standsFor} = familyOf('monitor.alertDefinitions');
  expect(standsFor?.(alertRow(), lookupFrom(), {})?.ref).toEqual({
    family: 'monitor.services.alertDefinitions',
    id: 20_002,
    params: at,
  });
});

test('a channel names its addresses and alerts', () => {
  expect(detailLines(familyOf('monitor.alertChannels'), channelRow())).toMatchObject({
    Addresses: 'oncall@acme.example',
    Alerts: 'Disk nearly full',
  });
});
