/** Follows the lists that a form or its warnings look at: what they say may change when those arrive. */
import type {FamilyId, Lookup, PathParams} from '../../../families/shape/define-family.ts';
import {trackLookups} from '../../cache/tracked-lookup.ts';
import type {Collection} from '../../session/session.ts';

export class TrackedInputs {
  readonly lookup: Lookup;
  readonly #collection: (family: FamilyId, params?: PathParams) => Collection | undefined;
  readonly #followed = new Map<string, {readonly collection: Collection; stop: (() => void) | undefined}>();
  #changed: (() => void) | undefined;

  /** @param collection a list by family and place; undefined for a family that nobody registered */
  constructor(inner: Lookup, collection: (family: FamilyId, params?: PathParams) => Collection | undefined) {
    this.#collection = collection;
    this.lookup = trackLookups(inner, (family, params) => this.list(family, params));
  }

  /** A list, followed from now on while somebody is awake. */
  list(family: FamilyId, params?: PathParams): Collection | undefined {
    const key = JSON.stringify([family, params ?? {}]);
    const known = this.#followed.get(key);
    if (known) return known.collection;
    const collection = this.#collection(family, params);
    if (!collection) return undefined;
    const followed = {collection, stop: this.#changed && collection.subscribe(this.#changed)};
    this.#followed.set(key, followed);
    return collection;
  }

  /** Something that was looked at is still being read, or will be when somebody is awake. */
  get loading(): boolean {
    return [...this.#followed.values()].some(({collection}) => ['idle', 'loading'].includes(collection.get().phase));
  }

  activate(changed: () => void): () => void {
    this.#changed = changed;
    for (const followed of this.#followed.values()) followed.stop ??= followed.collection.subscribe(changed);
    return () => {
      this.#changed = undefined;
      for (const followed of this.#followed.values()) {
        followed.stop?.();
        followed.stop = undefined;
      }
    };
  }
}
