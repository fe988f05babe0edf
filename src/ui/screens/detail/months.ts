/** Answers about now, and about each month of the past: `[` and `]` turn them. */
import type {PathParams, ReadOperation} from '../../../families/define.ts';
import type {QueryState, Source} from '../../../store/types.ts';
import type {Deck} from '../../deck.ts';
import type {TabContent} from './lines.ts';

export interface Months {
  /** Months that were turned back; 0 is what is so now. */
  readonly back: number;
  /** "2026-03" of the answer; undefined for now. */
  readonly title: string | undefined;
  readonly get: () => QueryState;
  readonly awake: NonNullable<TabContent['awake']>;
  /** False where there is no further month, so that the key goes on to the next tab. */
  readonly step: NonNullable<TabContent['step']>;
}

interface Turning {
  /** What answers for now. */
  readonly load: {readonly operation: ReadOperation; readonly every: number};
  readonly params: PathParams;
  /** What answers for a month; without it there is only now. */
  readonly month: ReadOperation | undefined;
  /** The month that one step back shows: 0 is the one that runs. */
  readonly first: 0 | 1;
}

/** A month that is over does not change; the running one is asked for this often, seconds. */
const MONTH_EVERY = 3600;

export function turnMonths(deck: Deck, {load, params, month, first}: Turning): Months {
  let back = 0;
  let source = sourceFor();
  let stop: (() => void) | undefined;
  let changed: (() => void) | undefined;

  function monthShown() {
    return monthsBack(deck.clock.now(), back - 1 + first);
  }
  function sourceFor(): Source<QueryState> {
    if (back === 0 || month === undefined) return deck.session.query(load.operation, params, load.every);
    return deck.session.query(month, {...params, ...monthShown()}, MONTH_EVERY);
  }
  const listen = (): void => {
    stop?.();
    stop = changed && source.subscribe(changed);
  };
  return {
    get back() {
      return back;
    },
    get title() {
      if (back === 0) return undefined;
      const {year, month: number} = monthShown();
      return `${year}-${String(number).padStart(2, '0')}`;
    },
    get: () => source.get(),
    awake(listener) {
      changed = listener;
      listen();
      return () => {
        stop?.();
        stop = changed = undefined;
      };
    },
    step(by) {
      if (month === undefined || back - by < 0) return false;
      back -= by;
      source = sourceFor();
      listen();
      return true;
    },
  };
}

function monthsBack(now: number, by: number): {year: number; month: number} {
  const date = new Date(now);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() - by;
  return {year: Math.floor(months / 12), month: (months % 12) + 1};
}
