/**
 * The fields that a filter can name: columns by ID and title, common short names, and all fields of the API’s rows.
 */

import {cellText} from '../../families/format/cells.ts';
import {humanize} from '../../families/format/format.ts';
import {isQuantity, type ValueKind} from '../../families/format/quantities.ts';
import {cellOf} from '../../families/shape/column.ts';
import type {AnySample} from '../../families/shape/columns-and-tabs.ts';
import {
  type AnyColumn,
  type AnyRow,
  columnId,
  type Family,
  type Lookup,
  type PathParams,
} from '../../families/shape/define-family.ts';
import {fieldFacts} from '../../families/shape/field-facts.ts';
import {ownProperty} from '../../platform/text/own-property.ts';
import {emptyLookup} from '../core/lookup.ts';

/** The data that a filter may use besides the row. */
export interface FilterContext {
  readonly lookup: Lookup;
  /** The list's path parameters. */
  readonly params: PathParams;
}

/**
 * Returns true if a text of the field passes a test; one of several texts is enough. Passing a test avoids creating an
 * array for every row of a long table.
 */
export type TextReader = (row: AnyRow, filterContext: FilterContext, test: (text: unknown) => boolean) => boolean;

export interface FilterField {
  readonly kind: ValueKind;
  /** The texts that `:` and `=` match; absent if only values are compared. */
  readonly texts?: TextReader;
  /** The value that is compared: null for none, undefined for unknown. */
  readonly measure?: (row: AnyRow, filterContext: FilterContext) => unknown;
  /** The time that ages count from, if the value is compared. */
  readonly now?: (row: AnyRow, filterContext: FilterContext) => number;
  /** The cell for the value. */
  readonly shown?: (row: AnyRow, filterContext: FilterContext) => string;
  /** All values that the contract has, with their texts in the list; absent if any value is possible. */
  readonly choices?: readonly string[];
  /** True if a number without a unit is in the list's unit, not in the API's. */
  readonly isColumn: boolean;
  /** The request that each row's value needs. */
  readonly sample?: AnySample;
}

const someText = (value: unknown, test: (value: unknown) => boolean): boolean => {
  if (!Array.isArray(value)) return test(value);
  return value.length === 0 ? test(null) : value.some(test);
};

/** The contract’s facts of one field. */
interface FieldFact {
  readonly kind: ValueKind;
  readonly values?: readonly string[];
}

const factsCache = new Map<string, ReadonlyMap<string, FieldFact>>();

/** The facts of a family’s fields, by lower-case path. */
function fieldFactsOf({id}: Family): ReadonlyMap<string, FieldFact> {
  const cachedFacts = factsCache.get(id);
  if (cachedFacts) return cachedFacts;
  const facts = new Map<string, FieldFact>();
  for (const entry of (fieldFacts[id] ?? '').split(';')) {
    const [, path = '', kind = 'text', values] = /^(\S*)(?: (\S+))?(?: (.+))?$/.exec(entry) ?? [];
    if (path !== '')
      facts.set(path.toLowerCase(), {kind: kind as ValueKind, ...(values && {values: values.split('|')})});
  }
  factsCache.set(id, facts);
  return facts;
}

/** The lower-case paths of the fields that the contract has for the rows of a family; empty if it has none. */
export const contractFields = (family: Family): readonly string[] => [...fieldFactsOf(family).keys()];

const fieldsCache = new WeakMap<Family, ReadonlyMap<string, FilterField>>();

const namedFieldsOf = (family: Family): ReadonlyMap<string, FilterField> => {
  const fields = fieldsCache.get(family) ?? namedFields(family);
  fieldsCache.set(family, fields);
  return fields;
};

/** A row with its fields in both spellings, for `findFilterField`. */
export const withBothSpellings = (family: Family, row: AnyRow | undefined, lookup: Lookup): AnyRow | undefined =>
  row && {...row, ...family.spelled(row, lookup)};

/**
 * Finds a field by its lower-case name. `sample` is any row with its fields in every spelling: each of its fields can
 * be named, nested ones with periods.
 */
export function findFilterField(family: Family, name: string, sample: AnyRow | undefined): FilterField | undefined {
  const field = namedFieldsOf(family).get(name);
  if (field) return field;
  const fact = fieldFactsOf(family).get(name);
  const path = name.split('.');
  if (fact) return pathField(family, path, fact);
  if (!sample || path[0] === undefined || !Object.hasOwn(sample, path[0])) return undefined;
  return pathField(family, path, {kind: guessKind(name, valueAtPath(sample, path))});
}

/** A filter treats other names, such as `acl.revision-id`, as words. */
const fieldNamePattern = /^[A-Za-z_][\w.]*$/;

/** The names of columns, then the fields without a column. */
export const fieldNames = (family: Family, sample?: AnyRow): readonly string[] => {
  const ownNames = sample ? Object.keys(sample) : fieldFactsOf(family).keys();
  const names = new Set([...family.columns.map(columnId), 'id', 'label', 'tag', ...ownNames]);
  return [...names].filter(name => fieldNamePattern.test(name));
};

function valueAtPath(row: AnyRow, path: readonly string[]): unknown {
  let value: unknown = row;
  for (const key of path)
    value = typeof value === 'object' && value !== null ? ownProperty(value as AnyRow, key) : undefined;
  return value;
}

const isDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Guesses the kind of a value if the contract has no field of this name, which may be the provider’s name. */
function guessKind(name: string, value: unknown): ValueKind {
  if (typeof value === 'number' || (value === null && name.endsWith('_id'))) return 'number';
  if (typeof value === 'boolean') return 'flag';
  return typeof value === 'string' && isDate.test(value) ? 'moment' : 'text';
}

/** Finds a field by its name in the provider’s spelling, which is shown, or in the contract’s. */
function pathField(family: Family, path: readonly string[], {kind, values}: FieldFact): FilterField {
  const measure = (row: AnyRow, {lookup}: FilterContext) =>
    valueAtPath(family.spelled(row, lookup), path) ?? valueAtPath(row, path);
  if (isQuantity(kind)) return {kind, measure, now: nowOfRow(family), isColumn: false};
  if (kind === 'flag')
    return {kind, texts: (row, filterContext, test) => flagTexts(measure(row, filterContext), test), isColumn: false};
  return {
    kind,
    texts(row, {lookup}, test) {
      const displayRow = family.spelled(row, lookup);
      return (
        someText(valueAtPath(displayRow, path), test) || (displayRow !== row && someText(valueAtPath(row, path), test))
      );
    },
    ...(values && {choices: lowerCase(values.flatMap(value => [value, humanize(value)]))}),
    isColumn: false,
  };
}

const yes = ['yes', 'true', 'on'];
const no = ['no', 'false', 'off'];
const flagTexts = (value: unknown, test: (text: unknown) => boolean): boolean =>
  value === true ? yes.some(test) : value === false ? no.some(test) : test(value);

const lowerCase = (texts: readonly string[]): readonly string[] => [...new Set(texts.map(text => text.toLowerCase()))];

/** A dash means no value. */
const textOrNull = (cell: string): unknown => (cell === '—' ? null : cell);

function namedFields(family: Family): ReadonlyMap<string, FilterField> {
  const fields = new Map<string, FilterField>();
  const offer = (name: string, field: FilterField) => {
    const key = name.toLowerCase().replaceAll(/\s+/g, '_');
    if (!fields.has(key)) fields.set(key, field);
  };
  const status = statusField(family);
  if (status) {
    offer('status', status);
    offer('state', conditionField(family));
  }
  const byName = family.columns.map(column => [column, columnField(family, column)] as const);
  for (const [column, field] of byName) offer(columnId(column), field);
  for (const [column, field] of byName) offer(column.title, field);
  const text = (texts: TextReader): FilterField => ({kind: 'text', texts, isColumn: true});
  offer(
    'label',
    text((row, _, test) => test(family.label(row))),
  );
  offer(
    'id',
    text((row, {lookup}, test) => test(family.key(row)) || test(family.idText(row, lookup))),
  );
  offer(
    'tag',
    text((row, _, test) => someText(row.tags ?? [], test)),
  );
  return fields;
}

/** The state matches by the API’s word and by the word in the list. */
function statusField(family: Family): FilterField | undefined {
  const {state, stateWords} = family;
  if (!state) return undefined;
  const column = family.columns.find(column => column.state === true);
  const values = fieldFactsOf(family).get(column?.field ?? 'status')?.values;
  const isFixed =
    values !== undefined || column?.field === undefined || fieldFactsOf(family).get(column.field)?.kind === 'flag';
  return {
    kind: 'choice',
    texts: (row, {lookup, params}, test) => {
      const {status} = row;
      return (status !== undefined && test(status)) || test(state(row, lookup, params).word);
    },
    ...(stateWords && isFixed && {choices: lowerCase([...stateWords, ...(values ?? []), 'unknown', 'reading'])}),
    isColumn: true,
  };
}

const conditionNames = ['ok', 'busy', 'off', 'attention', 'failed', 'unknown'];

function conditionField({state, columns, stateWords = []}: Family): FilterField {
  // If a column has this name, its text matches too.
  const isShown = columns.some(column => columnId(column) === 'state');
  return {
    kind: 'choice',
    texts(row, {lookup, params}, test) {
      const is = state?.(row, lookup, params);
      return is !== undefined && (test(is.condition) || (isShown && test(is.word)));
    },
    choices: isShown ? lowerCase([...conditionNames, ...stateWords, 'reading']) : conditionNames,
    isColumn: true,
  };
}

function columnField(family: Family, column: AnyColumn): FilterField {
  const {field, measure, sample} = column;
  const status = column.state === true && field === undefined ? statusField(family) : undefined;
  if (status) return status;
  const fact = field === undefined ? undefined : fieldFactsOf(family).get(field.toLowerCase());
  const kind = column.kind ?? fact?.kind ?? 'text';
  const cellText = cellOfRow(column);
  const common = {kind, isColumn: true, ...(sample && {sample})};
  const texts = columnTexts(family, column, kind, cellText);
  if (isQuantity(kind)) {
    const readValue = measure ?? (field === undefined ? undefined : (row: AnyRow) => row[field]);
    return {
      ...common,
      shown: cellText,
      now: nowOfRow(family),
      ...(readValue && {measure: (row, {lookup, params}) => readValue(row, lookup, params) as unknown}),
      // A list that is displayed as a count is searched as well.
      ...(fact?.kind === 'text' && column.kind === 'number' && {texts}),
    };
  }
  const choices = fact?.values && columnChoices(column, fact.values);
  return {...common, texts, ...(choices && {choices})};
}

const nowOfRow =
  (family: Family): NonNullable<FilterField['now']> =>
  (row, {lookup}) =>
    family.now(row, lookup);

const cellOfRow =
  (column: AnyColumn): NonNullable<FilterField['shown']> =>
  (row, {lookup, params}) =>
    cellText(cellOf(column, row, lookup, params));

function columnTexts(
  family: Family,
  column: AnyColumn,
  kind: ValueKind,
  shown: NonNullable<FilterField['shown']>,
): TextReader {
  const {field} = column;
  if (field === undefined) return (row, filterContext, test) => test(textOrNull(shown(row, filterContext)));
  const raw: TextReader =
    kind === 'flag'
      ? (row, _, test) => flagTexts(row[field], test)
      : (row, {lookup}, test) =>
          someText(family.valueIn(column, row, lookup), test) ||
          (column.identifier !== undefined && someText(row[field], test));
  // Without a format, the cell is the value itself.
  if (column.format === undefined) return raw;
  return (row, filterContext, test) => raw(row, filterContext, test) || test(textOrNull(shown(row, filterContext)));
}

/** The values of a choice with their texts in the list; undefined if the texts depend on the row. */
function columnChoices(column: AnyColumn, values: readonly string[]): readonly string[] | undefined {
  const {field} = column;
  if (field === undefined) return undefined;
  const lookup = emptyLookup({now: () => 0});
  try {
    const cells = values.map(value => cellText(cellOf(column, {[field]: value}, lookup, {})));
    return lowerCase([...values, ...values.map(humanize), ...cells]);
  } catch {
    // The cell depends on other fields of the row, so any text is possible.
    return undefined;
  }
}
