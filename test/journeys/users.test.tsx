/** Users: the permissions of a restricted user, for each resource. */
import {expect, test} from 'vitest';
import {jsonResponse, nameOf, openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

/** Opens the form of the grants of a restricted user. */
async function openGrants(size: readonly [number, number]): Promise<TestConsole> {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size, view: 'account.users'});
  screen.expectText(/intern +restricted/);
  await screen.moveTo('intern');
  await screen.press('2');
  // The detail of a row is not read while the cursor moves.
  await screen.advance(1000);
  screen.expectText('RESOURCE PERMISSIONS');
  await screen.press('e');
  return screen;
}

/** Moves past the general permissions to the instances, and types a search. */
async function searchInstances(screen: TestConsole, label: string): Promise<void> {
  for (let field = 0; field < 12; field++) await screen.press('tab');
  await screen.type(label);
  screen.expectText(new RegExp(`\\[ \\] ${label}`));
}

test('bug: the title of the form of grants counted resources and did not name the user', async () => {
  const screen = await openGrants([80, 24]);
  screen.expectText(/Edit grants: intern/);
  await screen.press('ctrl-o');
  screen.expectText('nothing is different yet');
});

test('bug: the menu of the actions on grants had a title that did not name the user', async () => {
  const screen = await openGrants([120, 40]);
  await screen.press('esc', 'a');
  screen.expectText('Actions: grants of intern');
});

test('bug: messages, the undo and the change log named edited grants by their number', async () => {
  const screen = await openGrants([120, 40]);
  await screen.press('tab', 'tab', 'space', 'ctrl-o');
  screen.expectText('Edit grants: intern?');
  await screen.confirm();
  screen.expectRecentText('Edit grants of intern: done');
  await screen.advance(3000);
  await screen.press('u');
  screen.expectText('Undo: Edit grants of intern?');
  await screen.press('esc');
  await screen.command('changes');
  screen.expectRow('Edit grants', 'intern');
  screen.expectNoText('general permission,');
});

test('bug: the grants of one of many instances could not be searched for', async () => {
  const screen = await openGrants([80, 24]);
  await searchInstances(screen, 'web-12');
  await screen.press('tab');
  screen.expectText(/\[x\] web-12 +see/);
  await screen.press('ctrl-u');
  await screen.type('web-01');
  screen.expectText(/\[x\] web-01 +see/);
  await screen.press('tab');
  screen.expectText(/\[x\] web-01 +see and change/);
  await screen.press('tab');
  screen.expectText(/\[ \] web-01/);
  await screen.press('enter', 'ctrl-o');
  screen.expectText(/PUT \/v4\/account\/users\/intern\/grants/);
  screen.expectText(/web-01 +see → nothing/);
  screen.expectText(/web-12 +nothing → see/);
  await screen.confirm();
  await screen.advance(3000);
  screen.expectRequest('PUT /v4/account/users/intern/grants');
  await screen.resize(80, 40);
  screen.expectText(/web-12 \(may see\)/);
  screen.expectNoText(/web-01 \(/);
});

test('bug: an edit of grants gave back access that another administrator revoked meanwhile', async () => {
  const screen = await openGrants([120, 40]);
  await searchInstances(screen, 'web-12');
  await screen.press('tab', 'enter', 'ctrl-o');
  screen.expectText(/web-12 +nothing → see/);
  const grants = (await screen.account.call('GET /v4/account/users/intern/grants')) as {compute: object[]};
  const revoked = grants.compute.map(grant => ({...grant, permissions: null}));
  await screen.account.call('PUT /v4/account/users/intern/grants', {compute: revoked});
  await screen.confirm();
  screen.expectText('Instances changed meanwhile');
  expect(screen.changes()).toEqual([]);
});

test('bug: levels that were changed in a search were kept after esc', async () => {
  const screen = await openGrants([120, 80]);
  const count = () => /Instances +(\d+) of \d+/.exec(screen.text())?.[1];
  const before = count();
  expect(before).toBeDefined();
  await searchInstances(screen, 'web-12');
  await screen.press('tab', 'esc');
  expect(count()).toBe(before);
});

test('the cursor is on a new user, though users are identified by name', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'account.users'});
  screen.expectText(/intern +restricted/);
  await screen.press('n');
  screen.expectText('New user');
  await screen.type('zz-auditor');
  await screen.press('tab');
  await screen.type('auditor@example.com');
  await screen.press('ctrl-o');
  screen.expectText('POST /v4/account/users');
  await screen.confirm();
  screen.expectText(/▌.zz-auditor/);
});

test('bug: space moved the row of a filtered chooser away, and the next space granted access to another instance', async () => {
  const screen = await openGrants([80, 24]);
  await searchInstances(screen, 'web');
  const rows = () =>
    screen
      .text()
      .split('\n')
      .flatMap(line => /\[.\] (\S+)/.exec(line)?.slice(1) ?? []);
  const before = rows();
  const [first = ''] = before;
  await screen.press('space');
  expect(rows()).toEqual(before);
  screen.expectRow(first, '[x]', /see(?! and)/);
  await screen.press('space');
  expect(rows()).toEqual(before);
  screen.expectRow(first, '[x]', 'see and change');
});

test('the failed result of an edit of grants names the user', async () => {
  const screen = await openGrants([120, 40]);
  await searchInstances(screen, 'web-12');
  await screen.press('tab', 'enter', 'ctrl-o');
  screen.expectText(/web-12 +nothing → see/);
  screen.account.intercept(received =>
    nameOf(received) === 'PUT /v4/account/users/intern/grants'
      ? jsonResponse(403, {errors: [{reason: 'Grants are locked.'}]})
      : undefined,
  );
  await screen.confirm();
  screen.expectText(/intern: .*Grants are locked/);
  screen.expectNoText(/\d+ resources?, \d+ general/);
});
