// @ts-check
/**
 * `npm run test:quick`: runs the tests nearest to the changes of the working tree, in about 20 seconds.
 * `npm run test:quick -- main` compares with a branch or a commit. It doesn't replace `npm test`.
 */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {readTree} from './imports.mjs';
import {run} from './steps.mjs';
import {keepDurations, readDurations} from './tests/durations.mjs';
import {candidatesFor, withinBudget} from './tests/select-tests.mjs';

/** The test time of two workers in 20 seconds, without the start of Vitest and the loading of modules. */
const BUDGET_MS = 2 * 12_000;

const base = process.argv[2] ?? 'HEAD';
const changed = changedFiles(base);
const files = new Map(['src', 'test', 'bench', 'scripts'].flatMap(folder => [...readTree(process.cwd(), folder)]));
const selection = withinBudget(candidatesFor(changed, files), readDurations(), BUDGET_MS);

if (selection.files.length === 0)
  console.log(`${changed.length} files differ from ${base}, and no test is near to them.`);
else process.exitCode = (await runTests(selection.files)) ? 0 : 1;
if (selection.left > 0)
  console.log(`Left out, farther from the changes: ${selection.left} test files. npm test runs all.`);

/** @param {string} base */
function changedFiles(base) {
  /** @param {string[]} args */
  const git = args => execFileSync('git', args, {encoding: 'utf8'}).split('\n').filter(Boolean);
  return [...git(['diff', '--name-only', '--relative', base]), ...git(['ls-files', '--others', '--exclude-standard'])];
}

/** @param {readonly string[]} tests */
async function runTests(tests) {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-quick-'));
  const file = join(folder, 'results.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const {ok} = await run('vitest', ['run', '--project', 'unit', ...reporters, ...tests], 'inherit');
    keepDurations(JSON.parse(readFileSync(file, 'utf8')).testResults);
    return ok;
  } finally {
    rmSync(folder, {recursive: true});
  }
}
