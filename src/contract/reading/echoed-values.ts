/**
 * Values that a request may carry because the API itself answered them: unknown fields, values beyond the bounds,
 * nulls. The strict checks are for values that a person typed.
 *
 * A place of a body has as many answered values as were read there: all entries of a list stand for each of its
 * entries, so that entries may move.
 */
import {isRecord} from './compiled-checks.ts';

export type ResponseValues = readonly unknown[];

/** The answered values of one field. */
export const fieldValues = (values: ResponseValues, name: string): ResponseValues =>
  values.flatMap(value => (isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : []));

/** The answered values of the entries of a list. */
export const entryValues = (values: ResponseValues): ResponseValues =>
  values.flatMap(value => (Array.isArray(value) ? value : []));

export const isFromResponse = (values: ResponseValues, value: unknown): boolean =>
  values.some(candidate => isSame(candidate, value));

/**
 * True when a problem is about a value that the API answered.
 * @param path place of the problem, names and indexes from the top
 */
export function isFromResponseAt(values: ResponseValues, body: unknown, path: readonly PropertyKey[]): boolean {
  let current = values;
  let value = body;
  for (const [depth, part] of path.entries()) {
    const isList = Array.isArray(value);
    const parents = current;
    current = isList ? entryValues(current) : fieldValues(current, String(part));
    value = isList || isRecord(value) ? (value as Record<PropertyKey, unknown>)[part] : undefined;
    if (value !== undefined && isFromResponse(current, value)) return true;
    // A field that is missing here was missing there, too.
    const isMissing = value === undefined && depth === path.length - 1;
    if (isMissing) return parents.some(one => isRecord(one) && !Object.hasOwn(one, String(part)));
  }
  // A list may be longer than the documents say if it is no longer than the list that was read.
  return Array.isArray(value) && current.some(one => Array.isArray(one) && one.length >= (value as unknown[]).length);
}

function isSame(first: unknown, right: unknown): boolean {
  if (first === right) return true;
  if (Array.isArray(first))
    return (
      Array.isArray(right) &&
      first.length === right.length &&
      first.every((entry, index) => isSame(entry, right[index]))
    );
  if (!isRecord(first) || !isRecord(right)) return false;
  const names = Object.keys(first);
  return (
    names.length === Object.keys(right).length &&
    names.every(name => Object.hasOwn(right, name) && isSame(first[name], right[name]))
  );
}
