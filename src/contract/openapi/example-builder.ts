/** Examples of responses and bodies in the API description, built from the facts of their fields. */
import type {Field, NumberField, ObjectField, TextField} from '../schema/field.ts';
import {formats} from '../schema/formats.ts';
import type {Translator} from '../wire/brand-positions.ts';
import {formatExamples, idExample, numberExamples, positionExamples, textExamples} from './example-values.ts';
import {isOmittable} from './omittable-fields.ts';

type Words = Pick<Translator, 'fieldPath' | 'value'>;
type Side = 'read' | 'write';

/** An example of a response or a body, in the provider's spelling. */
export function exampleOf(field: Field, side: Side, words: Words, name = ''): unknown {
  switch (field.kind) {
    case 'text':
      return words.value(field, textExample(field, name));
    case 'integer':
    case 'number':
      return numberExample(field, name);
    case 'flag':
      return field.facts.default ?? true;
    case 'choice':
      return words.value(field, side === 'write' ? (field.facts.default ?? field.values[0]) : field.values[0]);
    case 'list':
      return [exampleOf(field.item, side, words, name)];
    case 'object':
      return objectExample(field, side, words);
    case 'free':
      return {};
    case 'either':
      return field.options[0] ? exampleOf(field.options[0], side, words, name) : null;
    case 'binary':
      return '';
  }
}

/** Responses have every documented field. Bodies have the required fields, or all fields if none is required. */
function objectExample(model: ObjectField, side: Side, words: Words): Record<string, unknown> {
  const fields = Object.entries(model.fields);
  // The condition `image is given` names a field that the example must also have.
  const conditions = fields.map(([, {facts}]) => /^(\w+) is given$/.exec(facts.requiredWhen ?? '')?.[1]);
  const needed = fields.filter(
    ([name, {facts}]) => facts.required === true || facts.requiredWhen !== undefined || conditions.includes(name),
  );
  const shown =
    side === 'read'
      ? fields.filter(([name, {facts}]) => !facts.undocumented && !facts.writeOnly && !isOmittable(model, name))
      : needed.length > 0
        ? needed
        : fields.filter(([, {facts}]) => !facts.readOnly && !facts.deprecated);
  return Object.fromEntries(
    shown.map(([name, field]) => [words.fieldPath(name), exampleOf(field, side, words, name)] as const),
  );
}

function textExample(field: TextField, name: string): string {
  const {format, wire, min = 0, max = Number.POSITIVE_INFINITY, pattern, hint} = field.facts;
  const fits = (text: string) =>
    text.length >= min &&
    text.length <= max &&
    (pattern?.test(text) ?? true) &&
    (hint?.test(text) ?? true) &&
    (format === undefined || formats[format].test(text));
  const candidates = [
    ...(typeof field.facts.default === 'string' ? [field.facts.default] : []),
    ...(wire && positionExamples[wire] ? [positionExamples[wire]] : []),
    ...(textExamples[name] ?? []),
    ...(format ? [formatExamples[format]] : []),
    'example',
    'abc',
    'a',
  ];
  const found = candidates.find(fits);
  if (found !== undefined) return found;
  return 'example'.padEnd(min, '-example').slice(0, Math.max(min, 0) || 1);
}

function numberExample({kind, facts}: NumberField, name: string): number {
  const {min = 0, max = Number.POSITIVE_INFINITY} = facts;
  const wanted = typeof facts.default === 'number' ? facts.default : (numberExamples[name] ?? usualNumber(name));
  const value = Math.min(Math.max(wanted, min), max);
  return kind === 'integer' ? Math.trunc(value) : value;
}

const usualNumber = (name: string) => (/(^|_)ids?$/.test(name) ? idExample : 1);
