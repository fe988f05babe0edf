/** Markdown tables: characters with a meaning are escaped, and a row is a line. */

/** Escapes the characters with a meaning that can stand inside of a cell. */
const markdownCell = (text: string): string =>
  text
    .replace(/[\\|`*_<>[\]~]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * The lines, each with its end.
 * @param aligns alignment of each column; left by default
 */
export function* markdownLines(
  heads: readonly string[],
  rows: Iterable<readonly string[]>,
  aligns: readonly ('left' | 'right' | undefined)[] = [],
): Generator<string> {
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |\n`;
  yield line(heads.map(markdownCell));
  yield line(heads.map((_, index) => (aligns[index] === 'right' ? '---:' : '---')));
  for (const row of rows) yield line(row.map(markdownCell));
}
