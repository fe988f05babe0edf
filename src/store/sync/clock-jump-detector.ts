/**
 * Detects that the system clock was set or that the machine slept: the time of day and the monotonic clock advanced by
 * different amounts. In both cases the data on screen may be older than its label.
 */
import type {Clock} from '../core/clock.ts';

/** The interval between two checks of the clocks, milliseconds; a label is out of date for this time at most. */
const checkIntervalMs = 2000;
/** The interval while the terminal isn't focused: each check wakes an idle program. */
const unfocusedCheckIntervalMs = 5000;
/** A smaller difference between two checks comes from time synchronization and isn't a jump. */
const minJumpMs = 1000;

export class ClockJumpDetector {
  readonly #clock: Clock;
  readonly #onJump: (by: number) => void;
  /** The time of day minus the elapsed time. */
  #offset = 0;
  #intervalMs = checkIntervalMs;
  #cancel: (() => void) | undefined;

  /** @param onJump receives the milliseconds of the jump; negative if the clock was set back */
  constructor(clock: Clock, onJump: (by: number) => void) {
    this.#clock = clock;
    this.#onJump = onJump;
  }

  start(): void {
    this.#offset = this.#currentOffset();
    this.#plan();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Sets whether the terminal is focused; when it gets the focus, the clocks are checked at once. */
  setFocused(on: boolean): void {
    this.#intervalMs = on ? checkIntervalMs : unfocusedCheckIntervalMs;
    if (this.#cancel) this.#check();
  }

  #plan(): void {
    this.#cancel?.();
    this.#cancel = this.#clock.schedule(this.#intervalMs, () => this.#check());
  }

  #check(): void {
    this.#plan();
    const offset = this.#currentOffset();
    const by = offset - this.#offset;
    this.#offset = offset;
    if (Math.abs(by) >= minJumpMs) this.#onJump(by);
  }

  #currentOffset(): number {
    return this.#clock.now() - this.#clock.monotonic();
  }
}
