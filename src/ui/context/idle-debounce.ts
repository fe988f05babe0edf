/** Runs work in an idle moment, in which it delays nothing else. */
import type {ConsoleClock} from './console-types.ts';

/** A time longer than the pause between two keys of a user who types or holds a key, milliseconds. */
export const IDLE_MS = 300;

export interface IdleDebounce {
  /** Reports activity: the wait starts again. */
  touch(): void;
  /** Cancels the work. */
  stop(): void;
}

/**
 * Runs a function after this time without activity, or up to twice as long. A held key reports activity 60 times a
 * second, and a new timer for each would cost more than the work of the key.
 */
export function createIdleDebounce(clock: ConsoleClock, idleMs: number, run: () => void): IdleDebounce {
  let isTouched = false;
  let cancel: (() => void) | undefined;
  function wait(): void {
    isTouched = false;
    cancel = clock.schedule(idleMs, onTimer);
  }
  function onTimer(): void {
    cancel = undefined;
    if (isTouched) wait();
    else run();
  }
  return {
    touch() {
      if (cancel === undefined) wait();
      else isTouched = true;
    },
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
}
