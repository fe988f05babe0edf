/** The body of an edit, and the body that undoes it. */
import {isObject} from './json-object.ts';

/**
 * A body with the sent fields and the values that the row had; the API accepts the values that it returned. Of an
 * object, only the sent parts are included, because only the API may set the others.
 */
export const sentFields =
  <B extends object>(...names: readonly (keyof B & string)[]) =>
  (before: {readonly [K in keyof B]?: unknown}, body: B): Partial<B> =>
    Object.fromEntries(
      names.filter(name => name in body).map(name => [name, partsOf(before[name], body[name])]),
    ) as Partial<B>;

function partsOf(before: unknown, request: unknown): unknown {
  if (!isObject(before) || !isObject(request)) return before;
  return Object.fromEntries(Object.keys(request).map(name => [name, partsOf(before[name], request[name])]));
}

/** The sent fields of a body; these are the expected values of the row. */
export function pickSentFields<B extends object, K extends keyof B & string>(
  body: B,
  ...names: readonly K[]
): Pick<B, K> {
  return Object.fromEntries(names.filter(name => name in body).map(name => [name, body[name]])) as Pick<B, K>;
}

/** A body that restores a row: its fields that have a value. */
export const restoringBody = <B extends object>(
  row: {readonly [K in keyof B]?: unknown},
  ...names: readonly (keyof B & string)[]
): B => Object.fromEntries(names.filter(name => !isBlank(row[name])).map(name => [name, row[name]])) as B;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
