/** What takes a change back, and what says that nothing does. */
import {originalOf} from '../../../contract/reading/originals.ts';
import {irrevocable} from '../../../families/relations/irrevocable.ts';
import type {AnyAction, AnyRow, FamilyId, PathParams, RowId} from '../../../families/shape/define-family.ts';
import {leavesOf} from '../../core/dotted-paths.ts';
import {withoutSecrets} from '../../core/secret-fields.ts';
import type {CompletedChange} from '../change-registry.ts';
import type {UndoneChange} from '../types.ts';
import {undoneChangeOf} from './change-title.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Body = JsonObject | undefined;

/** What takes a change back, as data: it can be written down. */
export interface UndoRequest {
  readonly family: FamilyId;
  /** Where the list is. */
  readonly params: PathParams;
  /** The action that takes it back. */
  readonly does: string;
  /** What it is done to; undefined for what is made again. */
  readonly of: RowId | undefined;
  /** Form values by path, as the API answered them. */
  readonly values: JsonObject;
  readonly takesBack: UndoneChange;
}

/** Why nothing takes it back; undefined where something does. */
export function irreversibleReason(
  {operation, undo, final}: Pick<AnyAction, 'operation' | 'undo' | 'final'>,
  row: AnyRow | undefined,
  body: Body,
): string | undefined {
  if (!undo) return final ?? irrevocable[operation] ?? 'The API has no operation that reverses it.';
  if (undo.body && row && undo.body(row, body ?? {}) === undefined) return 'The API can’t restore the previous state.';
  return undefined;
}

/**
 * The way back from what was carried out, or why there is none.
 * @param now the row that it was done to, or that was made, as it is by now
 */
export function undoRequestFor(
  {subject, body, made}: Pick<CompletedChange, 'subject' | 'body' | 'made'>,
  now = subject.row,
): UndoRequest | string {
  const {family, at, action, row} = subject;
  const {undo} = action;
  const final = irreversibleReason(action, row, body);
  if (final !== undefined || !undo) return final ?? '';
  // What was deleted is made again by an action of the list, for which the row need not be there.
  const isOfList = family.actions[undo.action]?.on === 'list';
  // A clone is taken back, never what it was made from.
  if (undo.of === 'made' && made === undefined) return 'The response doesn’t name the new resource.';
  const back = originalOf((undo.body && row ? undo.body(row, body ?? {}) : {}) ?? {}) as object;
  return {
    family: family.id,
    params: at,
    does: undo.action,
    of: isOfList ? undefined : (made ?? (row && family.key(row))),
    values: Object.fromEntries(leavesOf(back)),
    takesBack: undoneChangeOf(subject, now),
  };
}

/** The way back as a file may have it; undefined where there is none, or a secret belongs to it. */
export function storableUndo(completed: Pick<CompletedChange, 'subject' | 'body' | 'made'>): UndoRequest | undefined {
  const undoRequest = undoRequestFor(completed);
  return typeof undoRequest === 'string' || withoutSecrets(undoRequest.values) !== undoRequest.values
    ? undefined
    : undoRequest;
}

/** The way back in a record that was read, which may have been damaged since. */
export function parseUndoRequest(value: unknown): UndoRequest | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const {family, params, does, of, values, takesBack} = value as Partial<Record<keyof UndoRequest, unknown>>;
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (typeof family !== 'string' || typeof does !== 'string' || !isObject(params) || !isObject(values))
    return undefined;
  if (!isObject(takesBack) || !('what' in takesBack) || typeof takesBack.what !== 'string') return undefined;
  if (of !== undefined && typeof of !== 'string' && typeof of !== 'number') return undefined;
  const way = 'way' in takesBack && takesBack.way === 'Redo' ? 'Redo' : 'Undo';
  return {family, params, does, of, values, takesBack: {way, what: takesBack.what}} as UndoRequest;
}
