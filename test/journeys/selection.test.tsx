/** Changes to several rows. */
import {expect, test} from 'vitest';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {nameOf, openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

test('selected rows are changed as one batch, and a skipped row is named with its reason', async () => {
  const screen = await openConsole();
  await screen.press('space', 'space', 'j', 'j', 'j', 'space');
  expect(screen.row(1)).toContain('3 selected');
  await screen.press('O');
  screen.expectText('─ Reboot 2 instances?');
  screen.expectText('for 2 instances: web-00, web-01');
  screen.expectText('not web-05:');
  await screen.press('y');
  expect(screen.changes().map(nameOf)).toEqual([
    'POST /v4/compute/instances/100/reboot',
    'POST /v4/compute/instances/101/reboot',
  ]);
  screen.expectText('Reboot: accepted for 2 instances');
});

test('the form for selected rows has their current values', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  await screen.press('space', 'space');
  for (const id of [100, 101]) await account.call(`PUT /v4/compute/instances/${id}`, {tags: ['by-now']});
  await screen.advance(16_000);
  await screen.press('e');
  screen.expectText(/Tags +by-now/);
});

test('a batch whose dialog was closed stops at a failure, and names the command that resumes it', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  const release = account.holdNext('POST /v4/compute/instances/100/reboot', 400, {errors: [{reason: 'is busy'}]});
  await screen.press('space', 'space', 'space', 'O', 'y');
  screen.expectText('under way');
  await screen.press('esc');
  release();
  await screen.settle();
  screen.expectText('stopped, 2 of 3 remaining. Type :resume to continue.');
  expect(screen.changes().map(nameOf)).toEqual(['POST /v4/compute/instances/100/reboot']);
  expect(await screen.session.batchJournals.listInterrupted()).toHaveLength(1);
});

test('a bulk edit adds a tag to each row, and keeps the tags that the row has', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [120, 40], view: 'volumes'});
  const tags = () => account.emulator.db.all(Volumes).map(({id, tags: kept}) => ({id, tags: kept}));
  const before = tags();
  await screen.press('*', 'e');
  screen.expectText(`─ Edit: ${before.length} `);
  screen.expectNoText(/▌? *Label +/);
  screen.expectText(/Tags .*\(\d+ of \d+\)/);
  // Unchanged, the form of several rows has nothing to send.
  await screen.press('enter');
  await screen.type('five');
  await screen.press('enter');
  screen.expectText(/Tags .*\+five/);
  await screen.press('ctrl-o');
  screen.expectText(`Edit ${before.length} volumes?`);
  await screen.confirm();
  expect(tags()).toEqual(before.map(row => ({...row, tags: [...row.tags, 'five']})));
  await screen.press('u');
  screen.expectText(`Undo: Edit ${before.length} volumes?`);
  await screen.press('esc');
  // The selection ends with its action.
  expect(screen.row(1)).not.toContain('selected');
});

test('bug: the redo of a batch had the title “Undo”', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'volumes'});
  await screen.press('j', 'space', 'j', 'space', 'a');
  await screen.type('add tags');
  await screen.press('enter');
  await screen.type('five');
  await screen.press('enter');
  await screen.confirm();
  await screen.press('u');
  screen.expectText('─ Undo: Add tags (2 volumes)?');
  await screen.confirm();
  await screen.press('ctrl-r');
  screen.expectText('─ Redo: Add tags (2 volumes)?');
  screen.expectText('[Redo]');
  await screen.confirm();
  screen.expectRecentText('Redo: accepted for 2 volumes');
});

test('tags are added to a selection, and removed from it, by two separate actions', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [120, 40], view: 'volumes'});
  const tags = () => account.emulator.db.all(Volumes).map(row => row.tags);
  const before = tags();
  await screen.press('*', 'a');
  await screen.type('add tags');
  await screen.press('enter');
  screen.expectText('Add tags: ');
  await screen.type('audited');
  await screen.press('enter');
  await screen.confirm();
  expect(tags()).toEqual(before.map(row => [...row, 'audited']));
  expect(screen.context.overlays.stack.getState()).toEqual([]);
  await screen.press('*', 'a');
  await screen.type('remove tags');
  await screen.press('enter');
  await screen.type('audited');
  await screen.press('tab', 'enter');
  await screen.confirm();
  expect(tags()).toEqual(before);
});

test('bug: “Remove tags” closed without a word if no tag has the typed name', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'volumes'});
  await screen.press('*', 'a');
  await screen.type('remove tags');
  await screen.press('enter');
  await screen.type('xyz');
  await screen.press('enter');
  screen.expectRecentText('no tag named xyz');
  screen.expectText('Remove tags: ');
  screen.expectNoChanges();
});

test('bug: the toggle of many bookmarks gave a message for each row', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'volumes'});
  await screen.press('*', 'b');
  const shown = () => screen.session.account.getState().toasts.map(({text}) => text);
  expect(shown()).toEqual(['Bookmarked 18 volumes. Type :bookmarks for the list.']);
  await screen.press('b');
  expect(shown().at(-1)).toBe('Bookmarks of 18 volumes removed');
});

test('bug: a tag is added with its blanks, and a comma separates tags', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [120, 40], view: 'volumes'});
  await screen.press('space', 'space', 'a');
  await screen.type('add tags');
  await screen.press('enter');
  await screen.type('stranger, blue team, dark');
  screen.expectText('Add tags: 2 volumes · stranger, blue team');
  await screen.press('tab');
  screen.expectText('Add tags: 2 volumes · stranger, blue team, dark');
  await screen.type('red team');
  screen.expectText(/red team +new/);
  await screen.press('enter');
  screen.expectText('batch, stranger, blue team, dark, red team');
});

test('bug: the form of several resources takes a tag with blanks, too', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [120, 40], view: 'volumes'});
  await screen.press('space', 'space', 'e', 'enter');
  await screen.type('blue team, red');
  screen.expectText('Tags of 2 · blue team');
  await screen.press('enter');
  screen.expectText(/\+blue team +\+red/);
});

test('hidden selected rows are counted, and esc clears the selection before the filter', async () => {
  const screen = await openConsole();
  expect(screen.footer()).not.toContain('clear selection');
  await screen.press('space', 'space');
  screen.expectFooter('act on 2');
  screen.expectFooter('edit 2');
  screen.expectFooter('clear selection');
  await screen.press('/');
  await screen.type('web-01');
  await screen.press('enter');
  screen.expectText('2 selected · 1 of them hidden');
  await screen.press('esc');
  expect(screen.row(1)).not.toContain('selected');
  expect(screen.row(1)).toContain('/web-01');
});
