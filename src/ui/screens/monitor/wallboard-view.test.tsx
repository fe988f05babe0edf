import {expect, test} from 'vitest';
import {openAccount} from '../../../../test/harness/account.ts';
import {openPage} from '../../../../test/harness/page.tsx';

test('the wallboard fills its area, and l shows the next layout', async () => {
  const wallboard = await openPage('monitor', {columns: 120, rows: 30});
  expect(wallboard.rows()).toHaveLength(30);
  expect(wallboard.text()).toContain('INSTANCES BY REGION');
  await wallboard.press('l');
  expect(wallboard.text()).toContain('INSTANCES BY TAG');
});

test('the wallboard follows its account', async () => {
  const wallboard = await openPage('monitor');
  expect(wallboard.text()).not.toContain('resizing');
  await wallboard.account.call('POST /v4/volumes/4401/resize', {size: 60});
  await wallboard.advance(30_000);
  expect(wallboard.text()).toMatch(/RUNNING {2}1.*vol-1 resizing/s);
});

test('below a dialog the wallboard is dimmed and keeps its colors', async () => {
  const wallboard = await openPage('monitor', {account: openAccount({accounts: 'demo'}), isCovered: true});
  expect(wallboard.frame()).toMatch(/\x1b\[2m\x1b\[91m✗/);
});
