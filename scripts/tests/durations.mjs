// @ts-check
/** Stores the last duration of each test file beside the packages. `test:quick` selects tests by it. */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, relative} from 'node:path';

/** @typedef {{name: string, startTime: number, endTime: number}} TimedFile */

const CACHE = 'node_modules/.cache/test-durations.json';

/** @returns {Record<string, number>} path of a test file → milliseconds; empty before the first run */
export function readDurations() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'));
  } catch (error) {
    // A damaged file only makes the selection worse, and the next run replaces it.
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return {};
    throw error;
  }
}

/** @param {readonly TimedFile[]} files as Vitest's JSON reporter lists them */
export function keepDurations(files) {
  const durations = readDurations();
  for (const {name, startTime, endTime} of files)
    durations[relative(process.cwd(), name)] = Math.round(endTime - startTime);
  mkdirSync(dirname(CACHE), {recursive: true});
  writeFileSync(CACHE, `${JSON.stringify(durations, null, 1)}\n`);
}

/**
 * @param {Readonly<Record<string, number>>} durations
 * @param {number} count
 * @returns {string[]} a line for each of the slowest files, slowest first
 */
export function slowestFiles(durations, count) {
  return Object.entries(durations)
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([file, duration]) => `${(duration / 1000).toFixed(1).padStart(6)} s  ${file}`);
}
