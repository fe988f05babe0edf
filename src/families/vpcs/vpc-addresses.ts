/** Addresses and ranges of interfaces in VPCs, for one VPC and for the account. */
import type {VpcIpAddress} from '../../contract/resources/vpcs.ts';
import {amountCell, type Cell, cellFor, yesNoCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {ipSortKey} from '../networking/ips.ts';
import {defineFamily, type FamilySpec, type Lookup, type Ref} from '../shape/define-family.ts';

type Spec = FamilySpec<'vpcs.allIps', never>;

const addressOf = ({address, address_range}: VpcIpAddress): string => address ?? address_range ?? '';
const instanceOf = ({compute_id}: VpcIpAddress): Ref => ({family: 'instances', id: compute_id});
const instanceCell = ({compute_id}: VpcIpAddress, lookup: Lookup): Cell =>
  cellFor(compute_id, id => lookup.find('instances', id)?.label ?? `instance ${id}`);
const vpcOf = ({vpc_id}: VpcIpAddress): Ref => ({family: 'vpcs', id: vpc_id});
const vpcCell = ({vpc_id}: VpcIpAddress, lookup: Lookup): Cell =>
  cellFor(vpc_id, id => lookup.find('vpcs', id)?.label ?? `VPC ${id}`);
const subnetCell = ({vpc_id, subnet_id}: VpcIpAddress, lookup: Lookup): Cell =>
  cellFor(
    subnet_id,
    id => lookup.find('vpcs', vpc_id)?.subnets.find(subnet => subnet.id === id)?.label ?? `subnet ${id}`,
  );

const columns: Spec['columns'] = [
  {
    id: 'address',
    title: 'IP address',
    width: 15,
    max: 40,
    value: row => cellFor(addressOf(row)),
    sortBy: row => ipSortKey(addressOf(row)),
  },
  {id: 'instance', title: 'Instance', grow: true, width: 14, value: instanceCell, link: instanceOf},
  {id: 'subnet', title: 'Subnet', width: 10, max: 32, value: subnetCell},
  {field: 'nat_1_1', title: 'NAT', priority: 2, max: 40, format: address => cellFor(address)},
  {field: 'active', title: 'Active', priority: 2, format: yesNoCell},
  {field: 'gateway', title: 'Gateway', priority: 3, max: 40},
  {field: 'prefix', title: 'Prefix', align: 'right', optional: true},
  {field: 'subnet_mask', title: 'Mask', optional: true, max: 40},
  {field: 'config_id', title: 'Config ID', align: 'right', optional: true},
  {field: 'interface_id', title: 'Interface ID', align: 'right', optional: true},
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'IP address',
        lines: [
          {title: 'IP address', value: addressOf},
          {title: 'Instance', value: instanceCell, link: instanceOf},
          {title: 'VPC', value: vpcCell, link: vpcOf},
          {title: 'Subnet', value: subnetCell},
          {title: 'Active', value: row => yesNoCell(row.active)},
          {title: 'NAT', value: row => cellFor(row.nat_1_1)},
        ],
      },
      {
        title: 'Network',
        lines: [
          {title: 'Gateway', value: row => row.gateway},
          {title: 'Subnet mask', value: row => row.subnet_mask},
          {title: 'Config ID', value: row => amountCell(row.config_id)},
          {title: 'Interface ID', value: row => amountCell(row.interface_id)},
        ],
      },
    ],
  },
];

const addresses = {
  one: 'VPC address',
  // No field is a key: an address may be in several configs and in several VPCs.
  key: (row: VpcIpAddress) => [row.vpc_id, row.config_id ?? '', row.interface_id, addressOf(row)].join(' '),
  label: addressOf,
  today: true,
  actions: {},
  summary: (row: VpcIpAddress, lookup: Lookup) =>
    joinParts(lookup.find('instances', row.compute_id)?.label, lookup.find('vpcs', row.vpc_id)?.label),
} as const;

export const vpcAddresses = defineFamily('vpcs.ips', {
  ...addresses,
  title: 'Addresses of the VPC',
  sort: 'address',
  columns,
  detail,
});

export const allVpcAddresses = defineFamily('vpcs.allIps', {
  ...addresses,
  title: 'VPC addresses',
  name: 'vpc-addresses',
  aliases: ['vpc-ips'],
  byName: true,
  sort: 'address',
  columns: [
    ...columns.slice(0, 2),
    {id: 'vpc', title: 'VPC', width: 10, max: 32, value: vpcCell, link: vpcOf},
    ...columns.slice(2),
    {field: 'region', title: 'Region', priority: 3, max: 14, link: row => ({family: 'regions', id: row.region})},
  ],
  detail,
});
