/** Undo goes back change by change, redo forward again, and the change log undoes any of them. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

/** Renames the Volume under the cursor. */
async function rename(screen: TestConsole, from: string, to: string): Promise<void> {
  await screen.moveTo(from);
  await screen.press('e');
  screen.expectText(`Edit: ${from}`);
  await screen.press('ctrl-u');
  await screen.type(to);
  await screen.press('ctrl-o');
  screen.expectText(new RegExp(`Label +${from} → ${to}`));
  await screen.press('y');
  await screen.advance(3000);
  screen.expectText(to);
  screen.expectNoText('saving…');
}

const openVolumes = async (): Promise<TestConsole> => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'volumes'});
  screen.expectText(/Volumes {2}18/);
  return screen;
};

/** Presses a key and confirms the preview that it opens. */
async function confirmOpened(screen: TestConsole, key: string, title: string, change: RegExp): Promise<void> {
  await screen.press(key);
  screen.expectText(title);
  screen.expectText(change);
  await screen.confirm();
  await screen.advance(3000);
  screen.expectNoText(/─ (Undo|Redo):|saving…/);
}

async function openRenamed(): Promise<TestConsole> {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  await screen.press('g');
  await rename(screen, 'staging-data', 'aa-second');
  return screen;
}

test('u undoes the changes one by one, the newest first', async () => {
  const screen = await openRenamed();
  await confirmOpened(screen, 'u', '─ Undo: Edit aa-second', /Label +aa-second → staging-data/);
  await confirmOpened(screen, 'u', '─ Undo: Edit aa-first', /Label +aa-first → batch-scratch-free/);
  await screen.press('u');
  screen.expectRecentText('Nothing to undo in this session. Type :audit to undo an earlier change.');
});

test('ctrl-r redoes undone changes in their original order', async () => {
  const screen = await openRenamed();
  await confirmOpened(screen, 'u', '─ Undo: Edit aa-second', /Label +aa-second → staging-data/);
  await confirmOpened(screen, 'u', '─ Undo: Edit aa-first', /Label +aa-first → batch-scratch-free/);
  await confirmOpened(screen, 'ctrl-r', '─ Redo: Edit', /Label +batch-scratch-free → aa-first/);
  await confirmOpened(screen, 'ctrl-r', '─ Redo: Edit', /Label +staging-data → aa-second/);
  await screen.press('ctrl-r');
  screen.expectRecentText('Nothing to redo');
  await confirmOpened(screen, 'u', '─ Undo: Edit aa-second', /Label +aa-second → staging-data/);
});

test('bug: u right after a deletion offers no change of the deleted resource', async () => {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  await screen.moveTo('aa-first');
  await screen.press('x');
  screen.expectText('Delete aa-first');
  await screen.confirm('aa-first');
  await screen.press('u');
  screen.expectRecentText('The last change, Delete aa-first, can’t be undone.');
  screen.expectNoText('─ Undo');
});

test('bug: u skipped a change that can’t be undone, and offered an earlier change at once', async () => {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  await screen.press('g');
  await screen.moveTo('staging-data');
  await screen.press('x');
  await screen.confirm('staging-data');
  await screen.press('u');
  screen.expectRecentText('The last change, Delete staging-data, can’t be undone.');
  screen.expectRecentText(/Undo\s+again/);
  screen.expectNoText('─ Undo');
  await confirmOpened(screen, 'u', '─ Undo: Edit aa-first', /Label +aa-first → batch-scratch-free/);
});

test('a new change discards the changes that could be redone', async () => {
  const screen = await openRenamed();
  await confirmOpened(screen, 'u', '─ Undo: Edit aa-second', /Label +aa-second → staging-data/);
  await screen.press('g');
  await rename(screen, 'staging-data', 'aa-third');
  await screen.command('redo');
  screen.expectRecentText('Nothing to redo');
});

test('u right after a shutdown waits until it ends, and then shows the preview', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: {family: 'instances', filter: 'web-12'},
  });
  screen.expectText(/web-12 +● running/);
  await screen.press('H');
  screen.expectText(/Status +running → shutting down/);
  await screen.press('y');
  screen.expectText(/shutting down/);
  await screen.press('u');
  screen.expectText('─ Undo: Shut down web-12');
  screen.expectRecentText(/web-12 is shutting down/);
  await screen.advance(60_000);
  screen.expectText('POST /v4/compute/instances/');
  screen.expectText('/boot');
  screen.expectNoText('waiting');
  await screen.press('y');
  await screen.advance(3000);
  screen.expectText(/web-12 +(◐ booting|● running)/);
});

test('esc cancels the wait of an undo, and no preview opens afterwards', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: {family: 'instances', filter: 'web-12'},
  });
  screen.expectText(/web-12 +● running/);
  await screen.press('H');
  screen.expectText(/Status +running → shutting down/);
  await screen.press('y');
  screen.expectText(/web-12 +◐ shutting down/);
  await screen.press('u');
  screen.expectText(/web-12 is shutting down/);
  await screen.press('esc');
  await screen.advance(60_000);
  screen.expectText(/web-12 +○ offline/);
  expect(screen.context.overlays.stack.getState()).toEqual([]);
});

test('bug: esc in the wait of an undo of several changes reported each change as busy', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: {family: 'instances', filter: 'web-1'},
  });
  await screen.press('space', 'space', 'H', 'y');
  await screen.advance(100);
  await screen.press('esc', 'u');
  screen.expectText(/is shutting down/);
  await screen.press('esc');
  screen.expectNoText('is busy');
  await screen.advance(60_000);
  expect(screen.context.overlays.stack.getState()).toEqual([]);
});

test('the change log undoes an older change, and keeps the later ones', async () => {
  const screen = await openRenamed();
  await screen.command('audit');
  screen.expectText('Change log');
  await screen.press('j', 'u');
  screen.expectText('─ Undo: Edit');
  screen.expectText(/Label +aa-first → batch-scratch-free/);
  await screen.press('y');
  await screen.advance(3000);
  screen.expectNoText('saving…');
  await screen.command('volumes');
  screen.expectRow('batch-scratch-free', 'active');
  screen.expectRow('aa-second', 'active');
  screen.expectNoText(/aa-first|staging-data/);
});

test('bug: the change log named the resource of an undo in two columns', async () => {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  await confirmOpened(screen, 'u', '─ Undo: Edit aa-first', /Label +aa-first → batch-scratch-free/);
  await screen.command('changes');
  screen.expectText(/aa-first +Undo: Edit +acme/);
  screen.expectText(/batch-scratch-free +Edit +acme/);
});

test.each(['u', ':audit'])('bug: an undone line of the change log opened a form (undone with %s)', async way => {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  const undo = async () => {
    if (way === ':audit') await screen.command('audit');
    await confirmOpened(screen, 'u', '─ Undo: Edit', /Label +aa-first → batch-scratch-free/);
  };
  await undo();
  await screen.command('audit');
  await screen.press('j', 'u');
  screen.expectText('already undone');
  screen.expectText('Change log');
  await screen.press('esc');
  // After a redo, the change can be undone again.
  await confirmOpened(screen, 'ctrl-r', '─ Redo: Edit', /Label +batch-scratch-free → aa-first/);
  await undo();
  screen.expectRow('batch-scratch-free', 'active');
});

const volumeId = async ({account}: TestConsole, label: string): Promise<number> => {
  const {data} = (await account.call('GET /v4/volumes')) as {data: {id: number; label: string}[]};
  return data.find(volume => volume.label === label)?.id ?? 0;
};

test('bug: an undo overwrote a later change of another program without a word', async () => {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  await screen.account.call(`PUT /v4/volumes/${await volumeId(screen, 'aa-first')}`, {label: 'theirs'});
  await screen.advance(20_000);
  await screen.press('u');
  screen.expectText('▲ Changed since then: Label aa-first → theirs');
  screen.expectText(/Label +theirs → batch-scratch-free/);
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('enter');
  screen.expectText('canceled. Nothing was sent');
});

test('bug: an undo overwrote a change of another program that no poll had read yet', async () => {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  await screen.account.call(`PUT /v4/volumes/${await volumeId(screen, 'aa-first')}`, {label: 'theirs'});
  await screen.press('u');
  screen.expectText('▲ Changed since then: Label aa-first → theirs');
  expect(screen.focusedButton()).toBe('Cancel');
});

test('bug: an undo overwrote a change that another program made while its preview was open', async () => {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  await screen.press('u');
  screen.expectText(/Label +aa-first → batch-scratch-free/);
  const id = await volumeId(screen, 'aa-first');
  await screen.account.call(`PUT /v4/volumes/${id}`, {label: 'theirs'});
  await screen.press('y');
  screen.expectText('Label changed since the preview. Undo again to see the new values.');
  expect(await volumeId(screen, 'theirs')).toBe(id);
});

test('the undo of an entry of the change log names values that another program changed since then', async () => {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  await screen.account.call(`PUT /v4/volumes/${await volumeId(screen, 'aa-first')}`, {label: 'theirs'});
  await screen.advance(20_000);
  await screen.command('audit');
  await screen.press('u');
  screen.expectText('▲ Changed since then: Label aa-first → theirs');
  expect(screen.focusedButton()).toBe('Cancel');
});

test('an undo names no change if another program changed only other values', async () => {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  await screen.account.call(`PUT /v4/volumes/${await volumeId(screen, 'aa-first')}`, {tags: ['theirs']});
  await screen.advance(20_000);
  await screen.press('u');
  screen.expectText(/Label +aa-first → batch-scratch-free/);
  screen.expectNoText('Changed since then');
  expect(screen.focusedButton()).toBe('Undo');
});

test('the undo of a batch names each resource that another program changed since then', async () => {
  const screen = await openVolumes();
  await screen.filter('batch-scratch');
  await screen.press('*', 'e', 'enter');
  await screen.type('mine');
  await screen.press('enter', 'ctrl-o');
  screen.expectText('mine');
  await screen.press('y');
  await screen.advance(5000);
  await screen.press('enter');
  await screen.account.call(`PUT /v4/volumes/${await volumeId(screen, 'batch-scratch-free')}`, {tags: ['theirs']});
  await screen.advance(20_000);
  await screen.press('u');
  screen.expectText(/▲ batch-scratch-free: changed since then: Tags .*mine → theirs/);
  expect(screen.text().match(/changed since then/g)).toHaveLength(1);
  expect(screen.focusedButton()).toBe('Cancel');
});
