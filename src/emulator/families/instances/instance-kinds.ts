/** Stored data of an instance and of its parts. */
import type {InstanceBackup} from '../../../contract/instances/backups.ts';
import type {InstanceConfig} from '../../../contract/instances/configs.ts';
import type {Disk} from '../../../contract/instances/disks.ts';
import type {Instance} from '../../../contract/instances/index.ts';
import type {IpAddress} from '../../../contract/networking/ips.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {BackupContent} from './instance-content.ts';

/** Responses have more fields than the documents. */
export interface StoredInstance extends Instance {
  readonly host_uuid: string;
  readonly specs: Instance['specs'] & {readonly gpus: number};
  readonly backups: Instance['backups'] & {readonly available: boolean};
}

export interface StoredConfig extends InstanceConfig {
  readonly initrd: string | null;
  readonly created: string;
  readonly updated: string;
}

export interface InstanceHidden {
  /** Config of the last boot. */
  readonly lastConfig: number | null;
  /** A migration to another host is announced and not started. */
  readonly migrationPending: boolean;
  /** Status of the source before the clone, to which it returns. */
  readonly statusBeforeClone?: string;
  /** Reverse DNS of the IPv6 address. */
  readonly slaacName?: string | null;
  /** Network Helper of an instance with its own interfaces; on by default. */
  readonly networkHelper?: boolean;
  /** Times of the watchdog's last boots. */
  readonly watchdogBoots: readonly number[];
}

export const Instances = defineKind<StoredInstance, InstanceHidden>('instance', {
  grant: 'compute',
  firstId: 101,
  columns: {key: 'label'},
  hasUpdatedField: true,
  meteredFields: ['type', 'backups.enabled', 'region'],
});
/** `parent` of these is the instance. */
export const Configs = defineKind<StoredConfig>('config', {firstId: 9001, hasUpdatedField: true});
export const Disks = defineKind<Disk, {readonly used: number}>('disk', {firstId: 25001, hasUpdatedField: true});
export const Backups = defineKind<InstanceBackup, {readonly content: BackupContent}>('backup', {
  firstId: 700001,
  hasUpdatedField: true,
});
export const Addresses = defineKind<IpAddress>('address', {columns: {key: 'address', parent: 'compute_id'}});

/** A new instance has not booted yet. */
export const initialHidden: InstanceHidden = {
  lastConfig: null,
  migrationPending: false,
  watchdogBoots: [],
};

export const slots = ['sda', 'sdb', 'sdc', 'sdd', 'sde', 'sdf', 'sdg', 'sdh'] as const;
export type DeviceSlot = (typeof slots)[number];

/** An instance as the entity of an event. */
export const instanceEntity = ({id, label}: Pick<Instance, 'id' | 'label'>) => ({
  id,
  label,
  type: 'compute' as const,
  url: `/v4/compute/instances/${id}`,
});

/** A boot config as the entity of an event: tools show its label. */
export const configEntity = (instance: number, {id, label}: InstanceConfig) => ({
  id,
  label,
  type: 'compute_config',
  url: `/v4/compute/instances/${instance}/configs/${id}`,
});
