/** What stands around every view: the footer, short messages, the line at the top. */
import {expect, test} from 'vitest';
import {user} from '../../src/families/testing/account-rows.ts';
import {event} from '../../src/families/testing/rows.ts';
import {ticket} from '../../src/families/testing/support-rows.ts';
import {manualClock} from '../../src/store/core/clock.ts';
import {instance, openDemo} from '../support/console.tsx';

test('on a narrow screen a detail still names the way back', async () => {
  const screen = await openDemo({columns: 80, rows: 24});
  await screen.press('enter');
  expect(screen.footer()).toMatch(/esc back +: command +\? help/);
  await screen.close();
});

test('a footer offers what can be done here: events are marked, and never made or edited', async () => {
  const screen = await openDemo({initialDestination: {family: 'account.events'}});
  screen.session.setRows('account.events', [event({id: 7, seen: false})]);
  await screen.expectText('Events  1');
  expect(screen.footer()).toMatch(/m Mark as read +M Mark all up to here as seen/);
  expect(screen.footer()).not.toMatch(/n new|e edit|x delete/);
  await screen.press('x');
  expect(screen.text()).toContain('▲ Events cannot be deleted here');
  await screen.close();
});

test('what is new has a full mark, what was seen a small one, what was read none', async () => {
  const screen = await openDemo({initialDestination: {family: 'account.events'}});
  const marks = [{seen: false}, {seen: true}, {read: true, seen: false}];
  screen.session.setRows(
    'account.events',
    marks.map((part, index) => event({id: 9 - index, ...part})),
  );
  await screen.expectText('Events  3');
  expect([3, 4, 5].map(row => /[•·]/.exec(screen.row(row).slice(24, 30))?.[0])).toEqual(['•', '·', undefined]);
  await screen.close();
});

test('a message that answers a key goes with its view; bad news stay', async () => {
  const screen = await openDemo({initialDestination: {family: 'account.events'}});
  await screen.press('x');
  screen.session.showToast('Boot: there is no such plan', 'failed');
  await screen.expectText('▲ Events cannot be deleted here');
  await screen.command('volumes');
  await screen.expectText('Volumes  3');
  expect(screen.text()).not.toContain('cannot be deleted');
  expect(screen.text()).toContain('✗ Boot: there is no such plan');
  await screen.close();
});

test('a long message is whole, in as many lines as it needs, and leaves no half words beside it', async () => {
  const screen = await openDemo({columns: 80, rows: 24});
  screen.session.showToast(
    'this line takes 412 ms: fewer bytes from now on; :set bandwidth full goes back',
    'attention',
  );
  await screen.settled();
  expect(screen.row(21)).toBe(' ▲ this line takes 412 ms: fewer bytes from now on; :set bandwidth full goes');
  expect(screen.row(22)).toBe('   back');
  await screen.close();
});

test('bug: a reason that is cut at 80 columns can be read nowhere: :messages has it in full, with its time', async () => {
  const screen = await openDemo({columns: 80, rows: 24});
  const reason = `the API answered with a page of another program ${'and with many more words than fit '.repeat(9)}at the end`;
  screen.session.showToast(reason, 'failed');
  await screen.expectText(/\S… :messages *$/m);
  expect(screen.text()).not.toContain('at the end');
  await screen.command('messages');
  await screen.expectText(/Messages \(UTC\)/);
  await screen.expectText(/\d\d:\d\d:\d\d ✗ {2}the API answered/);
  expect(screen.text().replace(/[│\s]+/g, ' ')).toContain('than fit at the end');
  await screen.press('c');
  await screen.expectText(/the message/);
  await screen.press('esc');
  expect(screen.text()).not.toContain('Messages (UTC)');
  await screen.close();
});

test('bug: the reason above a list is cut at 80 columns: it says that :messages has all of it', async () => {
  const screen = await openDemo({columns: 80, rows: 24});
  const words = 'The API refused the connection (ECONNREFUSED 192.0.2.1:443): check the base URL of the profile.';
  screen.session.setRows('instances', [instance(1)], {failure: {code: 'unreachable', words, problems: []}});
  await screen.expectText(/Instances {2}1 .*The API refused the connection \(ECONN.*… :messages *$/m);
  await screen.close();
});

test('without colours, the row under the cursor is told from the others in a menu too', async () => {
  const screen = await openDemo({columns: 80, rows: 24, colors: 'none'});
  await screen.press('a', 'j');
  const rows = screen.text().split('\n');
  const at = (word: string): number => rows.findIndex(row => row.includes(word));
  const inverse = (row: number): boolean => screen.cell(rows[row]?.search(/[A-Z] {2}/) ?? 0, row).inverse;
  expect([at('H  Shut down'), at('O  Reboot'), at('B  Boot')].map(inverse)).toEqual([false, true, false]);
  await screen.close();
});

test('a long name of the account does not cut off that nothing can be changed', async () => {
  const profile = {name: 'prod', production: true, readOnly: true};
  const screen = await openDemo({columns: 80, rows: 24, profile});
  screen.session.status.patch({account: 'Northern Lights Weather Stations and Instruments Limited Liability Company'});
  await screen.settled();
  expect(screen.row(0)).toMatch(/prod {2,3}READ-ONLY ▸ Northern/);
  await screen.close();
});

test('marks in the sidebar follow what glyphs there are', async () => {
  const screen = await openDemo({preferences: {ascii: true}});
  await screen.expectText(/Instances +40 ~1/);
  screen.deck.preferences.patch({ascii: false});
  await screen.expectText(/Instances +40 ◐1/);
  await screen.close();
});

test('a long name leaves a menu its title', async () => {
  const screen = await openDemo({columns: 80, rows: 24});
  screen.session.setRows('instances', [instance(0, {label: `quarterly-${'x'.repeat(80)}`})]);
  await screen.settled();
  await screen.press('a');
  expect(screen.text()).toMatch(/─ Actions: quarterly-x+… ─/);
  await screen.close();
});

test('why an action cannot be done now is whole at 80 columns', async () => {
  const screen = await openDemo({columns: 80, rows: 24});
  await screen.press('a');
  await screen.expectText(/W +Reset root password… +is not off: shut it down first │/);
  await screen.close();
});

test('what works now goes before what does not: a running instance is offered its reboot', async () => {
  const screen = await openDemo({columns: 112, rows: 24, keys: {'list.new': [], 'list.filter': [], 'list.copy': []}});
  expect(screen.footer()).toMatch(/O Reboot/);
  expect(screen.footer()).not.toMatch(/B Boot/);
  await screen.close();
});

test('a refused token waits for another one, not for a clock, and the dialog names its keys', async () => {
  const screen = await openDemo({onToken: () => {}});
  screen.session.status.patch({
    liveness: 'unauthorised',
    failure: {code: 'unauthorised', words: 'Invalid token', problems: [], retryAt: Date.UTC(2026, 2, 14, 13)},
  });
  await screen.expectText('Access token for demo');
  expect(screen.row(0)).toContain('token rejected');
  expect(screen.row(0)).not.toContain('retry');
  expect(screen.footer()).toMatch(/enter use it +esc close/);
  await screen.close();
});

test('a terminal without Unicode sees ASCII only', async () => {
  const screen = await openDemo({preferences: {ascii: true}});
  await screen.press('a');
  expect(screen.text()).toMatch(/^[\x20-\x7e\n]+$/);
  expect(screen.text()).toContain('* running');
  await screen.close();
});

test('production looks like production, and read-only says so', async () => {
  const screen = await openDemo({profile: {name: 'prod', production: true, readOnly: true}});
  expect(screen.row(0)).toContain('prod');
  expect(screen.row(0)).toContain('READ-ONLY');
  const x = screen.row(0).indexOf('prod');
  expect(screen.cell(x, 0).bg).toBe(1);
  await screen.close();
});

test('the frame tells how live it is', async () => {
  const screen = await openDemo();
  const status = screen.session.status.get();
  const now = screen.deck.clock.now();
  screen.session.setRows('account.users', [user({username: 'ada'})]);
  screen.session.setRows('support.tickets', [
    ...[1, 2, 3].map(id => ticket({id, status: 'open', updated_by: 'support'})),
    ticket({id: 4, status: 'open', updated_by: 'ada'}),
    ticket({id: 5, status: 'closed', updated_by: 'support'}),
  ]);
  const limits = (remaining: number) => ({
    openTicket: {remaining, limit: 2, resetAt: now + 80_000, waiting: 0, announced: true},
    general: {remaining: 612, limit: 800, resetAt: now + 41_000, waiting: 0, announced: true},
  });
  screen.session.status.set({...status, heardAt: now - 2000, limits: limits(2), notices: 2});
  await screen.settled();
  expect(screen.row(0)).toMatch(/● live {3}⚑ 2 notices {3}✉ 3/);
  screen.session.status.patch({limits: limits(1)});
  await screen.settled();
  expect(screen.row(0)).toMatch(/● live {3}tickets: 1 of 2 left, 1m {3}⚑ 2 notices {3}✉ 3/);
  const failure = {code: 'unreachable', words: 'no answer', problems: [], retryAt: now + 8000};
  screen.session.status.set({...status, liveness: 'offline', failure});
  await screen.settled();
  expect(screen.row(0)).toContain('✗ offline · retry 8s');
  await screen.close();
});

test('running operations have a line while there are any', async () => {
  const screen = await openDemo();
  expect(screen.text()).not.toContain('left');
  screen.session.operations.set([
    {
      id: '1',
      target: undefined,
      label: 'web-02',
      word: 'booting',
      percent: 62,
      startedAt: 0,
      secondsLeft: 14,
      by: 'ada',
    },
  ]);
  await screen.settled();
  expect(screen.row(28)).toContain('◐ web-02 booting ██████░░░░ 62% 0:14 left');
  screen.session.operations.set([]);
  await screen.settled();
  expect(screen.text()).not.toContain('booting ██');
  await screen.close();
});

test('bug: the time left stands still while no poll changes the percentage: it counts down by the second', async () => {
  const clock = manualClock();
  const screen = await openDemo({clock});
  const end = clock.now() + 14_000;
  const boot = {id: '1', target: undefined, label: 'web-02', word: 'booting', percent: 62, startedAt: 0, by: 'ada'};
  screen.session.operations.set([
    {
      ...boot,
      get secondsLeft() {
        return Math.ceil((end - clock.now()) / 1000);
      },
    },
  ]);
  await screen.expectText(/62% 0:14 left/);
  await clock.advance(3000);
  await screen.expectText(/62% 0:11 left/);
  await screen.close();
});

test('API mismatches are counted in the header, and the network page names each field and how often it was seen', async () => {
  const screen = await openDemo({columns: 140, rows: 40});
  const at = screen.deck.clock.now() - 3000;
  const mismatch = {operation: 'account.events.list', field: 'data[].rate', reason: 'expected text, found a list', at};
  screen.session.status.patch({mismatches: [{...mismatch, answers: 12}]});
  await screen.expectText(/▲ 1 API mismatch$/m);
  screen.session.status.patch({
    mismatches: [
      {...mismatch, answers: 1200},
      {...mismatch, field: '', answers: 1},
    ],
  });
  await screen.expectText(/▲ 2 API mismatches$/m);
  await screen.command('net');
  await screen.expectText(
    /▲ account\.events\.list +data\[\]\.rate: expected text, found a list {2}1,200 answers, last 0:03 ago/,
  );
  expect(screen.text()).toMatch(/▲ account\.events\.list +expected text, found a list {2}1 answer, last 0:03 ago/);
  await screen.close();
});

test('at 80 columns what waits to be read stays, and a limit that is close to its end goes', async () => {
  const screen = await openDemo({columns: 80, rows: 24});
  const now = screen.deck.clock.now();
  const general = {remaining: 79, limit: 800, resetAt: now + 41_000, waiting: 0, announced: true};
  screen.session.setRows('account.users', [user({username: 'ada'})]);
  screen.session.setRows('support.tickets', [ticket({id: 1, status: 'open', updated_by: 'support'})]);
  screen.session.status.patch({limits: {general}});
  await screen.expectText(/● live {3}API requests: 79 of 800 left, 41s/);
  screen.session.status.patch({account: 'Acme Infrastructure', notices: 2});
  await screen.expectText(/Acme Infrastructure +● live {3}⚑ 2 notices {3}✉ 1$/m);
  await screen.close();
});
