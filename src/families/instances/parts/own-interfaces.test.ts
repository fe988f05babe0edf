import {describe, expect, test} from 'vitest';
import type {InstanceInterface} from '../../../contract/instances/interfaces.ts';
import {cellText} from '../../format/cells.ts';
import type {AnyInput, AnyRow, Family} from '../../shape/define-family.ts';
import {formContext} from '../../testing/form-context.ts';
import {instanceInterface, interfaceSettings, interfaceVersion, vpc} from '../../testing/network-rows.ts';
import {instance} from '../../testing/rows.ts';
import {lookupFrom} from '../../testing/test-lookup.ts';
import {instances} from '../index.ts';
import {interfaceVersions, interfaceOptions as settings} from './interface-parts.ts';
import {ownInterfaces} from './own-interfaces.ts';

const params = {computeId: 101};
const inner = instanceInterface({created: '2026-01-02T00:00:00'});
const open = instanceInterface({
  id: 3002,
  vpc: null,
  default_route: {ipv4: true, ipv6: true},
  public: {
    ipv4: {addresses: [{address: '192.0.2.10', primary: true}], shared: []},
    ipv6: {ranges: [], shared: [], slaac: [{address: '2001:db8::1', prefix: 64}]},
  },
});
const backend = instanceInterface({
  id: 3003,
  vpc: null,
  default_route: null,
  vlan: {vlan_label: 'backend', ipam_address: null},
  created: '2026-01-03T00:00:00',
});
const owner = (facts = {}) => instance({id: 101, label: 'web-01', interface_generation: 'compute', ...facts});
const lookupWith = (facts = {}) =>
  lookupFrom({
    lists: {instances: [owner(facts)], vpcs: [vpc({id: 12})], 'instances.interfaces': [inner, open, backend]},
  });
const lookup = lookupWith({status: 'offline'});

const cells = ({columns}: Family, row: object): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(column =>
      column.field === undefined ? [[column.id, cellText(column.value(row as AnyRow, lookup, params))]] : [],
    ),
  );

describe('an interface', () => {
  test.each<[InstanceInterface, object]>([
    [open, {device: 'eth0', network: 'public', address: '192.0.2.10', route: 'IPv4, IPv6'}],
    [
      inner,
      {device: 'eth1', network: expect.stringMatching(/^VPC production, subnet /), address: '10.0.0.3', route: 'IPv4'},
    ],
    [backend, {device: 'eth2', network: 'VLAN backend', address: '—', route: '—'}],
  ])('shows its device, network, address and routes', (row, expected) => {
    expect(cells(ownInterfaces, row)).toMatchObject(expected);
  });

  test('is named after its network', () => {
    expect([open, inner, backend].map(row => ownInterfaces.label(row as unknown as AnyRow))).toEqual([
      'public',
      'vpc',
      'backend',
    ]);
  });

  test('can be added, edited and deleted only while its instance is off', () => {
    for (const name of ['create', 'update', 'delete']) {
      const {unless} = ownInterfaces.actions[name] ?? {};
      expect(unless?.({row: open as unknown as AnyRow, lookup, params})).toBeUndefined();
      expect(unless?.({row: open as unknown as AnyRow, lookup: lookupWith({status: 'running'}), params})).toBe(
        'needs the instance to be off: shut it down first',
      );
      expect(
        unless?.({
          row: open as unknown as AnyRow,
          lookup: lookupWith({interface_generation: 'legacy_config'}),
          params,
        }),
      ).toBe('the interfaces of the instance are in its configs');
    }
  });

  test.each([
    [{}, ['needs exactly one of a public, a VPC and a VLAN interface']],
    [{public: {}, vlan: {vlan_label: 'a'}}, ['needs exactly one of a public, a VPC and a VLAN interface']],
    [{vlan: {ipam_address: '10.0.0.1/24'}}, ['is required for a VLAN']],
    [{vpc: {subnet_id: 7}}, []],
  ])('belongs to exactly one network: %j', (body, reasons) => {
    const fieldErrors = ownInterfaces.actions.create?.problems?.({row: undefined, lookup, params, body});
    expect(fieldErrors?.map(({reason}) => reason)).toEqual(reasons);
  });

  test('shows which firewall will protect it', () => {
    const warningsFor = (body: object) =>
      ownInterfaces.actions.create?.warnings?.({row: undefined, lookup, params, body}).join(' ');
    expect(warningsFor({public: {}})).toContain('default firewall');
    expect(warningsFor({public: {}, firewall_id: null})).toContain('No firewall will protect');
    expect(warningsFor({vlan: {vlan_label: 'a'}})).not.toContain('firewall');
  });
});

test('the settings show interfaces by name, and offer eligible ones only', () => {
  const row = interfaceSettings() as unknown as AnyRow;
  expect(cells(settings, row)).toMatchObject({ipv4_route: 'eth1 vpc', ipv6_route: '—'});
  const group = settings.actions.update?.form?.default_route?.inputs as Readonly<Record<string, AnyInput>>;
  const reason = (candidate: AnyRow) => group.ipv6_interface_id?.unless?.(formContext({candidate, row}));
  expect(reason(inner)).toBe('can’t have the default route for IPv6');
  expect(reason(open)).toBeUndefined();
});

test('a change of Network Helper warns that the instance must be off', () => {
  const row = interfaceSettings() as unknown as AnyRow;
  const warningsFor = (status: string) =>
    settings.actions.update
      ?.warnings?.({row, lookup: lookupWith({status}), params, body: {network_helper: false}})
      .join(' ');
  expect(warningsFor('running')).toContain('only while the instance is off');
  expect(warningsFor('offline')).not.toContain('only while');
});

test('an earlier version is shown as indented JSON, and any other text unchanged', () => {
  const [state] = interfaceVersions.detail;
  const text = state && 'text' in state ? state.text : undefined;
  expect(text?.(interfaceVersion() as unknown as AnyRow, lookup, params)).toBe('{\n  "id": 3001\n}');
  expect(text?.(interfaceVersion({interface_data: 'x'}) as unknown as AnyRow, lookup, params)).toBe('x');
});

describe('an upgrade to interfaces of the instance', () => {
  const {upgradeInterfaces: upgrade} = instances.actions;
  const row = (facts: object) => instance(facts) as unknown as AnyRow;

  test('is available for instances with legacy interfaces', () => {
    expect(upgrade?.unless?.({row: row({interface_generation: 'legacy_config'}), lookup, params: {}})).toBeUndefined();
    expect(upgrade?.unless?.({row: row({interface_generation: 'compute'}), lookup, params: {}})).toBe(
      'already has interfaces of its own',
    );
    expect(upgrade?.unless?.({row: row({interface_generation: undefined}), lookup, params: {}})).toContain(
      'your provider’s API',
    );
  });

  test('is a dry run by default', () => {
    expect([undefined, {}, {dry_run: true}, {dry_run: false}].map(body => upgrade?.isDryRun?.(body))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const risk = (body: object) =>
      typeof upgrade?.risk === 'function' ? upgrade.risk({row: row({}), lookup, params: {}, body}) : '';
    expect([risk({dry_run: true}), risk({dry_run: false})]).toEqual([undefined, 'destroys']);
  });

  test('shows the interfaces of a dry run', () => {
    const response = {dry_run: true, config_id: 1, interfaces: [open, backend]};
    expect(
      upgrade
        ?.revealedValues?.({response, values: {}, row: undefined, params: {}})
        .map(({title, value}) => `${title}: ${value}`),
    ).toEqual(['Interface 1: public · 192.0.2.10, 2001:db8::1', 'Interface 2: backend']);
    expect(
      upgrade?.revealedValues?.({response: {...response, dry_run: false}, values: {}, row: undefined, params: {}}),
    ).toEqual([]);
  });
});
