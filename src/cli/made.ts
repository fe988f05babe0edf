/** What a change is about, by the row that it is done to or that it made. */
import type {AnyAction, AnyRow, Family} from '../families/define.ts';
import {bareTitle} from '../families/format.ts';
import {isObject} from '../store/changes/paths.ts';
import type {Change, ChangeOutcome} from '../store/changes/types.ts';

/** The row in an answer; undefined where that is none of its family. */
export function madeBy({key}: Family, {made}: AnyAction, answer: unknown): AnyRow | undefined {
  const row = answer !== undefined && made ? made(answer) : answer;
  return isObject(row) && key(row) !== undefined ? row : undefined;
}

/** "Reboot web-01", "New Volume data-01" */
function changeName({family, action, title, row}: Change, answer: unknown): string {
  const makes = action.operation.endsWith('.create') || action.made !== undefined;
  const named = row ?? (makes ? madeBy(family, action, answer) : undefined);
  return [bareTitle(title), ...(named ? [family.label(named)] : [])].join(' ');
}

/** "Reboot web-01 has begun" */
export const outcomeSentence = (change: Change, {answer, begun}: ChangeOutcome): string =>
  `${changeName(change, answer)} ${begun ? 'has begun' : 'is done'}`;
