/**
 * Rows for terminals that show only ASCII: each unsupported character is replaced by a supported one of the same width.
 */
import {eachCluster} from '../terminal/index.ts';

const likeness: Readonly<Record<string, string>> = {
  '…': '~',
  '—': '-',
  '–': '-',
  '·': '-',
  '→': '>',
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '▾': 'v',
  '•': '*',
  '“': '"',
  '”': '"',
  '’': "'",
};

/** "Resize…" with room after it, perhaps in a style: the dots stay, and the following text keeps its distance. */
const OPEN_END = /…((?:\x1b\[[\d;]*m)*) {2}(?=(?:\x1b\[[\d;]*m)*(?: |$))/g;

const PLAIN = /^[\x00-\x7f]*$/;

export function toAscii(row: string): string {
  if (PLAIN.test(row)) return row;
  return row.replace(OPEN_END, '...$1').replace(/[^\x00-\x7f]+/g, run => {
    let line = '';
    eachCluster(run, (cluster, cells) => {
      line += likeness[cluster] ?? '?'.repeat(cells);
    });
    return line;
  });
}
