/**
 * Texts without a value: providers return an empty text, the documents null, or no field if it can't be null. The
 * contract marks the texts that can be empty (`acceptedValues`); this module converts a response between these forms.
 */

import type {Field, TextField} from '../schema/field.ts';
import {isRecord} from '../schema/json.ts';
import {mapPreservingIdentity} from '../schema/response-items.ts';
import {bestOption} from './repair.ts';

/** Returns the converted value; `undefined` omits the field. */
type Rewrite = (value: unknown, field: TextField) => unknown;
type Walk = (value: unknown, rewrite: Rewrite) => unknown;

export const hasEmptyTexts = (field: Field): boolean => walkOf(field) !== undefined;

/** Converts texts without a value to the form of the dialect. */
export function writeEmptyTexts(field: Field, value: unknown, emptyTexts: 'refuse' | 'accept'): unknown {
  return walkOf(field)?.(value, emptyTexts === 'accept' ? writeEmpty : writeAbsent) ?? value;
}

/** Reads absent texts as empty; null stays null if the field may be null. */
export function readEmptyTexts(field: Field, value: unknown): unknown {
  return walkOf(field)?.(value, readAbsent) ?? value;
}

const writeEmpty: Rewrite = value => value ?? '';
const writeAbsent: Rewrite = (value, {facts}) =>
  value === '' || value == null ? emptyValue(facts.nullable && !facts.undocumented) : value;
const readAbsent: Rewrite = (value, {facts}) => (facts.nullable ? value : (value ?? ''));

const emptyValue = (isNullable: boolean | undefined) => (isNullable ? null : undefined);

const canBeEmpty = (field: Field): field is TextField =>
  field.kind === 'text' && field.facts.acceptedValues?.includes('') === true;

const walks = new WeakMap<Field, Walk | 'none'>();

function walkOf(field: Field): Walk | undefined {
  let walk = walks.get(field);
  if (!walk) {
    walk = compile(field) ?? 'none';
    walks.set(field, walk);
  }
  return walk === 'none' ? undefined : walk;
}

function compile(field: Field): Walk | undefined {
  if (field.kind === 'list') {
    const item = walkOf(field.item);
    return (
      item &&
      ((value, rewrite) => (Array.isArray(value) ? mapPreservingIdentity(value, entry => item(entry, rewrite)) : value))
    );
  }
  if (field.kind === 'either') {
    if (!field.options.some(walkOf)) return undefined;
    return (value, rewrite) => walkOf(bestOption(field.options, value))?.(value, rewrite) ?? value;
  }
  if (field.kind !== 'object') return undefined;
  const texts = Object.entries(field.fields).filter((entry): entry is [string, TextField] => canBeEmpty(entry[1]));
  const inner = Object.entries(field.fields).flatMap(([name, member]) => {
    const walk = walkOf(member);
    return walk ? [[name, walk] as const] : [];
  });
  if (texts.length + inner.length === 0) return undefined;
  return (value, rewrite) => (isRecord(value) ? rewriteMembers(value, texts, inner, rewrite) : value);
}

function rewriteMembers(
  value: Record<string, unknown>,
  texts: readonly (readonly [string, TextField])[],
  inner: readonly (readonly [string, Walk])[],
  rewrite: Rewrite,
): Record<string, unknown> {
  let copy = value;
  const put = (name: string, entry: unknown) => {
    if (entry === copy[name]) return;
    if (copy === value) copy = {...value};
    if (entry === undefined) delete copy[name];
    else copy[name] = entry;
  };
  for (const [name, field] of texts) put(name, rewrite(value[name], field));
  for (const [name, walk] of inner) if (name in value) put(name, walk(value[name], rewrite));
  return copy;
}
