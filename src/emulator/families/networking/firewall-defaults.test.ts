/** Default firewalls, templates and versions of rules, which only the API of today has. */
import {afterEach, beforeEach, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import type {FirewallRule} from '../../../contract/networking/firewalls.ts';
import {createTestInstance, openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {instances, nodebalancers} = contract;
const {firewalls} = contract.networking;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount({dialect: 'today'});
});
afterEach(() => account.close());

const policies = {inbound_policy: 'DROP', outbound_policy: 'ACCEPT', inbound: [], outbound: []} as const;
const newFirewall = async (label: string) => (await account.ok(firewalls.create, {body: {label, rules: policies}})).id;
const setDefaults = (default_firewall_ids: object) =>
  account.call(firewalls.settings.update, {body: {default_firewall_ids}});
const defaults = async () => (await account.ok(firewalls.settings.get)).default_firewall_ids;
const none = {compute: null, nodebalancer: null, public_interface: null, vpc_interface: null};

it('defaults can be set one by one, to firewalls of the account only', async () => {
  expect(await defaults()).toEqual(none);
  const id = await newFirewall('first-default');
  expect((await setDefaults({compute: 999_999})).fields).toEqual(['default_firewall_ids.compute']);
  expect((await setDefaults({compute: id, vpc_interface: id})).body).toEqual({
    default_firewall_ids: {...none, compute: id, vpc_interface: id},
  });
  await setDefaults({compute: null});
  expect(await defaults()).toEqual({...none, vpc_interface: id});
  await account.ok(firewalls.delete, {params: {firewallId: id}});
  expect(await defaults()).toEqual(none);
});

it('new instances and NodeBalancers get the default firewall, or the firewall of their request', async () => {
  const chosen = await newFirewall('chosen');
  const standard = await newFirewall('standard');
  await setDefaults({compute: standard, nodebalancer: standard});
  const place = {region: 'us-east', type: 'g6-nanode-1'};
  const firewallsOf = async (body: object) => {
    const {id: computeId} = await account.ok(instances.create, {body: {...place, ...body}});
    return (await account.ok(instances.firewalls.list, {params: {computeId}})).data.map(({label}) => label);
  };
  expect(await firewallsOf({})).toEqual(['standard']);
  expect(await firewallsOf({firewall_id: chosen})).toEqual(['chosen']);
  const wrong = await account.call(instances.create, {body: {...place, firewall_id: 999_999}});
  expect(wrong.fields).toEqual(['firewall_id']);
  const {id: nodeBalancerId} = await account.ok(nodebalancers.create, {body: {region: 'us-east'}});
  const {data} = await account.ok(nodebalancers.firewalls.list, {params: {nodeBalancerId}});
  expect(data.map(({label}) => label)).toEqual(['standard']);
  await setDefaults(none);
  expect(await firewallsOf({})).toEqual([]);
});

it('a new interface gets the default firewall, none for null, and is rejected without a default', async () => {
  const {id: computeId} = await createTestInstance(account);
  await account.ok(instances.shutdown, {params: {computeId}});
  account.pass(600);
  await account.ok(instances.upgradeInterfaces, {params: {computeId}, body: {dry_run: false}});
  const {interfaces} = await account.ok(instances.interfaces.list, {params: {computeId}});
  for (const {id: interfaceId} of interfaces)
    await account.ok(instances.interfaces.delete, {params: {computeId, interfaceId}});
  const add = (body: object) => account.call(instances.interfaces.create, {params: {computeId}, body});
  expect((await add({public: {}})).fields).toEqual(['firewall_id']);
  const standard = await newFirewall('of-interfaces');
  await setDefaults({public_interface: standard});
  const firewallsOf = async (interfaceId: number) => {
    const params = {computeId, interfaceId};
    const {data} = await account.ok(instances.interfaces.firewalls.list, {params});
    await account.ok(instances.interfaces.delete, {params});
    return data.map(({label}) => label);
  };
  expect(await firewallsOf((await add({public: {}})).body.id)).toEqual(['of-interfaces']);
  expect(await firewallsOf((await add({public: {}, firewall_id: null})).body.id)).toEqual([]);
});

it('each change of the rules adds a version, which can be read later', async () => {
  const firewallId = await newFirewall('changing');
  const params = {firewallId};
  const rule = {protocol: 'TCP', ports: '22', action: 'ACCEPT', addresses: {ipv4: ['0.0.0.0/0'], ipv6: []}} as const;
  const versions = async () =>
    (await account.ok(firewalls.history.get, {params})).data.map(({rules}) => [rules.version, rules.inbound.length]);
  expect(await versions()).toEqual([[1, 0]]);
  const change = {inbound: [rule as unknown as FirewallRule]};
  expect((await account.ok(firewalls.rules.update, {params, body: change})).version).toBe(2);
  await account.ok(firewalls.rules.update, {params, body: change});
  await account.ok(firewalls.rules.update, {params, body: {inbound: []}});
  expect(await versions()).toEqual([
    [3, 0],
    [2, 1],
    [1, 0],
  ]);
  expect((await account.ok(firewalls.get, {params})).rules.version).toBe(3);
  const second = await account.ok(firewalls.history.rules.get, {params: {firewallId, version: '2'}});
  expect(second.rules).toMatchObject({version: 2, inbound: [{ports: '22'}]});
  expect((await account.call(firewalls.history.rules.get, {params: {firewallId, version: '9'}})).status).toBe(404);
});

it('templates have ready rules for a new firewall', async () => {
  const {data} = await account.ok(firewalls.templates.list);
  expect(data.map(({slug}) => slug)).toEqual(['public', 'vpc']);
  const {rules} = await account.ok(firewalls.templates.get, {params: {slug: 'public'}});
  const {inbound, outbound, inbound_policy, outbound_policy} = rules;
  const body = {label: 'from-template', rules: {inbound, outbound, inbound_policy, outbound_policy}};
  expect((await account.ok(firewalls.create, {body})).rules.inbound).toHaveLength(inbound.length);
  expect((await account.call(firewalls.templates.get, {params: {slug: 'other'}})).status).toBe(404);
});

it('the older dialects have no default firewalls, templates and rule versions', async () => {
  const older = await openTestAccount({accounts: 'demo', dialect: 'provider'});
  expect((await older.raw('/v4beta/networking/firewalls/settings')).status).not.toBe(200);
  const [firewall] = (await older.ok(firewalls.list)).data;
  expect(firewall?.rules.version).toBeUndefined();
  await older.close();
});
