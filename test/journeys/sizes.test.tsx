/** Terminals that are narrow, small, or become so. */
import {expect, test} from 'vitest';
import {Instances} from '../../src/emulator/families/instances/instance-kinds.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {instance} from '../harness/fleet.ts';

test('the cursor, the filter and a half-typed command survive a resize to a tiny terminal and back', async () => {
  const screen = await openConsole({size: [160, 30]});
  await screen.filter('web-1');
  await screen.press('j', 'j', ':');
  await screen.type('half');
  for (const [columns, rows] of [
    [120, 40],
    [80, 24],
    [59, 14],
    [20, 5],
    [100, 30],
  ] as const) {
    await screen.resize(columns, rows);
    if (columns < 60) expect(screen.text().replaceAll('\n', '')).toContain('skydeck');
  }
  screen.expectText(':half');
  await screen.press('esc');
  screen.expectText('▌ web-12');
  expect(screen.row(1)).toContain('/web-1');
});

test('a terminal that is too small shows one sentence, and no key except ctrl-c acts', async () => {
  const screen = await openConsole({size: [60, 10]});
  expect(screen.text().trim()).toBe('skydeck needs 60x15; this is 60x10; ctrl-c quits');
  await screen.press('j', 'n', 'x', 'enter', 'q');
  expect(screen.context.overlays.stack.getState()).toEqual([]);
  expect(screen.quits()).toBe(0);
  await screen.resize(80, 24);
  screen.expectText('▌ web-00');
  await screen.press('ctrl-c');
  expect(screen.quits()).toBe(1);
});

test('a key acts by the current size of the terminal, even before a resize event', async () => {
  const screen = await openConsole({size: [80, 24]});
  screen.terminal.resize(50, 10);
  await screen.press('?');
  expect(screen.context.overlays.stack.getState()).toEqual([]);
  screen.terminal.resize(80, 24);
  await screen.press('?');
  screen.expectText('Keys of this screen');
});

test('at 80 columns a switcher replaces the sidebar, and the detail replaces the list', async () => {
  const screen = await openConsole({size: [80, 24]});
  expect(screen.row(1)).toContain('Overview  Instances  Images');
  await screen.filter('status:running region:us-east');
  // The counted states are those of the shown rows.
  screen.expectText(/Instances +(\d+) of 40 · \1 running +\/status:running region:us-east *$/m);
  await screen.press('esc');
  screen.expectText(/Instances +40 · /);
  await screen.press('enter');
  expect(screen.row(2)).toContain('web-00  ● running');
  await screen.press('esc', 'shift-tab');
  expect(screen.bar()).toBe(' Instances ');
  await screen.moveTo('Volumes');
  await screen.press('enter');
  expect(screen.row(2)).toContain('Volumes  3');
});

test('at 80 columns the switcher does not move for a page that it does not contain', async () => {
  const screen = await openConsole({size: [80, 24]});
  const begins = (): number => screen.row(1).indexOf('Overview');
  const before = begins();
  await screen.press(':');
  await screen.type('operations');
  await screen.press('enter');
  expect(screen.row(2)).toContain('Operations');
  expect(begins()).toBe(before);
});

test('the scroll position of a detail is separate from its state, also with a long label', async () => {
  const account = openAccount();
  account.put(Instances, [instance(0, {label: 'a-label-as-long-as-labels-of-instances-may-be-at-the-most'})]);
  const screen = await openConsole({account, size: [60, 15]});
  await screen.press('enter');
  expect(screen.row(2)).toMatch(/^ a-label-as-long.*… {2}● running {3,}\d+%$/);
});
