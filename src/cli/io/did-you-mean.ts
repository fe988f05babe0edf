/** What somebody may have meant who typed something else. */
import {maxSuggestions, nearestNames} from '../../platform/text/nearest-names.ts';

/** `: did you mean volumes?`, or nothing. */
export const suggestion = (typed: string, names: Iterable<string>): string => didYouMean(nearestNames(typed, names));

const didYouMean = (near: readonly string[]): string =>
  near.length === 0 ? '' : `: did you mean ${near.join(' or ')}?`;

/** The same among names such as `account.oauthClients.create`, of which the beginning is easily left out. */
export function suggestionAmong(typed: string, names: readonly string[]): string {
  const whole = names.filter(name => name.toLowerCase().endsWith(`.${typed.toLowerCase()}`));
  return whole.length > 0 && whole.length <= maxSuggestions ? didYouMean(whole) : suggestion(typed, names);
}

/** The same, and all there are where nothing is near. */
export const suggestionOrAll = (typed: string, names: readonly string[]): string =>
  suggestion(typed, names) || `: there are ${names.join(', ')}`;
