/** The ways to run an emulator in CI, from the documents and `packaging`: each stops the emulator that it started. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {delimiter, dirname, join, resolve} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {parse} from 'yaml';
import {emulatorFlags} from '../src/emulator/server/emulator-command.ts';
import {startEmulator} from '../src/emulator/server/start-server.ts';

const timeout = 120_000;
const program = resolve('src/emulator/server/emulator-command.ts');

let folder: string;
let bin: string;
let pids: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-recipes-'));
  bin = join(folder, 'node_modules', '.bin');
  pids = join(folder, 'pids');
  mkdirSync(bin, {recursive: true});
  writeFileSync(
    join(folder, 'skydeck.mjs'),
    `import {runEmulator} from ${JSON.stringify(program)}; process.exitCode = await runEmulator(process.argv.slice(3));`,
  );
  // The program as it is installed: it also notes its process ID.
  const skydeck = join(bin, 'skydeck');
  writeFileSync(
    skydeck,
    `#!/bin/sh\necho $$ >> "${pids}"\nexec "${process.execPath}" "${join(folder, 'skydeck.mjs')}" "$@"\n`,
  );
  chmodSync(skydeck, 0o755);
});
afterEach(() => {
  for (const pid of startedPids()) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  rmSync(folder, {recursive: true, force: true});
});

const startedPids = (): number[] => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : []);

/** False for a process that has ended, also while it waits to be collected. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/^.*\) Z/s.test(readFileSync(stat, 'utf8'));
}

async function run(command: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
  const child = spawn(command, argv, {cwd: folder, stdio: 'pipe', env: {...process.env, PATH, ...env}});
  let output = '';
  child.stdout.on('data', text => (output += text));
  child.stderr.on('data', text => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return {code, output};
}

/** The first block of shell code in a section of a document. */
function blockOf(document: string, heading: string): string {
  const section = readFileSync(document, 'utf8').split(`\n## ${heading}\n`)[1] ?? '';
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

const recipe = blockOf('docs/emulator.md', 'In a CI job');

test('both documents start and stop the emulator in the same way', () => {
  const start = recipe.split('\n').filter(line => !line.startsWith('API_URL='));
  expect(start).toHaveLength(6);
  const block = blockOf('docs/recipes.md', 'A job against the emulator').split('\n');
  expect(block.filter(line => start.includes(line))).toEqual(start);
});

test.each([
  ['skydeck', recipe],
  ['npx skydeck', recipe.replace('skydeck emulator', 'npx --offline skydeck emulator')],
])('the recipe with %s runs twice in a row, and leaves no process', {timeout}, async (_, script) => {
  const check = `
    const {API_URL, API_TOKEN} = process.env;
    const {status} = await fetch(API_URL + '/volumes', {headers: {authorization: 'Bearer ' + API_TOKEN}});
    console.log('tested', status);`;
  writeFileSync(join(folder, 'check.mjs'), check);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({scripts: {'integration-tests': 'node check.mjs'}}));
  for (const round of [1, 2]) {
    const {code, output} = await run('sh', ['-c', script]);
    expect([round, code, output]).toEqual([round, 0, expect.stringContaining('tested 200')]);
    expect(startedPids()).toHaveLength(round);
  }
  await vi.waitFor(() => expect(startedPids().filter(isRunning)).toEqual([]), {timeout: 20_000});
});

test('a job whose tests fail leaves no process', {timeout}, async () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({scripts: {'integration-tests': 'exit 3'}}));
  const {code} = await run('sh', ['-c', recipe]);
  expect(code).toBe(3);
  expect(startedPids()).toHaveLength(1);
  await vi.waitFor(() => expect(startedPids().filter(isRunning)).toEqual([]), {timeout: 20_000});
});

test('the quick start for vitest passes, and leaves no process', {timeout}, async () => {
  const text = readFileSync('docs/emulator-tests.md', 'utf8');
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const names = ['emulator.setup.ts', 'vitest.config.ts', 'volumes.test.ts'];
  expect(blocks.length).toBeGreaterThanOrEqual(names.length);
  for (const [index, name] of names.entries()) writeFileSync(join(folder, name), blocks[index] ?? '');
  symlinkSync(resolve('node_modules/vitest'), join(folder, 'node_modules', 'vitest'), 'dir');
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  const {code, output} = await run(process.execPath, [vitest, 'run', '--root', folder], {VITEST: ''});
  expect([code, output]).toEqual([0, expect.stringMatching(/2 passed/)]);
  expect(startedPids()).toHaveLength(1);
  await vi.waitFor(() => expect(startedPids().filter(isRunning)).toEqual([]), {timeout: 20_000});
});

interface ActionFile {
  readonly inputs: Readonly<Record<string, {readonly default?: string}>>;
  readonly outputs: object;
  readonly runs: {readonly main: string; readonly post: string};
}
const action = parse(readFileSync('packaging/action/action.yml', 'utf8')) as ActionFile;

test('the inputs of the action are options of the emulator', () => {
  const options = Object.keys(action.inputs).filter(name => name !== 'command');
  expect(options.length).toBeGreaterThan(5);
  expect(options.filter(name => !emulatorFlags.includes(`--${name}`))).toEqual([]);
});

test('the action starts an emulator and stops it, twice in a row', {timeout}, async () => {
  const files = {GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STATE: join(folder, 'state'), RUNNER_TEMP: folder};
  const valuesIn = (file: string) =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map(line => line.split(/=(.*)/).slice(0, 2)),
    ) as Record<string, string>;
  const inputs = {INPUT_TOKEN: 'ci-token', 'INPUT_CONTROL-TOKEN': 'control', INPUT_DIALECT: 'today'};
  const defaults = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [`INPUT_${name.toUpperCase()}`, input.default ?? '']),
  );
  for (const round of [1, 2]) {
    for (const file of [files.GITHUB_OUTPUT, files.GITHUB_STATE]) writeFileSync(file, '');
    const path = (name: string) => resolve('packaging/action', name);
    const started = await run(process.execPath, [path(action.runs.main)], {...files, ...defaults, ...inputs});
    expect([started.code, started.output]).toEqual([0, expect.stringContaining('listening on http://127.0.0.1:')]);
    const outputs = valuesIn(files.GITHUB_OUTPUT);
    expect(Object.keys(outputs).sort()).toEqual(Object.keys(action.outputs).sort());
    const headers = {authorization: `Bearer ${outputs.token}`};
    expect((await fetch(`${outputs.url}/volumes`, {headers})).status).toBe(200);
    const control = {'x-emulator-token': 'control'};
    expect((await fetch(`${outputs['control-url']}/requests`, {headers: control})).status).toBe(200);
    expect([outputs.token, Number(outputs.pid), startedPids()]).toEqual([
      'ci-token',
      startedPids().at(-1),
      startedPids(),
    ]);
    expect(startedPids()).toHaveLength(round);
    const state = Object.fromEntries(
      Object.entries(valuesIn(files.GITHUB_STATE)).map(([name, value]) => [`STATE_${name}`, value]),
    );
    const stopped = await run(process.execPath, [path(action.runs.post)], state);
    expect([stopped.code, stopped.output]).toEqual([0, expect.stringContaining('::group::Log of the emulator')]);
    await vi.waitFor(() => expect(startedPids().filter(isRunning)).toEqual([]), {timeout: 20_000});
  }
});

test('the action fails with the error of the emulator', {timeout}, async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const {port} = busy.address() as {port: number};
  const {code, output} = await run(process.execPath, [resolve('packaging/action', action.runs.main)], {
    INPUT_COMMAND: 'skydeck',
    INPUT_PORT: String(port),
    RUNNER_TEMP: folder,
  });
  busy.close();
  expect([code, output]).toEqual([1, expect.stringContaining(`port ${port} is in use`)]);
});

test('the compose file starts the image with options that exist, and checks that it is ready', {timeout}, async () => {
  const {services} = parse(readFileSync('packaging/compose.yaml', 'utf8')) as {
    services: {
      emulator: {command: string[]; build: {context: string; dockerfile: string}; healthcheck: {test: string[]}};
    };
  };
  const {command, build, healthcheck} = services.emulator;
  expect(command[0]).toBe('emulator');
  for (const option of command.slice(1)) expect(emulatorFlags).toContain(option.split('=')[0]);
  expect(existsSync(resolve('packaging', build.context, build.dockerfile))).toBe(true);
  const [kind, , ...argv] = healthcheck.test;
  expect(kind).toBe('CMD');
  const emulator = await startEmulator({accounts: 'empty', controlToken: 'control'});
  const check = () =>
    run(
      process.execPath,
      argv.map(text => text.replace(':4400', `:${emulator.port}`)),
    );
  expect((await check()).code).toBe(0);
  await emulator.close();
  expect((await check()).code).toBe(1);
});
