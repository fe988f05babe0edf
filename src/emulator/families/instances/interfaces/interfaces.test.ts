/** Interfaces of instances themselves, and the upgrade to them. */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../../contract/index.ts';
import {
  createEmptyInstance,
  createTestInstance,
  openTestAccount,
  type TestAccount,
} from '../../../testing/test-account.ts';

const {instances, networking, vpcs} = contract;
const {interfaces} = instances;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({accounts: 'demo', dialect: 'today'});
});
afterAll(() => account.close());

/** An instance that is off and has only a public interface of its own. */
async function newOfflineInstance(): Promise<number> {
  const {id} = await createEmptyInstance(account);
  await account.ok(instances.upgradeInterfaces, {params: {computeId: id}, body: {dry_run: false}});
  return id;
}

/** A VPC in the region of test instances, with one subnet. */
async function newSubnet(ipv4 = '10.0.0.0/24'): Promise<number> {
  const {subnets} = await account.ok(vpcs.create, {
    body: {label: `vpc-${count++}`, region: 'us-east', subnets: [{label: 'a', ipv4}]},
  });
  return subnets[0]?.id ?? 0;
}
let count = 0;

const list = async (computeId: number) => (await account.ok(interfaces.list, {params: {computeId}})).interfaces;
const add = (computeId: number, body: object) =>
  account.call(interfaces.create, {params: {computeId}, body: body as Record<string, unknown>});

describe('an upgrade', () => {
  it('shows the interfaces in a dry run, and changes nothing', async () => {
    const {id} = await createTestInstance(account);
    const params = {computeId: id};
    const dryRun = await account.ok(instances.upgradeInterfaces, {params});
    expect(dryRun).toMatchObject({dry_run: true, interfaces: [{id: 0, vlan: null, vpc: null}]});
    expect(dryRun.interfaces[0]?.public?.ipv4.addresses).toHaveLength(1);
    expect((await account.ok(instances.get, {params})).interface_generation).toBe('legacy_config');
    expect(await list(id)).toEqual([]);
  });

  it('replaces the interfaces of the config, keeps the firewalls, and removes private addresses', async () => {
    const subnet = await newSubnet();
    const instance = await createTestInstance(account, {
      private_ip: true,
      interfaces: [
        {purpose: 'public'},
        {purpose: 'vpc', subnet_id: subnet},
        {purpose: 'vlan', label: 'inner', ipam_address: '10.9.0.1/24'},
      ],
    });
    const params = {computeId: instance.id};
    const {id: firewallId} = await account.ok(networking.firewalls.create, {
      body: {
        label: 'upgraded',
        rules: {inbound_policy: 'DROP', outbound_policy: 'ACCEPT', inbound: [], outbound: []},
        devices: {computes: [instance.id]},
      },
    });
    const {interfaces: made} = await account.ok(instances.upgradeInterfaces, {params, body: {dry_run: false}});
    expect(made.map(({public: open, vpc, vlan}) => [!!open, vpc?.subnet_id, vlan?.vlan_label])).toEqual([
      [true, undefined, undefined],
      [false, subnet, undefined],
      [false, undefined, 'inner'],
    ]);
    const {data: configs} = await account.ok(instances.configs.list, {params});
    expect(configs.map(config => config.interfaces)).toEqual([[]]);
    const after = await account.ok(instances.get, {params});
    expect(after.interface_generation).toBe('compute');
    expect(after.ipv4).toHaveLength(1);
    const {data: devices} = await account.ok(networking.firewalls.devices.list, {params: {firewallId}});
    expect(devices.map(({entity}) => [entity.type, entity.id, entity.parent_entity?.id])).toEqual(
      made.slice(0, 2).map(({id}) => ['compute_interface', id, instance.id]),
    );
    expect((await account.ok(instances.firewalls.list, {params})).data.map(({label}) => label)).toEqual(['upgraded']);
    const again = await account.call(instances.upgradeInterfaces, {params, body: {dry_run: false}});
    expect(again.status).toBe(400);
  });

  it('needs a config ID for an instance with several configs that was never booted', async () => {
    const {id} = await createEmptyInstance(account);
    const params = {computeId: id};
    for (const label of ['one', 'two'])
      await account.ok(instances.configs.create, {params, body: {label, devices: {}}});
    expect((await account.call(instances.upgradeInterfaces, {params})).fields).toEqual(['config_id']);
    const {data: configs} = await account.ok(instances.configs.list, {params});
    const config_id = configs[1]?.id ?? 0;
    expect(await account.ok(instances.upgradeInterfaces, {params, body: {config_id}})).toMatchObject({config_id});
  });
});

describe('an interface', () => {
  it('can be added in a VPC with the next free address, changed, and deleted', async () => {
    const computeId = await newOfflineInstance();
    const subnet_id = await newSubnet();
    const {body: made} = await add(computeId, {vpc: {subnet_id}, firewall_id: null});
    expect(made).toMatchObject({
      version: 1,
      public: null,
      vpc: {subnet_id, ipv4: {addresses: [{address: '10.0.0.2'}]}},
    });
    const params = {computeId, interfaceId: made.id};
    const changed = await account.ok(interfaces.update, {
      params,
      body: {vpc: {subnet_id, ipv4: {addresses: [{address: '10.0.0.9', primary: true}], ranges: [{range: '/28'}]}}},
    });
    expect(changed).toMatchObject({version: 2, vpc: {ipv4: {addresses: [{address: '10.0.0.9'}]}}});
    expect(changed.vpc?.ipv4.ranges[0]?.range).toMatch(/\/28$/);
    const {data: history} = await account.ok(interfaces.history.list, {params: {computeId}});
    expect(history.filter(({interface_id}) => interface_id === made.id).map(({version}) => version)).toEqual([2, 1]);
    const {data: all} = await account.ok(vpcs.allIps.list);
    expect(all.filter(({interface_id}) => interface_id === made.id)).toMatchObject([
      {address: '10.0.0.9', config_id: null, compute_id: computeId},
      {address: null, config_id: null},
    ]);
    await account.ok(interfaces.delete, {params});
    expect((await list(computeId)).map(({id}) => id)).not.toContain(made.id);
  });

  it('gets no address outside of a full subnet', async () => {
    const subnet_id = await newSubnet('10.0.0.0/29');
    const withAddresses = (addresses: readonly object[]) => ({vpc: {subnet_id, ipv4: {addresses}}, firewall_id: null});
    const auto = {address: 'auto'};
    const {body: made} = await add(await newOfflineInstance(), withAddresses([auto, {address: '10.0.0.2'}, auto]));
    expect(made.vpc?.ipv4.addresses.map(({address}) => address)).toEqual(['10.0.0.3', '10.0.0.2', '10.0.0.4']);
    const {body: last} = await add(await newOfflineInstance(), withAddresses([auto]));
    expect(last.vpc?.ipv4.addresses.map(({address}) => address)).toEqual(['10.0.0.5']);
    const full = await add(await newOfflineInstance(), withAddresses([auto]));
    expect([full.status, full.fieldErrors[0]?.reason]).toEqual([400, 'the subnet has no free address']);
  });

  it('gets IPv6 ranges that no other interface has', async () => {
    const ranges = await Promise.all(
      [1, 2].map(async () => {
        const params = {computeId: await newOfflineInstance()};
        const [open] = await list(params.computeId);
        const {public: changed} = await account.ok(interfaces.update, {
          params: {...params, interfaceId: open?.id ?? 0},
          body: {public: {ipv6: {ranges: [{range: '/64'}, {range: '/56'}]}}},
        });
        return changed?.ipv6.ranges.map(({range}) => range) ?? [];
      }),
    );
    expect(new Set(ranges.flat().map(range => range.replace(/\/.*$/, ''))).size).toBe(4);
    for (const range of ranges.flat())
      expect(range).toMatch(/^2001:db8:7[0-9a-f]{3}:(?:[0-9a-f]{1,2}00:)?:\/(?:56|64)$/);
  });

  it('gets no IPv6 range that the same request names', async () => {
    const params = {computeId: await newOfflineInstance()};
    const [open] = await list(params.computeId);
    const change = (ranges: readonly {range: string}[]) =>
      account.ok(interfaces.update, {
        params: {...params, interfaceId: open?.id ?? 0},
        body: {public: {ipv6: {ranges}}},
      });
    const first = (await change([{range: '/64'}])).public?.ipv6.ranges[0]?.range ?? '';
    const both = (await change([{range: first}, {range: '/64'}])).public?.ipv6.ranges.map(({range}) => range);
    expect(new Set(both).size).toBe(2);
  });

  it('prevents the deletion of its subnet', async () => {
    const computeId = await newOfflineInstance();
    const subnet_id = await newSubnet();
    await add(computeId, {vpc: {subnet_id}});
    const {data} = await account.ok(vpcs.list);
    const vpc = data.find(({subnets}) => subnets.some(({id}) => id === subnet_id));
    const params = {vpcId: vpc?.id ?? 0, vpcSubnetId: subnet_id};
    expect(await account.ok(vpcs.subnets.get, {params})).toMatchObject({
      computes: [{id: computeId, interfaces: [{config_id: null}]}],
    });
    expect((await account.call(vpcs.subnets.delete, {params})).status).toBe(400);
  });

  it('is one of at most three: one public, one in a VPC, VLANs of different labels', async () => {
    const computeId = await newOfflineInstance();
    expect((await add(computeId, {public: {}})).fields).toEqual(['public']);
    expect((await add(computeId, {})).status).toBe(400);
    expect((await add(computeId, {public: {}, vlan: {vlan_label: 'a'}})).status).toBe(400);
    expect((await add(computeId, {vlan: {vlan_label: 'a'}, firewall_id: 801})).fields).toEqual(['firewall_id']);
    expect((await add(computeId, {vlan: {vlan_label: 'a'}})).status).toBe(200);
    expect((await add(computeId, {vlan: {vlan_label: 'a'}})).fields).toEqual(['vlan.vlan_label']);
    expect((await add(computeId, {vlan: {vlan_label: 'b'}})).status).toBe(200);
    expect((await add(computeId, {vlan: {vlan_label: 'c'}})).status).toBe(400);
  });

  it('can’t be added, changed or deleted while the instance runs, or on an instance with legacy interfaces', async () => {
    const {id} = await createTestInstance(account);
    const params = {computeId: id};
    expect((await add(id, {vlan: {vlan_label: 'a'}})).status).toBe(400);
    await account.ok(instances.upgradeInterfaces, {params, body: {dry_run: false}});
    expect((await add(id, {vlan: {vlan_label: 'a'}})).fieldErrors[0]?.reason).toMatch(/powered off/);
    const [open] = await list(id);
    const interfaceParams = {computeId: id, interfaceId: open?.id ?? 0};
    expect((await account.call(interfaces.delete, {params: interfaceParams})).status).toBe(400);
    expect((await account.call(interfaces.update, {params: interfaceParams, body: {public: {}}})).status).toBe(400);
    expect((await account.call(interfaces.settings.update, {params, body: {network_helper: false}})).status).toBe(400);
  });

  it('is deleted with its instance, and removed from its firewall', async () => {
    const computeId = await newOfflineInstance();
    const {id: firewallId} = await account.ok(networking.firewalls.create, {
      body: {label: 'left', rules: {inbound_policy: 'DROP', outbound_policy: 'ACCEPT', inbound: [], outbound: []}},
    });
    const subnet_id = await newSubnet();
    const {body: made} = await add(computeId, {vpc: {subnet_id}, firewall_id: firewallId});
    const interfaceParams = {computeId, interfaceId: made.id};
    expect((await account.ok(interfaces.firewalls.list, {params: interfaceParams})).data).toMatchObject([
      {label: 'left'},
    ]);
    await account.ok(instances.delete, {params: {computeId}});
    expect((await account.ok(networking.firewalls.devices.list, {params: {firewallId}})).data).toEqual([]);
  });
});

describe('the settings', () => {
  it('accept a default route to eligible interfaces only', async () => {
    const computeId = await newOfflineInstance();
    const subnet_id = await newSubnet();
    const {body: inner} = await add(computeId, {vpc: {subnet_id}});
    const {body: vlan} = await add(computeId, {vlan: {vlan_label: 'a'}});
    const params = {computeId};
    const before = await account.ok(interfaces.settings.get, {params});
    const [open] = await list(computeId);
    expect(before).toEqual({
      network_helper: true,
      default_route: {
        ipv4_interface_id: open?.id,
        ipv4_eligible_interface_ids: [open?.id, inner.id],
        ipv6_interface_id: open?.id,
        ipv6_eligible_interface_ids: [open?.id],
      },
    });
    const refused = await account.call(interfaces.settings.update, {
      params,
      body: {default_route: {ipv4_interface_id: vlan.id}},
    });
    expect(refused.fields).toEqual(['default_route.ipv4_interface_id']);
    const changed = await account.ok(interfaces.settings.update, {
      params,
      body: {network_helper: false, default_route: {ipv4_interface_id: inner.id}},
    });
    expect(changed).toMatchObject({network_helper: false, default_route: {ipv4_interface_id: inner.id}});
  });
});
