/** A signal ends the program: the terminal is restored, typed values are kept, and the parent sees the signal. */
import {mkdtempSync, readdirSync, readFileSync, rmdirSync} from 'node:fs';
import {constants, tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import {openPty, skydeck} from '../support/pty.ts';

let account: RunningEmulator;
beforeAll(async () => {
  account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
});
afterAll(() => account.close());

const console_ = () =>
  openPty(skydeck(['--base-url', account.url, '--view', 'volumes']), {env: {SKYDECK_TOKEN: account.token}});

test.each([
  'SIGTERM',
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGUSR2',
  'SIGALRM',
  'SIGXCPU',
  'SIGVTALRM',
  'SIGABRT',
] as const)('%s in the middle of a form restores the terminal and keeps the draft', {timeout: 60_000}, async signal => {
  const pty = console_();
  await pty.until(/batch-scratch-free/);
  pty.press('n');
  await pty.until(/─ New volume/);
  pty.type('typed-before-it');
  await pty.until(/typed-before-it/);
  pty.kill(signal);
  const {code, signal: by} = await pty.exit;
  // The exit code as a shell reports it.
  expect(by === undefined ? code : 128 + constants.signals[by as 'SIGTERM']).toBe(128 + constants.signals[signal]);
  expect(pty.modesLeftOn()).toEqual([]);
  const folder = join(pty.home, '.local/state/skydeck');
  const drafts = readdirSync(folder).filter(name => name.endsWith('.drafts.json'));
  expect(drafts.map(name => readFileSync(join(folder, name), 'utf8')).join()).toContain('typed-before-it');
});

test('the console starts in a working folder that was deleted', {timeout: 60_000}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-gone-'));
  const argv = ['sh', '-c', 'rmdir "$PWD"; exec "$0" "$@"', ...skydeck(['--base-url', account.url])] as const;
  const pty = openPty(argv as unknown as [string, ...string[]], {cwd: folder, env: {SKYDECK_TOKEN: account.token}});
  await pty.until(/● live/);
  expect(() => rmdirSync(folder)).toThrow('ENOENT');
  // The parts that Ink draws are on screen, too.
  pty.press('?');
  await pty.until(/Keys of this screen/);
  pty.press('esc');
  await pty.until(screen => !/Keys of this screen/.test(screen), 'the keys are gone');
  pty.press('q');
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
});
