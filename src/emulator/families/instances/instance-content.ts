/** Content of an instance: the disks and configs that an image or a backup brings. */
import type {InstanceConfig} from '../../../contract/instances/configs.ts';
import type {Disk} from '../../../contract/instances/disks.ts';

export interface NewDisk {
  readonly label: string;
  /** MB. */
  readonly size: number;
  readonly filesystem: Disk['filesystem'];
  readonly status?: Disk['status'];
  /** MB of its data. */
  readonly used?: number;
}

/** The slots in use. */
export type Devices = Partial<InstanceConfig['devices']>;

export type NewBootConfig = Pick<InstanceConfig, 'label'> &
  Partial<Omit<InstanceConfig, 'id' | 'devices'>> & {readonly devices: Devices};

/** Configs refer to disks by their place in `disks`, because restored disks have new IDs. */
export interface BackupContent {
  readonly disks: readonly NewDisk[];
  readonly configs: readonly (Omit<NewBootConfig, 'devices'> & {readonly slots: Readonly<Record<string, number>>})[];
}
