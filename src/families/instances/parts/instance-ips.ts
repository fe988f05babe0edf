/** Addresses of an instance, of all kinds; it can release only some of them (D2 §2.2). */

import type {InstanceIps} from '../../../contract/instances/instance-ips.ts';
import type {IpAddress} from '../../../contract/networking/ips.ts';
import type {Ipv6Pool} from '../../../contract/networking/ipv6.ts';
import {amountCell, type Cell, cellFor, noneCell, yesNoCell} from '../../format/cells.ts';
import {joinParts} from '../../format/format.ts';
import {withoutPrefixLength} from '../../networking/assign-addresses.ts';
import {ipSortKey, newAddressInputs, rdnsWarnings, releaseWarnings} from '../../networking/ips.ts';
import {addedLine} from '../../shape/added-line.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup} from '../../shape/define-family.ts';
import type {InstanceAddress} from '../../shape/derived-rows.ts';
import * as standard from '../../shape/standard.ts';
import {sentFields} from '../../shape/undo-body.ts';

type Spec = FamilySpec<'instances.ips', never>;
type ListParams = ListParamsOf<'instances.ips'>;

/** The response, an object of lists and single addresses, as one list. */
function addressesIn({ipv4, ipv6}: InstanceIps): readonly InstanceAddress[] {
  const withUse = (use: InstanceAddress['use'], rows: readonly Omit<InstanceAddress, 'use'>[]): InstanceAddress[] =>
    rows.map(row => ({...row, use}));
  const {slaac, link_local: local, global = []} = ipv6 ?? {};
  const ranges = [global].flat().filter(({range}) => range);
  return [
    ...withUse('public', ipv4.public),
    ...withUse('private', ipv4.private),
    ...withUse('shared', ipv4.shared),
    ...withUse('reserved', ipv4.reserved),
    ...withUse('SLAAC', slaac?.address ? [slaac] : []),
    ...withUse('link-local', local?.address ? [local] : []),
    ...ranges.map(range => ({
      ...asAddress(range),
      use: isRoutedTo(slaac, range) ? ('range' as const) : ('shared' as const),
    })),
  ];
}

/** Ranges that other instances share are routed to those instances. */
const isRoutedTo = (slaac: {readonly address: string} | undefined, {route_target}: Ipv6Pool): boolean =>
  !slaac?.address || !route_target || withoutPrefixLength(route_target) === withoutPrefixLength(slaac.address);

/** A range has fewer fields than an address: the others are absent. */
const asAddress = ({range, prefix, region}: Ipv6Pool): Omit<InstanceAddress, 'use'> => ({
  address: range,
  prefix,
  region,
  type: 'ipv6/range',
  rdns: null,
  gateway: null,
  public: true,
});

/** An address that was read separately: its use is derived from the other fields. */
function asRow(response: IpAddress, {computeId}: ListParams): InstanceAddress {
  const isOther = typeof response.compute_id === 'number' && response.compute_id !== computeId;
  return {...response, use: isOther ? 'shared' : kindOf(response)};
}

function kindOf({type, public: isPublic}: IpAddress): InstanceAddress['use'] {
  if (type === 'ipv6/range' || type === 'ipv6/pool') return 'range';
  if (type === 'ipv6') return isPublic === false ? 'link-local' : 'SLAAC';
  return isPublic === false ? 'private' : 'public';
}

const uses: Readonly<Record<InstanceAddress['use'], string>> = {
  public: 'public',
  private: 'private',
  shared: 'shared with it',
  reserved: 'reserved',
  SLAAC: 'public, SLAAC',
  'link-local': 'link-local',
  range: 'range',
};

const isRange = ({type}: InstanceAddress): boolean => type === 'ipv6/range' || type === 'ipv6/pool';

const addressCell = (row: InstanceAddress): Cell =>
  cellFor(row.address, address => (isRange(row) ? `${address}/${row.prefix ?? '?'}` : address));

const mask = (row: InstanceAddress): Cell => (isRange(row) ? noneCell : cellFor(row.subnet_mask));

const columns: Spec['columns'] = [
  {id: 'address', title: 'IP address', width: 15, max: 43, value: addressCell, sortBy: row => ipSortKey(row.address)},
  {field: 'use', title: 'Type', width: 10, format: use => uses[use] ?? use},
  {field: 'rdns', title: 'Reverse DNS', priority: 2, width: 14, max: 48, grow: true},
  {field: 'gateway', title: 'Gateway', priority: 3, max: 40},
  {id: 'mask', title: 'Mask', optional: true, max: 40, value: mask},
  {field: 'prefix', title: 'Prefix', align: 'right', optional: true, kind: 'number'},
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'IP address',
        lines: [
          {title: 'IP address', value: addressCell},
          {title: 'Type', value: row => uses[row.use] ?? row.use},
          {title: 'Public', value: row => yesNoCell(row.public)},
          {title: 'Reverse DNS', value: row => row.rdns},
        ],
      },
      {
        title: 'Network',
        lines: [
          {title: 'Gateway', value: row => row.gateway},
          {title: 'Mask', value: mask},
          {title: 'Prefix', value: row => amountCell(row.prefix, length => `/${length}`)},
          addedLine('Interface', 'interface_id'),
          addedLine(
            'Address in VPC',
            'vpc_nat_1_1',
            ({address, subnet_id, vpc_id}) => `${address} in VPC ${vpc_id}, subnet ${subnet_id}`,
          ),
        ],
      },
    ],
  },
];

const rowParams = (row: InstanceAddress) => ({address: row.address});

/**
 * Only an address that belongs to this instance alone, and could be assigned to another one, can be renamed or
 * released.
 */
const isOwnPublic = (row: InstanceAddress): boolean => row.use === 'public';

function unlessDeletable(row: InstanceAddress, lookup: Lookup, params: ListParams): string | undefined {
  if (row.use === 'private') return 'a private address cannot be deleted';
  if (!isOwnPublic(row)) return `${uses[row.use] ?? row.use}: can’t be deleted`;
  const open = lookup.rows('instances.ips', params).filter(isOwnPublic);
  return lookup.complete('instances.ips', params) && open.length < 2
    ? 'the last public address cannot be deleted'
    : undefined;
}

const actions: Spec['actions'] = {
  allocate: {
    title: 'New address…',
    risk: ({body}) => (body.public ? 'charges' : undefined),
    eventActions: ['compute_addip'],
    invalidates: ['instances.ips', 'networking.ips', 'instances'],
    warnings: ({body}) => (body.public ? ['An additional public address is billed.'] : []),
    form: newAddressInputs,
  },
  update: {
    title: 'Edit reverse DNS…',
    rowParams,
    unless: ({row}) =>
      isOwnPublic(row) || row.use === 'SLAAC' ? undefined : `${uses[row.use] ?? row.use}: no reverse DNS`,
    eventActions: ['ipaddress_update'],
    expectedFields: ({body}) => body,
    invalidates: ['networking.ips'],
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
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({row, lookup, params}) => unlessDeletable(row, lookup, params),
    eventActions: ['compute_deleteip'],
    invalidates: ['instances.ips', 'networking.ips', 'instances'],
    warnings: ({row}) => releaseWarnings(row.address),
  },
};

export const instanceIps = defineFamily('instances.ips', {
  title: 'Addresses of the instance',
  one: 'address',
  rows: addressesIn,
  row: asRow,
  // The same address may occur twice: as the instance's own, and as one that another instance shares with it.
  key: row => (row.use === 'shared' ? `shared ${row.address}` : row.address),
  label: row => row.address,
  columns,
  detail,
  actions,
  summary: row => joinParts(row.use, row.rdns),
  search: row => [row.rdns, row.gateway].filter(Boolean).join(' '),
});
