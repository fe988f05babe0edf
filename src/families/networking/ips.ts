/** Addresses of the account; the list doesn't contain private addresses. */

import type {Instance} from '../../contract/instances/index.ts';
import type {IpAddress} from '../../contract/networking/ips.ts';
import type {Ipv6Range} from '../../contract/networking/ipv6.ts';
import {addressEvents} from '../event-words/network-events.ts';
import {amountCell, type Cell, cellFor, yesNoCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {regionLine} from '../relations/reference-cells.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type FamilySpec, type Lookup, type Ref} from '../shape/define-family.ts';
import type {FormCandidateContext, FormContext, InputValues} from '../shape/forms.ts';
import {sentFields} from '../shape/undo-body.ts';
import {
  assignSentence,
  assignWarnings,
  moveAddress,
  routedInstance,
  shareSentence,
  shareWarnings,
  swapAddresses,
} from './assign-addresses.ts';

type Spec = FamilySpec<'networking.ips', 'ipaddress'>;

const holder = (row: {readonly compute_id: number | null | undefined}): Ref | undefined =>
  row.compute_id === null || row.compute_id === undefined ? undefined : {family: 'instances', id: row.compute_id};
/** "web-01"; the ID while the label is not known. */
const holderCell = (row: {readonly compute_id: number | null | undefined}, lookup: Lookup): Cell =>
  cellFor(row.compute_id, id => lookup.find('instances', id)?.label ?? `instance ${id}`);

const columns: Spec['columns'] = [
  {field: 'address', title: 'IP address', width: 15, max: 40, sortBy: row => ipSortKey(row.address)},
  {id: 'instance', title: 'Instance', grow: true, width: 14, value: holderCell, link: holder},
  {field: 'region', title: 'Region', priority: 2, max: 14, link: row => ({family: 'regions', id: row.region})},
  {field: 'rdns', title: 'Reverse DNS', priority: 2, width: 16, max: 48},
  {field: 'type', title: 'Type', priority: 3},
  {field: 'gateway', title: 'Gateway', optional: true, max: 40},
  {field: 'subnet_mask', title: 'Mask', optional: true, max: 40},
  {field: 'prefix', title: 'Prefix', align: 'right', optional: true},
  {field: 'public', title: 'Public', optional: true, format: yesNoCell},
];

/** Sort key that orders addresses by number, IPv4 first. */
export const ipSortKey = (address: string): string =>
  typeof address !== 'string'
    ? ''
    : address.includes(':')
      ? `6${address}`
      : `4${address
          .split('.')
          .map(part => part.padStart(3, '0'))
          .join('.')}`;

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'IP address',
        lines: [
          {title: 'IP address', value: row => row.address},
          {title: 'Type', value: row => row.type},
          {title: 'Public', value: row => yesNoCell(row.public)},
          {title: 'Reverse DNS', value: row => row.rdns},
          {title: 'Instance', value: holderCell, link: holder},
          regionLine,
        ],
      },
      {
        title: 'Network',
        lines: [
          {title: 'Gateway', value: row => row.gateway},
          addedLine('Interface', 'interface_id'),
          addedLine(
            'Address in VPC',
            'vpc_nat_1_1',
            ({address, subnet_id, vpc_id}) => `${address} in VPC ${vpc_id}, subnet ${subnet_id}`,
          ),
          {title: 'Subnet mask', value: row => row.subnet_mask},
          {title: 'Prefix length', value: row => amountCell(row.prefix, length => `/${length}`)},
        ],
      },
    ],
  },
  {title: 'Events', events: row => ({type: 'ipaddress', id: row.address})},
];

/** The reason why an address can't be used: instances and addresses stay in their region. */
const unlessInRegion = (region: string | undefined, targetRegion: unknown): string | undefined =>
  typeof targetRegion === 'string' && region !== undefined && region !== targetRegion ? `in ${region}` : undefined;

const assignForm = {
  region: {title: 'Region', help: 'Region of the addresses and instances', input: 'pick', family: 'regions'},
  assignments: {
    title: 'Assignments',
    help: 'Assigns each address to one instance of the region.',
    input: 'rows',
    one: 'assignment',
    inputs: {
      address: {
        title: 'IP address',
        input: 'pick',
        family: 'networking.ips',
        unless: ({candidate, formValues}: FormCandidateContext<IpAddress>) =>
          unlessInRegion(candidate.region, formValues.region),
      },
      compute_id: {
        title: 'Instance',
        input: 'pick',
        family: 'instances',
        unless: ({candidate, formValues}: FormCandidateContext<Instance>) =>
          unlessInRegion(candidate.region, formValues.region),
      },
    },
  },
} as const;
/** Addresses that an instance currently shares; undefined if it shares none, or while they are not loaded. */
function sharedWith(computeId: unknown, lookup: Lookup): string[] | undefined {
  if (typeof computeId !== 'number') return undefined;
  const sharedAddresses = lookup.rows('instances.ips', {computeId}).filter(({use}) => use === 'shared');
  return sharedAddresses.length > 0 ? sharedAddresses.map(({address}) => address) : undefined;
}

/** Inputs for a new address. */
export const newAddressInputs = {
  type: {title: 'Type', input: 'choice', labels: {ipv4: 'IPv4'}, initial: () => 'ipv4' as const},
  public: {
    title: 'Public',
    help: 'Off = an address in the private network of the region',
    input: 'toggle',
    initial: () => true,
  },
} as const;

function unlessShareable(
  owner: number | undefined,
  region: string,
  values: InputValues,
  lookup: Lookup,
): string | undefined {
  const instance = typeof values.compute_id === 'number' ? lookup.find('instances', values.compute_id) : undefined;
  if (instance && owner === instance.id) return 'belongs to the instance itself';
  return unlessInRegion(region, instance?.region);
}

const shareForm = {
  compute_id: {
    title: 'Instance',
    help: 'Instance that can take over the addresses',
    input: 'pick',
    family: 'instances',
  },
  ips: {
    title: 'IP addresses',
    help: 'All shared addresses. Leave empty to stop sharing.',
    input: 'pickMany',
    derivedValue: ({values: {compute_id: id}, lookup}: FormContext) => sharedWith(id, lookup),
    sources: [
      {
        family: 'networking.ips',
        toValue: ({candidate: {address}}: FormCandidateContext<IpAddress>) => address,
        unless: ({candidate, values, lookup}: FormCandidateContext<IpAddress>) =>
          unlessShareable(candidate.compute_id, candidate.region, values, lookup),
      },
      {
        family: 'networking.ipv6.ranges',
        toValue: ({candidate: {range}}: FormCandidateContext<Ipv6Range>) => range,
        unless: ({candidate, values, lookup}: FormCandidateContext<Ipv6Range>) =>
          unlessShareable(routedInstance(candidate.route_target, lookup)?.id, candidate.region, values, lookup),
      },
    ],
  },
} as const;

const actions: Spec['actions'] = {
  allocate: {
    title: 'New address…',
    risk: ({body}) => (body.public ? 'charges' : undefined),
    eventActions: ['compute_addip'],
    invalidates: ['networking.ips', 'instances.ips'],
    warnings: ({body}) => (body.public ? ['An additional public address is billed.'] : []),
    form: {
      compute_id: {title: 'Instance', input: 'pick', family: 'instances'},
      ...newAddressInputs,
    },
  },
  update: {
    title: 'Edit reverse DNS…',
    rowParams: row => ({address: row.address}),
    unless: ({row}) => (row.public === false ? 'private addresses have no reverse name' : undefined),
    eventActions: ['ipaddress_update'],
    expectedFields: ({body}) => body,
    warnings: ({body: {rdns}}) => rdnsWarnings(rdns),
    undo: {action: 'update', body: sentFields('rdns')},
    form: {
      rdns: {
        title: 'Reverse DNS',
        help: 'For example mail.example.com. Leave empty to restore the default name.',
        input: 'text',
      },
    },
  },
  assign: {
    title: 'Move addresses or ranges…',
    risk: 'interrupts',
    key: 'O',
    confirm: 'ask',
    invalidates: ['networking.ips', 'networking.ipv6.ranges', 'instances.ips', 'instances'],
    sentence: ({lookup, body}) => assignSentence(lookup, body),
    warnings: ({lookup, body}) => assignWarnings(lookup, body),
    form: assignForm,
  },
  share: {
    title: 'Share addresses or ranges…',
    risk: 'interrupts',
    key: 'H',
    confirm: 'ask',
    invalidates: ['networking.ips', 'instances.ips'],
    sentence: ({lookup, body}) => shareSentence(lookup, body),
    warnings: ({lookup, body}) => shareWarnings(lookup, body),
    form: shareForm,
  },
};

const adoptedActions: Spec['adoptedActions'] = {
  'networking.ipv4.assign': {
    title: 'Move IPv4 addresses…',
    risk: 'interrupts',
    confirm: 'ask',
    invalidates: ['networking.ips', 'instances.ips', 'instances'],
    sentence: ({lookup, body}) => assignSentence(lookup, body),
    warnings: ({lookup, body}) => assignWarnings(lookup, body),
    form: assignForm,
  },
  'networking.ipv4.share': {
    title: 'Share IPv4 addresses…',
    risk: 'interrupts',
    confirm: 'ask',
    invalidates: ['networking.ips', 'instances.ips'],
    sentence: ({lookup, body}) => shareSentence(lookup, body),
    warnings: ({lookup, body}) => shareWarnings(lookup, body),
    form: shareForm,
  },
};

export const ips = defineFamily('networking.ips', {
  title: 'IP addresses',
  one: 'address',
  group: 'network',
  aliases: ['ips', 'ip'],
  entity: 'ipaddress',
  events: ['ipaddress'],
  onEvent: addressEvents,
  key: row => row.address,
  label: row => row.address,
  sort: 'address',
  columns,
  detail,
  actions,
  adoptedActions,
  borrowedActions: {swap: swapAddresses, move: moveAddress},
  summary: (row, lookup) =>
    joinParts(
      row.compute_id === null ? 'unassigned' : (lookup.find('instances', row.compute_id)?.label ?? null),
      row.region,
      row.rdns,
    ),
  search: row => [row.rdns, row.gateway].filter(Boolean).join(' '),
});

/** Requirements for a reverse DNS name; an empty name restores the API's default (supplement). */
export const rdnsWarnings = (name: string | null | undefined): readonly string[] =>
  name ? ['The name must resolve to the address.'] : ['The default reverse DNS of the address is restored.'];

/** Warnings about releasing an address. */
export const releaseWarnings = (address: string): readonly string[] => [
  `${address} returns to the pool. You can’t get it back.`,
];
