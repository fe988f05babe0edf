/** Context for all changes of the account, by a request or a job. */

import {buildEvent, type EventAction, type EventEntity, type EventNotice, Events} from './event-records.ts';
import type {Store} from './storage/store.ts';
import type {EmulatedClock} from './time/clock.ts';
import type {JobOutcome, JobRow} from './time/job-rows.ts';
import type {Random} from './time/random.ts';

/** Delayed work. */
export interface Job<T = unknown> {
  readonly name: string;
  // Declared as a method, so that jobs with any data type fit into one table.
  run(work: UnitOfWork, data: T): JobOutcome;
}

/** An operation that takes time, with an event while it runs. */
export interface TimedOperation<T> extends EventNotice {
  readonly entity: EventEntity;
  /** Duration in emulated seconds. */
  readonly seconds: number;
  /** Job that runs at the end of the operation, before its event is finished. */
  readonly ends: Job<T>;
  readonly data: T;
}

/** Parts of the engine that a unit of work needs. */
export interface EngineContext {
  readonly db: Store;
  readonly clock: EmulatedClock;
  readonly random: Random;
  /** The provider's word for an instance, or the neutral `compute`. */
  readonly word: string;
}

/** Capitalizes the word for sentences and device paths: `Compute`. */
export const capitalize = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

export class UnitOfWork {
  readonly db: Store;
  /** The time of this request or job, in milliseconds; constant during the work. */
  readonly now: number;
  /** Target of a running advance of the clock; otherwise `now`. */
  readonly advanceTarget: number;
  readonly random: Random;
  /** User name in the events of this work. */
  readonly username: string;
  readonly word: string;

  constructor({db, clock, random, word}: EngineContext, username: string) {
    this.db = db;
    this.now = clock.now();
    this.advanceTarget = Math.max(this.now, clock.advanceTarget());
    this.random = random;
    this.word = word;
    this.username = username;
  }

  /** Writes an event with the status `notification`, without a duration. */
  emit(notice: EventNotice): number {
    return this.#event(notice, 'notification');
  }

  /** Writes the event of a task that finishes at once; tools that start the task wait for `finished`. */
  emitFinished(notice: EventNotice): number {
    return this.#event(notice, 'finished');
  }

  /** Starts an operation that takes time; its entity is busy until the end. Returns the ID of the event. */
  start<T>(operation: TimedOperation<T>): number {
    const {entity, ends, data} = operation;
    const event = this.#event(operation, 'started');
    this.#add(ends, data, {due: this.now + operation.seconds * 1000, event, entity: `${entity.type}:${entity.id}`});
    return event;
  }

  /** Schedules a job for a time, without an event. */
  schedule<T>(job: Job<T>, data: T, at: number): void {
    this.#add(job, data, {due: at, event: null, entity: null});
  }

  /** True while an operation runs on this entity. */
  isBusy(type: EventEntity['type'], id: number | string): boolean {
    return this.db.one('SELECT 1 FROM job WHERE entity=? LIMIT 1', `${type}:${id}`) !== undefined;
  }

  /** Events running on this entity. */
  runningActions(type: EventEntity['type'], id: number | string): EventAction[] {
    const rows = this.db.many<{event: number}>(
      'SELECT event FROM job WHERE entity=? AND event IS NOT NULL',
      `${type}:${id}`,
    );
    return rows.flatMap(({event}) => this.db.get(Events, event)?.action ?? []);
  }

  /** Ends all operations that run on an entity, because the entity is deleted. */
  abortOperations(type: EventEntity['type'], id: number | string): void {
    for (const row of this.db.many<JobRow>('SELECT * FROM job WHERE entity=?', `${type}:${id}`)) {
      this.db.run('DELETE FROM job WHERE id=?', row.id);
      finishEvent(this.db, row, this.now, 'failed');
    }
  }

  /** Schedules a job after this number of emulated seconds; the entity is busy until then. Writes no event. */
  keepBusy<T>(entity: Pick<EventEntity, 'type' | 'id'>, seconds: number, job: Job<T>, data: T): void {
    this.#add(job, data, {due: this.now + seconds * 1000, event: null, entity: `${entity.type}:${entity.id}`});
  }

  #event(notice: EventNotice, status: 'started' | 'finished' | 'notification'): number {
    return this.db.insert(Events, id => buildEvent({id, now: this.now, username: this.username}, notice, status)).id;
  }

  #add<T>(
    job: Job<T>,
    data: T,
    {due, event, entity}: {due: number; event: number | null; entity: string | null},
  ): void {
    this.db.run(
      'INSERT INTO job (due, since, name, data, event, entity) VALUES (?, ?, ?, ?, ?, ?)',
      Math.round(due),
      this.now,
      job.name,
      JSON.stringify(data),
      event,
      entity,
    );
  }
}

/** Writes the end of a running event. */
export function finishEvent(db: Store, {event, since}: JobRow, now: number, outcome: JobOutcome): void {
  if (event === null || !db.has(Events, event)) return;
  db.update(Events, event, {
    status: outcome ?? 'finished',
    percent_complete: 100,
    time_remaining: null,
    duration: Math.round((now - since) / 1000),
  });
}
