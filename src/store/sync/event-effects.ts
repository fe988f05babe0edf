/** The effects of events on shown data: the rows and lists to read again, and the deleted rows. */
import type {Event} from '../../contract/account/events.ts';
import {eventMeaning} from '../../families/event-words/index.ts';
import {entityOf, entityRef} from '../../families/events/event-entities.ts';
import type {EventMeaning, Family, FamilyId, Ref, RowId} from '../../families/shape/define-family.ts';
import type {LiveCollection} from '../cache/collection.ts';
import {type EventDelta, isRunning} from './event-log.ts';
import type {Followups} from './followups.ts';

export interface EventEffectsHost {
  readonly families: readonly Family[];
  readonly followups: Followups;
  /** The existing collections of a family. */
  collections(family: FamilyId): readonly LiveCollection[];
  /** Marks facts about a family that are kept outside of its lists as out of date. */
  invalidateFacts(family: FamilyId): void;
  /** Marks responses about a resource as out of date. */
  invalidateQueries(about: Ref): void;
}

/** Lists with no more pages than this are read as a whole. */
const maxSmallListPages = 2;

export class EventEffects {
  readonly #host: EventEffectsHost;

  constructor(host: EventEffectsHost) {
    this.#host = host;
  }

  meaning(action: string): EventMeaning | undefined {
    for (const family of this.#host.families) {
      const meaning = Object.hasOwn(family.onEvent, action) ? family.onEvent[action] : undefined;
      if (meaning) return meaning;
    }
    return eventMeaning(action);
  }

  /**
   * The rows that events name, and with `hasOthers` the rows that they change besides, and the lists of which any row may
   * have changed.
   */
  affected(events: Iterable<Event>, hasOthers: boolean) {
    const rows = new Map<LiveCollection, Set<RowId>>();
    const lists = new Set<LiveCollection>();
    const addRow = (collection: LiveCollection, id: RowId) => {
      rows.set(collection, (rows.get(collection) ?? new Set()).add(id));
    };
    for (const event of events) {
      const entity = entityRef(entityOf(event));
      const other = entityRef(event.secondary_entity);
      for (const ref of [entity, other])
        for (const collection of ref ? this.#host.collections(ref.family) : [])
          if (ref && Object.keys(collection.params).length === 0) addRow(collection, collection.idOf(ref.id));
      for (const family of hasOthers ? (this.meaning(event.action)?.invalidates ?? []) : [])
        for (const collection of this.#host.collections(family))
          this.#invalidateOthers(collection, entity, other, addRow, () => lists.add(collection));
    }
    return {rows, lists};
  }

  apply({newEvents, transitionedEvents}: EventDelta): void {
    const rows = new Map<LiveCollection, Set<RowId>>();
    const lists = new Set<LiveCollection>();
    const events = [...newEvents, ...transitionedEvents];
    for (const event of events) this.#collect(event, rows, lists);
    for (const family of new Set(events.flatMap(({action}) => this.meaning(action)?.invalidates ?? [])))
      this.#host.invalidateFacts(family);
    for (const list of lists) void list.invalidate();
    for (const [collection, ids] of rows) if (!lists.has(collection)) void collection.refetchRows(ids);
  }

  #collect(event: Event, rows: Map<LiveCollection, Set<RowId>>, lists: Set<LiveCollection>): void {
    const meaning = this.meaning(event.action);
    const entity = entityRef(entityOf(event));
    const other = entityRef(event.secondary_entity);
    const isOver = !isRunning(event);
    const addRow = (collection: LiveCollection, id: RowId) => {
      rows.set(collection, (rows.get(collection) ?? new Set()).add(id));
    };
    if (entity) this.#host.invalidateQueries(entity);
    for (const collection of entity ? this.#host.collections(entity.family) : []) {
      if (!entity || Object.keys(collection.params).length > 0) continue;
      const id = collection.idOf(entity.id);
      if (isOver && meaning?.isDeletion && event.status !== 'failed') collection.markDeleted(id);
      else {
        addRow(collection, id);
        // The API may continue after the event: a resize ends with a reboot that has no event of its own.
        if (isOver && meaning?.busy !== undefined) this.#host.followups.scheduleAfterEvent(collection, id);
      }
    }
    for (const family of meaning?.invalidates ?? [])
      for (const collection of this.#host.collections(family))
        this.#invalidateOthers(collection, entity, other, addRow, () => lists.add(collection));
  }

  #invalidateOthers(
    collection: LiveCollection,
    entity: Ref | undefined,
    other: Ref | undefined,
    refetch: (collection: LiveCollection, id: RowId) => void,
    whole: () => void,
  ): void {
    const ids = [entity?.id, other?.id].filter(id => id !== undefined).map(String);
    const places = Object.values(collection.params).map(String);
    if (places.length > 0) {
      // A child list is out of date if the event names its parent resource, or no resource of that kind.
      const parents = [entity, other].filter(ref => ref && collection.family.id.startsWith(`${ref.family}.`));
      if (parents.length === 0 || parents.some(ref => places.includes(String(ref?.id)))) whole();
      return;
    }
    const {id: family} = collection.family;
    if (other?.family === family) refetch(collection, collection.idOf(other.id));
    else if (collection.pages <= maxSmallListPages) whole();
    else if (entity?.family !== family) for (const id of collection.idsReferringTo(ids)) refetch(collection, id);
  }
}
