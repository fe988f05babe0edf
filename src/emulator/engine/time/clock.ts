/**
 * The only source of time. Every duration in the emulator – a boot, a token's expiry, the 90 days of an event – is
 * measured with this clock, so that `--speed` scales all of them and a test can advance it.
 */
export interface EmulatedClock {
  /** Milliseconds since 1970, in emulated time. */
  now(): number;
  /** Emulated seconds per real second. */
  readonly speed: number;
  /** Calls `run` once when emulated time reaches `time`; returns a function that cancels the timer. */
  runAt(time: number, run: () => void): () => void;
  /** Advances the time; due timers run in order, each at its own time. */
  advance(milliseconds: number): void;
  /**
   * Advances the time with a pause after each timer, so that a long advance does not block other work.
   * Time stops during the pause. Returns false if the clock or the signal stopped the advance before its end.
   */
  advanceInTurns(milliseconds: number, pause: () => Promise<void>, signal?: AbortSignal): Promise<boolean>;
  /** Target of a running `advanceInTurns`; otherwise the current time. */
  advanceTarget(): number;
  /** Stops the clock; no timer runs afterwards. */
  stop(): void;
}

interface Timer {
  readonly time: number;
  readonly run: () => void;
}

/** Common part of both clocks: timers in the order in which they are due. */
class Timers {
  readonly #timers: Timer[] = [];

  get next(): Timer | undefined {
    return this.#timers[0];
  }

  add(timer: Timer): () => void {
    // Timers of the same time run in the order in which they were added.
    const index = this.#timers.findIndex(other => other.time > timer.time);
    this.#timers.splice(index < 0 ? this.#timers.length : index, 0, timer);
    return () => {
      const at = this.#timers.indexOf(timer);
      if (at >= 0) this.#timers.splice(at, 1);
    };
  }

  take(until: number): Timer | undefined {
    const first = this.#timers[0];
    return first && first.time <= until ? this.#timers.shift() : undefined;
  }

  clear(): void {
    this.#timers.length = 0;
  }

  /** Runs the timers that are due until `end`. Returns false if the run was stopped earlier. */
  async runInTurns(end: number, turn: ClockSlice): Promise<boolean> {
    for (let due = this.take(end); due; due = this.take(end)) {
      turn.reach(due.time);
      due.run();
      await turn.pause();
      if (turn.isOver()) return false;
    }
    return true;
  }
}

interface ClockSlice {
  readonly reach: (time: number) => void;
  readonly pause: () => Promise<void>;
  readonly isOver: () => boolean;
}

/** A clock that stands still until it is advanced. */
export function manualClock(start = Date.UTC(2026, 0, 15, 12), speed = 1): EmulatedClock {
  const timers = new Timers();
  let now = start;
  let targetTime: number | undefined;
  let isStopped = false;
  return {
    now: () => now,
    advanceTarget: () => targetTime ?? now,
    speed,
    runAt: (time, run) => timers.add({time, run}),
    advance(milliseconds) {
      const end = now + milliseconds;
      for (let due = timers.take(end); due; due = timers.take(end)) {
        now = Math.max(now, due.time);
        due.run();
      }
      now = end;
    },
    async advanceInTurns(milliseconds, pause, signal) {
      const end = now + milliseconds;
      targetTime = end;
      try {
        const reach = (time: number) => {
          now = Math.max(now, time);
        };
        const isOver = () => isStopped || signal?.aborted === true;
        const hasArrived = await timers.runInTurns(end, {reach, pause, isOver});
        if (hasArrived) now = end;
        return hasArrived;
      } finally {
        targetTime = undefined;
      }
    },
    stop() {
      isStopped = true;
      timers.clear();
    },
  };
}

export interface RealClockOptions {
  /** Emulated seconds per real second; default 1. */
  readonly speed?: number | undefined;
  /** Emulated time at the start; default: the machine's time. */
  readonly start?: number | undefined;
  /** Minimum of the emulated time at the start. */
  readonly notBefore?: number | undefined;
}

/** The clock of an emulator: with a speed of 0 the time stands still until it is advanced. */
export const createClock = ({speed = 1, start = Date.now(), notBefore = 0}: RealClockOptions): EmulatedClock =>
  speed === 0 ? manualClock(Math.max(start, notBefore), 0) : realClock({speed, start, notBefore});

/** Follows the machine's clock, or a faster one with `speed`. */
export function realClock({speed = 1, start = Date.now(), notBefore = 0}: RealClockOptions = {}): EmulatedClock {
  const timers = new Timers();
  // Uses the monotonic clock, because setting back the machine's clock must not freeze an account.
  const origin = performance.now();
  let base = Math.max(start, notBefore);
  let waiting: NodeJS.Timeout | undefined;
  let moment: number | undefined;
  let targetTime: number | undefined;
  let isStopped = false;

  const now = () => moment ?? Math.floor(base + (performance.now() - origin) * speed);
  const fire = () => {
    try {
      for (let due = timers.take(now()); due; due = timers.take(now())) due.run();
    } finally {
      wait();
    }
  };
  const wait = () => {
    clearTimeout(waiting);
    waiting = undefined;
    const {next} = timers;
    if (!next) return;
    // A timeout has at most 31 bits of milliseconds; a longer wait is split.
    const real = Math.min(Math.max(0, Math.ceil((next.time - now()) / speed)), 2 ** 31 - 1);
    waiting = setTimeout(fire, real).unref();
  };
  return {
    now,
    advanceTarget: () => targetTime ?? now(),
    speed,
    runAt(time, run) {
      const cancel = timers.add({time, run});
      wait();
      return () => {
        cancel();
        wait();
      };
    },
    advance(milliseconds) {
      const end = now() + milliseconds;
      try {
        for (let due = timers.take(end); due; due = timers.take(end)) {
          moment = Math.max(now(), due.time);
          due.run();
        }
      } finally {
        moment = undefined;
        base += end - now();
        wait();
      }
    },
    async advanceInTurns(milliseconds, pause, signal) {
      const end = now() + milliseconds;
      targetTime = end;
      // Freezes the time: during the advance, only `reach` moves it.
      moment = now();
      let hasArrived = false;
      try {
        const reach = (time: number) => {
          moment = Math.max(now(), time);
        };
        const isOver = () => isStopped || signal?.aborted === true;
        hasArrived = await timers.runInTurns(end, {reach, pause, isOver});
        return hasArrived;
      } finally {
        const reached = hasArrived ? end : now();
        moment = undefined;
        targetTime = undefined;
        base += reached - now();
        if (!isStopped) wait();
      }
    },
    stop() {
      isStopped = true;
      timers.clear();
      clearTimeout(waiting);
    },
  };
}

const twoDigits = Array.from({length: 60}, (_, number) => String(number).padStart(2, '0'));
/** Cache of the last formatted day: seeds format a million times, mostly several in the same day. */
let day = Number.NaN;
let date = '';

/**
 * A time in the format of the API: UTC, without zone and fraction.
 * @throws RangeError for an invalid time.
 */
export function formatTimestamp(time: number): string {
  const dayOfTime = Math.floor(time / days);
  if (dayOfTime !== day) {
    date = new Date(dayOfTime * days).toISOString().slice(0, 11);
    day = dayOfTime;
  }
  const second = Math.floor((time - dayOfTime * days) / seconds);
  return `${date}${twoDigits[Math.floor(second / 3600)]}:${twoDigits[Math.floor(second / 60) % 60]}:${twoDigits[second % 60]}`;
}

/** Parses a time in the format of the API, to milliseconds since 1970. */
export const parseTimestamp = (text: string): number => Date.parse(/Z|[+-]\d{2}:\d{2}$/.test(text) ? text : `${text}Z`);

export const seconds = 1000;
export const minutes = 60 * seconds;
export const hours = 60 * minutes;
export const days = 24 * hours;
