/** Places a problem beside the input it is about, at any depth, or beside the nearest visible one. */
import type {Problem} from '../../../contract/schema/problem.ts';
import type {Identifiers} from '../../api/identifiers.ts';
import {isIndex, toDottedPath} from '../../core/dotted-paths.ts';
import type {FieldState} from './field-state.ts';

/** Problems by the path of their field; those without a field are at the first one, so that none is lost. */
export function placeProblems(
  problems: readonly Problem[],
  fields: readonly FieldState[],
  identifiers: Identifiers,
): ReadonlyMap<string, readonly string[]> {
  const paths = fieldPaths(fields);
  const first = fields.find(({input}) => input !== 'group')?.path ?? '';
  const placed = new Map<string, readonly string[]>();
  for (const {field, reason} of problems) {
    const path = toDottedPath(field ?? '');
    let at = path;
    while (at !== '' && !paths.has(at)) at = at.slice(0, Math.max(0, at.lastIndexOf('.')));
    const rest = at === '' ? path : path.slice(at.length + 1);
    const words = rest === '' ? reason : `${partText(identifiers.fieldName(rest))}: ${reason}`;
    const place = at === '' ? first : at;
    const others = placed.get(place) ?? [];
    // The contract and the form may both find the same problem.
    if (!others.includes(words)) placed.set(place, [...others, words]);
  }
  return placed;
}

const fieldPaths = (fields: readonly FieldState[]): ReadonlySet<string> =>
  new Set(
    fields.flatMap(({path, items}) => [
      path,
      ...(items?.entries ?? []).flatMap(entry => [...fieldPaths(entry.fields)]),
    ]),
  );

/** "1.label" of a list reads "entry 2, label". */
function partText(rest: string): string {
  return rest
    .split('.')
    .map(part => (isIndex(part) ? `entry ${Number(part) + 1}` : part))
    .join(', ');
}
