/** Titles and messages for a change and its subject. */
import {withoutEllipsis} from '../../../families/format/format.ts';
import {countInSentence} from '../../../families/format/nouns.ts';
import type {Family, PathParams} from '../../../families/shape/define-family.ts';
import type {BatchPlan} from '../../../store/changes/batch/batch-plan.ts';

export interface SubjectNames {
  /** The label of a list's parent: of the domain of its records. Undefined if the list has no known parent. */
  parentLabel(family: Family, params: PathParams): string | undefined;
}

export const changeName = ({title}: Pick<BatchPlan, 'title'>): string => withoutEllipsis(title);

/** The label of the changed resource; undefined for several resources, and for a new resource without a parent. */
export function objectLabel(names: SubjectNames, {family, params, changes, lead}: BatchPlan): string | undefined {
  const {row} = lead;
  if (changes.length > 1) return undefined;
  // The single row of a list has the label of its parent: the user of grants.
  const parent = row === undefined || family.single ? names.parentLabel(family, params) : undefined;
  return parent ?? (row === undefined ? undefined : family.label(row));
}

/** "Resize: web-01" */
export function changeSubject(names: SubjectNames, plan: BatchPlan): string {
  const {about, changes, family} = plan;
  const name = changeName(plan);
  if (about !== undefined) return `${name}: ${about}`;
  if (changes.length > 1) return `${name}: ${countInSentence(changes.length, family)}`;
  const label = objectLabel(names, plan);
  return label === undefined ? name : `${name}: ${label}`;
}
