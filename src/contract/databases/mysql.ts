/** Relational-engine clusters (D3 §4.1). */
import {del, get, post, put} from '../schema/endpoint.ts';
import {choice, flag, model, refine, required, text, today} from '../schema/field.ts';
import {enginePattern} from '../schema/patterns.ts';
import {
  DatabaseBackup,
  DatabaseCredentials,
  DatabaseSsl,
  databaseFork,
  documentedUpdates,
  MysqlDatabase,
} from './models.ts';
import {mysqlPower} from './power.ts';

/** Body of `databases.mysql.create` (D3 §2.1). */
export const MysqlDatabaseCreate = model('MysqlDatabaseCreate', {
  label: required(MysqlDatabase.fields.label),
  type: required(text({filterable: true})),
  engine: required(text(enginePattern)),
  region: required(text({filterable: true})),
  encrypted: flag({default: false}),
  allow_list: refine(MysqlDatabase.fields.allow_list, {default: []}),
  cluster_size: MysqlDatabase.fields.cluster_size,
  ssl_connection: flag({default: true}),
  replication_type: MysqlDatabase.fields.replication_type,
  engine_config: MysqlDatabase.fields.engine_config,
  fork: today(databaseFork),
  private_network: MysqlDatabase.fields.private_network,
});

/** Body of `databases.mysql.update` (D3 §2.1). */
export const MysqlDatabaseUpdate = model('MysqlDatabaseUpdate', {
  label: MysqlDatabase.fields.label,
  allow_list: MysqlDatabase.fields.allow_list,
  updates: documentedUpdates,
  engine_config: MysqlDatabase.fields.engine_config,
  private_network: MysqlDatabase.fields.private_network,
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
      responseModel: MysqlDatabase,
    }),
    get: get('/databases/mysql/instances/{instanceId}', {
      scopes: ['databases:read_only'],
      responseModel: MysqlDatabase,
    }),
    update: put('/databases/mysql/instances/{instanceId}', {
      scopes: ['databases:read_write'],
      body: MysqlDatabaseUpdate,
      responseModel: MysqlDatabase,
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
        responseModel: DatabaseBackup,
      }),
      delete: del('/databases/mysql/instances/{instanceId}/backups/{backupId}', {
        scopes: ['databases:read_write'],
      }),
      restore: post('/databases/mysql/instances/{instanceId}/backups/{backupId}/restore', {
        scopes: ['databases:read_write'],
      }),
    },
    credentials: {
      get: get('/databases/mysql/instances/{instanceId}/credentials', {
        scopes: ['databases:read_only'],
        responseModel: DatabaseCredentials,
      }),
      reset: post('/databases/mysql/instances/{instanceId}/credentials/reset', {scopes: ['databases:read_write']}),
    },
    ssl: {
      get: get('/databases/mysql/instances/{instanceId}/ssl', {
        scopes: ['databases:read_only'],
        responseModel: DatabaseSsl,
      }),
    },
    patch: post('/databases/mysql/instances/{instanceId}/patch', {scopes: ['databases:read_write']}),
    ...mysqlPower,
  },
};
