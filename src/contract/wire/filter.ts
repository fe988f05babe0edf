/**
 * `X-Filter`: selects and orders the items of a list.
 *
 * A `Filter` has the form of the header's JSON. This module settles points that the description of the API leaves open,
 * for client and emulator alike: comparisons of text are case-sensitive, a list has a value if one of its entries
 * equals it, a number equals the text of its digits, and null equals only null.
 */

import type {Endpoint, PageItem} from '../schema/endpoint.ts';
import type {FieldError} from '../schema/field-error.ts';
import {isRecord, parseJson} from '../schema/json.ts';

export type Scalar = string | number | boolean | null;

/** Comparisons with one field; all of them must hold. Dates compare as text. */
export interface FilterComparison {
  readonly '+gt'?: number | string;
  readonly '+gte'?: number | string;
  readonly '+lt'?: number | string;
  readonly '+lte'?: number | string;
  readonly '+neq'?: Scalar;
  readonly '+contains'?: string;
  /** Alternatives for this field. */
  readonly '+or'?: readonly (Scalar | FilterComparison)[];
  readonly '+and'?: readonly (Scalar | FilterComparison)[];
}

/** Conditions on fields, all of which must hold; `+or` needs one of its entries, so an empty `+or` never holds. */
export interface FilterCondition {
  readonly [field: string]: Scalar | FilterComparison | readonly FilterCondition[] | undefined;
  readonly '+and'?: readonly FilterCondition[];
  readonly '+or'?: readonly FilterCondition[];
}

/** A whole filter; only the top level can set an order. */
export interface Filter extends FilterCondition {
  readonly '+order_by'?: string;
  readonly '+order'?: 'asc' | 'desc';
}

type PathIn<T> = {
  [K in keyof T & string]: NonNullable<T[K]> extends readonly unknown[]
    ? K
    : NonNullable<T[K]> extends object
      ? K | `${K}.${keyof NonNullable<T[K]> & string}`
      : K;
}[keyof T & string];

type ConditionOn<N extends string> = {readonly [F in N]?: Scalar | FilterComparison} & {
  readonly '+and'?: readonly ConditionOn<N>[];
  readonly '+or'?: readonly ConditionOn<N>[];
};

/** A filter for one list: a field that its items don't have is a type error. */
export type FilterFor<E extends Endpoint> = ConditionOn<PathIn<PageItem<E>>> & {
  readonly '+order_by'?: PathIn<PageItem<E>>;
  readonly '+order'?: 'asc' | 'desc';
};

export const orderings = ['+gt', '+gte', '+lt', '+lte'] as const;
export const operators = [...orderings, '+neq', '+contains'] as const;

/** The parser refuses deeper filters, so that no header can exhaust the stack. */
export const maxFilterDepth = 64;

export interface ParsedFilter {
  /** Not safe to use while there are problems. */
  readonly filter: Filter;
  readonly fieldErrors: readonly FieldError[];
}

/**
 * Parses the header. Problems carry the field `X-Filter`.
 * @param names the fields that may be filtered and ordered by; `filterable(endpoint)` lists the documented ones
 */
export function parseFilter(header: string, names: Iterable<string>): ParsedFilter {
  const reasons: string[] = [];
  const parsed = parseJson(header);
  if (parsed === undefined) reasons.push('is not valid JSON');
  else new Grammar(new Set(names), reasons).filter(parsed);
  return {filter: parsed as Filter, fieldErrors: reasons.map(reason => ({field: 'X-Filter', reason}))};
}

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object';
const isOneOf = <T extends string>(values: readonly T[], name: string): name is T =>
  (values as readonly string[]).includes(name);

class Grammar {
  readonly #names: ReadonlySet<string>;
  readonly #reasons: string[];

  constructor(names: ReadonlySet<string>, reasons: string[]) {
    this.#names = names;
    this.#reasons = reasons;
  }

  filter(value: unknown) {
    if (!isRecord(value)) return this.#reasons.push('must be a JSON object');
    const {'+order_by': orderBy, '+order': order, ...condition} = value;
    if (orderBy !== undefined) this.#name(orderBy);
    if (order !== undefined && order !== 'asc' && order !== 'desc') this.#reasons.push('+order must be asc or desc');
    if (order !== undefined && orderBy === undefined) this.#reasons.push('+order needs +order_by');
    return this.#condition(condition, 1);
  }

  #condition(value: unknown, depth: number) {
    if (this.#isTooDeep(depth)) return;
    if (!isRecord(value)) return this.#reasons.push('+and and +or hold objects');
    for (const [name, entry] of Object.entries(value)) {
      if (name === '+and' || name === '+or') this.#visitEach(name, entry, inner => this.#condition(inner, depth + 1));
      else if (name === '+order_by' || name === '+order') this.#reasons.push(`${name} may stand at the top only`);
      else if (name.startsWith('+')) this.#reasons.push(`${quote(name)} needs a field before it, or isn’t an operator`);
      else {
        this.#name(name);
        this.#operand(name, entry, depth + 1);
      }
    }
  }

  #operand(name: string, value: unknown, depth: number) {
    if (isScalar(value) || this.#isTooDeep(depth)) return;
    const field = quote(name);
    if (!isRecord(value)) return this.#reasons.push(`${field} must be compared with a value, not with a list`);
    const comparisons = Object.entries(value);
    if (comparisons.length === 0) this.#reasons.push(`${field} is compared with nothing`);
    for (const [operator, operand] of comparisons) {
      if (operator === '+or' || operator === '+and')
        this.#visitEach(operator, operand, inner => this.#operand(name, inner, depth + 1));
      else if (!isOneOf(operators, operator))
        this.#reasons.push(`${quote(operator)} isn’t an operator. Use one of ${operators.join(', ')}`);
      else if (!isComparable(operator, operand))
        this.#reasons.push(`${operator} on ${field} needs ${expectedWords(operator)}`);
    }
  }

  #visitEach(operator: string, value: unknown, visit: (inner: unknown) => void) {
    if (Array.isArray(value)) value.forEach(visit);
    else this.#reasons.push(`${operator} needs a list`);
  }

  #name(name: unknown) {
    if (typeof name === 'string' && this.#names.has(name)) return;
    const hint = this.#names.size > 0 ? `only by ${[...this.#names].join(', ')}` : 'this list cannot be filtered';
    this.#reasons.push(`cannot filter or order by ${quote(name)}: ${hint}`);
  }

  #isTooDeep(depth: number): boolean {
    if (depth <= maxFilterDepth) return false;
    this.#reasons.push(`is nested more than ${maxFilterDepth} levels deep`);
    return true;
  }
}

const quote = (name: unknown) =>
  typeof name === 'string' ? JSON.stringify(name.slice(0, 40)) : 'a value that isn’t a name';

function isComparable(operator: (typeof operators)[number], operand: unknown): boolean {
  if (operator === '+neq') return isScalar(operand);
  return typeof operand === 'string' || (operator !== '+contains' && typeof operand === 'number');
}

function expectedWords(operator: (typeof operators)[number]): string {
  if (operator === '+neq') return 'a value';
  return operator === '+contains' ? 'text' : 'a number or a date';
}

/** The filter as a header. ASCII only: headers can't contain other characters, and JSON can escape them. */
export function serializeFilter(filter: Filter): string {
  return JSON.stringify(filter).replace(
    /[\u007f-\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** True when the item passes the filter, which must have been parsed without problems. */
export function matches(filter: FilterCondition, item: unknown): boolean {
  return Object.entries(filter).every(([name, entry]) => {
    if (name === '+and') return (entry as readonly FilterCondition[]).every(inner => matches(inner, item));
    if (name === '+or') return (entry as readonly FilterCondition[]).some(inner => matches(inner, item));
    if (name === '+order_by' || name === '+order') return true;
    return isTrue(entry as Scalar | FilterComparison, valueAt(item, name));
  });
}

/** The items that pass, in the filter's order if it has one. */
export function filterAndSort<T>(filter: Filter, items: readonly T[]): T[] {
  const matching = items.filter(item => matches(filter, item));
  const orderBy = filter['+order_by'];
  if (orderBy === undefined) return matching;
  const sign = filter['+order'] === 'desc' ? -1 : 1;
  return matching.sort((a, b) => compare(valueAt(a, orderBy), valueAt(b, orderBy), sign));
}

/** A field of an item. A dotted name leads into objects and into each entry of a list. */
function valueAt(item: unknown, path: string): unknown {
  let value = item;
  for (const name of path.split('.'))
    value = Array.isArray(value) ? value.flatMap(entry => memberOf(entry, name) ?? []) : memberOf(value, name);
  return value ?? null;
}

const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

function isTrue(operand: Scalar | FilterComparison, value: unknown): boolean {
  if (isScalar(operand)) return equal(operand, value);
  return Object.entries(operand).every(([operator, operand]) => {
    switch (operator) {
      case '+or':
        return (operand as readonly (Scalar | FilterComparison)[]).some(inner => isTrue(inner, value));
      case '+and':
        return (operand as readonly (Scalar | FilterComparison)[]).every(inner => isTrue(inner, value));
      case '+neq':
        return !equal(operand as Scalar, value);
      default:
        return anyOf(value, entry => satisfies(operator, operand as number | string, entry));
    }
  });
}

const anyOf = (value: unknown, test: (entry: unknown) => boolean) =>
  Array.isArray(value) ? value.some(test) : test(value);

const equal = (operand: Scalar, value: unknown) =>
  anyOf(value, entry =>
    entry === null || operand === null ? entry === operand : isScalar(entry) && String(entry) === String(operand),
  );

function satisfies(operator: string, operand: number | string, entry: unknown): boolean {
  if (operator === '+contains') return typeof entry === 'string' && entry.includes(String(operand));
  if (typeof entry !== 'string' && typeof entry !== 'number') return false;
  // If one side is a number, the other is compared as a number, too.
  const numeric = typeof entry === 'number' || typeof operand === 'number';
  const [left, right] = numeric ? [Number(entry), Number(operand)] : [entry, operand];
  switch (operator) {
    case '+gt':
      return left > right;
    case '+gte':
      return left >= right;
    case '+lt':
      return left < right;
    default:
      return left <= right;
  }
}

/** Numbers before text; absent values come last in both directions. */
function compare(a: unknown, b: unknown, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : sign * (a < b ? -1 : 1);
  if (typeof a === 'string' || typeof b === 'string') return sign * (typeof a === 'string' ? 1 : -1);
  return sign * (Number(a) - Number(b));
}
