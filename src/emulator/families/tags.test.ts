import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {createEmptyInstance, openTestAccount, type TestAccount} from '../testing/test-account.ts';

const {tags, volumes, instances} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

const newVolume = (label: string) => account.ok(volumes.create, {body: {label, region: 'us-east'}});

describe('tags', () => {
  it('rules 119, 120: need a label of 3 to 50 characters and lists of IDs', async () => {
    expect((await account.call(tags.create, {body: {}})).fields).toEqual(['label']);
    for (const label of ['ab', 'x'.repeat(51)])
      expect((await account.call(tags.create, {body: {label}})).fields).toEqual(['label']);
    for (const label of ['abc', 'x'.repeat(50), '🚀🚀🚀'])
      expect(await account.ok(tags.create, {body: {label}})).toEqual({label});
    expect((await account.call(tags.create, {body: {label: 'abc', volumes: ['one'], computes: 5}})).fields).toEqual([
      'computes',
      'volumes.0',
    ]);
  });

  it('rules 121, 123: are set on the resources of the request, and list them with their type', async () => {
    const volume = await newVolume('tagged');
    const instance = await createEmptyInstance(account);
    await account.ok(tags.create, {body: {label: 'fleet', volumes: [volume.id], computes: [instance.id]}});
    const page = await account.ok(tags.objects.list, {params: {label: 'fleet'}});
    expect(page).toMatchObject({page: 1, pages: 1, results: 2});
    expect(page.data.map(({type}) => type)).toEqual(['compute', 'volume']);
    expect(page.data[0]?.data).toEqual(await account.ok(instances.get, {params: {computeId: instance.id}}));
    expect(page.data[1]?.data).toEqual(await account.ok(volumes.get, {params: {volumeId: volume.id}}));
    expect((await account.ok(volumes.get, {params: {volumeId: volume.id}})).tags).toEqual(['fleet']);
    expect((await account.call(tags.objects.list, {params: {label: 'unknown'}})).status).toBe(404);
  });

  it('rules 42, 43, 122: can be created by unrestricted users only, on all resources or none', async () => {
    const volume = await newVolume('not yours');
    const token = account.tokenFor('tagger', {
      granted: {global: {account_access: 'read_write'}, entities: {volume: {[volume.id]: 'read_write'}}},
    });
    expect((await account.call(tags.create, {token, body: {label: 'mine', volumes: [volume.id]}})).status).toBe(403);
    expect((await account.call(tags.delete, {token, params: {label: 'abc'}})).status).toBe(403);
    const missing = await account.call(tags.create, {body: {label: 'never', volumes: [volume.id, 1]}});
    expect(missing.fields).toEqual(['volumes.1']);
    expect((await account.ok(volumes.get, {params: {volumeId: volume.id}})).tags).toEqual([]);
    expect((await account.ok(tags.list)).data).not.toContainEqual({label: 'never'});
  });

  it('rule 124: are removed from every resource when they are deleted', async () => {
    const volume = await newVolume('cleaned');
    await account.ok(tags.create, {body: {label: 'passing', volumes: [volume.id]}});
    expect(await account.ok(tags.delete, {params: {label: 'passing'}})).toEqual({});
    expect((await account.ok(volumes.get, {params: {volumeId: volume.id}})).tags).toEqual([]);
    expect((await account.call(tags.delete, {params: {label: 'passing'}})).status).toBe(404);
  });

  it('rule 125: are listed, including the tags that were created with a resource', async () => {
    await account.ok(volumes.create, {body: {label: 'x', region: 'us-east', tags: ['brought/along']}});
    const page = await account.ok(tags.list, {query: {page: 1, page_size: 25}});
    expect(page.data).toContainEqual({label: 'brought/along'});
    expect((await account.ok(tags.objects.list, {params: {label: 'brought/along'}})).results).toBe(1);
  });
});

it.each(['demo', 40] as const)('the %s account has only tags of a valid length', async accounts => {
  const seeded = await openTestAccount({accounts});
  const {data} = await seeded.ok(tags.list, {query: {page_size: 100}});
  expect(data.length).toBeGreaterThan(0);
  expect(data.map(({label}) => label).filter(label => [...label].length < 3 || [...label].length > 50)).toEqual([]);
  await seeded.close();
});
