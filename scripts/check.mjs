// @ts-check
/**
 * `npm run check`: all checks of the source that don't run it. They include the type tests (`*.test-d.ts`), because the
 * compiler reports a `@ts-expect-error` without an error.
 */
import {readdirSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {readTree} from './imports.mjs';
import {describe, findViolations} from './rooms.mjs';
import {command, report} from './steps.mjs';
import {findStructureViolations} from './structure.mjs';
import {judgeTree} from './words.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/** The file is beside the packages, so that `npm ci` removes it. */
const TYPES_CACHE = 'node_modules/.cache/types.tsbuildinfo';

/** @type {Step[]} */
const steps = [
  // A second run checks only the changes since the first, in a tenth of the time.
  command('types', 'tsc', ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', TYPES_CACHE]),
  command('format and lint', 'biome', ['check', '--error-on-warnings', '--diagnostic-level=warn', '--colors=off']),
  {name: 'rooms', alone: 'node scripts/rooms.mjs', run: rooms},
  {name: 'folders and names', alone: 'node scripts/structure.mjs', run: structure},
  {name: 'words', alone: 'node scripts/words.mjs', run: words},
  command('unused code', 'knip', ['--no-progress', '--no-config-hints']),
  command('used by tests only', 'knip', ['--production', '--no-progress', '--no-config-hints']),
  ...generators().map(script => command(script, 'node', [`scripts/${script}`, '--check'])),
];

async function rooms() {
  const violations = await findViolations(readTree(process.cwd(), 'src'));
  return {ok: violations.length === 0, output: describe(violations)};
}

async function structure() {
  const violations = await findStructureViolations(readTree(process.cwd(), 'src'));
  return {ok: violations.length === 0, output: describe(violations)};
}

async function words() {
  const violations = judgeTree(process.cwd());
  return {ok: violations.length === 0, output: describe(violations)};
}

/** The scripts that generate a document. With `--check`, each checks that the document in the tree is up to date. */
function generators() {
  return readdirSync('scripts').filter(name => /^generate-.*\.mjs$/.test(name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await report(steps)) ? 0 : 1;
