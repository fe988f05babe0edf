/** Ranking of short texts by a typed one. */
import fuzzysort from 'fuzzysort';
import {isCoherent} from '../../store/list/coherent-match.ts';

/** Scores that differ by less than this are one rank. Items of one rank keep their order, which has a meaning. */
const RANK = 0.05;
const rankOf = (score: number): number => Math.round(score / RANK);

/** True for a text whose first words are exactly the query: "account" comes before "child_account". */
const isExact = (query: string, text: string): boolean =>
  `${text} `.toLowerCase().startsWith(`${query} `.toLowerCase());

/** The matching items, best first; all of them, in order, while nothing is typed. */
export function rankMatches<T>(
  typed: string,
  items: readonly T[],
  text: (item: T) => string,
  maxMatches = 1000,
): readonly T[] {
  const query = typed.trim();
  if (query === '') return items.slice(0, maxMatches);
  const indexed = items.map((item, index) => ({item, index}));
  const matches = fuzzysort.go(query, indexed, {key: ({item}) => text(item), limit: 0, threshold: 0.3});
  return matches
    .filter(({indexes}) => isCoherent(query, indexes))
    .map(({score, obj, target}) => ({...obj, rank: isExact(query, target) ? Number.POSITIVE_INFINITY : rankOf(score)}))
    .sort((a, b) => (a.rank === b.rank ? a.index - b.index : b.rank - a.rank))
    .slice(0, maxMatches)
    .map(({item}) => item);
}
