/** Subnets of a VPC: ranges of private addresses, and the instances in them. */
import type {Contract} from '../../contract/index.ts';
import type {VpcSubnet} from '../../contract/resources/vpcs.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import {yesNoCell} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {ipSortKey} from '../networking/ips.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {restoringBody} from '../shape/undo-body.ts';
import {instanceCells, instanceIds, instanceText, unlessUnused} from './subnet-instances.ts';
import {rangeProblems} from './subnet-ranges.ts';

type Spec = FamilySpec<'vpcs.subnets', never>;
type ListParams = ListParamsOf<'vpcs.subnets'>;
type Create = RequestBody<Contract['vpcs']['subnets']['create']>;

const rowParams = (row: VpcSubnet) => ({vpcSubnetId: row.id});

/** True if an interface in the subnet is active. */
const isActive = ({computes}: VpcSubnet): boolean =>
  computes.some(({interfaces}) => interfaces.some(({active}) => active));

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {field: 'ipv4', title: 'Range', width: 18, sortBy: row => ipSortKey(row.ipv4)},
  {
    id: 'count',
    title: 'Instances',
    ...standard.numberFacts((row: VpcSubnet) => row.computes.length),
  },
  {
    id: 'members',
    title: 'Used by',
    priority: 2,
    max: 40,
    value: (row, lookup) => instanceText(instanceIds([row]), lookup),
  },
  {...ageColumn, priority: 3},
  standard.shownIdColumn(3),
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Subnet',
        lines: [
          ...standard.identityLines,
          {title: 'Range', value: row => row.ipv4},
          {title: 'Instances', value: (row, lookup) => instanceCells(instanceIds([row]), lookup)},
          {title: 'In use', value: row => yesNoCell(isActive(row))},
        ],
      },
      standard.historySection,
    ],
  },
  {
    title: 'Instances',
    list: 'instances',
    params: () => ({}),
    filter: (instance, row) => row.computes.some(({id}) => id === instance.id),
  },
];

/** The loaded ranges of the other subnets of the VPC. */
const takenRanges = (lookup: Lookup, {vpcId}: ListParams): readonly string[] =>
  lookup.rows('vpcs.subnets', {vpcId}).map(({ipv4}) => ipv4);

const actions: Spec['actions'] = {
  create: {
    title: 'New subnet…',
    undo: {action: 'delete'},
    eventActions: ['subnet_create'],
    invalidates: ['vpcs'],
    problems: ({lookup, params, body: {ipv4}}) => rangeProblems('ipv4', ipv4, takenRanges(lookup, params)),
    form: {
      label: standard.labelInput,
      ipv4: {
        title: 'Range',
        help: 'private addresses, like 10.0.1.0/24; it can’t be changed later',
        input: 'text',
      },
    },
  },
  update: {
    ...standard.renameAction,
    rowParams,
    eventActions: ['subnet_update'],
    invalidates: ['vpcs'],
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({row, lookup}) => unlessUnused([row], lookup),
    // The subnet can be created again with the same range.
    confirm: 'ask',
    eventActions: ['subnet_delete'],
    invalidates: ['vpcs'],
    undo: {action: 'create', body: row => restoringBody<Create>(row, 'label', 'ipv4')},
  },
};

export const vpcSubnets = defineFamily('vpcs.subnets', {
  title: 'Subnets',
  one: 'subnet',
  today: true,
  label: row => row.label,
  sort: 'ipv4',
  columns,
  detail,
  actions,
  summary: row => joinParts(row.ipv4, countText(row.computes.length, 'instance')),
  search: (row, lookup) => `${row.id} ${instanceText(instanceIds([row]), lookup)}`,
});
