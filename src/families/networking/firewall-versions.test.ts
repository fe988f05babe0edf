import {expect, test} from 'vitest';
import type {FirewallRules} from '../../contract/networking/firewalls.ts';
import {firewall, firewallTemplate, firewallVersion, rule} from '../testing/network-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {firewallTemplates} from './firewall-templates.ts';
import {firewallVersions, versionRules} from './firewall-versions.ts';
import {rulesText} from './rule-words.ts';

const params = {firewallId: 123};
const current = {...firewall(), rules: {...firewall().rules, version: 2}};
const lookup = lookupFrom({lists: {'networking.firewalls': [current]}});

test("a former version can be restored without its number, the current one can't", () => {
  const {restore} = firewallVersions.borrowedActions ?? {};
  expect(restore?.unless?.({row: firewallVersion(2), lookup, params})).toBe('these are the current rules');
  expect(restore?.unless?.({row: firewallVersion(1), lookup, params})).toBeUndefined();
  expect(restore?.target?.({row: firewallVersion(1), lookup, params})).toBe(123);
  expect(restore?.presetValues({row: firewallVersion(1), lookup, params})).toEqual({
    inbound: [rule()],
    outbound: [],
    inbound_policy: 'DROP',
    outbound_policy: 'ACCEPT',
  });
});

test('versions are identified by their number', () => {
  expect([firewallVersion(1), firewallVersion(2)].map(firewallVersions.key)).toEqual([1, 2]);
  expect(firewallVersions.key(firewall())).toBe('2026-02-28T12:00:00');
});

test('the rules of a version are read from a firewall or from a rules object', () => {
  const rules: FirewallRules = firewallVersion(1).rules;
  for (const response of [firewallVersion(1), rules])
    expect(versionRules.rows?.(response)).toEqual([{...rule(), direction: 'inbound', place: 1}]);
});

test('a new firewall gets the rules of the template as initial values', () => {
  const {create} = firewallTemplates.borrowedActions ?? {};
  expect(create?.initialValues?.({row: firewallTemplate(), lookup: lookupFrom({}), params: {}})).toEqual({
    'rules.inbound': [rule()],
    'rules.inbound_policy': 'DROP',
    'rules.outbound': [],
    'rules.outbound_policy': 'ACCEPT',
  });
});

test('rules are shown as text, in their order', () => {
  expect(rulesText(firewall().rules).split('\n')).toEqual([
    'Inbound:',
    '  1  accept TCP 22, 80-443 from 192.0.2.0/24, 2001:db8::/32 (ssh-and-web)',
    '  other packets: drop',
    '',
    'Outbound:',
    '  all packets: accept',
  ]);
});
