import {expect, test} from 'vitest';
import {openAccount} from '../../../../test/harness/account.ts';
import {BAR, openPage} from '../../../../test/harness/page.tsx';
import {stripStyles} from '../../terminal/index.ts';

const openDemo = (columns: number, rows = 40) =>
  openPage('overview', {account: openAccount({accounts: 'demo'}), columns, rows});

test('the counts are below the problems, and from 140 columns beside them', async () => {
  const narrow = await openDemo(139, 120);
  const titles = narrow.rows().filter(row => /^ [A-Z ]+$/.test(row));
  expect(titles).toEqual([' RUNNING', ' PROBLEMS', ' EVERYTHING', ' COST', ' LAST EVENTS']);
  const wide = await openDemo(140);
  expect(wide.text()).toMatch(/^ RUNNING +EVERYTHING$/m);
});

test('the cursor is on the first line with a target, and a step goes to the next one', async () => {
  const overview = await openDemo(100);
  expect(overview.bar()).toContain('vol-db resizing');
  await overview.press('j');
  expect(overview.bar()).toContain('web-02 booting');
  await overview.press('k', 'enter');
  expect(overview.context.navigation.current.getState()?.destination).toMatchObject({family: 'volumes'});
});

test('the cursor goes down the first column and then down the second', async () => {
  const overview = await openDemo(160);
  const barColumn = (): number => {
    const line =
      overview
        .frame()
        .split('\n')
        .find(text => text.includes(BAR)) ?? '';
    return stripStyles(line.slice(0, line.indexOf(BAR))).length;
  };
  expect(barColumn()).toBe(0);
  await overview.press('G');
  expect(barColumn()).toBe(80);
});

test('bug: a click in the second column moved the cursor of the first', async () => {
  const overview = await openDemo(160);
  const row = overview.rows().findIndex(line => /Volumes +\d/.test(line));
  overview.page.click?.(row, 100);
  await overview.settle();
  await overview.press('enter');
  expect(overview.context.navigation.current.getState()?.destination).toEqual({family: 'volumes'});
});

test('a page without the focus has no bar', async () => {
  const overview = await openDemo(100);
  overview.context.focus.setState('sidebar', true);
  await overview.settle();
  expect(overview.bar()).toBeUndefined();
});

test('below a dialog the page is dimmed and keeps its colors', async () => {
  const overview = await openPage('overview', {account: openAccount({accounts: 'demo'}), isCovered: true});
  const problem = overview
    .frame()
    .split('\n')
    .find(line => line.includes('stopped'));
  expect(problem).toMatch(/\x1b\[2m\x1b\[33m▲/);
});

test('bug: a long failure of the account was cut', async () => {
  const account = openAccount({accounts: 'demo'});
  const overview = await openPage('overview', {account, columns: 60});
  account.intercept(() => Promise.reject(Object.assign(new Error('no name'), {code: 'ENOTFOUND'})));
  await overview.advance(60_000);
  const {failure} = overview.context.session.account.getState().status;
  expect(failure?.message.length).toBeGreaterThan(60);
  expect(overview.text().replace(/\s+/g, ' ')).toContain(failure?.message);
});

test('bug: planned work had no date, a notification no message, and more problems could not be opened', async () => {
  const overview = await openDemo(139, 120);
  expect(overview.text()).toMatch(/maintenance .* (planned|scheduled) +in \d+[dhm]/);
  expect(overview.text()).toMatch(/notification .* (major|critical|minor) +\w+ \w+/);
});
