/** Undo goes back change by change, redo forward again, and the change log undoes any of them. */
import {expect, test} from 'vitest';
import {type LiveScreen, openLive} from '../support/live.tsx';

/** Renames the Volume under the cursor. */
async function rename(screen: LiveScreen, from: string, to: string): Promise<void> {
  await screen.moveTo(from);
  await screen.press('e');
  await screen.expectText(`Edit: ${from}`);
  await screen.press('ctrl-u');
  await screen.type(to);
  await screen.press('ctrl-o');
  await screen.expectText(new RegExp(`Label +${from} → ${to}`));
  await screen.press('y');
  await screen.until(() => screen.text().includes(to) && !screen.text().includes('saving…'));
}

const openVolumes = async (): Promise<LiveScreen> => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'volumes'}});
  await screen.expectText(/Volumes {2}18/);
  return screen;
};

test('u undoes the change before the one that was undone last, and ctrl-r redoes them in their order', async () => {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  await screen.press('g');
  await rename(screen, 'staging-data', 'aa-second');
  const back = async (key: string, title: string, change: RegExp) => {
    await screen.press(key);
    await screen.expectText(title);
    await screen.expectText(change);
    await screen.press('y');
    await screen.until(() => !/─ (Undo|Redo):|saving…/.test(screen.text()));
  };
  await back('u', '─ Undo: Edit aa-second', /Label +aa-second → staging-data/);
  await back('u', '─ Undo: Edit aa-first', /Label +aa-first → batch-scratch-free/);
  await screen.press('u');
  await screen.expectGlimpse('Nothing to undo');
  await back('ctrl-r', '─ Redo: Edit', /Label +batch-scratch-free → aa-first/);
  await back('ctrl-r', '─ Redo: Edit', /Label +staging-data → aa-second/);
  await screen.press('ctrl-r');
  await screen.expectGlimpse('Nothing to redo');
  await back('u', '─ Undo: Edit aa-second', /Label +aa-second → staging-data/);
  // A new change ends what could be redone.
  await screen.press('g');
  await rename(screen, 'staging-data', 'aa-third');
  await screen.command('redo');
  await screen.expectGlimpse('Nothing to redo');
  await screen.close();
});

test('u right after a shutdown waits for its end in sight, and then shows the preview', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'instances', filter: 'web-12'}});
  await screen.expectText(/web-12 +● running/);
  await screen.press('H');
  await screen.expectText(/Status +running → shutting down/);
  await screen.press('y');
  await screen.expectText(/shutting down/);
  await screen.press('u');
  await screen.expectText('─ Undo: Shut down web-12');
  await screen.expectGlimpse(/web-12 is shutting down/);
  await screen.expectText('POST /v4/compute/instances/');
  await screen.expectText('/boot');
  expect(screen.text()).not.toContain('waiting');
  await screen.press('y');
  await screen.expectText(/web-12 +(◐ booting|● running)/);
  await screen.close();
});

test('what is waited for can be left, and nothing opens afterwards', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'instances', filter: 'web-12'}});
  await screen.expectText(/web-12 +● running/);
  await screen.press('H');
  await screen.expectText(/Status +running → shutting down/);
  await screen.press('y');
  await screen.expectText(/web-12 +◐ shutting down/);
  await screen.press('u');
  await screen.expectText(/web-12 is shutting down/);
  await screen.press('esc');
  await screen.expectText(/web-12 +○ offline/);
  await screen.settled();
  expect(screen.deck.overlays.stack.get()).toEqual([]);
  await screen.close();
});

test('the change log undoes an older change, and leaves the later ones', async () => {
  const screen = await openVolumes();
  await rename(screen, 'batch-scratch-free', 'aa-first');
  await screen.press('g');
  await rename(screen, 'staging-data', 'aa-second');
  await screen.command('audit');
  await screen.expectText('Change log');
  await screen.press('j', 'u');
  await screen.expectText('─ Undo: Edit');
  await screen.expectText(/Label +aa-first → batch-scratch-free/);
  await screen.press('y');
  await screen.until(() => screen.text().includes('batch-scratch-free') && !screen.text().includes('saving…'));
  expect(screen.text()).toContain('aa-second');
  await screen.close();
});
