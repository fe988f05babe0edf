import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, statSync} from 'node:fs';
import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {start} from '../src/emulator/server.ts';
import {families} from '../src/families/registry.ts';
import {filesIn} from '../src/platform/files.ts';
import {realClock} from '../src/store/clock.ts';
import {connectWith} from '../src/store/connect.ts';
import {openRuns} from '../src/store/runs.ts';
import {createSession} from '../src/store/session.ts';
import {openConsole} from './support/console.tsx';

/** Stands before the account, and writes down every change; the one with this number is passed on and never answered. */
async function recorder(target: string, silent: number, onSilent: () => void) {
  const changes: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const changing = incoming.method !== 'GET';
    if (changing) changes.push(`${incoming.method} ${incoming.url}`);
    const mute = changing && changes.length === silent;
    const {method, headers, url = ''} = incoming;
    const onward = request(new URL(url, target), {method, headers}, answer => {
      if (mute) {
        answer.resume();
        onSilent();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {changes, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`};
}

test('a run that was killed goes on with exactly the rest, and calls nothing twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-run-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const account = await start({accounts: 'demo', seed: 1, limits: 'none'});
  onTestFinished(() => account.close());
  const {changes, url} = await recorder(account.url, 4, () => child.kill('SIGKILL'));
  const script = join(import.meta.dirname, 'support', 'bulk-child.ts');
  const child = spawn(process.execPath, [script, url, account.token, folder], {stdio: 'inherit'});
  await new Promise(resolve => child.once('exit', resolve));
  expect(changes).toHaveLength(4);
  expect(statSync(join(folder, 'runs')).mode & 0o777).toBe(0o600);

  const runs = openRuns({
    files: filesIn(folder),
    path: 'runs',
    writer: {pid: process.pid, host: 'test'},
    isRunning: () => false,
  });
  const session = createSession({
    families,
    connect: connectWith({baseUrl: url, token: () => account.token}),
    clock: realClock,
    random: () => 0.5,
    profile: {name: 'test', production: false, readOnly: false},
    runs,
  });
  const screen = await openConsole(session, {columns: 130, rows: 45});
  await screen.expectText('Reboot: 4 of 8 were left when it was interrupted; :resume goes on');
  await screen.press(':');
  await screen.type('resume');
  await screen.press('enter');
  await screen.expectText('for 4 Instances');
  expect(screen.text()).toContain('was sent, and no answer came: look what became of it');
  expect(screen.text()).toContain('4 requests, one after the other');
  await screen.press('y');
  await screen.expectText('accepted for 4 Instances');
  expect(changes).toHaveLength(8);
  expect(new Set(changes).size).toBe(8);
  expect(await runs.interrupted()).toEqual([]);
  await screen.close();
  await session.close();
});
