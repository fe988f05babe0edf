/** For tests: one plausible row of every family of networks, and of families related to an instance. */

import type {InstanceBackup} from '../../contract/instances/backups.ts';
import type {BootInterface} from '../../contract/instances/config-interfaces.ts';
import type {InstanceInterface, InterfaceHistory, InterfaceSettings} from '../../contract/instances/interfaces.ts';
import type {
  Firewall,
  FirewallDevice,
  FirewallRule,
  FirewallSettings,
  FirewallTemplate,
} from '../../contract/networking/firewalls.ts';
import type {IpAddress} from '../../contract/networking/ips.ts';
import type {Ipv6Pool, Ipv6Range} from '../../contract/networking/ipv6.ts';
import type {Vlan} from '../../contract/networking/vlans.ts';
import type {PlacementGroup} from '../../contract/resources/placement.ts';
import type {Vpc, VpcIpAddress, VpcSubnet} from '../../contract/resources/vpcs.ts';
import type {InstanceAddress, PositionedRule} from '../shape/derived-rows.ts';

export const rule = (facts: Partial<FirewallRule> = {}): FirewallRule => ({
  protocol: 'TCP',
  ports: '22, 80-443',
  addresses: {ipv4: ['192.0.2.0/24'], ipv6: ['2001:db8::/32']},
  action: 'ACCEPT',
  label: 'ssh-and-web',
  description: 'From the office',
  ...facts,
});

export const positionedRule = (facts: Partial<PositionedRule> = {}): PositionedRule => ({
  ...rule(),
  direction: 'inbound',
  place: 1,
  ...facts,
});

export const firewall = (facts: Partial<Firewall> = {}): Firewall => ({
  id: 123,
  label: 'web',
  created: '2025-01-01T00:00:00',
  updated: '2026-02-28T12:00:00',
  status: 'enabled',
  rules: {inbound: [rule()], outbound: [], inbound_policy: 'DROP', outbound_policy: 'ACCEPT'},
  tags: ['prod'],
  ...facts,
});

export const firewallSettings = (facts: Partial<FirewallSettings['default_firewall_ids']> = {}): FirewallSettings => ({
  default_firewall_ids: {compute: 123, nodebalancer: null, public_interface: 123, vpc_interface: null, ...facts},
});

export const firewallTemplate = (facts: Partial<FirewallTemplate> = {}): FirewallTemplate => ({
  slug: 'public',
  rules: firewall().rules,
  ...facts,
});

export const firewallVersion = (version = 2): Firewall => {
  const {rules, ...facts} = firewall();
  return {...facts, rules: {...rules, version, fingerprint: 'f39962b1'}};
};

export const instanceInterface = (facts: Partial<InstanceInterface> = {}): InstanceInterface => ({
  id: 3001,
  mac_address: '22:00:00:00:0b:b9',
  version: 2,
  default_route: {ipv4: true, ipv6: false},
  public: null,
  vpc: {
    vpc_id: 12,
    subnet_id: 21,
    ipv4: {
      addresses: [{address: '10.0.0.3', nat_1_1_address: '192.0.2.10', primary: true}],
      ranges: [{range: '10.0.0.64/28'}],
    },
  },
  vlan: null,
  created: '2026-01-01T00:00:00',
  updated: '2026-02-28T12:00:00',
  ...facts,
});

export const interfaceSettings = (facts: Partial<InterfaceSettings> = {}): InterfaceSettings => ({
  network_helper: true,
  default_route: {
    ipv4_interface_id: 3001,
    ipv4_eligible_interface_ids: [3001, 3002],
    ipv6_interface_id: null,
    ipv6_eligible_interface_ids: [3002],
  },
  ...facts,
});

export const interfaceVersion = (facts: Partial<InterfaceHistory> = {}): InterfaceHistory => ({
  interface_history_id: 7,
  interface_id: 3001,
  compute_id: 101,
  version: 1,
  interface_data: '{"id":3001}',
  created: '2026-01-01T00:00:00',
  ...facts,
});

export const firewallDevice = (facts: Partial<FirewallDevice> = {}): FirewallDevice => ({
  id: 456,
  created: '2025-01-01T00:00:00',
  updated: '2025-01-01T00:00:00',
  entity: {id: 101, type: 'compute', label: 'web-01', url: '/v4/compute/instances/101'},
  ...facts,
});

export const ip = (facts: Partial<IpAddress> = {}): IpAddress => ({
  address: '192.0.2.10',
  gateway: '192.0.2.1',
  subnet_mask: '255.255.255.0',
  prefix: 24,
  type: 'ipv4',
  public: true,
  rdns: 'web-01.acme.example',
  compute_id: 101,
  region: 'us-east',
  ...facts,
});

export const range = (facts: Partial<Ipv6Range> = {}): Ipv6Range => ({
  range: '2001:db8:6000:1::',
  prefix: 64,
  region: 'us-east',
  route_target: '2001:db8::1',
  ...facts,
});

export const pool = (facts: Partial<Ipv6Pool> = {}): Ipv6Pool => ({
  range: '2001:db8:500::',
  prefix: 116,
  region: 'us-east',
  route_target: null,
  ...facts,
});

export const vlan = (facts: Partial<Vlan> = {}): Vlan => ({
  label: 'backend',
  region: 'us-east',
  computes: [101, 102],
  created: '2025-01-01T00:00:00',
  ...facts,
});

export const backup = (facts: Partial<InstanceBackup> = {}): InstanceBackup => ({
  id: 123456,
  type: 'snapshot',
  status: 'successful',
  created: '2026-02-28T10:00:00',
  updated: '2026-02-28T10:20:00',
  finished: '2026-02-28T10:20:00',
  label: 'before-upgrade',
  configs: ['My profile'],
  disks: [{size: 40960, filesystem: 'ext4', label: 'Debian root'}],
  ...facts,
});

export const instanceAddress = (facts: Partial<InstanceAddress> = {}): InstanceAddress => ({
  ...ip(),
  use: 'public',
  ...facts,
});

export const vpcSubnet = (facts: Partial<VpcSubnet> = {}): VpcSubnet => ({
  id: 7,
  label: 'web',
  ipv4: '10.0.0.0/24',
  computes: [{id: 101, interfaces: [{id: 90010, active: true, config_id: 9001}]}],
  created: '2025-01-01T00:00:00',
  updated: '2026-02-28T12:00:00',
  ...facts,
});

export const vpc = (facts: Partial<Vpc> = {}): Vpc => ({
  id: 3,
  label: 'production',
  description: 'Web servers and their databases',
  region: 'us-east',
  subnets: [vpcSubnet()],
  created: '2025-01-01T00:00:00',
  updated: '2026-02-28T12:00:00',
  ...facts,
});

export const vpcAddress = (facts: Partial<VpcIpAddress> = {}): VpcIpAddress => ({
  address: '10.0.0.2',
  address_range: null,
  vpc_id: 3,
  subnet_id: 7,
  region: 'us-east',
  compute_id: 101,
  config_id: 9001,
  interface_id: 90010,
  active: true,
  nat_1_1: null,
  gateway: '10.0.0.1',
  prefix: 24,
  subnet_mask: '255.255.255.0',
  ...facts,
});

export const placementGroupRow = (facts: Partial<PlacementGroup> = {}): PlacementGroup => ({
  id: 21,
  label: 'databases',
  region: 'us-east',
  placement_group_type: 'anti_affinity:local',
  placement_group_policy: 'strict',
  is_compliant: true,
  members: [{compute_id: 101, is_compliant: true}],
  migrations: null,
  ...facts,
});

export const bootInterface = (facts: Partial<BootInterface> = {}): BootInterface => ({
  id: 90011,
  purpose: 'vpc',
  label: null,
  ipam_address: null,
  active: false,
  vpc_id: 3,
  subnet_id: 7,
  ipv4: {vpc: '10.0.0.2', nat_1_1: null},
  ip_ranges: ['10.0.4.0/28'],
  primary: false,
  ...facts,
});
