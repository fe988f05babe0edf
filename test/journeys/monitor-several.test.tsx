/** The wallboard of several accounts: an account without data stays visible and hides no other. */
import {expect, test} from 'vitest';
import {Instances, initialHidden} from '../../src/emulator/families/instances/instance-kinds.ts';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {jsonResponse, openAccount, type TestAccount} from '../harness/account.ts';
import {fleet, instance, volume} from '../harness/fleet.ts';
import {openMergedConsole} from '../harness/merged-console.ts';
import {sharedClock} from '../harness/shared-clock.ts';

type Row = ReturnType<typeof instance>;

/** Empty accounts on one clock, by name, with these instances. */
function accountsOf<N extends string>(rows: Readonly<Record<N, readonly Row[]>>): Record<N, TestAccount> {
  const clock = sharedClock();
  const entries = Object.entries<readonly Row[]>(rows).map(([name, instances]) => {
    const account = openAccount({accounts: 'empty', clock});
    account.put(Instances, instances, initialHidden);
    return [name, account];
  });
  return Object.fromEntries(entries) as Record<N, TestAccount>;
}

const openWallboard = (accounts: Readonly<Record<string, TestAccount>>, size: readonly [number, number]) =>
  openMergedConsole({accounts, size, view: {page: 'monitor'}});

const named = (index: number, label: string, facts: Partial<Row> = {}): Row => instance(index, {label, ...facts});
const stopped = (index: number, label: string, updated = '2026-03-14T12:00:00') =>
  named(index, label, {status: 'stopped', updated});

/** Two notices in place of those that the account has. */
function giveNotices(account: TestAccount, ...labels: readonly string[]): void {
  const facts = {type: 'notice', severity: 'minor', message: 'read it', entity: null, when: null, until: null};
  const data = labels.map(label => ({...facts, label}));
  account.intercept(({path}) =>
    path.startsWith('/v4/account/notifications')
      ? jsonResponse(200, {data, page: 1, pages: 1, results: data.length})
      : undefined,
  );
}

test('the fleet of all accounts is one map in every layout, and equal labels have their profile', async () => {
  const accounts = accountsOf({
    prod: [named(1, 'web-1'), named(2, 'db', {tags: []})],
    lab: [named(1, 'web-1'), named(3, 'scratch')],
  });
  const screen = await openWallboard(accounts, [80, 24]);
  screen.expectText(/Instances 4 {2}● 4 running/);
  screen.expectText(/eu-west +1 +● db/);
  screen.expectText(/us-east +3 +● prod\/web-1 +● lab\/web-1 +● scratch/);
  await screen.press('l');
  screen.expectText(/BY TAG.*\n prod +3 .*\n web +3 .*\n no tag +1 +● db/);
  await screen.press('l');
  screen.expectText(/EVERYTHING BY RESOURCE TYPE.*\n Instances +4 /);
  await screen.press('l');
  screen.expectText(/INSTANCES BY PROFILE.*\n prod +2 +● web-1 +● db.*\n lab +2 +● web-1 +● scratch/);
  screen.expectNoText('lab/web-1');
  await screen.press('l');
  screen.expectText('INSTANCES BY REGION');
});

test('problems, operations, notices and events name their account, the newest first', async () => {
  const accounts = accountsOf({
    prod: [stopped(1, 'web', '2026-03-14T09:00:00')],
    lab: [stopped(1, 'web', '2026-03-14T11:00:00')],
  });
  accounts.lab.put(Volumes, [volume(1, {label: 'vol'})]);
  await accounts.lab.call('POST /v4/volumes/4401/resize', {size: 60});
  giveNotices(accounts.prod, 'A note');
  const screen = await openWallboard(accounts, [100, 30]);
  screen.expectText(/▲ lab +instance web stopped +1h *\n ▲ +prod +instance web stopped +3h/);
  screen.expectText(/◐ lab +vol resizing/);
  screen.expectText(/prod +A note/);
  screen.expectText(/12:00 lab +. vol /);
  expect(screen.row(0)).toMatch(/ prod +1 wrong ▸ .*█.* updated 12:00:00 UTC/);
  expect(screen.row(1)).toMatch(/ lab +1 wrong ▸ .*█.* updated 12:00:00 UTC/);
});

test('the pulse of an account without data stops, and those of the others continue', async () => {
  const accounts = accountsOf({prod: fleet(3), lab: []});
  const screen = await openWallboard(accounts, [80, 24]);
  screen.expectText('● nothing is wrong');
  accounts.lab.intercept(() => 'silence');
  await screen.advance(270_000);
  expect(screen.row(0)).toMatch(/prod .*█.* updated 12:0\d:\d\d UTC/);
  expect(screen.row(1)).toMatch(/lab .*─{12} {2}NO DATA FOR 4m {2}since 12:00:\d\d UTC/);
  screen.expectText(/✗ lab +no data: .* did not answer/);
  screen.expectText(/● prod: nothing is wrong/);
  screen.expectText('lab: nothing was wrong when data last came');
});

test('a token that one account rejects is reported in the line of the account', async () => {
  const accounts = accountsOf({prod: fleet(3), lab: []});
  const screen = await openWallboard(accounts, [80, 24]);
  await accounts.lab.revokeToken();
  await screen.advance(30_000);
  expect(screen.row(1)).toMatch(/lab .*TOKEN REJECTED/);
});

test('unread lists of an account are grouped by reason, beside the problems of the others', async () => {
  const accounts = accountsOf({prod: [stopped(1, 'web')], lab: fleet(3)});
  const refusal = {errors: [{reason: 'a fault of its own'}]};
  accounts.lab.intercept(({path}) =>
    /^\/v4\/(volumes|domains|images)\b/.test(path) ? jsonResponse(400, refusal) : undefined,
  );
  const screen = await openWallboard(accounts, [120, 30]);
  screen.expectText(/▲ prod +instance web stopped/);
  screen.expectText(/\? lab +Images, Volumes and 1 more: a fault of i/);
});

test('a failure of a whole account is shown once', async () => {
  const accounts = accountsOf({prod: [stopped(1, 'web')], lab: []});
  accounts.lab.intercept(() => ({status: 0, headers: {}, body: undefined}));
  const screen = await openWallboard(accounts, [120, 30]);
  await screen.advance(60_000);
  expect(screen.text().match(/lab +no data/g)).toHaveLength(1);
  screen.expectNoText(/lab +(Images|Volumes)/);
});

test('at 60×15 with more accounts than lines, problems come first, and notices have labels', async () => {
  const wrong = [1, 2, 3, 4, 5].map(index => stopped(index, `web-${index}`));
  const accounts = accountsOf({a: wrong, b: [], c: [], d: [], e: []});
  giveNotices(accounts.b, 'A note', 'Another');
  const screen = await openWallboard(accounts, [60, 15]);
  screen.expectText(/ a +5 wrong .* updated .*\n b .* updated .*\n and 3 more accounts .* updated /);
  screen.expectText(/PROBLEMS {2}5 ─+.*\n ▲ a .*\n ▲ a .*\n and 3 more: a 3/);
  screen.expectText(/NOTIFICATIONS AND MAINTENANCE {2}2 ─+\n . b +A note: read it/);
});

test('at 60×15 accounts without data come first', async () => {
  const accounts = accountsOf({a: [], b: [], c: [], d: [], e: []});
  const screen = await openWallboard(accounts, [60, 15]);
  accounts.e.intercept(() => 'silence');
  await screen.advance(270_000);
  screen.expectText(/ e .*NO DATA FOR 4m.*\n/);
  accounts.c.intercept(() => 'silence');
  accounts.d.intercept(() => 'silence');
  await screen.advance(270_000);
  screen.expectText(/ c .*NO DATA FOR 4m.*\n d .*NO DATA FOR 4m.*\n and 3 more accounts .*NO DATA FROM 1/);
  for (let y = 0; y < 15; y++) expect([...screen.row(y)].length).toBeLessThanOrEqual(60);
});
