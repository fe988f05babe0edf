/** What the screen says of how current it is, while nobody presses a key. */
import {expect, test} from 'vitest';
import {event} from '../../src/families/testing/rows.ts';
import {manualClock} from '../../src/store/core/clock.ts';
import {instance, openDemo} from '../support/console.tsx';

const at = Date.UTC(2026, 2, 14, 12);
const failure = {code: 'unreachable', words: 'the API refused the connection', problems: []};

test('bug: "live" stays green on an API that hangs: one missed poll is amber, and counts', async () => {
  const clock = manualClock(at);
  const screen = await openDemo({clock});
  const {status} = screen.session;
  status.patch({heardAt: at - 15_000, confirmedAt: at - 15_000});
  await screen.expectText(/● live *$/m);
  status.patch({liveness: 'stale', lateSince: at - 5000});
  await screen.expectText(/▲ no answer for 5s *$/m);
  expect(screen.cell(screen.row(0).indexOf('▲'), 0).fg).toBe(3);
  await clock.advance(7000);
  await screen.expectText(/▲ no answer for 12s *$/m);
  status.patch({liveness: 'live', lateSince: undefined, confirmedAt: clock.now()});
  await screen.expectText(/● live *$/m);
  await screen.close();
});

test('bug: the age of stale data stands still: title, header and ages of rows go on while the API is away', async () => {
  const clock = manualClock(at);
  const screen = await openDemo({clock, columns: 140});
  const {session} = screen;
  session.setRows('instances', [instance(1, {created: '2026-03-14T11:50:00'})], {validAt: at - 40_000});
  session.status.patch({confirmedAt: at - 40_000, heardAt: at - 40_000});
  expect(screen.text()).not.toContain('old');
  session.status.patch({liveness: 'offline', failure});
  await screen.expectText(/✗ offline 40s/);
  // The list was not read again since: nothing but the status knows that it may be otherwise by now.
  await screen.expectText(/Instances {2}1 · 40s old/);
  await screen.expectText(/web-01 .* 10m /);
  for (const minutes of [1, 2, 3, 10]) {
    // Rows are painted again in the first pause.
    await clock.advance(at + minutes * 60_000 + 400 - clock.now());
    await screen.expectText(new RegExp(`✗ offline ${minutes}m`));
    await screen.expectText(new RegExp(`Instances {2}1 · ${minutes}m old`));
    await screen.expectText(new RegExp(`web-01 .* ${10 + minutes}m `));
  }
  session.status.patch({liveness: 'live', failure: undefined, confirmedAt: clock.now()});
  session.setRows('instances', [instance(1)], {validAt: clock.now()});
  await screen.expectText(/● live *$/m);
  await screen.expectText(/Instances {2}1 +.*running/);
  await screen.close();
});

test('ages of rows go on by the minute while all is well, too', async () => {
  const clock = manualClock(at);
  const screen = await openDemo({clock, initialDestination: {family: 'account.events'}});
  screen.session.setRows('account.events', [event({id: 1, created: '2026-03-14T11:55:00'})]);
  await screen.expectText(/ 5m /);
  await clock.advance(60_300);
  await screen.expectText(/ 6m /);
  await screen.close();
});

test('a rate limit that is used up says so, and for how long', async () => {
  const clock = manualClock(at);
  const screen = await openDemo({clock});
  const throttled = {code: 'throttled', words: 'The API rate limit is used up.', problems: [], retryAt: at + 290_000};
  screen.session.status.patch({liveness: 'stale', failure: throttled, confirmedAt: at - 9000});
  await screen.expectText(/▲ rate limited · retry 4m/);
  await clock.advance(250_000);
  await screen.expectText(/▲ rate limited · retry 40s/);
  await screen.close();
});

test('a limit that is close to its end has a sentence until it renews, and none before', async () => {
  const clock = manualClock(at);
  const screen = await openDemo({clock, columns: 140});
  const openTicket = {remaining: 1, limit: 2, resetAt: at + 61_000, waiting: 0, announced: true};
  screen.session.status.patch({limits: {openTicket: {...openTicket, remaining: 2}}});
  await screen.expectText(/● live *$/m);
  screen.session.status.patch({limits: {openTicket}});
  await screen.expectText(/● live {3}tickets: 1 of 2 left, 1m *$/m);
  await clock.advance(21_000);
  await screen.expectText(/● live {3}tickets: 1 of 2 left, 40s *$/m);
  await clock.advance(40_000);
  await screen.expectText(/● live *$/m);
  await screen.close();
});

test.each(['overview', 'monitor'] as const)('time left counts down on the %s page, too', async page => {
  const clock = manualClock(at);
  const screen = await openDemo({clock, columns: 100, rows: 40, initialDestination: {page}});
  const end = at + 94_000;
  const boot = {id: '1', target: undefined, label: 'web-02', word: 'booting', percent: 62, startedAt: 0, by: 'ada'};
  screen.session.operations.set([
    {
      ...boot,
      get secondsLeft() {
        return Math.ceil((end - clock.now()) / 1000);
      },
    },
  ]);
  await screen.expectText(/web-02.* booting .*62% +1:34 left/);
  await clock.advance(30_000);
  await screen.expectText(/web-02.* booting .*62% +1:04 left/);
  await screen.close();
});

test('the wallboard says the same as the header, and shouts only when data is missing for a minute', async () => {
  const clock = manualClock(at);
  const screen = await openDemo({clock, columns: 100, rows: 24, initialDestination: {page: 'monitor'}});
  const {status, pulse} = screen.session;
  pulse.set({beats: 3, at: at - 20_000});
  status.patch({liveness: 'stale', lateSince: at - 5000, confirmedAt: at - 20_000});
  await screen.expectText(/─{12} no answer for 5s, last data 11:59:40 UTC/);
  expect(screen.text()).not.toMatch(/NO DATA|no data/);
  await clock.advance(10_000);
  await screen.expectText(/─{12} no answer for 15s, last data 11:59:40 UTC/);
  await clock.advance(30_000);
  await screen.expectText(/─{12} {2}NO DATA FOR 1m {2}since 11:59:40 UTC/);
  await screen.expectText('no data: the API does not answer');
  await screen.close();
});
