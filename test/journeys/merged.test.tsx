/** Two accounts in one console, one of which fails: lists are merged, and everything about a row is its account's. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {contract} from '../../src/contract/index.ts';
import {openTestAccount, type TestAccount} from '../../src/emulator/testing/test-account.ts';
import {families} from '../../src/families/registry.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import {type AuditLog, memoryAuditLog} from '../../src/store/changes/audit-log.ts';
import {realClock} from '../../src/store/core/clock.ts';
import {mergeSessions} from '../../src/store/multi/merged-session.ts';
import {createSession, type SessionProfile} from '../../src/store/session/create-session.ts';
import {type ConsoleScreen, renderConsole} from '../support/console.tsx';

let prod: TestAccount;
let lab: TestAccount;
beforeAll(async () => {
  prod = await openTestAccount({accounts: 'empty', limits: 'none'});
  lab = await openTestAccount({accounts: 'empty', limits: 'none', seed: 2});
  for (const [account, names] of [
    [prod, ['data', 'logs']],
    [lab, ['data', 'scratch']],
  ] as const)
    for (const label of names) {
      await account.ok(contract.volumes.create, {body: {label, region: 'us-east', size: 20}});
      account.pass(60);
    }
});
afterAll(async () => {
  await prod.close();
  await lab.close().catch(() => {});
});

const profiles: Readonly<Record<string, SessionProfile>> = {
  prod: {name: 'prod', production: true, readOnly: false},
  lab: {name: 'lab', production: false, readOnly: false},
};

interface Opened {
  readonly screen: ConsoleScreen;
  readonly audits: Record<string, () => readonly string[]>;
  /** The audit log of each account. */
  readonly notes: Record<string, AuditLog>;
}

async function open(columns = 120, accounts = {prod, lab}): Promise<Opened> {
  const audits: Opened['audits'] = {};
  const notes: Opened['notes'] = {};
  const members = Object.entries(accounts).map(([name, account]) => {
    const profile = profiles[name] as SessionProfile;
    const audit = memoryAuditLog({host: 'h', user: 'u'});
    const session = createSession({
      families,
      connect: createConnect({baseUrl: account.url, token: () => account.token}),
      clock: realClock,
      random: () => 0.5,
      profile,
      audit,
    });
    notes[name] = audit;
    audits[name] = () => session.recentChanges.get().records.map(({operation}) => operation);
    return {profile, session};
  });
  const merged = mergeSessions({members, families, clock: realClock});
  const screen = await renderConsole(merged.session, {
    merged,
    columns,
    profile: {name: 'prod + lab', production: false, readOnly: false},
    clock: realClock,
    initialDestination: {family: 'volumes'},
  });
  return {screen, audits, notes};
}

/** The line of the list that is about this Volume of this account. */
const lineOf = (screen: ConsoleScreen, profile: string, label: string): string =>
  screen
    .text()
    .split('\n')
    .find(line => new RegExp(`${profile} +${label}\\b`).test(line)) ?? '';

test('what was done in each account stands in one list with its profile, and a bookmark opens in its own', async () => {
  const {screen, notes} = await open();
  await screen.expectText('scratch');
  const idOf = async (account: TestAccount, label: string) =>
    (await account.ok(contract.volumes.list)).data.find(volume => volume.label === label)?.id ?? 0;
  const note = (name: string, at: number, label: string, id: number) =>
    notes[name]?.write({
      at,
      profile: name,
      as: 'ada',
      api: '127.0.0.1',
      operation: 'volumes.update',
      method: 'PUT',
      path: `/v4/volumes/${id}`,
      target: {family: 'volumes', id},
      label,
      changes: [],
      outcome: 'done',
      status: 200,
      requestId: undefined,
      milliseconds: 1,
    });
  note('prod', 1000, 'data', await idOf(prod, 'data'));
  note('lab', 2000, 'scratch', await idOf(lab, 'scratch'));
  note('prod', 3000, 'logs', await idOf(prod, 'logs'));
  const command = async (words: string): Promise<void> => {
    await screen.command(words);
  };
  await command('audit');
  await screen.expectText(/PROFILE +TIME +LABEL +OPERATION/);
  expect(screen.text()).toMatch(/prod .* logs .*\n.* lab .* scratch .*\n.* prod .* data /);
  // The changed resource opens in its own account.
  await screen.press('j', 'o');
  await screen.expectText('Overview');
  expect(screen.row(0)).toMatch(/ lab /);
  expect(screen.row(0)).not.toMatch(/ prod/);
  await screen.press('esc');

  await screen.moveTo('logs');
  await screen.press('b');
  await screen.expectText('Bookmarked logs');
  expect(screen.deck.preferences.get().bookmarks).toMatchObject([{family: 'volumes', profile: 'prod', label: 'logs'}]);
  await command('bookmarks');
  await screen.expectText(/Volume logs +prod · active/);
  await screen.press('enter');
  await screen.expectText('Overview');
  expect(screen.row(0)).toMatch(/ prod /);
  expect(screen.row(0)).not.toMatch(/ lab/);
  // From a row of the other account, too.
  await screen.press('esc');
  await screen.moveTo('scratch');
  await screen.press('enter');
  await screen.until(() => / lab /.test(screen.row(0)) && !/ prod/.test(screen.row(0)));
  await command('bookmarks');
  await screen.expectText(/Volume logs +prod/);
  await screen.press('enter');
  await screen.until(() => / prod /.test(screen.row(0)) && !/ lab/.test(screen.row(0)));
  await screen.close();
});

test('the overview sums the accounts, and names the one that something is wrong in', async () => {
  const accounts = {
    prod: await openTestAccount({accounts: 'demo', limits: 'none'}),
    lab: await openTestAccount({accounts: 'demo', limits: 'none', seed: 2}),
  };
  const {screen} = await open(140, accounts);
  await screen.expectText('Volumes  36');
  await screen.command('overview');
  await screen.expectText(/Overview {2}2 accounts\n.* prod +Acme Infrastructure · \S+ +\d+ wrong\n.* lab +Acme/);
  await screen.expectText(/Instances +84 /);
  // In two identical accounts the same problem exists twice, so each line names its account.
  await screen.expectText(/prod +instance \S+ stopped.*\n.* lab +instance \S+ stopped/);
  expect(screen.text()).toContain('and 20 more');
  // A problem is opened in its account.
  const [problem = '', label = ''] = /lab +instance (\S+) stopped/.exec(screen.text()) ?? [];
  await screen.moveTo(problem);
  await screen.press('enter');
  await screen.until(() => / lab /.test(screen.row(0)) && !/ prod/.test(screen.row(0)));
  await screen.expectText(label);
  await screen.press('esc');
  await screen.expectText('2 accounts');
  // The wallboard is of all of them, too.
  await screen.command('monitor');
  await screen.expectText(/ prod +\d+ wrong .* heard .*\n lab +\d+ wrong .* heard /);
  await screen.expectText(/Instances 84 /);
  await screen.press('q');
  await screen.expectText('2 accounts');
  // A failed account shows the reason on its own line, and its known rows stay.
  await accounts.lab.close();
  await screen.press('R');
  await screen.expectText(/ lab +Acme.* wrong {2}\S+ refused the connection/);
  expect(screen.text()).toMatch(/lab +instance \S+ stopped/);
  await screen.close();
  await accounts.prod.close();
});

test('what runs and what is sent is told of all accounts, each line with its own', async () => {
  const accounts = {
    prod: await openTestAccount({accounts: 'empty', limits: 'none'}),
    lab: await openTestAccount({accounts: 'empty', limits: 'none', seed: 2}),
  };
  for (const [account, label] of [
    [accounts.prod, 'logs'],
    [accounts.lab, 'scratch'],
  ] as const)
    await account.ok(contract.volumes.create, {body: {label, region: 'us-east', size: 20}});
  const {screen} = await open(120, accounts);
  await screen.expectText('scratch');
  const go = async (page: string): Promise<void> => {
    await screen.command(page);
  };
  await go('operations');
  await screen.expectText('2 running');
  expect(screen.text()).toMatch(/PROFILE +WHAT +.*ACTION/);
  expect(screen.text()).toMatch(/prod +◐ logs +.*creating/);
  await screen.moveTo('scratch');
  await screen.press('w');
  await screen.expectText('you will be told when scratch is no longer creating');
  accounts.lab.pass(60);
  await screen.press('r');
  await screen.expectText('lab: scratch was created');
  await screen.expectText(/ENDED WITHIN THE HOUR\n.*lab +● scratch was created/);
  await screen.moveTo('scratch was');
  await screen.press('enter');
  await screen.until(() => / lab /.test(screen.row(0)) && !/ prod/.test(screen.row(0)));
  await screen.expectText('scratch');
  await go('net');
  await screen.expectText(/Network {2}\d+ requests/);
  const counts = [...screen.text().matchAll(/(\d+) requests/g)].map(([, count]) => Number(count));
  const [sum = 0, ...each] = counts;
  expect(each).toHaveLength(2);
  expect(each.reduce((left, right) => left + right)).toBe(sum);
  expect(screen.text()).toMatch(/PROFILE +CLASS +LEFT.*\n.*prod +general.*\n.*lab +general/);
  await screen.close();
  await accounts.prod.close();
  await accounts.lab.close();
});

test('lists are one, a row opens and is acted on in its own account, and an outage hides nothing of the other', async () => {
  const {screen, audits} = await open();
  await screen.expectText('scratch');
  expect(screen.text()).toMatch(/PROFILE +LABEL/);
  expect(screen.row(0)).toMatch(/skydeck +prod +lab/);
  for (const [profile, label] of [
    ['prod', 'data'],
    ['prod', 'logs'],
    ['lab', 'data'],
    ['lab', 'scratch'],
  ] as const)
    expect(lineOf(screen, profile, label)).not.toBe('');
  expect(screen.text()).toMatch(/Volumes +4/);

  // Filtered by account; a row opens in it, under its name.
  await screen.filter('profile:prod data');
  await screen.expectText('1 of 4');
  await screen.press('enter');
  await screen.expectText('Overview');
  expect(screen.row(0)).toMatch(/ prod /);
  expect(screen.row(0)).not.toMatch(/ lab/);
  await screen.press('esc');
  await screen.expectText('1 of 4');
  expect(screen.row(0)).toMatch(/prod +lab/);
  await screen.press('esc');

  // Found among all, and opened in its own.
  await screen.press('ctrl-p');
  await screen.type('logs');
  await screen.expectText('prod/');
  await screen.press('enter');
  await screen.expectText('Overview');
  expect(screen.row(0)).not.toMatch(/ lab/);
  await screen.press('esc');

  // Rows selected in two accounts have no actions, and the reason names the accounts.
  await screen.press('*', 'x');
  await screen.expectText('selected in prod and lab: one account at a time');
  await screen.press('esc');

  // Deleted in its own account: named in the dialog, in its audit, and nowhere else.
  await screen.moveTo('scratch');
  await screen.press('x');
  await screen.expectText('lab · ');
  await screen.type('scratch');
  await screen.press('enter');
  await screen.until(() => audits.lab?.().includes('volumes.delete') === true);
  expect(audits.prod?.()).toEqual([]);
  await screen.expectText(/under way|done/);
  await screen.press('esc', 'esc');
  expect((await prod.ok(contract.volumes.list)).results).toBe(2);
  expect((await lab.ok(contract.volumes.list)).results).toBe(1);

  // A new one asks in which account.
  await screen.press('n');
  await screen.expectText('in which account?');
  expect(screen.text()).toMatch(/prod +production/);
  await screen.press('esc');

  // A command about one account doesn't answer for both.
  await screen.command('whoami');
  await screen.expectText('it is about one account');
  await screen.press('esc', 'esc');

  // One account is gone: its rows stay, the title says whose list is old, the other is read on.
  await lab.close();
  await prod.ok(contract.volumes.create, {body: {label: 'fresh', region: 'us-east', size: 20}});
  // Events are asked for too: how live an account is does not wait for the next poll.
  await screen.press('R');
  await screen.expectText('fresh');
  await screen.expectText('lab: ');
  expect(lineOf(screen, 'lab', 'data')).not.toBe('');
  await screen.until(() => /lab ✗ offline/.test(screen.row(0)));
  await screen.close();
});
