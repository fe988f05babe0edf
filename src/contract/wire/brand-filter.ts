/** Translates filters: names like members, values like the fields they are compared with. */

import {isRecord} from '../reading/compiled-checks.ts';
import type {Members} from './brand-words.ts';

/** Meaning of a name in a filter. */
export interface FieldTranslation {
  /** The name on the other side. */
  readonly name: string;
  /** Translation of the field's values; undefined if they need none. */
  readonly translate: ((text: string, siblings: Members) => string) | undefined;
}

/** Accepts broken filters, too: unknown parts stay unchanged, for the parser to refuse. */
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

/** Values that the filter has beside this member: an ID is an image's if `entity.type` asks for images. */
const siblingsOf = (filter: Record<string, unknown>, name: string): Members => ({
  type: filter[name.replace(/[^.]*$/, 'type')],
});

/** Fragments of a text (`+contains`) and bounds are not whole values; they stay. */
function translateOperand(operand: unknown, translate: (text: string) => string): unknown {
  if (typeof operand === 'string') return translate(operand);
  if (Array.isArray(operand)) return operand.map(inner => translateOperand(inner, translate));
  if (!isRecord(operand)) return operand;
  const members = Object.entries(operand).map(([operator, inner]): [string, unknown] =>
    ['+neq', '+or', '+and'].includes(operator) ? [operator, translateOperand(inner, translate)] : [operator, inner],
  );
  return Object.fromEntries(members);
}
