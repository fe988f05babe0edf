// @ts-check

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} file
 * @throws {Error} when a dependency no longer looks as its replacement expects
 */
export function expect(text, pattern, file) {
  const match = pattern.exec(text);
  if (!match) throw new Error(`${file} no longer matches ${pattern}: look at scripts/bundle`);
  return match;
}
