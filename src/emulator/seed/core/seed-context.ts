/**
 * Creation of an account. A seeder fills one family; seeders run in order, so that a later one can refer to rows of an
 * earlier one. All random values come from the context, so that the same seed creates the same account.
 */

import type {Store} from '../../engine/storage/store.ts';
import {days, formatTimestamp} from '../../engine/time/clock.ts';
import type {Random} from '../../engine/time/random.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';

export interface SeedContext {
  readonly db: Store;
  /** The time at which the seeded history ends and the account starts. */
  readonly now: number;
  readonly random: Random;
  /** The provider's word for an instance. */
  readonly word: string;
  /** For tokens, passwords and keys: reproducible only if the emulator has a seed. */
  readonly secrets: Random;
}

export interface Seeder {
  /** In every account: catalogs and required rows. */
  readonly always?: (context: SeedContext) => void;
  /** In the demo account. */
  readonly demo?: (context: SeedContext) => void;
  /** Operations in progress when the demo account starts. */
  readonly begin?: (work: UnitOfWork) => void;
  /** In an account with this number of instances. */
  readonly many?: (context: SeedContext, instances: number) => void;
}

/** A time before the end of the seeded history, in the format of the API. */
export const beforeNow = ({now}: SeedContext, milliseconds: number): string => formatTimestamp(now - milliseconds);

/** Office time at the end of the seeded history: 15:00 on a Wednesday. */
const endInOffice = Date.UTC(2026, 0, 14, 15);

/**
 * The office's date and time (in the UTC fields) at a time of the seeded history.
 *
 * Working hours follow this clock and not the machine's. The history is measured back from its end, so the same seed
 * creates the same history at any hour and on any weekday of the start.
 */
export const officeDate = ({now}: Pick<SeedContext, 'now'>, time: number): Date => new Date(endInOffice - (now - time));

/** Start of a day in the office calendar; 0 is the day on which the seeded history ends. */
export const officeMidnight = ({now}: Pick<SeedContext, 'now'>, daysAgo: number): number =>
  now - (endInOffice % days) - daysAgo * days;

/** True on a Saturday or Sunday of the office calendar. */
export const isOfficeWeekend = (context: Pick<SeedContext, 'now'>, time: number): boolean =>
  [0, 6].includes(officeDate(context, time).getUTCDay());
