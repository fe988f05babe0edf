/**
 * A note about a label that another resource already has. Many labels need not be unique, so the form accepts them, and
 * the API refuses the others.
 */
import {families} from '../../../families/registry.ts';
import type {AnyRow, Family, Lookup, PathParams} from '../../../families/shape/define-family.ts';

export interface LabeledChange {
  /** The family that has the action, with the path parameters of its list. */
  readonly family: Family;
  readonly params: PathParams;
  readonly operation: string;
  readonly row: AnyRow | undefined;
  /** A lookup that reads no lists: a note isn't worth a request. */
  readonly lookup: Lookup;
}

/** "Another volume has this label."; undefined if no loaded row has it. */
export function duplicateLabelNote(
  {family, params, operation, row, lookup}: LabeledChange,
  label: unknown,
): string | undefined {
  // An image that is created from a disk is not a disk.
  const created = families.find(({id}) => id === operation.slice(0, operation.lastIndexOf('.')));
  if (!created || typeof label !== 'string' || label === '') return undefined;
  const isOwn = (other: AnyRow): boolean =>
    row !== undefined && operation === `${family.id}.update` && family.key(other) === family.key(row);
  const rows: readonly AnyRow[] = lookup.rows(created.id, created.id === family.id ? params : {});
  const isTaken = rows.some(other => other.label === label && !isOwn(other));
  return isTaken ? `Another ${created.one} has this label.` : undefined;
}
