/** PostgreSQL clusters. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {choice, flag, integer, model, nullable, object, required, text, today} from '../schema/field.ts';
import {DatabaseBackup, DatabaseCredentials, DatabaseSsl, databaseFork, PostgresDatabase} from './models.ts';
import {postgresqlPower} from './power.ts';

/** Body of `databases.postgresql.create`. */
export const PostgresDatabaseCreate = model('PostgresDatabaseCreate', {
  label: required(PostgresDatabase.fields.label),
  type: required(text()),
  engine: required(text()),
  region: required(text()),
  encrypted: flag({default: false}),
  allow_list: PostgresDatabase.fields.allow_list,
  cluster_size: PostgresDatabase.fields.cluster_size,
  ssl_connection: flag({default: true}),
  replication_type: PostgresDatabase.fields.replication_type,
  replication_commit_type: PostgresDatabase.fields.replication_commit_type,
  engine_config: PostgresDatabase.fields.engine_config,
  fork: today(databaseFork),
  private_network: PostgresDatabase.fields.private_network,
});

/** Body of `databases.postgresql.update`. */
export const PostgresDatabaseUpdate = model('PostgresDatabaseUpdate', {
  label: PostgresDatabase.fields.label,
  allow_list: PostgresDatabase.fields.allow_list,
  updates: object({
    frequency: choice(['weekly', 'monthly'], {default: 'weekly'}),
    duration: integer({min: 1, max: 3}),
    hour_of_day: integer({min: 0, max: 23}),
    day_of_week: integer({min: 1, max: 7}),
    week_of_month: nullable(integer({min: 1, max: 4})),
  }),
  engine_config: PostgresDatabase.fields.engine_config,
  private_network: PostgresDatabase.fields.private_network,
});

/** Body of `databases.postgresql.backups.create`. */
export const PostgresqlBackupCreate = model('PostgresqlBackupCreate', {
  label: required(text({min: 3, max: 64})),
  target: choice(['primary', 'secondary'], {default: 'primary'}),
});

export const postgresqlEndpoints = {
  postgresql: {
    list: get('/databases/postgresql/instances', {scopes: ['databases:read_only'], page: PostgresDatabase}),
    create: post('/databases/postgresql/instances', {
      scopes: ['databases:read_write'],
      access: {grants: ['add_databases']},
      body: PostgresDatabaseCreate,
      responseModel: PostgresDatabase,
    }),
    get: get('/databases/postgresql/instances/{instanceId}', {
      scopes: ['databases:read_only'],
      responseModel: PostgresDatabase,
    }),
    update: put('/databases/postgresql/instances/{instanceId}', {
      scopes: ['databases:read_write'],
      body: PostgresDatabaseUpdate,
      responseModel: PostgresDatabase,
    }),
    delete: del('/databases/postgresql/instances/{instanceId}', {scopes: ['databases:read_write']}),
    backups: {
      list: get('/databases/postgresql/instances/{instanceId}/backups', {
        scopes: ['databases:read_write'],
        page: DatabaseBackup,
      }),
      create: post('/databases/postgresql/instances/{instanceId}/backups', {
        scopes: ['databases:read_write'],
        body: PostgresqlBackupCreate,
      }),
      get: get('/databases/postgresql/instances/{instanceId}/backups/{backupId}', {
        scopes: ['databases:read_write'],
        responseModel: DatabaseBackup,
      }),
      delete: del('/databases/postgresql/instances/{instanceId}/backups/{backupId}', {
        scopes: ['databases:read_write'],
      }),
      restore: post('/databases/postgresql/instances/{instanceId}/backups/{backupId}/restore', {
        scopes: ['databases:read_write'],
      }),
    },
    credentials: {
      get: get('/databases/postgresql/instances/{instanceId}/credentials', {
        scopes: ['databases:read_only'],
        responseModel: DatabaseCredentials,
      }),
      reset: post('/databases/postgresql/instances/{instanceId}/credentials/reset', {scopes: ['databases:read_write']}),
    },
    ssl: {
      get: get('/databases/postgresql/instances/{instanceId}/ssl', {
        scopes: ['databases:read_only'],
        responseModel: DatabaseSsl,
      }),
    },
    patch: post('/databases/postgresql/instances/{instanceId}/patch', {scopes: ['databases:read_write']}),
    ...postgresqlPower,
  },
};
