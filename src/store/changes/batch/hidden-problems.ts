/** Problems of values that a form doesn't ask for: they have no field, so they are listed above the others. */
import {entryTitle} from '../../core/entry-title.ts';
import type {ChangeState} from '../change.ts';
import type {FieldState} from '../form/field-state.ts';

const pathsIn = (fields: readonly FieldState[]): readonly string[] =>
  fields.flatMap(({path, items}) => [path, ...(items?.entries ?? []).flatMap(entry => pathsIn(entry.fields))]);

interface Placed {
  readonly path: string;
  readonly line: string;
}

const placedIn = (fields: readonly FieldState[]): readonly Placed[] =>
  fields.flatMap(({path, title, problems, items}) => [
    ...problems.map(message => ({path, line: `${title}: ${message}`})),
    ...(items?.entries ?? []).flatMap((entry, index) =>
      placedIn(entry.fields).map(inner => ({...inner, line: `${entryTitle({title, items}, index)}, ${inner.line}`})),
    ),
  ]);

/** All problems of fields, at any depth, each with the name of its field. */
export const problemLines = (fields: readonly FieldState[]): readonly string[] =>
  placedIn(fields).map(({line}) => line);

/** @param visibleFields the fields of the state that the form asks for */
export function hiddenProblems(
  {step, fields, draft, refusal}: ChangeState,
  visibleFields: readonly FieldState[],
): readonly string[] {
  if (step !== 'form') return [];
  // If no field can show a problem, the list contains all problems.
  if (fields.every(({input}) => input === 'group'))
    return [...(draft?.fieldErrors ?? []), ...(refusal?.fieldErrors ?? [])].map(({reason}) => reason);
  const visiblePaths = new Set(pathsIn(visibleFields));
  return placedIn(fields)
    .filter(({path}) => !visiblePaths.has(path))
    .map(({line}) => line);
}
