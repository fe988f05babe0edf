/** The values that another program changed after the change that an undo reverts: the undo overwrites them. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {valueAt} from '../../core/dotted-paths.ts';
import {jsonEqual} from '../../core/json-equal.ts';
import type {UndoneChange} from '../change-subject.ts';
import type {Form} from '../form/form.ts';
import {displayValue, fieldTitle} from './preview.ts';
import type {Difference} from './preview-content.ts';
import {isPlain} from './values-after-change.ts';

/** The values of the row that differ from those that the undone change left; empty for records without these values. */
export function changedSince(
  undoneChange: UndoneChange | undefined,
  row: AnyRow | undefined,
  form: Form,
): readonly Difference[] {
  if (row === undefined) return [];
  return Object.entries(undoneChange?.valuesAfter ?? {}).flatMap(([path, before]): Difference[] => {
    const after = valueAt(row, path);
    if (after === undefined || isSameValue(before, after)) return [];
    const title = fieldTitle(form, path);
    const isShown = isPlain(before) && isPlain(after);
    const textOf = (value: unknown): string | undefined => (isShown ? displayValue(form, path, value) : undefined);
    return [{path, title, before: textOf(before), after: textOf(after)}];
  });
}

/** The titles of values that the undo reverts and that differ in the two rows. */
export function changedTitles(
  undoneChange: UndoneChange | undefined,
  {from, to}: {readonly from: AnyRow; readonly to: AnyRow},
  form: Form,
): readonly string[] {
  return Object.keys(undoneChange?.valuesAfter ?? {})
    .filter(path => {
      const [before, after] = [valueAt(from, path), valueAt(to, path)];
      // A list may omit fields that the resource itself has.
      return before !== undefined && after !== undefined && !isSameValue(before, after);
    })
    .map(path => fieldTitle(form, path));
}

/** The API may return lists of texts, such as tags, in another order. */
const isSameValue = (before: unknown, after: unknown): boolean =>
  Array.isArray(before) && Array.isArray(after) && isPlain(before) && isPlain(after)
    ? jsonEqual(before.map(String).sort(), after.map(String).sort())
    : jsonEqual(before === '' ? null : before, after === '' ? null : after);
