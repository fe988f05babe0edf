/** Lookups that record the lists that they read, so that the caller can follow these lists. */
import type {FamilyId, Lookup, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Collection} from './collection-state.ts';

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

/** Follows the lists that a function read, because its result may change when they arrive. */
export class TrackedLists {
  readonly lookup: Lookup;
  readonly #collection: (family: FamilyId, params?: PathParams) => Collection | undefined;
  readonly #trackedLists = new Map<string, {readonly collection: Collection; stop: (() => void) | undefined}>();
  #onChange: (() => void) | undefined;

  /** @param collection a list by family and path parameters; undefined for an unknown family */
  constructor(inner: Lookup, collection: (family: FamilyId, params?: PathParams) => Collection | undefined) {
    this.#collection = collection;
    this.lookup = trackLookups(inner, (family, params) => this.list(family, params));
  }

  /** Returns a list; if lists are being followed, this list is followed as well. */
  list(family: FamilyId, params?: PathParams): Collection | undefined {
    const key = JSON.stringify([family, params ?? {}]);
    const tracked = this.#trackedLists.get(key);
    if (tracked) return tracked.collection;
    const collection = this.#collection(family, params);
    if (!collection) return undefined;
    const trackedList = {collection, stop: this.#onChange && collection.subscribe(this.#onChange)};
    this.#trackedLists.set(key, trackedList);
    return collection;
  }

  /** True while a followed list is being read, or will be read once the lists are followed. */
  get loading(): boolean {
    return [...this.#trackedLists.values()].some(({collection}) =>
      ['idle', 'loading'].includes(collection.getState().phase),
    );
  }

  activate(onChange: () => void): () => void {
    this.#onChange = onChange;
    for (const tracked of this.#trackedLists.values()) tracked.stop ??= tracked.collection.subscribe(onChange);
    return () => {
      this.#onChange = undefined;
      for (const tracked of this.#trackedLists.values()) {
        tracked.stop?.();
        tracked.stop = undefined;
      }
    };
  }
}
