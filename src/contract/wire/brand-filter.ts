/**
 * Translates filters: the names as members of objects, and the values as those of the fields that they are compared
 * with.
 */

import {isRecord} from '../schema/json.ts';
import type {Members} from './brand-words.ts';

/** Meaning of a name in a filter. */
export interface FieldTranslation {
  /** The name on the other side. */
  readonly name: string;
  /** Translation of the field's values; undefined if they need none. */
  readonly translate: ((text: string, siblings: Members) => string) | undefined;
}

/** Also accepts invalid filters: unknown parts stay unchanged, and the parser refuses them. */
export function translateFilter(filter: unknown, at: (name: string) => FieldTranslation): unknown {
  if (!isRecord(filter)) return filter;
  const members = Object.entries(filter).map(([name, entry]): [string, unknown] => {
    if (name === '+and' || name === '+or')
      return [name, Array.isArray(entry) ? entry.map(inner => translateFilter(inner, at)) : entry];
    if (name === '+order_by') return [name, typeof entry === 'string' ? at(entry).name : entry];
    if (name.startsWith('+')) return [name, entry];
    const place = at(name);
    const {translate} = place;
    return [place.name, translate ? translateOperand(entry, text => translate(text, siblingsOf(filter, name))) : entry];
  });
  return Object.fromEntries(members);
}

/**
 * The siblings of a value, taken from the filter: an ID is the ID of an image if the filter compares `entity.type` with
 * image.
 */
const siblingsOf = (filter: Record<string, unknown>, name: string): Members => ({
  type: filter[name.replace(/[^.]*$/, 'type')],
});

/** Fragments of a text (`+contains`) and bounds are not whole values and stay unchanged. */
function translateOperand(operand: unknown, translate: (text: string) => string): unknown {
  if (typeof operand === 'string') return translate(operand);
  if (Array.isArray(operand)) return operand.map(inner => translateOperand(inner, translate));
  if (!isRecord(operand)) return operand;
  const members = Object.entries(operand).map(([operator, inner]): [string, unknown] =>
    ['+neq', '+or', '+and'].includes(operator) ? [operator, translateOperand(inner, translate)] : [operator, inner],
  );
  return Object.fromEntries(members);
}
