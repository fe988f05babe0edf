/** The frame of every view: the footer, toasts, the line at the top. */
import {expect, test} from 'vitest';
import type {SupportTicket} from '../../src/contract/resources/support.ts';
import {Events} from '../../src/emulator/engine/event-records.ts';
import {Instances, initialHidden} from '../../src/emulator/families/instances/instance-kinds.ts';
import {Tickets} from '../../src/emulator/families/support/ticket-kinds.ts';
import {event} from '../../src/families/testing/rows.ts';
import {ticket} from '../../src/families/testing/support-rows.ts';
import {jsonResponse, openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {instance} from '../harness/fleet.ts';

test('the footer of a detail shows esc on a narrow screen, too', async () => {
  const screen = await openConsole({size: [80, 24]});
  await screen.press('enter');
  screen.expectFooter(/esc back +: command +\? help/);
});

test('the footer of events offers to mark them, and not to create, edit or delete them', async () => {
  const account = openAccount();
  account.put(Events, [event({id: 7, seen: false})]);
  const screen = await openConsole({account, view: 'account.events'});
  screen.expectText('Events  1');
  screen.expectFooter(/m Mark as read +M Mark as seen up to this event/);
  expect(screen.footer()).not.toMatch(/n new|e edit|x delete/);
  await screen.press('x');
  screen.expectText('▲ Events can’t be deleted');
});

test('a new event has a large mark, a seen event a small one, and a read event none', async () => {
  const account = openAccount();
  const marks = [{seen: false}, {seen: true}, {read: true, seen: false}];
  account.put(
    Events,
    marks.map((part, index) => event({id: 9 - index, ...part})),
  );
  const screen = await openConsole({account, view: 'account.events'});
  screen.expectText('Events  3');
  expect([3, 4, 5].map(row => /[•·]/.exec(screen.row(row).slice(24, 30))?.[0])).toEqual(['•', '·', undefined]);
});

test('a message that answers a key disappears with its view, and a failure stays', async () => {
  const screen = await openConsole({view: 'account.events'});
  await screen.press('x');
  screen.session.showToast('Boot: there is no such plan', 'failed');
  await screen.settle();
  screen.expectText('▲ Events can’t be deleted');
  await screen.command('volumes');
  screen.expectText('Volumes  3');
  screen.expectNoText('can’t be deleted');
  screen.expectText('✗ Boot: there is no such plan');
});

test('a long message is shown in full on several lines', async () => {
  const screen = await openConsole({size: [80, 24]});
  screen.session.showToast(
    'this line takes 412 ms: fewer bytes from now on; :set bandwidth full goes back',
    'attention',
  );
  await screen.settle();
  expect(screen.row(21)).toBe(' ▲ this line takes 412 ms: fewer bytes from now on; :set bandwidth full goes');
  expect(screen.row(22)).toBe('   back');
});

test('bug: a reason that was cut at 80 columns could not be read in full', async () => {
  const screen = await openConsole({size: [80, 24]});
  const reason = `the API answered with a page of another program ${'and with many more words than fit '.repeat(9)}at the end`;
  screen.session.showToast(reason, 'failed');
  await screen.settle();
  screen.expectText(/\S… :messages *$/m);
  screen.expectNoText('at the end');
  await screen.command('messages');
  screen.expectText(/Messages \(UTC\)/);
  screen.expectText(/\d\d:\d\d:\d\d ✗ {2}the API answered/);
  expect(screen.text().replace(/[│\s]+/g, ' ')).toContain('than fit at the end');
  await screen.press('c');
  screen.expectText(/the message/);
  await screen.press('esc');
  screen.expectNoText('Messages (UTC)');
});

test('bug: the reason above a list was cut at 80 columns without a reference to :messages', async () => {
  const account = openAccount();
  const screen = await openConsole({account, size: [80, 24]});
  const reason = 'The database of the instances is under repair until the evening: ask the support of your provider';
  account.intercept(({path}) =>
    path.startsWith('/v4/compute/instances') ? jsonResponse(400, {errors: [{reason}]}) : undefined,
  );
  await screen.press('r');
  screen.expectText(/Instances {2}40 .*The database of the instances.*… :messages *$/m);
});

test('without colors, the row under the cursor is highlighted in a menu, too', async () => {
  const screen = await openConsole({size: [80, 24], colors: 'none'});
  await screen.press('a');
  const rows = screen.text().split('\n');
  const at = (word: string): number => rows.findIndex(row => row.includes(word));
  const inverse = (row: number): boolean => screen.cell(rows[row]?.search(/[A-Z] {2}/) ?? 0, row).inverse;
  expect([at('H  Shut down'), at('O  Reboot'), at('B  Boot')].map(inverse)).toEqual([false, true, false]);
});

test('a long account name does not cut off READ-ONLY in the header', async () => {
  const account = openAccount();
  const company = 'Northern Lights Weather Stations and Instruments Limited Liability Company';
  await account.call('PUT /v4/account', {company});
  const screen = await openConsole({
    account,
    size: [80, 24],
    profile: {name: 'prod', production: true, readOnly: true},
  });
  expect(screen.row(0)).toMatch(/prod {2,3}READ-ONLY ▸ Northern/);
});

test('marks in the sidebar follow the setting `ascii`', async () => {
  const screen = await openConsole({preferences: {isAscii: true}});
  screen.expectText(/Instances +40 ~1/);
  screen.context.preferences.setState({isAscii: false});
  await screen.settle();
  screen.expectText(/Instances +40 ◐1/);
});

test('a long label is cut in the title of a menu', async () => {
  const account = openAccount();
  account.put(Instances, [instance(0, {label: `quarterly-${'x'.repeat(50)}`})], initialHidden);
  const screen = await openConsole({account, size: [40 + 20, 24]});
  await screen.press('a');
  screen.expectText(/─ Actions: quarterly-x+… ─/);
});

test('the reason of a disabled action is shown in full at 80 columns', async () => {
  const screen = await openConsole({size: [80, 24]});
  await screen.press('a');
  screen.expectText(/W +Reset root password… +is not off: shut it down first │/);
});

test('the footer of a running instance offers to reboot it, and not to boot it', async () => {
  const screen = await openConsole({size: [112, 24], keys: {'list.new': [], 'list.filter': [], 'list.copy': []}});
  screen.expectFooter(/O Reboot/);
  expect(screen.footer()).not.toMatch(/B Boot/);
});

test('after a rejected token the header announces no retry, and the dialog names its keys', async () => {
  const account = openAccount();
  const screen = await openConsole({account, onToken: () => {}});
  await account.revokeToken();
  await screen.advance(20_000);
  screen.expectText('Access token for demo');
  expect(screen.row(0)).toContain('token rejected');
  expect(screen.row(0)).not.toContain('retry');
  screen.expectFooter(/enter use it +esc close/);
});

test('a terminal without Unicode shows only ASCII characters', async () => {
  const screen = await openConsole({preferences: {isAscii: true}});
  await screen.press('a');
  screen.expectText(/^[\x20-\x7e\n]+$/);
  screen.expectText('* running');
});

test('the header has a red production profile, and marks a read-only one', async () => {
  const screen = await openConsole({profile: {name: 'prod', production: true, readOnly: true}});
  expect(screen.row(0)).toContain('prod');
  expect(screen.row(0)).toContain('READ-ONLY');
  const x = screen.row(0).indexOf('prod');
  expect(screen.cell(x, 0).bg).toBe(1);
});

/** A ticket that staff or `acme` wrote in last. */
const openTicket = (id: number, author: string, facts: Partial<SupportTicket> = {}) =>
  ticket({id, status: 'open', updated_by: author, updated: '2026-03-14T11:00:00', ...facts});

test('the header counts open tickets that staff answered last', async () => {
  const account = openAccount();
  account.put(Tickets, [
    ...[1, 2, 3].map(id => openTicket(id, 'support')),
    openTicket(4, 'acme'),
    openTicket(5, 'support', {status: 'closed'}),
  ]);
  const screen = await openConsole({account});
  await screen.advance(10_000);
  expect(screen.row(0)).toMatch(/● live .*✉ 3/);
});

test('the header counts notices', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'})});
  expect(screen.row(0)).toMatch(/● live {3}⚑ 3 notices/);
});

test('the header shows how long the API is offline, and the time of the next retry', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  account.intercept(() => ({status: 0, headers: {}, body: undefined}));
  await screen.advance(20_000);
  expect(screen.row(0)).toMatch(/✗ offline \d+s · retry \ds/);
});

test('a running operation has a line above the footer until it ends', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  screen.expectNoText('left');
  await account.call('POST /v4/volumes/4401/resize', {size: 60});
  await screen.advance(30_000);
  expect(screen.row(28)).toMatch(/◐ vol-1 resizing [■□]{10} \d+% 0:\d\d left/);
  await screen.advance(60_000);
  screen.expectNoText(/vol-1 resizing|left/);
});

test('bug: the remaining time stood still while no poll changed the percentage', async () => {
  const account = openAccount();
  await account.call('POST /v4/volumes/4401/resize', {size: 60});
  const screen = await openConsole({account});
  account.intercept(() => 'silence');
  const leftSeconds = () => Number(/% (\d):(\d\d) left/.exec(screen.row(28))?.slice(1).join(''));
  await screen.advance(4000);
  const before = leftSeconds();
  await screen.advance(3000);
  expect(before - leftSeconds()).toBe(3);
});

test('API mismatches are counted in the header, and the network page names each field with its count', async () => {
  const account = openAccount();
  const screen = await openConsole({account, size: [140, 40]});
  let broken: object = {rate: ['fast']};
  account.intercept(({path}) =>
    path.startsWith('/v4/account/events')
      ? jsonResponse(200, {data: [{...event({id: 1}), ...broken}], page: 1, pages: 1, results: 1})
      : undefined,
  );
  await screen.advance(60_000);
  screen.expectText(/▲ 1 API mismatch$/m);
  broken = {username: ['ada']};
  await screen.advance(20_000);
  screen.expectText(/▲ 2 API mismatches$/m);
  await screen.command('net');
  screen.expectText(
    /▲ account\.events\.list +data\[\]\.rate: expected text, found a list {2}\d+ answers, last \d:\d\d ago/,
  );
  screen.expectText(
    /▲ account\.events\.list +data\[\]\.username: expected text, found a list {2}\d+ answers?, last \d/,
  );
});

test('at 80 columns the header keeps unread counts, and hides a limit that is nearly used up', async () => {
  const account = openAccount({accounts: 'demo', limits: {general: {requests: 80, seconds: 600}}});
  const screen = await openConsole({account});
  await screen.advance(10_000);
  for (let times = 0; times < 80 && !screen.row(0).includes('API requests'); times++) await screen.press('r');
  screen.expectText(/● live {3}API requests: \d of 80 left, \dm/);
  await screen.resize(80, 24);
  screen.expectText(/Acme Infrastructure +● live {3}⚑ 3 notices {3}✉ 2$/m);
});

test('bug: the cursor bar of the list kept its color while a dialog had the keys', async () => {
  const screen = await openConsole({size: [80, 24]});
  const y = screen
    .text()
    .split('\n')
    .findIndex(line => line.includes('▌'));
  expect(y).toBeGreaterThan(0);
  const background = () => screen.cell(2, y).bg;
  const before = background();
  await screen.press('a');
  expect(background()).not.toBe(before);
  await screen.press('esc');
  expect(background()).toBe(before);
});

test('bug: the screen below a dialog was not dimmed, so cut words looked like a part of the dialog', async () => {
  const screen = await openConsole({size: [120, 40]});
  const lines = screen.text().split('\n');
  const y = lines.findLastIndex(line => line.includes('● running'));
  const x = lines[y]?.indexOf('●') ?? 0;
  const isDim = () => screen.cell(x, y).dim;
  expect(isDim()).toBe(false);
  await screen.press('a');
  expect(isDim()).toBe(true);
  // Its color still shows the state, and the keys of the dialog are not below it.
  expect(screen.cell(x, y)).toMatchObject({char: '●', fg: 2});
  expect(screen.cell(screen.footer().indexOf('enter'), 39).dim).toBe(false);
  await screen.press('esc');
  expect(isDim()).toBe(false);
  // A high-contrast theme keeps the contrast, and a slow line the bytes.
  await screen.command('set theme high-contrast');
  await screen.press('a');
  expect(isDim()).toBe(false);
});
