/**
 * Strict checks of request bodies: the whole body is checked before it leaves a client and before a server acts on it.
 *
 * The validators are derived from the field data on first use and cached per model. Only this module loads zod, so that
 * no module before the first paint does.
 */

import * as z from 'zod/mini';
import type {Endpoint} from '../schema/endpoint.ts';
import type {Field, FreeField, ListField, Model, NumberField, ObjectField, TextField} from '../schema/field.ts';
import type {FieldError} from '../schema/field-error.ts';
import {formats} from '../schema/formats.ts';
import {isRecord} from '../schema/json.ts';
import {brokenBound, unitText} from './bound-text.ts';
import {entryValues, fieldValues, isFromResponse, isFromResponseAt, type ResponseValues} from './echoed-values.ts';
import {joinPath} from './field-path.ts';

/** Placeholder of a secret in responses; a request that contains the placeholder must not replace the secret. */
export const redacted = '<REDACTED>';

export interface CheckOptions {
  /** Treatment of a field that neither the request nor the response declares. Default `refuse`. */
  readonly unknown?: 'refuse' | 'ignore';
  /**
   * Model of a PUT's response: its fields may be sent back with the body, and are removed if the body doesn't accept
   * them.
   */
  readonly response?: Model | undefined;
  /** Treatment of an empty text that stands for an absent value. Default `accept`. */
  readonly emptyTexts?: 'refuse' | 'accept' | undefined;
  /** Values that the API returned, in the shape of the body: equal values in the body are sent as they were read. */
  readonly read?: ResponseValues | undefined;
  /** Treatment of a field that providers accept and the documents do not have. Default `accept`. */
  readonly undocumented?: 'refuse' | 'accept' | undefined;
}

export interface CheckResult {
  /** The body without read-only fields, absent values and redacted secrets; not safe to use while there are problems. */
  readonly value: unknown;
  /** All problems, in the order of the model's fields. */
  readonly fieldErrors: readonly FieldError[];
}

/** Checks a body against its model. An absent body is an empty one. */
export function checkBody(body: Model | FreeField, value: unknown, options: CheckOptions = {}): CheckResult {
  const {read = []} = options;
  const unknown: FieldError[] = [];
  const tidied = tidy(body, options.response, value ?? {}, {
    path: '',
    read,
    report(name) {
      if (options.unknown !== 'ignore') unknown.push({field: name, reason: unknownFieldReason});
    },
  });
  const problems = issuesOf(body, tidied)
    .filter(({path}) => read.length === 0 || !isFromResponseAt(read, tidied, path))
    .map(({path, message}) => ({field: path.length > 0 ? path.join('.') : null, reason: message}));
  return {value: tidied, fieldErrors: [...problems, ...beyondDocuments(body, tidied, '', options), ...unknown]};
}

/** Checks the body of a call. A PUT also accepts the whole object as it was read. */
export function checkRequest(
  endpoint: Endpoint,
  value: unknown,
  options: Pick<CheckOptions, 'unknown' | 'emptyTexts' | 'undocumented' | 'read'> = {},
): CheckResult {
  const {body, responseModel, echoedModel, reserved = []} = endpoint.spec;
  if (!body) return {value: undefined, fieldErrors: []};
  const response = endpoint.method === 'PUT' ? {response: echoedModel ?? responseModel} : {};
  const checked = checkBody(body, value, {...options, ...response});
  const reservedFields = reserved.filter(
    path => !isEmptyAt(value, path) && !checked.fieldErrors.some(({field}) => field === path),
  );
  return {
    ...checked,
    fieldErrors: [...checked.fieldErrors, ...reservedFields.map(field => ({field, reason: 'is reserved'}))],
  };
}

function isEmptyAt(value: unknown, path: string): boolean {
  let current = value;
  for (const name of path.split('.'))
    current = isRecord(current) && Object.hasOwn(current, name) ? current[name] : null;
  return current === null || current === undefined;
}

/**
 * Problems of one value, for a form that checks during input: texts that complete "the field …", after the part of the
 * value if only a part is wrong.
 */
export function checkField(field: Field, value: unknown): string[] {
  if (value === undefined || (value === null && !field.facts.nullable))
    return field.facts.required ? ['is required'] : [];
  return issuesOf(field, value).map(({path, message}) => (path.length > 0 ? `${partText(path)}: ${message}` : message));
}

/** "entry 2, label": the part of a value that has the problem. */
const partText = (path: readonly PropertyKey[]): string =>
  path.map(part => (typeof part === 'number' ? `entry ${part + 1}` : String(part))).join(', ');

/**
 * Parts of a body that the documents don't have: empty texts for absent values, and fields that only providers have.
 */
function beyondDocuments(field: Field, value: unknown, path: string, options: CheckOptions): FieldError[] {
  const {emptyTexts, undocumented} = options;
  if (field.facts.undocumented && undocumented === 'refuse') return [{field: path, reason: unknownFieldReason}];
  if (field.kind === 'text' && value === '' && emptyTexts === 'refuse' && field.facts.acceptedValues?.includes('')) {
    const {acceptedValues: _, ...facts} = field.facts;
    const [reason = 'must not be empty'] = textProblems({...field, facts}, value);
    return [{field: path, reason: `${reason}, or left out`}];
  }
  if (field.kind === 'list' && Array.isArray(value))
    return value.flatMap((item, index) => beyondDocuments(field.item, item, joinPath(path, index), options));
  if (field.kind !== 'object' || !isRecord(value)) return [];
  return Object.entries(field.fields).flatMap(([name, inner]) => {
    if (Object.hasOwn(value, name)) return beyondDocuments(inner, value[name], joinPath(path, name), options);
    const isMissing = inner.facts.requiredByDocuments && undocumented === 'refuse';
    return isMissing ? [{field: joinPath(path, name), reason: 'is required'}] : [];
  });
}

const unknownFieldReason = 'is not a known field';

interface TidyContext {
  readonly path: string;
  readonly read: ResponseValues;
  /** Receives the path of a field that neither the request nor the response declares. */
  readonly report: (name: string) => void;
}

/**
 * Removes values that must not be sent: fields that the API computes, absent values, redacted secrets. Recursion ends
 * at the depth of the model, not of the value, so that no body can overflow the stack.
 */
function tidy(field: Field, response: Field | undefined, value: unknown, {path, read, report}: TidyContext): unknown {
  if (field.kind === 'list' && Array.isArray(value)) {
    const responseField = response?.kind === 'list' ? response.item : undefined;
    const entries = entryValues(read);
    return value.map((item, index) =>
      tidy(field.item, responseField, item, {path: joinPath(path, index), read: entries, report}),
    );
  }
  if (field.kind !== 'object' || !isRecord(value)) return value;
  const responseField = response?.kind === 'object' ? response.fields : {};
  const kept: Record<string, unknown> = {};
  for (const [name, sent] of Object.entries(value)) {
    const inner = Object.hasOwn(field.fields, name) ? field.fields[name] : undefined;
    const entry = sent === null && inner?.kind === 'list' && inner.facts.emptiedByNull ? [] : sent;
    const responseValue = Object.hasOwn(responseField, name) ? responseField[name] : undefined;
    const at = {path: joinPath(path, name), read: fieldValues(read, name), report};
    const isRead = entry !== undefined && isFromResponse(at.read, entry);
    if (!inner) {
      if (isRead && !responseValue) kept[name] = entry;
      else if (!responseValue) report(at.path);
    } else if (!isAbsent(inner, entry, isRead)) {
      kept[name] = tidy(inner, responseValue, entry, at);
    }
  }
  return kept;
}

const isAbsent = (field: Field, value: unknown, isRead: boolean) =>
  field.facts.readOnly === true ||
  value === undefined ||
  (value === null && !field.facts.nullable && !isRead) ||
  (field.kind === 'text' && value === redacted);

const issuesOf = (field: Field, value: unknown) => schemaOf(field).safeParse(value).error?.issues ?? [];

const schemas = new WeakMap<Field, z.ZodMiniType>();

function schemaOf(field: Field): z.ZodMiniType {
  const known = schemas.get(field);
  if (known) return known;
  const base = build(field);
  const schema = field.facts.nullable ? z.nullable(base) : base;
  schemas.set(field, schema);
  return schema;
}

const requirementError = (requirement: string) => ({
  error: (issue: {readonly input?: unknown}) => (issue.input === undefined ? 'is required' : `must be ${requirement}`),
});

/** A check that may find several problems at once. */
const rules = <T>(find: (value: T) => string[]) =>
  z.check<T>(payload => {
    for (const message of find(payload.value))
      payload.issues.push({code: 'custom', message, input: payload.value, continue: true});
  });

function build(field: Field): z.ZodMiniType {
  switch (field.kind) {
    case 'text':
      return z.string(requirementError('text')).check(rules(value => textProblems(field, value)));
    case 'integer':
      return z.int(requirementError('a whole number')).check(rules(value => numberProblems(field, value)));
    case 'number':
      return z.number(requirementError('a number')).check(rules(value => numberProblems(field, value)));
    case 'flag':
      return z.boolean(requirementError('true or false'));
    case 'choice':
      return z.literal([...field.values], requirementError(`one of: ${field.values.join(', ')}`));
    case 'list':
      return buildList(field);
    case 'object':
      return buildObject(field);
    case 'free':
      return z.custom(isRecord, requirementError('an object'));
    case 'either':
      return z.union(field.options.map(schemaOf), requirementError(field.options.map(wordsFor).join(' or ')));
    case 'binary':
      return z.custom(value => value instanceof Uint8Array, requirementError('a file'));
  }
}

function buildList(field: ListField): z.ZodMiniType {
  const {maxItems = Number.POSITIVE_INFINITY} = field.facts;
  // The number of entries is checked even if entries are invalid.
  const short = z.refine<readonly unknown[]>(value => value.length <= maxItems, {
    error: `must have at most ${maxItems} entries`,
    when: payload => Array.isArray(payload.value),
  });
  return z.array(schemaOf(field.item), requirementError('a list')).check(short);
}

function buildObject(field: ObjectField): z.ZodMiniType {
  const shape: Record<string, z.ZodMiniType> = {};
  for (const [name, inner] of Object.entries(field.fields)) {
    if (inner.facts.readOnly) continue;
    shape[name] = inner.facts.required ? schemaOf(inner) : z.optional(schemaOf(inner));
  }
  return z.object(shape, requirementError('an object'));
}

const wordsFor = (field: Field): string => {
  const words = {text: 'text', integer: 'a whole number', number: 'a number', flag: 'true or false', list: 'a list'};
  return field.kind in words ? words[field.kind as keyof typeof words] : 'an object';
};

function textProblems({facts}: TextField, value: string): string[] {
  const problems: string[] = [];
  const {pattern, format, acceptedValues} = facts;
  if (acceptedValues?.includes(value)) return problems;
  const length = brokenBound(codePoints(value), facts, ' characters', ' character');
  if (length) problems.push(length);
  // An empty text breaks all rules; one problem is enough.
  if (value === '' && length) return problems;
  if (pattern && !pattern.test(value)) problems.push(`must ${facts.requirement ?? `match ${pattern}`}`);
  if (format && !formats[format].test(value)) problems.push(`must be ${formats[format].requirement}`);
  return problems;
}

function numberProblems({facts}: NumberField, value: number): string[] {
  const problem = brokenBound(value, facts, unitText(facts.unit));
  return problem ? [problem] : [];
}

/** Number of characters, not of UTF-16 units: an emoji is one. */
function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const paired = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    if (paired) index++;
    count++;
  }
  return count;
}
