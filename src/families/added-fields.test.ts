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
  'account.events details': 'the maintenance of the event is in the list of maintenance',
  'databases.mongodb engine_config': 'today’s API has no MongoDB databases',
  'databases.mongodb private_network': 'today’s API has no MongoDB databases',
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
    field.facts.today ? [{place: `${family.id} ${name}`, name, field, family, sample}] : [],
  );
});

/** The details of the sample, and those of the sample with each of some values of the field. */
function detailsOf({name, field, family, sample}: (typeof added)[number]) {
  const values = fc.sample(fitting(field, {gaps: false}), {numRuns: 20, seed: 1});
  const before = textsOf(family, sample);
  const texts = values.map(value => textsOf(family, {...sample, [name]: value}));
  return {texts, isShown: texts.some(text => text !== before)};
}

describe('a field that today’s API has added', () => {
  test.each(added.filter(({place}) => !(place in exceptions)))('is shown: $place', field => {
    const {texts, isShown} = detailsOf(field);
    expect(isShown).toBe(true);
    for (const text of texts) expect(text).not.toMatch(/undefined|\[object|NaN/);
  });

  test('is not shown if it is an exception', () => {
    const hidden = added.filter(field => !detailsOf(field).isShown);
    expect(hidden.map(({place}) => place).sort()).toEqual(Object.keys(exceptions).sort());
  });
});
