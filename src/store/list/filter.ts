/**
 * The filter's grammar: words, and fields with an operator. `web status:running size>20 tag:prod !label:test`
 *
 * All terms must match. `field:a,b` matches if the value contains a or b; `=` and `!=` compare whole values; `<` and
 * `>` compare numbers, sizes, money, dates and ages. Quotes preserve spaces. A token without a known field is a word,
 * because an IPv6 address has many colons. The full grammar is in docs/filters.md.
 */

import {isQuantity, type Quantity, quantities} from '../../families/format/quantities.ts';
import type {AnySample} from '../../families/shape/columns-and-tabs.ts';
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import {nearestNames} from '../../platform/text/nearest-names.ts';
import {type FilterContext, type FilterField, fieldNames, findFilterField} from './filter-fields.ts';
import {
  checkTerm,
  countsFromNow,
  type FieldTerm,
  type FilterOperator,
  type TermValue,
  termTest,
} from './filter-terms.ts';
import {hasWord, impliesWord} from './word-match.ts';

export interface WordTerm {
  readonly isNegated: boolean;
  readonly word: string;
  /** The reason why the word is invalid, unless a row has it. */
  readonly doubt?: string;
  /** True if the doubt names a field that is spelled alike. */
  readonly hasSuggestion?: boolean;
  readonly refused?: string;
}
export type Term = WordTerm | FieldTerm;

export interface FilterQuery {
  readonly terms: readonly Term[];
  /** The problem of the filter, with an example; no row matches then. */
  readonly hint: string | undefined;
}

/** The row that a term is tested on. */
export interface SearchableRow {
  readonly row: AnyRow;
  /** Lower case. */
  readonly text: string;
}

export const isWord = (term: Term): term is WordTerm => 'word' in term;
const isField = (term: Term): term is FieldTerm => !isWord(term);

const tokenPattern = /!?(?:[\w.]+(?:[<>!]=|[:=<>]))?(?:"[^"]*"?|[^\s"]+)+|!?[\w.]+(?:[<>!]=|[:=<>])/g;
const fieldTokenPattern = /^([A-Za-z_][\w.]*)(>=|<=|!=|[:=<>])(.*)$/s;
const unquote = (text: string) => text.replaceAll('"', '');

/** `a,"b, c"` → a and b, c. */
const splitValues = (text: string): readonly TermValue[] =>
  [...text.matchAll(/(?:"[^"]*"?|[^,"])+/g)]
    .map(([part]) => ({text: unquote(part), isQuoted: part.startsWith('"')}))
    .filter(value => value.text !== '');

/** Parses a filter that may be incomplete; never fails. A term without a value matches everything. */
export function parseFilterQuery(text: string, family: Family, sample: AnyRow | undefined): FilterQuery {
  const terms: Term[] = [];
  const parts = [...text.toLowerCase().matchAll(tokenPattern)].map(([token]) => token);
  for (let at = 0; at < parts.length; at++) {
    const token = parts[at] ?? '';
    const isNegated = token.startsWith('!') && token.length > 1;
    const rest = isNegated ? token.slice(1) : token;
    // Taken as a word with a "!", it would match every row.
    if (isNegated && rest.startsWith('!')) {
      const word = rest.replace(/^!+/, '');
      terms.push({isNegated, word, refused: `“${token}” has more than one !. Example: !${word || 'web'}`});
      continue;
    }
    const [, name = '', operator = '', valueText = ''] = fieldTokenPattern.exec(rest) ?? [];
    const field = name === '' ? undefined : findFilterField(family, name, sample);
    if (!field) {
      const word = unquote(rest);
      // The text after the first colon of an IPv6 address isn't a value.
      const isMistake = name !== '' && !valueText.includes(':');
      if (word) terms.push({isNegated, word, ...(isMistake && unknownFieldDoubt(family, name, sample))});
      continue;
    }
    let value = valueText;
    // "8 GB" without quotes: the unit belongs to the number.
    if (takesUnit(field, value, parts[at + 1])) value = `${value} ${parts[++at]}`;
    const values = splitValues(value);
    const term = {isNegated, name, field, operator: operator as FilterOperator, values};
    terms.push({...term, ...checkTerm(name, field, term.operator, values)});
  }
  return {terms, hint: terms.find(({refused}) => refused !== undefined)?.refused};
}

function takesUnit({kind}: FilterField, value: string, next: string | undefined): boolean {
  if (next === undefined || !isQuantity(kind) || !/^[-+$]*[\d.,]+$/.test(value)) return false;
  const quantity: Quantity = quantities[kind];
  return quantity.isUnit(next);
}

function unknownFieldDoubt(
  family: Family,
  name: string,
  sample: AnyRow | undefined,
): Pick<WordTerm, 'doubt' | 'hasSuggestion'> {
  const names = fieldNames(family, sample).filter(fieldName => !fieldName.includes('.'));
  const suggestions = nearestNames(name, names);
  return suggestions.length > 0
    ? {doubt: `No field “${name}”. Did you mean ${suggestions.join(' or ')}?`, hasSuggestion: true}
    : {doubt: `No field “${name}”. Fields: ${names.join(', ')}`};
}

/** The samples that the terms compare; each sample needs a request per row. */
export const filterSamples = ({terms}: FilterQuery): readonly AnySample[] => [
  ...new Set(terms.filter(isField).flatMap(({field}) => field.sample ?? [])),
];

/** The filter without its terms on samples. */
export const withoutSamples = ({terms, hint}: FilterQuery): FilterQuery => ({
  terms: terms.filter(term => isWord(term) || term.field.sample === undefined),
  hint,
});

/** True if matches change with time, because a term compares with a duration relative to now. */
export const isTimeDependent = ({terms}: FilterQuery): boolean =>
  terms.some(term => isField(term) && countsFromNow(term));

/** Terms that are refused unless a row has their value: the provider can add values to any list. */
export const doubtfulTerms = ({terms}: FilterQuery): readonly Term[] => terms.filter(({doubt}) => doubt !== undefined);

/** True if an item has the value of a doubtful term, negated or not. */
export function occurrenceTest(term: Term, filterContext: FilterContext): (item: SearchableRow) => boolean {
  if (isWord(term)) return ({text}) => hasWord(text, term.word);
  const operator = term.operator === '!=' ? '=' : term.operator;
  const test = termTest({...term, operator, isNegated: false}, filterContext);
  return ({row}) => test(row);
}

/** The query with these doubtful terms refused. */
export function refuseTerms(query: FilterQuery, refusedTerms: ReadonlySet<Term>): FilterQuery {
  if (refusedTerms.size === 0) return query;
  const terms = query.terms.map(term => (refusedTerms.has(term) ? {...term, refused: term.doubt ?? ''} : term));
  return {terms, hint: terms.find(({refused: reason}) => reason !== undefined)?.refused};
}

/** The query with terms refused that match none of these rows. */
export function refuseUnmatchedTerms(
  query: FilterQuery,
  items: readonly SearchableRow[],
  filterContext: FilterContext,
): FilterQuery {
  const refusedTerms = doubtfulTerms(query).filter(term => !items.some(occurrenceTest(term, filterContext)));
  return refuseTerms(query, new Set(refusedTerms));
}

/** A test for rows; terms that only use the prepared text come first. */
export function createMatcher(query: FilterQuery, filterContext: FilterContext): (item: SearchableRow) => boolean {
  if (query.hint !== undefined) return () => false;
  const words = query.terms.filter(isWord);
  const fields = query.terms.filter(isField).map(term => termTest(term, filterContext));
  if (fields.length === 0 && words.length === 1 && words[0] && !words[0].isNegated) {
    const {word} = words[0];
    return ({text}) => hasWord(text, word);
  }
  return item => {
    for (const {isNegated, word} of words) if (hasWord(item.text, word) === isNegated) return false;
    for (const test of fields) if (!test(item.row)) return false;
    return true;
  };
}

/** Like `createMatcher`, but a word may also be letters of the label in order: `wb1` finds `web-01`. */
export function createFuzzyMatcher(
  query: FilterQuery,
  family: Family,
  filterContext: FilterContext,
): (item: SearchableRow) => boolean {
  const strict = query.terms.filter(term => !isWord(term) || term.isNegated);
  const words = query.terms.filter(isWord).filter(term => !term.isNegated);
  const rest = createMatcher({terms: strict, hint: query.hint}, filterContext);
  return item => {
    let label: string | undefined;
    for (const {word} of words) {
      if (hasWord(item.text, word)) continue;
      label ??= family.label(item.row).toLowerCase();
      if (!inOrder(word, label)) return false;
    }
    return rest(item);
  };
}

export const hasWords = (query: FilterQuery): boolean => query.terms.some(term => isWord(term) && !term.isNegated);

/** True if the letters occur in the text in this order. */
export function inOrder(letters: string, text: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at);
    if (at < 0) return false;
    at += letter.length;
  }
  return true;
}

/** True if `previous` matches every row that `next` matches: then only rows that `previous` matches need a test. */
export const isNarrowing = (previous: FilterQuery, next: FilterQuery): boolean =>
  [...previous.terms, ...next.terms].every(({refused, doubt}) => refused === undefined && doubt === undefined) &&
  previous.terms.every(before => next.terms.some(after => implies(after, before)));

function implies(after: Term, before: Term): boolean {
  if (isWord(after) || isWord(before)) return isWord(after) && isWord(before) && impliesTerm(after, before);
  // A term without a value matches everything.
  if (before.values.length === 0) return true;
  if (after.values.length === 0 || after.isNegated !== before.isNegated) return false;
  if (after.name !== before.name || after.operator !== before.operator) return false;
  const texts = ({values}: FieldTerm) => values.map(({text}) => text);
  if (JSON.stringify(texts(after)) === JSON.stringify(texts(before))) return true;
  // Quantities are compared as a whole; only a longer text narrows a match.
  if (!before.field.texts || isQuantity(before.field.kind)) return false;
  const [more, less] = after.isNegated ? [before, after] : [after, before];
  const [long, ...others] = texts(more);
  const [short, ...longer] = texts(less);
  if (others.length > 0 || longer.length > 0 || more.operator !== ':') return false;
  return long !== undefined && short !== undefined && long.includes(short);
}

function impliesTerm(after: WordTerm, before: WordTerm): boolean {
  if (after.isNegated !== before.isNegated) return false;
  const [more, less] = after.isNegated ? [before, after] : [after, before];
  return impliesWord(more.word, less.word);
}
