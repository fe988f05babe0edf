/** The columns of the list of instances. */
import type {Instance} from '../../contract/instances/index.ts';
import {resourcePriceColumn} from '../cost/price-column.ts';
import {ageCell, ageOrder, amountCell, cellFor, yesNoCell} from '../format/cells.ts';
import {isPrivate, megabytes} from '../format/format.ts';
import {ageColumn} from '../shape/column.ts';
import type {FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {cpuCell, latestCpu, latestNetwork, loadSample, netCell} from './load.ts';

export type InstanceSpec = FamilySpec<'instances', never>;

export const publicAddresses = (row: Instance): readonly string[] => row.ipv4.filter(address => !isPrivate(address));
export const privateAddresses = (row: Instance): readonly string[] => row.ipv4.filter(isPrivate);

const shownAddress = (row: Instance): string | undefined => publicAddresses(row)[0] ?? row.ipv4[0];

export const instanceColumns: InstanceSpec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {field: 'status', title: 'Status', state: true, width: 14},
  {
    field: 'type',
    title: 'Plan',
    priority: 2,
    max: 16,
    link: row => ({family: 'types', id: row.type}),
  },
  {field: 'region', title: 'Region', priority: 2, max: 14, link: row => ({family: 'regions', id: row.region})},
  {
    field: 'ipv4',
    title: 'IPv4',
    width: 15,
    format: (_, row) => cellFor(shownAddress(row) ?? null),
    sortBy: row => shownAddress(row) ?? '',
  },
  {
    id: 'vcpus',
    title: 'VCPU',
    priority: 3,
    ...standard.numberFacts((row: Instance) => row.specs.vcpus),
  },
  {
    id: 'ram',
    title: 'RAM',
    align: 'right',
    width: 6,
    priority: 3,
    value: row => amountCell(row.specs.memory, megabytes),
    kind: 'megabytes',
    measure: row => row.specs.memory,
  },
  {...ageColumn, priority: 3},
  {...standard.tagsColumn, max: 30},
  resourcePriceColumn('instances'),
  standard.idColumn,
  {field: 'ipv6', title: 'IPv6', optional: true, max: 43},
  {
    id: 'private',
    title: 'Private IPv4',
    optional: true,
    width: 15,
    value: row => cellFor(privateAddresses(row)[0] ?? null),
  },
  {
    id: 'disk',
    title: 'Disk',
    align: 'right',
    optional: true,
    value: row => amountCell(row.specs.disk, megabytes),
    kind: 'megabytes',
    measure: row => row.specs.disk,
  },
  {
    id: 'cpu',
    title: 'CPU now, 24h line',
    optional: true,
    width: 18,
    max: 18,
    sample: loadSample,
    value: cpuCell,
    kind: 'percent',
    measure: latestCpu,
  },
  {
    id: 'net',
    title: 'Net now, 24h line',
    optional: true,
    width: 19,
    max: 19,
    sample: loadSample,
    value: netCell,
    kind: 'bits',
    measure: latestNetwork,
  },
  {field: 'image', title: 'Image', optional: true, max: 32, identifier: 'image-or-kernel'},
  {field: 'group', title: 'Group', optional: true, max: 20},
  {
    id: 'backups',
    title: 'Backups',
    optional: true,
    value: row => cellFor(row.backups.enabled, isOn => (isOn ? 'on' : {text: 'off', tone: 'off'})),
  },
  {
    id: 'backed_up',
    title: 'Last backup',
    align: 'right',
    optional: true,
    value: (row, lookup) => ageCell(row.backups.last_successful, lookup.now),
    kind: 'moment',
    measure: row => row.backups.last_successful,
    sortBy: (row, lookup) => ageOrder(row.backups.last_successful, lookup.now),
  },
  {field: 'watchdog_enabled', title: 'Watchdog', optional: true, format: yesNoCell},
  {field: 'hypervisor', title: 'Hypervisor', optional: true},
  {...standard.updatedColumn, sortBy: (row, lookup) => ageOrder(row.updated, lookup.now)},
];
