import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {ips, ipv4, ipv6, firewalls, vlans} = contract.networking;
const {instances} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

const createMachine = (body: object = {}) =>
  account.ok(instances.create, {body: {region: 'us-east', type: 'g6-nanode-1', ...body}});
const rule = {
  protocol: 'TCP',
  ports: '22, 80-443',
  action: 'ACCEPT',
  addresses: {ipv4: ['192.0.2.0/24'], ipv6: ['2001:db8::/32']},
} as const;
const policies = {inbound_policy: 'DROP', outbound_policy: 'ACCEPT'} as const;
let count = 0;
const wall = (body: object = {}) =>
  account.call(firewalls.create, {
    body: {label: `wall-${++count}`, rules: {...policies, inbound: [rule], outbound: []}, ...body},
  });

describe('addresses', () => {
  it('are listed without private addresses, and public addresses can get reverse DNS', async () => {
    const {ipv4: own} = await createMachine({private_ip: true});
    const {data} = await account.ok(ips.list);
    expect(data.every(({public: open}) => open)).toBe(true);
    const params = {address: own[0] ?? ''};
    expect((await account.ok(ips.update, {params, body: {rdns: 'www.acme.example'}})).rdns).toBe('www.acme.example');
    expect((await account.ok(ips.get, {params})).rdns).toBe('www.acme.example');
    const hidden = own.find(address => address.startsWith('192.168.')) ?? '';
    expect((await account.call(ips.update, {params: {address: hidden}, body: {rdns: 'x.example'}})).status).toBe(400);
  });

  it('are allocated, at most one private address per instance', async () => {
    const {id} = await createMachine();
    const add = (open: boolean) => account.call(ips.allocate, {body: {type: 'ipv4', public: open, compute_id: id}});
    expect((await add(true)).status).toBe(200);
    expect((await add(false)).status).toBe(200);
    expect((await add(false)).fields).toEqual(['public']);
    expect((await account.ok(instances.get, {params: {computeId: id}})).ipv4).toHaveLength(3);
  });

  it('move between instances if each instance keeps a public address', async () => {
    const [one, two] = [await createMachine(), await createMachine()];
    const [a, b] = [one.ipv4[0] ?? '', two.ipv4[0] ?? ''];
    const move = (assignments: object[]) =>
      account.call(ips.assign, {body: {region: 'us-east', assignments} as Record<string, unknown>});
    expect((await move([{address: a, compute_id: two.id}])).fields).toEqual(['assignments']);
    expect((await account.ok(instances.get, {params: {computeId: one.id}})).ipv4).toEqual([a]);
    expect(
      (
        await move([
          {address: a, compute_id: two.id},
          {address: b, compute_id: one.id},
        ])
      ).status,
    ).toBe(200);
    expect((await account.ok(instances.get, {params: {computeId: one.id}})).ipv4).toEqual([b]);
    const far = await createMachine({region: 'eu-west'});
    expect((await move([{address: a, compute_id: far.id}])).fields).toContain('assignments.0.compute_id');
  });

  it('can be shared with other instances of the region', async () => {
    const [one, two] = [await createMachine(), await createMachine()];
    const address = one.ipv4[0] ?? '';
    expect(await account.ok(ipv4.share, {body: {compute_id: two.id, ips: [address]}})).toEqual({});
    expect((await account.ok(instances.ips.list, {params: {computeId: two.id}})).ipv4.shared).toMatchObject([
      {address},
    ]);
    expect((await account.call(ips.share, {body: {compute_id: one.id, ips: [address]}})).fields).toEqual(['ips.0']);
  });
});

describe('IPv6', () => {
  it('an instance has one global network in the dialect of the documents', async () => {
    const {id, ipv6: own} = await createMachine();
    const {ipv6: six} = await account.ok(instances.ips.list, {params: {computeId: id}});
    expect(six?.global).toMatchObject({prefix: 64, route_target: own?.replace('/128', '')});
  });

  it('a range is routed to one instance', async () => {
    const {id} = await createMachine();
    const resource = await account.ok(ipv6.ranges.create, {body: {prefix_length: 64, compute_id: id}});
    expect(resource.range).toMatch(/^2001:db8:.*\/64$/);
    const params = {range: resource.range.replace('/64', '')};
    expect(await account.ok(ipv6.ranges.get, {params})).toMatchObject({prefix: 64, computes: [id]});
    expect((await account.call(ipv6.ranges.create, {body: {prefix_length: 64}})).status).toBe(400);
    expect(
      (await account.call(ipv6.ranges.create, {body: {prefix_length: 48, compute_id: id} as Record<string, unknown>}))
        .fields,
    ).toEqual(['prefix_length']);
    expect(await account.ok(ipv6.ranges.delete, {params})).toEqual({});
    expect((await account.ok(ipv6.ranges.list)).results).toBe(0);
    expect((await account.ok(ipv6.pools.list)).data.map(({region}) => region)).toContain('us-east');
  });
});

describe('IPv6 in the dialect of a provider', () => {
  let provider: TestAccount;
  beforeAll(async () => {
    provider = await openTestAccount({dialect: 'provider'});
  });
  afterAll(() => provider.close());
  const path = (body: object = {}) =>
    provider.ok(instances.create, {body: {region: 'us-east', type: 'g6-nanode-1', ...body}});
  const globalOf = async (computeId: number) =>
    (await provider.ok(instances.ips.list, {params: {computeId}})).ipv6?.global;

  it('an instance has a list of ranges, empty without a range', async () => {
    const {id, ipv6: own} = await path();
    expect(await globalOf(id)).toEqual([]);
    const {range} = await provider.ok(ipv6.ranges.create, {body: {prefix_length: 64, compute_id: id}});
    expect(await globalOf(id)).toEqual([
      {range: range.replace('/64', ''), prefix: 64, region: 'us-east', route_target: own?.replace('/128', '')},
    ]);
  });

  it('a range is shared with another instance, with or without its prefix length', async () => {
    const [one, two] = [await path(), await path()];
    const resource = await provider.ok(ipv6.ranges.create, {body: {prefix_length: 64, compute_id: one.id}});
    const range = resource.range.replace('/64', '');
    for (const written of [range, resource.range]) {
      await provider.ok(ipv4.share, {body: {compute_id: two.id, ips: [written]}});
      expect(await globalOf(two.id)).toMatchObject([{range, prefix: 64}]);
    }
    expect(await provider.ok(ipv6.ranges.get, {params: {range}})).toMatchObject({
      is_bgp: true,
      computes: [one.id, two.id],
    });
    expect((await provider.call(ips.share, {body: {compute_id: one.id, ips: [range]}})).fields).toEqual(['ips.0']);
    const far = await path({region: 'eu-west'});
    expect((await provider.call(ips.share, {body: {compute_id: far.id, ips: [range]}})).fields).toEqual(['ips.0']);
    await provider.ok(ips.share, {body: {compute_id: two.id, ips: []}});
    expect(await globalOf(two.id)).toEqual([]);
  });

  it('a range is deleted with its instance, and then not found', async () => {
    const {id} = await path();
    const {range} = await provider.ok(ipv6.ranges.create, {body: {prefix_length: 56, compute_id: id}});
    await provider.ok(instances.delete, {params: {computeId: id}});
    expect((await provider.call(ipv6.ranges.get, {params: {range: range.replace('/56', '')}})).status).toBe(404);
  });

  it('the SLAAC address of an instance has reverse DNS', async () => {
    const {id, ipv6: own} = await path();
    const address = own?.replace('/128', '') ?? '';
    const at = {params: {computeId: id, address}};
    expect(await provider.ok(instances.ips.get, at)).toMatchObject({type: 'ipv6', public: true, rdns: null});
    await provider.ok(instances.ips.update, {...at, body: {rdns: 'six.acme.example'}});
    expect(await provider.ok(ips.get, {params: {address}})).toMatchObject({rdns: 'six.acme.example'});
    expect((await provider.ok(instances.ips.list, {params: {computeId: id}})).ipv6?.slaac.rdns).toBe(
      'six.acme.example',
    );
    expect((await provider.call(instances.ips.delete, at)).status).toBe(400);
  });
});

describe('firewalls', () => {
  it('have rules and policies, which can be read and replaced', async () => {
    const response = await wall({tags: ['prod']});
    expect(response.body).toMatchObject({status: 'enabled', rules: {inbound_policy: 'DROP'}, tags: ['prod']});
    const params = {firewallId: response.body.id};
    const rules = await account.ok(firewalls.rules.update, {params, body: {inbound: [], inbound_policy: 'ACCEPT'}});
    expect(rules).toMatchObject({inbound: [], inbound_policy: 'ACCEPT', outbound_policy: 'ACCEPT'});
    expect(await account.ok(firewalls.rules.get, {params})).toEqual(rules);
  });

  it('reject invalid rules', async () => {
    const fields = async (change: object) =>
      (await wall({rules: {...policies, inbound: [{...rule, ...change}], outbound: []}})).fields;
    expect(await fields({protocol: 'ICMP'})).toEqual(['rules.inbound.0.ports']);
    expect(await fields({ports: undefined})).toEqual(['rules.inbound.0.ports']);
    expect(await fields({ports: '443-80'})).toEqual(['rules.inbound.0.ports']);
    expect(await fields({addresses: {ipv4: ['192.0.2.1']}})).toEqual(['rules.inbound.0.addresses.ipv4.0']);
    expect(await fields({addresses: {}})).toEqual(['rules.inbound.0.addresses']);
    expect((await wall({rules: {...policies, inbound: Array(26).fill(rule), outbound: []}})).fields).toEqual([
      'rules.inbound',
    ]);
  });

  it('accept ports as numbers, lists and ranges only', async () => {
    const fieldsFor = async (ports: string) =>
      (await wall({rules: {...policies, inbound: [{...rule, ports}], outbound: []}})).fields;
    for (const good of ['1', '22,80', '80-443, 8080']) expect(await fieldsFor(good)).toEqual([]);
    for (const bad of ['022', '65536', '80-80', 'http', Array(16).fill('1').join(',')])
      expect(await fieldsFor(bad)).toEqual(['rules.inbound.0.ports']);
  });

  it('protect an instance with at most one enabled firewall', async () => {
    const {id} = await createMachine();
    const first = (await wall({devices: {computes: [id]}})).body;
    expect((await wall({devices: {computes: [id]}})).fields).toEqual(['devices.computes.0']);
    const second = (await wall()).body;
    const add = () =>
      account.call(firewalls.devices.create, {params: {firewallId: second.id}, body: {id, type: 'compute'}});
    expect((await add()).fields).toEqual(['id']);
    await account.ok(firewalls.update, {params: {firewallId: first.id}, body: {status: 'disabled'}});
    expect((await add()).status).toBe(200);
    expect(
      (await account.call(firewalls.update, {params: {firewallId: first.id}, body: {status: 'enabled'}})).fields,
    ).toEqual(['status']);
    expect((await account.ok(instances.firewalls.list, {params: {computeId: id}})).results).toBe(2);
    const [device] = (await account.ok(firewalls.devices.list, {params: {firewallId: second.id}})).data;
    const params = {firewallId: second.id, deviceId: device?.id ?? 0};
    expect(await account.ok(firewalls.devices.get, {params})).toEqual(device);
    await account.ok(firewalls.devices.delete, {params});
    expect((await account.call(firewalls.devices.get, {params})).status).toBe(404);
  });

  it('rename a device with its instance, and remove it with its instance', async () => {
    const {id} = await createMachine({label: 'before-it'});
    const resource = (await wall({devices: {computes: [id]}})).body;
    const params = {firewallId: resource.id};
    await account.ok(instances.update, {params: {computeId: id}, body: {label: 'after-it'}});
    expect((await account.ok(firewalls.devices.list, {params})).data).toMatchObject([
      {entity: {id, label: 'after-it'}},
    ]);
    await account.ok(instances.delete, {params: {computeId: id}});
    expect((await account.ok(firewalls.devices.list, {params})).results).toBe(0);
  });

  it('clear a list of rules for null, and keep omitted lists', async () => {
    const resource = (await wall({rules: {...policies, inbound: [rule], outbound: [rule]}})).body;
    const params = {firewallId: resource.id};
    const body = {outbound: null} as Record<string, unknown>;
    expect(await account.ok(firewalls.rules.update, {params, body})).toMatchObject({inbound: [rule], outbound: []});
    expect((await account.ok(firewalls.rules.get, {params})).outbound).toEqual([]);
  });

  it('are deleted, and create an event', async () => {
    const resource = (await wall()).body;
    const params = {firewallId: resource.id};
    expect(await account.ok(firewalls.delete, {params})).toEqual({});
    expect((await account.call(firewalls.get, {params})).status).toBe(404);
    const {data} = await account.ok(contract.account.events.list, {
      filter: {'entity.type': 'firewall', 'entity.id': resource.id},
    });
    expect(data.map(({action}) => action)).toEqual(['firewall_delete', 'firewall_create']);
  });
});

it('VLANs follow the interfaces of configs', async () => {
  expect((await account.ok(vlans.list)).results).toBe(0);
  const {id} = await createMachine();
  const interfaces = [{purpose: 'public'}, {purpose: 'vlan', label: 'backend', ipam_address: '10.0.0.1/24'}];
  await account.ok(instances.configs.create, {
    params: {computeId: id},
    body: {label: 'with vlan', devices: {}, interfaces} as Record<string, unknown>,
  });
  expect((await account.ok(vlans.list)).data).toMatchObject([{label: 'backend', region: 'us-east', computes: [id]}]);
});
