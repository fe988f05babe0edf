/** The effects of events on loaded data: the rows and lists to read again, and the deleted rows. */
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
  /** Marks facts about a family that are stored outside its lists as out of date. */
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
   * The rows that events name, with `hasOthers` also other rows that they change, and the lists in which any row may
   * have changed.
   */
  affected(events: Iterable<Event>, hasOthers: boolean): Pick<OutdatedData, 'rows' | 'lists'> {
    const outdated = new OutdatedData();
    for (const event of events) {
      for (const ref of refsOf(event))
        for (const collection of this.#collectionsOf(ref)) outdated.addRow(collection, collection.idOf(ref.id));
      if (hasOthers) this.#addOthers(event, outdated);
    }
    return outdated;
  }

  apply({newEvents, transitionedEvents}: EventDelta): void {
    const outdated = new OutdatedData();
    const events = [...newEvents, ...transitionedEvents];
    for (const event of events) {
      this.#addEntity(event, outdated);
      this.#addOthers(event, outdated);
    }
    for (const family of new Set(events.flatMap(({action}) => this.meaning(action)?.invalidates ?? [])))
      this.#host.invalidateFacts(family);
    const {rows, lists} = outdated;
    for (const list of lists) void list.invalidate();
    for (const [collection, ids] of rows) if (!lists.has(collection)) void collection.refetchRows(ids);
  }

  /** The top-level lists that may have the row. */
  #collectionsOf({family}: Ref): readonly LiveCollection[] {
    return this.#host.collections(family).filter(({params}) => Object.keys(params).length === 0);
  }

  /** Adds the row of the event's resource; marks the row instead if the resource was deleted. */
  #addEntity(event: Event, outdated: OutdatedData): void {
    const entity = entityRef(entityOf(event));
    if (!entity) return;
    const meaning = this.meaning(event.action);
    const isOver = !isRunning(event);
    this.#host.invalidateQueries(entity);
    for (const collection of this.#collectionsOf(entity)) {
      const id = collection.idOf(entity.id);
      if (isOver && meaning?.isDeletion && event.status !== 'failed') collection.markDeleted(id);
      else {
        outdated.addRow(collection, id);
        // The API may continue after the event: a resize ends with a reboot that has no separate event.
        if (isOver && meaning?.busyWord !== undefined) this.#host.followups.scheduleAfterEvent(collection, id);
      }
    }
  }

  /** Adds rows and lists of other families that the event changes. */
  #addOthers(event: Event, outdated: OutdatedData): void {
    const entity = entityRef(entityOf(event));
    const other = entityRef(event.secondary_entity);
    for (const family of this.meaning(event.action)?.invalidates ?? [])
      for (const collection of this.#host.collections(family)) addFrom(collection, entity, other, outdated);
  }
}

/** Rows to read again, and lists in which any row may have changed. */
class OutdatedData {
  readonly rows = new Map<LiveCollection, Set<RowId>>();
  readonly lists = new Set<LiveCollection>();

  addRow(collection: LiveCollection, id: RowId): void {
    this.rows.set(collection, (this.rows.get(collection) ?? new Set()).add(id));
  }
}

const refsOf = (event: Event): Ref[] =>
  [entityRef(entityOf(event)), entityRef(event.secondary_entity)].filter(ref => ref !== undefined);

/** Adds the rows of a list that an event about these resources changes, or the whole list. */
function addFrom(
  collection: LiveCollection,
  entity: Ref | undefined,
  other: Ref | undefined,
  outdated: OutdatedData,
): void {
  const places = Object.values(collection.params).map(String);
  if (places.length > 0) {
    // A child list is out of date if the event names its parent resource, or no resource of that type.
    const parents = [entity, other].filter(ref => ref && collection.family.id.startsWith(`${ref.family}.`));
    if (parents.length === 0 || parents.some(ref => places.includes(String(ref?.id)))) outdated.lists.add(collection);
    return;
  }
  const {id: family} = collection.family;
  const ids = [entity?.id, other?.id].filter(id => id !== undefined).map(String);
  if (other?.family === family) outdated.addRow(collection, collection.idOf(other.id));
  else if (collection.pages <= maxSmallListPages) outdated.lists.add(collection);
  else if (entity?.family !== family) for (const id of collection.idsReferringTo(ids)) outdated.addRow(collection, id);
}
