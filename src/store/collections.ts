/** All collections of a session: one per family and place, made when first asked for. */
import type {Family, FamilyId, PathParams} from '../families/define.ts';
import {type CollectionHost, LiveCollection} from './collection.ts';

/** Lists without end: so many pages of them are read. */
const endless: Partial<Readonly<Record<FamilyId, number>>> = {'account.events': 5};

/** Lists below a resource that nobody looks at are forgotten beyond this many. */
const placesAtMost = 200;

export class Collections {
  readonly #families: ReadonlyMap<FamilyId, Family>;
  readonly #host: CollectionHost;
  readonly #byFamily = new Map<FamilyId, Map<string, LiveCollection>>();

  constructor(families: readonly Family[], host: CollectionHost) {
    this.#families = new Map(families.map(family => [family.id, family]));
    this.#host = host;
  }

  family(id: FamilyId): Family {
    const family = this.#families.get(id);
    if (!family) throw new Error(`there is no family ${id}`);
    return family;
  }

  has(id: FamilyId): boolean {
    return this.#families.has(id);
  }

  get(id: FamilyId, params: PathParams = {}): LiveCollection {
    const family = this.family(id);
    const places = this.#byFamily.get(id) ?? new Map<string, LiveCollection>();
    this.#byFamily.set(id, places);
    const key = keyOf(params);
    const known = places.get(key);
    if (known) return known;
    const pagesAtMost = endless[id];
    const collection = new LiveCollection(family, params, this.#host, pagesAtMost === undefined ? {} : {pagesAtMost});
    places.set(key, collection);
    if (places.size > placesAtMost) forget(places);
    return collection;
  }

  known(id: FamilyId, params: PathParams = {}): LiveCollection | undefined {
    return this.#byFamily.get(id)?.get(keyOf(params));
  }

  of(id: FamilyId): readonly LiveCollection[] {
    return [...(this.#byFamily.get(id)?.values() ?? [])];
  }

  *all(): Generator<LiveCollection> {
    for (const places of this.#byFamily.values()) yield* places.values();
  }
}

const keyOf = (params: PathParams): string => {
  const names = Object.keys(params);
  return names.length === 0 ? '' : JSON.stringify(names.sort().map(name => [name, String(params[name])]));
};

function forget(places: Map<string, LiveCollection>): void {
  for (const [key, collection] of places) {
    if (places.size <= placesAtMost) return;
    if (!collection.watched) places.delete(key);
  }
}
