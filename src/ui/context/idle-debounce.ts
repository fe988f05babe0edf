/** A moment in which nothing happens, for what would only be in the way of it. */
import type {ConsoleClock} from './console-context.ts';

export interface IdleDebounce {
  /** It goes on: not before a while from now. */
  touch(): void;
  /** No longer wanted. */
  stop(): void;
}

/**
 * Runs something when nothing has been touched for so many milliseconds, or up to twice as many: a key that is held
 * touches sixty times a second, and to set a timer anew for each costs more than what it moves.
 */
export function createIdleDebounce(clock: ConsoleClock, idleMs: number, run: () => void): IdleDebounce {
  let touched = false;
  let cancel: (() => void) | undefined;
  function wait(): void {
    touched = false;
    cancel = clock.schedule(idleMs, onTimer);
  }
  function onTimer(): void {
    cancel = undefined;
    if (touched) wait();
    else run();
  }
  return {
    touch() {
      if (cancel === undefined) wait();
      else touched = true;
    },
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
}
