/** The known events of the account: running operations, the last event of each entity, and usual durations. */
import type {Event} from '../../contract/account/events.ts';
import {entityKey, entityKeyOf, isEventAbout, isInProgress} from '../../families/events/event-entities.ts';
import type {AnyRow, EntityType, RowId} from '../../families/shape/define-family.ts';
import {jsonEqual} from '../core/json-equal.ts';

export type EventRow = Event & AnyRow;

/** The maximum number of events; older ones are read again when the user pages back to them. */
const maxEvents = 1000;

/** The number of durations to store per action: enough for a median, and few enough to follow recent changes. */
const maxDurations = 21;

/** The result of a read of events. */
export interface EventDelta {
  /** New events, oldest first. */
  readonly newEvents: readonly Event[];
  /** Events that have a new status or have ended: their entities must be read again. */
  readonly transitionedEvents: readonly Event[];
  /** Events with any difference, including progress. */
  readonly updatedEvents: readonly Event[];
}

export class EventLog {
  #byId = new Map<number, Event>();
  #newestFirst: readonly Event[] = [];
  /** The newest event of each entity; built at the first request. */
  #newest: Map<string, Event> | undefined;
  #running: readonly Event[] = [];
  readonly #durations = new Map<string, number[]>();
  readonly #learned = new Set<number>();

  /** Newest first. */
  get all(): readonly Event[] {
    return this.#newestFirst;
  }
  get running(): readonly Event[] {
    return this.#running;
  }
  get newestId(): number | undefined {
    return this.#newestFirst[0]?.id;
  }

  /** Adds events in any order. */
  add(events: Iterable<Event>): EventDelta {
    const fresh: Event[] = [];
    const transitionedEvents: Event[] = [];
    const updatedEvents: Event[] = [];
    for (const event of events) {
      const existing = this.#byId.get(event.id);
      this.#learn(event);
      if (existing && jsonEqual(existing, event)) continue;
      updatedEvents.push(event);
      this.#byId.set(event.id, event);
      if (!existing) fresh.push(event);
      else if (existing.status !== event.status || isRunning(existing) !== isRunning(event))
        transitionedEvents.push(event);
    }
    if (updatedEvents.length > 0) this.#arrange();
    return {newEvents: fresh.sort((first, second) => first.id - second.id), transitionedEvents, updatedEvents};
  }

  /** Removes running events that the API no longer returns: their end will not be reported. */
  remove(ids: Iterable<number>): void {
    for (const id of ids) this.#byId.delete(id);
    this.#arrange();
  }

  newestOn(entity: EntityType, id: RowId): Event | undefined {
    this.#newest ??= newestByEntity(this.#newestFirst);
    return this.#newest.get(entityKey(entity, id));
  }

  runningOn(entity: EntityType, id: RowId): Event | undefined {
    return this.#running.find(event => isEventAbout(event, entity, id));
  }

  /** Seconds that this action usually takes: the median of those that finished. */
  usualSeconds(action: string): number | undefined {
    const durations = this.#durations.get(action);
    if (!durations || durations.length === 0) return undefined;
    const sorted = durations.toSorted((first, second) => first - second);
    const middle = sorted.length >> 1;
    const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
    return (low + high) / 2;
  }

  #learn({id, action, status, duration}: Event): void {
    if (status !== 'finished' || typeof duration !== 'number' || duration <= 0 || this.#learned.has(id)) return;
    this.#learned.add(id);
    const durations = this.#durations.get(action) ?? [];
    durations.push(duration);
    if (durations.length > maxDurations) durations.shift();
    this.#durations.set(action, durations);
  }

  #arrange(): void {
    this.#newest = undefined;
    const sorted = [...this.#byId.values()].sort((first, second) => second.id - first.id);
    this.#running = sorted.filter(isRunning);
    if (sorted.length > maxEvents) {
      const newest = sorted.filter((event, index) => index < maxEvents || isRunning(event));
      this.#byId = new Map(newest.map(event => [event.id, event]));
      this.#newestFirst = newest;
    } else this.#newestFirst = sorted;
    if (this.#learned.size > 10 * maxEvents) this.#learned.clear();
  }
}

function newestByEntity(newestFirst: readonly Event[]): Map<string, Event> {
  const newest = new Map<string, Event>();
  for (const event of newestFirst) {
    const name = entityKeyOf(event);
    if (name !== undefined && !newest.has(name)) newest.set(name, event);
  }
  return newest;
}

/** True for an event in progress; an event at 100% has ended even if its status says otherwise. */
export const isRunning = (event: Event): boolean =>
  isInProgress(event) && !(typeof event.percent_complete === 'number' && event.percent_complete >= 100);
