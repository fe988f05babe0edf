/** What a change is called, in its preview and in what is said of it. */

import {withoutEllipsis} from '../../../families/format/format.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {ChangeSubject} from '../change-flow.ts';
import type {UndoneChange} from '../types.ts';

/** Where it was offered, or by its action: "Edit…"; of an undo, that it is one. */
export const changeTitle = ({takesBack, title, action, name}: ChangeSubject): string =>
  takesBack?.way ?? title ?? action.title ?? name;

/** "Edit web-01", "Reply “Mail is late today”": of a label that is a sentence nobody would know where it begins. */
export const titleWithLabel = (bare: string, label: string): string =>
  `${bare} ${/\S\s+\S+\s+\S/.test(label) ? `“${label}”` : label}`;

/** With what it is done to: "Edit web-01", "Undo: Edit web-01". */
export function changeSentence(subject: ChangeSubject, row = subject.row): string {
  const bare = withoutEllipsis(changeTitle(subject));
  if (subject.takesBack) return `${bare}: ${subject.takesBack.what}`;
  return row ? titleWithLabel(bare, subject.family.label(row)) : bare;
}

/** What taking it back is called, by the name its row has now. @param now the row that it was done to, or that it made */
export function undoneChangeOf(subject: ChangeSubject, now: AnyRow | undefined): UndoneChange {
  const {family, row, takesBack} = subject;
  // A clone is not what was cloned.
  const isOther = row !== undefined && now !== undefined && family.key(now) !== family.key(row);
  return {
    way: takesBack?.way === 'Undo' ? 'Redo' : 'Undo',
    what: takesBack?.what ?? changeSentence(subject, isOther ? row : (now ?? row)),
  };
}
