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
  database_delete: {...passiveMeaning('deleted'), busy: 'deleting', removes: true, invalidates},
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
  database_credentials_reset: {
    ...passiveMeaningOf('the credentials[ of {entity}]', 'reset', '', 'are'),
    busy: 'resetting credentials',
  },
};
