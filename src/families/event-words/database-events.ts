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
  database_create: {...passiveMeaning('created'), busy: 'provisioning', invalidates},
  database_update: {...passiveMeaning('updated'), busy: 'updating', invalidates},
  database_delete: {...passiveMeaning('deleted'), busy: 'deleting', isDeletion: true, invalidates},
  database_backup_create: {
    ...passiveMeaningOf('a backup[ of {entity}]', 'made'),
    busy: 'backing up',
    invalidates: backups,
  },
  database_backup_delete: {...passiveMeaningOf('a backup[ of {entity}]', 'deleted'), invalidates: backups},
  database_backup_restore: {
    ...passiveMeaningOf('a backup', 'restored', '[ to {entity}]'),
    busy: 'restoring',
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
  database_scale: {...passiveMeaning('scaled'), busy: 'scaling', invalidates},
  database_resize: {...passiveMeaning('resized'), busy: 'resizing', invalidates},
  database_resize_create: {...passiveMeaningOf('a resize[ of {entity}]', 'scheduled'), invalidates},
  database_migrate: {...passiveMeaning('migrated'), busy: 'migrating', invalidates},
  database_upgrade: {...passiveMeaning('upgraded'), busy: 'upgrading', invalidates},
  database_suspend: {...passiveMeaning('suspended'), busy: 'suspending', invalidates},
  database_resume: {...passiveMeaning('resumed'), busy: 'resuming', invalidates},
  database_credentials_reset: {
    ...passiveMeaningOf('the credentials[ of {entity}]', 'reset', '', 'are'),
    busy: 'resetting credentials',
  },
};
