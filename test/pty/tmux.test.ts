/** The console inside a real tmux with its default settings. */
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startEmulator} from '../../src/emulator/server/start-server.ts';
import {openPty, skydeck} from '../support/pty.ts';

const isInstalled = spawnSync('tmux', ['-V']).status === 0;

test('bug: in tmux with its default settings a copy was reported, but nothing was copied', async ({skip}) => {
  if (!isInstalled) skip('tmux is not installed on this machine');
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  onTestFinished(() => account.close());
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-tmux-'));
  const tmux = ['tmux', '-S', join(folder, 'socket'), '-f', '/dev/null'] as const;
  onTestFinished(() => {
    spawnSync(tmux[0], [...tmux.slice(1), 'kill-server']);
    rmSync(folder, {recursive: true, force: true});
  });
  const argv = skydeck(['--base-url', account.url, '--view', 'volumes']);
  const pty = openPty([...tmux, 'new-session', ...argv], {
    columns: 100,
    rows: 30,
    env: {SKYDECK_TOKEN: account.token},
  });
  // The sidebar has the number of volumes before the list has its rows.
  await pty.until(/ 1\/18/, 'the rows of the list');
  pty.press('c');
  await pty.until(/l +label +\S+/, 'the menu');
  const [, label = ''] = /l +label +(\S+)/.exec(pty.text()) ?? [];
  pty.press('l');
  await pty.until(/Copied label to the tmux buffer/, 'the answer');
  expect(execFileSync(tmux[0], [...tmux.slice(1), 'show-buffer'], {encoding: 'utf8'})).toBe(label);
  // tmux passes the copy on to its own terminal.
  const sent = Buffer.from(label).toString('base64');
  await pty.until(() => new RegExp(`\\x1b\\]52;[^;]*;${sent}`).test(pty.output()), 'the clipboard of the terminal');
  pty.press('ctrl-c');
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
});
