import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {loadTmuxBuffer} from './tmux.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-tmux-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

/** Creates a program named tmux that writes its arguments to a file and then runs the script. */
function createTmux(script: string): NodeJS.ProcessEnv {
  const file = join(folder, 'tmux');
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$*" >>'${folder}/args'\n${script}\n`);
  chmodSync(file, 0o755);
  return {PATH: `${folder}:${process.env.PATH}`};
}
const contentOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('text goes by stdin to the tmux buffer and to the clipboard of the terminal', async () => {
  const env = createTmux(`cat >'${folder}/text'`);
  expect(await loadTmuxBuffer('$(id) `id`\n-é', env)).toBe('clipboard');
  expect([contentOf('args'), contentOf('text')]).toEqual(['load-buffer -w -\n', '$(id) `id`\n-é']);
});

test('a tmux before 3.2 doesn’t support -w, and only its buffer receives the text', async () => {
  const env = createTmux(`case "$*" in *-w*) exit 1;; esac; cat >'${folder}/text'`);
  expect(await loadTmuxBuffer('web-01', env)).toBe('buffer');
  expect(contentOf('text')).toBe('web-01');
});

test('no copy is reported when tmux fails, exits before it reads, or isn’t installed', async () => {
  expect(await loadTmuxBuffer('x'.repeat(70_000), createTmux('exit 1'))).toBeUndefined();
  expect(await loadTmuxBuffer('web-01', {PATH: join(folder, 'nowhere')})).toBeUndefined();
});
