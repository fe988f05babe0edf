/** Finds the event of a change, for the rows of the console and for commands that wait. */
import type {Event} from '../../../contract/account/events.ts';
import {entityOf, entityRef} from '../../../families/events/event-entities.ts';
import type {Family, PathParams, Ref, RowId} from '../../../families/shape/define-family.ts';

/** The maximum wait for an event of a change that was sent, milliseconds. */
export const maxEventWaitMs = 30_000;

export interface EventSubject {
  readonly family: Family;
  /** The list's path parameters. */
  readonly params: PathParams;
  /** The event actions of the change. */
  readonly eventActions: readonly string[];
  /** The changed row; undefined for a created row whose ID isn't known. */
  readonly rowId: RowId | undefined;
  readonly label: string;
}

/** True if an event that is newer than the change must belong to it. */
export function isEventOf(event: Event, {family, params, eventActions, rowId, label}: EventSubject): boolean {
  if (!eventActions.includes(event.action)) return false;
  const ref = entityRef(entityOf(event));
  // Events of a family with a single object, such as settings or 2FA, have no entity, or an entity without an ID: the
  // profile.
  if (event.entity === null || !ref) return family.single;
  const isChangedRow = (entity: Event['entity'] | Event['secondary_entity'], {id}: Ref): boolean =>
    rowId === undefined ? entity?.label === label : String(id) === String(rowId);
  if (ref.family === family.id) return isChangedRow(event.entity, ref);
  // For an image that is created from a disk, the event names the instance first and the image second.
  const other = entityRef(event.secondary_entity);
  if (other?.family === family.id) return isChangedRow(event.secondary_entity, other);
  // In events, an IP address of an instance is a resource of the account.
  if (rowId !== undefined && isChangedRow(event.entity, ref) && event.entity.label === label) return true;
  // The event of a payment names the account.
  return ref.family === 'account' || Object.values(params).map(String).includes(String(ref.id));
}
