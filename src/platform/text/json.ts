/** JSON for people, piece by piece where it may be long. */

/**
 * What `JSON.stringify` writes of an array with an indent of two, an entry at a time.
 * @param shown what is written of an entry
 */
export function* arrayPieces<T>(entries: Iterable<T>, shown: (entry: T) => unknown): Generator<string> {
  let begin = '[\n';
  for (const entry of entries) {
    yield `${begin}  ${JSON.stringify(shown(entry), null, 2).replaceAll('\n', '\n  ')}`;
    begin = ',\n';
  }
  yield begin === '[\n' ? '[]' : '\n]';
}
