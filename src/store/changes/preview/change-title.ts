/** The title of a change, in its preview and in messages about it. */

import {withoutEllipsis} from '../../../families/format/format.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {ChangeSubject, UndoneChange} from '../change-subject.ts';

/** The title of the menu entry or button, or the action's: "Edit…"; for an undo, "Undo" or "Redo". */
export const changeTitle = ({undoneChange, title, action, name}: ChangeSubject): string =>
  undoneChange?.kind ?? title ?? action.title ?? name;

/** The result of a request that asked the API to change nothing. */
export const dryRunResult = 'dry run, nothing was changed';

/**
 * "Edit web-01", "Reply “Mail is late today”": quotes mark the start and end of a label that is a sentence, or a folder
 * with a slash at its end.
 */
export const titleWithLabel = (bare: string, label: string): string =>
  `${bare} ${/\S\s+\S+\s+\S|\/$/.test(label) ? `“${label}”` : label}`;

/** The title with its subject: "Edit web-01", "Undo: Edit web-01"; or the sentence of the action. */
export function changeSentence(subject: ChangeSubject, row = subject.row): string {
  const bare = withoutEllipsis(changeTitle(subject));
  if (subject.undoneChange) return `${bare}: ${subject.undoneChange.title}`;
  if (subject.sentence !== undefined) return subject.sentence;
  return row ? titleWithLabel(bare, subject.family.label(row)) : bare;
}

/**
 * The text of a change in the change log, which has the resource in another column: "Attach", "Undo: Edit". A title
 * that names another resource stays: "Undo: Add instance web-01 to lockdown".
 */
export function auditTitle(subject: ChangeSubject): string {
  const {undoneChange, row, family} = subject;
  // Without a row, only the sentence names the resource: "Move 192.0.2.7 to web-01".
  if (undoneChange === undefined && row === undefined && subject.sentence !== undefined) return subject.sentence;
  if (undoneChange === undefined) return withoutEllipsis(changeTitle(subject));
  const {kind, title, actionTitle} = undoneChange;
  const isOfRow = row && actionTitle !== undefined && title === titleWithLabel(actionTitle, family.label(row));
  return isOfRow ? `${kind}: ${actionTitle}` : changeSentence(subject);
}

/**
 * The title of the change in its undo, with the row's current label.
 * @param now the row that was changed or created
 */
export function undoneChangeOf(subject: ChangeSubject, now: AnyRow | undefined): UndoneChange {
  const {family, row, undoneChange} = subject;
  // A clone is a different row from its source.
  const isOther = row !== undefined && now !== undefined && family.key(now) !== family.key(row);
  return {
    kind: undoneChange?.kind === 'Undo' ? 'Redo' : 'Undo',
    title: undoneChange?.title ?? changeSentence(subject, isOther ? row : (now ?? row)),
    actionTitle: undoneChange ? undoneChange.actionTitle : withoutEllipsis(changeTitle(subject)),
  };
}
