/**
 * The values that another program changed after the change that an undo reverts, or after an edit was opened: sending
 * would overwrite them.
 */
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
    const after = rowValueAt(form, path, row);
    if (after === undefined || isSameValue(before, after)) return [];
    const title = fieldTitle(form, path);
    const isShown = isPlain(before) && isPlain(after);
    const textOf = (value: unknown): string | undefined => (isShown ? displayValue(form, path, value) : undefined);
    return [{path, title, before: textOf(before), after: textOf(after)}];
  });
}

/** The titles of values that differ in the two rows, unless the second row already has the value to send. */
export function changedTitles(
  values: Readonly<Record<string, unknown>>,
  {from, to}: {readonly from: AnyRow; readonly to: AnyRow},
  form: Form,
): readonly string[] {
  return Object.entries(values)
    .filter(([path, sent]) => {
      const [before, after] = [rowValueAt(form, path, from), rowValueAt(form, path, to)];
      // A list may omit fields that the resource itself has.
      return before !== undefined && after !== undefined && !isSameValue(before, after) && !isSameValue(after, sent);
    })
    .map(([path]) => fieldTitle(form, path));
}

/** The value of a row at a path of the body: the rules of a firewall are inside another field of it. */
function rowValueAt(form: Form, path: string, row: AnyRow): unknown {
  const input = form.input(path);
  return input === undefined ? valueAt(row, path) : form.rowValue(input, row);
}

/** The API may return lists of texts, such as tags, in another order. */
export const isSameValue = (before: unknown, after: unknown): boolean =>
  Array.isArray(before) && Array.isArray(after) && isPlain(before) && isPlain(after)
    ? jsonEqual(before.map(String).sort(), after.map(String).sort())
    : jsonEqual(before === '' ? null : before, after === '' ? null : after);
