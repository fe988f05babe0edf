/** Commands on all rows of a list that is still being sorted. */
import {expect, test} from 'vitest';
import {runExport} from '../../src/ui/screens/overlays/export.ts';
import {openDemo} from '../support/console.tsx';

test('what takes all rows waits until all are in their place, and says so', async () => {
  const saved: string[] = [];
  const saver = {save: async (name: string) => saved.push(name).toString(), names: () => [], end: async () => {}};
  const screen = await openDemo({saver});
  const [row] = screen.session.collection('instances').get().rows;
  const many = Array.from({length: 150_000}, (_, index) => ({...row, id: index + 1, label: `app-${index + 1}`}));
  const words = 'not all Instances are in their place yet: once more in a moment';
  await screen.press('c');
  screen.session.setRows('instances', many);
  await screen.press('t');
  await screen.expectGlimpse(words);
  await screen.expectText('/150000');
  screen.session.setRows('instances', many.slice(1));
  await runExport(screen.deck, 'csv');
  screen.session.setRows('instances', many.slice(2));
  await screen.press('*');
  await screen.expectText(words);
  expect(screen.row(1)).not.toContain('selected');
  expect(saved).toEqual([]);
  await screen.expectText('/149998');
  await screen.press('*');
  expect(screen.row(1)).toContain('149,998 selected');
  await runExport(screen.deck, 'csv');
  expect(saved).toHaveLength(1);
  await screen.close();
});
