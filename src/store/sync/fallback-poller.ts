/**
 * Polls lists if events can't be read, because then only a read of the list shows changes. It polls only lists that are
 * on screen and not too long.
 */

import type {LiveCollection} from '../cache/collection.ts';
import type {Clock} from '../core/clock.ts';

const pollIntervalMs = 60_000;
const maxPages = 5;

export interface FallbackPollerHost {
  readonly clock: Clock;
  isFocused(): boolean;
  collections(): Iterable<LiveCollection>;
}

export class FallbackPoller {
  readonly #host: FallbackPollerHost;
  #isActive = false;
  #cancelTimer: (() => void) | undefined;

  constructor(host: FallbackPollerHost) {
    this.#host = host;
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  start(): void {
    this.#isActive = true;
    this.#cancelTimer ??= this.#host.clock.schedule(pollIntervalMs, () => this.#poll());
  }

  /** Stops, because events can be read again. */
  deactivate(): void {
    this.#isActive = false;
  }

  /** Stops after the last listener unsubscribed. */
  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #poll(): void {
    this.#cancelTimer = undefined;
    if (!this.#isActive) return;
    for (const collection of this.#host.collections())
      if (collection.hasSubscribers && collection.pages <= maxPages && this.#host.isFocused())
        void collection.fetch('background');
    this.start();
  }
}
