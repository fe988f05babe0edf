/** The CI jobs of the documentation, word for word: they pass, and leave nothing running. */
import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {afterEach, beforeAll, beforeEach, describe, expect, inject, test} from 'vitest';

/** The first block of code under this heading. */
function recipe(file: string, heading: string): string {
  const text = readFileSync(file, 'utf8');
  const [, block] = /```sh\n([\s\S]*?)```/.exec(text.slice(text.indexOf(`## ${heading}`))) ?? [];
  if (block === undefined) throw new Error(`${file} has no recipe under ${heading}`);
  return block;
}

const recipes = {
  'docs/emulator.md': recipe('docs/emulator.md', 'In a CI job'),
  'docs/recipes.md': recipe('docs/recipes.md', 'A job against the emulator'),
};

/** The script that the job runs as its tests: it records the address and creates a volume. */
const tests = `
const {appendFileSync} = require('node:fs');
const {API_URL: url, API_TOKEN: token} = process.env;
appendFileSync('addresses', url + '\\n');
const headers = {authorization: 'Bearer ' + token, 'content-type': 'application/json'};
const body = JSON.stringify({label: 'data', region: 'us-east', size: 20});
fetch(url + '/volumes', {method: 'POST', headers, body}).then(async answer => {
  console.log('created', (await answer.json()).id);
  process.exitCode = process.env.FAILS ? 7 : 0;
});
`;

const programOf = (shell: string): string =>
  realpathSync(execFileSync('sh', ['-c', `command -v ${shell}`], {encoding: 'utf8'}).trim());

/** On most systems `sh` is another name of one of the others: the same job would run twice. */
const shells = [...new Map(['sh', 'dash', 'bash'].map(shell => [programOf(shell), shell])).values()];

let folder: string;
beforeAll(() => {
  const failure = inject('buildFailure');
  if (failure) throw new Error(`the program did not build: ${failure}`);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-ci-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = join(bin, 'skydeck');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/skydeck.js')}" "$@"\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'tests.cjs'), tests);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({scripts: {'integration-tests': 'node tests.cjs'}}));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

async function run(shell: string, script: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(shell, ['-c', script], {
    cwd: folder,
    env: {
      PATH: [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
      HOME: folder,
      TMPDIR: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  child.stdout.on('data', text => (out += text));
  child.stderr.on('data', text => (out += text));
  // Not before everything that holds the output has ended: a leaked emulator would keep it open.
  const [code] = (await once(child, 'close')) as [number | null];
  return {code, out};
}

describe.each(Object.entries(recipes))('the job of %s', (_, script) => {
  test.each(shells)('passes twice in a row in %s, each time against an emulator of its own', async shell => {
    for (let round = 0; round < 2; round++) {
      const {code, out} = await run(shell, script);
      expect([code, out]).toEqual([0, expect.stringMatching(/created 4400|New volume data/)]);
    }
    expect(readdirSync(folder).filter(name => name.startsWith('tmp.'))).toEqual([]);
  });
});

test('a job whose tests fail ends with their exit code, and ends its emulator', async () => {
  for (const shell of ['sh', 'bash']) {
    const {code} = await run(shell, recipes['docs/emulator.md'], {FAILS: '1'});
    expect(code).toBe(7);
  }
  for (const address of readFileSync(join(folder, 'addresses'), 'utf8').trim().split('\n'))
    await expect(fetch(address)).rejects.toThrow();
});

test('a job whose emulator cannot start ends at once', async () => {
  const {code, out} = await run('sh', recipes['docs/emulator.md'].replace('--accounts empty', '--accounts nothing'));
  expect([code, out]).toEqual([1, expect.stringContaining('--accounts must be demo, empty or a number')]);
});
