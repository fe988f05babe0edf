/** Tables that Markdown shows as they are: what means something to it is escaped, and a row is a line. */

/** Of the characters that mean something, all that can stand inside of a cell. */
const cell = (text: string): string =>
  text
    .replace(/[\\|`*_<>[\]~]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();

/** @param aligns of each column; left where nothing is said */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  aligns: readonly ('left' | 'right' | undefined)[] = [],
): string {
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |\n`;
  const rule = heads.map((_, index) => (aligns[index] === 'right' ? '---:' : '---'));
  return [heads.map(cell), rule, ...rows.map(row => row.map(cell))].map(line).join('');
}
