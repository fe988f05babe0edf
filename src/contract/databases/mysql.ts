/** Relational-engine clusters (D3 §4.1). */
import {del, get, post, put} from '../endpoint.ts';
import {as, choice, flag, integer, model, nullable, object, required, text} from '../field.ts';
import {DatabaseBackup, DatabaseCredentials, DatabaseSsl, MysqlDatabase} from './models.ts';

/** Body of `databases.mysql.create` (D3 §2.1). */
export const MysqlDatabaseCreate = model('MysqlDatabaseCreate', {
  label: required(MysqlDatabase.fields.label),
  type: required(text({filterable: true})),
  engine: required(text({pattern: /^[^/]+\/[^/]+$/})),
  region: required(text({filterable: true})),
  encrypted: flag({default: false}),
  allow_list: as(MysqlDatabase.fields.allow_list, {default: []}),
  cluster_size: MysqlDatabase.fields.cluster_size,
  ssl_connection: flag({default: true}),
  replication_type: MysqlDatabase.fields.replication_type,
});

/** Body of `databases.mysql.update` (D3 §2.1). */
export const MysqlDatabaseUpdate = model('MysqlDatabaseUpdate', {
  label: MysqlDatabase.fields.label,
  allow_list: MysqlDatabase.fields.allow_list,
  updates: object({
    frequency: choice(['weekly', 'monthly'], {default: 'weekly'}),
    duration: integer({min: 1, max: 3, unit: 'hours'}),
    hour_of_day: integer({min: 0, max: 23}),
    day_of_week: integer({min: 1, max: 7}),
    week_of_month: nullable(
      integer({min: 1, max: 4, requiredWhen: 'updates.frequency is monthly (must be null when weekly)', default: null}),
    ),
  }),
});

/** Body of `databases.mysql.backups.create`. */
export const MysqlBackupCreate = model('MysqlBackupCreate', {
  label: required(text({min: 3, max: 64})),
  target: choice(['primary', 'secondary'], {default: 'primary'}),
});

export const mysqlEndpoints = {
  mysql: {
    list: get('/databases/mysql/instances', {scopes: ['databases:read_only'], page: MysqlDatabase}),
    create: post('/databases/mysql/instances', {
      scopes: ['databases:read_write'],
      access: {grants: ['add_databases']},
      body: MysqlDatabaseCreate,
      returns: MysqlDatabase,
    }),
    get: get('/databases/mysql/instances/{instanceId}', {scopes: ['databases:read_only'], returns: MysqlDatabase}),
    update: put('/databases/mysql/instances/{instanceId}', {
      scopes: ['databases:read_write'],
      body: MysqlDatabaseUpdate,
      returns: MysqlDatabase,
    }),
    delete: del('/databases/mysql/instances/{instanceId}', {
      scopes: ['databases:read_write'],
      access: {level: 'unrestricted', anyScope: true},
    }),
    backups: {
      list: get('/databases/mysql/instances/{instanceId}/backups', {
        scopes: ['databases:read_write'],
        page: DatabaseBackup,
      }),
      create: post('/databases/mysql/instances/{instanceId}/backups', {
        scopes: ['databases:read_write'],
        body: MysqlBackupCreate,
      }),
      get: get('/databases/mysql/instances/{instanceId}/backups/{backupId}', {
        scopes: ['databases:read_write'],
        returns: DatabaseBackup,
      }),
      delete: del('/databases/mysql/instances/{instanceId}/backups/{backupId}', {
        scopes: ['databases:read_write'],
        access: {level: 'unrestricted'},
      }),
      restore: post('/databases/mysql/instances/{instanceId}/backups/{backupId}/restore', {
        scopes: ['databases:read_write'],
      }),
    },
    credentials: {
      get: get('/databases/mysql/instances/{instanceId}/credentials', {
        scopes: ['databases:read_only'],
        returns: DatabaseCredentials,
      }),
      reset: post('/databases/mysql/instances/{instanceId}/credentials/reset', {scopes: ['databases:read_write']}),
    },
    ssl: {
      get: get('/databases/mysql/instances/{instanceId}/ssl', {scopes: ['databases:read_only'], returns: DatabaseSsl}),
    },
    patch: post('/databases/mysql/instances/{instanceId}/patch', {scopes: ['databases:read_write']}),
  },
};
