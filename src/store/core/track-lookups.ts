/** Lookups that record the lists that they read, so that the caller can read or follow these lists. */
import type {FamilyId, Lookup, PathParams, RowId} from '../../families/shape/define-family.ts';

/** The data that a lookup reads: one row, a list, or only whether a list could be read. */
export type LookupNeed = {readonly row: RowId} | 'list' | 'failure';

export const trackLookups = (
  inner: Lookup,
  onLookup: (family: FamilyId, params: PathParams | undefined, need: LookupNeed) => void,
): Lookup => ({
  get now() {
    return inner.now;
  },
  find(family, id, params) {
    if (id !== null && id !== undefined) onLookup(family, params, {row: id});
    return inner.find(family, id, params);
  },
  rows(family, params) {
    onLookup(family, params, 'list');
    return inner.rows(family, params);
  },
  complete(family, params) {
    onLookup(family, params, 'list');
    return inner.complete(family, params);
  },
  failed(family, params) {
    onLookup(family, params, 'failure');
    return inner.failed(family, params);
  },
  pending(family, id, params) {
    onLookup(family, params, {row: id});
    return inner.pending(family, id, params);
  },
  sampled: (operation, params) => inner.sampled(operation, params),
  lastEvent: (entity, id) => inner.lastEvent(entity, id),
  running: (entity, id) => inner.running(entity, id),
  isExpected: (action, id) => inner.isExpected(action, id),
  spell: (position, text, siblings) => inner.spell(position, text, siblings),
  spelled: (family, row) => inner.spelled(family, row),
});
