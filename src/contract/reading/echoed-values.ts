/**
 * Values that a request may contain because the API itself returned them: unknown fields, values out of bounds, nulls.
 * The strict checks are for values that a user typed.
 *
 * A path of a body has all values that were read at that path. Each entry of a list can equal any entry that was read,
 * so that entries may move.
 */
import {isRecord} from '../schema/json.ts';

export type ResponseValues = readonly unknown[];

/** The values of one field that were read. */
export const fieldValues = (values: ResponseValues, name: string): ResponseValues =>
  values.flatMap(value => (isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : []));

/** The entries of a list that were read. */
export const entryValues = (values: ResponseValues): ResponseValues =>
  values.flatMap(value => (Array.isArray(value) ? value : []));

export const isFromResponse = (values: ResponseValues, value: unknown): boolean =>
  values.some(candidate => isSame(candidate, value));

/**
 * True when a problem is about a value that the API returned.
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
    // A missing field is allowed if it was missing in the response.
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
