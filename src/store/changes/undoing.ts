/** What takes a change back, and what says that nothing does. */
import type {AnyAction, AnyRow} from '../../families/define.ts';
import {irrevocable} from '../../families/irrevocable.ts';
import type {Carried} from './changes.ts';

export interface WayBack {
  /** Of the same family. */
  readonly action: string;
  readonly row: AnyRow | undefined;
  readonly body: object;
}

type Body = Readonly<Record<string, unknown>> | undefined;

/** Why nothing takes it back; undefined where something does. */
export function finality(
  {operation, undo, final}: Pick<AnyAction, 'operation' | 'undo' | 'final'>,
  row: AnyRow | undefined,
  sent: Body,
): string | undefined {
  if (!undo) return final ?? irrevocable[operation] ?? 'the API has no way back';
  if (undo.body && row && undo.body(row, sent ?? {}) === undefined) return 'the API does not take back how it was';
  return undefined;
}

/**
 * The way back from what was carried out, or why there is none.
 * @param now the row that it was done to, or that was made, as it is by now
 */
export function wayBack({subject, body, made}: Carried, now: AnyRow | undefined): WayBack | string {
  const {family, action, row} = subject;
  const {undo} = action;
  const final = finality(action, row, body);
  if (final !== undefined || !undo) return final ?? '';
  // What was deleted is made again by an action of the list, for which the row need not be there.
  const isOfList = family.actions[undo.action]?.on === 'list';
  // A clone is taken back, never what it was made from.
  if (undo.of === 'made' && made === undefined) return 'the answer did not say what was made';
  if (!isOfList && now === undefined) return 'it is not there any more';
  const back = undo.body && row ? undo.body(row, body ?? {}) : {};
  return {action: undo.action, row: isOfList ? undefined : now, body: (back ?? {}) as object};
}
