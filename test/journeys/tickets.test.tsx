/** Tickets: who waits for whom, the conversation, and what is written into it. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openDemo} from '../support/console.tsx';
import {openLive} from '../support/live.tsx';

const wide = {columns: 120, rows: 40} as const;

test('what waits for us comes first, what is closed last, and the header counts what is unread', async () => {
  const screen = await openLive({...wide, initialDestination: {family: 'support.tickets'}});
  await screen.expectText(/waiting for you[\s\S]+closed/);
  const order = screen
    .text()
    .split('\n')
    .flatMap(line => /(waiting for you|closed) {2}/.exec(line)?.[1] ?? []);
  expect(order).toEqual(['waiting for you', 'waiting for you', 'closed', 'closed']);
  await screen.expectText(/✉ 2/);
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter');
  await screen.expectText('UTC fine with you?');
  await screen.expectText(/✉ 1/);
  await screen.close();
});

test('a conversation opens at its end, keeps its lines, and tells staff from users', async () => {
  const screen = await openLive({columns: 120, rows: 20, initialDestination: {family: 'support.tickets'}});
  await screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter');
  await screen.expectText('UTC fine with you?');
  expect(screen.text()).toMatch(/support {2}staff {2}/);
  expect(screen.text()).toContain('    Device  r/s   w/s   w_await');
  expect(screen.text()).not.toContain('Since the window on Tuesday');
  await screen.press('g');
  expect(screen.text()).toContain('Since the window on Tuesday');
  await screen.close();
});

test('a new ticket begins with what must be written, and not with what it may be about', async () => {
  const screen = await openLive({...wide, initialDestination: {family: 'support.tickets'}});
  await screen.expectText('db-01: disk latency');
  await screen.press('n');
  await screen.expectText(/▌Summary \*/);
  await screen.type('Slow since noon');
  await screen.expectText(/▌Summary \* +Slow since noon/);
  await screen.close();
});

test('a reply is written, read as it will be sent, and stands in the conversation; staff answers, and it says so', async () => {
  const screen = await openLive({...wide, speed: 100, initialDestination: {family: 'support.tickets'}});
  await screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter');
  await screen.expectText('UTC fine with you?');
  expect(screen.footer()).toMatch(/a actions +r Reply…/);
  await screen.press('r');
  await screen.expectText('Reply: db-01');
  await screen.paste('Yes, 02:00 UTC is fine. Tell us before, for the replica must take over first.');
  await screen.press('enter', 'enter');
  await screen.type('  Thank you');
  await screen.press('ctrl-o');
  await screen.expectText('preview');
  expect(screen.text()).toMatch(/POST \/v4\/support\/tickets\/\d+\/replies/);
  // All of it, and not against what the ticket said.
  expect(screen.text()).toContain('take over first.');
  expect(screen.text()).toContain('Thank you');
  expect(screen.text()).not.toContain('→ Yes');
  await screen.press('enter');
  await screen.expectText(/acme {2}(now|\d+[sm] ago)/);
  await screen.expectText('Yes, 02:00 UTC is fine.');
  await screen.expectText(/support {2}staff {2}\S+.*new/);
  await screen.expectText('We could reproduce this.');
  await screen.close();
});

test('what was typed stays, whatever happens in between', async () => {
  const screen = await openLive({...wide, initialDestination: {family: 'support.tickets'}});
  await screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('r');
  await screen.expectText('Reply: db-01');
  await screen.type('half a sentence');
  await screen.press('esc', 'enter', 'r');
  await screen.expectText('half a sentence');
  await screen.close();
});

test('X closes; what is closed says why it cannot be closed again, and a reply warns that it opens it', async () => {
  const screen = await openLive({...wide, initialDestination: {family: 'support.tickets'}});
  await screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('X', 'y');
  await screen.expectText(/db-01: disk latency.*○ closed/);
  await screen.press('a');
  await screen.expectText(/Close +already closed/);
  await screen.press('esc', 'r');
  await screen.expectText('Reply: db-01');
  await screen.type('Again');
  await screen.press('ctrl-o');
  await screen.expectText('a reply may open it again');
  await screen.close();
});

test('a ticket about a thing names it without being asked', async () => {
  const screen = await openLive({...wide, speed: 100, initialDestination: {family: 'volumes'}});
  await screen.expectText('vol-db');
  await screen.filter('vol-db');
  await screen.press('T');
  await screen.expectText('Open a ticket about it');
  expect(screen.text()).not.toMatch(/▌?About /);
  await screen.type('It is slow');
  await screen.press('tab');
  await screen.type('Since this morning.');
  await screen.press('ctrl-o');
  await screen.expectText(/Volume +vol-db \(\d+\)/);
  await screen.expectText('Leave passwords and tokens out');
  await screen.press('enter');
  await screen.expectText(/Tickets +5/);
  await screen.command('tickets');
  await screen.expectText(/It is slow .*Volume vol-db/);
  await screen.close();
});

test('a VLAN is named by its label and region, a Managed service by nothing', async () => {
  const screen = await openDemo({initialDestination: {family: 'networking.vlans'}});
  screen.session.setRows('networking.vlans', [
    {label: 'backbone', region: 'us-east', computes: [], created: '2026-03-01T09:00:00'},
  ]);
  await screen.expectText('backbone');
  const {fills} = screen.deck.family('networking.vlans').borrows.ticket ?? {};
  const {lookup} = screen.session;
  expect(fills?.({label: 'backbone', region: 'us-east'}, lookup, {})).toEqual({
    about: 'VLAN',
    vlan: 'backbone',
    region: 'us-east',
  });
  expect(screen.deck.family('managed.services').borrows.ticket?.fills({id: 7}, lookup, {})).toEqual({
    about: 'Managed issue',
    managed_issue: true,
  });
  await screen.close();
});

test('a file is attached from the conversation: looked at before a byte leaves, and it stands there afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-tickets-'));
  for (const [name, text] of Object.entries({'trace.txt': 'hop 1', 'run.sh': 'exit', 'empty.txt': ''}))
    writeFileSync(join(folder, name), text);
  const screen = await openLive({...wide, initialDestination: {family: 'support.tickets'}});
  await screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter');
  await screen.expectText('UTC fine with you?');
  await screen.press('A');
  await screen.expectText('Attach a file: db-01');
  for (const [name, reason] of [
    ['run.sh', 'run.sh must end in .gif, .jpg'],
    ['empty.txt', 'empty.txt is empty'],
    ['none.txt', 'there is no file none.txt'],
  ] as const) {
    await screen.press('ctrl-u');
    await screen.paste(join(folder, name));
    await screen.press('ctrl-o');
    await screen.expectText(reason);
  }
  await screen.press('ctrl-u');
  await screen.paste(join(folder, 'tr'));
  await screen.press('tab');
  await screen.expectText('trace.txt');
  await screen.press('ctrl-o');
  await screen.expectText(/POST \/v4\/support\/tickets\/\d+\/attachments/);
  await screen.expectText(/File +trace\.txt, 5 bytes/);
  await screen.press('enter');
  await screen.expectText('→ trace.txt');
  await screen.press('ctrl-t');
  await screen.expectText(/trace\.txt +uploaded, 5 bytes/);
  await screen.close();
  rmSync(folder, {recursive: true});
});

test('an attachment that takes too long is cancelled, and nobody pretends that it is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-tickets-'));
  writeFileSync(join(folder, 'core.txt'), 'x'.repeat(100));
  const hangs = {on: 'support.tickets.attachments.create', kind: 'latency', milliseconds: 60_000} as const;
  const screen = await openLive(
    {...wide, initialDestination: {family: 'support.tickets'}},
    {faults: {faults: [hangs]}},
  );
  await screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter', 'A');
  await screen.expectText('Attach a file: db-01');
  await screen.paste(join(folder, 'core.txt'));
  await screen.press('ctrl-o');
  await screen.expectText(/File +core\.txt/);
  await screen.press('enter');
  await screen.expectText('goes on when this is closed');
  await screen.press('esc', 'ctrl-t');
  await screen.expectText('core.txt');
  await screen.press('enter');
  await screen.moveTo('Cancel it');
  await screen.press('enter', 'ctrl-t');
  await screen.expectText(/core\.txt +cancelled after/);
  await screen.press('esc');
  expect(screen.text()).not.toContain('→ core.txt');
  await screen.close();
  rmSync(folder, {recursive: true});
});

test('a reply has the width of its box to be written in, at 80 columns too', async () => {
  const screen = await openLive({columns: 80, rows: 24, initialDestination: {family: 'support.tickets'}});
  await screen.expectText('db-01: disk latency');
  await screen.press('r');
  await screen.expectText(/▌Reply \*/);
  const sentence = 'The disks answer again since the host was moved to another rack.';
  await screen.type(sentence);
  await screen.expectText(sentence);
  await screen.close();
});
