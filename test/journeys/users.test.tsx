/** Users: what a restricted one may do, thing by thing. */
import {expect, test} from 'vitest';
import {openLive} from '../support/live.tsx';

test('bug: the grants of one of many instances cannot be searched for', async () => {
  const screen = await openLive({columns: 80, rows: 24, initialDestination: {family: 'account.users'}});
  await screen.expectText(/intern +restricted/);
  await screen.moveTo('intern');
  await screen.press('2');
  await screen.expectText('RESOURCE PERMISSIONS');
  await screen.press('e');
  // bug: the title counts grants ("0 things") and does not name the user
  await screen.expectText(/Edit grants: intern/);
  await screen.press('ctrl-o');
  await screen.expectText('nothing is different yet');
  // Past the general permissions, to the instances.
  for (let field = 0; field < 12; field++) await screen.press('tab');
  await screen.type('web-12');
  await screen.expectText(/\[ \] web-12/);
  await screen.press('tab');
  await screen.expectText(/\[x\] web-12 +see/);
  await screen.press('ctrl-u');
  await screen.type('web-01');
  await screen.expectText(/\[x\] web-01 +see/);
  await screen.press('tab');
  await screen.expectText(/\[x\] web-01 +see and change/);
  await screen.press('tab');
  await screen.expectText(/\[ \] web-01/);
  await screen.press('enter', 'ctrl-o');
  await screen.expectText(/PUT \/v4\/account\/users\/intern\/grants/);
  expect(screen.text()).toMatch(/web-01 +see → nothing/);
  expect(screen.text()).toMatch(/web-12 +nothing → see/);
  await screen.press('y');
  await screen.expectText(/web-12 \(may see\)/);
  expect(screen.text()).not.toMatch(/web-01 \(/);
  await screen.close();
});

test('bug: leaving the levels of a search with esc keeps the levels that were changed', async () => {
  const screen = await openLive({columns: 120, rows: 80, initialDestination: {family: 'account.users'}});
  await screen.expectText(/intern +restricted/);
  await screen.moveTo('intern');
  await screen.press('2', 'e');
  await screen.expectText(/Instances +\d+ of \d+/);
  const before = /Instances +(\d+) of/.exec(screen.text())?.[1];
  for (let field = 0; field < 12; field++) await screen.press('tab');
  await screen.type('web-12');
  await screen.expectText(/\[ \] web-12/);
  await screen.press('tab', 'esc');
  await screen.expectText(/Instances +\d+ of \d+/);
  expect(/Instances +(\d+) of/.exec(screen.text())?.[1]).toBe(before);
  await screen.close();
});

test('the cursor is on a user that was made, though users have names and no numbers', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'account.users'}});
  await screen.expectText(/intern +restricted/);
  await screen.press('n');
  await screen.expectText('New user');
  await screen.type('zz-auditor');
  await screen.press('tab');
  await screen.type('auditor@example.com');
  await screen.press('ctrl-o');
  await screen.expectText('POST /v4/account/users');
  await screen.press('y');
  await screen.expectText(/▌ zz-auditor/);
  await screen.close();
});
