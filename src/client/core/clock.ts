/** The client's source of time; injected, so that tests don't wait. */
export interface ClientClock {
  /** The machine's time in milliseconds since 1970, for dates. The user can set it at any time. */
  now(): number;
  /**
   * Milliseconds since an arbitrary start, to measure durations and due times. Setting the machine's clock doesn't
   * change it, and timers use it. Time that the machine slept may be missing.
   */
  monotonic(): number;
  /** Calls `run` once after the given milliseconds; returns a function that cancels the timer. */
  schedule(milliseconds: number, run: () => void): () => void;
}

/** A timeout has at most 31 bits: a longer one ends at once. */
const maxTimeoutMs = 2 ** 31 - 1;

export const systemClock: ClientClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(milliseconds, run) {
    let timer: NodeJS.Timeout;
    const wait = (remainingMs: number): void => {
      const next = remainingMs > maxTimeoutMs ? () => wait(remainingMs - maxTimeoutMs) : run;
      timer = setTimeout(next, Math.min(remainingMs, maxTimeoutMs));
    };
    wait(Math.max(0, milliseconds));
    return () => clearTimeout(timer);
  },
};

/** Resolves after the given milliseconds, or rejects with the signal's reason when the signal is aborted. */
export function sleep(clock: ClientClock, milliseconds: number, signal?: AbortSignal): Promise<void> {
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
