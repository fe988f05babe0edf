import {expect, test} from 'vitest';
import {firewall, firewallSettings} from '../testing/network-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {defaultCell, defaultFirewalls, defaultProtectionText} from './firewall-defaults.ts';

const {update} = defaultFirewalls.actions;
const settings = firewallSettings({compute: 123, public_interface: 123, vpc_interface: 7});
const lookup = lookupFrom({
  lists: {
    'networking.firewalls.settings': [settings],
    'networking.firewalls': [firewall({id: 123, label: 'web'}), firewall({id: 7, label: 'inner'})],
  },
});
const change = (ids: object) => ({default_firewall_ids: {...settings.default_firewall_ids, ...ids}});

test('a firewall shows for which new resources it is the default', () => {
  const today = (id: number) => firewall({id, entities: []});
  expect(defaultCell(today(123), lookup)).toBe('new instances, public interfaces');
  expect(defaultCell(today(7), lookup)).toBe('new VPC interfaces');
  expect(defaultCell(today(8), lookup)).toMatchObject({text: '—'});
  expect(defaultCell(today(123), lookupFrom({}))).toMatchObject({text: '?'});
});

test('the settings are not read with an older API', () => {
  const unread = {...lookupFrom({}), rows: () => expect.fail('a list was read')};
  expect(defaultCell(firewall(), unread as typeof lookup)).toMatchObject({text: '—'});
});

test('a changed default names its firewall, and a removed one its consequence', () => {
  const warnings = (ids: object) => update?.warnings?.({row: settings, lookup, params: {}, body: change(ids)});
  expect(warnings({nodebalancer: 7})).toEqual([
    'New NodeBalancers get the firewall inner unless their request names another.',
  ]);
  expect(warnings({compute: null, vpc_interface: null})).toEqual([
    'New instances get no firewall unless their request names one.',
    'New VPC interfaces need a firewall in their request: without a default, the API refuses others.',
  ]);
  expect(warnings({})).toEqual([]);
});

test('only the removal of a default has the risk "opens"', () => {
  const risk = (ids: object) =>
    typeof update?.risk === 'function'
      ? update.risk({row: settings, lookup, params: {}, body: change(ids)})
      : update?.risk;
  expect(risk({compute: null})).toBe('opens');
  expect(risk({compute: 7})).toBeUndefined();
});

test('a new interface names the firewall that will protect it', () => {
  expect(defaultProtectionText('vpc_interface', lookup)).toBe('The default firewall inner will protect it.');
  const without = lookupFrom({
    lists: {'networking.firewalls.settings': [firewallSettings({public_interface: null})]},
  });
  expect(defaultProtectionText('public_interface', without)).toMatch(/^No default firewall is set for new public/);
  expect(defaultProtectionText('public_interface', lookupFrom({}))).toMatch(/^The default firewall of the account/);
});
