/**
 * The part of a filter that the API applies: `X-Filter`, so that fewer rows are transferred.
 *
 * The result contains at least every row that the whole filter matches, because the API compares texts case-sensitively
 * and has no columns. The command applies the whole filter to the rows that arrive.
 */
import {type Endpoint, filterable} from '../../contract/schema/endpoint.ts';
import type {Field} from '../../contract/schema/field.ts';
import type {FilterComparison, FilterCondition, Scalar} from '../../contract/wire/filter.ts';
import {isQuantity, type Quantity, quantities} from '../../families/format/quantities.ts';
import {type AnyColumn, columnId, type Family} from '../../families/shape/define-family.ts';
import {emptyLookup} from '../../store/core/lookup.ts';
import {doubtfulTerms, type FilterQuery, isWord} from '../../store/list/filter.ts';
import type {FieldTerm} from '../../store/list/filter-terms.ts';

/** Text fields whose values are IDs of a catalog, which are always lower case, like the text of a filter. */
const lowerCaseFields: readonly string[] = ['region'];

/** Names whose meaning in a filter differs from the API's field with the same name. */
const ownNames: readonly string[] = ['label', 'state', 'status', 'tag'];

/**
 * The tolerance for the difference between the clocks of the API and of this machine, and for the duration of a
 * command. Milliseconds.
 */
export const clockToleranceMs = 24 * 3600 * 1000;

export interface ApiFilterContext {
  readonly family: Family;
  /** The operation that reads the list. */
  readonly source: Endpoint;
  /** True if the provider spells some values with its ID prefix. */
  readonly hasPrefix: boolean;
  /** The time by the API's clock, milliseconds since 1970. */
  readonly now: number;
}

/** A condition on the rows of a list; undefined if no term can be sent. */
export function apiFilterOf(query: FilterQuery, context: ApiFilterContext): FilterCondition | undefined {
  // Only all rows can prove that a value, which no row has, is a mistake in the line.
  if (query.hint !== undefined || doubtfulTerms(query).length > 0) return undefined;
  const conditions: FilterCondition[] = [];
  for (const term of query.terms) {
    const condition = isWord(term) ? undefined : conditionOf(term, context);
    if (condition) conditions.push(condition);
  }
  return conditions.length > 1 ? {'+and': conditions} : conditions[0];
}

function conditionOf(term: FieldTerm, context: ApiFilterContext): FilterCondition | undefined {
  const {isNegated, values} = term;
  if (isNegated || values.length === 0 || values.some(({text}) => text === 'none')) return undefined;
  const name = apiNameOf(term, context);
  const field = name === undefined ? undefined : fieldAt(context.source, name);
  // The value may contain the provider's ID prefix.
  if (name === undefined || !field || (context.hasPrefix && field.facts.wire)) return undefined;
  const operand = operandOf(term, field, context.now);
  return operand === undefined ? undefined : {[name]: operand};
}

/** The filterable field of the API with the value that the term compares; undefined if the API has none. */
function apiNameOf({name, field: {kind}, operator}: FieldTerm, {family, source}: ApiFilterContext): string | undefined {
  // Rows that are parts of the API’s rows have other fields.
  const names = family.rows ? [] : filterable(source);
  const isSame = (text: string) => text.toLowerCase().replaceAll(/\s+/g, '_') === name;
  const column = family.columns.find(candidate => isSame(columnId(candidate)) || isSame(candidate.title));
  // A comparison reads the value of the column, not the text of its cell.
  if (column && isQuantity(kind) && operator !== ':') return names.find(candidate => readsField(column, candidate));
  if (ownNames.includes(name) || !names.includes(name) || (name === 'id' && !hasNumericKey(family))) return undefined;
  // If a column has a format, its cell matches as well.
  const isRaw =
    !column || (column.field === name && !column.format && !column.measure && !column.state && !column.identifier);
  return isRaw ? name : undefined;
}

const probe = 1234;

/** True if the value of a column is this field. */
function readsField({field, measure}: AnyColumn, name: string): boolean {
  if (!measure) return field === name;
  try {
    return measure({[name]: probe}, emptyLookup({now: () => 0}), {}) === probe;
  } catch {
    // The value is computed from other fields.
    return false;
  }
}

function fieldAt({spec: {page}}: Endpoint, path: string): Field | undefined {
  let field: Field | undefined = page;
  for (const part of path.split('.')) field = field?.kind === 'object' ? field.fields[part] : undefined;
  return field;
}

function hasNumericKey(family: Family): boolean {
  try {
    return family.key({id: 7}) === 7;
  } catch {
    // The key consists of further fields.
    return false;
  }
}

function operandOf(term: FieldTerm, field: Field, now: number): Scalar | FilterComparison | undefined {
  const {name, operator, values} = term;
  const texts = values.map(({text}) => text);
  if (name === 'id') {
    const isExact = operator === '=' && texts.every(text => /^\d{1,15}$/.test(text));
    return isExact ? anyOf(texts.map(Number)) : undefined;
  }
  const {kind} = term.field;
  if (isQuantity(kind)) {
    if (kind === 'moment') return momentOperand(term, quantities.moment, now);
    return field.kind === 'integer' ? numberOperand(term, quantities[kind]) : undefined;
  }
  const isLowerCase =
    lowerCaseFields.includes(name) ||
    (field.kind === 'choice' && field.values.every(value => String(value) === String(value).toLowerCase()));
  if (!isLowerCase) return undefined;
  if (operator === '=') return anyOf(texts);
  return operator === ':' ? anyOf(texts.map(text => ({'+contains': text}))) : undefined;
}

const anyOf = (operands: readonly (Scalar | FilterComparison)[]): Scalar | FilterComparison | undefined =>
  operands.length > 1 ? {'+or': operands} : operands[0];

function numberOperand(
  {field, operator, values}: FieldTerm,
  quantity: Quantity,
): Scalar | FilterComparison | undefined {
  if (operator === '=') {
    const numbers = values.map(({text}) => quantity.parse(text, {isShown: field.isColumn}));
    return numbers.every(range => range !== undefined && range.from === range.to)
      ? anyOf(numbers.flatMap(range => range?.from ?? []))
      : undefined;
  }
  const range = quantity.parse(values.map(({text}) => text).join(','), {isShown: field.isColumn});
  if (!range || range.isSpan) return undefined;
  const {from, to} = range;
  const isRange = to > from;
  switch (operator) {
    case '>':
      return isRange ? {'+gte': to} : {'+gt': from};
    case '>=':
      return {'+gte': from};
    case '<':
      return {'+lt': from};
    case '<=':
      return isRange ? {'+lt': to} : {'+lte': from};
    default:
      return undefined;
  }
}

/** Dates of the API are compared as text, in UTC. */
function momentOperand(
  {field, operator, values}: FieldTerm,
  quantity: Quantity,
  now: number,
): FilterComparison | undefined {
  const range = quantity.parse(values.map(({text}) => text).join(','), {isShown: field.isColumn});
  if (!range || (operator !== '>' && operator !== '>=' && operator !== '<' && operator !== '<=')) return undefined;
  const {from, to, isSpan = false} = range;
  // A longer time from now is an earlier date.
  const isAfter = operator.startsWith('>') !== isSpan;
  const bound = isSpan ? now - from : isAfter ? from : to;
  const tolerantBound = new Date(isAfter ? bound - clockToleranceMs : bound + clockToleranceMs);
  if (Number.isNaN(tolerantBound.getTime())) return undefined;
  return {[isAfter ? '+gte' : '+lte']: tolerantBound.toISOString().slice(0, 19)};
}
