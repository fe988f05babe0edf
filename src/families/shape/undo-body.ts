/** What an edit makes of a row, and what takes it back. */

/**
 * A body with the fields that were sent, at the values the row had; the API takes back the values it gave. Of an object
 * only the parts that were sent: the rest of it may be what the API alone sets.
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Those fields of a body that were sent; what the row is expected to become. */
export function pickSentFields<B extends object, K extends keyof B & string>(
  body: B,
  ...names: readonly K[]
): Pick<B, K> {
  return Object.fromEntries(names.filter(name => name in body).map(name => [name, body[name]])) as Pick<B, K>;
}

/** A body that makes a row again as it was: those of its fields that have a value. */
export const restoringBody = <B extends object>(
  row: {readonly [K in keyof B]?: unknown},
  ...names: readonly (keyof B & string)[]
): B => Object.fromEntries(names.filter(name => !isBlank(row[name])).map(name => [name, row[name]])) as B;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
