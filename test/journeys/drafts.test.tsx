import {expect, test} from 'vitest';
import {realClock} from '../../src/emulator/engine/time/clock.ts';
import {fakeEditor} from '../support/editor.ts';
import {type LiveScreen, openLive, SPEED} from '../support/live.tsx';

async function type(screen: LiveScreen, command: string): Promise<void> {
  await screen.command(command);
}

test('what was typed is listed by what it is for, and gone on with or thrown away', async () => {
  // The API's clock is ahead: when something was typed is told by ours.
  const clock = realClock({speed: SPEED, notBefore: Date.now() + 3 * 3_600_000});
  const screen = await openLive({initialDestination: {family: 'volumes'}}, {clock});
  await screen.expectText('vol-db');
  await screen.moveTo('metrics');
  await screen.press('e', 'ctrl-u');
  await screen.type('half-a-na');
  await screen.press('esc');
  await screen.press('n');
  await screen.type('new-vol');
  await screen.press('esc');
  await type(screen, 'drafts');
  await screen.expectText('Edit: Volume metrics');
  expect(screen.text()).toMatch(/New Volume +label/);
  await screen.press('j');
  await screen.press('enter');
  await screen.expectText('Continue');
  await screen.press('enter');
  await screen.expectText('─ Edit: metrics');
  expect(screen.text()).toMatch(/Label +\*? *half-a-na/);
  expect(screen.text()).toMatch(/This was typed (now|\d+[sm] ago) and not sent/);
  await screen.press('ctrl-n');
  expect(screen.text()).toMatch(/Label +\*? *metrics/);
  expect(screen.text()).not.toContain('This was typed');
  await screen.press('esc');
  await type(screen, 'drafts');
  await screen.expectText('New Volume');
  expect(screen.text()).not.toContain('Edit: Volume metrics');
  await screen.press('enter', 'x');
  expect(screen.deck.session.draftStore.get()).toEqual([]);
  await screen.close();
});

test('a quick action that was not confirmed leaves nothing behind for the form', async () => {
  const screen = await openLive({initialDestination: {family: 'domains'}});
  await screen.expectText('Domains  24');
  await screen.press('D');
  await screen.expectText('· preview');
  await screen.press('esc');
  await screen.until(() => !screen.text().includes('preview'), 'the preview is closed');
  expect(screen.deck.session.draftStore.get()).toEqual([]);
  await screen.close();
});

test('what a form opens with was typed by nobody: it makes no draft, and stays when the form begins anew', async () => {
  const screen = await openLive({initialDestination: {family: 'instances.disks', params: {computeId: 101}}});
  await screen.expectText('Debian 12 Disk');
  await screen.press('I');
  await screen.expectText(/Label +Debian 12 Disk/);
  await screen.press('esc');
  expect(screen.deck.session.draftStore.get()).toEqual([]);
  await screen.press('I', 'tab');
  await screen.type('half');
  await screen.press('esc', 'I');
  await screen.expectText('and not sent');
  await screen.press('ctrl-n');
  await screen.until(() => !screen.text().includes('half'), 'the form is anew');
  await screen.expectText(/Label +Debian 12 Disk/);
  await screen.close();
});

test('a text of the editor is a draft like any other, and is opened from the list', async () => {
  const editor = fakeEditor(
    'sed -i -e "s/^label: .*/label: [half/" "$1"',
    'true',
    'sed -i -e "s/^label: .*/label: vol-whole/" "$1"',
  );
  const screen = await openLive({initialDestination: {family: 'volumes'}});
  await screen.expectText('vol-db');
  await screen.moveTo('metrics');
  await screen.press('E');
  await screen.until(
    () => editor.seen().length === 2 && screen.deck.session.draftStore.get().length === 1,
    'it was left',
  );
  await type(screen, 'drafts');
  await screen.expectText(/Edit: Volume metrics +a text/);
  await screen.press('enter', 'enter');
  await screen.expectText('· preview');
  expect(screen.text()).toMatch(/Label +metrics → vol-whole/);
  await screen.press('enter');
  await screen.until(() => screen.deck.session.draftStore.get().length === 0, 'nothing is left when it is sent');
  await screen.close();
});
