/** The mistake of a saved filter: its list isn’t loaded, so only the contract’s fields and values are known. */
import type {Family} from '../../families/shape/define-family.ts';
import {parseFilterQuery} from './filter.ts';

interface Problem {
  readonly reason: string;
  /** False for a name that may also be a text with a colon, such as a tag. */
  readonly isCertain: boolean;
}

/** A name that resembles a field of fewer families is probably a text with a colon, such as the tag `role:db`. */
const minFamilies = 5;

/**
 * The reason why a filter matches no row in any of these lists; undefined if it may match one. An unknown name or value
 * is reported if it resembles another, because the provider can add names and values.
 */
export function filterProblem(text: string, families: readonly Family[]): string | undefined {
  const problems = families.map(family => problemIn(text, family));
  if (problems.includes(undefined)) return undefined;
  const known = problems.flatMap(problem => (problem === undefined || problem === 'unknown' ? [] : problem));
  const certain = mostFrequent(known.filter(({isCertain}) => isCertain));
  if (certain) return certain.reason;
  const misspelled = mostFrequent(known);
  if (!misspelled || misspelled.count < Math.min(minFamilies, families.length)) return undefined;
  return `${misspelled.reason} Put a text with a colon in quotes.`;
}

function problemIn(text: string, family: Family): Problem | 'unknown' | undefined {
  const {terms, hint} = parseFilterQuery(text, family, undefined);
  if (hint !== undefined) return {reason: hint, isCertain: true};
  const doubtful = terms.filter(({doubt}) => doubt !== undefined);
  if (doubtful.length === 0) return undefined;
  const misspelled = doubtful.find(({hasSuggestion}) => hasSuggestion === true);
  return misspelled?.doubt === undefined ? 'unknown' : {reason: misspelled.doubt, isCertain: false};
}

function mostFrequent(problems: readonly Problem[]): {readonly reason: string; readonly count: number} | undefined {
  const counts = new Map<string, number>();
  for (const {reason} of problems) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [most] = [...counts].sort(([, first], [, second]) => second - first);
  return most && {reason: most[0], count: most[1]};
}
