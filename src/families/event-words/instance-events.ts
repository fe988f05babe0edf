/** Events of instances, their disks, backups and hosts. Events of disks and backups have the instance's ID. */
import type {FamilyId} from '../shape/define-family.ts';
import {type EventWordsFor, passiveMeaning, passiveMeaningOf} from './event-wording.ts';

const addresses: readonly FamilyId[] = ['instances', 'instances.ips', 'networking.ips'];

export const computeEvents: EventWordsFor<'compute'> = {
  compute_addip: {...passiveMeaningOf('an address', 'added', '[ to {entity}]'), invalidates: addresses},
  compute_boot: {
    doing: '{entity} is booting',
    done: '{entity} booted',
    failed: '{entity} failed to boot',
    busyWord: 'booting',
  },
  compute_clone: {...passiveMeaning('cloned'), busyWord: 'cloning', invalidates: ['instances']},
  compute_create: {...passiveMeaning('created'), busyWord: 'provisioning'},
  compute_delete: {...passiveMeaning('deleted'), busyWord: 'deleting', isDeletion: true, invalidates: ['volumes']},
  compute_update: passiveMeaning('updated'),
  compute_deleteip: {...passiveMeaningOf('an address', 'removed', '[ from {entity}]'), invalidates: addresses},
  compute_kvmify: {...passiveMeaning('moved', ' to another hypervisor'), busyWord: 'migrating'},
  compute_migrate: {...passiveMeaning('migrated'), busyWord: 'migrating'},
  compute_migrate_datacenter: {...passiveMeaning('migrated', ' to another region'), busyWord: 'migrating'},
  compute_migrate_datacenter_create: passiveMeaningOf('a migration[ of {entity}]', 'scheduled', ' to another region'),
  compute_mutate: {...passiveMeaning('upgraded'), busyWord: 'upgrading'},
  compute_mutate_create: passiveMeaningOf('an upgrade[ of {entity}]', 'scheduled'),
  compute_poweroff_on: {
    doing: '{entity} is being powered off and on for maintenance',
    done: '{entity} was powered off and on for maintenance',
    failed: '{entity} could not be powered off and on for maintenance',
    busyWord: 'power cycling',
    invalidates: ['account.maintenance'],
  },
  compute_reboot: {
    doing: '{entity} is rebooting',
    done: '{entity} rebooted',
    failed: '{entity} failed to reboot',
    busyWord: 'rebooting',
  },
  compute_rebuild: {
    ...passiveMeaning('rebuilt'),
    busyWord: 'rebuilding',
    invalidates: ['instances.disks', 'instances.configs'],
  },
  compute_resize: {...passiveMeaning('resized'), busyWord: 'resizing', invalidates: ['instances.disks']},
  compute_resize_create: passiveMeaningOf('a resize[ of {entity}]', 'scheduled'),
  compute_resize_warm_create: passiveMeaningOf('a warm resize[ of {entity}]', 'scheduled'),
  compute_shutdown: {
    doing: '{entity} is shutting down',
    done: '{entity} was shut down',
    failed: '{entity} failed to shut down',
    busyWord: 'shutting down',
  },
  compute_snapshot: {
    ...passiveMeaningOf('a snapshot[ of {entity}]', 'taken'),
    busyWord: 'taking a snapshot',
    invalidates: ['instances.backups'],
  },
  compute_config_create: {
    ...passiveMeaningOf('a config[ of {entity}]', 'created'),
    invalidates: ['instances.configs'],
  },
  compute_config_delete: {
    ...passiveMeaningOf('a config[ of {entity}]', 'deleted'),
    invalidates: ['instances.configs'],
  },
  compute_config_update: {
    ...passiveMeaningOf('a config[ of {entity}]', 'updated'),
    invalidates: ['instances.configs', 'instances.configs.interfaces'],
  },
};

export const diskEvents: EventWordsFor<'disk'> = {
  disk_create: {
    ...passiveMeaningOf('a disk[ of {entity}]', 'created'),
    busyWord: 'adding a disk',
    invalidates: ['instances.disks'],
  },
  disk_delete: {
    ...passiveMeaningOf('a disk[ of {entity}]', 'deleted'),
    invalidates: ['instances.disks', 'instances.configs'],
  },
  disk_update: {...passiveMeaningOf('a disk[ of {entity}]', 'updated'), invalidates: ['instances.disks']},
  disk_duplicate: {
    ...passiveMeaningOf('a disk[ of {entity}]', 'copied'),
    busyWord: 'copying a disk',
    invalidates: ['instances.disks'],
  },
  disk_imagize: {
    ...passiveMeaningOf('an image', 'made', '[ from a disk of {entity}]'),
    busyWord: 'capturing a disk',
    invalidates: ['images', 'instances.disks'],
  },
  disk_resize: {
    ...passiveMeaningOf('a disk[ of {entity}]', 'resized'),
    busyWord: 'resizing a disk',
    invalidates: ['instances.disks'],
  },
};

export const backupEvents: EventWordsFor<'backups'> = {
  backups_enable: {
    ...passiveMeaningOf('backups[ of {entity}]', 'switched on', '', 'are'),
    invalidates: ['instances', 'instances.backups'],
  },
  backups_cancel: {
    ...passiveMeaningOf('backups[ of {entity}]', 'cancelled', '', 'are'),
    invalidates: ['instances', 'instances.backups'],
  },
  backups_restore: {
    ...passiveMeaningOf('a backup', 'restored', '[ to {entity}]'),
    busyWord: 'restoring',
    invalidates: ['instances.disks', 'instances.configs'],
  },
};

/** Events of the platform: the watchdog is called "lassie", the out-of-band console "lish". */
export const hostEvents: EventWordsFor<'host' | 'lassie' | 'lish' | 'password'> = {
  host_reboot: {
    doing: 'the host[ of {entity}] is rebooting',
    done: 'the host[ of {entity}] rebooted',
    failed: 'the host[ of {entity}] failed to reboot',
    busyWord: 'host rebooting',
  },
  lassie_reboot: {
    doing: '{entity} is being rebooted by the watchdog',
    done: '{entity} was rebooted by the watchdog',
    failed: '{entity} could not be rebooted by the watchdog',
    busyWord: 'rebooting',
  },
  lish_boot: {
    doing: '{entity} is booting from the console',
    done: '{entity} booted from the console',
    failed: '{entity} failed to boot from the console',
    busyWord: 'booting',
  },
  password_reset: passiveMeaningOf('the password[ of {entity}]', 'reset'),
};
