/** Reduces the number of bytes automatically on a slow connection to the terminal. */
import type {StoreApi} from 'zustand/vanilla';
import type {ConsoleClock, Preferences} from '../context/console-types.ts';

/** The round trip above which users feel a delay at every key; milliseconds. */
const SLOW_ROUND_TRIP_MS = 150;
/**
 * Measured after the start-up, and several times, because a busy moment of this machine looks like a slow connection.
 */
const FIRST_MEASUREMENT_DELAY_MS = 3000;
const MEASUREMENT_INTERVAL_MS = 1000;
const MAX_MEASUREMENTS = 3;

/** Preferences that need fewer bytes: a mark for the cursor, jumps of half a page, and no animation. */
export const lowBandwidthPreferences: Pick<Preferences, 'lowBandwidth' | 'jump' | 'cursor'> = {
  lowBandwidth: true,
  jump: true,
  cursor: 'gutter',
};

export interface SlowLinkHost {
  readonly clock: Pick<ConsoleClock, 'schedule'>;
  /** The preferences of the console that is on screen at that time. */
  readonly preferences: () => StoreApi<Preferences>;
  /** Measures a query to the terminal; calls back with its duration in milliseconds. */
  roundTrip(tell: (milliseconds: number) => void): void;
  say(text: string): void;
}

/** Measures the connection once; returns the function that stops. */
export function detectSlowLink({clock, preferences, roundTrip, say}: SlowLinkHost): () => void {
  let remaining = MAX_MEASUREMENTS;
  let best = Number.POSITIVE_INFINITY;
  let cancel = clock.schedule(FIRST_MEASUREMENT_DELAY_MS, ask);
  function ask(): void {
    roundTrip(milliseconds => {
      best = Math.min(best, milliseconds);
      // One quick answer proves a fast connection.
      if (best < SLOW_ROUND_TRIP_MS) return;
      if (--remaining > 0) {
        cancel = clock.schedule(MEASUREMENT_INTERVAL_MS, ask);
        return;
      }
      if (preferences().getState().lowBandwidth) return;
      preferences().setState(lowBandwidthPreferences);
      say(`this line takes ${Math.round(best)} ms: fewer bytes from now on; :set bandwidth full goes back`);
    });
  }
  return () => cancel();
}
