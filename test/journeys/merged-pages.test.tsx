/** The pages of several accounts in one console: change log, bookmarks, overview, wallboard, operations and traffic. */
import {expect, test} from 'vitest';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {memoryStateFiles} from '../../src/platform/files/state-files.ts';
import {type AuditLog, createAuditLog, memoryAuditLog} from '../../src/store/changes/audit-log.ts';
import {openAccount} from '../harness/account.ts';
import {volume} from '../harness/fleet.ts';
import {openMergedConsole} from '../harness/merged-console.ts';
import {sharedClock} from '../harness/shared-clock.ts';

/** Two accounts on one clock: the volumes data and logs, and the volume scratch. */
function openAccounts() {
  const clock = sharedClock();
  const prod = openAccount({accounts: 'empty', clock});
  const lab = openAccount({accounts: 'empty', clock});
  prod.put(Volumes, [volume(0, {label: 'data'}), volume(1, {label: 'logs'})]);
  lab.put(Volumes, [volume(2, {label: 'scratch'})]);
  return {prod, lab};
}

const openVolumes = (audits: Readonly<Record<string, AuditLog>> = {}) =>
  openMergedConsole({accounts: openAccounts(), audits, view: {family: 'volumes'}});

async function openDemos() {
  const clock = sharedClock();
  const prod = openAccount({accounts: 'demo', clock});
  const lab = openAccount({accounts: 'demo', clock, seed: 2});
  const screen = await openMergedConsole({accounts: {prod, lab}, size: [140, 30], view: {page: 'overview'}});
  return {screen, lab};
}

type Screen = Awaited<ReturnType<typeof openVolumes>>;

/** The console shows one account, under its name. */
function expectAccount(screen: Screen, name: 'prod' | 'lab'): void {
  expect(screen.row(0)).toMatch(new RegExp(` ${name} `));
  expect(screen.row(0)).not.toMatch(name === 'lab' ? / prod/ : / lab/);
}

/** The change logs of both accounts, with three changes of different times. */
function auditLogs(): Readonly<Record<'prod' | 'lab', AuditLog>> {
  const logs = {prod: memoryAuditLog({host: 'h', user: 'u'}), lab: memoryAuditLog({host: 'h', user: 'u'})};
  const write = (profile: 'prod' | 'lab', at: number, label: string, id: number) =>
    logs[profile].write({
      ...{at, profile, label, as: 'ada', api: '127.0.0.1', operation: 'volumes.update', method: 'PUT'},
      ...{path: `/v4/volumes/${id}`, target: {family: 'volumes', id}, changes: [], outcome: 'done', status: 200},
      ...{requestId: undefined, milliseconds: 1},
    });
  write('prod', 1000, 'data', 4400);
  write('lab', 2000, 'scratch', 4402);
  write('prod', 3000, 'logs', 4401);
  return logs;
}

test('the changes of all accounts are one list, and a change opens its resource in its own account', async () => {
  const screen = await openVolumes(auditLogs());
  await screen.command('audit');
  screen.expectText(/PROFILE +TIME +LABEL +CHANGE/);
  screen.expectText(/prod .* logs .*\n.* lab .* scratch .*\n.* prod .* data /);
  await screen.press('j', 'o');
  screen.expectText('Overview');
  expectAccount(screen, 'lab');
});

test('the change log of several accounts shows changes of another program when it is opened again', async () => {
  const files = memoryStateFiles();
  const openLog = () => createAuditLog({files, path: 'audit', author: {host: 'h', user: 'u'}, onFailure: () => {}});
  const lab = memoryAuditLog({host: 'h', user: 'u'});
  const screen = await openVolumes({prod: openLog(), lab});
  await screen.command('audit');
  screen.expectNoText('logs-2');
  await screen.press('esc');
  const other = openLog();
  other.write({
    ...{at: 3000, profile: 'prod', label: 'logs-2', as: 'ada', api: '127.0.0.1', operation: 'volumes.update'},
    ...{method: 'PUT', path: '/v4/volumes/4401', target: {family: 'volumes', id: 4401}, changes: []},
    ...{outcome: 'done', status: 200, requestId: undefined, milliseconds: 1},
  });
  await other.flush();
  await screen.command('audit');
  screen.expectText(/prod .* logs-2 /);
});

test('a bookmark keeps its profile and opens in it', async () => {
  const screen = await openVolumes();
  await screen.moveTo('logs');
  await screen.press('b');
  screen.expectText('Bookmarked logs');
  expect(screen.context.preferences.getState().bookmarks).toMatchObject([
    {family: 'volumes', profile: 'prod', label: 'logs'},
  ]);
  await screen.command('bookmarks');
  screen.expectText(/volume logs +prod · active/);
  await screen.press('enter');
  screen.expectText('Overview');
  expectAccount(screen, 'prod');
});

test('a bookmark opens in its own account from a row of another account', async () => {
  const screen = await openVolumes();
  await screen.moveTo('logs');
  await screen.press('b');
  await screen.moveTo('scratch');
  await screen.press('enter');
  expectAccount(screen, 'lab');
  await screen.command('bookmarks');
  screen.expectText(/volume logs +prod/);
  await screen.press('enter');
  expectAccount(screen, 'prod');
});

test('the overview sums the accounts, and names the account of each problem', async () => {
  const {screen} = await openDemos();
  screen.expectText(/Overview {2}2 accounts\n.* prod +Acme Infrastructure · \S+ +\d+ wrong\n.* lab +Acme/);
  screen.expectText(/Instances +84 /);
  screen.expectText(/prod +instance \S+ stopped.*\n.* lab +instance \S+ stopped/);
  screen.expectText(/and \d+ more/);
});

test('a problem of the overview opens in its account, and esc leads back', async () => {
  const {screen} = await openDemos();
  const [problem = '', label = ''] = /lab +instance (\S+) stopped/.exec(screen.text()) ?? [];
  expect(label).not.toBe('');
  await screen.moveTo(problem);
  await screen.press('enter');
  expectAccount(screen, 'lab');
  screen.expectText(label);
  await screen.press('esc');
  screen.expectText('2 accounts');
});

test('the wallboard shows all accounts', async () => {
  const {screen} = await openDemos();
  await screen.command('monitor');
  screen.expectText(/ prod +\d+ wrong .* updated .*\n lab +\d+ wrong .* updated /);
  screen.expectText(/Instances 84 /);
  await screen.press('q');
  screen.expectText('2 accounts');
});

test('an account that refuses connections is marked on the overview, and keeps its problems', async () => {
  const {screen, lab} = await openDemos();
  lab.intercept(() => ({status: 0, headers: {}, body: undefined}));
  await screen.press('R');
  await screen.advance(30_000);
  screen.expectText(/ lab +Acme.* wrong {2}\S+ .*connection/);
  screen.expectText(/lab +instance \S+ stopped/);
});

/** Both accounts create a volume: logs in prod, scratch in lab. */
async function openOperations(): Promise<Screen> {
  const clock = sharedClock();
  const accounts = {prod: openAccount({accounts: 'empty', clock}), lab: openAccount({accounts: 'empty', clock})};
  await accounts.prod.call('POST /v4/volumes', {label: 'logs', region: 'us-east', size: 20});
  await accounts.lab.call('POST /v4/volumes', {label: 'scratch', region: 'us-east', size: 20});
  return openMergedConsole({accounts, view: {page: 'operations'}});
}

test('the running operations of all accounts are one list with their profiles', async () => {
  const screen = await openOperations();
  screen.expectText('2 running');
  screen.expectText(/PROFILE +WHAT +.*ACTION/);
  screen.expectText(/prod +◐ logs +.*creating/);
});

test('a watched operation of one account reports its end with the profile, and opens in its account', async () => {
  const screen = await openOperations();
  await screen.moveTo('scratch');
  await screen.press('w');
  screen.expectText('Watching scratch until it is no longer creating');
  await screen.advance(60_000);
  screen.expectText(/ENDED WITHIN THE HOUR[\s\S]*lab +● scratch was created/);
  await screen.moveTo('scratch was');
  await screen.press('enter');
  expectAccount(screen, 'lab');
  screen.expectText('scratch');
});

test('the traffic of all accounts is summed, and each account has its rate limits', async () => {
  const screen = await openVolumes();
  await screen.command('net');
  screen.expectText(/Network {2}\d+ requests/);
  const counts = [...screen.text().matchAll(/(\d+) requests/g)].map(([, count]) => Number(count));
  const [sum = 0, ...each] = counts;
  expect(each).toHaveLength(2);
  expect(each.reduce((left, right) => left + right)).toBe(sum);
  screen.expectText(/PROFILE +CLASS +LEFT.*\n.*prod +general.*\n.*lab +general/);
});
