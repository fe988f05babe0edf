/** Context for all changes of the account, from a request or from a job. */

import {buildEvent, type EventAction, type EventEntity, type EventNotice, Events} from './event-records.ts';
import type {Store} from './storage/store.ts';
import type {Clock} from './time/clock.ts';
import type {JobOutcome, JobRow} from './time/job-rows.ts';
import type {Random} from './time/random.ts';

/** Delayed work. */
export interface Job<T = unknown> {
  readonly name: string;
  // A method, so that jobs of any data fit into one table.
  run(work: UnitOfWork, data: T): JobOutcome;
}

/** An operation that lasts, with an event while it runs. */
export interface Operation<T> extends EventNotice {
  readonly entity: EventEntity;
  /** Duration in emulated seconds. */
  readonly seconds: number;
  /** Job that runs at the end, just before the event is finished. */
  readonly ends: Job<T>;
  readonly data: T;
}

/** Parts of the engine that a unit of work needs. */
export interface EngineContext {
  readonly db: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The provider's word for an instance: its own word, or the neutral `compute`. */
  readonly word: string;
}

/** The word in sentences and device paths: `Compute`. */
export const capitalize = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

export class UnitOfWork {
  readonly db: Store;
  /** The moment of this request or job, in milliseconds; it does not move while the work is done. */
  readonly now: number;
  /** Target of time that is advanced in one go; otherwise now. */
  readonly advanceTarget: number;
  readonly random: Random;
  /** User in whose name events are written. */
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

  /** Writes an event of status `notification`, which never was in progress. */
  emit(notice: EventNotice): number {
    return this.#event(notice, 'notification');
  }

  /** Writes the event of a task that is finished at once; tools that started the task wait for `finished`. */
  emitFinished(notice: EventNotice): number {
    return this.#event(notice, 'finished');
  }

  /** Starts an operation that takes time: its entity is busy until the end. Answers the ID of the event. */
  start<T>(operation: Operation<T>): number {
    const {entity, ends, data} = operation;
    const event = this.#event(operation, 'started');
    this.#add(ends, data, this.now + operation.seconds * 1000, event, `${entity.type}:${entity.id}`);
    return event;
  }

  /** Schedules a job for a time, without an event. */
  schedule<T>(job: Job<T>, data: T, at: number): void {
    this.#add(job, data, at, null, null);
  }

  /** True while an operation runs on this entity. */
  isBusy(type: EventEntity['type'], id: number | string): boolean {
    return this.db.one('SELECT 1 FROM job WHERE entity=? LIMIT 1', `${type}:${id}`) !== undefined;
  }

  /** Events running on this entity. */
  running(type: EventEntity['type'], id: number | string): EventAction[] {
    const rows = this.db.many<{event: number}>(
      'SELECT event FROM job WHERE entity=? AND event IS NOT NULL',
      `${type}:${id}`,
    );
    return rows.flatMap(({event}) => this.db.get(Events, event)?.action ?? []);
  }

  /** Ends everything that runs on an entity, because the entity ends. */
  abortOperations(type: EventEntity['type'], id: number | string): void {
    for (const row of this.db.many<JobRow>('SELECT * FROM job WHERE entity=?', `${type}:${id}`)) {
      this.db.run('DELETE FROM job WHERE id=?', row.id);
      finishEvent(this.db, row, this.now, 'failed');
    }
  }

  /** Schedules a job after so many emulated seconds, and keeps an entity busy until then, without an event. */
  keepBusy<T>(entity: Pick<EventEntity, 'type' | 'id'>, seconds: number, job: Job<T>, data: T): void {
    this.#add(job, data, this.now + seconds * 1000, null, `${entity.type}:${entity.id}`);
  }

  #event(notice: EventNotice, status: 'started' | 'finished' | 'notification'): number {
    return this.db.insert(Events, id => buildEvent(id, this.now, this.username, notice, status)).id;
  }

  #add<T>(job: Job<T>, data: T, due: number, event: number | null, entity: string | null): void {
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
