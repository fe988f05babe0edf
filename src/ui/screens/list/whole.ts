/** What is about all rows that are shown is not done to some of them. */
import type {ListPlace} from './place.ts';

export const unsettledWords = (title: string): string =>
  `not all ${title} are in their place yet: once more in a moment`;

/** Whether what is shown is all that was asked for; says so where it is not. */
export function isWhole({deck, family, model}: Pick<ListPlace, 'deck' | 'family' | 'model'>): boolean {
  if (model.finish()) return true;
  deck.say(unsettledWords(family.title), 'attention');
  return false;
}
