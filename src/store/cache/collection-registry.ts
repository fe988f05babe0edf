/** All collections of a session: one per family and path parameters, created at the first request. */
import type {Family, FamilyId, PathParams} from '../../families/shape/define-family.ts';
import {type CollectionHost, LiveCollection} from './collection.ts';

/** The maximum number of pages to read from endless lists. */
const pagesOfEndlessLists: Partial<Readonly<Record<FamilyId, number>>> = {'account.events': 5};

/** The maximum number of child lists without listeners; beyond it, the oldest are dropped. */
const maxChildLists = 200;

export class CollectionRegistry {
  readonly #families: ReadonlyMap<FamilyId, Family>;
  readonly #host: CollectionHost;
  readonly #byFamily = new Map<FamilyId, Map<string, LiveCollection>>();

  constructor(families: readonly Family[], host: CollectionHost) {
    this.#families = new Map(families.map(family => [family.id, family]));
    this.#host = host;
  }

  family(id: FamilyId): Family {
    const family = this.#families.get(id);
    if (!family) throw new Error(`No family ${id}`);
    return family;
  }

  has(id: FamilyId): boolean {
    return this.#families.has(id);
  }

  get(id: FamilyId, params: PathParams = {}): LiveCollection {
    const family = this.family(id);
    const byParams = this.#byFamily.get(id) ?? new Map<string, LiveCollection>();
    this.#byFamily.set(id, byParams);
    const key = paramsKey(params);
    const existing = byParams.get(key);
    if (existing) return existing;
    const pagesAtMost = pagesOfEndlessLists[id];
    const collection = new LiveCollection(family, params, this.#host, pagesAtMost === undefined ? {} : {pagesAtMost});
    byParams.set(key, collection);
    if (byParams.size > maxChildLists) evictUnwatched(byParams, key);
    return collection;
  }

  find(id: FamilyId, params: PathParams = {}): LiveCollection | undefined {
    return this.#byFamily.get(id)?.get(paramsKey(params));
  }

  listsOf(id: FamilyId): readonly LiveCollection[] {
    return [...(this.#byFamily.get(id)?.values() ?? [])];
  }

  *all(): Generator<LiveCollection> {
    for (const places of this.#byFamily.values()) yield* places.values();
  }
}

const paramsKey = (params: PathParams): string => {
  const names = Object.keys(params);
  return names.length === 0 ? '' : JSON.stringify(names.sort().map(name => [name, String(params[name])]));
};

/** Drops lists without listeners, except the new one, which can't have a listener yet. */
function evictUnwatched(places: Map<string, LiveCollection>, newKey: string): void {
  for (const [key, collection] of places) {
    if (places.size <= maxChildLists) return;
    if (!collection.hasSubscribers && key !== newKey) places.delete(key);
  }
}
