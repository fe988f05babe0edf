/** Time as the client sees it; injected, so that no test waits and no rule depends on the machine. */
export interface Clock {
  /** Milliseconds since 1970, as the machine has it: for dates. It may be set at any moment, by any amount. */
  now(): number;
  /**
   * Milliseconds since an arbitrary start, to measure durations and due times. Setting the machine's clock doesn't
   * change it, and timers use it. Time that the machine slept may be missing.
   */
  monotonic(): number;
  /** Runs once after so many milliseconds; returns how to call it off. */
  schedule(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(milliseconds, run) {
    // A timeout holds 31 bits; a waiter that is woken too early looks at the clock and waits again.
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

/** Resolves after so many milliseconds, or rejects with the signal's reason as soon as it is aborted. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const wake = () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    };
    const cancel = clock.schedule(milliseconds, wake);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, {once: true});
  });
}
