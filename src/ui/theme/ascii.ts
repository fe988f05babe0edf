/** Rows for terminals that can show ASCII only: what they cannot show becomes something they can, cell for cell. */
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

const PLAIN = /^[\x00-\x7f]*$/;

export function toAscii(row: string): string {
  if (PLAIN.test(row)) return row;
  return row.replace(/[^\x00-\x7f]+/g, run => {
    let line = '';
    eachCluster(run, (cluster, cells) => {
      line += likeness[cluster] ?? '?'.repeat(cells);
    });
    return line;
  });
}
