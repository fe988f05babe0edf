import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {multiplexerOf, openPane} from './new-pane.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-pane-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

/** Creates a program with this name that writes its arguments to a file, one per line, and then runs the script. */
function createProgram(name: string, script: string): NodeJS.ProcessEnv {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" -- >>'${folder}/args'\n${script}\n`);
  chmodSync(file, 0o755);
  return {PATH: `${folder}:${process.env.PATH}`};
}
const words = (): string => readFileSync(join(folder, 'args'), 'utf8').trimEnd().split('\n').join(' ');

test('uses the multiplexer that this terminal runs in', () => {
  expect([multiplexerOf({TMUX: '/tmp/tmux-0/default,1,0'}), multiplexerOf({ZELLIJ: '0'}), multiplexerOf({})]).toEqual([
    'tmux',
    'zellij',
    undefined,
  ]);
});

test('tmux splits its window, and keeps the pane of a failed program', async () => {
  expect(await openPane('tmux', ['ssh', 'root@192.0.2.7'], createProgram('tmux', 'echo %7'))).toEqual({opened: 'tmux'});
  expect(words()).toBe(
    'split-window -P -F #{pane_id} ssh root@192.0.2.7 -- set-option -p -t %7 remain-on-exit failed --',
  );
});

test('a semicolon in an argument doesn’t end the tmux command', async () => {
  await openPane('tmux', ['ssh', 'a;', 'kill-server'], createProgram('tmux', 'echo %7'));
  expect(words()).toContain('ssh a\\; kill-server --');
});

test('zellij runs the program in a pane', async () => {
  expect(await openPane('zellij', ['ssh', 'root@192.0.2.7'], createProgram('zellij', ''))).toEqual({opened: 'zellij'});
  expect(words()).toBe('run -- ssh root@192.0.2.7 --');
});

test('an error names the multiplexer that fails or isn’t installed', async () => {
  const failingTmux = createProgram('tmux', 'echo "no space for new pane" >&2; exit 1');
  expect(await openPane('tmux', ['ssh', 'x'], failingTmux)).toEqual({failed: 'tmux: no space for new pane'});
  expect(await openPane('tmux', ['ssh', 'x'], createProgram('tmux', 'exit 1'))).toEqual({
    failed: 'tmux: the pane could not be opened',
  });
  expect(await openPane('zellij', ['ssh', 'x'], {PATH: join(folder, 'nowhere')})).toEqual({
    failed: 'zellij: not found in PATH',
  });
});
