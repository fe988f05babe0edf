/** Time as the client sees it; injected, so that no test waits and no rule depends on the machine. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once after so many milliseconds; returns how to call it off. */
  schedule(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(milliseconds, run) {
    // A timeout holds 31 bits; whoever waits looks at the clock again when woken.
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

/** A time that never goes back: a machine whose clock is set back must not keep a window shut for hours. */
export function steady(clock: Clock): () => number {
  let last = clock.now();
  let lag = 0;
  return () => {
    const now = clock.now();
    if (now < last) lag += last - now;
    last = now;
    return now + lag;
  };
}

/** Resolves after so many milliseconds, or rejects with the signal's reason as soon as it is aborted. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const wake = () => {
      signal?.removeEventListener('abort', give);
      resolve();
    };
    const cancel = clock.schedule(milliseconds, wake);
    const give = () => {
      cancel();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', give, {once: true});
  });
}
