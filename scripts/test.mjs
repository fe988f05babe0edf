// @ts-check
/**
 * `npm test`: runs all tests, or with arguments the named ones: `npm test -- src/contract`. It doesn't run
 * `npm run check`.
 * The last line is always `N passed, N failed`.
 */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {run} from './steps.mjs';
import {keepDurations, readDurations, slowestFiles} from './tests/durations.mjs';

/** @typedef {{fullName: string, status: string}} Assertion */
/** @typedef {{name: string, status: string, startTime: number, endTime: number, assertionResults: Assertion[]}} Suite */
/** @typedef {{numPassedTests: number, numFailedTests: number, testResults: Suite[]}} Results */

const SLOWEST = 10;

const start = performance.now();
const chosen = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), 'skydeck-test-'));
const file = join(folder, 'results.json');
const vitest = ['run', '--allowOnly=false', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
const {ok} = await run('vitest', [...vitest, ...chosen], 'inherit');
const results = read(file);
const {passed, failed, names} = summary(results, ok);
if (results) keepDurations(results.testResults);
rmSync(folder, {recursive: true});

if (names.length > 0) console.log(`\nFailed:\n${names.map(name => `  ${name}`).join('\n')}`);
if (chosen.length === 0) console.log(`\nSlowest files:\n${slowestFiles(readDurations(), SLOWEST).join('\n')}`);
console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s in all`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = ok ? 0 : 1;

/** @param {string} path @returns {Results | undefined} undefined when vitest did not get that far */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {Results | undefined} results
 * @param {boolean} ok
 */
function summary(results, ok) {
  if (!results) return {passed: 0, failed: 1, names: ['the test runner itself']};
  const names = results.testResults.flatMap(({name, status, assertionResults}) => {
    const place = relative(process.cwd(), name);
    const tests = assertionResults
      .filter(test => test.status === 'failed')
      .map(({fullName}) => `${place}  ${fullName}`);
    // A file that fails before its first test has no failed test, so it counts as one.
    return tests.length === 0 && status === 'failed' ? [place] : tests;
  });
  // An error outside of tests, which is printed above, makes the run fail, too.
  if (names.length === 0 && !ok) names.push('an error outside the tests');
  return {passed: results.numPassedTests, failed: names.length, names};
}
