import type {FamilyId, Lookup, PathParams} from '../../families/shape/define-family.ts';
import {trackLookups} from '../core/track-lookups.ts';
import type {Collection} from './collection-state.ts';

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
  get isLoading(): boolean {
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
