/** What became of a change, in a sentence: it names the row that it was done to, or that it made. */
import {withoutEllipsis} from '../../families/format/format.ts';
import {titleWithLabel} from '../../store/changes/preview/change-title.ts';
import {rowFromResponse} from '../../store/changes/send/response-row.ts';
import type {Change, ChangeOutcome} from '../../store/changes/types.ts';

/** "Reboot web-01", "New Volume data-01", "Undo: Edit web-01" */
function changeName(change: Change, answer: unknown): string {
  const {family, action, title, row, about} = change;
  if (about !== undefined) return `${withoutEllipsis(title)}: ${about}`;
  const makes = action.operation.endsWith('.create') || action.made !== undefined;
  const named = row ?? (makes ? rowFromResponse(change, answer) : undefined);
  return named ? titleWithLabel(withoutEllipsis(title), family.label(named)) : withoutEllipsis(title);
}

/** "Reboot web-01 has begun" */
export const outcomeSentence = (change: Change, {answer, begun}: ChangeOutcome): string =>
  `${changeName(change, answer)} ${begun ? 'has begun' : 'is done'}`;
