/** One read of some data at a time, and another one after it if the data may have changed meanwhile. */
import type {Priority} from '../api/connection.ts';

export interface ReadLoopHost {
  /** Reads the data once. */
  read(priority: Priority): Promise<void>;
  /** True if the data must be read again, because it changed after the last read was sent. */
  isOutdated(): boolean;
}

export class ReadLoop {
  readonly #host: ReadLoopHost;
  #running: Promise<void> | undefined;
  /** The priority of the read that follows the running one. */
  #nextPriority: Priority | undefined;

  constructor(host: ReadLoopHost) {
    this.#host = host;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Reads, or joins a running read; for the user, reads again after it. Resolves when no further read follows. */
  read(priority: Priority): Promise<void> {
    if (priority === 'user') return this.readAgain(priority);
    return this.#running ?? this.run(() => this.#host.read(priority));
  }

  /** Reads, after a running read, which may return data from before the latest change. */
  readAgain(priority: Priority): Promise<void> {
    if (!this.#running) return this.run(() => this.#host.read(priority));
    this.#nextPriority = moreUrgent(this.#nextPriority, priority);
    return this.#running;
  }

  /** Starts work that excludes reads, while no read is running. Reads that are requested meanwhile follow it. */
  run(work: () => Promise<void>): Promise<void> {
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    // Set before the work starts, because its first subscriber may request a read.
    this.#running = promise;
    this.#runUntilCurrent(work).then(resolve, reject);
    return promise;
  }

  async #runUntilCurrent(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) await this.#host.read(next);
    } finally {
      // Without this, an error of a subscriber would end all later reads.
      this.#running = undefined;
      this.#nextPriority = undefined;
    }
  }

  #takeNext(): Priority | undefined {
    const next = this.#nextPriority ?? (this.#host.isOutdated() ? 'background' : undefined);
    this.#nextPriority = undefined;
    return next;
  }
}

const mostUrgentFirst: readonly Priority[] = ['user', 'screen', 'events', 'background'];

/** The priority of one read for two requests. */
export const moreUrgent = (first: Priority | undefined, second: Priority): Priority =>
  first !== undefined && mostUrgentFirst.indexOf(first) < mostUrgentFirst.indexOf(second) ? first : second;
