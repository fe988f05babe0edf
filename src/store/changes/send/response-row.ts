/** What an answer brings back: the row that was made, or how the one that was changed is by now. */
import type {AnyAction, AnyRow, Family} from '../../../families/shape/define-family.ts';
import {isObject} from '../../core/dotted-paths.ts';

/** Undefined for an answer that is no row of the family. */
export function rowFromResponse(
  {family, action}: {readonly family: Family; readonly action: AnyAction},
  answer: unknown,
): AnyRow | undefined {
  const row = action.made && isObject(answer) ? action.made(answer) : answer;
  if (!isObject(row)) return undefined;
  const id: unknown = family.key(row);
  return typeof id === 'string' || typeof id === 'number' ? row : undefined;
}
