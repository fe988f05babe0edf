/** The result of a change as a sentence with the name of the changed or created row. */
import {withoutEllipsis} from '../../families/format/format.ts';
import type {Change, ChangeOutcome} from '../../store/changes/change.ts';
import {dryRunResult, titleWithLabel} from '../../store/changes/preview/change-title.ts';
import {rowFromResponse} from '../../store/changes/send/response-row.ts';

/** "Reboot web-01", "New Volume data-01", "Undo: Edit web-01" */
function changeName(change: Change, response: unknown): string {
  const {family, action, title, row, about: subject} = change;
  if (subject !== undefined) return `${withoutEllipsis(title)}: ${subject}`;
  const makes = action.operation.endsWith('.create') || action.createdRow !== undefined;
  const namedRow = row ?? (makes ? rowFromResponse(change, response) : undefined);
  return namedRow ? titleWithLabel(withoutEllipsis(title), family.label(namedRow)) : withoutEllipsis(title);
}

/** "Reboot web-01 has started" */
export function outcomeSentence(change: Change, {status, response, sentence, isDryRun}: ChangeOutcome): string {
  const name = sentence ?? changeName(change, response);
  return isDryRun ? `${name}: ${dryRunResult}` : `${name} ${status === 'started' ? 'has started' : 'is done'}`;
}
