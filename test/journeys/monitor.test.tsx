/** The wallboard: its contents, and its updates from the account. */
import {expect, test} from 'vitest';
import {Instances, initialHidden} from '../../src/emulator/families/instances/instance-kinds.ts';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {memoryStateFiles} from '../../src/platform/files/state-files.ts';
import {parseSettings} from '../../src/profiles/parse-settings.ts';
import {openSnapshots} from '../../src/store/cache/snapshot.ts';
import {jsonResponse, openAccount, type TestAccount} from '../harness/account.ts';
import {type OpenOptions, openConsole} from '../harness/console.ts';
import {fleet, instance, volume} from '../harness/fleet.ts';

const openWallboard = (options: OpenOptions = {}) => openConsole({view: {page: 'monitor'}, ...options});

/** An account with these instances and nothing else. */
function accountOf(rows: readonly ReturnType<typeof instance>[]): TestAccount {
  const account = openAccount({accounts: 'empty'});
  account.put(Instances, rows, initialHidden);
  return account;
}

test('problems come first with their age, then the fleet by region and the running operations', async () => {
  const account = accountOf([...fleet(), instance(41, {status: 'stopped', updated: '2026-03-14T09:00:00'})]);
  account.put(Volumes, [volume(2, {label: 'vol-db'})]);
  await account.call('POST /v4/volumes/4402/resize', {size: 60});
  const screen = await openWallboard({account, size: [80, 24]});
  expect(screen.row(0)).toMatch(/skydeck {2}demo ▸ .*█.* updated 12:00:00 UTC/);
  expect(screen.row(1)).toMatch(/Instances 41 {2}● 38 running/);
  expect(screen.row(2)).toMatch(/PROBLEMS {2}1 ─+/);
  expect(screen.row(3)).toMatch(/▲ instance web-41 stopped +3h/);
  screen.expectText(/INSTANCES BY REGION/);
  screen.expectText(/eu-west +20 +● web-00 ● web-02/);
  screen.expectText(/us-east +21 +● web-01 ◐ web-03 ○ web-05/);
  screen.expectText(/◐ vol-db resizing [■□]{10} \d+% +\d:\d\d left {2}acme/);
  screen.expectNoText('COMPUTE');
  screen.expectFooter('q quit');
});

test('a rejected token is shown, and no list is announced as loading', async () => {
  const account = openAccount();
  await account.revokeToken();
  const screen = await openWallboard({account, size: [80, 24]});
  expect(screen.row(0)).toMatch(/demo .*─{12} {2}TOKEN REJECTED/);
  expect(screen.row(1)).toMatch(/^ Instances unknown /);
  screen.expectText(/PROBLEMS .*\n ✗ no data: The API rejected the token/);
  screen.expectText(/EVENTS .*\n none read$/m);
  screen.expectNoText(/loading|yet/);
});

test('rows of an earlier session are marked as from last time', async () => {
  const account = openAccount();
  const {clock} = account;
  const snapshots = openSnapshots({files: memoryStateFiles(), path: 'snapshot.json', clock, onFailure: () => {}});
  const first = await openConsole({account, storedData: {snapshots}});
  await first.advance(60_000);
  await first.session.close();
  await account.revokeToken();
  const screen = await openWallboard({account, size: [80, 24], storedData: {cachedLists: await snapshots.load()}});
  screen.expectText(/PROBLEMS {2}some from last time ─+\n ✗ no data: The API rejected the token/);
  screen.expectText(/INSTANCES BY REGION · from last time/);
  screen.expectNoText('read so far');
});

test('the pulse moves with every poll, and an alarm shows that no data arrives', async () => {
  const account = accountOf(fleet(3));
  const screen = await openWallboard({account, size: [80, 24]});
  const spike = () => screen.row(0).indexOf('█');
  const before = spike();
  await screen.advance(15_000);
  expect(spike()).toBe(before + 1);
  account.intercept(() => 'silence');
  await screen.advance(270_000);
  expect(spike()).toBe(-1);
  expect(screen.row(0)).toMatch(/─{12} {2}NO DATA FOR 4m {2}since 12:00:\d\d UTC/);
  expect(screen.cell(screen.row(0).indexOf('NO DATA'), 0).bg).toBe(1);
  screen.expectText('nothing was wrong when data last came');
  account.intercept(undefined);
  await screen.advance(120_000);
  expect(spike()).toBeGreaterThan(0);
});

test('a list that was refused is shown with the reason', async () => {
  const account = openAccount();
  const refusal = {errors: [{reason: 'Unauthorized: ask the owner of the account'}]};
  account.intercept(({path}) => (path.startsWith('/v4/volumes') ? jsonResponse(403, refusal) : undefined));
  const screen = await openWallboard({account});
  screen.expectText(/\? Volumes: /);
});

test('a list that is being read shows how many rows it has', async () => {
  const account = accountOf(fleet(300));
  const release = account.holdPage('GET /v4/compute/instances', 3);
  const screen = await openWallboard({account});
  expect(screen.row(1)).toMatch(/Instances \d00\+/);
  screen.expectText(/\d00 read so far/);
  release();
});

test('the settings define the layouts of the wallboard, and l switches between them', async () => {
  const {settings, mistakes} = parseSettings(`
monitor:
  - name: fleet
    group: tag
    tags: [prod]
    show: [map]
  - name: trouble
    families: [volumes]
    show: [problems, events]
`);
  expect(mistakes).toEqual([]);
  const screen = await openWallboard({monitor: settings.monitor});
  screen.expectText(/INSTANCES BY TAG/);
  screen.expectText(/prod +40 +● web-00/);
  screen.expectNoText('PROBLEMS');
  expect(screen.row(1)).toMatch(/fleet$/);
  await screen.press('l');
  expect(screen.row(1)).toMatch(/trouble$/);
  screen.expectText('PROBLEMS');
  screen.expectNoText('INSTANCES BY');
});

test('a layout in the settings is validated, and its name is optional', () => {
  expect(parseSettings('monitor: {group: planet}').mistakes[0]?.message).toMatch(/monitor/);
  expect(parseSettings('monitor: {group: tag}').settings.monitor).toMatchObject([{name: 'tag', group: 'tag'}]);
});

test.each(['q', 'esc'])(':monitor opens the wallboard, and %s closes it', async key => {
  const screen = await openConsole({size: [100, 30]});
  await screen.command('monitor');
  screen.expectText('INSTANCES BY REGION');
  screen.expectFooter('q close');
  await screen.press(key);
  expect(screen.row(1)).toContain('Instances  40');
  expect(screen.quits()).toBe(0);
});

test('q quits a console that started on the wallboard', async () => {
  const screen = await openWallboard();
  await screen.press('q');
  expect(screen.quits()).toBe(1);
});

test('an idle minute of the wallboard writes at most 600 bytes', async () => {
  const screen = await openWallboard({account: accountOf(fleet(2)), size: [200, 50]});
  await screen.advance(60_000);
  screen.takeBytes();
  await screen.advance(60_000);
  const written = screen.takeBytes().length;
  expect(screen.row(0)).toMatch(/updated 12:0[12]:\d\d UTC/);
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThanOrEqual(600);
});

test('the wallboard shows an outage and its end', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openWallboard({account, size: [140, 40]});
  screen.expectText(/Instances 42/);
  screen.expectText(/▲ instance batch-12 stopped +\d+h/);
  screen.expectText(/updated \d\d:\d\d:\d\d UTC/);
  account.intercept(() => ({status: 0, headers: {}, body: undefined}));
  await screen.advance(120_000);
  screen.expectText(/NO DATA FOR/);
  screen.expectText('batch-12');
  account.intercept(undefined);
  await screen.advance(120_000);
  screen.expectNoText('NO DATA');
  screen.expectText(/updated \d\d:\d\d:\d\d UTC/);
});
