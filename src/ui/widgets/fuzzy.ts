/** Ranking of short texts by what was typed. */
import fuzzysort from 'fuzzysort';

/** The items that fit, the best first; all of them, in their order, while nothing is typed. */
export function ranked<T>(typed: string, items: readonly T[], text: (item: T) => string, most = 1000): readonly T[] {
  const words = typed.trim();
  if (words === '') return items.slice(0, most);
  return fuzzysort.go(words, items, {key: text, limit: most, threshold: 0.3}).map(result => result.obj);
}
