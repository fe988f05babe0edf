/** Answers that hold more or less than this program knows: read, and edited. */
import {expect, test} from 'vitest';
import type {AnyRow} from '../../src/families/shape/define-family.ts';
import {firewall} from '../../src/families/testing/network-rows.ts';
import {config} from '../../src/families/testing/rows.ts';
import {domain, record} from '../../src/families/testing/service-rows.ts';
import {event} from '../../src/store/testing/test-account.ts';
import {openScriptedConsole} from '../support/scripted-console.tsx';

const https = {
  protocol: 'TCP',
  ports: '443',
  addresses: {ipv4: ['0.0.0.0/0'], ipv6: []},
  action: 'ACCEPT',
  label: 'https',
  description: 'the web',
  hits: 5,
};
const tunnel = {...https, protocol: 'IPENCAP', ports: null, label: 'tunnel', description: null};
const shared = {ruleset: 5};

/** Rules as other programs may have made them. */
const open = () => {
  const rules = {
    inbound: [https, tunnel, shared],
    inbound_policy: 'DROP',
    outbound: [],
    outbound_policy: 'ACCEPT',
    version: 3,
    fingerprint: 'ab12',
  };
  return openScriptedConsole(
    {
      'networking.firewalls.list': [firewall({id: 1, label: 'web', rules: rules as never})],
      'networking.firewalls.devices.list': [],
    },
    {initialDestination: {family: 'networking.firewalls'}},
  );
};

test('a firewall whose rules hold unknown fields and protocols can be edited', async () => {
  const screen = await open();
  await screen.expectText(/web +● enabled/);
  await screen.press('L');
  await screen.expectText('rule set 5');
  await screen.press('enter');
  await screen.expectText('Skydeck can’t edit hits, and sends it back unchanged.');
  await screen.press('ctrl-u');
  await screen.type('secure');
  await screen.press('ctrl-o', 'ctrl-o');
  await screen.expectText(/Inbound rule 1 +https accept .*\n.*→ secure accept/);
  expect(screen.text()).not.toMatch(/Inbound rule 2|Inbound rule 3/);
  const [change] = screen.context.session.draftStore.getState();
  expect(change).toBeDefined();
  await screen.press('tab', 'enter');
  await screen.until(() => screen.account.count('networking.firewalls.rules.update') === 1);
  const {request} = screen.account.calls.find(({operation}) => operation === 'networking.firewalls.rules.update') ?? {};
  expect(request?.body).toEqual({inbound: [{...https, label: 'secure'}, tunnel, shared]});
  await screen.close();
});

test('a rule is removed and restored among rules with unknown fields', async () => {
  const screen = await open();
  const {account} = screen;
  const rules = () => account.lists.get('networking.firewalls.list')?.[0]?.rules as AnyRow;
  account.answers.set('networking.firewalls.rules.get', rules);
  account.answers.set('networking.firewalls.rules.update', ({body}) => {
    account.setFacts('networking.firewalls.list', 1, {rules: {...rules(), ...(body as AnyRow)}});
    const entity = {id: 1, label: 'web', type: 'firewall', url: '/v4/networking/firewalls/1'};
    account.events.push(event({action: 'firewall_update', entity, created: new Date().toISOString().slice(0, 19)}));
    return rules();
  });
  await screen.expectText(/web +● enabled/);
  await screen.press('enter', '2');
  await screen.expectText(/in 1 +accept +TCP 443/);
  await screen.moveTo('in 1');
  await screen.press('x');
  await screen.expectText(/Inbound rule \d +https accept TCP 443/);
  await screen.press('tab', 'enter');
  await screen.until(() => (rules().inbound as readonly unknown[]).length === 2);
  expect(rules().inbound).toEqual([tunnel, shared]);
  await screen.until(() => !screen.text().includes('saving…'));
  await screen.press('u');
  await screen.expectText(/https accept TCP 443/);
  await screen.press('tab', 'enter');
  await screen.until(() => (rules().inbound as readonly unknown[]).length === 3);
  expect(rules().inbound).toEqual([https, tunnel, shared]);
  await screen.close();
});

test('a config whose interfaces hold unknown fields can be edited', async () => {
  const vpc = {purpose: 'vpc', label: null, ipam_address: null, subnet_id: 7, ipv4: {vpc: '10.0.0.2', nat_1_1: 'any'}};
  const vlan = {purpose: 'vlan', label: 'backend', ipam_address: '10.1.0.1/24', mtu: 1450};
  const screen = await openScriptedConsole(
    {'instances.configs.list': [config({id: 4, label: 'boot', interfaces: [vpc, vlan] as never})]},
    {initialDestination: {family: 'instances.configs', params: {computeId: 101}}},
  );
  await screen.expectText('boot');
  await screen.press('e');
  await screen.expectText(/1 +VPC +7/);
  await screen.until(() => screen.bar().includes('Label') || screen.text().includes('1 to 48 characters'));
  // To the second interface, past the slots.
  for (let step = 0; step < 15; step++) await screen.press('tab');
  await screen.press('enter');
  await screen.expectText('Skydeck can’t edit mtu, and sends it back unchanged.');
  await screen.press('tab', 'ctrl-u');
  await screen.type('storage');
  await screen.press('ctrl-o', 'ctrl-o');
  await screen.expectText(/Interface 2 +VLAN backend .* → VLAN storage/);
  expect(screen.text()).not.toContain('Interface 1');
  await screen.press('enter');
  const sent = () => screen.account.calls.find(({operation}) => operation === 'instances.configs.update');
  await screen.until(() => sent() !== undefined);
  expect(sent()?.request.body).toEqual({interfaces: [vpc, {...vlan, label: 'storage'}]});
  await screen.close();
});

test('a domain opens when the type of one of its records is null', async () => {
  const screen = await openScriptedConsole(
    {
      'domains.list': [domain({id: 1, domain: 'example.com'})],
      'domains.records.list': [
        record({id: 2, name: 'www', type: 'A'}),
        record({id: 3, name: 'odd', type: null as never}),
      ],
    },
    {initialDestination: {family: 'domains'}},
  );
  await screen.expectText('example.com');
  await screen.press('enter');
  await screen.expectText(/— {2}1/);
  expect(screen.text()).toMatch(/A {2}1/);
  expect(screen.text()).toContain('odd');
  await screen.close();
});
