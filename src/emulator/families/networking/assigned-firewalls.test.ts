/** Operations of instances and NodeBalancers that set their firewalls. */
import {afterAll, beforeAll, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {createTestInstance, openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {instances, networking, nodebalancers} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({accounts: 'demo', dialect: 'today'});
});
afterAll(() => account.close());

async function newFirewall(label: string, status: 'enabled' | 'disabled' = 'enabled'): Promise<number> {
  const {id} = await account.ok(networking.firewalls.create, {
    body: {label, rules: {inbound_policy: 'DROP', outbound_policy: 'ACCEPT', inbound: [], outbound: []}},
  });
  if (status === 'disabled') await account.ok(networking.firewalls.update, {params: {firewallId: id}, body: {status}});
  return id;
}
const newestEvents = async (count: number) =>
  (await account.ok(contract.account.events.list)).data.slice(0, count).map(({action}) => action);

it('an instance gets exactly the firewalls of the request, at most one of them enabled', async () => {
  const {id: computeId} = await createTestInstance(account);
  const params = {computeId};
  const [one, other, third] = [
    await newFirewall('one'),
    await newFirewall('other', 'disabled'),
    await newFirewall('third'),
  ];
  const set = (firewall_ids: readonly number[]) =>
    account.call(instances.firewalls.update, {params, body: {firewall_ids: [...firewall_ids]}});
  expect((await set([one, other])).body.data.map(({label}) => label)).toEqual(['one', 'other']);
  expect(await newestEvents(2)).toEqual(['firewall_device_add', 'firewall_device_add']);
  expect((await set([one, third])).fields).toEqual(['firewall_ids']);
  expect((await set([999_999])).fields).toEqual(['firewall_ids.0']);
  expect((await set([third])).body.data.map(({label}) => label)).toEqual(['third']);
  expect((await set([])).body.data).toEqual([]);
  expect((await account.ok(instances.firewalls.list, {params})).data).toEqual([]);
  await account.ok(instances.firewalls.apply, {params});
  expect(await newestEvents(1)).toEqual(['firewall_apply']);
});

it("an instance with its own interfaces can't get firewalls directly", async () => {
  const {data} = await account.ok(instances.list);
  const owner = data.find(({interface_generation: generation}) => generation === 'compute');
  const answer = await account.call(instances.firewalls.update, {
    params: {computeId: owner?.id ?? 0},
    body: {firewall_ids: []},
  });
  expect(answer.fieldErrors[0]?.reason).toBe('The firewalls of this instance belong to its interfaces.');
});

it('a NodeBalancer gets a firewall, and is removed from it when the NodeBalancer is deleted', async () => {
  const {id: nodeBalancerId} = await account.ok(nodebalancers.create, {body: {region: 'us-east', label: 'guarded'}});
  const params = {nodeBalancerId};
  const firewallId = await newFirewall('balancing');
  await account.ok(nodebalancers.firewalls.update, {params, body: {firewall_ids: [firewallId]}});
  expect((await account.ok(nodebalancers.firewalls.list, {params})).data).toMatchObject([{label: 'balancing'}]);
  const devices = () => account.ok(networking.firewalls.devices.list, {params: {firewallId}});
  expect((await devices()).data).toMatchObject([{entity: {type: 'nodebalancer', label: 'guarded'}}]);
  await account.ok(nodebalancers.delete, {params});
  expect((await devices()).data).toEqual([]);
});

it('a NodeBalancer shows the subnet of its nodes', async () => {
  const {data: all} = await account.ok(nodebalancers.list);
  const params = {nodeBalancerId: all[0]?.id ?? 0};
  const {data} = await account.ok(nodebalancers.vpcs.list, {params});
  expect(data).toMatchObject([{nodebalancer_id: params.nodeBalancerId, ipv4_range: '10.0.0.16/30'}]);
  const id = data[0]?.id ?? 0;
  expect(await account.ok(nodebalancers.vpcs.get, {params: {...params, nodeBalancerVpcConfigId: id}})).toEqual(data[0]);
  const elsewhere = {nodeBalancerId: all[1]?.id ?? 0, nodeBalancerVpcConfigId: id};
  expect((await account.call(nodebalancers.vpcs.get, {params: elsewhere})).status).toBe(404);
});
