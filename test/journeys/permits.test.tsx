/** Actions that the token or its user may not do are dimmed with a reason before they are tried. */
import {expect, onTestFinished, test} from 'vitest';
import {startEmulator} from '../../src/emulator/server/start-server.ts';
import {families} from '../../src/families/registry.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import {realClock} from '../../src/store/core/clock.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import {renderConsole} from '../support/console.tsx';

/** The demo account as one of the tokens that the emulator prints sees it. */
async function openAs(username: string, scopes: RegExp) {
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  const token = account.tokens.find(one => one.username === username && scopes.test(one.scopes))?.token ?? '';
  const asked: string[] = [];
  const session = createSession({
    families,
    connect: createConnect({
      baseUrl: account.url,
      token: () => token,
      observe: ({method, path}) => void (method !== 'GET' && asked.push(`${method} ${path}`)),
    }),
    clock: realClock,
    random: () => 0.5,
    profile: {name: 'test', production: false, readOnly: false},
  });
  const screen = await renderConsole(session, {columns: 130, rows: 40, clock: realClock});
  onTestFinished(async () => {
    await screen.close();
    await session.close();
    await account.close();
  });
  return {screen, session, asked};
}

test('a read-only token changes nothing, and each key names the missing scope', async () => {
  const {screen, session, asked} = await openAs('acme', /^account:read_only/);
  await screen.expectText('Instances  42');
  for (const key of ['n', 'e', 'x']) {
    await screen.press(key);
    await screen.expectText('needs compute:read_write; this token has compute:read_only');
  }
  expect(session.unless({family: 'volumes', action: 'create'})).toBe(
    'needs volumes:read_write; this token has volumes:read_only',
  );
  expect(session.unless({family: 'profile.sshKeys', action: 'create'})).toContain('account:read_write');
  expect(asked).toEqual([]);
});

test('a token for volumes can edit them, and the reason names the scope that detaching needs', async () => {
  const {screen, session} = await openAs('acme', /^volumes:read_write/);
  await screen.command('volumes');
  await screen.expectText(/Volumes {2}\d/);
  const row = session
    .collection('volumes')
    .getState()
    .rows.find(({compute_id}) => compute_id !== null);
  expect(session.unless({family: 'volumes', action: 'update', row})).toBeUndefined();
  expect(session.unless({family: 'volumes', action: 'detach', row})).toBe(
    'needs compute:read_write; this token has compute:read_only',
  );
  expect(session.unless({family: 'domains', action: 'create'})).toBe('this token lacks domains:read_write');
  await screen.press('e');
  await screen.expectText('Edit');
  await screen.type('-new');
  await screen.press('ctrl-o');
  await screen.expectText('PUT /v4/volumes/');
  // Scopes that this token is known to have are not mentioned.
  expect(screen.text()).not.toContain('a token needs');
});

test('a restricted user sees the missing grant of each action and resource', async () => {
  const {screen, session, asked} = await openAs('intern', /^\*$/);
  await screen.expectText(/Instances {2}\d/);
  await session.whenPermissionsLoaded();
  const {rows} = session.collection('instances').getState();
  const reasons = rows.map(row => session.unless({family: 'instances', action: 'delete', row}));
  expect(reasons).toContain('your user may see it, and not change it');
  expect(reasons).toContain(undefined);
  expect(session.unless({family: 'instances', action: 'create'})).toBe(
    'your user is restricted, and lacks the grant add_compute',
  );
  expect(session.unless({family: 'tags', action: 'create'})).toBe(
    'your user is restricted: this is for unrestricted users only',
  );
  expect(session.operationRefusal('account.settings.update')).toBe(
    'your user is restricted, and lacks the grant account_access:read_write',
  );
  expect(asked).toEqual([]);
});
