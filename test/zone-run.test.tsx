/** The plan of an edited zone is written down step by step: one that was killed goes on with exactly the rest. */
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {runCommand} from '../src/cli/main.ts';
import {start} from '../src/emulator/server.ts';
import {filesIn} from '../src/platform/files.ts';
import {openRuns, runsPath} from '../src/store/runs.ts';
import {openConsole} from './support/console.tsx';
import {journaled, runsIn} from './support/journaled.ts';
import {recorder} from './support/recorder.ts';

/** Two records added, one changed and one deleted, by a program that ends itself or is killed in the middle. */
async function killed({sent, silent}: {readonly sent?: number; readonly silent?: number}) {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-zone-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const account = await start({accounts: 'demo', seed: 1, limits: 'none'});
  onTestFinished(() => account.close());
  const {changes, url} = await recorder(account.url, silent, () => child.kill('SIGKILL'));
  const script = join(import.meta.dirname, 'support', 'zone-child.ts');
  const line = [script, url, account.token, folder, ...(sent === undefined ? [] : [String(sent)])];
  const child = spawn(process.execPath, line, {stdio: 'inherit'});
  await new Promise(resolve => child.once('exit', resolve));

  const openFiles = () => runsIn(folder);
  const runs = openFiles();
  const session = journaled(url, account.token, runs);
  const screen = await openConsole(session, {columns: 130, rows: 45});
  const resume = async () => {
    await screen.press(':');
    await screen.type('resume');
    await screen.press('enter');
  };
  const close = async () => {
    await screen.close();
    await session.close();
  };
  return {changes, folder, runs, screen, resume, close};
}

test('a zone plan that was killed between two requests goes on with exactly the rest', async () => {
  const {changes, folder, runs, screen, resume, close} = await killed({sent: 2});
  expect(changes).toHaveLength(2);
  expect(statSync(join(folder, 'runs')).mode & 0o777).toBe(0o600);
  await screen.expectText('Zone as text acme-infra.example: 2 of 4 were left when it was interrupted');
  await resume();
  await screen.expectText('Zone as text: acme-infra.example');
  await screen.expectText('1 added, 0 changed, 1 deleted');
  expect(screen.text()).toMatch(/\+ CNAME shop/);
  expect(screen.text()).toMatch(/- CNAME docs/);
  await screen.press('y');
  await screen.expectText('accepted for 2 Records');
  expect(changes.map(change => change.split(' ')[0])).toEqual(['PUT', 'POST', 'POST', 'DELETE']);
  expect(await runs.interrupted()).toEqual([]);
  await close();
});

test('a zone plan that was killed in a request deletes nothing for what may not have come', async () => {
  const {changes, runs, screen, resume, close} = await killed({silent: 2});
  expect(changes).toHaveLength(2);
  await screen.expectText('2 of 4 were left');
  await resume();
  await screen.expectText('1 added, 0 changed, 0 deleted');
  expect(screen.text()).toContain('was sent, and no answer came: look what became of it');
  expect(screen.text()).toContain('is left alone, because something before it failed');
  await screen.press('y');
  await screen.until(() => changes.length === 3, 'the rest was sent');
  await screen.until(() => !screen.text().includes('1 added'), 'the plan is over');
  expect(changes.map(change => change.split(' ')[0])).toEqual(['PUT', 'POST', 'POST']);
  expect(await runs.interrupted()).toEqual([]);
  await close();
});

test('a zone plan that was killed is told by the command line, which leaves it to the console', async () => {
  const {folder, runs, close} = await killed({sent: 1});
  const [left] = await runs.interrupted();
  if (left === undefined) throw new Error('nothing was interrupted');
  const {run: _run, by: _by, states: _states, ...plan} = left;
  const state = filesIn(join(folder, 'skydeck'));
  const others = {writer: {pid: 1, host: 'gone'}, isRunning: () => false};
  await openRuns({files: state, path: runsPath('127.0.0.1'), ...others}).begin(plan);
  const said: string[] = [];
  const code = await runCommand(['do', '--resume', '--yes'], {
    startDemo: () => Promise.reject(new Error('no demo in this test')),
    env: {
      SKYDECK_CONFIG: join(folder, 'none.yaml'),
      SKYDECK_BASE_URL: 'http://127.0.0.1:1/v4',
      SKYDECK_TOKEN: 'token',
      XDG_STATE_HOME: folder,
    },
    out: () => {},
    err: text => void said.push(text),
    columns: undefined,
  });
  expect([code, said.join('')]).toEqual([2, expect.stringContaining('the console goes on with it, :resume')]);
  await close();
});
