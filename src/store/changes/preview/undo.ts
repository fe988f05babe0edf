/** The request that undoes a change, and the reason if none does. */
import {originalOf} from '../../../contract/reading/originals.ts';
import {irrevocable} from '../../../families/relations/irrevocable.ts';
import type {AnyAction, AnyRow, FamilyId, PathParams, RowId} from '../../../families/shape/define-family.ts';
import {leavesOf} from '../../core/dotted-paths.ts';
import {withoutSecrets} from '../../core/secret-fields.ts';
import type {CompletedChange, UndoneChange} from '../change-subject.ts';
import {undoneChangeOf} from './change-title.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Body = JsonObject | undefined;

/** The request that undoes a change, as data that can be written to a file. */
export interface UndoRequest {
  readonly family: FamilyId;
  /** The list's path parameters. */
  readonly params: PathParams;
  /** The action of the undo. */
  readonly does: string;
  /** The row to change; undefined for a resource that is created again. */
  readonly of: RowId | undefined;
  /** Form values by path, as the API returned them. */
  readonly values: JsonObject;
  /** The field keeps this name, which is in files. */
  readonly takesBack: UndoneChange;
}

/** The reason why a change cannot be undone; undefined if it can. */
export function irreversibleReason(
  {operation, undo, final, isTrial}: Pick<AnyAction, 'operation' | 'undo' | 'final' | 'isTrial'>,
  row: AnyRow | undefined,
  body: Body,
): string | undefined {
  if (isTrial?.(body)) return undefined;
  if (!undo) return final ?? irrevocable[operation] ?? 'The API has no operation that reverses it.';
  if (undo.body && row && undo.body(row, body ?? {}) === undefined) return 'The API can’t restore the previous state.';
  return undefined;
}

/**
 * The request that undoes a finished change, or the reason why it cannot be undone.
 * @param now the row that was changed or created, with its current values
 */
export function undoRequestFor(
  {subject, body, createdId}: Pick<CompletedChange, 'subject' | 'body' | 'createdId'>,
  now = subject.row,
): UndoRequest | string {
  const {family, at, action, row} = subject;
  const {undo} = action;
  const final = irreversibleReason(action, row, body);
  if (final !== undefined || !undo) return final ?? '';
  // A deleted resource is created again by an action of the list, which doesn't need the row.
  const isOfList = family.actions[undo.action]?.on === 'list';
  // Undo of a clone applies to the clone, never to its source.
  if (undo.of === 'created' && createdId === undefined) return 'The response doesn’t name the new resource.';
  const back = originalOf((undo.body && row ? undo.body(row, body ?? {}) : {}) ?? {}) as object;
  return {
    family: family.id,
    params: at,
    does: undo.action,
    of: isOfList ? undefined : (createdId ?? (row && family.key(row))),
    values: Object.fromEntries(leavesOf(back)),
    takesBack: undoneChangeOf(subject, now),
  };
}

/**
 * The undo request as it may be written to a file; undefined if it contains a secret or the change cannot be undone.
 */
export function storableUndo(
  completed: Pick<CompletedChange, 'subject' | 'body' | 'createdId'>,
): UndoRequest | undefined {
  const undoRequest = undoRequestFor(completed);
  return typeof undoRequest === 'string' || withoutSecrets(undoRequest.values) !== undoRequest.values
    ? undefined
    : undoRequest;
}

/** Parses the undo request of a stored record, which may have been damaged since. */
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
