/** Values that break the rules of a field, and values at its bounds, derived from the facts of the field alone. */
import type {Field, TextField} from '../../src/contract/schema/field.ts';
import {formats} from '../../src/contract/schema/formats.ts';

export interface InvalidValue {
  readonly value: unknown;
  /** The pattern that the message must match. */
  readonly rule: RegExp;
}

/** The text as a pattern for itself. */
export const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A number in a message: with commas if it is an amount, and without them if it is a port. */
const number = (value = 0) => new RegExp(`\\b(${escaped(String(value))}|${escaped(value.toLocaleString('en-US'))})\\b`);

/** Values that break a field's rules, derived from its facts alone. */
export function invalidValues(field: Field): readonly InvalidValue[] {
  const {facts} = field;
  switch (field.kind) {
    case 'text':
      return invalidTexts(field);
    case 'integer':
    case 'number': {
      const whole = field.kind === 'integer';
      return [
        ...['plenty', '', '1e3', '😀', '7\u0007'].map(value => ({value, rule: whole ? /a whole number/ : /a number/})),
        ...(whole ? [1.5, 2 ** 53].map(value => ({value, rule: /a whole number/})) : []),
        ...(field.facts.min === undefined ? [] : [{value: field.facts.min - 1, rule: number(field.facts.min)}]),
        ...(field.facts.max === undefined ? [] : [{value: field.facts.max + 1, rule: number(field.facts.max)}]),
      ];
    }
    case 'flag':
      return [{value: 'perhaps', rule: /true or false/}];
    case 'choice':
      return [
        {value: 'no such word', rule: /one of/},
        ...['', '😀', 'a\u0007'].map(value => ({value, rule: new RegExp(escaped(String(field.values[0])))})),
      ];
    case 'list': {
      const {maxItems} = field.facts;
      const inner = invalidValues(field.item).map(({value, rule}) => ({value: [value], rule}));
      const many = maxItems === undefined ? [] : [{value: Array(maxItems + 1).fill('x'), rule: number(maxItems)}];
      return [{value: 'a word', rule: /a list/}, ...inner, ...many];
    }
    case 'object':
    case 'free':
      return [{value: 'a word', rule: /an object/}];
    default:
      return facts.required ? [{value: undefined, rule: /required/}] : [];
  }
}

function invalidTexts({facts}: TextField): readonly InvalidValue[] {
  const {min = 0, max, pattern, format} = facts;
  const long = max === undefined ? [] : [{value: 'x'.repeat(max + 1), rule: number(max)}];
  const emoji = max === undefined ? [] : [{value: '😀'.repeat(max + 1), rule: number(max)}];
  const short = min > 1 ? [{value: 'x'.repeat(min - 1), rule: number(min)}] : [];
  const empty = min > 0 && !facts.acceptedValues?.includes('') ? [{value: '', rule: number(min)}] : [];
  const breaks = (value: string) => (pattern && !pattern.test(value)) || (format && !formats[format].test(value));
  const odd = ['😀', 'a\u0007b', 'a\nb', '\u0000', 'a b\u001b[31m', '\u202eabc']
    .filter(breaks)
    .map(value => ({value, rule: /must/}));
  return [...long, ...emoji, ...short, ...empty, ...odd, {value: 7, rule: /text/}];
}

/** Values just inside a field's bounds. */
export function boundaryValues(field: Field): readonly unknown[] {
  if (field.kind === 'integer' || field.kind === 'number')
    return [field.facts.min, field.facts.max].filter(value => value !== undefined);
  if (field.kind === 'choice') return field.values;
  if (field.kind !== 'text' || field.facts.pattern || field.facts.format) return [];
  const {min = 0, max} = field.facts;
  return [max === undefined ? [] : ['x'.repeat(max), '😀'.repeat(max)], min > 0 ? ['x'.repeat(min)] : []].flat();
}

/** A value as typed on a command line; undefined if it can't be typed. */
export function wordsFor(field: Field, value: unknown): readonly string[] | undefined {
  if (field.kind === 'list') {
    // A word is an entry there, and nothing none.
    const words = Array.isArray(value) ? value.map(entry => wordsFor(field.item, entry)?.[0]) : [];
    const isTyped = words.length > 0 && words.every(word => word !== undefined && word !== '');
    return isTyped ? words.map(String) : undefined;
  }
  if (value === undefined || value === '-' || (field.kind === 'text' && typeof value !== 'string')) return undefined;
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}
