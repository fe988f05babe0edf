/** Answers of an API that is newer than the documents: read, and edited. Each test has the name of a bug. */
import {expect, test} from 'vitest';
import {contract} from '../../src/contract/index.ts';
import {checkRequest} from '../../src/contract/reading/check-body.ts';
import type {AnyRow} from '../../src/families/shape/define-family.ts';
import {firewall} from '../../src/families/testing/network-rows.ts';
import {config, instance, plan} from '../../src/families/testing/rows.ts';
import {openScriptedConsole} from '../support/scripted-console.tsx';

const https = {
  protocol: 'TCP',
  ports: '443',
  addresses: {ipv4: ['0.0.0.0/0'], ipv6: []},
  action: 'ACCEPT',
  label: 'https',
  description: 'the web',
};
const tunnel = {...https, protocol: 'IPENCAP', ports: null, label: 'tunnel', description: null};
const ruleSet = {ruleset: 5};

const openFirewall = async () => {
  const rules: AnyRow = {
    inbound: [https, tunnel, ruleSet],
    inbound_policy: 'DROP',
    outbound: [],
    outbound_policy: 'ACCEPT',
    version: 3,
    fingerprint: 'ab12',
  };
  const screen = await openScriptedConsole(
    {
      'networking.firewalls.list': [firewall({id: 1, label: 'web', rules: rules as never})],
      'networking.firewalls.devices.list': [],
    },
    {initialDestination: {family: 'networking.firewalls'}},
  );
  screen.account.answers.set('networking.firewalls.rules.get', () => rules);
  await screen.expectText(/web +● enabled/);
  const sent = () => screen.account.calls.find(({operation}) => operation === 'networking.firewalls.rules.update');
  return {screen, sent};
};

test('a rule of a new protocol can be edited beside a rule set', async () => {
  const {screen, sent} = await openFirewall();
  await screen.press('enter', '2');
  await screen.expectText(/in 2 +accept +IPENCAP/);
  await screen.expectText(/in 3 +— +rule set 5/);
  await screen.moveTo('in 2');
  await screen.press('e');
  await screen.expectText(/Protocol +IPENCAP/);
  expect(screen.text()).not.toMatch(/^.*│ Ports/m);
  await screen.press('ctrl-u');
  await screen.type('ip-tunnel');
  await screen.press('ctrl-o');
  await screen.expectText(/tunnel accept IPENCAP .*→ ip-tunnel accept IPENCAP/);
  // A rule set may open any port, so nothing is said to be blocked.
  await screen.expectText('rule set 5');
  expect(screen.text()).not.toContain('SSH');
  await screen.press('tab', 'enter');
  await screen.until(() => sent() !== undefined);
  expect(sent()?.request.body).toEqual({inbound: [https, {...tunnel, label: 'ip-tunnel'}, ruleSet]});
  await screen.close();
});

test('an entry that refers to a rule set shows why it can’t be edited', async () => {
  const {screen} = await openFirewall();
  await screen.press('L');
  await screen.expectText(/3 +rule set 5/);
  await screen.press('tab', 'tab', 'enter');
  await screen.expectText('Skydeck can’t edit ruleset, and sends it back unchanged.');
  expect(screen.text()).not.toMatch(/│ (Label|Action|Protocol) /);
  await screen.press('esc', 'esc', 'enter', '2');
  await screen.expectText(/in 3 +— +rule set 5/);
  await screen.moveTo('in 3');
  await screen.press('e');
  await screen.expectText('refers to a rule set');
  await screen.close();
});

test('the VPC interface of a config can be edited, and values that the API computes are not sent', async () => {
  const vpc = {
    id: 9,
    active: true,
    purpose: 'vpc',
    primary: true,
    label: null,
    ipam_address: null,
    vpc_id: 3,
    subnet_id: 7,
    ipv4: {vpc: '10.0.0.2', nat_1_1: 'any'},
    ip_ranges: [],
    future: {mode: 1},
  };
  const open = {
    id: 8,
    active: true,
    purpose: 'public',
    primary: false,
    label: '',
    ipam_address: '',
    vpc_id: null,
    subnet_id: null,
    ipv4: null,
    ip_ranges: null,
  };
  const screen = await openScriptedConsole(
    {'instances.configs.list': [config({id: 4, label: 'boot', interfaces: [open, vpc] as never})]},
    {initialDestination: {family: 'instances.configs', params: {computeId: 101}}},
  );
  await screen.expectText('boot');
  await screen.press('e');
  await screen.expectText(/2 +VPC +yes +7 +10/);
  for (let step = 0; step < 15; step++) await screen.press('tab');
  await screen.press('enter');
  await screen.expectText('Skydeck can’t edit future, and sends it back unchanged.');
  await screen.expectText(/Address in VPC +10\.0\.0\.2/);
  await screen.press('ctrl-u');
  await screen.type('10.0.0.9');
  await screen.press('ctrl-o', 'ctrl-o');
  await screen.expectText(/10\.0\.0\.2.*→.*10\.0\.0\.9/s);
  await screen.press('enter');
  const sent = () => screen.account.calls.find(({operation}) => operation === 'instances.configs.update');
  await screen.until(() => sent() !== undefined);
  const sendable = ({id: _, active: __, vpc_id: ___, ...rest}: AnyRow) => rest;
  const {body, originalValues: read} = sent()?.request ?? {};
  expect(checkRequest(contract.instances.configs.update, body, {read}).value).toEqual({
    interfaces: [sendable(open), {...sendable(vpc), ipv4: {vpc: '10.0.0.9', nat_1_1: 'any'}}],
  });
  await screen.close();
});

test('an instance shows the price of its region', async () => {
  const regionPrices = (monthly: number) => [{id: 'ap-south', hourly: monthly / 730, monthly}];
  const {backups} = plan().addons;
  const small = plan({
    id: 'small',
    label: 'Small',
    region_prices: regionPrices(28.8),
    addons: {backups: {...backups, region_prices: regionPrices(6)}},
  });
  const large = plan({
    id: 'large',
    label: 'Large',
    memory: 8192,
    price: {hourly: 0.072, monthly: 48},
    region_prices: regionPrices(57.6),
  });
  const screen = await openScriptedConsole(
    {
      'instances.list': [instance({id: 7, label: 'far', region: 'ap-south', type: 'small', status: 'offline'})],
      'types.list': [small, large],
      'instances.disks.list': [],
    },
    {initialDestination: {family: 'instances'}},
  );
  await screen.expectText('far');
  await screen.press('enter');
  await screen.expectText(/Small.*\$28\.80\/mo/);
  expect(screen.text()).not.toContain('$24.00');
  await screen.close();
});
