/**
 * Words in the search text of a row. IPv6 addresses, UUIDs, hashes and keys contain short words by accident (`db` in
 * `2001:db8::1`), so they stand at the end of the text, and only a part of a code that people type or paste finds them.
 */

/** Separates the words of a search text from its codes. */
const CODES_START = '\u0000';

/** A hash is at least this long, and so is a UUID or a key. */
const minHashLength = 24;
const partOfHash = /^[\da-f-]{7,}$/;

const codePattern =
  /(?<![^\s,;()])(?:(?=[\da-f:./]*::|(?:[\da-f]+:){5,7}[\da-f./]+)[\da-f:./]{3,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=\d*[a-f])[\da-f]{24,}|[\da-z+/]{60,}={0,2})(?![^\s,;()])/gi;

/** Adds the words of a value to `words` and its codes to `codes`. */
export function addSearchText(value: string, words: string[], codes: string[]): void {
  if (value === '') return;
  if (value.length < minHashLength && !value.includes(':')) words.push(value);
  else {
    const rest = value.replace(codePattern, code => {
      codes.push(code);
      return '\n';
    });
    if (rest !== '\n') words.push(rest);
  }
}

/** The search text of words and codes. Joining builds a flat string; strings built with `+` would be flattened later. */
export function joinSearchText(words: readonly string[], codes: readonly string[]): string {
  return (codes.length === 0 ? words : [...words, CODES_START, ...codes]).join('\n').toLowerCase();
}

/** True if a word can be meant as a part of an IPv6 address, UUID, hash or key. */
export const canMatchCode = (word: string): boolean =>
  word.includes(':') || word.length >= minHashLength || partOfHash.test(word);

/** True if a search text contains a word. */
export function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at >= 0 && (canMatchCode(word) || text.lastIndexOf(CODES_START, at) < 0);
}

/** True if each text with `word` has `part`, too. */
export const impliesWord = (word: string, part: string): boolean =>
  word.includes(part) && (canMatchCode(part) || !canMatchCode(word));
