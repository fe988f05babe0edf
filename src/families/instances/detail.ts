/** The detail of an instance. */

import type {Instance} from '../../contract/instances/index.ts';
import {amountCell, type Cell, cellFor, listCell, momentCell, yesNoCell} from '../format/cells.ts';
import {allotment, backupWindow, countText, formatNumber, megabytes, percent} from '../format/format.ts';
import {imageCell, planCell, regionLine} from '../relations/reference-cells.ts';
import {addedLine} from '../shape/added-line.ts';
import type {Line} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {clusterName} from './changes/cluster-nodes.ts';
import {instanceParams} from './changes/power.ts';
import {type InstanceSpec, privateAddresses, publicAddresses} from './columns.ts';

/** An alert is triggered when the average over two hours exceeds the value; 0 disables it (D2 §2.2). */
const alert = (title: string, field: keyof Instance['alerts'], unit: string): Line<Instance> => ({
  title,
  value: row => amountCell(row.alerts[field], value => (value === 0 ? 'off' : `above ${formatNumber(value)}${unit}`)),
});

/** CPU alerts are in percent of one core, so that two cores have 200 (D2 §2.2). */
function cpuAlert(row: Instance): Cell | readonly Cell[] {
  const {cpu} = row.alerts;
  const cores = row.specs.vcpus;
  if (!cpu || !cores) return amountCell(cpu, value => (value === 0 ? 'off' : `above ${value}% of one core`));
  return [
    `above ${percent(cpu / cores)}`,
    {text: `${cpu} of ${100 * cores}% on ${countText(cores, 'core')}`, tone: 'dim'},
  ];
}

/** "Saturday, 10:00–12:00 UTC"; "Scheduling" before the service has chosen a window (D2 §2.2). */
export function backupSchedule(row: Instance): Cell {
  const {day, window} = row.backups.schedule;
  if (day === undefined && window === undefined) return cellFor(undefined);
  const pending = (value: string | null | undefined) => !value || value === 'Scheduling';
  if (pending(day) && pending(window)) return {text: 'being scheduled', tone: 'busy'};
  const windowText = pending(window) ? 'window being scheduled' : backupWindow(String(window));
  return pending(day) ? `daily, ${windowText}` : `daily, ${windowText}; ${day} is kept longer`;
}

const specSections = (row: Instance): Cell =>
  [
    amountCell(row.specs.vcpus, n => countText(n, 'VCPU')),
    amountCell(row.specs.memory, n => `${megabytes(n)} RAM`),
    amountCell(row.specs.disk, n => `${megabytes(n)} disk`),
    amountCell(row.specs.transfer, n => `${allotment(n)} transfer a month`),
    ...(row.specs.gpus ? [countText(row.specs.gpus, 'GPU')] : []),
  ]
    .map(cell => (typeof cell === 'string' ? cell : cell.text))
    .join(' · ');

const addresses = (all: readonly string[]): Cell | readonly Cell[] => listCell(all, '  ');

export const instanceDetail: InstanceSpec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Instance',
        lines: [
          ...standard.identityLines,
          {
            title: 'Status',
            value: () => [
              {text: 'stopped by the platform, for example for maintenance', tone: 'attention'},
              {text: 'offline means off on purpose', tone: 'dim'},
            ],
            isVisible: row => row.status === 'stopped',
          },
          regionLine,
          {
            title: 'Plan',
            value: (row, lookup) => planCell(row.type, lookup, row.region),
            link: row => ({family: 'types', id: row.type}),
          },
          {title: 'Specs', value: specSections},
          {
            title: 'Image',
            value: (row, lookup) => imageCell(row.image, lookup),
            link: row => (row.image ? {family: 'images', id: row.image} : undefined),
          },
          standard.tagsLine,
          {title: 'Group', value: row => row.group, isVisible: row => Boolean(row.group)},
          {title: 'Host', value: row => row.host_uuid, isVisible: row => Boolean(row.host_uuid)},
          addedLine('Disk encryption', 'disk_encryption'),
          addedLine('User data', 'has_user_data', yesNoCell),
          addedLine('Capabilities', 'capabilities', all => listCell(all, ', ')),
          addedLine('Maintenance policy', 'maintenance_policy', (policy, lookup) => lookup.spell('policy', policy)),
          {
            ...addedLine<Instance, 'placement_group', object>(
              'Placement group',
              'placement_group',
              ({label, id, placement_group_policy: policy}) => [label || String(id), {text: policy, tone: 'dim'}],
            ),
            link: ({placement_group: group}) => (group ? {family: 'placement.groups', id: group.id} : undefined),
          },
          {
            ...addedLine<Instance, 'kube_cluster_id', object>('Kubernetes cluster', 'kube_cluster_id', clusterName),
            link: ({kube_cluster_id: id}) => (id == null ? undefined : {family: 'kube.clusters', id}),
          },
        ],
      },
      {
        title: 'IP addresses',
        lines: [
          {title: 'Public IPv4', value: row => addresses(publicAddresses(row))},
          {title: 'Private IPv4', value: row => addresses(privateAddresses(row))},
          {title: 'IPv6', value: row => row.ipv6},
          addedLine('Interfaces', 'interface_generation', generation =>
            generation === 'compute' ? 'of the instance' : 'in its configs',
          ),
        ],
      },
      {
        title: 'Backups',
        lines: [
          {
            title: 'Backups',
            value: row => cellFor(row.backups.enabled, isOn => (isOn ? 'on' : {text: 'off', tone: 'off'})),
          },
          {title: 'Schedule', value: backupSchedule, isVisible: row => row.backups.enabled !== false},
          {
            title: 'Restorable',
            value: row => cellFor(row.backups.available, some => (some ? 'yes' : 'no, none is complete')),
            isVisible: row => row.backups.enabled !== false && row.backups.available !== undefined,
          },
          {
            title: 'Last successful',
            value: (row, lookup) => momentCell(row.backups.last_successful, lookup.now),
            isVisible: row => row.backups.enabled !== false,
          },
        ],
      },
      {
        title: 'Monitoring',
        lines: [
          {title: 'Watchdog', value: row => yesNoCell(row.watchdog_enabled)},
          {title: 'CPU alert', value: cpuAlert},
          alert('Disk IO alert', 'io', ' operations/s'),
          alert('Traffic in alert', 'network_in', ' Mbit/s'),
          alert('Traffic out alert', 'network_out', ' Mbit/s'),
          alert('Transfer alert', 'transfer_quota', '% of the quota'),
        ],
      },
      standard.historySection,
    ],
  },
  {title: 'Configs', list: 'instances.configs', params: instanceParams},
  {title: 'Disks', list: 'instances.disks', params: instanceParams},
  {
    title: 'Backups',
    list: 'instances.backups',
    params: instanceParams,
    headingNote: row => (row.backups.enabled === false ? 'off' : backupSchedule(row)),
  },
  {title: 'Volumes', list: 'instances.volumes', params: instanceParams},
  {title: 'Network', list: 'instances.ips', params: instanceParams},
  {
    title: 'Stats',
    view: 'stats',
    requests: [{operation: 'instances.stats.get', params: instanceParams, refreshSeconds: 300}],
  },
  {
    title: 'Network transfer',
    view: 'transfer',
    requests: [{operation: 'instances.transfer.get', params: instanceParams, refreshSeconds: 600}],
  },
  standard.eventsTab('compute'),
  {title: 'Firewalls', list: 'instances.firewalls', params: instanceParams},
  {title: 'NodeBalancers', list: 'instances.nodebalancers', params: instanceParams},
  {
    title: 'Interfaces',
    list: 'instances.interfaces',
    params: instanceParams,
    unless: row => (row.interface_generation === 'compute' ? undefined : 'its interfaces are in its configs'),
  },
];
