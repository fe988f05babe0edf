/** Finds values that another program changed after a change was prepared: sending it would overwrite them. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {LiveCollection} from '../../cache/collection.ts';
import {leavesOf, valueAt} from '../../core/dotted-paths.ts';
import type {ChangeSubject, UndoneChange} from '../change-subject.ts';
import type {Form} from '../form/form.ts';
import type {FieldValues} from '../form/form-values.ts';
import {changedTitles, isSameValue} from '../preview/changed-since.ts';
import {deletedText} from '../preview/deleted-rows.ts';
import {fieldTitle} from '../preview/preview.ts';
import type {PreparedChange} from './prepared-change.ts';

export interface ConflictInput {
  readonly subject: ChangeSubject;
  readonly prepared: Pick<PreparedChange, 'endpoint' | 'body'>;
  readonly form: Form;
  /** The values of the untouched form when the preview was shown; some of them are those of a list. */
  readonly untouchedValues: FieldValues;
  readonly collection: LiveCollection;
  readonly batchId: string | undefined;
  /**
   * False to compare an edit with the row that was read last: a batch would otherwise need twice as many requests. An
   * undo is always compared with a row that was read again.
   */
  readonly isReadAgain: boolean;
}

/** The reason not to send an edit or an undo; undefined if it overwrites no value that the preview doesn't show. */
export async function findConflict(input: ConflictInput): Promise<string | undefined> {
  const {subject, form, collection} = input;
  const {family, row, undoneChange} = subject;
  if (row === undefined) return conflictText(await changedListTitles(input));
  const replaced = replacedValues(input);
  if (Object.keys(replaced).length === 0) return undefined;
  const isRead = undoneChange !== undefined || input.isReadAgain;
  const current = isRead ? await readAgain(input, row) : collection.getState().byId.get(family.key(row));
  // If an edited resource was deleted, the request itself fails.
  if (current === undefined) return undoneChange && deletedText(family, [row]);
  return conflictText(changedTitles(replaced, {from: row, to: current}, form), undoneChange);
}

function conflictText(titles: readonly string[], undoneChange?: UndoneChange): string | undefined {
  if (titles.length === 0) return undefined;
  const names = new Intl.ListFormat('en').format(titles);
  return undoneChange === undefined
    ? `${names} changed meanwhile, so nothing was sent. Start the change again to see the new values.`
    : `${names} changed since the preview. ${undoneChange.kind} again to see the new values.`;
}

/** The titles of fields that replace a whole list, such as the firewalls of an instance, if the list changed. */
async function changedListTitles(input: ConflictInput): Promise<readonly string[]> {
  const {prepared, form, untouchedValues, collection, isReadAgain} = input;
  const {endpoint, body = {}} = prepared;
  const paths = Object.keys(body).filter(path => untouchedValues[path] !== undefined);
  if (endpoint.method !== 'PUT' || !isReadAgain || paths.length === 0) return [];
  try {
    await collection.fetchOrThrow();
  } catch {
    // The request itself reports a failing connection.
    return [];
  }
  const current = form.untouchedValues();
  return paths
    .filter(path => !isSameValue(untouchedValues[path], current[path]) && !isSameValue(current[path], body[path]))
    .map(path => fieldTitle(form, path));
}

/** The values of the body by path; of an undo, those at the paths that the undone change left. */
function replacedValues({subject, prepared, form}: ConflictInput): Readonly<Record<string, unknown>> {
  const {endpoint, body = {}} = prepared;
  const {undoneChange} = subject;
  if (undoneChange !== undefined)
    return Object.fromEntries(Object.keys(undoneChange.valuesAfter ?? {}).map(path => [path, valueAt(body, path)]));
  if (endpoint.method !== 'PUT') return {};
  // An object is sent with parts that only the API changes, such as the time of the last backup.
  const isWhole = (path: string): boolean => form.input(path) !== undefined && !form.isGroup(path);
  return Object.fromEntries(leavesOf(body, isWhole).filter(([path]) => form.field(path) !== undefined));
}

/** Reads a row before it is changed; undefined if it was deleted. */
async function readAgain(
  {subject: {family}, collection, batchId}: ConflictInput,
  row: AnyRow,
): Promise<AnyRow | undefined> {
  const id = family.key(row);
  try {
    if ((await collection.fetchRow(id, batchId)) === undefined) return undefined;
  } catch {
    // The request itself reports a failing connection.
    return row;
  }
  // With the expected effects of changes that are under way.
  return collection.getState().byId.get(id) ?? row;
}
