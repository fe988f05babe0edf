/**
 * The provider's ID prefix.
 *
 * The contract uses neutral words; on the wire, a provider's word replaces them. The translation takes place only at
 * the wire, by position and never by searching for the word: a volume may be called `compute_id`, and a user may have
 * the provider's name. Without an ID prefix nothing is translated.
 */
import {eventActions, eventEntityTypes} from '../account/events.ts';
import {type Brand, type BrandOptions, brandOf} from './brand-positions.ts';

export type {Brand, BrandOptions, Translator} from './brand-positions.ts';

/**
 * @param word the ID prefix in lower case; without a word nothing is translated
 * @throws RangeError for a word that the API uses in another sense, so that it could not be translated back
 */
export function brand(word?: string, {acronym, apiHost}: BrandOptions = {}): Brand {
  for (const name of word ? [word, acronym] : []) if (name !== undefined) assertUsable(name);
  return brandOf(word, {acronym, apiHost});
}

function assertUsable(word: string) {
  if (!/^[a-z][a-z0-9]*$/.test(word)) throw new RangeError(`${JSON.stringify(word)} is not a word in lower case`);
  const isReserved = [...eventEntityTypes, ...eventActions].some(name => name.split('_')[0] === word);
  if (isReserved) throw new RangeError(`the API uses the word ${JSON.stringify(word)} in another sense`);
}
