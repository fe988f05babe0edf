import {mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {hostname, tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startEmulator} from '../src/emulator/server/start-server.ts';
import {openStateFiles} from '../src/platform/files/state-files.ts';
import {BatchJournals, batchJournalPath} from '../src/store/changes/batch/batch-journal.ts';
import {realClock} from '../src/store/core/clock.ts';
import {startChild} from './support/child.ts';
import {addressProfile, bareEnv, openCommandLine, runCommandLine} from './support/cli.ts';
import {renderConsole} from './support/console.tsx';
import {journalsIn, openJournaledSession} from './support/journaled-session.ts';
import {startRecorder} from './support/recorder.ts';

/** No process has this number. */
const NOBODY = 2 ** 30;

test('a batch that was killed in the console resumes with the remaining rows, and repeats no request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-run-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  onTestFinished(() => account.close());
  const {changes, url} = await startRecorder(account.url, {silent: 4, onSilent: () => child.kill()});
  const script = join(import.meta.dirname, 'support', 'bulk-child.ts');
  const child = startChild([script, url, account.token, folder]);
  await child.ended;
  expect(changes).toHaveLength(4);
  expect(statSync(join(folder, 'runs')).mode & 0o777).toBe(0o600);

  const runs = journalsIn(folder);
  const session = openJournaledSession(url, account.token, runs);
  const screen = await renderConsole(session, {columns: 130, rows: 45, clock: realClock});
  await screen.expectText('Reboot: 4 of 8 remaining after the interruption. Type :resume to continue.');
  await screen.command('resume');
  await screen.expectText('for 4 instances');
  expect(screen.text()).toContain('was sent, but no response came; check its state before you retry');
  expect(screen.text()).toContain('4 requests, one after the other');
  await screen.press('y');
  await screen.expectText('accepted for 4 instances');
  expect(changes).toHaveLength(8);
  expect(new Set(changes).size).toBe(8);
  expect(await runs.listInterrupted()).toEqual([]);
  await screen.close();
  await session.close();
});

test('a batch that was killed on the command line resumes with the remaining rows, and repeats no request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-script-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  onTestFinished(() => account.close());
  const {changes, url} = await startRecorder(account.url, {silent: 3, onSilent: () => child.kill()});
  const env = bareEnv(folder, {url, token: account.token});
  const main = join(import.meta.dirname, '..', 'src', 'launcher.ts');
  const labels = ['web-01', 'web-02', 'web-03', 'bastion', 'cache-01'];
  const child = startChild([main, 'do', 'instances.update', ...labels, '--tags', 'kept', '--yes'], env);
  await child.ended;
  expect(changes).toHaveLength(3);

  const run = (...line: string[]) => runCommandLine(line, env);
  // A command that starts another change reports the interrupted one.
  const other = await run('do', 'volumes.update', 'uploads', 'metrics', '--tags', 'other', '--yes');
  expect(other.err).toContain('Edit: 2 of 5 remaining after the interruption. Run "skydeck do --resume" to resume it.');
  expect(await run('do', '--resume', 'web-01', '--yes')).toMatchObject({code: 2});
  expect(await run('do', '--resume', 'instances.update', 'web-01', '--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining('no IDs and no --filter'),
  });
  const dry = await run('do', '--resume', '--dry-run', '--json');
  expect(JSON.parse(dry.out)).toMatchObject([{body: {tags: ['kept']}}, {body: {tags: ['kept']}}]);
  const before = changes.length;
  const resumed = await run('do', '--resume', '--yes');
  // The row without a response may have been changed: an error names it, and the exit code is that of unknown results.
  expect(resumed).toMatchObject({code: 1, out: 'Edit bastion is done\nEdit cache-01 is done\n'});
  expect(resumed.err).toContain('web-03: was sent, but no response came; check its state before you retry');
  expect(changes).toHaveLength(before + 2);
  expect(new Set(changes).size).toBe(changes.length);
  expect(await run('do', '--resume', '--yes')).toEqual({
    code: 0,
    out: '',
    err: 'No interrupted batch to resume.\n',
  });
});

test('an interrupted batch names the secret that it needs again, and can be discarded', async () => {
  const cli = await openCommandLine();
  onTestFinished(() => cli.close());
  const path = batchJournalPath(addressProfile(cli.account));
  const runs = new BatchJournals({
    files: openStateFiles(join(cli.folder, 'skydeck'), () => {}),
    path,
    writer: {pid: NOBODY, host: hostname()},
    isRunning: () => false,
  });
  const rows = (await cli.json('get', 'instances', '--filter', 'label:web-0')) as {id: number; label: string}[];
  await runs.start({
    at: 1,
    family: 'instances',
    action: 'resetPassword',
    title: 'Reset password…',
    params: {},
    values: {},
    secrets: ['root_pass'],
    rows,
  });
  expect(await cli.run(['do', '--resume', '--yes'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('secrets are not written down: give --root-pass again'),
  });
  expect(await cli.run(['do', '--resume', 'instances.reboot', '--yes'])).toMatchObject({
    code: 0,
    err: expect.stringContaining('No interrupted batch'),
  });
  expect(await cli.run(['do', '--resume', '--forget'])).toMatchObject({
    code: 0,
    err: expect.stringContaining('discarded'),
  });
  expect(await runs.listInterrupted()).toEqual([]);
});

test('a batch journal of a newer version is refused in one line, and isn’t changed', async () => {
  const cli = await openCommandLine();
  onTestFinished(() => cli.close());
  const folder = join(cli.folder, 'skydeck');
  mkdirSync(folder);
  const path = join(folder, batchJournalPath(addressProfile(cli.account)));
  const text = '{"run":"other","v":3,"begin":{}}\n';
  writeFileSync(path, text, {mode: 0o600});
  for (const flag of ['--yes', '--forget'])
    expect(await cli.run(['do', '--resume', flag])).toEqual({
      code: 2,
      out: '',
      err: 'skydeck: An interrupted batch was written by a newer version of Skydeck. Resume it with that version.\n',
    });
  expect(readFileSync(path, 'utf8')).toBe(text);
});
