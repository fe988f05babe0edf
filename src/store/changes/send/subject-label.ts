/** The label of the row of a change. */
import type {FamilyId} from '../../../families/shape/define-family.ts';
import {rowLabel} from '../../core/parent-label.ts';
import type {ChangeContext} from '../change-context.ts';
import type {ChangeSubject} from '../change-subject.ts';

/** The label of the changed row; undefined for a change that creates one. */
export function subjectLabel(
  {family, row, params}: Pick<ChangeSubject, 'family' | 'row' | 'params'>,
  {lookup, collections}: Pick<ChangeContext, 'lookup' | 'collections'>,
): string | undefined {
  const findFamily = (id: FamilyId) => (collections.has(id) ? collections.family(id) : undefined);
  return row && rowLabel({lookup, findFamily}, family, row, params);
}
