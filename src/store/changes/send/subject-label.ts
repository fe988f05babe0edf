/** The label of the row of a change, and of the resource that a change without a row belongs to. */
import type {FamilyId} from '../../../families/shape/define-family.ts';
import {parentLabel, rowLabel} from '../../core/parent-label.ts';
import type {ChangeContext} from '../change-context.ts';
import type {ChangeSubject} from '../change-subject.ts';

type Names = Pick<ChangeContext, 'lookup' | 'collections'>;

/** The label of the changed row; undefined for a change that creates one. */
export function subjectLabel(
  {family, row, params}: Pick<ChangeSubject, 'family' | 'row' | 'params'>,
  names: Names,
): string | undefined {
  return row && rowLabel(parentHost(names), family, row, params);
}

/**
 * The label of the resource whose list a change without a row applies to, such as the instance whose backups it
 * enables; or of the object or the instance that its request names.
 */
export function containerLabel(
  {
    family,
    action,
    params,
    containerLabel: label,
  }: Pick<ChangeSubject, 'family' | 'action' | 'params' | 'containerLabel'>,
  body: Readonly<Record<string, unknown>> | undefined,
  names: Names,
): string | undefined {
  if (label !== undefined) return label;
  // The request for an upload or a download names the object.
  if (action.transfer && typeof body?.name === 'string') return body.name;
  const computeId = body?.compute_id;
  const named = typeof computeId === 'number' ? names.lookup.find('instances', computeId)?.label : undefined;
  return (Object.keys(params).length > 0 ? parentLabel(parentHost(names), family, params) : undefined) ?? named;
}

const parentHost = ({lookup, collections}: Names) => ({
  lookup,
  findFamily: (id: FamilyId) => (collections.has(id) ? collections.family(id) : undefined),
});
