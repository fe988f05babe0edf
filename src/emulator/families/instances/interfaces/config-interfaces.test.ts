/** Interfaces of configs, one by one. */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../../contract/index.ts';
import {createEmptyInstance, openTestAccount, type TestAccount} from '../../../testing/test-account.ts';

const {instances, vpcs, account: accountOperations} = contract;
const {interfaces} = instances.configs;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({dialect: 'today'});
});
afterAll(() => account.close());

const publicEntry = {purpose: 'public'} as const;
const vlanEntry = {purpose: 'vlan', label: 'inner', ipam_address: '10.9.0.1/24'} as const;

/** A config of an instance that is off, with a public interface and one in a VLAN. */
async function newConfig(entries: readonly (typeof publicEntry | typeof vlanEntry)[] = [publicEntry, vlanEntry]) {
  const {id: computeId} = await createEmptyInstance(account);
  const {id: configId} = await account.ok(instances.configs.create, {
    params: {computeId},
    body: {label: 'two', devices: {}, interfaces: entries},
  });
  return {computeId, configId};
}

type ConfigParams = Awaited<ReturnType<typeof newConfig>>;
const list = async (params: ConfigParams) => (await account.ok(interfaces.list, {params})).data;
const idsOf = async (params: ConfigParams) => (await list(params)).map(({id}) => id);

let count = 0;
async function newSubnet(): Promise<{readonly vpc: number; readonly subnet: number}> {
  const {id, subnets} = await account.ok(vpcs.create, {
    body: {label: `vpc-${count++}`, region: 'us-east', subnets: [{label: 'a', ipv4: '10.0.0.0/24'}]},
  });
  return {vpc: id, subnet: subnets[0]?.id ?? 0};
}

describe('the list', () => {
  it('is a bare array with the interfaces of the config', async () => {
    const {computeId, configId} = await newConfig();
    const response = await account.raw(`/v4/compute/instances/${computeId}/configs/${configId}/interfaces`, {
      headers: {Authorization: `Bearer ${account.token}`},
    });
    const answer: unknown = await response.json();
    const config = await account.ok(instances.configs.get, {params: {computeId, configId}});
    expect(answer).toEqual(config.interfaces);
    expect(answer).toMatchObject([
      {purpose: 'public', active: false, ipv4: null, primary: false},
      {purpose: 'vlan', label: 'inner', ipam_address: '10.9.0.1/24'},
    ]);
  });

  it('is not found for a config of another instance', async () => {
    const [one, other] = [await newConfig(), await newConfig()];
    const params = {computeId: one.computeId, configId: other.configId};
    expect((await account.call(interfaces.list, {params})).status).toBe(404);
  });
});

describe('a new interface', () => {
  it('is the last in the list, gets an address of the subnet, and is also in the config', async () => {
    const interfaceParams = await newConfig();
    const {vpc, subnet} = await newSubnet();
    const added = await account.ok(interfaces.create, {
      params: interfaceParams,
      body: {purpose: 'vpc', subnet_id: subnet, primary: true},
    });
    expect(added).toMatchObject({vpc_id: vpc, ipv4: {vpc: '10.0.0.2', nat_1_1: ''}, primary: true, active: false});
    expect((await list(interfaceParams)).map(({purpose}) => purpose)).toEqual(['public', 'vlan', 'vpc']);
    expect((await account.ok(instances.configs.get, {params: interfaceParams})).interfaces.at(-1)).toEqual(added);
    const {data} = await account.ok(accountOperations.events.list);
    expect(data[0]).toMatchObject({action: 'compute_config_update', secondary_entity: {id: interfaceParams.configId}});
  });

  it('never gets the ID of a deleted interface', async () => {
    const interfaceParams = await newConfig([publicEntry]);
    const {id} = await account.ok(interfaces.create, {params: interfaceParams, body: vlanEntry});
    await account.ok(interfaces.delete, {params: {...interfaceParams, interfaceId: id}});
    expect((await account.ok(interfaces.create, {params: interfaceParams, body: vlanEntry})).id).toBeGreaterThan(id);
  });

  it.each([
    ['a second public one', publicEntry, ['purpose']],
    ['a VLAN and an address that the config has already', vlanEntry, ['label', 'ipam_address']],
    ['a VPC without a subnet', {purpose: 'vpc'}, ['subnet_id']],
    ['a VLAN with the default route', {...vlanEntry, label: 'other', ipam_address: null, primary: true}, ['primary']],
    [
      'a VLAN with an address in a VPC',
      {...vlanEntry, label: 'o', ipam_address: null, ipv4: {vpc: '10.0.0.3'}},
      ['ipv4'],
    ],
  ] as const)('is rejected for %s', async (_, body, fields) => {
    const {fields: refused} = await account.call(interfaces.create, {params: await newConfig(), body});
    expect(refused).toEqual(fields);
  });

  it('is rejected beyond three, and for an instance with interfaces outside of its configs', async () => {
    const interfaceParams = await newConfig();
    await account.ok(interfaces.create, {params: interfaceParams, body: {purpose: 'vlan', label: 'third'}});
    const fourth = await account.call(interfaces.create, {
      params: interfaceParams,
      body: {purpose: 'vlan', label: 'fourth'},
    });
    expect(fourth.fieldErrors[0]?.reason).toContain('at most 3 interfaces');
    const body = {dry_run: false, config_id: interfaceParams.configId};
    await account.ok(instances.upgradeInterfaces, {params: {computeId: interfaceParams.computeId}, body});
    expect(await list(interfaceParams)).toEqual([]);
    const late = await account.call(interfaces.create, {params: interfaceParams, body: publicEntry});
    expect(late.fieldErrors[0]?.reason).toContain('not in its configs');
  });
});

describe('a change', () => {
  it('of an interface in a VPC keeps the fields that the request omits', async () => {
    const interfaceParams = await newConfig([publicEntry]);
    const {subnet} = await newSubnet();
    const {id} = await account.ok(interfaces.create, {
      params: interfaceParams,
      body: {purpose: 'vpc', subnet_id: subnet, ip_ranges: ['10.0.0.64/28']},
    });
    const params = {...interfaceParams, interfaceId: id};
    const changed = await account.ok(interfaces.update, {params, body: {ipv4: {nat_1_1: 'any'}, primary: true}});
    expect(changed).toMatchObject({
      ip_ranges: ['10.0.0.64/28'],
      ipv4: {vpc: '10.0.0.2', nat_1_1: 'any'},
      primary: true,
    });
    expect(await account.ok(interfaces.update, {params, body: {ip_ranges: []}})).toMatchObject({ip_ranges: []});
    const [first] = await idsOf(interfaceParams);
    await account.ok(interfaces.update, {params: {...interfaceParams, interfaceId: first ?? 0}, body: {primary: true}});
    expect((await list(interfaceParams)).map(({primary}) => primary)).toEqual([true, false]);
    const outside = await account.call(interfaces.update, {params, body: {ipv4: {vpc: '10.1.0.9'}}});
    expect(outside.fields).toEqual(['ipv4.vpc']);
  });

  it('of an interface in a VLAN is rejected', async () => {
    const interfaceParams = await newConfig([vlanEntry]);
    const [interfaceId = 0] = await idsOf(interfaceParams);
    expect(
      (await account.call(interfaces.update, {params: {...interfaceParams, interfaceId}, body: {primary: false}}))
        .status,
    ).toBe(400);
  });
});

describe('the order', () => {
  it('names all interfaces, and the first one becomes eth0', async () => {
    const interfaceParams = await newConfig();
    const ids = await idsOf(interfaceParams);
    await account.ok(interfaces.order, {params: interfaceParams, body: {ids: ids.toReversed()}});
    expect(await idsOf(interfaceParams)).toEqual(ids.toReversed());
    const [first = 0] = ids;
    for (const wrong of [[first], [first, first], [...ids, 1]])
      expect((await account.call(interfaces.order, {params: interfaceParams, body: {ids: wrong}})).fields).toEqual([
        'ids',
      ]);
  });
});

describe('a deletion', () => {
  it('is rejected while the instance runs with the config', async () => {
    const interfaceParams = await newConfig();
    const [interfaceId = 0] = await idsOf(interfaceParams);
    const params = {...interfaceParams, interfaceId};
    await account.ok(instances.boot, {
      params: {computeId: interfaceParams.computeId},
      body: {config_id: interfaceParams.configId},
    });
    account.pass(60);
    expect(await account.ok(interfaces.get, {params})).toMatchObject({active: true});
    expect((await account.call(interfaces.delete, {params})).fieldErrors[0]?.reason).toContain('is active');
    await account.ok(instances.shutdown, {params: {computeId: interfaceParams.computeId}});
    account.pass(60);
    await account.ok(interfaces.delete, {params});
    expect((await account.call(interfaces.get, {params})).status).toBe(404);
    expect(await list(interfaceParams)).toMatchObject([{purpose: 'vlan'}]);
  });
});
