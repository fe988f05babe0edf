/** VLANs of the API of today, which remain without an instance until they are deleted. */
import {afterAll, beforeAll, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {createTestInstance, openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {instances, networking} = contract;
const {vlans} = networking;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({accounts: 'demo', dialect: 'today'});
});
afterAll(() => account.close());

const vlanNamed = async (label: string) => (await account.ok(vlans.list)).data.find(row => row.label === label);
const deletion = (label: string, regionId = 'us-east') => account.call(vlans.delete, {params: {regionId, label}});

it('a VLAN remains without an instance, and can then be deleted', async () => {
  const {id: computeId} = await createTestInstance(account);
  const {id: configId} = await account.ok(instances.configs.create, {
    params: {computeId},
    body: {
      label: 'with a VLAN',
      devices: {},
      interfaces: [{purpose: 'vlan', label: 'jobs', ipam_address: '10.0.0.1/24'}],
    } as Record<string, unknown>,
  });
  expect(await vlanNamed('jobs')).toMatchObject({region: 'us-east', computes: [computeId]});
  expect((await deletion('jobs')).status).toBe(400);
  await account.ok(instances.configs.delete, {params: {computeId, configId}});
  expect(await vlanNamed('jobs')).toMatchObject({region: 'us-east', computes: []});
  expect((await deletion('jobs')).status).toBe(200);
  const [event] = (await account.ok(contract.account.events.list)).data;
  expect(event).toMatchObject({action: 'vlan_delete', entity: {label: 'jobs'}});
  expect(await vlanNamed('jobs')).toBeUndefined();
  expect((await deletion('jobs')).status).toBe(404);
});

it('a VLAN of an interface of the instance itself can’t be deleted in use, and disappears with the interface', async () => {
  const batch = await vlanNamed('batch');
  expect(batch?.computes).toHaveLength(1);
  expect((await deletion('batch', batch?.region)).fieldErrors).toMatchObject([
    {reason: 'The VLAN is attached to an instance.'},
  ]);
  const computeId = batch?.computes[0] ?? 0;
  const {interfaces} = await account.ok(instances.interfaces.list, {params: {computeId}});
  const interfaceId = interfaces.find(({vlan}) => vlan?.vlan_label === 'batch')?.id ?? 0;
  await account.ok(instances.interfaces.delete, {params: {computeId, interfaceId}});
  expect(await vlanNamed('batch')).toBeUndefined();
});

it('the older dialects list no VLAN without an instance', async () => {
  const older = await openTestAccount({accounts: 'demo', dialect: 'provider'});
  const all = (await older.ok(vlans.list)).data;
  expect(all.length).toBeGreaterThan(0);
  expect(all.every(({computes}) => computes.length > 0)).toBe(true);
  await older.close();
});
