/** Events of managed databases. */
import type {FamilyId} from '../shape/define-family.ts';
import {type EventWordsFor, passiveMeaning, passiveMeaningOf} from './event-wording.ts';

const invalidates: readonly FamilyId[] = ['databases.instances'];
const backups: readonly FamilyId[] = [
  'databases.instances',
  'databases.mysql.backups',
  'databases.postgresql.backups',
  'databases.mongodb.backups',
];

export const databaseEvents: EventWordsFor<'database'> = {
  database_create: {...passiveMeaning('created'), busyWord: 'provisioning', invalidates},
  database_update: {...passiveMeaning('updated'), busyWord: 'updating', invalidates},
  database_delete: {...passiveMeaning('deleted'), busyWord: 'deleting', isDeletion: true, invalidates},
  database_backup_create: {
    ...passiveMeaningOf('a backup[ of {entity}]', 'made'),
    busyWord: 'backing up',
    invalidates: backups,
  },
  database_backup_delete: {...passiveMeaningOf('a backup[ of {entity}]', 'deleted'), invalidates: backups},
  database_backup_restore: {
    ...passiveMeaningOf('a backup', 'restored', '[ to {entity}]'),
    busyWord: 'restoring',
    invalidates,
  },
  database_failed: {...passiveMeaningOf('a failure[ of {entity}]', 'reported'), alarm: 'failed', invalidates},
  database_degraded: {
    doing: '{entity} is degrading',
    done: '{entity} is degraded',
    failed: '{entity} could not be degraded',
    alarm: 'degraded',
    invalidates,
  },
  database_low_disk_space: {
    doing: '{entity} is running out of disk space',
    done: '{entity} has little disk space left',
    failed: '{entity} failed for lack of disk space',
    alarm: 'low disk space',
    invalidates,
  },
  database_create_failed: {
    doing: '{entity} is failing to be created',
    done: '{entity} could not be created',
    failed: '{entity} could not be created',
    invalidates,
  },
  database_update_failed: {
    doing: '{entity} is failing to be updated',
    done: '{entity} could not be updated',
    failed: '{entity} could not be updated',
    invalidates,
  },
  database_scale: {...passiveMeaning('scaled'), busyWord: 'scaling', invalidates},
  database_resize: {...passiveMeaning('resized'), busyWord: 'resizing', invalidates},
  database_resize_create: {...passiveMeaningOf('a resize[ of {entity}]', 'scheduled'), invalidates},
  database_migrate: {...passiveMeaning('migrated'), busyWord: 'migrating', invalidates},
  database_upgrade: {...passiveMeaning('upgraded'), busyWord: 'upgrading', invalidates},
  database_suspend: {...passiveMeaning('suspended'), busyWord: 'suspending', invalidates},
  database_resume: {...passiveMeaning('resumed'), busyWord: 'resuming', invalidates},
  database_credentials_reset: {
    ...passiveMeaningOf('the credentials[ of {entity}]', 'reset', '', 'are'),
    busyWord: 'resetting credentials',
  },
};
