import {expect, test} from 'vitest';
import {openPage} from '../../../../test/harness/page.tsx';

test('the traffic page shows the rest of each rate limit, and columns that fit', async () => {
  const traffic = await openPage('net', {columns: 120});
  await traffic.advance(10_000);
  expect(traffic.text()).toMatch(/CLASS +LEFT +RENEWS +SENT +IN +OUT +SAME +AGAIN +FAILED +429 {2}BY/);
  expect(traffic.text()).toMatch(/general +1,\d+\/1,600 /);
  const narrow = await openPage('net', {columns: 70});
  await narrow.advance(10_000);
  expect(narrow.text()).toMatch(/CLASS +LEFT +RENEWS +SENT +(IN +)?FAILED/);
  expect(narrow.text()).not.toContain('SAME');
});

test('a page that is longer than its area scrolls', async () => {
  const traffic = await openPage('net', {rows: 8});
  await traffic.advance(10_000);
  expect(traffic.rows()[0]).toMatch(/^ Network /);
  await traffic.press('G');
  expect(traffic.rows()[7]).toMatch(/none$/);
  await traffic.press('g');
  expect(traffic.rows()[0]).toMatch(/^ Network /);
});
