/** What happens to managed databases. */
import type {FamilyId} from '../define.ts';
import {passive, passiveOf, type Words} from './words.ts';

const refresh: readonly FamilyId[] = ['databases.instances'];
const backups: readonly FamilyId[] = [
  'databases.instances',
  'databases.mysql.backups',
  'databases.postgresql.backups',
  'databases.mongodb.backups',
];

export const databaseEvents: Words<'database'> = {
  database_create: {...passive('created'), busy: 'provisioning', refresh},
  database_update: {...passive('updated'), busy: 'updating', refresh},
  database_delete: {...passive('deleted'), busy: 'deleting', removes: true, refresh},
  database_backup_create: {...passiveOf('a backup[ of {entity}]', 'made'), busy: 'backing up', refresh: backups},
  database_backup_delete: {...passiveOf('a backup[ of {entity}]', 'deleted'), refresh: backups},
  database_backup_restore: {...passiveOf('a backup', 'restored', '[ to {entity}]'), busy: 'restoring', refresh},
  database_credentials_reset: {
    ...passiveOf('the credentials[ of {entity}]', 'reset', '', 'are'),
    busy: 'resetting credentials',
  },
};
