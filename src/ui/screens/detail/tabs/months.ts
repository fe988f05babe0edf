/** Responses for the current month and for each earlier month; `[` and `]` change the month. */
import type {PathParams, ReadOperation} from '../../../../families/shape/define-family.ts';
import {keyText} from '../../../../keymap/keymap.ts';
import type {QueryState} from '../../../../store/cache/query-spec.ts';
import type {ReadonlyStore} from '../../../../store/core/traced-store.ts';
import type {ClockPort, KeymapPort, SessionPort} from '../../../context/ports.ts';
import type {TabContent} from '../../shared/detail-lines.ts';

export interface Months {
  /** The month of the response, "2026-03"; undefined for the current month. */
  readonly title: string | undefined;
  readonly get: () => QueryState;
  readonly subscribe: NonNullable<TabContent['subscribe']>;
  /** Returns false if no further month exists, so that the key moves to the next tab. */
  readonly step: NonNullable<TabContent['step']>;
}

/** "Press [ or ] for another month"; empty if the settings switch the keys off. */
export function stepHint({keymap}: KeymapPort, what: string): string {
  const keys = [keyText(keymap, 'detail.previousTab'), keyText(keymap, 'detail.nextTab')].filter(Boolean);
  return keys.length === 0 ? '' : `Press ${keys.join(' or ')} for another ${what}`;
}

interface MonthsOptions {
  /** The operation for the current month. */
  readonly load: {readonly operation: ReadOperation; readonly refreshSeconds: number};
  readonly params: PathParams;
  /** The operation for a past month; without it the tab shows only the current month. */
  readonly month: ReadOperation | undefined;
  /** The number of months back for the first step: 0 is the current month. */
  readonly first: 0 | 1;
}

/** A past month doesn't change; the current one is read at this interval, seconds. */
const MONTH_REFETCH_SECONDS = 3600;

export function createMonths(context: ClockPort & SessionPort, {load, params, month, first}: MonthsOptions): Months {
  let back = 0;
  /** The past month on screen: it stays when the clock enters another month. */
  let shown: {readonly year: number; readonly month: number} | undefined;
  let source = sourceFor();
  let stop: (() => void) | undefined;
  let changed: (() => void) | undefined;

  function sourceFor(): ReadonlyStore<QueryState> {
    shown = undefined;
    if (back === 0 || month === undefined) return context.session.query(load.operation, params, load.refreshSeconds);
    shown = monthsBack(context.clock.now(), back - 1 + first);
    return context.session.query(month, {...params, ...shown}, MONTH_REFETCH_SECONDS);
  }
  const listen = (): void => {
    stop?.();
    stop = changed && source.subscribe(changed);
  };
  return {
    get title() {
      return shown && `${shown.year}-${String(shown.month).padStart(2, '0')}`;
    },
    get: () => source.getState(),
    subscribe(listener) {
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
