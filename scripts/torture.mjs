// @ts-check
/**
 * `npm run torture`: the reliability cases in their long form, on the built program, and a table of their results.
 * It takes about eight minutes. With arguments, it runs only the named test files.
 */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {run} from './steps.mjs';

/** @typedef {{name: string, tried: number, survived: number, lost: string[]}} TortureResult */

const defaultFiles = [
  'test/pty/torture.test.ts',
  'test/pty/abuse.test.ts',
  'test/pty/durability.test.ts',
  'test/pty/terminals.test.ts',
  'test/pty/ssh.test.ts',
  'test/pty/handing-over.test.ts',
  'test/journeys/soak.test.ts',
];

const folder = mkdtempSync(join(tmpdir(), 'skydeck-torture-results-'));
const file = join(folder, 'results.ndjson');
process.env.SKYDECK_TORTURE = '1';
process.env.SKYDECK_TORTURE_RESULTS = file;
process.env.SKYDECK_KILLS ??= '50';
process.env.SKYDECK_SOAK_ROUNDS ??= '30';
const files = process.argv.slice(2);
const {ok} = await run(
  'vitest',
  ['run', '--no-file-parallelism', ...(files.length > 0 ? files : defaultFiles)],
  'inherit',
);
print(read());
rmSync(folder, {recursive: true});
process.exitCode = ok ? 0 : 1;

/** @returns {TortureResult[]} */
function read() {
  try {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map(line => JSON.parse(line));
  } catch {
    return [];
  }
}

/** @param {TortureResult[]} results */
function print(results) {
  const width = Math.max(4, ...results.map(({name}) => name.length));
  console.log(`\n${'case'.padEnd(width)}  tried  survived  lost`);
  for (const {name, tried, survived, lost} of results) {
    const figures = [String(tried).padStart(5), String(survived).padStart(8), String(lost.length).padStart(4)];
    console.log(`${name.padEnd(width)}  ${figures.join('  ')}`);
  }
}
