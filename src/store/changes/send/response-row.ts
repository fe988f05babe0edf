/** The row in a response: the created row, or the new values of the changed one. */
import type {AnyAction, AnyRow, Family} from '../../../families/shape/define-family.ts';
import {isObject} from '../../../families/shape/json-object.ts';

/** The row in a response; undefined for a response that isn't a row of the family. */
export function rowFromResponse(
  {family, action}: {readonly family: Family; readonly action: AnyAction},
  response: unknown,
): AnyRow | undefined {
  const row = action.createdRow && isObject(response) ? action.createdRow(response) : response;
  if (!isObject(row)) return undefined;
  const id: unknown = family.key(row);
  return typeof id === 'string' || typeof id === 'number' ? row : undefined;
}
