/** Rows that represent a resource of another list: the volumes of an instance, the firewalls of a NodeBalancer. */
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
