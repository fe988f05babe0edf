// @ts-check
/**
 * Chooses the tests that a change is most likely to break: the changed tests, then those that import a changed file,
 * nearest first, and the journeys that name a changed file or its exports. Every journey imports nearly every file, so
 * imports alone would choose them all.
 *
 * @typedef {{file: string, distance: number}} Candidate
 * @typedef {{files: string[], left: number}} Selection `left` is the number of candidates beyond the budget
 */
import {basename, posix} from 'node:path';

const TEST = /\.test\.tsx?$/;
const JOURNEY = /^test\/journeys\//;
/** The maximum number of imports from a test to a changed file. A change rarely breaks a test further away. */
const MAX_DISTANCE = 4;
const UNKNOWN_UNIT_MS = 500;
/** The time of a test outside the source, which opens consoles or reads the whole contract. */
const UNKNOWN_WIDE_MS = 5000;

/**
 * @param {readonly string[]} changed
 * @param {ReadonlyMap<string, string>} files path → text
 * @returns {Candidate[]} nearest first
 */
export function candidatesFor(changed, files) {
  const distances = distancesFrom(changed, files);
  const folders = new Set(changed.map(file => posix.dirname(file)));
  const sources = changed.filter(file => file.startsWith('src/') && !TEST.test(file));
  /** @type {Candidate[]} */
  const candidates = [];
  for (const [file, text] of files) {
    if (!TEST.test(file) || file.startsWith('test/pty/')) continue;
    const distance = distances.get(file) ?? Number.POSITIVE_INFINITY;
    if (distance === 0) candidates.push({file, distance});
    else if (JOURNEY.test(file)) {
      if (sources.some(source => isNamed(source, file, text))) candidates.push({file, distance: 2});
    } else if (distance <= MAX_DISTANCE) candidates.push({file, distance});
  }
  /** @param {string} file */
  const isElsewhere = file => Number(!folders.has(posix.dirname(file)));
  return candidates.sort(
    (a, b) => a.distance - b.distance || isElsewhere(a.file) - isElsewhere(b.file) || (a.file < b.file ? -1 : 1),
  );
}

/**
 * The imports between files, found with a regular expression, because the exact graph of `imports.mjs` takes seconds. A
 * line that only looks like an import adds a test at most.
 *
 * @param {ReadonlyMap<string, string>} files
 */
function* importsIn(files) {
  for (const [from, text] of files)
    for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const to = posix.join(posix.dirname(from), specifier);
      if (files.has(to)) yield {from, to};
    }
}

/**
 * @param {readonly string[]} changed
 * @param {ReadonlyMap<string, string>} files
 */
function distancesFrom(changed, files) {
  const importers = Map.groupBy(importsIn(files), ({to}) => to);
  const distances = new Map(changed.map(file => [file, 0]));
  const queue = [...changed];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const next = (distances.get(file) ?? 0) + 1;
    for (const {from} of importers.get(file) ?? [])
      if (!distances.has(from)) {
        distances.set(from, next);
        queue.push(from);
      }
  }
  return distances;
}

/**
 * @param {string} source
 * @param {string} journey
 * @param {string} text of the journey
 */
function isNamed(source, journey, text) {
  const name = basename(source).replace(/\.\w+$/, '');
  return (
    basename(journey).startsWith(`${name}.`) ||
    [`'${name}'`, `'${name}.`, `.${name}'`].some(quoted => text.includes(quoted))
  );
}

/**
 * @param {readonly Candidate[]} candidates nearest first
 * @param {Readonly<Record<string, number>>} durations milliseconds by file
 * @param {number} budgetMs
 * @returns {Selection}
 */
export function withinBudget(candidates, durations, budgetMs) {
  let spent = 0;
  const files = candidates
    .filter(({file, distance}) => {
      const duration = durations[file] ?? (file.startsWith('test/') ? UNKNOWN_WIDE_MS : UNKNOWN_UNIT_MS);
      // A changed test always runs.
      if (distance > 0 && spent + duration > budgetMs) return false;
      spent += duration;
      return true;
    })
    .map(({file}) => file);
  return {files, left: candidates.length - files.length};
}
