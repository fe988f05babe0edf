/** Power actions of an instance: boot, shut down, reboot, rescue. */

import type {ConfigDevice} from '../../../contract/instances/configs.ts';
import type {Instance} from '../../../contract/instances/index.ts';
import type {Lookup} from '../../shape/define-family.ts';
import type {FormContext} from '../../shape/forms.ts';
import type {InstanceSpec} from '../columns.ts';
import {deviceSlots, rescueSlots} from '../forms/device-slots.ts';
import {
  instanceInSentence,
  unlessIdle,
  unlessInstanceOn,
  unlessInstanceRebootable,
  unlessInstanceStopped,
} from '../forms/instance-state.ts';

type Actions = InstanceSpec['actions'];

export const instanceParams = (row: Instance) => ({computeId: row.id});
const at = (row: Instance | undefined) => row && {computeId: row.id};

/** An instance without a config can't boot; reported only if the whole list is loaded. */
const unlessBootable = (row: Instance, lookup: Lookup): string | undefined =>
  lookup.complete('instances.configs', instanceParams(row)) &&
  lookup.rows('instances.configs', instanceParams(row)).length === 0
    ? 'has no config to boot: create one first'
    : undefined;

const severalConfigs = (row: Instance | undefined, lookup: Lookup): boolean =>
  row !== undefined &&
  (!lookup.complete('instances.configs', instanceParams(row)) ||
    lookup.rows('instances.configs', instanceParams(row)).length > 1);

const configId = (help: string) =>
  ({
    title: 'Config',
    help,
    input: 'pick',
    family: 'instances.configs',
    params: ({row}: FormContext<Instance>) => at(row),
    isVisible: ({row, lookup}: FormContext<Instance>) => severalConfigs(row, lookup),
  }) as const;

/** The default for a slot: the instance's disks and then its volumes, in order. */
function inSlot(index: number, {row, lookup}: FormContext<Instance>): ConfigDevice | undefined {
  if (!row) return undefined;
  const disks = lookup.rows('instances.disks', instanceParams(row)).map(disk => ({disk_id: disk.id, volume_id: null}));
  const volumes = lookup
    .rows('instances.volumes', instanceParams(row))
    .map(volume => ({disk_id: null, volume_id: volume.id}));
  return [...disks, ...volumes][index];
}

const devices = deviceSlots(rescueSlots, ({row}: FormContext<Instance>) => row?.id, inSlot);

export const powerActions: Pick<Actions, 'boot' | 'reboot' | 'shutdown' | 'rescue'> = {
  boot: {
    title: 'Boot',
    key: 'B',
    rowParams: instanceParams,
    unless: ({row, lookup}) => unlessInstanceStopped(row) ?? unlessIdle(row, lookup) ?? unlessBootable(row, lookup),
    // With a different config, a running instance is not in the requested state: the action is refused.
    already: ({row, body: {config_id}}) =>
      row.status === 'running' && config_id === undefined ? 'is already running' : undefined,
    confirm: 'ask',
    eventActions: ['compute_boot'],
    busyWord: 'booting',
    expectedFields: () => ({status: 'booting'}),
    undo: {action: 'shutdown'},
    form: {config_id: configId('Leave empty to use the config of the last boot.')},
  },
  reboot: {
    title: 'Reboot',
    risk: 'interrupts',
    key: 'O',
    rowParams: instanceParams,
    unless: ({row, lookup}) => unlessInstanceRebootable(row) ?? unlessIdle(row, lookup),
    confirm: 'ask',
    eventActions: ['compute_reboot'],
    busyWord: 'rebooting',
    expectedFields: () => ({status: 'rebooting'}),
    warnings: ({row}) => [`${instanceInSentence(row)} is unreachable while it reboots.`],
    form: {config_id: configId('Leave empty to use the config of the last boot.')},
  },
  shutdown: {
    title: 'Shut down',
    risk: 'interrupts',
    key: 'H',
    rowParams: instanceParams,
    unless: ({row, lookup}) => unlessInstanceOn(row) ?? unlessIdle(row, lookup),
    already: ({row}) => (row.status === 'offline' ? 'is already off' : undefined),
    confirm: 'ask',
    eventActions: ['compute_shutdown'],
    busyWord: 'shutting down',
    expectedFields: () => ({status: 'shutting_down'}),
    warnings: ({row}) => [
      `${instanceInSentence(row)} is unreachable until it is booted again. Billing continues while it is off.`,
    ],
    undo: {action: 'boot', body: () => ({})},
  },
  rescue: {
    title: 'Rescue…',
    risk: 'interrupts',
    undo: {action: 'reboot', body: ({status}) => (status === 'running' ? {} : undefined)},
    key: 'F',
    rowParams: instanceParams,
    unless: ({row, lookup}) => unlessIdle(row, lookup),
    confirm: 'ask',
    eventActions: ['compute_reboot', 'compute_boot'],
    busyWord: 'booting to rescue',
    expectedFields: ({row}) => ({status: row.status === 'running' ? 'rebooting' : 'booting'}),
    warnings: ({row}) => [
      `${instanceInSentence(row)} leaves its own system for a recovery environment until it is rebooted.`,
    ],
    form: {
      devices: {
        title: 'Devices',
        input: 'group',
        inputs: devices,
      },
    },
  },
};
