/** What an action is about. */

import {formatNumber} from '../../../../families/format/format.ts';
import type {AnyRow, Family, PathParams} from '../../../../families/shape/define-family.ts';
import type {ConsoleContext} from '../../../context/console-context.ts';

/** What actions are about: the rows chosen, in their list. */
export interface ActionSubject {
  readonly family: Family;
  readonly rows: readonly AnyRow[];
  readonly params: PathParams;
  /** What the form of a new one opens with. */
  readonly opens?: AnyRow | undefined;
  /** Hears of the rows to which something was done: they are not selected any more. */
  readonly sent?: ((rows: readonly AnyRow[]) => void) | undefined;
}

/** More are not changed in one go: nobody reads a preview that names thousands, and the API takes an hour for them. */
const MAX_ROWS = 1000;

/** Why nothing can be done to all of these. */
export const tooManyReason = (rows: readonly unknown[]): string | undefined =>
  rows.length <= MAX_ROWS
    ? undefined
    : `${formatNumber(rows.length)} are selected: at most ${formatNumber(MAX_ROWS)} can be changed at a time`;

/** Rows that stand for another family's resources have those resources' actions. */
export function resolveSubject(context: ConsoleContext, subject: ActionSubject): ActionSubject {
  const {family, rows, params} = subject;
  if (family.standsFor === undefined) return subject;
  const stands = rows.map(row => family.standsFor?.(row, context.session.lookup, params));
  const [first] = stands;
  if (first === undefined) return subject;
  const target = context.family(first.ref.family);
  const resolved = stands.flatMap(state => {
    if (state === undefined || state.ref.family !== target.id) return [];
    const row = state.row ?? context.session.lookup.find(state.ref.family, state.ref.id, state.ref.params);
    return row === undefined ? [] : [row as AnyRow];
  });
  // What is selected is what stands for them.
  const sent = subject.sent && (() => subject.sent?.(rows));
  return {family: target, rows: resolved, params: first.ref.params ?? {}, sent};
}
