/** Placement groups: instances that run on different hosts. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {openCommandLine} from '../support/cli.ts';

const openToday = (view: 'placement.groups' | 'instances' = 'placement.groups'): Promise<TestConsole> =>
  openConsole({account: openAccount({accounts: 'demo', dialect: 'today'}), size: [140, 44], view});

test('a group shows its compliance and its members, and an instance names its group', async () => {
  const screen = await openToday();
  screen.expectRow('databases', 'compliant', 'eu-west', 'strict', /db-01, db-02/);
  screen.expectRow('web', 'not compliant', 'us-east', 'flexible');
  await screen.moveTo('databases');
  await screen.press('enter', '2');
  screen.expectText('db-05');
  screen.expectNoText('web-01');

  const other = await openToday('instances');
  await other.moveTo('db-01');
  await other.press('enter');
  other.expectText(/Placement group +databases +strict/);
});

test('instances of the region are assigned to a group, and undo unassigns them', async () => {
  const screen = await openToday();
  await screen.moveTo('spare');
  await screen.press('A', 'enter');
  await screen.type('cache-02');
  await screen.press('space', 'enter', 'ctrl-o');
  screen.expectText('POST /v4/placement/groups/23/assign');
  await screen.confirm();
  screen.expectRequest('POST /v4/placement/groups/23/assign', {computes: [119]});
  screen.expectRecentText('Assign cache-02 to spare: done');
  screen.expectRow('spare', 'cache-02');
  await screen.press('u');
  screen.expectText('Assign cache-02 to spare');
  await screen.confirm();
  screen.expectRequest('POST /v4/placement/groups/23/unassign', {computes: [119]});
  await screen.advance(5_000);
  screen.expectRow('spare', 'flexible', ' 0 ');
});

test('a group with instances can’t be deleted, and the deletion of an instance names its group', async () => {
  const screen = await openToday();
  await screen.moveTo('databases');
  await screen.press('x');
  screen.expectRecentText('unassign the instances first');
  screen.expectNoChanges();

  const other = await openToday('instances');
  await other.moveTo('db-01');
  await other.press('x');
  other.expectText('1 placement group will lose a member: databases');
});

test('bug: a key of the group led to the deletion of an instance in the tab of its instances', async () => {
  const screen = await openToday();
  await screen.moveTo('web');
  await screen.press('enter', '2', 'D');
  screen.expectText('D is a key of tab 1: Unassign instances. Press 1 first.');
  await screen.press('d');
  screen.expectNoText('Press x to delete');
  await screen.press('1', 'D');
  screen.expectText('Unassign');
  screen.expectNoChanges();
});

test('commands create and fill a group, and refuse to delete a group with instances', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const group = ['--label', 'queue', '--region', 'us-east', '--placement-group-policy', 'strict'];
  const made = await line.run([
    'do',
    'placement.groups.create',
    ...group,
    '--placement-group-type',
    'anti_affinity:local',
    '--yes',
  ]);
  expect(made).toMatchObject({code: 0});
  const assigned = await line.run(['do', 'placement.groups.assign', 'queue', '--computes', 'cache-01', '--yes']);
  expect(assigned).toMatchObject({code: 0});
  expect(assigned.out + assigned.err).toContain('Assign cache-01 to queue is done');
  expect((await line.run(['get', 'placement'])).out).toMatch(/queue +compliant.*cache-01/);
  const refused = await line.run(['do', 'placement.groups.delete', 'queue', '--yes']);
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain('unassign the instances first');
  await line.close();
});
