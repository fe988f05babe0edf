// @ts-check
/** Runs tests for `mutate.mjs` in a process that can be killed. Vitest and its modules stay loaded between two runs. */
import {join} from 'node:path';
import {inspect} from 'node:util';
import {createVitest} from 'vitest/node';

/** @typedef {{changed: string, tests?: readonly string[]}} Order */

const root = process.argv[2] ?? '';
process.chdir(root);
const vitest = await createVitest('test', {
  root,
  config: join(root, 'vitest.config.ts'),
  project: ['unit'],
  watch: false,
  // `bail` is off, because it counts the failures of earlier runs, and would end the next run before its first test.
  reporters: [{}],
  maxWorkers: 1,
});
// Mutated modules must not stay loaded for later runs.
vitest.config.fsModuleCache = false;

let turn = Promise.resolve();
process.on('message', message => {
  turn = turn.then(() => runTests(/** @type {Order} */ (message)));
});

/** @param {Order} order */
async function runTests({changed, tests}) {
  vitest.invalidateFile(changed);
  if (!tests) return;
  const specifications = await vitest.globTestSpecifications(tests.map(test => join(root, test)));
  const {testModules, unhandledErrors} = await vitest.runTestSpecifications(specifications);
  if (testModules.length === 0) throw new Error(`no tests were run for ${changed}`);
  const failed = testModules.filter(module => !module.ok()).map(module => module.relativeModuleId);
  process.send?.([...failed, ...unhandledErrors.map(error => inspect(error))]);
}
