/** Values that a provider may refuse, although no rule of the documents does. */

import type {Field, FreeField, Model} from '../schema/field.ts';
import type {FieldError} from '../schema/field-error.ts';
import {isRecord} from '../schema/json.ts';
import {boundText, unitText} from './bound-text.ts';
import {entryValues, fieldValues, isFromResponse, type ResponseValues} from './echoed-values.ts';
import {joinPath} from './field-path.ts';

/** "be at most 10,240 GB": the advisory pattern or maximum that a value breaks. */
function adviceOn(field: Field, value: unknown): string | undefined {
  if (field.kind === 'text') {
    const {hint, requirement} = field.facts;
    return typeof value === 'string' && hint && !hint.test(value) ? (requirement ?? `match ${hint}`) : undefined;
  }
  if (field.kind !== 'integer' && field.kind !== 'number') return undefined;
  const {hintMax, unit} = field.facts;
  const isAbove = typeof value === 'number' && hintMax !== undefined && value > hintMax;
  return isAbove ? `be ${boundText(undefined, hintMax, unitText(unit))}` : undefined;
}

/**
 * Values that break an advisory pattern or maximum: they cause a warning, never a refusal.
 * @param read values that the API returned, which cause no warning
 */
export function advisoryProblems(body: Model | FreeField, value: unknown, read: ResponseValues = []): FieldError[] {
  const advisories: FieldError[] = [];
  const visit = (field: Field, entry: unknown, path: string, responseField: ResponseValues) => {
    if (isFromResponse(responseField, entry)) return;
    const advice = adviceOn(field, entry);
    if (advice !== undefined) advisories.push({field: path, reason: `may be refused: it should ${advice}`});
    else if (field.kind === 'object' && isRecord(entry))
      for (const [name, inner] of Object.entries(field.fields))
        if (Object.hasOwn(entry, name))
          visit(inner, entry[name], joinPath(path, name), fieldValues(responseField, name));
    if (field.kind === 'list' && Array.isArray(entry))
      for (const [index, item] of entry.entries())
        visit(field.item, item, joinPath(path, index), entryValues(responseField));
  };
  visit(body, value, '', read);
  return advisories;
}
