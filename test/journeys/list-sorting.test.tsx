/** Commands on all rows of a list that is still being sorted; `src/store/long-list.test.ts` tests when a list is. */
import {expect, test, vi} from 'vitest';
import {runExport} from '../../src/ui/screens/overlays/export.ts';
import {isListView} from '../../src/ui/screens/shared/is-list-view.ts';
import {openConsole} from '../harness/console.ts';

const words = 'Instances are still being sorted. Try again in a moment.';

/** The console on a list that takes longer to sort than a key may. */
async function openUnsorted() {
  const saved: string[] = [];
  const saver = {save: async (name: string) => saved.push(name).toString(), names: () => [], end: async () => {}};
  const screen = await openConsole({saver});
  const view = screen.context.navigation.current.getState();
  if (!view || !isListView(view)) throw new Error('no list is shown');
  const finish = vi.spyOn(view.model, 'finish').mockReturnValue(false);
  return {screen, saved, finish};
}

test('a list that is being sorted is not selected as a whole', async () => {
  const {screen, finish} = await openUnsorted();
  await screen.press('*');
  screen.expectText(words);
  expect(screen.row(1)).not.toContain('selected');
  finish.mockRestore();
  await screen.press('*');
  expect(screen.row(1)).toContain('40 selected');
});

test('a list that is being sorted is not copied as a whole', async () => {
  const {screen} = await openUnsorted();
  screen.takeBytes();
  await screen.press('c', 't');
  screen.expectText(words);
  expect(screen.takeBytes()).not.toContain('\x1b]52;');
});

test('a list that is being sorted is not exported as a whole', async () => {
  const {screen, saved, finish} = await openUnsorted();
  await runExport(screen.context, 'csv');
  await screen.settle();
  screen.expectText(words);
  expect(saved).toEqual([]);
  finish.mockRestore();
  await runExport(screen.context, 'csv');
  expect(saved).toHaveLength(1);
});
