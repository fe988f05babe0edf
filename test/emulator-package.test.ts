/** The package `@skydeck/emulator`: its examples pass, its types compile, and it needs no other package. */
import {execFile} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {buildEmulator} from '../scripts/build-emulator.mjs';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const timeoutMs = 120_000;

/** A project that has installed the package. */
let project: string;
beforeAll(async () => {
  const built = await buildEmulator();
  project = mkdtempSync(join(tmpdir(), 'skydeck-package-'));
  const installed = join(project, 'node_modules', '@skydeck', 'emulator');
  mkdirSync(installed, {recursive: true});
  const {files} = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as {readonly files: readonly string[]};
  for (const file of ['package.json', 'README.md', ...files.filter(name => !name.startsWith('!'))])
    cpSync(join(built, file), join(installed, file), {recursive: true});
  for (const name of ['vitest', 'typescript', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  for (const name of readdirSync(join(built, 'examples'))) cpSync(join(built, 'examples', name), join(project, name));
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
}, timeoutMs);
afterAll(() => rmSync(project, {recursive: true, force: true}));

/** The output of a program in the project, whose name the node of the tests runs. */
async function output(...words: readonly string[]): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|NODE_TEST)/.test(name)),
  );
  const result = await run(process.execPath, words, {cwd: project, env}).catch(
    (error: {stdout: string; stderr: string}) => error,
  );
  return `${result.stdout}${result.stderr}`;
}

test('the example for node:test passes', {timeout: timeoutMs}, async () => {
  expect(await output('--test', 'volumes.node-test.mjs')).toMatch(/pass 2\n(?:.*\n)*.*fail 0/);
});

test('the example for vitest passes', {timeout: timeoutMs}, async () => {
  writeFileSync(join(project, 'vitest.config.js'), "export default {test: {include: ['*.vitest.ts']}};");
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  expect(await output(cli, 'run', '--reporter=verbose', '--no-color')).toMatch(/Tests +3 passed \(3\)/);
});

test('the types compile in strict mode, and refuse a misspelled option', {timeout: timeoutMs}, async () => {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
  writeFileSync(
    join(project, 'good.ts'),
    "import {startEmulator} from '@skydeck/emulator';\nawait startEmulator({accounts: 'empty'});\n",
  );
  writeFileSync(
    join(project, 'bad.ts'),
    "import {startEmulator} from '@skydeck/emulator';\nawait startEmulator({acounts: 'empty'});\n",
  );
  expect(await output(tsc, ...options, 'good.ts', 'volumes.vitest.ts')).toBe('');
  expect(await output(tsc, ...options, 'bad.ts')).toMatch(/bad\.ts\(2,\d+\): error TS2561: .*'acounts'/);
});

test('the package imports nothing but Node', () => {
  const dist = join(project, 'node_modules', '@skydeck', 'emulator', 'dist');
  const imports = readdirSync(dist)
    .filter(name => name.endsWith('.js'))
    .flatMap(name => [...readFileSync(join(dist, name), 'utf8').matchAll(/^(?:import|export) .*?from\s*"([^"]+)"/gm)])
    .map(([, target]) => target ?? '');
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.filter(target => !target.startsWith('node:') && !target.startsWith('./'))).toEqual([]);
});
