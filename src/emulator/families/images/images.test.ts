import {gzipSync} from 'node:zlib';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {createTestInstance, openTestAccount, type TestAccount} from '../../testing/test-account.ts';
import {Images} from './image-kinds.ts';

const {images, instances, account: accountApi} = contract;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const params = (imageId: string) => ({imageId});
async function capture(body: object = {}) {
  const instance = await createTestInstance(account);
  const [disk] = (await account.ok(instances.disks.list, {params: {computeId: instance.id}})).data;
  const image = await account.ok(images.create, {body: {disk_id: disk?.id ?? 0, ...body}});
  return {image, disk, machine: instance};
}
const put = (url: string, body: Uint8Array, type = 'application/octet-stream') =>
  fetch(url, {method: 'PUT', body: Buffer.from(body), headers: {'content-type': type}});

describe('images', () => {
  it('rules 97, 99, 100, 102, 115: public and private images differ in their ID prefix and creator', async () => {
    const {image} = await capture();
    account.db.transaction(() => {
      const row = account.db.byKey(Images, image.id);
      account.db.insert(Images, id => ({
        ...(row?.doc ?? image),
        id: `private/${id}`,
        type: 'automatic',
        expiry: '2099-01-01T00:00:00',
      }));
    });
    const {data} = await account.ok(images.list);
    const ownRows = data.filter(({is_public}) => !is_public);
    const open = data.filter(({is_public}) => is_public);
    expect(ownRows).toHaveLength(2);
    expect(open.length).toBeGreaterThan(5);
    for (const {id, created_by} of open) expect([id.startsWith('compute/'), created_by]).toEqual([true, 'compute']);
    for (const {id, created_by, deprecated} of ownRows)
      expect([id.startsWith('private/'), created_by, deprecated]).toEqual([true, 'acme', false]);
    expect(open.some(({deprecated}) => deprecated)).toBe(true);
    for (const {type, expiry} of data) expect(type === 'automatic').toBe(expiry !== null);
  });

  it('rules 98, 190: an ID with a slash is accepted plain and encoded', async () => {
    const {image} = await capture();
    const number = image.id.slice('private/'.length);
    const headers = {authorization: `Bearer ${account.token}`};
    for (const path of [`private/${number}`, `private%2F${number}`, `private%2f${number}`])
      expect(await (await account.raw(`/v4/images/${path}`, {headers})).json()).toMatchObject({id: image.id});
    for (const path of ['compute/latest-64bit', 'compute%2Flatest-64bit'])
      expect((await account.raw(`/v4/compute/kernels/${path}`)).status).toBe(200);
  });

  it('rules 105, 106, 107: a captured disk becomes an image, which is then available', async () => {
    expect((await account.call(images.create, {body: {}})).fields).toEqual(['disk_id']);
    expect((await account.call(images.create, {body: {disk_id: 1}})).fields).toEqual(['disk_id']);
    const {image, disk, machine} = await capture({description: 'golden'});
    expect(image).toMatchObject({status: 'creating', label: disk?.label, description: 'golden', size: 1300});
    const [event] = (await account.ok(accountApi.events.list)).data;
    expect(event).toMatchObject({
      action: 'disk_imagize',
      entity: {id: machine.id},
      secondary_entity: {id: image.id, type: 'image'},
    });
    account.pass(120);
    expect((await account.ok(images.get, {params: params(image.id)})).status).toBe('available');
  });

  it('rule 101: a description is null or 1 to 65000 characters', async () => {
    const {image} = await capture();
    const set = (description: string | null) =>
      account.call(images.update, {params: params(image.id), body: {description}});
    for (const invalid of ['', 'x'.repeat(65_001)]) expect((await set(invalid)).fields).toEqual(['description']);
    expect((await set('x'.repeat(65_000))).status).toBe(200);
    expect((await set(null)).body.description).toBeNull();
  });

  it('rules 108, 109, 110: an upload is pending until its data has arrived', async () => {
    expect((await account.call(images.upload, {body: {}})).fields).toEqual(['region', 'label']);
    const {image, upload_to} = await account.ok(images.upload, {body: {label: 'up', region: 'us-east'}});
    expect(image).toMatchObject({status: 'pending_upload', label: 'up'});
    expect(upload_to).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    const disk = gzipSync(new Uint8Array(3 * 2 ** 20));
    expect((await put(upload_to, disk, 'text/plain')).status).toBe(415);
    expect((await put(upload_to, new TextEncoder().encode('no gzip'))).status).toBe(400);
    expect((await put(upload_to, new Uint8Array())).status).toBe(400);
    expect((await fetch(upload_to)).status).toBe(405);
    expect((await put(upload_to, disk)).status).toBe(200);
    account.pass(60);
    expect(await account.ok(images.get, {params: params(image.id)})).toMatchObject({status: 'available', size: 3});
    expect((await put(upload_to, disk)).status).toBe(404);
    expect((await put(upload_to.slice(0, -1), disk)).status).toBe(404);
  });

  it('rules 44, 111: an upload without data is deleted after 24 hours', async () => {
    const {image, upload_to} = await account.ok(images.upload, {body: {label: 'late', region: 'us-east'}});
    account.pass(24 * 3600 - 60);
    expect((await account.call(images.get, {params: params(image.id)})).status).toBe(200);
    account.pass(120);
    expect((await account.call(images.get, {params: params(image.id)})).status).toBe(404);
    expect((await put(upload_to, gzipSync('x'))).status).toBe(404);
    const second = await account.ok(images.upload, {body: {label: 'cancelled', region: 'us-east'}});
    await account.ok(images.delete, {params: params(second.image.id)});
    expect((await put(second.upload_to, gzipSync('x'))).status).toBe(404);
  });

  it("rules 113, 114: private images can be updated and deleted, public images can't", async () => {
    const {image} = await capture();
    const body = {label: 'renamed', description: 'new', status: 'creating'} as const;
    expect(await account.ok(images.update, {params: params(image.id), body})).toMatchObject({
      label: 'renamed',
      description: 'new',
    });
    // The API accepts all three values, and none of them changes the status of the Image.
    for (const status of ['creating', 'pending_upload', 'available'] as const)
      expect(await account.ok(images.update, {params: params(image.id), body: {status}})).toMatchObject({
        status: 'creating',
      });
    expect((await account.call(images.update, {params: params(image.id), body: {status: 'lost'}})).fields).toEqual([
      'status',
    ]);
    expect(await account.ok(images.delete, {params: params(image.id)})).toEqual({});
    expect((await account.call(images.get, {params: params(image.id)})).status).toBe(404);
    const open = params('compute/debian12');
    expect((await account.call(images.update, {params: open, body: {label: 'mine'}})).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await account.call(images.delete, {params: open})).status).toBeGreaterThanOrEqual(400);
    expect((await account.ok(images.get, {params: open})).label).toBe('Debian 12');
  });

  it('shows a restricted user public and granted images only', async () => {
    const {image} = await capture();
    const {image: other} = await capture();
    const number = image.id.slice('private/'.length);
    const token = account.tokenFor('viewer', {granted: {global: {}, entities: {image: {[number]: 'read_only'}}}});
    const ids = (await account.ok(images.list, {token})).data.map(({id}) => id);
    expect(ids).toContain(image.id);
    expect(ids).toContain('compute/debian12');
    expect(ids).not.toContain(other.id);
    expect((await account.call(images.get, {token, params: params(other.id)})).status).toBe(403);
    expect((await account.call(images.delete, {token, params: params(image.id)})).status).toBe(403);
  });
});
