/** What events mean for what is on screen: which rows to read again, which lists, and which rows are gone. */
import type {Event} from '../contract/account/events.ts';
import type {EventMeaning, Family, FamilyId, Ref, RowId} from '../families/define.ts';
import {entityOf, entityRef} from '../families/entities.ts';
import {eventMeaning} from '../families/event-words/index.ts';
import type {LiveCollection} from './collection.ts';
import {isRunning, type News} from './events.ts';
import type {Followups} from './followups.ts';

export interface EffectsHost {
  readonly families: readonly Family[];
  readonly followups: Followups;
  /** The collections of a family that were ever asked for. */
  collections(family: FamilyId): readonly LiveCollection[];
  /** What is known of a family outside of its lists is old. */
  touched(family: FamilyId): void;
  /** Answers that are shown about a resource are old. */
  renew(about: Ref): void;
}

/** Lists of so few pages are simply read again. */
const small = 2;

export class Effects {
  readonly #host: EffectsHost;

  constructor(host: EffectsHost) {
    this.#host = host;
  }

  meaning(action: string): EventMeaning | undefined {
    for (const family of this.#host.families) {
      const meaning = Object.hasOwn(family.onEvent, action) ? family.onEvent[action] : undefined;
      if (meaning) return meaning;
    }
    return eventMeaning(action);
  }

  apply({fresh, turned}: News): void {
    const rows = new Map<LiveCollection, Set<RowId>>();
    const lists = new Set<LiveCollection>();
    const events = [...fresh, ...turned];
    for (const event of events) this.#collect(event, rows, lists);
    for (const family of new Set(events.flatMap(({action}) => this.meaning(action)?.refresh ?? [])))
      this.#host.touched(family);
    for (const list of lists) void list.invalidate();
    for (const [collection, ids] of rows) if (!lists.has(collection)) void collection.reread(ids);
  }

  #collect(event: Event, rows: Map<LiveCollection, Set<RowId>>, lists: Set<LiveCollection>): void {
    const meaning = this.meaning(event.action);
    const entity = entityRef(entityOf(event));
    const other = entityRef(event.secondary_entity);
    const over = !isRunning(event);
    const read = (collection: LiveCollection, id: RowId) => {
      rows.set(collection, (rows.get(collection) ?? new Set()).add(id));
    };
    if (entity) this.#host.renew(entity);
    for (const collection of entity ? this.#host.collections(entity.family) : []) {
      if (!entity || Object.keys(collection.params).length > 0) continue;
      const id = collection.idOf(entity.id);
      if (over && meaning?.removes && event.status !== 'failed') collection.vanish(id);
      else {
        read(collection, id);
        // The API goes on after the event: a resize ends in a reboot that has none of its own.
        if (over && meaning?.busy !== undefined) this.#host.followups.later(collection, id);
      }
    }
    for (const family of meaning?.refresh ?? [])
      for (const collection of this.#host.collections(family))
        this.#refresh(collection, entity, other, read, () => lists.add(collection));
  }

  #refresh(
    collection: LiveCollection,
    entity: Ref | undefined,
    other: Ref | undefined,
    read: (collection: LiveCollection, id: RowId) => void,
    whole: () => void,
  ): void {
    const ids = [entity?.id, other?.id].filter(id => id !== undefined).map(String);
    const places = Object.values(collection.params).map(String);
    if (places.length > 0) {
      // A list below a resource: stale when the event names that resource, or none of its kind.
      const parents = [entity, other].filter(ref => ref && collection.family.id.startsWith(`${ref.family}.`));
      if (parents.length === 0 || parents.some(ref => places.includes(String(ref?.id)))) whole();
      return;
    }
    const {id: family} = collection.family;
    if (other?.family === family) read(collection, collection.idOf(other.id));
    else if (collection.pages <= small) whole();
    else if (entity?.family !== family) for (const id of collection.referring(ids)) read(collection, id);
  }
}
