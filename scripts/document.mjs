// @ts-check
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {relative} from 'node:path';

/**
 * Writes a generated document. With `--check`, it writes nothing, and the script fails if the document differs.
 *
 * @param {string} path
 * @param {string} wanted
 */
export function keepDocument(path, wanted) {
  if (!process.argv.includes('--check')) {
    writeFileSync(path, wanted);
    return;
  }
  const found = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (wanted === found) return;
  console.error(`${path} is not up to date: node ${relative(process.cwd(), process.argv[1] ?? '')}`);
  process.exitCode = 1;
}
