/** Problems of values that a form doesn't ask for: they have no field, so they are listed above the others. */
import {eachField, fieldProblems} from '../../core/field-tree.ts';
import type {ChangeState} from '../change.ts';
import type {FieldState} from '../form/field-state.ts';

/** @param visibleFields the fields of the state that the form asks for */
export function hiddenProblems(
  {step, fields, draft, refusal}: ChangeState,
  visibleFields: readonly FieldState[],
): readonly string[] {
  if (step !== 'form') return [];
  // If no field can show a problem, the list contains all problems.
  if (fields.every(({input}) => input === 'group'))
    return [...(draft?.fieldErrors ?? []), ...(refusal?.fieldErrors ?? [])].map(({reason}) => reason);
  const visiblePaths = new Set([...eachField(visibleFields)].map(({field}) => field.path));
  return fieldProblems(fields)
    .filter(({path}) => !visiblePaths.has(path))
    .map(({title, message}) => `${title}: ${message}`);
}
