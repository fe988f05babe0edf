/** JSON with the names of each object in alphabetical order, so that equal objects have the same hash. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([first], [second]) => (first < second ? -1 : 1)))
      : inner,
  ) ?? '';
