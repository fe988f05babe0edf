/** VPCs: private networks of instances in a region, divided into subnets. The API of today has them. */
import type {Contract} from '../../contract/index.ts';
import type {Vpc} from '../../contract/resources/vpcs.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import type {FieldError} from '../../contract/schema/field-error.ts';
import {unlessCapable, unlessInService} from '../catalogue/regions.ts';
import {vpcEvents} from '../event-words/cluster-events.ts';
import {amountCell, cellFor} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {regionLine} from '../relations/reference-cells.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {restoringBody, sentFields} from '../shape/undo-body.ts';
import {openTicketAction} from '../support/ticket-subject.ts';
import {instanceIds, unlessUnused} from './subnet-instances.ts';
import {rangeProblems} from './subnet-ranges.ts';

type Spec = FamilySpec<'vpcs', 'vpc' | 'subnet'>;
type Create = RequestBody<Contract['vpcs']['create']>;

const rowParams = (row: Vpc) => ({vpcId: row.id});
const instanceCount = (row: Vpc): number => instanceIds(row.subnets).length;

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {field: 'region', title: 'Region', width: 10, max: 14, link: row => ({family: 'regions', id: row.region})},
  {
    id: 'subnets',
    title: 'Subnets',
    ...standard.numberFacts((row: Vpc) => row.subnets.length),
  },
  {
    id: 'count',
    title: 'Instances',
    ...standard.numberFacts(instanceCount),
  },
  {id: 'description', title: 'Description', priority: 3, max: 36, value: row => cellFor(row.description)},
  {...ageColumn, priority: 3},
  standard.shownIdColumn(2),
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'VPC',
        lines: [
          ...standard.identityLines,
          regionLine,
          {title: 'Description', value: row => cellFor(row.description)},
          {title: 'Subnets', value: row => amountCell(row.subnets.length)},
          {title: 'Instances', value: row => amountCell(instanceCount(row))},
        ],
      },
      standard.historySection,
    ],
  },
  {title: 'Subnets', list: 'vpcs.subnets', params: rowParams},
  {title: 'Addresses', list: 'vpcs.ips', params: rowParams},
  {
    title: 'Instances',
    list: 'instances',
    params: () => ({}),
    filter: (instance, row) => instanceIds(row.subnets).includes(instance.id),
  },
  standard.eventsTab('vpc'),
];

/** Problems with the ranges of new subnets. The contract refuses a value that isn’t a list. */
const subnetProblems = (subnets: unknown): readonly FieldError[] => {
  const ranges = Array.isArray(subnets) ? subnets.map((subnet: {readonly ipv4?: unknown} | null) => subnet?.ipv4) : [];
  return ranges.flatMap((range, index) =>
    rangeProblems(
      `subnets.${index}.ipv4`,
      range,
      ranges.slice(0, index).filter(earlier => typeof earlier === 'string'),
    ),
  );
};

const actions: Spec['actions'] = {
  create: {
    title: 'New VPC…',
    undo: {action: 'delete'},
    eventActions: ['vpc_create'],
    problems: ({body: {subnets}}) => subnetProblems(subnets),
    form: {
      label: standard.labelInput,
      region: {
        title: 'Region',
        input: 'pick',
        family: 'regions',
        unless: ({candidate: region}) => unlessCapable(region, 'VPCs') ?? unlessInService(region),
      },
      description: {title: 'Description', input: 'text'},
      subnets: {
        title: 'Subnets',
        help: 'ranges of private addresses that don’t overlap; more can be added later',
        input: 'rows',
        one: 'subnet',
        inputs: {
          label: standard.labelInput,
          ipv4: {title: 'Range', help: 'like 10.0.1.0/24; it can’t be changed later', input: 'text'},
        },
      },
    },
  },
  update: {
    title: 'Edit…',
    rowParams,
    eventActions: ['vpc_update'],
    expectedFields: ({body}) => body,
    undo: {action: 'update', body: sentFields('label', 'description')},
    form: {label: standard.labelInput, description: {title: 'Description', input: 'text'}},
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({row, lookup}) => unlessUnused(row.subnets, lookup),
    // The VPC is unused, so it can be created again with the same subnets.
    confirm: 'ask',
    eventActions: ['vpc_delete'],
    undo: {
      action: 'create',
      body: row => ({
        ...restoringBody<Create>(row, 'label', 'region', 'description'),
        subnets: row.subnets.map(({label, ipv4}) => ({label, ipv4})),
      }),
    },
  },
};

export const vpcs = defineFamily('vpcs', {
  title: 'VPCs',
  one: 'VPC',
  group: 'network',
  today: true,
  aliases: ['vpc'],
  entity: 'vpc',
  events: ['vpc', 'subnet'],
  onEvent: vpcEvents,
  label: row => row.label,
  sort: 'label',
  columns,
  detail,
  actions,
  borrowedActions: {ticket: openTicketAction('vpc_id')},
  summary: row => joinParts(row.region, countText(row.subnets.length, 'subnet')),
  search: row => [row.id, row.description, ...row.subnets.flatMap(({label, ipv4}) => [label, ipv4])].join(' '),
});
