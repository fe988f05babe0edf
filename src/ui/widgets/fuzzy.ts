/** Ranking of short texts by a typed one. */
import fuzzysort from 'fuzzysort';
import {isCoherent} from '../../store/list/coherent-match.ts';

/** Scores that differ by less than this are one rank. Items of one rank keep their order, which has a meaning. */
const RANK = 0.05;
const rankOf = (score: number): number => Math.round(score / RANK);

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
    .sort((a, b) => rankOf(b.score) - rankOf(a.score) || a.obj.index - b.obj.index)
    .slice(0, maxMatches)
    .map(({obj}) => obj.item);
}
