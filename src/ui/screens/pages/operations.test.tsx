import {expect, test} from 'vitest';
import {openPage} from '../../../../test/harness/page.tsx';

test('a running operation counts its time every second', async () => {
  const operations = await openPage('operations');
  expect(operations.text()).toContain('nothing is running');
  await operations.account.call('POST /v4/volumes/4401/resize', {size: 60});
  await operations.advance(30_000);
  expect(operations.bar()).toMatch(/vol-1 .* resizing .* 0:(\d\d) /);
  const elapsed = () => Number(/ 0:(\d\d) /.exec(operations.bar() ?? '')?.[1]);
  const before = elapsed();
  await operations.advance(2000);
  expect(elapsed()).toBe(before + 2);
});

test('a narrow page has no column for the type', async () => {
  const operations = await openPage('operations', {columns: 80});
  await operations.account.call('POST /v4/volumes/4401/resize', {size: 60});
  await operations.advance(30_000);
  expect(operations.text()).toMatch(/WHAT +ACTION/);
  for (const row of operations.rows()) expect(row.length).toBeLessThanOrEqual(80);
});
