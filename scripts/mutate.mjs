// @ts-check
/**
 * `npm run mutate`: changes one operator of the source at a time, in a copy of the tree, and runs the nearest tests.
 * Prints each change with which no test fails. `--max 20` mutants of each target, `--seed 1`, `--only client`.
 */
import {cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {readTree} from './imports.mjs';
import {readDurations} from './tests/durations.mjs';
import {equivalentMutants} from './tests/equivalent-mutants.mjs';
import {mutantsOf, sample} from './tests/mutants.mjs';
import {candidatesFor, withinBudget} from './tests/select-tests.mjs';
import {TestProcess} from './tests/test-process.mjs';

/** @typedef {import('./tests/mutants.mjs').Mutant} Mutant */
/** @typedef {'killed' | 'survived' | 'not tested'} Verdict */

/**
 * `wide` names the tests of whole changes. They run for mutants with which no test beside the source fails.
 *
 * @type {Readonly<Record<string, {path: string, wide?: readonly string[]}>>}
 */
const targets = {
  changes: {
    path: 'src/store/changes/',
    wide: [
      'test/preview-sent.test.ts',
      'test/edits.test.ts',
      'test/cli-do.test.ts',
      'test/cli-files.test.ts',
      'test/journeys/change-preview.test.tsx',
      'test/journeys/text-editing.test.tsx',
      'test/journeys/secrets.test.tsx',
      'test/journeys/object-transfers.test.tsx',
    ],
  },
  limits: {path: 'src/client/limits/'},
  filter: {path: 'src/contract/wire/filter.ts'},
  relations: {path: 'src/families/relations/'},
};
/** The minimum percentage of mutants with which a test fails. */
const GOAL = 80;
/** The time for the tests of one mutant. */
const BUDGET_MS = 4000;
/** The time after which a run counts as failed. */
const MAX_RUN_MS = 90_000;

const {values} = parseArgs({
  options: {max: {type: 'string', default: '20'}, seed: {type: 'string', default: '1'}, only: {type: 'string'}},
});

const folder = mkdtempSync(join(tmpdir(), 'skydeck-mutants-'));
const removeFolder = () => rmSync(folder, {recursive: true, force: true});
process.on('exit', removeFolder);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
copyTree();

const files = new Map(['src', 'test'].flatMap(name => [...readTree(process.cwd(), name)]));
const durations = readDurations();
const runner = new TestProcess('scripts/tests/mutant-runner.mjs', [folder], MAX_RUN_MS);
for (const [name, target] of Object.entries(targets))
  if (!values.only || values.only === name) await testTarget(name, target);
runner.stop();

function copyTree() {
  for (const name of ['src', 'test', 'bench', 'scripts', 'docs', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(name, join(folder, name), {recursive: true});
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
}

/** @param {string} name @param {{path: string, wide?: readonly string[]}} target */
async function testTarget(name, {path, wide = []}) {
  const sources = [...files.keys()].filter(file => file.startsWith(path) && !/\.test(-d)?\.tsx?$/.test(file));
  const all = sources
    .flatMap(file => mutantsOf(file, files.get(file) ?? ''))
    .filter(one => !equivalentMutants.has(one.key));
  const chosen = sample(all, Number(values.max), Number(values.seed));
  await checkOriginals(new Set(chosen.map(({file}) => file)), wide);
  let noticed = 0;
  for (const mutant of chosen) {
    const verdict = await verdictOf(mutant, wide);
    if (verdict === 'killed') noticed++;
    else
      console.log(
        `  ${verdict.padEnd(10)}  ${mutant.file}:${mutant.line}  ${mutant.operator}: ${mutant.before} → ${mutant.after}`,
      );
    // A broken run must not raise the score.
    if (verdict === 'not tested') process.exitCode = 1;
  }
  const percent = chosen.length === 0 ? 100 : Math.round((100 * noticed) / chosen.length);
  console.log(`${name.padEnd(10)} ${noticed} of ${chosen.length} killed, ${percent} % (${all.length} mutants in all)`);
  if (percent < GOAL) process.exitCode = 1;
}

/**
 * Checks that the tests pass without a mutant. Otherwise every mutant would count as killed.
 *
 * @param {ReadonlySet<string>} sources
 * @param {readonly string[]} wide
 */
async function checkOriginals(sources, wide) {
  for (const file of sources) {
    const tests = [...testsOf(file), ...(file === [...sources][0] ? wide : [])];
    const failed = tests.length > 0 ? await runner.run(join(folder, file), tests) : [];
    if (failed.length > 0) throw new Error(`the tests of ${file} fail without a mutant: ${failed.join(', ')}`);
  }
}

/** @param {string} file */
function testsOf(file) {
  const near = candidatesFor([file], files).filter(candidate => !candidate.file.startsWith('test/'));
  return withinBudget(near, durations, BUDGET_MS).files;
}

/**
 * @param {Mutant} mutant
 * @param {readonly string[]} wide
 * @returns {Promise<Verdict>}
 */
async function verdictOf({file, text}, wide) {
  const path = join(folder, file);
  writeFileSync(path, text);
  try {
    for (const tests of [testsOf(file), wide])
      if (tests.length > 0 && (await runner.run(path, tests)).length > 0) return 'killed';
    return 'survived';
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 'not tested';
  } finally {
    writeFileSync(path, files.get(file) ?? '');
    runner.invalidate(path);
  }
}
