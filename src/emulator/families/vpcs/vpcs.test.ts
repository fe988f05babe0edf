import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {vpcs} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({accounts: 'demo', dialect: 'today'});
});
afterAll(() => account.close());

const create = (body: object = {}) =>
  account.call(vpcs.create, {body: {label: 'inner', region: 'us-east', ...body} as Record<string, unknown>});
const newVpc = async (ipv4: readonly string[] = []) =>
  (await create({subnets: ipv4.map((range, index) => ({label: `part-${index}`, ipv4: range}))})).body;
/** The VPC with an interface of the demo account, and its first subnet. */
const usedVpc = async (of = account) => {
  const {data} = await of.ok(vpcs.list);
  const [vpc] = data.filter(({subnets}) => subnets.some(({computes}) => computes.length > 0));
  const [subnet] = vpc?.subnets ?? [];
  if (!vpc || !subnet) throw new Error('the demo account has no VPC in use');
  return {vpc, subnet};
};
const newestEvents = async (count: number) =>
  (await account.ok(contract.account.events.list)).data
    .slice(0, count)
    .map(({action, entity}) => `${action} ${entity?.type} ${entity?.label}`);

describe('a VPC', () => {
  it('can be created with its subnets, changed, and deleted with its subnets', async () => {
    const vpc = await newVpc(['10.0.0.0/24', '192.168.0.0/24']);
    expect(vpc).toMatchObject({
      label: 'inner',
      description: '',
      region: 'us-east',
      subnets: [
        {label: 'part-0', ipv4: '10.0.0.0/24', computes: []},
        {label: 'part-1', ipv4: '192.168.0.0/24', computes: []},
      ],
    });
    expect(await newestEvents(3)).toEqual([
      'subnet_create subnet part-1',
      'subnet_create subnet part-0',
      'vpc_create vpc inner',
    ]);
    const params = {vpcId: vpc.id};
    expect(await account.ok(vpcs.update, {params, body: {label: 'outer', description: 'x'}})).toMatchObject({
      label: 'outer',
      description: 'x',
      region: 'us-east',
    });
    expect(await newestEvents(1)).toEqual(['vpc_update vpc outer']);
    expect(await account.ok(vpcs.delete, {params})).toEqual({});
    expect(await newestEvents(3)).toEqual([
      'vpc_delete vpc outer',
      'subnet_delete subnet part-1',
      'subnet_delete subnet part-0',
    ]);
    expect((await account.call(vpcs.get, {params})).status).toBe(404);
    expect((await account.call(vpcs.subnets.list, {params})).status).toBe(404);
  });

  it('needs a region that offers VPCs', async () => {
    expect((await create({region: 'us-west'})).fields).toEqual(['region']);
    expect((await create({region: 'nowhere'})).fields).toEqual(['region']);
    expect((await create({label: ''})).fields).toEqual(['label']);
  });

  it('can’t be deleted while an interface uses one of its subnets, and then keeps all subnets', async () => {
    const {vpc} = await usedVpc();
    const params = {vpcId: vpc.id};
    const refused = await account.call(vpcs.delete, {params});
    expect(refused.status).toBe(400);
    expect(refused.fieldErrors[0]?.reason).toBe('The subnet web is used by an interface of web-01.');
    expect(await account.ok(vpcs.get, {params})).toEqual(vpc);
  });
});

describe('a subnet', () => {
  it.each([
    ['8.8.8.0/24', /private/],
    ['172.32.0.0/24', /private/],
    ['10.0.0.0/30', /1 to 29/],
    ['10.0.0.0/0', /1 to 29/],
    ['192.168.128.0/24', /192\.168\.128\.0\/17/],
    ['10.0.0.0', /prefix length/],
    ['10.1.2.0/23', /overlaps with 10\.1\.3\.0\/24/],
  ])('rejects the range %s', async (ipv4, reason) => {
    const vpc = await newVpc(['10.1.3.0/24']);
    const params = {vpcId: vpc.id};
    const refused = await account.call(vpcs.subnets.create, {params, body: {label: 'more', ipv4}});
    expect(refused).toMatchObject({status: 400, fields: ['ipv4']});
    expect(refused.fieldErrors[0]?.reason).toMatch(reason);
    const together = await create({
      subnets: [
        {label: 'one', ipv4: '10.1.3.0/24'},
        {label: 'two', ipv4},
      ],
    });
    expect(together).toMatchObject({status: 400, fields: ['subnets.1.ipv4']});
  });

  it('can have the range of a subnet in another VPC', async () => {
    await newVpc(['10.2.0.0/16']);
    expect((await newVpc(['10.2.0.0/16'])).subnets).toHaveLength(1);
  });

  it('can be created, renamed and deleted', async () => {
    const {id} = await newVpc();
    const subnet = await account.ok(vpcs.subnets.create, {
      params: {vpcId: id},
      body: {label: 'cache', ipv4: '10.0.0.0/29'},
    });
    const params = {vpcId: id, vpcSubnetId: subnet.id};
    expect(await account.ok(vpcs.subnets.update, {params, body: {label: 'caches'}})).toMatchObject({
      label: 'caches',
      ipv4: '10.0.0.0/29',
    });
    expect((await account.ok(vpcs.get, {params: {vpcId: id}})).subnets).toMatchObject([{label: 'caches'}]);
    await account.ok(vpcs.subnets.delete, {params});
    expect(await newestEvents(3)).toEqual([
      'subnet_delete subnet caches',
      'subnet_update subnet caches',
      'subnet_create subnet cache',
    ]);
    expect((await account.call(vpcs.subnets.get, {params})).status).toBe(404);
  });

  it('can be read in its own VPC only', async () => {
    const {subnet} = await usedVpc();
    const other = await newVpc();
    const params = {vpcId: other.id, vpcSubnetId: subnet.id};
    expect((await account.call(vpcs.subnets.get, {params})).status).toBe(404);
    expect((await account.call(vpcs.subnets.delete, {params})).status).toBe(404);
  });

  it('lists its instances, and can be deleted after they left', async () => {
    // Other tests need the VPC of the shared account.
    const own = await openTestAccount({accounts: 'demo', dialect: 'today'});
    onTestFinished(() => own.close());
    const {vpc, subnet} = await usedVpc(own);
    const params = {vpcId: vpc.id, vpcSubnetId: subnet.id};
    const [member] = subnet.computes;
    expect(member?.interfaces).toMatchObject([{active: true, config_id: expect.any(Number)}]);
    const {data} = await own.ok(vpcs.ips.list, {params: {vpcId: vpc.id}});
    const facts = {compute_id: member?.id, subnet_id: subnet.id, vpc_id: vpc.id, gateway: '10.0.0.1', prefix: 24};
    expect(data).toMatchObject([
      {address: '10.0.0.2', address_range: null, subnet_mask: '255.255.255.0', ...facts},
      {address: null, address_range: '10.0.4.0/28', ...facts},
    ]);
    expect((await own.ok(vpcs.allIps.list)).data).toEqual(data);

    const refused = await own.call(vpcs.subnets.delete, {params});
    expect(refused.fieldErrors[0]?.reason).toMatch(/used by an interface of web-01/);
    const config = {computeId: member?.id ?? 0, configId: member?.interfaces[0]?.config_id ?? 0};
    await own.ok(contract.instances.configs.update, {params: config, body: {interfaces: [{purpose: 'public'}]}});
    expect((await own.ok(vpcs.subnets.get, {params})).computes).toEqual([]);
    expect(await own.ok(vpcs.subnets.delete, {params})).toEqual({});
    expect((await own.ok(vpcs.allIps.list)).data).toEqual([]);
  });

  it('accepts interfaces of instances in its region only', async () => {
    const vpc = await newVpc(['10.3.0.0/24']);
    const {data} = await account.ok(contract.instances.list);
    const elsewhere = data.find(({region}) => region !== vpc.region);
    const refused = await account.call(contract.instances.configs.create, {
      params: {computeId: elsewhere?.id ?? 0},
      body: {label: 'apart', devices: {}, interfaces: [{purpose: 'vpc', subnet_id: vpc.subnets[0]?.id ?? 0}]},
    });
    expect(refused.fields).toEqual(['interfaces.0.subnet_id']);
  });
});

describe('the dialects', () => {
  it('of older APIs have no VPCs', async () => {
    for (const dialect of ['documents', 'provider'] as const) {
      const older = await openTestAccount({dialect});
      expect((await older.call(vpcs.list)).status).toBe(404);
      expect((await older.call(vpcs.create, {body: {label: 'inner', region: 'us-east'}})).status).toBe(404);
      await older.close();
    }
  });

  it('of today lists VPCs among the capabilities of regions and account', async () => {
    const {data} = await account.ok(contract.regions.list);
    expect(data.filter(({capabilities}) => capabilities.includes('VPCs')).map(({id}) => id)).toContain('us-east');
    expect((await account.ok(contract.account.get)).capabilities).toContain('VPCs');
  });
});
