/** The load of instances as a chart in their list: no requests are sent until the user adds the column. */
import {expect, test} from 'vitest';
import {isListView} from '../../src/ui/screens/shared/is-list-view.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

test('the CPU column shows the load of a day, and is read only for visible rows', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [130, 15]});
  screen.expectText('Instances  42');
  await screen.press('C');
  await screen.type('cpu');
  await screen.press('tab', 'enter');
  screen.expectText('CPU NOW, 24H LINE');
  // Statistics are read when no key is pressed for a while.
  await screen.advance(10_000);
  screen.expectText(/bastion .*[▁-█]{4,} +\d+%/);
  await screen.command('net');
  await screen.resize(130, 44);
  screen.expectText(/instances\.stats\.get +\d+/);
  // At most eleven of the 42 instances are visible.
  const [, requests] = /instances\.stats\.get +(\d+)/.exec(screen.text()) ?? [];
  expect(Number(requests)).toBeGreaterThanOrEqual(2);
  expect(Number(requests)).toBeLessThanOrEqual(11);
});

/** The CPU load of the rows from their samples, in the order of the list; undefined without a sample. */
function cpuOf(screen: TestConsole): readonly (number | undefined)[] {
  const view = screen.context.navigation.current.getState();
  if (!isListView(view)) throw new Error('no list');
  const {lookup} = screen.context.session;
  return view.model.getState().ids.map(id => lookup.sampled('instances.stats.get', {computeId: id})?.cpuNow?.[0]);
}

test('sorting by CPU reads all rows, shows its progress, and ends in the right order', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [130, 15]});
  screen.expectText('Instances  42');
  await screen.press('s', '/');
  await screen.type('cpu');
  await screen.press('enter');
  await screen.advance(1000);
  screen.expectRecentText(/Instances {2}42 .*sorted by \d+ of 42 read/);
  await screen.press('S');
  await screen.advance(60_000);
  expect(screen.row(1)).not.toMatch(/sorted by \d+ of \d+ read/);
  const values = cpuOf(screen);
  expect(values.filter(value => value !== undefined).length).toBeGreaterThan(30);
  expect(values).toEqual(values.toSorted((left, right) => (right ?? -1) - (left ?? -1)));
});

test('a filter on CPU reads rows that were never visible, and shows its progress', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [130, 15]});
  screen.expectText('Instances  42');
  await screen.filter('cpu>20%');
  await screen.advance(1000);
  screen.expectRecentText(/Instances {2}\d+ of 42 · filtered by \d+ of 42 read/);
  await screen.advance(60_000);
  expect(screen.row(1)).not.toContain('filtered by');
  const found = cpuOf(screen);
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(value => value !== undefined && value > 20)).toBe(true);
  await screen.press('esc', '/');
  await screen.type('!cpu>20%');
  await screen.press('enter');
  // An instance without statistics doesn't match the filter, and neither does it match the opposite one.
  const others = cpuOf(screen);
  expect(others.every(value => value !== undefined && value <= 20)).toBe(true);
  expect(found.length + others.length).toBeGreaterThan(30);
});
