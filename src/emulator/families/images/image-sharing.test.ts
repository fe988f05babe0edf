/** Copies and share groups of images, in the dialect of today. */
import {afterAll, beforeAll, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import type {Image} from '../../../contract/resources/images.ts';
import {createTestInstance, openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {images} = contract;
const {sharegroups} = images;

let account: TestAccount;
let disk: number;
beforeAll(async () => {
  account = await openTestAccount({dialect: 'today'});
  const {id: computeId} = await createTestInstance(account);
  const [first] = (await account.ok(contract.instances.disks.list, {params: {computeId}})).data;
  disk = first?.id ?? 0;
});
afterAll(() => account.close());

async function newImage(label: string): Promise<Image> {
  const {id: imageId} = await account.ok(images.create, {body: {disk_id: disk, label}});
  account.pass(30 * 60);
  return account.ok(images.get, {params: {imageId}});
}
const newGroup = (label: string, shared: readonly Image[] = []) =>
  account.ok(sharegroups.create, {body: {label, images: shared.map(({id}) => ({id}))}});
const newToken = (uuid: string) =>
  account.ok(sharegroups.tokens.create, {body: {valid_for_sharegroup_uuid: uuid, label: 'mine'}});

it('an image is copied to regions with object storage, and loses the copy in an omitted region', async () => {
  const {id: imageId, size} = await newImage('copied');
  const params = {imageId};
  const replicate = (...regions: string[]) => account.call(images.replicate, {params, body: {regions}});
  expect((await replicate('us-east', 'eu-central')).body).toMatchObject({
    regions: [
      {region: 'us-east', status: 'available'},
      {region: 'eu-central', status: 'replicating'},
    ],
    total_size: 2 * size,
  });
  account.pass(10 * 60);
  expect((await account.ok(images.get, {params})).regions).toContainEqual({
    region: 'eu-central',
    status: 'available',
  });
  expect((await replicate('eu-central')).body).toMatchObject({
    regions: [{region: 'eu-central', status: 'available'}],
    total_size: size,
  });
  expect((await replicate()).fields).toEqual(['regions']);
  expect((await replicate('us-southeast')).fields).toEqual(['regions']);
  expect((await replicate('eu-central', 'us-west')).fields).toEqual(['regions.1']);
});

it("public images and images that are not available can't be copied", async () => {
  const {id: imageId} = await account.ok(images.create, {body: {disk_id: disk, label: 'early'}});
  const body = {regions: ['us-east']};
  expect((await account.call(images.replicate, {params: {imageId}, body})).status).toBe(400);
  expect((await account.call(images.replicate, {params: {imageId: 'compute/debian12'}, body})).status).toBe(400);
});

it('a group shares images under its own labels, and the images name their groups', async () => {
  const image = await newImage('web');
  const group = await newGroup('customers', [image]);
  expect(group).toMatchObject({label: 'customers', images_count: 1, members_count: 0, is_suspended: false});
  const params = {sharegroupId: group.id};
  const [share] = (await account.ok(sharegroups.images.list, {params})).data;
  expect(share).toMatchObject({
    label: 'web',
    type: 'shared',
    image_sharing: {shared_by: {sharegroup_id: group.id, source_image_id: image.id}},
  });
  const place = {...params, imageId: share?.id ?? ''};
  expect(await account.ok(sharegroups.images.update, {params: place, body: {label: 'web-base'}})).toMatchObject({
    label: 'web-base',
  });
  expect((await account.ok(images.get, {params: {imageId: image.id}})).label).toBe('web');
  const ofImage = async () => (await account.ok(images.imageSharegroups.list, {params: {imageId: image.id}})).data;
  expect(await ofImage()).toMatchObject([{id: group.id}]);
  expect(await account.ok(images.get, {params: {imageId: image.id}})).toMatchObject({
    is_shared: true,
    image_sharing: {shared_with: {sharegroup_count: 1}},
  });
  expect(await account.ok(sharegroups.images.delete, {params: place})).toEqual({});
  expect(await ofImage()).toEqual([]);
  expect(await account.ok(sharegroups.update, {params, body: {description: 'All of them'}})).toMatchObject({
    label: 'customers',
    description: 'All of them',
  });
});

it('an image is shared once in a group, and leaves the group when it is deleted', async () => {
  const image = await newImage('once');
  const {id: sharegroupId} = await newGroup('single', [image]);
  const share = (id: string) =>
    account.call(sharegroups.images.create, {params: {sharegroupId}, body: {images: [{id}]}});
  expect((await share(image.id)).fields).toEqual(['images.0.id']);
  expect((await share('compute/debian12')).fields).toEqual(['images.0.id']);
  await account.ok(images.delete, {params: {imageId: image.id}});
  expect((await account.ok(sharegroups.get, {params: {sharegroupId}})).images_count).toBe(0);
});

it('a token gives access to the images of its group while its member is active', async () => {
  const image = await newImage('opened');
  const group = await newGroup('opening', [image]);
  const {token, ...pending} = await newToken(group.uuid);
  expect(pending).toMatchObject({status: 'pending', sharegroup_uuid: null});
  const params = {tokenUuid: pending.token_uuid};
  expect((await account.call(sharegroups.tokens.sharegroup.get, {params})).status).toBe(404);

  const place = {sharegroupId: group.id};
  const add = (text: string) =>
    account.call(sharegroups.members.create, {params: place, body: {label: 'them', token: text}});
  expect((await add('another token')).fields).toEqual(['token']);
  expect((await add(token)).body).toMatchObject({status: 'active', token_uuid: pending.token_uuid});
  expect((await add(token)).fields).toEqual(['token']);
  expect(await account.ok(sharegroups.tokens.get, {params})).toMatchObject({
    status: 'active',
    sharegroup_label: 'opening',
  });
  expect(JSON.stringify(await account.ok(sharegroups.tokens.list))).not.toContain(token);
  expect(await account.ok(sharegroups.tokens.sharegroup.get, {params})).toMatchObject({uuid: group.uuid});
  expect((await account.ok(sharegroups.tokens.sharegroup.images.list, {params})).data).toMatchObject([
    {label: 'opened'},
  ]);

  const member = {...place, ...params};
  const renamed = await account.ok(sharegroups.members.update, {params: member, body: {label: 'partner'}});
  expect(renamed).toMatchObject({label: 'partner', status: 'active'});
  expect(await account.ok(sharegroups.members.delete, {params: member})).toEqual({});
  expect(await account.ok(sharegroups.members.get, {params: member})).toMatchObject({status: 'revoked'});
  expect((await account.call(sharegroups.tokens.sharegroup.images.list, {params})).status).toBe(404);
});

it('a deleted group and a deleted token end the access', async () => {
  const group = await newGroup('ending');
  const tokens = [await newToken(group.uuid), await newToken(group.uuid)];
  const params = {sharegroupId: group.id};
  for (const {token} of tokens) await account.ok(sharegroups.members.create, {params, body: {label: 'one', token}});
  const [first, second] = tokens.map(({token_uuid: tokenUuid}) => ({tokenUuid}));
  if (!first || !second) throw new Error('two tokens were made');
  expect(await account.ok(sharegroups.tokens.update, {params: first, body: {label: 'other'}})).toMatchObject({
    label: 'other',
  });
  await account.ok(sharegroups.tokens.delete, {params: first});
  expect((await account.ok(sharegroups.get, {params})).members_count).toBe(1);
  await account.ok(sharegroups.delete, {params});
  expect(await account.ok(sharegroups.tokens.get, {params: second})).toMatchObject({status: 'revoked'});
  expect((await account.call(sharegroups.tokens.get, {params: first})).status).toBe(404);
});

it('a token needs an existing group', async () => {
  const refused = await account.call(sharegroups.tokens.create, {
    body: {valid_for_sharegroup_uuid: '00000000-0000-4000-8000-000000000000'},
  });
  expect(refused.fields).toEqual(['valid_for_sharegroup_uuid']);
});
