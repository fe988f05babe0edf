/** JSON for output: formatted for people, and piece by piece for long values. */

/**
 * Characters that JSON may hold unescaped and that a terminal or a reader of lines interprets: DEL and C1 (0x9b starts
 * an escape sequence), characters that change the direction of text, and the line separators.
 */
const UNPRINTABLE = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A value as JSON that a terminal can show and no reader misreads: the same value, with more of it escaped. */
export const printableJson = (value: unknown, indent?: number): string =>
  escapeUnprintable(JSON.stringify(value, undefined, indent) ?? 'null');

/** A text in which these characters are escaped as JSON and YAML do it in double quotes. */
export const escapeUnprintable = (text: string): string =>
  text.replace(UNPRINTABLE, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const isUnprintable = (text: string): boolean => text.search(UNPRINTABLE) >= 0;

/**
 * Pieces of the JSON of an array with an indent of two, an entry at a time.
 * @param toJson returns the value to write for an entry
 */
export function* jsonArrayPieces<T>(entries: Iterable<T>, toJson: (entry: T) => unknown): Generator<string> {
  let prefix = '[\n';
  for (const entry of entries) {
    yield `${prefix}  ${printableJson(toJson(entry), 2).replaceAll('\n', '\n  ')}`;
    prefix = ',\n';
  }
  yield prefix === '[\n' ? '[]' : '\n]';
}
