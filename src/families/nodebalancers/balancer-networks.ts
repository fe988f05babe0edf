/** Firewalls of a NodeBalancer, and the subnets through which it reaches its nodes. The API of today has them. */
import type {NodeBalancerVpc} from '../../contract/resources/nodebalancers.ts';
import {amountCell, type Cell, cellFor, yesNoCell} from '../format/cells.ts';
import {assignedFirewall, assignmentAction} from '../networking/assigned-firewalls.ts';
import {defineFamily, type FamilySpec, type Lookup, type Ref} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

type Spec = FamilySpec<'nodebalancers.vpcs', never>;

export const nodebalancerFirewalls = defineFamily('nodebalancers.firewalls', {
  ...assignedFirewall,
  title: 'Firewalls of the NodeBalancer',
  name: 'nodebalancer-firewalls',
  today: true,
  actions: {update: assignmentAction('nodebalancers.firewalls', 'NodeBalancer')},
});

const vpcOf = ({vpc_id: id}: NodeBalancerVpc): Ref | undefined =>
  typeof id === 'number' ? {family: 'vpcs', id} : undefined;
const vpcCell = ({vpc_id}: NodeBalancerVpc, lookup: Lookup): Cell =>
  cellFor(vpc_id, id => lookup.find('vpcs', id)?.label ?? `VPC ${id}`);
const subnetCell = ({vpc_id, subnet_id}: NodeBalancerVpc, lookup: Lookup): Cell =>
  cellFor(
    subnet_id,
    id => lookup.find('vpcs', vpc_id)?.subnets.find(subnet => subnet.id === id)?.label ?? `subnet ${id}`,
  );

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'VPC',
        lines: [
          {title: 'VPC', value: vpcCell, link: vpcOf},
          {title: 'Subnet', value: subnetCell},
          {title: 'IPv4 range', value: row => row.ipv4_range},
          {title: 'Chosen by the API', value: row => yesNoCell(row.ipv4_range_auto_assign)},
          {title: 'ID', value: row => amountCell(row.id)},
        ],
      },
    ],
  },
];

export const nodebalancerVpcs = defineFamily('nodebalancers.vpcs', {
  title: 'VPCs of the NodeBalancer',
  one: 'VPC of the NodeBalancer',
  name: 'nodebalancer-vpcs',
  today: true,
  label: row => row.ipv4_range,
  columns: [
    {id: 'vpc', title: 'VPC', grow: true, width: 12, value: vpcCell, link: vpcOf},
    {id: 'subnet', title: 'Subnet', width: 10, max: 32, value: subnetCell},
    {field: 'ipv4_range', title: 'IPv4 range', width: 18},
    {field: 'ipv4_range_auto_assign', title: 'Chosen by the API', priority: 2, format: yesNoCell},
    standard.shownIdColumn(3),
  ],
  detail,
  actions: {},
});
