/** Tickets: open questions, the conversation, and replies. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

const wide = {size: [120, 40]} as const;

test('tickets that wait for the user come first, closed ones last, and the header counts unread ones', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), ...wide, view: 'support.tickets'});
  screen.expectText(/waiting for you[\s\S]+closed/);
  const order = screen
    .text()
    .split('\n')
    .flatMap(line => /(waiting for you|closed) {2}/.exec(line)?.[1] ?? []);
  expect(order).toEqual(['waiting for you', 'waiting for you', 'closed', 'closed']);
  await screen.advance(4000);
  screen.expectText(/✉ 2/);
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter');
  screen.expectText('UTC fine with you?');
  screen.expectText(/✉ 1/);
});

test('a conversation opens at its end, keeps its line breaks, and marks staff', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 20],
    view: 'support.tickets',
  });
  screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter');
  screen.expectText('UTC fine with you?');
  screen.expectText(/support {2}staff {2}/);
  screen.expectText('    Device  r/s   w/s   w_await');
  screen.expectNoText('Since the window on Tuesday');
  await screen.press('g');
  screen.expectText('Since the window on Tuesday');
});

test('the form of a new ticket starts with the summary', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), ...wide, view: 'support.tickets'});
  screen.expectText('db-01: disk latency');
  await screen.press('n');
  screen.expectText(/▌Summary \*/);
  await screen.type('Slow since noon');
  screen.expectText(/▌Summary \* +Slow since noon/);
});

test('a reply is previewed and appears in the conversation, and a reply of staff is marked as unread', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), ...wide, view: 'support.tickets'});
  screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter');
  screen.expectText('UTC fine with you?');
  screen.expectFooter(/a actions +r Reply…/);
  await screen.press('r');
  screen.expectText('Reply: db-01');
  await screen.paste('Yes, 02:00 UTC is fine. Tell us before, for the replica must take over first.');
  await screen.press('enter', 'enter');
  await screen.type('  Thank you');
  await screen.press('ctrl-o');
  screen.expectText('Reply to ticket “db-01: disk latency');
  screen.expectText(/POST \/v4\/support\/tickets\/\d+\/replies/);
  // The preview has the whole reply, and compares it with no earlier text.
  screen.expectText('take over first.');
  screen.expectText('Thank you');
  screen.expectNoText('→ Yes');
  await screen.press('enter');
  screen.expectText(/acme {2}(now|\d+[sm] ago)/);
  screen.expectText('Yes, 02:00 UTC is fine.');
  await screen.advance(600_000);
  screen.expectText(/support {2}staff {2}\S+.*✉ unread/);
  screen.expectText('We could reproduce this.');
});

test('a half-typed reply is kept after its form was closed', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), ...wide, view: 'support.tickets'});
  screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('r');
  screen.expectText('Reply: db-01');
  await screen.type('half a sentence');
  await screen.press('esc', 'enter', 'r');
  screen.expectText('half a sentence');
});

test('bug: X closed a ticket that only support could reopen, although a reply may reopen it', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), ...wide, view: 'support.tickets'});
  screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('X');
  screen.expectText('Only a reply may reopen a closed ticket.');
  await screen.press('y');
  await screen.advance(3000);
  screen.expectText(/db-01: disk latency.*○ closed/);
  await screen.press('a');
  screen.expectText(/Close +already closed/);
  await screen.press('esc', 'r');
  screen.expectText('Reply: db-01');
  await screen.type('Again');
  await screen.press('ctrl-o');
  screen.expectText('A reply may reopen it');
});

test('a ticket about a resource names the resource automatically', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), ...wide, view: 'volumes'});
  screen.expectText('vol-db');
  await screen.filter('vol-db');
  await screen.press('T');
  screen.expectText('Open a ticket');
  screen.expectNoText(/▌?About /);
  await screen.type('It is slow');
  await screen.press('tab');
  await screen.type('Since this morning.');
  await screen.press('ctrl-o');
  screen.expectText(/Volume +vol-db \(\d+\)/);
  screen.expectText('Leave out passwords and tokens');
  await screen.press('enter');
  await screen.advance(30_000);
  screen.expectText(/Tickets +5/);
  await screen.command('tickets');
  screen.expectText(/It is slow .*volume vol-db/);
});

test('a ticket about a VLAN names it by its label and region', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), view: 'networking.vlans'});
  await screen.press('T');
  await screen.type('It is slow');
  await screen.press('tab');
  await screen.type('Since this morning.');
  await screen.press('ctrl-o');
  await screen.confirm();
  const [vlan] = screen.session.lookup.rows('networking.vlans');
  screen.expectRequest('POST /v4/support/tickets', {vlan: vlan?.label, region: vlan?.region});
});

test('a ticket about a Managed service is sent as a Managed issue', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), view: 'managed.services'});
  await screen.press('T');
  await screen.type('It is slow');
  await screen.press('tab');
  await screen.type('Since this morning.');
  await screen.press('ctrl-o');
  await screen.confirm();
  screen.expectRequest('POST /v4/support/tickets', {managed_issue: true});
});

test('a file is checked before it is attached, and appears in the conversation afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-tickets-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  for (const [name, text] of Object.entries({'trace.txt': 'hop 1', 'run.sh': 'exit', 'empty.txt': ''}))
    writeFileSync(join(folder, name), text);
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), ...wide, view: 'support.tickets'});
  screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter');
  screen.expectText('UTC fine with you?');
  await screen.press('A');
  screen.expectText('Attach a file: db-01');
  for (const [name, reason] of [
    ['run.sh', 'run.sh must end in .gif, .jpg'],
    ['empty.txt', 'empty.txt is empty'],
    ['none.txt', 'no such file:'],
  ] as const) {
    await screen.press('ctrl-u');
    await screen.paste(join(folder, name));
    await screen.press('ctrl-o');
    screen.expectText(reason);
  }
  await screen.press('ctrl-u');
  await screen.paste(join(folder, 'tr'));
  await screen.press('tab');
  screen.expectText('trace.txt');
  await screen.press('ctrl-o');
  screen.expectText(/POST \/v4\/support\/tickets\/\d+\/attachments/);
  screen.expectText(/File +trace\.txt, 5 bytes/);
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText('→ trace.txt');
  await screen.press('ctrl-t');
  screen.expectText(/trace\.txt +uploaded, 5 bytes/);
});

test('bug: the problem of a path stayed after tab had completed the path', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-tickets-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  writeFileSync(join(folder, 'trace.txt'), 'hop 1');
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), ...wide, view: 'support.tickets'});
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter');
  screen.expectText('UTC fine with you?');
  await screen.press('A');
  await screen.paste(join(folder, 'tr'));
  await screen.press('ctrl-o');
  screen.expectText('no such file:');
  await screen.press('tab');
  screen.expectText('trace.txt');
  screen.expectNoText(/no such file|must be a file/);
});

test('an attachment that takes too long is canceled, and the console checks whether it arrived nevertheless', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-tickets-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  writeFileSync(join(folder, 'core.txt'), 'x'.repeat(100));
  const hangs = {on: 'support.tickets.attachments.create', kind: 'latency', milliseconds: 60_000} as const;
  const account = openAccount({accounts: 'demo', faults: {faults: [hangs]}});
  const screen = await openConsole({account, ...wide, view: 'support.tickets'});
  screen.expectText('db-01: disk latency');
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter', 'A');
  screen.expectText('Attach a file: db-01');
  await screen.paste(join(folder, 'core.txt'));
  await screen.press('ctrl-o');
  screen.expectText(/File +core\.txt/);
  await screen.press('enter');
  await screen.advance(1000);
  screen.expectText('continues in the background');
  await screen.press('esc', 'ctrl-t');
  screen.expectText('core.txt');
  await screen.press('enter');
  await screen.moveTo('Cancel it');
  await screen.press('enter', 'ctrl-t');
  screen.expectText(/core\.txt +canceled after/);
  await screen.press('esc');
  screen.expectText('no response; checking whether it was applied');
  screen.expectText(/db-01: disk latency.* \? checking/);
  screen.expectNoText('→ core.txt');
  // The server had all bytes, and has stored them meanwhile.
  await screen.advance(120_000);
  screen.expectText('→ core.txt');
  screen.expectNoText('checking');
});

test('a reply uses the width of its box at 80 columns', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [80, 24], view: 'support.tickets'});
  screen.expectText('db-01: disk latency');
  await screen.press('r');
  screen.expectText(/▌Reply \*/);
  const sentence = 'The disks answer again since the host was moved to another rack.';
  await screen.type(sentence);
  screen.expectText(sentence);
});

test('bug: a file attached after a reply was shown below the first message, with the time of that message', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-tickets-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  writeFileSync(join(folder, 'trace.txt'), 'hop 1');
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), ...wide, view: 'support.tickets'});
  await screen.moveTo('db-01: disk latency');
  await screen.press('enter', 'A');
  await screen.paste(join(folder, 'trace.txt'));
  await screen.press('ctrl-o', 'enter');
  await screen.advance(3000);
  screen.expectText(/fine with you\?[\s\S]+Files of the ticket[\s\S]+→ trace\.txt/);
});

describe('a reply whose answer was lost', () => {
  async function loseAnswer(isStored: boolean) {
    const account = openAccount({accounts: 'demo'});
    const screen = await openConsole({account, ...wide, view: 'support.tickets'});
    await screen.moveTo('db-01: disk latency');
    await screen.press('r');
    await screen.type('Yes, 02:00 UTC.');
    await screen.press('ctrl-o');
    const replies = 'POST /v4/support/tickets/98300/replies';
    screen.expectText(replies);
    account.answerNext(replies, 500, {errors: [{reason: 'Internal error'}]});
    if (isStored) await account.call(replies, {description: 'Yes, 02:00 UTC.'});
    await screen.press('enter');
    await screen.advance(30_000);
    return screen;
  }

  test('bug: was not looked for among the replies', async () => {
    const screen = await loseAnswer(true);
    screen.expectRecentText('a check found the change applied');
  });

  test('is not applied if it isn’t among the replies', async () => {
    const screen = await loseAnswer(false);
    screen.expectRecentText('not applied');
  });
});
