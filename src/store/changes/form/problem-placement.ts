/** Places a problem at its input, at any depth, or at the nearest visible input. */
import type {FieldError} from '../../../contract/schema/field-error.ts';
import type {Identifiers} from '../../api/identifiers.ts';
import {isIndex, toDottedPath} from '../../core/dotted-paths.ts';
import {eachField} from '../../core/field-tree.ts';
import type {FieldState} from './field-state.ts';

/**
 * Problems by the path of their field; problems without a field are placed at the first field, so that none is lost.
 */
export function placeProblems(
  fieldErrors: readonly FieldError[],
  fields: readonly FieldState[],
  identifiers: Identifiers,
): ReadonlyMap<string, readonly string[]> {
  const known = new Map(fieldsByPath(fields));
  const first = fields.find(({input}) => input !== 'group')?.path ?? '';
  const placed = new Map<string, readonly string[]>();
  for (const {field, reason} of fieldErrors) {
    const path = toDottedPath(field ?? '');
    let at = path;
    while (at !== '' && !known.has(at)) at = at.slice(0, Math.max(0, at.lastIndexOf('.')));
    const rest = at === '' ? path : path.slice(at.length + 1);
    const message =
      rest === '' ? reason : `${partText(identifiers.fieldName(rest), known.get(at)?.items?.one)}: ${reason}`;
    const place = at === '' ? first : at;
    const others = placed.get(place) ?? [];
    // The contract and the form may both find the same problem.
    if (!others.includes(message)) placed.set(place, [...others, message]);
  }
  return placed;
}

/** Inputs whose required value is derived, or checked when the form is sent. */
const uncheckedInputs: ReadonlySet<string> = new Set(['group', 'rows', 'toggle']);

/** The paths of the required fields of an entry that have no value. */
export const missingInEntry = (fields: readonly FieldState[], entry: string): readonly string[] =>
  fieldsByPath(fields)
    .filter(([path, {isRequired, input}]) => path.startsWith(`${entry}.`) && isRequired && !uncheckedInputs.has(input))
    .filter(([, {value, isNullable}]) => value === undefined || value === '' || (value === null && !isNullable))
    .map(([path]) => path);

const fieldsByPath = (fields: readonly FieldState[]): readonly (readonly [string, FieldState])[] =>
  [...eachField(fields)].map(({field}) => [field.path, field]);

/**
 * For `1.label` in a list: "entry 2, label".
 * @param one the name of an entry of the list
 */
function partText(rest: string, one = 'entry'): string {
  return rest
    .split('.')
    .map((part, index) => (isIndex(part) ? `${index === 0 ? one : 'entry'} ${Number(part) + 1}` : part))
    .join(', ');
}
