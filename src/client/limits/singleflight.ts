/** Calls in flight. Two equal requests are sent once; the request is canceled when its last caller stops waiting. */

import {CanceledError} from '../core/errors.ts';
import {type Priority, rankOf, type Ticket} from './request-scheduler.ts';

export interface SharedCall {
  readonly signal: AbortSignal;
  /** The highest priority among the waiting callers. */
  priority: Priority;
  /** The place in the queue of the attempt under way. */
  ticket: Ticket | undefined;
}

interface CallEntry<T> extends SharedCall {
  readonly key: string | undefined;
  readonly controller: AbortController;
  readonly promise: Promise<T>;
  waiterCount: number;
}

export class Singleflight<T> {
  readonly #shared = new Map<string, CallEntry<T>>();
  readonly #all = new Set<CallEntry<T>>();
  #isClosed = false;

  /**
   * @param key identity of the request; undefined for a request that must not be shared
   * @param joined called when the call joins an equal request in flight
   */
  run(
    key: string | undefined,
    {priority, signal}: {readonly priority: Priority; readonly signal?: AbortSignal | undefined},
    start: (call: SharedCall) => Promise<T>,
    joined?: () => void,
  ): Promise<T> {
    if (this.#isClosed || signal?.aborted) return Promise.reject(new CanceledError());
    const existing = key === undefined ? undefined : this.#shared.get(key);
    if (existing) joined?.();
    const entry = existing ?? this.#launch(key, priority, start);
    entry.waiterCount++;
    entry.priority = higher(entry.priority, priority);
    entry.ticket?.raisePriority(entry.priority);
    return signal ? this.#until(entry, signal) : entry.promise;
  }

  close(): void {
    this.#isClosed = true;
    for (const entry of this.#all) entry.controller.abort(new CanceledError());
  }

  #launch(key: string | undefined, priority: Priority, start: (call: SharedCall) => Promise<T>): CallEntry<T> {
    const controller = new AbortController();
    const call: SharedCall = {signal: controller.signal, priority, ticket: undefined};
    const onSettled = () => {
      this.#all.delete(entry);
      this.#removeShared(entry);
    };
    const entry: CallEntry<T> = Object.assign(call, {key, controller, promise: start(call), waiterCount: 0});
    this.#all.add(entry);
    if (key !== undefined) this.#shared.set(key, entry);
    entry.promise.then(onSettled, onSettled);
    return entry;
  }

  /** A caller leaves when its signal is aborted; the last to leave cancels the request. */
  #until(entry: CallEntry<T>, signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (--entry.waiterCount === 0) {
          this.#removeShared(entry);
          // The request itself reports its outcome: it may have left already.
          entry.controller.abort(new CanceledError());
          entry.promise.then(resolve, reject);
        } else reject(new CanceledError());
      };
      signal.addEventListener('abort', leave, {once: true});
      entry.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  #removeShared(entry: CallEntry<T>): void {
    if (entry.key !== undefined && this.#shared.get(entry.key) === entry) this.#shared.delete(entry.key);
  }
}

const higher = (a: Priority, b: Priority): Priority => (rankOf(a) <= rankOf(b) ? a : b);
