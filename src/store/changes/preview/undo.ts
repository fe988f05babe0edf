/** The request that undoes a change, or the reason why no request does. */
import {originalOf} from '../../../contract/reading/originals.ts';
import {irrevocable} from '../../../families/relations/irrevocable.ts';
import type {AnyAction, AnyRow, FamilyId, PathParams, RowId} from '../../../families/shape/define-family.ts';
import {isObject} from '../../../families/shape/json-object.ts';
import {leavesOf} from '../../core/dotted-paths.ts';
import {isRowId} from '../../core/row-id.ts';
import {withoutSecrets} from '../../core/secret-fields.ts';
import {withCurrentUndoNames} from '../batch/older-names.ts';
import type {CompletedChange, UndoneChange} from '../change-subject.ts';
import {undoneChangeOf} from './change-title.ts';
import {valuesAfterChange} from './values-after-change.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Body = JsonObject | undefined;

/** The request that undoes a change, as data that can be written to a file. */
export interface UndoRequest {
  readonly family: FamilyId;
  /** The list's path parameters. */
  readonly params: PathParams;
  /** The action of the undo. */
  readonly action: string;
  /** The row to change; undefined for a resource that is created again. */
  readonly id: RowId | undefined;
  /** Form values by path, as the API returned them. */
  readonly values: JsonObject;
  readonly undoneChange: UndoneChange;
}

/** The parts of a completed change that its undo needs. */
type UndoableChange = Pick<CompletedChange, 'subject' | 'body' | 'createdId' | 'resultRow'>;

/** The reason why a change cannot be undone; undefined if it can. */
export function irreversibleReason(
  {
    operation,
    undo,
    final,
    fileFinals = {},
    isDryRun,
  }: Pick<AnyAction, 'operation' | 'undo' | 'final' | 'fileFinals' | 'isDryRun'>,
  row: AnyRow | undefined,
  body: Body,
  fileInputs: ReadonlySet<string> = new Set(),
): string | undefined {
  if (isDryRun?.(body)) return undefined;
  const [ofFile] = Object.entries(fileFinals).flatMap(([name, reason]) => (fileInputs.has(name) ? [reason] : []));
  if (!undo) return ofFile ?? final ?? irrevocable[operation] ?? 'The API has no operation that reverses it.';
  if (undo.body && row && undo.body(row, body ?? {}) === undefined) return 'The API can’t restore the previous state.';
  return undefined;
}

/**
 * The request that undoes a finished change, or the reason why it cannot be undone.
 * @param now the row that was changed or created, with its current values
 */
export function undoRequestFor(
  {subject, body, createdId, resultRow}: UndoableChange,
  now = subject.row,
): UndoRequest | string {
  const {family, params, action, row} = subject;
  const {undo} = action;
  const final = irreversibleReason(action, row, body);
  if (final !== undefined || !undo) return final ?? '';
  // An action of the list creates a deleted resource again, which doesn't need the row.
  const isOfList = family.actions[undo.action]?.on === 'list';
  // The undo of a clone applies to the clone, never to its source.
  if (undo.target === 'created' && createdId === undefined) return 'The response doesn’t name the new resource.';
  const restored = originalOf((undo.body && row ? undo.body(row, body ?? {}) : {}) ?? {}) as object;
  const values = Object.fromEntries(leavesOf(restored));
  const valuesAfter = valuesAfterChange(Object.keys(values), new Map(leavesOf(body ?? {})), resultRow);
  return {
    family: family.id,
    params,
    action: undo.action,
    id: isOfList ? undefined : (createdId ?? (row && family.key(row))),
    values,
    undoneChange: {...undoneChangeOf(subject, now), ...(valuesAfter && {valuesAfter})},
  };
}

/**
 * The undo request in a form that may be written to a file; undefined if it contains a secret or the change can't be
 * undone.
 */
export function storableUndo(completed: UndoableChange): UndoRequest | undefined {
  const undoRequest = undoRequestFor(completed);
  if (typeof undoRequest === 'string' || withoutSecrets(undoRequest.values) !== undoRequest.values) return undefined;
  const {valuesAfter, ...undoneChange} = undoRequest.undoneChange;
  return withoutSecrets(valuesAfter) === valuesAfter ? undoRequest : {...undoRequest, undoneChange};
}

/** Parses the undo request of a stored record, which may be damaged. */
export function parseUndoRequest(stored: unknown): UndoRequest | undefined {
  const value = withCurrentUndoNames(stored);
  if (!isObject(value)) return undefined;
  const {family, params, action, id, values, undoneChange} = value;
  if (typeof family !== 'string' || typeof action !== 'string' || !isObject(params) || !isObject(values))
    return undefined;
  if (!isObject(undoneChange) || typeof undoneChange.title !== 'string') return undefined;
  if (id !== undefined && !isRowId(id)) return undefined;
  const {title, actionTitle, valuesAfter} = undoneChange;
  const kind = undoneChange.kind === 'Redo' ? 'Redo' : 'Undo';
  const parsed = {
    kind,
    title,
    ...(typeof actionTitle === 'string' && {actionTitle}),
    ...(isObject(valuesAfter) && {valuesAfter}),
  };
  return {family, params, action, id, values, undoneChange: parsed} as UndoRequest;
}
