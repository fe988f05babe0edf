import {describe, expect, test} from 'vitest';
import {choice, integer, list, model, object, required, text} from '../schema/field.ts';
import {advisoryProblems} from './advisory-problems.ts';
import {checkBody} from './check-body.ts';
import {copyOriginals, originalOf} from './originals.ts';
import {read} from './reader.ts';

const Rule = model('Rule', {
  protocol: required(choice(['TCP', 'UDP'])),
  addresses: object({ipv4: list(text())}),
  label: text({max: 5, hint: /^[a-z]+$/}),
  hits: integer({readOnly: true}),
});
const Rules = model('Rules', {inbound: list(Rule, {maxItems: 2})});

const odd = {protocol: 'IPENCAP', ports: null, label: 'far too long', added: {deep: [1]}};
const responses = [{inbound: [odd, {ruleset: 5}, {protocol: 'TCP', hits: 3}]}];

describe('a value that the API has sent', () => {
  test('is accepted unchanged: unknown fields, unknown words, nulls, missing fields, long lists', () => {
    const body = {inbound: [{ruleset: 5}, odd, {protocol: 'TCP'}]};
    expect(checkBody(Rules, body, {read: responses})).toEqual({value: body, fieldErrors: []});
    expect(checkBody(Rules, body).fieldErrors.length).toBeGreaterThan(3);
  });

  test('does not excuse invalid values that the user typed', () => {
    const input = {protocol: 'FOO', ports: '22', label: 'too long, too', added: {deep: [2]}};
    const {fieldErrors} = checkBody(Rules, {inbound: [odd, input]}, {read: responses});
    expect(fieldErrors.map(({field}) => field).sort()).toEqual([
      'inbound.1.added',
      'inbound.1.label',
      'inbound.1.ports',
      'inbound.1.protocol',
    ]);
    expect(checkBody(Rules, {inbound: [odd, odd, odd, odd]}, {read: responses}).fieldErrors).toEqual([
      {field: 'inbound', reason: 'must have at most 2 entries'},
    ]);
  });

  test('is left out of the body if its field is read-only', () => {
    expect(checkBody(Rules, {inbound: [{protocol: 'TCP', hits: 3}]}, {read: responses}).value).toEqual({
      inbound: [{protocol: 'TCP'}],
    });
  });

  test('causes no warning', () => {
    expect(advisoryProblems(Rules, {inbound: [odd, {protocol: 'TCP', label: 'A-1'}]}, responses)).toMatchObject([
      {field: 'inbound.1.label'},
    ]);
  });
});

describe('the original of a repaired value', () => {
  const arrived = {
    inbound: [
      {protocol: 7, addresses: null},
      {protocol: 'TCP', addresses: {ipv4: []}},
    ],
  };

  test('is available, also for copies of the objects around the value', () => {
    const {value} = read(Rules, arrived);
    expect(value.inbound[0]?.addresses.ipv4).toEqual([]);
    expect(originalOf(value)).toBe(arrived);
    expect(originalOf({...value, more: value.inbound})).toEqual({...arrived, more: arrived.inbound});
    const [, whole] = value.inbound;
    expect(originalOf(whole)).toBe(whole);
  });

  test('can be copied to an equal value', () => {
    const copy = structuredClone(read(Rules, arrived).value);
    copyOriginals(copy, read(Rules, arrived).value);
    expect(originalOf(copy.inbound)).toBe(arrived.inbound);
  });
});
