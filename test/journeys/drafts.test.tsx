/** Drafts: kept when a form is left, listed, continued and discarded. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {fakeEditor} from '../support/editor.ts';

/** Leaves a half-typed label in the form of `vol-1`. */
async function leaveEdit(screen: TestConsole): Promise<void> {
  await screen.moveTo('vol-1');
  await screen.press('e', 'ctrl-u');
  await screen.type('half-a-na');
  await screen.press('esc');
}

/** Leaves a half-typed form of a new volume. */
async function leaveCreation(screen: TestConsole): Promise<void> {
  await screen.press('n');
  await screen.type('new-vol');
  await screen.press('esc');
}

test('drafts are listed with their changes', async () => {
  const screen = await openConsole({view: 'volumes'});
  await leaveEdit(screen);
  await leaveCreation(screen);
  await screen.command('drafts');
  screen.expectText('Edit: volume vol-1');
  screen.expectText(/New volume +label/);
});

test('a draft continues from the list, and its age follows the clock of this machine', async () => {
  const account = openAccount();
  // The clock of the API is hours ahead of the clock of this machine.
  account.clock.jumpBy(-3 * 3_600_000);
  const screen = await openConsole({account, view: 'volumes'});
  await leaveCreation(screen);
  await screen.command('drafts');
  await screen.press('enter');
  screen.expectText('Continue');
  await screen.press('enter');
  screen.expectText('─ New volume');
  screen.expectText(/Label +\*? *new-vol/);
  screen.expectText(/This was typed (now|\d+[sm] ago) and not sent/);
});

test('ctrl-n restores a form to its original values, and discards the draft', async () => {
  const screen = await openConsole({view: 'volumes'});
  await leaveEdit(screen);
  await screen.command('drafts');
  await screen.press('enter', 'enter');
  screen.expectText('─ Edit: vol-1');
  screen.expectText(/Label +\*? *half-a-na/);
  await screen.press('ctrl-n');
  screen.expectText(/Label +\*? *vol-1/);
  screen.expectNoText('This was typed');
  await screen.press('esc');
  expect(screen.session.draftStore.getState()).toEqual([]);
});

test('a draft is discarded from the list', async () => {
  const screen = await openConsole({view: 'volumes'});
  await leaveCreation(screen);
  await screen.command('drafts');
  screen.expectText('New volume');
  await screen.press('enter', 'x');
  expect(screen.session.draftStore.getState()).toEqual([]);
});

test('the preview of a quick action leaves no draft when it is closed', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), view: 'domains'});
  screen.expectText('Domains  24');
  await screen.press('D');
  screen.expectText(/─ [^─\n]+\? ─/);
  await screen.press('esc');
  screen.expectNoText('preview');
  expect(screen.session.draftStore.getState()).toEqual([]);
});

const disksView = {family: 'instances.disks', params: {computeId: 101}} as const;

test('a form that is closed unchanged leaves no draft', async () => {
  const screen = await openConsole({view: disksView});
  await screen.press('I');
  screen.expectText(/Label +Debian 11 Disk/);
  await screen.press('esc');
  expect(screen.session.draftStore.getState()).toEqual([]);
});

test('ctrl-n restores the values that the form opened with', async () => {
  const screen = await openConsole({view: disksView});
  await screen.press('I', 'tab');
  await screen.type('half');
  await screen.press('esc', 'I');
  screen.expectText('and not sent');
  await screen.press('ctrl-n');
  screen.expectNoText('half');
  screen.expectText(/Label +Debian 11 Disk/);
});

test('a text from the editor is kept as a draft, which continues from the list', async () => {
  const editor = fakeEditor(
    'sed -i -e "s/^label: .*/label: [half/" "$1"',
    'true',
    'sed -i -e "s/^label: .*/label: vol-whole/" "$1"',
  );
  const screen = await openConsole({view: 'volumes'});
  await screen.moveTo('vol-1');
  await screen.press('E');
  expect(editor.contents()).toHaveLength(2);
  await screen.command('drafts');
  screen.expectText(/Edit: volume vol-1 +a text/);
  await screen.press('enter', 'enter');
  screen.expectText(/─ [^─\n]+\? ─/);
  screen.expectText(/Label +vol-1 → vol-whole/);
  await screen.press('enter');
  screen.expectRequest('PUT /v4/volumes/4401', {label: 'vol-whole'});
  expect(screen.session.draftStore.getState()).toEqual([]);
});

test('bug: a draft that was sent and not applied was called “not sent”', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('e', 'ctrl-u');
  await screen.type('other');
  await screen.press('ctrl-o');
  const errors = [{reason: 'Label is taken', field: 'label'}];
  screen.account.answerNext('PUT /v4/volumes/4400', 400, {errors});
  await screen.press('y');
  screen.expectText('Label is taken');
  await screen.advance(1000);
  await screen.press('esc', 'e');
  screen.expectText(/This was typed (now|\d+s ago) and sent, but not applied\./);
  await screen.type('s');
  await screen.press('esc', 'e');
  screen.expectText(/This was typed (now|\d+s ago) and not sent\./);
});
