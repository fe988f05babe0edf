/**
 * Creation of an account. A chapter fills one family; the chapters run in order, so that a later one can refer to
 * rows of an earlier one. All randomness comes from the story: the same seed gives the same story.
 */

import type {Store} from '../../engine/storage/store.ts';
import {days, formatTimestamp} from '../../engine/time/clock.ts';
import type {Random} from '../../engine/time/random.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';

export interface SeedContext {
  readonly db: Store;
  /** The moment at which the story ends and the account comes alive. */
  readonly now: number;
  readonly random: Random;
  /** The provider's word for an instance. */
  readonly word: string;
  /** For tokens, passwords and keys: the same again only when the emulator was given a seed. */
  readonly secrets: Random;
}

export interface Seeder {
  /** In every account: catalogues, and what an account cannot be without. */
  readonly always?: (context: SeedContext) => void;
  /** In the demo account. */
  readonly demo?: (context: SeedContext) => void;
  /** Operations in progress when the demo account starts. */
  readonly begin?: (work: UnitOfWork) => void;
  /** In an account of so many instances. */
  readonly many?: (context: SeedContext, instances: number) => void;
}

/** So long before the end of the story, as the wire writes it. */
export const beforeNow = ({now}: SeedContext, milliseconds: number): string => formatTimestamp(now - milliseconds);

/** Time on the company's clock at the end of the story: 15:00 on a Wednesday. */
const endInOffice = Date.UTC(2026, 0, 14, 15);

/**
 * The company's own date and time (read them as UTC) at this moment of the story.
 *
 * People of the story keep to this clock and not to the machine's: the same seed tells the same story, measured back
 * from its end, at whatever hour and on whatever weekday the emulator starts.
 */
export const officeDate = ({now}: Pick<SeedContext, 'now'>, time: number): Date => new Date(endInOffice - (now - time));

/** Start of a day in the company's calendar; 0 is the day on which the story ends. */
export const officeMidnight = ({now}: Pick<SeedContext, 'now'>, daysAgo: number): number =>
  now - (endInOffice % days) - daysAgo * days;

/** Saturday or Sunday by the company's calendar. */
export const isOfficeWeekend = (context: Pick<SeedContext, 'now'>, time: number): boolean =>
  [0, 6].includes(officeDate(context, time).getUTCDay());
