/** Allowed characters of texts in a body: a name must fit on one line. */

import type {Field} from '../../../contract/schema/field.ts';
import type {FieldError} from '../../../contract/schema/field-error.ts';
import {isRecord} from '../../../contract/schema/json.ts';

/** Fields that are a single line in every model; other fields may contain tabs and line breaks. */
const oneLine = new Set(['domain', 'group', 'label', 'name', 'summary', 'tags', 'username']);

const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;
const breaks = /[\t\n\r\u2028\u2029]/;

/** Problems with the characters of a body that already has the shape of its model. */
export function textProblems(field: Field, value: unknown): FieldError[] {
  const fieldErrors: FieldError[] = [];
  const visit = (at: Field, entry: unknown, path: readonly (string | number)[]): void => {
    if (typeof entry === 'string' && (at.kind === 'text' || at.kind === 'either')) {
      const name = path.findLast(part => typeof part === 'string');
      const reason = characterProblem(entry, {isLine: oneLine.has(String(name))});
      if (reason) fieldErrors.push({field: path.length === 0 ? null : path.join('.'), reason});
    } else if (at.kind === 'list' && Array.isArray(entry)) {
      for (const [index, item] of entry.entries()) visit(at.item, item, [...path, index]);
    } else if (at.kind === 'object' && isRecord(entry)) {
      for (const [name, inner] of Object.entries(at.fields)) visit(inner, entry[name], [...path, name]);
    }
  };
  visit(field, value, []);
  return fieldErrors;
}

/** @param isLine true for single-line text, in which tabs and line breaks are invalid */
export function characterProblem(text: string, {isLine}: {isLine: boolean}): string | undefined {
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair';
  if (controls.test(text)) return 'must not contain control characters';
  return isLine && breaks.test(text) ? 'must be a single line' : undefined;
}
