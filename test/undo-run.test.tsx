/**
 * An undo of several changes is written down step by step: after a kill it resumes with exactly the remaining steps.
 */
import {copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startEmulator} from '../src/emulator/server/start-server.ts';
import {batchJournalPath} from '../src/store/changes/batch/batch-journal.ts';
import {startChild} from './support/child.ts';
import {addressProfile, bareEnv, runCommandLine} from './support/cli.ts';
import {renderConsole} from './support/console.tsx';
import {journalsIn, openJournaledSession} from './support/journaled-session.ts';
import {startRecorder} from './support/recorder.ts';

const EDITED = 6;

/** Six instances get other tags. The program is killed while the third request of the undo is being sent. */
async function killed() {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-undo-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  onTestFinished(() => account.close());
  /** Called when the next change arrives. */
  const hooks: {next?: (() => void) | undefined} = {};
  const {changes, url} = await startRecorder(account.url, {
    silent: EDITED + 3,
    onSilent: () => child.kill(),
    beforeChange: () => hooks.next?.(),
  });
  const child = startChild([join(import.meta.dirname, 'support', 'undo-child.ts'), url, account.token, folder]);
  await child.ended;
  expect(changes).toHaveLength(EDITED + 3);
  expect(statSync(join(folder, 'runs')).mode & 0o777).toBe(0o600);
  /** The undone changes, by the URLs of their requests. */
  const back = () => changes.slice(EDITED);
  return {account, back, folder, hooks, token: account.token, url};
}

/** Each request was sent once. */
function expectOnce(back: readonly string[]): void {
  expect(back).toHaveLength(EDITED);
  expect(new Set(back).size).toBe(EDITED);
}

test('an undo that was killed resumes in the console, and repeats no request', async () => {
  const {back, folder, token, url} = await killed();
  const runs = journalsIn(folder);
  // The change log shows the changes as undone after the undo was resumed, because each step names its line.
  const [batch] = await runs.listInterrupted();
  const lines = batch?.rows.map(({undo}) => undo?.undoneChange.logEntry?.path) ?? [];
  expect(lines).toHaveLength(EDITED);
  expect(lines.every(path => path?.includes('/instances/'))).toBe(true);
  const session = openJournaledSession(url, token, runs);
  const screen = await renderConsole(session, {columns: 130, rows: 45});
  await screen.expectText(
    /Undo Edit \S+ and 5 more: 3 of 6 remaining after the interruption. Type :resume to continue./,
  );
  await screen.command('resume');
  await screen.expectText(/Undo: Edit \S+ and 5 more/);
  await screen.expectText('0 added, 3 changed, 0 deleted');
  expect(screen.text()).toContain('was sent, but no response came; check its state before you retry');
  expect(screen.text()).toMatch(/Tags marked/);
  await screen.press('y');
  await screen.until(() => back().length === EDITED, 'the rest was sent');
  // The last word is written after it is on the screen.
  await expect.poll(() => runs.listInterrupted()).toEqual([]);
  expectOnce(back());
  const {rows} = session.collection('instances').getState();
  expect(rows.filter(({tags}) => (tags as string[]).includes('marked')).length).toBeLessThanOrEqual(1);
  await screen.close();
  await session.close();
});

test('an undo that was killed resumes on the command line, and repeats no request', async () => {
  const {back, folder, hooks, token, url} = await killed();
  const state = join(folder, 'skydeck');
  mkdirSync(state, {recursive: true});
  copyFileSync(join(folder, 'runs'), join(state, batchJournalPath(addressProfile({url}))));
  const env = bareEnv(folder, {url, token});
  const run = (...line: string[]) => runCommandLine(line, env);
  expect(await run('do', '--resume', '--tags', 'other', '--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining('an undo takes no IDs'),
  });
  expect(await run('do', '--resume', '-o', 'name', '--yes')).toMatchObject({
    code: 2,
    err: 'skydeck: --output name doesn’t work with --resume of an undo. Use --output json\n',
  });
  const dry = await run('do', '--resume', 'instances.undo', '--dry-run');
  expect(dry.out.match(/^PUT /gm)).toHaveLength(3);
  expect(dry.err).toContain('was sent, but no response came; check its state before you retry');
  expect(back()).toHaveLength(3);
  const interrupted = (stop: () => void) => {
    hooks.next = stop;
    return () => {
      hooks.next = undefined;
    };
  };
  const stopped = await runCommandLine(['do', '--resume', '--yes', '--json'], env, {onInterrupt: interrupted});
  const left = {ok: false, failure: 'was not sent'};
  expect([stopped.code, JSON.parse(stopped.out)]).toMatchObject([130, [{ok: true}, left, left]]);
  const resumed = await run('do', '--resume', '--yes');
  expect(resumed).toMatchObject({code: 1, out: expect.stringMatching(/^(Undo: Edit \S+ is done\n){2}$/)});
  expectOnce(back());
  expect(await run('do', '--resume', '--yes')).toMatchObject({
    code: 0,
    err: 'No interrupted batch to resume.\n',
  });
});
