/** The session of the README, command by command: each prints the lines that the README shows. */
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, inject, test} from 'vitest';

/** The commands of the first session of a document, each with its output. */
function sessionOf(document: string): readonly {readonly command: string; readonly output: string}[] {
  const [, block = ''] = /```console\n([\s\S]*?)```/.exec(readFileSync(document, 'utf8')) ?? [];
  return block
    .split(/^\$ /m)
    .filter(part => part !== '')
    .map(part => {
      const [command = '', ...lines] = part.trimEnd().split('\n');
      return {command, output: lines.join('\n')};
    });
}

const session = sessionOf('README.md');
const folder = mkdtempSync(join(tmpdir(), 'skydeck-readme-'));
const emulator = new AbortController();
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const failure = inject('buildFailure');
  if (failure) throw new Error(`the program did not build: ${failure}`);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = join(bin, 'skydeck');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/skydeck.js')}" "$@"\n`);
  chmodSync(program, 0o755);
  // The volume is ready after a while, which the demo account's own clock makes short.
  const child = spawn(program, ['emulator', '--port', '0', '--token', 'readme', '--speed', '10'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: emulator.signal,
  });
  child.on('error', () => {});
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    SKYDECK_BASE_URL: /listening on (\S+)/.exec(String(line))?.[1],
    SKYDECK_TOKEN: 'readme',
  };
});
afterAll(() => {
  emulator.abort();
  rmSync(folder, {recursive: true, force: true});
});

const hasProgram = (name: string): boolean => spawnSync(name, ['--version']).error === undefined;

test('the README shows a session of at least five commands', () => {
  expect(session.length).toBeGreaterThanOrEqual(5);
});

// One test: each command works on the account as the commands before it left it.
test('the commands of the README, in order, print the lines that the README shows', () => {
  const commands = session.filter(({command}) => !command.includes('| jq') || hasProgram('jq'));
  const results = commands.map(({command}) => {
    // A terminal shows errors and output in one stream.
    const {status, stdout} = spawnSync('sh', ['-c', `${command} 2>&1`], {env, encoding: 'utf8'});
    return {command, status, output: stdout.trimEnd()};
  });
  expect(results).toEqual(commands.map(({command, output}) => ({command, status: 0, output})));
});
