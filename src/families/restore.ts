/** Undoing an edit: what was sent, as it was before. */

/** A body with the fields that were sent, at the values the row had; the API takes back the values it gave. */
export const sent =
  <B extends object>(...names: readonly (keyof B & string)[]) =>
  (before: {readonly [K in keyof B]?: unknown}, body: B): Partial<B> =>
    Object.fromEntries(names.filter(name => name in body).map(name => [name, before[name]])) as Partial<B>;
