/** Rows that represent a resource of another list: the volumes of an instance, the firewalls of a NodeBalancer. */
import {isRepaired} from '../../contract/reading/repair-marks.ts';
import type {AnyRow, RowId} from '../../families/shape/define-family.ts';
import type {LiveCollection} from '../cache/collection.ts';
import {jsonEqual} from '../core/json-equal.ts';
import type {SessionEvents, SessionParts} from './session-parts.ts';

export function notifyRepresentingRows({collections}: SessionParts): void {
  for (const collection of collections.all()) if (collection.family.represents) collection.notifyAnnotations();
}

/**
 * Removes the rows of a deleted resource from lists that are not on screen. Such a list is read again only when it is
 * opened, and would otherwise show the deleted resource for a moment.
 */
export function removeRepresentingRows(
  {collections, lookup}: SessionParts,
  {collection: deletedFrom, id}: SessionEvents['rowDeleted'],
): void {
  for (const collection of collections.all()) {
    const {family, params, hasSubscribers} = collection;
    if (!family.represents || hasSubscribers) continue;
    for (const row of collection.getState().rows) {
      const ref = family.represents(row, lookup, params)?.ref;
      if (ref?.family !== deletedFrom.family.id || String(ref.id) !== String(id)) continue;
      if (jsonEqual(ref.params ?? {}, deletedFrom.params)) collection.markDeleted(family.key(row));
    }
  }
}

/** The newest read of a resource is valid in each list that has it: without this, two states of it would be shown. */
export function shareReadRow(parts: SessionParts, {collection, id}: SessionEvents['rowRead']): void {
  for (const [read, other] of sharedRows(parts, collection)) if (read.id === id) shareFields(read, other);
}

export function shareReadRows(parts: SessionParts, {collection}: SessionEvents['listFetched']): void {
  for (const [read, other] of sharedRows(parts, collection)) shareFields(read, other);
}

interface SharedRow {
  readonly collection: LiveCollection;
  readonly id: RowId;
  readonly row: AnyRow;
}

/** The rows of a list that another list has, too, each with the other row. */
function* sharedRows({collections, lookup}: SessionParts, read: LiveCollection): Generator<[SharedRow, SharedRow]> {
  for (const sharing of collections.all()) {
    const {family, params} = sharing;
    if (!family.sharesFields) continue;
    for (const shown of sharing.getState().rows) {
      const id = family.key(shown);
      const row = sharing.serverRow(id);
      if (!row) continue;
      const ref = family.represents?.(row, lookup, params)?.ref;
      const represented = ref && collections.find(ref.family, ref.params);
      if (!ref || !represented || (sharing !== read && represented !== read)) continue;
      const representedId = represented.idOf(ref.id);
      const representedRow = represented.serverRow(representedId);
      if (!representedRow) continue;
      const one = {collection: sharing, id, row};
      const other = {collection: represented, id: representedId, row: representedRow};
      yield sharing === read ? [one, other] : [other, one];
    }
  }
}

/** Copies the fields that both rows have. */
function shareFields({row}: SharedRow, {collection, row: other}: SharedRow): void {
  if (isRepaired(row)) return;
  const shared = Object.fromEntries(Object.entries(row).filter(([field]) => Object.hasOwn(other, field)));
  const merged = {...other, ...shared} as AnyRow;
  if (!jsonEqual(merged, other)) collection.put(merged);
}
