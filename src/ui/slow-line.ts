/** Chooses fewer bytes by itself where the way to the terminal is long. */
import type {DeckClock, Preferences} from './deck.ts';
import type {Cell} from './observe.ts';

/** A person feels a slower answer than this at every key; milliseconds. */
const SLOW = 150;
/** Not in the rush of the start; and several times, because a busy moment here looks like a slow line. */
const FIRST = 3000;
const PAUSE = 1000;
const TIMES = 3;

/** What costs fewer bytes: a mark for the cursor, half pages, and nothing that moves for its own sake. */
export const spare: Pick<Preferences, 'lowBandwidth' | 'jump' | 'cursor'> = {
  lowBandwidth: true,
  jump: true,
  cursor: 'gutter',
};

export interface SlowLineHost {
  readonly clock: Pick<DeckClock, 'schedule'>;
  /** Those of what is on screen by then. */
  readonly preferences: () => Cell<Preferences>;
  /** Asks the terminal; calls back with the milliseconds that the answer took. */
  roundTrip(tell: (milliseconds: number) => void): void;
  say(text: string): void;
}

/** Measures the line once; returns how to stop. */
export function watchLine({clock, preferences, roundTrip, say}: SlowLineHost): () => void {
  let left = TIMES;
  let best = Number.POSITIVE_INFINITY;
  let cancel = clock.schedule(FIRST, ask);
  function ask(): void {
    roundTrip(milliseconds => {
      best = Math.min(best, milliseconds);
      // One quick answer is proof enough of a quick line.
      if (best < SLOW) return;
      if (--left > 0) {
        cancel = clock.schedule(PAUSE, ask);
        return;
      }
      if (preferences().get().lowBandwidth) return;
      preferences().patch(spare);
      say(`this line takes ${Math.round(best)} ms: fewer bytes from now on; :set bandwidth full goes back`);
    });
  }
  return () => cancel();
}
