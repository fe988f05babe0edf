/**
 * Terms of a filter on one field: valid ones, the reason and an example for invalid ones, and the rows that they match.
 */

import {
  isQuantity,
  type Quantity,
  type QuantityKind,
  type QuantityRange,
  quantities,
} from '../../families/format/quantities.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import {nearestNames} from '../../platform/text/nearest-names.ts';
import type {FilterContext, FilterField} from './filter-fields.ts';

export type FilterOperator = ':' | '=' | '!=' | '>' | '>=' | '<' | '<=';

export interface TermValue {
  readonly text: string;
  /** True for a quoted text, which is taken literally, even if it isn't a known value. */
  readonly isQuoted: boolean;
}

export interface FieldTerm {
  readonly isNegated: boolean;
  readonly name: string;
  readonly field: FilterField;
  readonly operator: FilterOperator;
  /** The values, any of which matches; empty while the term is incomplete. */
  readonly values: readonly TermValue[];
  /** The reason why the term is invalid, with an example; it matches no row. */
  readonly refused?: string;
  /** The reason why the term is invalid, unless a row has the value. */
  readonly doubt?: string;
  /** True if the doubt names a value that is spelled alike. */
  readonly hasSuggestion?: boolean;
}

const isOrder = (operator: FilterOperator): boolean => operator.startsWith('>') || operator.startsWith('<');
const isNone = (text: string): boolean => text === 'none';

/** A typical term on the field: "age>30d", "status:running". */
export function exampleOf(name: string, {kind, choices}: FilterField): string {
  if (isQuantity(kind)) return `${name}>${quantities[kind].examples[0]}`;
  return `${name}:${kind === 'flag' ? 'yes' : (choices?.[0] ?? 'web')}`;
}

/** The problem of a term, if any. */
export function checkTerm(
  name: string,
  field: FilterField,
  operator: FilterOperator,
  values: readonly TermValue[],
): Pick<FieldTerm, 'refused' | 'doubt' | 'hasSuggestion'> {
  if (isOrder(operator)) return refusal(orderRefusal(name, field, operator, values));
  for (const value of values) {
    const reason = valueRefusal(name, field, operator, value);
    if (reason !== undefined) return refusal(reason);
  }
  const {choices} = field;
  const unknown =
    choices && values.find(({text, isQuoted}) => !isQuoted && !isNone(text) && !isChoice(choices, operator, text));
  return unknown && choices ? unknownChoiceDoubt(name, unknown.text, choices) : {};
}

const refusal = (reason: string | undefined): Pick<FieldTerm, 'refused'> =>
  reason === undefined ? {} : {refused: reason};

const isChoice = (choices: readonly string[], operator: FilterOperator, text: string): boolean =>
  operator === ':' ? choices.some(choice => choice.includes(text)) : choices.includes(text);

/** The number of values to list if none resembles the typed one. */
const maxListedChoices = 6;

function unknownChoiceDoubt(
  name: string,
  text: string,
  choices: readonly string[],
): Pick<FieldTerm, 'doubt' | 'hasSuggestion'> {
  if (text.includes('|'))
    return {
      doubt: `“|” isn’t an operator. Separate values with commas. Example: ${name}:${text.split(/\|+/).join(',')}`,
    };
  const suggestions = nearestNames(text, choices);
  const examples = choices.slice(0, maxListedChoices).join(', ');
  return suggestions.length > 0
    ? {doubt: `No ${name} “${text}”. Did you mean ${suggestions.join(' or ')}?`, hasSuggestion: true}
    : {doubt: `No ${name} “${text}”. Known: ${examples}${choices.length > maxListedChoices ? ', …' : '.'}`};
}

/** The reason why the field can’t be compared with the value; undefined if it can. */
function orderRefusal(
  name: string,
  field: FilterField,
  operator: FilterOperator,
  values: readonly TermValue[],
): string | undefined {
  const {kind} = field;
  if (!isQuantity(kind)) {
    const expected = kind === 'flag' ? 'yes or no' : kind === 'choice' ? 'one of a list of words' : 'text';
    return `${name} is ${expected} and has no order. Example: ${exampleOf(name, field)}`;
  }
  const quantity: Quantity = quantities[kind];
  if (values.length === 0) return undefined;
  const text = joinValues(values);
  const amount = parseQuantity(quantity, field, text);
  if (amount?.isSpan && kind === 'moment' && amount.from < 0)
    return `${name} is a time in the past and never negative. Example: ${exampleOf(name, field)}`;
  if (amount) return undefined;
  return notComparable(name, quantity, operator, text);
}

/** A comma in a compared value is part of a number. */
const joinValues = (values: readonly TermValue[]): string => values.map(({text}) => text).join(',');

const notComparable = (name: string, quantity: Quantity, operator: FilterOperator, text: string): string => {
  const [example] = quantity.examples;
  // Two ages are never exactly equal.
  const sign = quantity.needsUnit && !isOrder(operator) ? ':' : operator;
  return quantity.needsUnit && /^[\d.,]+$/.test(text)
    ? `${name}${operator}${text} has no unit. Example: ${name}${sign}${example}`
    : `“${text}” isn’t ${quantity.noun}. Example: ${name}${sign}${example}`;
};

/** The reason why a value can’t be used with `:`, `=` or `!=`. */
function valueRefusal(
  name: string,
  field: FilterField,
  operator: FilterOperator,
  {text, isQuoted}: TermValue,
): string | undefined {
  if (!isQuantity(field.kind) || field.texts || isQuoted || isNone(text)) return undefined;
  const quantity: Quantity = quantities[field.kind];
  const amount = parseQuantity(quantity, field, text);
  // An instant: hardly any row has exactly that age.
  if (amount?.isSpan && operator !== ':')
    return `${name}${operator}${text} means one instant. Example: ${name}:${text}, or ${name}>=${text}`;
  // Some columns have words in place of a value: never, default.
  if (amount || /^[^\d$.+-]/.test(text)) return undefined;
  return notComparable(name, quantity, operator, text);
}

const parseQuantity = (quantity: Quantity, {isColumn}: FilterField, text: string): QuantityRange | undefined =>
  quantity.parse(text, {isShown: isColumn});

/** True if a term compares with a duration from now. */
export function countsFromNow({field, values}: FieldTerm): boolean {
  const {kind} = field;
  if (kind !== 'moment' && kind !== 'deadline') return false;
  return values.some(({text}) => parseQuantity(quantities[kind], field, text)?.isSpan === true);
}

/** True for rows that match a term. A row with an unknown value doesn't match, negated or not. */
export function termTest(term: FieldTerm, filterContext: FilterContext): (row: AnyRow) => boolean {
  const {field, operator, values, isNegated, refused} = term;
  if (refused !== undefined) return () => false;
  if (values.length === 0) return () => true;
  if (isQuantity(field.kind)) {
    if (isOrder(operator)) return orderTest(term, field.kind, filterContext);
    if (!field.texts) return equalityTest(term, field.kind, filterContext);
  }
  const {texts} = field;
  if (!texts) return () => false;
  const tests = values.map(({text}) => textTest(operator, text));
  const [first = () => false, ...others] = tests;
  const test = others.length === 0 ? first : (value: unknown) => tests.some(holds => holds(value));
  // `!=` with several values: the row's value must differ from all of them.
  const expectedResult = (operator === '!=') === isNegated;
  return row => texts(row, filterContext, test) === expectedResult;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? 'none'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

const textTest = (operator: FilterOperator, text: string): ((value: unknown) => boolean) =>
  operator === ':'
    ? value => value === text || textOf(value).toLowerCase().includes(text)
    : value => value === text || textOf(value).toLowerCase() === text;

type NumberReader = (row: AnyRow) => number | undefined;

/** The number of a row's value. */
function numberReader(field: FilterField, kind: QuantityKind, filterContext: FilterContext): NumberReader {
  const {read} = quantities[kind];
  return row => read(field.measure?.(row, filterContext));
}

/** The time since a row's value, or until it. */
function spanReader(field: FilterField, kind: QuantityKind, filterContext: FilterContext): NumberReader {
  const numberIn = numberReader(field, kind, filterContext);
  return row => {
    const value = numberIn(row);
    const now = field.now?.(row, filterContext);
    if (value === undefined || now === undefined) return undefined;
    return kind === 'deadline' ? value - now : now - value;
  };
}

function orderTest({field, operator, values, isNegated}: FieldTerm, kind: QuantityKind, filterContext: FilterContext) {
  const amount = parseQuantity(quantities[kind], field, joinValues(values));
  if (!amount) return () => false;
  const {from, to, isSpan = false} = amount;
  const numberIn = (isSpan ? spanReader : numberReader)(field, kind, filterContext);
  const isRange = to > from;
  const holds = {
    '>': (value: number) => (isRange ? value >= to : value > from),
    '>=': (value: number) => value >= from,
    '<': (value: number) => value < from,
    '<=': (value: number) => (isRange ? value < to : value <= from),
  }[operator as '>' | '>=' | '<' | '<='];
  return (row: AnyRow) => {
    const value = numberIn(row);
    // A missing value is neither greater nor less.
    return value !== undefined && holds(value) !== isNegated;
  };
}

function equalityTest(
  {field, operator, values, isNegated}: FieldTerm,
  kind: QuantityKind,
  filterContext: FilterContext,
) {
  const quantity: Quantity = quantities[kind];
  const numberIn = numberReader(field, kind, filterContext);
  const all = values.map(({text}) => ({text, range: parseQuantity(quantity, field, text)}));
  const isEqual = (row: AnyRow, number: number | undefined): boolean =>
    all.some(({text, range}) => {
      if (!range) return isNone(text) ? number === undefined : operator === ':' && cell(row).includes(text);
      const {from, to, isSpan} = range;
      if (number === undefined) return false;
      if (!isSpan && (to > from ? number >= from && number < to : number === from)) return true;
      // `:` compares with the precision of the list: 2.1 GB may be a little more.
      return operator === ':' && quantity.parse(cell(row), {isShown: true})?.from === from;
    });
  const cell = (row: AnyRow): string => field.shown?.(row, filterContext).toLowerCase() ?? '';
  const expectedResult = (operator === '!=') === isNegated;
  return (row: AnyRow) => {
    // A sample that is not loaded yet is neither equal nor unequal.
    if (field.sample && field.measure?.(row, filterContext) === undefined) return false;
    return isEqual(row, numberIn(row)) === expectedResult;
  };
}
