/**
 * Records every version of the rows that a session's lists receive. Versions wait in a queue, which is written in small
 * steps, so that no key press waits for the file.
 */
import type {Event} from '../../contract/account/events.ts';
import {entityOf, entityRef} from '../../families/events/event-entities.ts';
import {toMillis} from '../../families/format/format.ts';
import type {AnyRow, FamilyId, PathParams, Ref, RowId} from '../../families/shape/define-family.ts';
import {closeAll} from '../../platform/runtime/close-all.ts';
import type {LiveCollection} from '../cache/collection.ts';
import type {Clock} from '../core/clock.ts';
import {isSecretId} from '../core/secret-fields.ts';
import type {EventDelta} from '../sync/event-log.ts';
import {FollowedList} from './followed-list.ts';
import type {HistoryDatabase} from './history-database.ts';
import type {HistoryFile} from './history-file-port.ts';
import type {Authors} from './history-types.ts';
import {type Task, TaskQueue} from './task-queue.ts';
import {VersionsTask, type WriteVersion} from './versions-task.ts';

export interface AffectedRows {
  readonly rows: ReadonlyMap<LiveCollection, ReadonlySet<RowId>>;
  /** Lists in which any row may have changed. */
  readonly lists: ReadonlySet<LiveCollection>;
}

export interface VersionRecorderHost {
  readonly clock: Clock;
  readonly file: HistoryFile;
  /** A row without secrets; undefined if it can't be stored. */
  withoutSecrets(collection: LiveCollection, row: AnyRow): AnyRow;
  /** The rows that these events name; with `hasOthers` also other rows that the events affect. */
  affected(events: Iterable<Event>, hasOthers: boolean): AffectedRows;
  events(): readonly Event[];
  running(): readonly Event[];
  clockSkewMs(): number;
  report(message: string): void;
}

/** Endless lists and catalogs. */
const unrecorded: ReadonlySet<FamilyId> = new Set([
  'account.events',
  'account.logins',
  'profile.logins',
  'objectStorage.objects',
  'regions',
  'types',
  'kernels',
  'databases.engines',
  'databases.types',
  'kube.types',
  'kube.versions',
  'kube.tiers.versions',
]);

/** The number of rows that are compared in one turn of the event loop. */
const rowsPerTurn = 1000;
/** The maximum time between an event and its change, because events have whole seconds. */
const eventSlackMs = 5000;
const idsPerStep = 500;

/** A row as read; undefined if it no longer exists. */
interface RowObservation {
  readonly id: RowId;
  readonly row: AnyRow | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export class VersionRecorder {
  readonly #host: VersionRecorderHost;
  readonly #lists = new Map<LiveCollection, FollowedList>();
  readonly #tasks: TaskQueue;
  #isFollowing = true;
  #newestTime = 0;
  #isClosed = false;

  constructor(host: VersionRecorderHost) {
    this.#host = host;
    this.#tasks = new TaskQueue({
      ...host,
      hasSpans: () => this.#lists.size > 0,
      saveSpans: database => this.#saveSpans(database),
      onFailure: () => this.#startOver({isRewound: false}),
    });
  }

  /** Compares all rows of a list after its read. */
  async recordList(collection: LiveCollection): Promise<void> {
    const {isComplete, isUnsupported, failure} = collection.getState();
    if (!isRecorded(collection) || !isComplete || isUnsupported || failure || this.#isClosed) return;
    const now = this.#now();
    const startedAt = Math.min(now, collection.fetchStartedAt);
    const list = this.#lists.get(collection) ?? new FollowedList();
    const isFirst = !this.#lists.has(collection);
    this.#lists.set(collection, list);
    const ids = collection.getState().rows.map(row => collection.family.key(row));
    for (let from = 0; from < ids.length; from += rowsPerTurn) {
      if (from > 0) await this.#host.clock.yieldToLoop();
      for (const id of ids.slice(from, from + rowsPerTurn)) {
        const row = collection.serverRow(id);
        if (row && !list.isUnchanged(id, row, startedAt)) this.#observe(collection, list, {id, row, now});
      }
    }
    if (this.#lists.get(collection) !== list || this.#isClosed) return;
    for (const id of [...list.rows.keys()])
      if (collection.serverRow(id) === undefined) this.#observe(collection, list, {id, row: undefined, now});
    for (const [id, {markedAt}] of list.uncertainties)
      if (!list.rows.has(id) && markedAt <= startedAt) list.uncertainties.delete(id);
    if (isFirst) this.#queueMissing(collection, list, now);
    const kind = this.#isFollowing && collection.family.entity ? 'followed' : 'reads';
    list.endRead(startedAt, now, kind, collection.family.reconcileSeconds * 2000);
    this.#queue(collection, {write: database => database.setReadAt(listOf(database, collection), startedAt)});
  }

  /** Records a row that was read separately, or returned by a change. */
  recordRow(collection: LiveCollection, id: RowId): void {
    const list = this.#lists.get(collection);
    const row = collection.serverRow(id);
    if (list && row) this.#observe(collection, list, {id, row, now: this.#now()});
  }

  recordDeletion(collection: LiveCollection, id: RowId): void {
    const list = this.#lists.get(collection);
    if (list) this.#observe(collection, list, {id, row: undefined, now: this.#now()});
  }

  /** Records a poll that returned all events up to the time at which it was sent. */
  onPolled({newEvents, transitionedEvents, updatedEvents}: EventDelta, sentAt: number, isFirst: boolean): void {
    this.#isFollowing = true;
    const now = this.#now();
    this.onEvents(isFirst ? this.#eventsSinceReads() : [...newEvents, ...transitionedEvents]);
    // The start and the end of an operation also change other rows.
    this.onEvents([...updatedEvents, ...this.#host.running()], {hasOthers: false});
    for (const list of this.#lists.values()) list.confirm(Math.min(sentAt, now));
    this.#tasks.plan();
  }

  /** Marks the rows that events name as uncertain until they are read. */
  onEvents(events: readonly Event[], {hasOthers = true}: {hasOthers?: boolean} = {}): void {
    const now = this.#now();
    const {rows, lists} = this.#host.affected(events, hasOthers);
    for (const [collection, ids] of rows) for (const id of ids) this.#lists.get(collection)?.markUncertain(id, now);
    for (const collection of lists) this.#lists.get(collection)?.markAllUncertain(now);
  }

  /** Marks all rows as possibly changed, because some events of the last poll are unknown. */
  onTooManyEvents(): void {
    for (const list of this.#lists.values()) list.revokeConfirmation();
  }

  /** Switches to lists that are read periodically, without events. */
  onEventsForbidden(): void {
    this.#isFollowing = false;
    for (const list of this.#lists.values()) list.endSpan();
  }

  /** After the clock was set back, lists are recorded from their next read on. */
  onClockJumped(by: number): void {
    if (by < 0) this.#startOver({isRewound: true});
  }

  /** Writes the waiting tasks, for a reader. */
  flush(): Promise<void> {
    return this.#tasks.flush();
  }

  /** Writes all waiting tasks. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await closeAll([() => this.#tasks.close(), () => this.#host.file.close()]);
  }

  /** The events of the first poll are old, but some may be newer than the first reads. */
  #eventsSinceReads(): Event[] {
    const starts = [...this.#lists.values()].flatMap(({readStart}) => readStart ?? []);
    const since = Math.min(...starts) + this.#host.clockSkewMs() - eventSlackMs;
    return this.#host.events().filter(({created}) => (toMillis(created) ?? 0) >= since);
  }

  #observe(collection: LiveCollection, list: FollowedList, {id, row, now}: RowObservation): void {
    const pending = list.observe(id, row, now);
    if (!pending || (row && isSecretId(id, row))) return;
    const {last} = this.#tasks;
    if (last instanceof VersionsTask && last.isOf(list)) last.add(pending);
    else {
      const task = new VersionsTask(this.#writeVersion, collection, list);
      task.add(pending);
      this.#queue(collection, task);
    }
  }

  readonly #writeVersion: WriteVersion = (database, collection, pending) => {
    const {id, row} = pending;
    const stored = row && this.#host.withoutSecrets(collection, row);
    // The key of a row may be one of its secrets, which are removed.
    if (stored && collection.family.key(stored) !== id) return;
    const authors = (knownUntil: number | undefined) => this.#authors(collection, id, knownUntil, pending.at);
    database.record(listOf(database, collection), {...pending, row: stored, authors});
  };

  /** Queues the deletion of rows that the file has and that no longer exist. */
  #queueMissing(collection: LiveCollection, list: FollowedList, at: number, after = ''): void {
    const write = (database: HistoryDatabase) => {
      const number = listOf(database, collection);
      const {ids, last} = database.existingIds(number, after, idsPerStep);
      for (const id of ids.filter(id => !list.rows.has(id)))
        database.record(number, {
          id,
          row: undefined,
          at,
          knownUntil: undefined,
          isDisturbed: false,
          authors: knownUntil => this.#authors(collection, id, knownUntil, at),
        });
      if (ids.length === idsPerStep) this.#queueMissing(collection, list, at, last);
    };
    this.#queue(collection, {write});
  }

  #authors({family, params}: LiveCollection, id: RowId, knownUntil = 0, at: number): Authors {
    const skew = this.#host.clockSkewMs();
    const [from, to] = [knownUntil + skew - eventSlackMs, at + skew + eventSlackMs];
    const events = this.#host.events().filter(event => {
      const created = toMillis(event.created) ?? 0;
      return created >= from && created <= to && isEventAboutRow(event, {family: family.id, id, params});
    });
    // Events of the provider have an empty user name.
    const users = new Set(events.flatMap(({username}) => username || []));
    return {users: [...users], actions: [...new Set(events.map(({action}) => action))]};
  }

  #queue(collection: LiveCollection, task: Task): void {
    if (this.#tasks.isFull) this.#startOver({isRewound: false});
    if (this.#lists.has(collection)) this.#tasks.add(task);
  }

  /** Writes the times up to which lists are followed, and the rows that are uncertain since then. */
  #saveSpans(database: HistoryDatabase): void {
    for (const [collection, list] of this.#lists) {
      const number = listOf(database, collection);
      for (const [id, {since}] of list.uncertainties) if (since !== undefined) database.setUnsettled(number, id, since);
      for (const span of list.spans.filter(({isSaved}) => !isSaved)) {
        if (span.id === undefined) span.id = database.addSpan(number, span.kind, span.start, span.end);
        else database.extendSpan(span.id, span.end);
        span.isSaved = true;
      }
      list.spans.splice(0, list.spans.length - 1);
    }
  }

  #startOver({isRewound}: {isRewound: boolean}): void {
    this.#tasks.clear(isRewound);
    this.#lists.clear();
  }

  /** The current time. If the clock runs backward, recording restarts. */
  #now(): number {
    const now = this.#host.clock.now();
    if (now < this.#newestTime) this.#startOver({isRewound: true});
    this.#newestTime = now;
    return now;
  }
}

const isRecorded = ({family}: LiveCollection): boolean => !unrecorded.has(family.id) && family.represents === undefined;

const listOf = (database: HistoryDatabase, {family, params}: LiveCollection): number =>
  database.listId(family.id, params);

/** True if an event is about a row, or about the resource that has the row's list. */
function isEventAboutRow(event: Event, {family, id, params = {}}: Ref & {readonly params?: PathParams}): boolean {
  const places = Object.values(params).map(String);
  return [entityRef(entityOf(event)), entityRef(event.secondary_entity)].some(ref => {
    if (!ref) return false;
    if (ref.family === family) return String(ref.id) === String(id);
    return family.startsWith(`${ref.family}.`) && places.includes(String(ref.id));
  });
}
