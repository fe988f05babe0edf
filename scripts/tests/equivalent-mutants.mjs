// @ts-check
/** Mutants that behave like the original, by file, operator and text, with the reason. */

/** @type {ReadonlyMap<string, string>} */
export const equivalentMutants = new Map([
  [
    'src/client/limits/rate-limit-bucket.ts boolean: headers?.remaining ?? 0 → headers?.remaining',
    'undefined is not greater than 0, and neither is 0',
  ],
]);
