import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {Profile} from '../../profiles/profile.ts';
import {emptySettings} from '../../profiles/settings.ts';
import {type AccountSession, AccountSessions} from './account-session.ts';

const profileOf = (name: string, theme?: string): Profile => ({
  name,
  // No server listens on this port.
  baseUrl: 'http://127.0.0.1:1/v4',
  production: false,
  readOnly: false,
  theme,
});
const profiles = [profileOf('lab'), profileOf('prod', 'high-contrast'), profileOf('home')];

/** The account sessions of three profiles. `switches` has the opened sessions, and `open` the names of open accounts. */
function openThreeProfiles(log?: (event: string, facts?: Readonly<Record<string, unknown>>) => void) {
  const home = mkdtempSync(join(tmpdir(), 'skydeck-seats-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const switches: Promise<AccountSession | undefined>[] = [];
  /** The accounts that can’t be opened. */
  const broken = new Set<string>();
  /** The accounts that can’t be closed. */
  const stuck = new Set<string>();
  const open = new Set<string>();
  const accountSessions = new AccountSessions({
    settings: {...emptySettings, profiles},
    env: {XDG_STATE_HOME: home, SKYDECK_TOKEN: 'none'},
    startDemo: () => Promise.reject(new Error('no demo here')),
    readOnly: false,
    log,
    breadcrumbs: {
      note: () => {},
      reportDefect: () => '',
      follow({profile: {name}}) {
        if (broken.has(name)) throw new Error('disk failure');
        open.add(name);
        return () => {
          open.delete(name);
          if (stuck.has(name)) throw new Error('disk I/O error');
        };
      },
    },
    changed: next => void switches.push(next),
    quit: () => {},
  });
  return {accountSessions, switches, open, broken, stuck, home};
}

test('a second switch while an account opens is refused with a message, and all sessions close', async () => {
  const {accountSessions, switches, open} = openThreeProfiles();
  const {context, session} = await accountSessions.open([profiles[0]], {});
  context.switchProfile('prod');
  context.switchProfile('home');
  expect(session.account.getState().toasts.map(({text}) => text)).toContain('another account is being opened');
  expect(switches).toHaveLength(1);
  expect((await switches[0])?.context.profile.name).toBe('prod');
  await accountSessions.close();
  expect([...open]).toEqual([]);
});

test('closing during a profile switch also closes the account that is opening', async () => {
  const {accountSessions, switches, open} = openThreeProfiles();
  const {context} = await accountSessions.open([profiles[0]], {});
  context.switchProfile('home');
  await accountSessions.close();
  expect(switches).toHaveLength(1);
  expect([...open]).toEqual([]);
});

test('the current account stays open after another can’t be opened, and its drafts are saved', async () => {
  const {accountSessions, switches, open, broken, home} = openThreeProfiles();
  const {context, session} = await accountSessions.open([profiles[0]], {});
  broken.add('home');
  context.switchProfile('home');
  expect(await switches[0]).toBeUndefined();
  expect(session.account.getState().toasts.map(({text}) => text)).toContain('Couldn’t open home: disk failure');
  expect([...open]).toEqual(['lab']);
  session.draftStore.put('new volume', {label: 'typed before'}, {kept: {label: 'typed before'}});
  await accountSessions.close();
  expect([...open]).toEqual([]);
  expect(readFileSync(join(home, 'skydeck', 'lab.drafts.json'), 'utf8')).toContain('typed before');
});

test('bug: an account that can’t be closed ended the console of the next one, and lost its drafts', async () => {
  const {accountSessions, switches, stuck, home} = openThreeProfiles();
  const {context, session} = await accountSessions.open([profiles[0]], {});
  session.draftStore.put('new volume', {label: 'typed before'}, {kept: {label: 'typed before'}});
  stuck.add('lab');
  context.switchProfile('home');
  const next = await switches[0];
  await accountSessions.close();
  expect(next?.session.account.getState().toasts.map(({text}) => text)).toContain(
    'Couldn’t close lab completely: disk I/O error',
  );
  expect(readFileSync(join(home, 'skydeck', 'lab.drafts.json'), 'utf8')).toContain('typed before');
});

test('accounts that can’t be shown are closed, so that they read nothing more', async () => {
  const actions: unknown[] = [];
  const {accountSessions, broken} = openThreeProfiles((_, facts) => void actions.push(facts?.action));
  broken.add('lab + prod');
  await expect(accountSessions.open([profiles[0], profiles[1]], {})).rejects.toThrow('disk failure');
  expect(actions.filter(action => action === 'startFetch')).toHaveLength(2);
  expect(actions.filter(action => action === 'cancelFetch')).toHaveLength(2);
});

test('a profile name that isn’t in the settings is refused with the names that are, and the account stays', async () => {
  const {accountSessions, switches} = openThreeProfiles();
  const {context, session} = await accountSessions.open([profiles[0]], {});
  for (const name of ['lba', 'prod,lba']) context.switchProfile(name);
  expect(session.account.getState().toasts.map(({text}) => text)).toEqual([
    'No profile named "lba". Choose one of lab, prod, home, demo',
  ]);
  expect(switches).toHaveLength(0);
  await accountSessions.close();
});

test('a theme of a profile applies only to the profile, and a theme chosen by hand to all', async () => {
  const {accountSessions, switches} = openThreeProfiles();
  const {context} = await accountSessions.open([profiles[0]], {});
  const themes: string[] = [];
  let current = context;
  const switchTo = async (name: string): Promise<void> => {
    current.switchProfile(name);
    const next = await switches.at(-1);
    if (next) current = next.context;
    themes.push(current.preferences.getState().theme);
  };
  await switchTo('prod');
  await switchTo('home');
  await switchTo('prod');
  current.preferences.setState({theme: 'mono'});
  await switchTo('lab');
  await accountSessions.close();
  expect(themes).toEqual(['high-contrast', 'dark', 'high-contrast', 'mono']);
});

test('a bookmark of another account switches to the account and opens there', async () => {
  const {accountSessions, switches} = openThreeProfiles();
  const {context} = await accountSessions.open([profiles[0]], {});
  context.openInProfile('lab', {family: 'volumes', id: 6});
  expect(switches).toEqual([]);
  expect(context.navigation.current.getState()?.destination).toMatchObject({family: 'volumes', id: 6});
  context.openInProfile('home', {family: 'volumes', id: 7});
  const next = await switches[0];
  expect(next?.context.profile.name).toBe('home');
  expect(next?.context.navigation.current.getState()?.destination).toMatchObject({family: 'volumes', id: 7});
  next?.context.openInProfile('renamed', {family: 'volumes', id: 8});
  expect(next?.session.account.getState().toasts.map(({text}) => text)).toContain('Profile renamed no longer exists');
  expect(switches).toHaveLength(1);
  await accountSessions.close();
});

test('the log has the name of every change of state, without its values', async () => {
  const lines: unknown[] = [];
  const {accountSessions} = openThreeProfiles((event, facts) => void lines.push({event, ...facts}));
  const {session} = await accountSessions.open([profiles[0]], {});
  session.showToast('a text that may be secret', 'attention');
  await accountSessions.close();
  expect(lines).toContainEqual({event: 'state', store: 'toasts', action: 'showToast'});
  expect(JSON.stringify(lines)).not.toContain('may be secret');
});
