/** Suggestions for a mistyped word. */
import {maxSuggestions, nearestNames} from '../../platform/text/nearest-names.ts';

/** `: did you mean volumes?`, or an empty text. */
export const suggestion = (text: string, names: Iterable<string>): string => didYouMean(nearestNames(text, names));

const didYouMean = (names: readonly string[]): string =>
  names.length === 0 ? '' : `: did you mean ${names.join(' or ')}?`;

/** Suggestions among names such as `account.oauthClients.create`, in which users easily omit the first part. */
export function suggestionAmong(text: string, names: readonly string[]): string {
  const whole = names.filter(name => name.toLowerCase().endsWith(`.${text.toLowerCase()}`));
  return whole.length > 0 && whole.length <= maxSuggestions ? didYouMean(whole) : suggestion(text, names);
}

/** Suggestions, or all names if none is similar. */
export const suggestionOrAll = (text: string, names: readonly string[]): string =>
  suggestion(text, names) || `: there are ${names.join(', ')}`;

/** The recipe for users of `gh`, in place of a suggestion; undefined for other flags. */
export const jqRecipe = (flag: string): string | undefined =>
  flag === '--jq' || flag === '-q' ? ". Pipe the JSON to jq: --json | jq '.[].label'" : undefined;
