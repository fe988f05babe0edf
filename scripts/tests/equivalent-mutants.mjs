// @ts-check
/** Mutants that behave like the original, by file, operator and text, with the reason. */

/** @type {ReadonlyMap<string, string>} */
export const equivalentMutants = new Map();
