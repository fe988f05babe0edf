/**
 * The queue of changes for their receivers. A change is in the cursor before it is sent, and removed when each receiver
 * has it: after a crash, a change may be sent again with the same ID, but is never lost.
 */
import {countText} from '../../families/format/format.ts';
import type {CursorFile} from './cursor-file.ts';

/** A change with an ID that stays the same when it is sent again. */
export interface Identified {
  readonly id: string;
}

export interface Receiver<R> {
  /** The name stays the same in the cursor, also at the next start. */
  readonly name: string;
  /** The maximum number of simultaneous deliveries. */
  readonly maxParallel: number;
  /** False if the change could not be delivered; the receiver has reported the reason. */
  deliver(record: R): Promise<boolean>;
  /** Ends running deliveries soon, and starts no further ones. Absent for a fast receiver. */
  stop?(): void;
}

export interface QueuedChange<R> {
  readonly record: R;
  readonly waitingFor: readonly string[];
}

/** The maximum number of changes in the queue; beyond it, the oldest are dropped. */
const maxPending = 10_000;

export interface ChangeQueueOptions<R extends Identified> {
  readonly receivers: readonly Receiver<R>[];
  readonly cursor: Pick<CursorFile, 'save' | 'isPersistent'>;
  /** Changes that an earlier run did not deliver. */
  readonly pending: readonly QueuedChange<R>[];
  readonly err: (text: string) => void;
}

interface Entry<R> {
  readonly record: R;
  readonly waitingFor: Set<string>;
  /** Receivers that are processing the change, or that failed in this run. */
  readonly taken: Set<string>;
}

export class ChangeQueue<R extends Identified> {
  readonly #options: ChangeQueueOptions<R>;
  readonly #entries: Entry<R>[];
  readonly #running = new Set<Promise<void>>();
  readonly #free: Map<string, number>;
  #dropped = 0;

  constructor(options: ChangeQueueOptions<R>) {
    this.#options = options;
    this.#entries = options.pending.map(({record, waitingFor}) => ({
      record,
      waitingFor: new Set(waitingFor),
      taken: new Set(),
    }));
    this.#free = new Map(options.receivers.map(({name, maxParallel}) => [name, maxParallel]));
  }

  get pending(): readonly QueuedChange<R>[] {
    return this.#entries.map(({record, waitingFor}) => ({record, waitingFor: [...waitingFor]}));
  }

  /** Sends the changes that an earlier run did not deliver. */
  start(): void {
    this.#sendNext();
  }

  /** Adds changes. The state that the cursor stores must already include them. */
  add(records: readonly R[]): void {
    const names = this.#options.receivers.map(({name}) => name);
    for (const record of records) this.#entries.push({record, waitingFor: new Set(names), taken: new Set()});
    this.#dropOldest();
    // A change is in the cursor before it is sent.
    this.#track(this.#options.cursor.save().then(() => this.#sendNext()));
  }

  /** Ends slow deliveries, and waits for the others. */
  async close(): Promise<void> {
    const {receivers, cursor, err} = this.#options;
    for (const {name, stop} of receivers) {
      if (!stop) continue;
      this.#free.set(name, Number.NEGATIVE_INFINITY);
      stop();
    }
    while (this.#running.size > 0) await Promise.all(this.#running);
    if (this.#dropped > 0)
      err(`skydeck: ${countText(this.#dropped, 'change')} were dropped, because too many waited.\n`);
    const names = receivers.map(({name}) => name);
    const waiting = this.#entries.filter(({waitingFor}) => names.some(name => waitingFor.has(name))).length;
    if (waiting > 0)
      err(
        cursor.isPersistent
          ? `skydeck: ${countText(waiting, 'change')} not delivered. The next start sends them again.\n`
          : `skydeck: ${countText(waiting, 'change')} not delivered. With --cursor the next start sends them again.\n`,
      );
  }

  #sendNext(): void {
    for (const receiver of this.#options.receivers) {
      for (const entry of this.#entries) {
        if ((this.#free.get(receiver.name) ?? 0) <= 0) break;
        if (entry.waitingFor.has(receiver.name) && !entry.taken.has(receiver.name)) this.#send(entry, receiver);
      }
    }
  }

  #send(entry: Entry<R>, receiver: Receiver<R>): void {
    const {name} = receiver;
    entry.taken.add(name);
    this.#free.set(name, (this.#free.get(name) ?? 0) - 1);
    const work = async (): Promise<void> => {
      const isDelivered = await receiver.deliver(entry.record);
      this.#free.set(name, (this.#free.get(name) ?? 0) + 1);
      // Without a cursor no later start could send it.
      if (isDelivered || !this.#options.cursor.isPersistent) this.#finish(entry, name);
      this.#sendNext();
    };
    this.#track(work());
  }

  #finish(entry: Entry<R>, name: string): void {
    entry.waitingFor.delete(name);
    if (entry.waitingFor.size === 0) {
      const at = this.#entries.indexOf(entry);
      if (at >= 0) this.#entries.splice(at, 1);
    }
    this.#track(this.#options.cursor.save());
  }

  #dropOldest(): void {
    const excess = this.#entries.length - maxPending;
    if (excess <= 0) return;
    if (this.#dropped === 0)
      this.#options.err(`skydeck: more than ${maxPending} changes wait. The oldest are dropped.\n`);
    this.#dropped += excess;
    this.#entries.splice(0, excess);
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }
}
