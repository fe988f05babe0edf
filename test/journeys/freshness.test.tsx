/** The display of how current the screen is, while no key is pressed. */
import {expect, test} from 'vitest';
import {Events} from '../../src/emulator/engine/event-records.ts';
import {Instances, initialHidden} from '../../src/emulator/families/instances/instance-kinds.ts';
import {event} from '../../src/families/testing/rows.ts';
import {openAccount, type TestAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {instance} from '../harness/fleet.ts';

const isPoll = (path: string) => path.startsWith('/v4/account/events');

/** Leaves every request without an answer, and lets time pass until the next poll is late. */
async function hangUntilLate(screen: TestConsole): Promise<void> {
  screen.account.intercept(() => 'silence');
  for (let step = 0; screen.session.account.getState().status.lateSince === undefined; step++) {
    if (step > 120) throw new Error('no poll is late');
    await screen.advance(500);
  }
}

/** Refuses connections from now on. */
const refuseConnections = (account: TestAccount): void =>
  account.intercept(() => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), {code: 'ECONNREFUSED'})));

test('bug: "live" stayed green while the API did not answer', async () => {
  const screen = await openConsole();
  screen.expectText(/● live *$/m);
  await hangUntilLate(screen);
  screen.expectText(/▲ no answer for \d+s *$/m);
  expect(screen.cell(screen.row(0).indexOf('▲'), 0).fg).toBe(3);
  const [, seconds] = /no answer for (\d+)s/.exec(screen.row(0)) ?? [];
  await screen.advance(2000);
  screen.expectText(`▲ no answer for ${Number(seconds) + 2}s`);
  screen.account.intercept(undefined);
  await screen.advance(120_000);
  screen.expectText(/● live *$/m);
});

test('bug: the age of stale data stood still while the API was offline', async () => {
  const account = openAccount({accounts: 'empty'});
  account.put(Instances, [instance(1, {created: '2026-03-14T11:50:00'})], initialHidden);
  const screen = await openConsole({account, size: [140, 30]});
  await screen.advance(30_000);
  screen.expectNoText(' old');
  refuseConnections(account);
  await screen.advance(60_000);
  const {confirmedAt = 0} = screen.session.account.getState().status;
  for (const minutes of [2, 3, 10]) {
    // Ages in rows and titles are painted again every ten seconds.
    await screen.advance(confirmedAt + minutes * 60_000 + 11_000 - account.clock.now());
    screen.expectText(new RegExp(`✗ offline ${minutes}m`));
    screen.expectText(new RegExp(`Instances {2}1 · ${minutes}m old`));
    screen.expectText(new RegExp(`web-01 .* ${10 + minutes}m `));
  }
  account.intercept(undefined);
  await screen.press('r');
  await screen.advance(60_000);
  screen.expectText(/● live *$/m);
  screen.expectText(/Instances {2}1 +.*running/);
});

test('bug: title and header showed different ages while the API was offline', async () => {
  const account = openAccount({accounts: 'empty'});
  account.put(Instances, [instance(1)], initialHidden);
  const screen = await openConsole({account, size: [140, 30]});
  await screen.advance(30_000);
  refuseConnections(account);
  let compared = 0;
  for (let step = 0; step < 20; step++) {
    await screen.advance(7000);
    const [, header] = /offline (\d+[sm])/.exec(screen.row(0)) ?? [];
    const [, title] = / (\d+[sm]) old/.exec(screen.text()) ?? [];
    if (header === undefined || title === undefined) continue;
    expect(title).toBe(header);
    compared++;
  }
  expect(compared).toBeGreaterThan(5);
});

test('ages of rows are updated every minute while the API answers, too', async () => {
  const account = openAccount();
  account.put(Events, [event({id: 1, created: '2026-03-14T11:55:00'})]);
  const screen = await openConsole({account, view: 'account.events'});
  screen.expectText(/ 5m /);
  await screen.advance(60_300);
  screen.expectText(/ 6m /);
});

test('an exhausted rate limit is shown with the time until the next retry', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  account.intercept(({path}) =>
    isPoll(path)
      ? {status: 429, headers: {'Retry-After': '290', 'Content-Type': 'application/json'}, body: '{}'}
      : undefined,
  );
  await screen.advance(20_000);
  screen.expectText(/▲ rate limited · retry 4m/);
  await screen.advance(250_000);
  screen.expectText(/▲ rate limited · retry \d\ds/);
});

test('a limit that is nearly used up is shown until it renews', async () => {
  const account = openAccount({limits: {}});
  const screen = await openConsole({account, size: [140, 30], view: 'volumes'});
  screen.expectText(/● live *$/m);
  await screen.press('T');
  await screen.type('It is slow');
  await screen.press('tab');
  await screen.type('Since this morning.');
  await screen.press('ctrl-o');
  await screen.confirm();
  screen.expectText(/● live {3}tickets: 1 of 2 left, 1m *$/m);
  await screen.advance(21_000);
  screen.expectText(/● live {3}tickets: 1 of 2 left, 40s *$/m);
  await screen.advance(41_000);
  screen.expectText(/● live *$/m);
});

test.each([
  'overview',
  'monitor',
] as const)('the remaining time counts down on the %s page while no poll answers', async page => {
  const account = openAccount();
  await account.call('POST /v4/volumes/4401/resize', {size: 1000});
  const screen = await openConsole({account, size: [100, 40], view: {page}});
  const leftSeconds = (): number => {
    screen.expectText(/vol-1.* resizing .*\d% +\d:\d\d left/);
    const [, minutes, seconds] = /vol-1.* resizing .*\d% +(\d):(\d\d) left/.exec(screen.text()) ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  account.intercept(() => 'silence');
  const before = leftSeconds();
  await screen.advance(20_000);
  expect(before - leftSeconds()).toBeGreaterThanOrEqual(15);
});

test('the wallboard shows the same age as the header, and NO DATA only after a minute', async () => {
  const screen = await openConsole({size: [100, 24], view: {page: 'monitor'}});
  await hangUntilLate(screen);
  screen.expectText(/─{12} no answer for \d+s, last data \d\d:\d\d:\d\d UTC/);
  screen.expectNoText(/NO DATA|no data/);
  await screen.advance(60_000);
  screen.expectText(/─{12} {2}NO DATA FOR 1m {2}since \d\d:\d\d:\d\d UTC/);
  screen.expectText(/no data: .* did not answer within 30 s/);
});

test('bug: a list that was opened again showed "30m old" beside "live" while it was being read', async () => {
  const account = openAccount({accounts: 'demo'});
  const params = {clusterId: 'us-east-1', bucket: 'acme-logs'};
  const screen = await openConsole({account, view: {family: 'objectStorage.objects', params}});
  screen.expectText('Objects  acme-logs/  1');
  await screen.command('volumes');
  await screen.advance(31 * 60_000);
  const release = account.holdNext('GET /v4/object-storage/buckets/us-east-1/acme-logs/object-list');
  await screen.press('esc');
  screen.expectText(/Objects {2}acme-logs\/ {2}1 · reading…/);
  screen.expectText(/● live/);
  screen.expectNoText(' old');
  release();
  await screen.advance(1000);
  screen.expectNoText('reading…');
  screen.expectNoText(' old');
});
