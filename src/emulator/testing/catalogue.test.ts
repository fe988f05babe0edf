import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {openTestAccount, type TestAccount} from './test-account.ts';

const {regions, kernels, types} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

describe('regions, kernels and plans', () => {
  it('rules 116, 117, 118: regions list their country, capabilities, status and resolvers', async () => {
    const {data} = await account.ok(regions.list, {token: null});
    expect(data).toHaveLength(11);
    for (const region of data) {
      expect(region.country).toMatch(/^[a-z]{2}$/);
      expect(['ok', 'outage']).toContain(region.status);
      expect(region.capabilities).toContain('Computes');
      for (const list of [region.resolvers.ipv4, region.resolvers.ipv6])
        expect(list.split(',').length).toBeGreaterThan(1);
      expect(await account.ok(regions.get, {token: null, params: {regionId: region.id}})).toEqual(region);
    }
    const offers = new Set(data.map(({capabilities}) => capabilities.length));
    expect(offers.size).toBeGreaterThan(1);
  });

  it('rule 189: kernels list their architecture, version and flags', async () => {
    const first = await account.ok(kernels.list, {token: null});
    expect(first.pages).toBeGreaterThan(1);
    for (const kernel of first.data) {
      expect(kernel.id).toMatch(/^compute\//);
      expect(['x86_64', 'i386']).toContain(kernel.architecture);
      for (const flag of [kernel.deprecated, kernel.kvm, kernel.pvops, kernel.xen]) expect(flag).toBeTypeOf('boolean');
      expect(Object.keys(kernel)).toEqual(expect.arrayContaining(['built', 'label', 'version']));
    }
    const old = await account.ok(kernels.list, {token: null, filter: {deprecated: true, architecture: 'i386'}});
    expect(old.results).toBeGreaterThan(5);
    expect(old.data.every(({deprecated, architecture}) => deprecated && architecture === 'i386')).toBe(true);
  });

  it('rules 131, 180: plans list their resources and prices', async () => {
    const {data, results} = await account.ok(types.list, {token: null});
    expect(results).toBeGreaterThan(20);
    const plan = data.find(({id}) => id === 'g6-standard-2');
    expect(plan).toMatchObject({memory: 4096, vcpus: 2, disk: 81920, price: {monthly: 20}, successor: null});
    expect(await account.ok(types.get, {token: null, params: {typeId: 'g6-standard-2'}})).toEqual(plan);
    expect((await account.call(types.get, {params: {typeId: 'none'}})).status).toBe(404);
  });
});
