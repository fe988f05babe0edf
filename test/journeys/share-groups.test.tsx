/** Share groups of images: the owner's side, the member's side, and the copies of an image. */
import {expect, test} from 'vitest';
import type {FamilyId} from '../../src/families/shape/define-family.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {openCommandLine} from '../support/cli.ts';

const openToday = (view: FamilyId = 'images.sharegroups'): Promise<TestConsole> =>
  openConsole({account: openAccount({accounts: 'demo', dialect: 'today'}), size: [140, 44], view});

test('a group shows its images and its members', async () => {
  const screen = await openToday();
  screen.expectRow('partners', 'active', '1', '1');
  await screen.moveTo('partners');
  await screen.press('enter', '2');
  screen.expectRow('golden-web', 'available', 'shared/1');
  await screen.press('3');
  screen.expectRow('north-agency', 'active');
  screen.expectRow('old-agency', 'revoked');
});

test('deleting a group names the members that lose access, and needs the label of the group', async () => {
  const screen = await openToday();
  await screen.moveTo('partners');
  await screen.press('x');
  screen.expectText('1 member will lose access to its images immediately: north-agency');
  screen.expectText('The images themselves are kept.');
  await screen.confirm('partners');
  screen.expectRequest('DELETE /v4beta/images/sharegroups/31');
});

test('an active token opens the images of its group', async () => {
  const screen = await openToday('images.sharegroups.tokens');
  screen.expectRow('for-base-images', 'active', 'base-images');
  await screen.moveTo('for-base-images');
  await screen.press('enter', '2');
  screen.expectRow('hardened-debian', 'available');
  await screen.press('3');
  screen.expectText('Shared by another account');
});

test('a new token is shown only once', async () => {
  const screen = await openToday('images.sharegroups.tokens');
  await screen.press('n');
  const groups = (await screen.account.call('GET /v4beta/images/sharegroups')) as {data: readonly {uuid: string}[]};
  await screen.type(groups.data[0]?.uuid ?? '');
  await screen.press('tab');
  await screen.type('for-a-test');
  await screen.press('ctrl-o');
  await screen.confirm();
  screen.expectText('Shown only once.');
  screen.expectNoText(/[\da-f]{64}/);
  await screen.press('v');
  screen.expectText(/[\da-f]{64}/);
  await screen.press('esc');
  await screen.moveTo('for-a-test');
  await screen.press('enter', 'v');
  screen.expectNoText(/[\da-f]{64}/);
});

test('an image shows its copies and its share groups', async () => {
  const screen = await openToday('images');
  await screen.moveTo('golden-web');
  await screen.press('enter', '2');
  screen.expectRow('partners', 'active');
  await screen.press('esc');
  await screen.moveTo('golden-db-v14');
  await screen.press('enter', '1');
  screen.expectText(/Regions +us-east, eu-central/);
  screen.expectText(/Size in all regions +7\.6 GB/);
});

test('commands replicate an image, share it, and join a group', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const copy = ['do', 'images.replicate', 'golden-db-v14', '--regions', 'us-east,us-southeast'];
  const plan = await line.run([...copy, '--dry-run']);
  expect(plan.out).toContain('The copy in eu-central will be deleted.');
  expect(await line.run([...copy, '--yes'])).toMatchObject({code: 0});
  expect((await line.run(['get', 'images', 'golden-db-v14', '--json'])).out).toMatch(/us-southeast/);

  const share = ['do', 'images.sharegroups.images.create', 'lab', '--images', '{"id":"private/15016","label":"db"}'];
  expect(await line.run([...share, '--yes'])).toMatchObject({code: 0});
  expect((await line.run(['get', 'group-images', 'lab'])).out).toMatch(/db +available/);

  const uuid = JSON.parse((await line.run(['get', 'share-groups', 'lab', '--json'])).out).uuid as string;
  const made = await line.run(['do', 'share-tokens.create', '--valid-for-sharegroup-uuid', uuid, '--json', '--yes']);
  expect(made).toMatchObject({code: 0});
  const {token} = JSON.parse(made.out) as {token: string};
  expect(token).toMatch(/^[\da-f]{64}$/);
  const add = ['do', 'share-members.create', 'lab', '--label', 'south-agency', '--token', token];
  expect(await line.run([...add, '--yes'])).toMatchObject({code: 0});
  expect((await line.run(['get', 'share-members', 'lab'])).out).toMatch(/south-agency +active/);
  expect((await line.run(['get', 'share-tokens'])).out).not.toContain(token);
  await line.close();
});
