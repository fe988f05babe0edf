/** Configs: kernel, devices and interfaces with which an instance boots (D2 §2.5). */

import type {ConfigDevice, InstanceConfig} from '../../../contract/instances/configs.ts';
import type {Instance} from '../../../contract/instances/index.ts';
import {amountCell, type Cell, cellFor, noneCell, yesNoCell} from '../../format/cells.ts';
import {joinParts, megabytes} from '../../format/format.ts';
import {outsideSubnetsWarnings} from '../../relations/subnet-addresses.ts';
import {identifierCell} from '../../shape/column.ts';
import {
  defineFamily,
  type FamilySpec,
  type Line,
  type ListParamsOf,
  type Lookup,
  type Ref,
} from '../../shape/define-family.ts';
import * as standard from '../../shape/standard.ts';
import {sentFields} from '../../shape/undo-body.ts';
import {deviceSlots, type Slot, slotNames} from '../forms/device-slots.ts';
import {interfaceInputs} from '../forms/interfaces.ts';

type Spec = FamilySpec<'instances.configs', never>;
type ListParams = ListParamsOf<'instances.configs'>;

/** Responses may omit slots, or have null for the whole field, although the contract has all of them. */
const deviceIn = (row: InstanceConfig, slot: Slot): ConfigDevice | undefined => row.devices?.[slot] ?? undefined;

function refOfDevice(device: ConfigDevice | undefined, params: ListParams): Ref | undefined {
  if (device?.disk_id) return {family: 'instances.disks', id: device.disk_id, params};
  return device?.volume_id ? {family: 'volumes', id: device.volume_id} : undefined;
}

/** "disk Debian root", "Volume vol-db"; the ID while the label is not known. */
function deviceText(device: ConfigDevice | undefined, lookup: Lookup, params: ListParams): string | undefined {
  if (device?.disk_id) return `disk ${lookup.find('instances.disks', device.disk_id, params)?.label ?? device.disk_id}`;
  if (device?.volume_id) return `volume ${lookup.find('volumes', device.volume_id)?.label ?? device.volume_id}`;
  return undefined;
}

const deviceList = (row: InstanceConfig, lookup: Lookup, params: ListParams): Cell => {
  const texts = slotNames
    .map(slot => deviceText(deviceIn(row, slot), lookup, params))
    .filter(text => text !== undefined);
  return texts.length > 0 ? texts.join(', ') : noneCell;
};

/** No limit means all memory of the instance. */
const memory = (row: InstanceConfig): Cell => amountCell(row.memory_limit, mb => (mb === 0 ? 'all' : megabytes(mb)));

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 16},
  {
    field: 'kernel',
    title: 'Kernel',
    max: 28,
    priority: 2,
    identifier: 'image-or-kernel',
    link: row => ({family: 'kernels', id: row.kernel}),
  },
  {field: 'root_device', title: 'Root', priority: 2, max: 16},
  {id: 'devices', title: 'Devices', max: 40, priority: 3, value: deviceList},
  {field: 'run_level', title: 'Run level', priority: 4},
  {
    id: 'memory',
    title: 'Memory',
    align: 'right',
    priority: 4,
    value: memory,
    kind: 'megabytes',
    measure: row => row.memory_limit,
  },
  {field: 'virt_mode', title: 'Virtualization', optional: true},
  {field: 'comments', title: 'Comments', optional: true, max: 40},
  standard.idColumn,
];

const slotLine = (slot: Slot): Line<InstanceConfig, ListParams> => ({
  title: slot,
  value: (row, lookup, params) => deviceText(deviceIn(row, slot), lookup, params) ?? null,
  link: (row, _, params) => refOfDevice(deviceIn(row, slot), params),
  isVisible: row => slot === 'sda' || refOfDevice(deviceIn(row, slot), {computeId: 0}) !== undefined,
});

/** "VLAN backend 10.0.0.5/24"; without any interface, the instance nevertheless has the public one (D2 §2.4). */
function interfaceText(row: InstanceConfig, index: number): Cell | undefined {
  const networkInterface = row.interfaces[index];
  if (!networkInterface) return index === 0 ? 'public' : undefined;
  const {purpose, label, ipam_address, subnet_id, vpc_id, ipv4, ip_ranges, primary} = networkInterface;
  const route = primary ? 'default route' : '';
  if (purpose === 'vlan') return ['VLAN', label, ipam_address].filter(Boolean).join(' ');
  if (purpose !== 'vpc') return cellFor(purpose, word => [word, route].filter(Boolean).join(', '));
  const address = [ipv4?.vpc, ipv4?.nat_1_1 && `public ${ipv4.nat_1_1}`, ...(ip_ranges ?? []), route];
  return [`VPC ${vpc_id ?? '?'} subnet ${subnet_id ?? '?'}`, ...address].filter(Boolean).join(', ');
}
const interfaceLine = (index: number): Line<InstanceConfig, ListParams> => ({
  title: `eth${index}`,
  value: row => interfaceText(row, index),
  isVisible: row => interfaceText(row, index) !== undefined,
});

const helper = (title: string, name: keyof InstanceConfig['helpers']): Line<InstanceConfig, ListParams> => ({
  title,
  value: row => yesNoCell(row.helpers[name]),
});

/** True unless the rows show an older API, which has no list of interfaces. */
const hasInterfaceList = ({interfaces}: InstanceConfig, instance: Instance | undefined): boolean =>
  instance?.interface_generation !== undefined || interfaces.some(({id}) => id !== undefined);

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Config',
        lines: [
          ...standard.identityLines,
          {title: 'Comments', value: row => row.comments},
          {
            title: 'Kernel',
            value: (row, lookup) => identifierCell('image-or-kernel', row.kernel, lookup),
            link: row => ({family: 'kernels', id: row.kernel}),
          },
          {title: 'Root device', value: row => row.root_device},
          {title: 'Run level', value: row => row.run_level},
          {title: 'Virtualization', value: row => row.virt_mode},
          {title: 'Memory', value: memory},
        ],
      },
      {title: 'Devices', lines: slotNames.map(slotLine)},
      {title: 'Interfaces', lines: [0, 1, 2].map(interfaceLine)},
      {
        title: 'Helpers',
        lines: [
          helper('Distribution', 'distro'),
          helper('Network', 'network'),
          helper('Modules', 'modules_dep'),
          helper('updatedb off', 'updatedb_disabled'),
          helper('devtmpfs mounted', 'devtmpfs_automount'),
        ],
      },
      {
        title: 'History',
        lines: [
          {...standard.createdLine, isVisible: row => Boolean(row.created)},
          {...standard.updatedLine, isVisible: row => Boolean(row.updated)},
        ],
      },
    ],
  },
  {
    title: 'Interfaces',
    list: 'instances.configs.interfaces',
    params: (row, {computeId}) => ({computeId, configId: row.id}),
    unless: (row, lookup, {computeId}) =>
      hasInterfaceList(row, lookup.find('instances', computeId)) ? undefined : 'the overview lists them',
  },
];

const rowParams = (row: InstanceConfig) => ({configId: row.id});

const form = {
  label: standard.labelInput,
  devices: {
    title: 'Devices',
    input: 'group',
    inputs: deviceSlots<Slot, InstanceConfig>(slotNames, ({params}) => (params as ListParams).computeId),
  },
  kernel: {title: 'Kernel', input: 'pick', family: 'kernels'},
  root_device: {title: 'Root device', help: '/dev/sda', input: 'text'},
  run_level: {
    title: 'Run level',
    input: 'choice',
    labels: {default: 'default', single: 'single user', binbash: 'a shell only'},
  },
  virt_mode: {title: 'Virtualization', input: 'choice', labels: {paravirt: 'paravirtual', fullvirt: 'full'}},
  memory_limit: {title: 'Memory limit', help: 'Leave empty for no limit.', unit: 'MB', input: 'number'},
  interfaces: {
    title: 'Interfaces',
    help: 'eth0, eth1, eth2: all of them replace the old ones, after a reboot',
    ...interfaceInputs,
  },
  helpers: {
    title: 'Helpers',
    input: 'group',
    inputs: {
      distro: {title: 'Distribution', input: 'toggle'},
      network: {title: 'Network', input: 'toggle'},
      modules_dep: {title: 'Modules', input: 'toggle'},
      updatedb_disabled: {title: 'updatedb off', input: 'toggle'},
      devtmpfs_automount: {title: 'devtmpfs mounted', input: 'toggle'},
    },
  },
  comments: {title: 'Comments', input: 'multiline'},
} as const;

const actions: Spec['actions'] = {
  create: {
    title: 'New config…',
    undo: {action: 'delete'},
    eventActions: ['compute_config_create'],
    warnings: ({lookup, body}) => outsideSubnetsWarnings(body.interfaces, lookup),
    form,
  },
  update: {
    title: 'Edit…',
    rowParams,
    eventActions: ['compute_config_update'],
    warnings: ({lookup, body}) => [
      ...outsideSubnetsWarnings(body.interfaces, lookup),
      'The change takes effect at the next boot.',
    ],
    undo: {
      action: 'update',
      body: sentFields(
        'label',
        'devices',
        'kernel',
        'root_device',
        'run_level',
        'virt_mode',
        'memory_limit',
        'interfaces',
        'helpers',
        'comments',
      ),
    },
    form,
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    eventActions: ['compute_config_delete'],
    warnings: () => ['The disks are kept. Without a config, the instance can’t boot.'],
  },
};

export const configs = defineFamily('instances.configs', {
  title: 'Configs',
  one: 'config',
  aliases: ['config'],
  label: row => row.label,
  columns,
  detail,
  actions,
  borrowedActions: {
    boot: {
      title: 'Boot with this config',
      key: 'B',
      on: 'row',
      family: 'instances',
      action: 'boot',
      target: ({params}) => params.computeId,
      presetValues: ({row}) => (row ? {config_id: row.id} : {}),
    },
    reboot: {
      title: 'Reboot with this config',
      key: 'O',
      on: 'row',
      family: 'instances',
      action: 'reboot',
      target: ({params}) => params.computeId,
      presetValues: ({row}) => (row ? {config_id: row.id} : {}),
    },
  },
  summary: (row, lookup) => joinParts(lookup.spell('image-or-kernel', row.kernel), row.root_device),
});
