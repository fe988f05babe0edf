/**
 * How an account comes to be. A chapter fills one family; the chapters are told in order, so that a later one can
 * refer to what an earlier one made. All randomness comes from the story: the same seed tells the same story.
 */
import {stamp} from '../engine/clock.ts';
import type {Random} from '../engine/random.ts';
import type {Store} from '../engine/store.ts';
import type {Work} from '../engine/work.ts';

export interface Story {
  readonly db: Store;
  /** The moment at which the story ends and the account comes alive. */
  readonly now: number;
  readonly random: Random;
}

export interface Chapter {
  /** In every account: catalogues, and what an account cannot be without. */
  readonly always?: (story: Story) => void;
  /** In the demo account. */
  readonly demo?: (story: Story) => void;
  /** What is under way in the demo account when it comes alive. */
  readonly begin?: (work: Work) => void;
  /** In an account of so many instances. */
  readonly many?: (story: Story, instances: number) => void;
}

/** So long before the end of the story, as the wire writes it. */
export const ago = ({now}: Story, milliseconds: number): string => stamp(now - milliseconds);
