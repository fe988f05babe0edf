/**
 * The filter's grammar: words, and fields with an operator. `web status:running size>20 tag:prod !label:test`
 *
 * All terms must hold. `field:a,b` holds when the value contains a or b; `=` and `!=` compare whole; `<` and `>` compare
 * numbers, dates, and ages of dates (`created>3d`: more than three days ago). Quotes keep spaces. What names no field
 * is a word: an IPv6 address is full of colons.
 */
import type {AnyRow, Family} from '../families/define.ts';
import {type Around, type FieldReader, fieldOf} from './search-fields.ts';

export type Operator = ':' | '=' | '!=' | '>' | '>=' | '<' | '<=';

export interface WordTerm {
  readonly not: boolean;
  readonly word: string;
}
export interface FieldTerm {
  readonly not: boolean;
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
  readonly read: FieldReader;
}
export type Term = WordTerm | FieldTerm;

export interface Query {
  readonly terms: readonly Term[];
  /** What could not be meant. */
  readonly hint: string | undefined;
}

/** What a term is held against. */
export interface Searched {
  readonly row: AnyRow;
  /** Lower case. */
  readonly text: string;
}

export const isWord = (term: Term): term is WordTerm => 'word' in term;
const isField = (term: Term): term is FieldTerm => !isWord(term);

const tokens = /!?(?:[\w.]+(?:[<>!]=|[:=<>]))?(?:"[^"]*"?|[^\s"]+)+|!?[\w.]+(?:[<>!]=|[:=<>])/g;
const fieldToken = /^([A-Za-z_][\w.]*)(>=|<=|!=|[:=<>])(.*)$/s;
const unquoted = (text: string) => text.replaceAll('"', '');

/** Reads a filter as typed so far; never fails, an unfinished term matches everything. */
export function parse(text: string, family: Family, sample: AnyRow | undefined): Query {
  const terms: Term[] = [];
  let hint: string | undefined;
  for (const [token] of text.toLowerCase().matchAll(tokens)) {
    const not = token.startsWith('!') && token.length > 1;
    const rest = not ? token.slice(1) : token;
    const parts = fieldToken.exec(rest);
    const [, field = '', operator = '', value = ''] = parts ?? [];
    const read = parts ? fieldOf(family, field, sample) : undefined;
    if (read) {
      const values = unquoted(value).split(',').filter(Boolean);
      terms.push({not, field, operator: operator as Operator, values, read});
    } else {
      const word = unquoted(rest);
      if (word) terms.push({not, word});
      if (parts && !value.includes(':')) hint ??= `no field “${field}”`;
    }
  }
  return {terms, hint};
}

/** A test for rows; terms that only look at the prepared text come first. */
export function matcher(query: Query, around: Around): (item: Searched) => boolean {
  const words = query.terms.filter(isWord);
  const fields = query.terms.filter(isField).map(term => ({term, test: testOf(term, around)}));
  if (fields.length === 0 && words.length === 1 && words[0] && !words[0].not) {
    const {word} = words[0];
    return ({text}) => text.includes(word);
  }
  return item => {
    for (const {not, word} of words) if (item.text.includes(word) === not) return false;
    for (const {term, test} of fields) if (test(item.row) === term.not) return false;
    return true;
  };
}

/** Like `matcher`, but a word may also be letters of the label in their order: `wb1` finds `web-01`. */
export function looseMatcher(query: Query, family: Family, around: Around): (item: Searched) => boolean {
  const strict = query.terms.filter(term => !isWord(term) || term.not);
  const words = query.terms.filter(isWord).filter(term => !term.not);
  const rest = matcher({terms: strict, hint: undefined}, around);
  return item => {
    let label: string | undefined;
    for (const {word} of words) {
      if (item.text.includes(word)) continue;
      label ??= family.label(item.row).toLowerCase();
      if (!inOrder(word, label)) return false;
    }
    return rest(item);
  };
}

export const hasWords = (query: Query): boolean => query.terms.some(term => isWord(term) && !term.not);

/** The word that rules out most, of those that must be there. */
export function longestWord(query: Query): string | undefined {
  const words = query.terms.filter(isWord).filter(({not}) => !not);
  return words.sort((left, right) => right.word.length - left.word.length)[0]?.word;
}

/** Whether the letters stand in the text in this order. */
export function inOrder(letters: string, text: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at);
    if (at < 0) return false;
    at += letter.length;
  }
  return true;
}

/** Whether every row that `next` matches was matched by `previous`: then only those need to be looked at. */
export const narrows = (previous: Query, next: Query): boolean =>
  previous.terms.every(before => next.terms.some(after => implies(after, before)));

function implies(after: Term, before: Term): boolean {
  if (after.not !== before.not) return false;
  const [more, less] = after.not ? [before, after] : [after, before];
  if (isWord(more) || isWord(less)) return isWord(more) && isWord(less) && more.word.includes(less.word);
  if (more.field !== less.field || more.operator !== less.operator) return false;
  if (more.values.join() === less.values.join()) return true;
  // An empty value holds always, so every value implies it; negated, it was turned round above.
  if (less.values.length === 0) return true;
  const [long, ...others] = more.values;
  const [short, ...further] = less.values;
  if (others.length > 0 || further.length > 0 || more.operator !== ':') return false;
  return long !== undefined && short !== undefined && long.includes(short);
}

function testOf({operator, values, read}: FieldTerm, around: Around): (row: AnyRow) => boolean {
  const [wanted, ...others] = values;
  if (wanted === undefined) return () => true;
  // Unlike all of them, in all of its values: nothing is equal to any.
  const differs = operator === '!=';
  const first = comparison(differs ? '=' : operator, wanted, around);
  const further = others.map(value => comparison(differs ? '=' : operator, value, around));
  const test = further.length === 0 ? first : (value: unknown) => first(value) || further.some(holds => holds(value));
  return differs ? row => !read(row, around, test) : row => read(row, around, test);
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value);

const number = /^[-+]?\d+(?:\.\d+)?$/;
const age = /^(\d+(?:\.\d+)?)(s|m|h|d|w|y)$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const milliseconds: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_557_600_000,
};

function comparison(operator: Operator, wanted: string, {look}: Around): (value: unknown) => boolean {
  if (operator === ':') return value => value === wanted || shown(value).toLowerCase().includes(wanted);
  if (operator === '=') return value => value === wanted || shown(value).toLowerCase() === wanted;
  const holds = (left: number | string, right: number | string) =>
    operator === '>'
      ? left > right
      : operator === '>='
        ? left >= right
        : operator === '<'
          ? left < right
          : left <= right;
  const [, count, unit] = age.exec(wanted) ?? [];
  return value => {
    if (value === null || value === undefined || value === '') return false;
    const text = shown(value);
    if (unit && moment.test(text)) {
      const span = Number(count) * (milliseconds[unit] ?? 0);
      return holds(look.now - Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`), span);
    }
    if (moment.test(text)) return holds(text.slice(0, wanted.length).toLowerCase(), wanted);
    if (!number.test(wanted)) return holds(text.toLowerCase(), wanted);
    // "16 GB" is shown for sixteen; what has no number in front compares with none.
    const amount = typeof value === 'number' ? value : Number.parseFloat(text);
    return Number.isFinite(amount) && holds(amount, Number(wanted));
  };
}
