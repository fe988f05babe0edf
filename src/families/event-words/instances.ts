/** What happens to instances, their disks, backups and hosts. Events on disks and backups carry the instance's ID. */
import type {FamilyId} from '../define.ts';
import {passive, passiveOf, type Words} from './words.ts';

const addresses: readonly FamilyId[] = ['instances', 'instances.ips', 'networking.ips'];

export const computeEvents: Words<'compute'> = {
  compute_addip: {...passiveOf('an address', 'added', '[ to {entity}]'), refresh: addresses},
  compute_boot: {
    doing: '{entity} is booting',
    done: '{entity} booted',
    failed: '{entity} failed to boot',
    busy: 'booting',
  },
  compute_clone: {...passive('cloned'), busy: 'cloning', refresh: ['instances']},
  compute_create: {...passive('created'), busy: 'provisioning'},
  compute_delete: {...passive('deleted'), busy: 'deleting', removes: true, refresh: ['volumes']},
  compute_update: passive('updated'),
  compute_deleteip: {...passiveOf('an address', 'removed', '[ from {entity}]'), refresh: addresses},
  compute_migrate: {...passive('migrated'), busy: 'migrating'},
  compute_migrate_datacenter: {...passive('migrated', ' to another region'), busy: 'migrating'},
  compute_migrate_datacenter_create: passiveOf('a migration[ of {entity}]', 'scheduled', ' to another region'),
  compute_mutate: {...passive('upgraded'), busy: 'upgrading'},
  compute_mutate_create: passiveOf('an upgrade[ of {entity}]', 'scheduled'),
  compute_reboot: {
    doing: '{entity} is rebooting',
    done: '{entity} rebooted',
    failed: '{entity} failed to reboot',
    busy: 'rebooting',
  },
  compute_rebuild: {...passive('rebuilt'), busy: 'rebuilding', refresh: ['instances.disks', 'instances.configs']},
  compute_resize: {...passive('resized'), busy: 'resizing', refresh: ['instances.disks']},
  compute_resize_create: passiveOf('a resize[ of {entity}]', 'scheduled'),
  compute_shutdown: {
    doing: '{entity} is shutting down',
    done: '{entity} was shut down',
    failed: '{entity} failed to shut down',
    busy: 'shutting down',
  },
  compute_snapshot: {
    ...passiveOf('a snapshot[ of {entity}]', 'taken'),
    busy: 'taking a snapshot',
    refresh: ['instances.backups'],
  },
  compute_config_create: {
    ...passiveOf('a configuration profile[ of {entity}]', 'created'),
    refresh: ['instances.configs'],
  },
  compute_config_delete: {
    ...passiveOf('a configuration profile[ of {entity}]', 'deleted'),
    refresh: ['instances.configs'],
  },
  compute_config_update: {
    ...passiveOf('a configuration profile[ of {entity}]', 'updated'),
    refresh: ['instances.configs'],
  },
};

export const diskEvents: Words<'disk'> = {
  disk_create: {
    ...passiveOf('a disk[ of {entity}]', 'created'),
    busy: 'adding a disk',
    refresh: ['instances.disks'],
  },
  disk_delete: {...passiveOf('a disk[ of {entity}]', 'deleted'), refresh: ['instances.disks', 'instances.configs']},
  disk_update: {...passiveOf('a disk[ of {entity}]', 'updated'), refresh: ['instances.disks']},
  disk_duplicate: {
    ...passiveOf('a disk[ of {entity}]', 'copied'),
    busy: 'copying a disk',
    refresh: ['instances.disks'],
  },
  disk_imagize: {
    ...passiveOf('an Image', 'made', '[ from a disk of {entity}]'),
    busy: 'capturing a disk',
    refresh: ['images', 'instances.disks'],
  },
  disk_resize: {
    ...passiveOf('a disk[ of {entity}]', 'resized'),
    busy: 'resizing a disk',
    refresh: ['instances.disks'],
  },
};

export const backupEvents: Words<'backups'> = {
  backups_enable: {
    ...passiveOf('backups[ of {entity}]', 'switched on', '', 'are'),
    refresh: ['instances', 'instances.backups'],
  },
  backups_cancel: {
    ...passiveOf('backups[ of {entity}]', 'cancelled', '', 'are'),
    refresh: ['instances', 'instances.backups'],
  },
  backups_restore: {
    ...passiveOf('a backup', 'restored', '[ to {entity}]'),
    busy: 'restoring',
    refresh: ['instances.disks', 'instances.configs'],
  },
};

/** The platform's own: the watchdog is called "lassie", the out-of-band console "lish". */
export const hostEvents: Words<'host' | 'lassie' | 'lish' | 'password' | 'kube' | 'vlan'> = {
  host_reboot: {
    doing: 'the host[ of {entity}] is rebooting',
    done: 'the host[ of {entity}] rebooted',
    failed: 'the host[ of {entity}] failed to reboot',
    busy: 'host rebooting',
  },
  lassie_reboot: {
    doing: '{entity} is being rebooted by the watchdog',
    done: '{entity} was rebooted by the watchdog',
    failed: '{entity} could not be rebooted by the watchdog',
    busy: 'rebooting',
  },
  lish_boot: {
    doing: '{entity} is booting from the console',
    done: '{entity} booted from the console',
    failed: '{entity} failed to boot from the console',
    busy: 'booting',
  },
  password_reset: passiveOf('the password[ of {entity}]', 'reset'),
  kube_node_create: passiveOf('a Kubernetes node', 'created', '[: {entity}]'),
  vlan_attach: {...passiveOf('a VLAN', 'attached', '[ to {entity}]'), refresh: ['networking.vlans']},
  vlan_detach: {...passiveOf('a VLAN', 'detached', '[ from {entity}]'), refresh: ['networking.vlans']},
};
