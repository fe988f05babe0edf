/** The fields that today's API has added to existing resources appear in the details of these resources. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {fitting} from '../../test/contract/values.ts';
import {samples} from '../../test/support/samples.ts';
import {cellText} from './format/cells.ts';
import {families} from './registry.ts';
import type {AnyRow, Family} from './shape/define-family.ts';
import {lookupFrom} from './testing/test-lookup.ts';

/** Fields that the details don't show, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'account billing_source': 'the name of the provider',
  'account.events details': 'the maintenance of the event is in the list of maintenance',
  'databases.mongodb engine_config': 'today’s API has no MongoDB databases',
  'databases.mongodb private_network': 'today’s API has no MongoDB databases',
  'networking.firewalls.rules ruleset': 'shown in place of the rule',
  'types region_prices': 'shown by region',
};

/** The text of all lines in the details of a row, without its columns. */
function textsOf(family: Family, row: AnyRow): string {
  const lookup = lookupFrom();
  const sections = family.detail.flatMap(tab => ('sections' in tab ? tab.sections : []));
  const lines = sections.flatMap(section => section.lines);
  const shown = lines.filter(line => line.isVisible?.(row, lookup, {}) !== false);
  return shown
    .map(line => `${line.title}: ${[line.value(row, lookup, {})].flat().map(cell => (cell ? cellText(cell) : '—'))}`)
    .join('\n');
}

const added = families.flatMap(family => {
  const [model, sample] = samples[family.id] ?? [];
  if (!model || !sample || family.detail.length === 0) return [];
  return Object.entries(model.fields).flatMap(([name, field]) =>
    field.facts.today && !(`${family.id} ${name}` in exceptions) ? [{id: family.id, name, field, family, sample}] : [],
  );
});

describe('a field that today’s API has added', () => {
  test.each(added)('is shown: $id $name', ({name, field, family, sample}) => {
    const before = textsOf(family, sample);
    const values = fc.sample(fitting(field, {gaps: false}), {numRuns: 20, seed: 1});
    const shown = values.map(value => textsOf(family, {...sample, [name]: value}));
    expect(shown.some(text => text !== before)).toBe(true);
    for (const text of shown) expect(text).not.toMatch(/undefined|\[object|NaN/);
  });

  test('the listed exceptions are existing fields', () => {
    for (const place of Object.keys(exceptions)) {
      const [id = '', name = ''] = place.split(' ');
      expect(samples[id as 'volumes']?.[0].fields[name], place).toBeDefined();
    }
  });
});
