// @ts-check
/**
 * `npm run test:isolation`: runs the unit tests and journeys in shuffled order, on other days, in other time zones and
 * languages. `npm run test:isolation -- src/store` runs only the tests in this folder.
 */
import {run} from './steps.mjs';

/** @typedef {{title: string, options?: readonly string[], env?: Readonly<Record<string, string>>}} Round */

/** @type {Round[]} */
const rounds = [
  ...[11, 22, 33, 44, 55].map(seed => ({
    title: `shuffled with seed ${seed}`,
    options: ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`],
  })),
  ...['2028-02-29T12:00:00Z', '2026-12-31T23:59:00Z', '2026-03-29T00:59:00Z', '2026-11-22T19:59:00Z'].map(now => ({
    title: `at ${now}`,
    env: {SKYDECK_TEST_NOW: now},
  })),
  {title: 'on the day of a clock change, in Berlin', env: environmentIn('Europe/Berlin', '2026-03-29T00:59:00Z')},
  {title: 'in Kathmandu', env: environmentIn('Asia/Kathmandu')},
  {title: 'in Los Angeles', env: environmentIn('America/Los_Angeles')},
  {title: 'in German', env: {SKYDECK_TEST_LANG: 'de_DE.UTF-8'}},
  {title: 'in Turkish', env: {SKYDECK_TEST_LANG: 'tr_TR.UTF-8'}},
];

/** @param {string} zone @param {string} [now] */
function environmentIn(zone, now) {
  return {SKYDECK_TEST_ZONE: zone, ...(now !== undefined && {SKYDECK_TEST_NOW: now})};
}

const tests = process.argv.slice(2);
const variables = ['SKYDECK_TEST_NOW', 'SKYDECK_TEST_ZONE', 'SKYDECK_TEST_LANG'];
let failed = 0;
for (const {title, options = [], env = {}} of rounds) {
  for (const name of variables) delete process.env[name];
  Object.assign(process.env, env);
  const start = performance.now();
  const {ok, output} = await run('vitest', [...['run', '--project', 'unit', '--reporter=dot'], ...options, ...tests]);
  console.log(
    `${ok ? 'ok    ' : 'FAILED'}  ${title.padEnd(42)} ${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s`,
  );
  if (ok) continue;
  failed++;
  console.log(
    output
      .split('\n')
      .filter(line => /FAIL|Error:/.test(line))
      .join('\n'),
  );
}
console.log(failed === 0 ? `${rounds.length} rounds passed` : `${failed} of ${rounds.length} rounds failed`);
process.exitCode = failed === 0 ? 0 : 1;
