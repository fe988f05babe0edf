/** Changes while nothing can be stored: each problem is one line, and nothing crashes or is skipped. */
import {expect, test} from 'vitest';
import {startEmulator} from '../../src/emulator/server/start-server.ts';
import {families} from '../../src/families/registry.ts';
import {type FilePort, memoryFiles} from '../../src/platform/files/private-files.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import {realClock} from '../../src/store/core/clock.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import {openProfileStorage} from '../../src/ui/state/profile-storage.ts';
import {renderConsole} from '../support/console.tsx';

/** A disk that becomes full on command. */
function fillable() {
  const files = memoryFiles();
  const disk = {isFull: false};
  const unlessFull =
    <A extends unknown[]>(write: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      if (disk.isFull) throw new Error('ENOSPC: no space left on device, write');
      await write(...args);
    };
  const port: FilePort = {
    ...files,
    write: unlessFull(files.write),
    update: unlessFull(files.update),
    append: unlessFull(files.append),
  };
  return {disk, port};
}

test('on a full disk every change is reported as not logged, and a batch waits for a retry', {
  timeout: 60_000,
}, async () => {
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  const {disk, port} = fillable();
  const memory = await openProfileStorage('full', {XDG_STATE_HOME: '/nowhere'}, port);
  const session = createSession({
    families,
    connect: createConnect({baseUrl: account.url, token: () => account.token}),
    clock: realClock,
    random: () => 0.5,
    profile: {name: 'full', production: false, readOnly: false},
    ...memory.sessionOptions,
  });
  memory.onProblem(message => session.showToast(message, 'attention'));
  const said: string[] = [];
  session.account.subscribe(
    state => state.toasts,
    () => {
      const text = session.account.getState().toasts.at(-1)?.text;
      if (text !== undefined && text !== said.at(-1)) said.push(text);
    },
  );
  const screen = await renderConsole(session, {
    columns: 150,
    rows: 40,
    clock: realClock,
    initialDestination: {family: 'volumes'},
  });
  await screen.expectText('vol-db');
  disk.isFull = true;
  await screen.moveTo('metrics');
  await screen.press('e', 'ctrl-u');
  await screen.type('metrics-2');
  await screen.press('ctrl-o');
  await screen.expectText('metrics → metrics-2');
  await screen.press('enter');
  await screen.expectText('Edit metrics: done; not in the change log: ENOSPC');
  await screen.until(() => said.some(text => text.includes('so nothing is saved')), 'what is not kept is said');
  expect(said.filter(text => text.includes('so nothing is saved'))).toHaveLength(1);

  await screen.command('instances');
  await screen.expectText('Instances  42');
  await screen.moveTo('web-03');
  await screen.press('space', 'space', 'O');
  await screen.expectText('for 2 instances: web-03, web-04');
  await screen.press('y');
  await screen.expectText('Paused: can’t write the journal. p retry · s stop');
  await screen.expectText('ENOSPC: no space left on device');
  await screen.press('p');
  await screen.expectText('Paused: can’t write the journal. p retry · s stop');
  disk.isFull = false;
  await screen.press('p');
  await screen.expectText('accepted for 2 instances');

  await screen.command('volumes');
  await screen.expectText('metrics-2');
  await screen.moveTo('metrics-2');
  await screen.press('e', 'ctrl-u');
  await screen.type('metrics-3');
  await screen.press('ctrl-o');
  await screen.expectText('metrics-2 → metrics-3');
  await screen.press('enter');
  await screen.expectText('Edit metrics-2: done');
  await screen.until(
    () => session.account.getState().toasts.every(({text}) => !text.includes('metrics-2: done; not')),
    'it is kept',
  );
  await memory.sessionOptions.auditLog?.flush();
  expect(await memory.sessionOptions.auditLog?.read()).toMatchObject([
    {operation: 'volumes.update', label: 'metrics-2', outcome: 'done'},
    {operation: 'instances.reboot', label: 'web-04', outcome: 'done'},
    {operation: 'instances.reboot', label: 'web-03', outcome: 'done'},
  ]);
  await screen.close();
  await session.close();
  await memory.close();
  await account.close();
});
