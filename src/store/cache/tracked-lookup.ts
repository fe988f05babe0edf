/** A lookup that records the families it reads, so that its user can follow them. */
import type {FamilyId, Lookup, PathParams} from '../../families/shape/define-family.ts';

export const trackLookups = (
  inner: Lookup,
  onLookup: (family: FamilyId, params: PathParams | undefined) => void,
): Lookup => ({
  get now() {
    return inner.now;
  },
  find(family, id, params) {
    if (id !== null && id !== undefined) onLookup(family, params);
    return inner.find(family, id, params);
  },
  rows(family, params) {
    onLookup(family, params);
    return inner.rows(family, params);
  },
  complete(family, params) {
    onLookup(family, params);
    return inner.complete(family, params);
  },
  failed(family, params) {
    onLookup(family, params);
    return inner.failed(family, params);
  },
  pending(family, id, params) {
    onLookup(family, params);
    return inner.pending(family, id, params);
  },
  sampled: (operation, params) => inner.sampled(operation, params),
  lastEvent: (entity, id) => inner.lastEvent(entity, id),
  running: (entity, id) => inner.running(entity, id),
  isExpected: (action, id) => inner.isExpected(action, id),
  spell: (position, text, siblings) => inner.spell(position, text, siblings),
  spelled: (family, row) => inner.spelled(family, row),
});
