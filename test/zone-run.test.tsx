/**
 * The plan of an edited zone is written down step by step: after a kill it resumes with exactly the remaining steps.
 */
import {copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startEmulator} from '../src/emulator/server/start-server.ts';
import {batchJournalPath} from '../src/store/changes/batch/batch-journal.ts';
import {realClock} from '../src/store/core/clock.ts';
import {startChild} from './support/child.ts';
import {addressProfile, bareEnv, runCommandLine} from './support/cli.ts';
import {renderConsole} from './support/console.tsx';
import {journalsIn, openJournaledSession} from './support/journaled-session.ts';
import {startRecorder} from './support/recorder.ts';

/** Two records added, one changed and one deleted, by a program that ends itself or is killed in the middle. */
async function killed({sent, silent}: {readonly sent?: number; readonly silent?: number}) {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-zone-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  onTestFinished(() => account.close());
  const {changes, url} = await startRecorder(account.url, {silent, onSilent: () => child.kill()});
  const script = join(import.meta.dirname, 'support', 'zone-child.ts');
  const line = [script, url, account.token, folder, ...(sent === undefined ? [] : [String(sent)])];
  const child = startChild(line);
  await child.ended;

  const openFiles = () => journalsIn(folder);
  const runs = openFiles();
  const session = openJournaledSession(url, account.token, runs);
  const screen = await renderConsole(session, {columns: 130, rows: 45, clock: realClock});
  const resume = async () => {
    await screen.command('resume');
  };
  const close = async () => {
    await screen.close();
    await session.close();
  };
  return {changes, url, token: account.token, folder, runs, screen, resume, close};
}

test('a zone plan that was killed between two requests resumes with exactly the remaining steps', async () => {
  const {changes, folder, runs, screen, resume, close} = await killed({sent: 2});
  expect(changes).toHaveLength(2);
  expect(statSync(join(folder, 'runs')).mode & 0o777).toBe(0o600);
  await screen.expectText('Zone as text acme-infra.example: 2 of 4 remaining after the interruption');
  await resume();
  await screen.expectText('Zone as text: acme-infra.example');
  await screen.expectText('1 added, 0 changed, 1 deleted');
  expect(screen.text()).toMatch(/\+ CNAME shop/);
  expect(screen.text()).toMatch(/- CNAME docs/);
  await screen.press('y');
  await screen.expectText('accepted for 2 records');
  expect(changes.map(change => change.split(' ')[0])).toEqual(['PUT', 'POST', 'POST', 'DELETE']);
  // The last word is written after it is on the screen.
  await expect.poll(() => runs.listInterrupted()).toEqual([]);
  await close();
});

test('a zone plan that was killed during a request deletes nothing after the unknown outcome', async () => {
  const {changes, runs, screen, resume, close} = await killed({silent: 2});
  expect(changes).toHaveLength(2);
  await screen.expectText('2 of 4 remaining');
  await resume();
  await screen.expectText('1 added, 0 changed, 0 deleted');
  expect(screen.text()).toContain('was sent, but no response came; check its state before you retry');
  expect(screen.text()).toContain('is left alone, because something before it failed');
  await screen.press('y');
  await screen.until(() => changes.length === 3, 'the rest was sent');
  await screen.until(() => !screen.text().includes('1 added'), 'the plan is over');
  expect(changes.map(change => change.split(' ')[0])).toEqual(['PUT', 'POST', 'POST']);
  // The last word is written after it is on the screen.
  await expect.poll(() => runs.listInterrupted()).toEqual([]);
  await close();
});

/** A command line with the batch journal of the killed program. */
function commandLine(folder: string, url: string, token: string) {
  const state = join(folder, 'skydeck');
  mkdirSync(state, {recursive: true});
  copyFileSync(join(folder, 'runs'), join(state, batchJournalPath(addressProfile({url}))));
  return (...line: string[]) => runCommandLine(line, bareEnv(folder, {url, token}));
}

test('the command line resumes a killed zone plan with exactly the remaining steps', async () => {
  const {folder, changes, url, token, close} = await killed({sent: 2});
  await close();
  const run = commandLine(folder, url, token);
  expect(await run('do', '--resume', '--ttl-sec', '300', '--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining('an edited text takes no IDs'),
  });
  for (const words of [
    ['--resume', '-o', 'name'],
    ['-o', 'name', '--resume', 'domains.records.text'],
  ])
    expect(await run('do', ...words, '--yes')).toMatchObject({
      code: 2,
      err: 'skydeck: --output name doesn’t work with --resume of an edited text. Use --output json\n',
    });
  expect(await run('do', '--resume', '-o', 'table', '--yes')).toMatchObject({
    code: 2,
    err: 'skydeck: --output of do is one of json, ndjson, name, not "table"\n',
  });
  const dry = await run('do', '--resume', '--dry-run');
  expect(dry).toMatchObject({code: 0, err: expect.stringContaining('2 of 4 remaining after the interruption')});
  expect(dry.out).toMatch(/^POST .*"shop".*\nDELETE /s);
  expect(changes).toHaveLength(2);
  const resumed = await run('do', '--resume', 'domains.records.text', '--yes', '--confirm', '2');
  expect(resumed).toMatchObject({code: 0, out: 'New record CNAME shop is done\nDelete CNAME docs is done\n'});
  expect(changes.map(change => change.split(' ')[0])).toEqual(['PUT', 'POST', 'POST', 'DELETE']);
  expect(await run('do', '--resume', '--yes')).toMatchObject({
    code: 0,
    err: 'No interrupted batch to resume.\n',
  });
});

test('the command line deletes nothing of a zone after an unknown outcome', async () => {
  const {folder, changes, url, token, close} = await killed({silent: 2});
  await close();
  const run = commandLine(folder, url, token);
  const {code, err, out} = await run('do', '--resume', '--yes', '--json');
  expect(err).toContain('was sent, but no response came; check its state before you retry');
  expect(err).toContain('delete CNAME docs: is left alone, because something before it failed');
  expect(JSON.parse(out)).toMatchObject([{label: '+ CNAME shop', ok: true}]);
  expect(code).toBe(1);
  expect(changes.map(change => change.split(' ')[0])).toEqual(['PUT', 'POST', 'POST']);
});
