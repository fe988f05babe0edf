/** Document-engine clusters (D3 §4.1). */
import {del, get, post, put} from '../schema/endpoint.ts';
import {choice, flag, model, refine, required, text} from '../schema/field.ts';
import {enginePattern, labelPattern} from '../schema/patterns.ts';
import {DatabaseBackup, DatabaseCredentials, DatabaseSsl, documentedUpdates, MongoDatabase} from './models.ts';

/** Body of `databases.mongodb.create` (D3 §2.1). */
export const MongoDatabaseCreate = model('MongoDatabaseCreate', {
  label: required(MongoDatabase.fields.label),
  type: required(text({filterable: true})),
  engine: required(text(enginePattern)),
  region: required(text({filterable: true})),
  encrypted: flag({default: false}),
  allow_list: refine(MongoDatabase.fields.allow_list, {default: []}),
  cluster_size: MongoDatabase.fields.cluster_size,
  replica_set: MongoDatabase.fields.replica_set,
  ssl_connection: flag({default: true}),
  compression_type: MongoDatabase.fields.compression_type,
  storage_engine: MongoDatabase.fields.storage_engine,
});

/** Body of `databases.mongodb.update` (D3 §2.1). */
export const MongoDatabaseUpdate = model('MongoDatabaseUpdate', {
  label: MongoDatabase.fields.label,
  allow_list: MongoDatabase.fields.allow_list,
  updates: documentedUpdates,
});

/** Body of `databases.mongodb.backups.create` (D3 §2.1). */
export const MongodbBackupCreate = model('MongodbBackupCreate', {
  label: required(text({min: 3, max: 64, ...labelPattern})),
  target: choice(['primary', 'secondary'], {default: 'primary'}),
});

export const mongodbEndpoints = {
  mongodb: {
    list: get('/databases/mongodb/instances', {scopes: ['databases:read_only'], page: MongoDatabase}),
    create: post('/databases/mongodb/instances', {
      scopes: ['databases:read_write'],
      access: {grants: ['add_databases']},
      body: MongoDatabaseCreate,
      responseModel: MongoDatabase,
    }),
    get: get('/databases/mongodb/instances/{instanceId}', {
      scopes: ['databases:read_only'],
      responseModel: MongoDatabase,
    }),
    update: put('/databases/mongodb/instances/{instanceId}', {
      scopes: ['databases:read_write'],
      body: MongoDatabaseUpdate,
      responseModel: MongoDatabase,
    }),
    delete: del('/databases/mongodb/instances/{instanceId}', {
      scopes: ['databases:read_write'],
      access: {level: 'unrestricted', anyScope: true},
    }),
    backups: {
      list: get('/databases/mongodb/instances/{instanceId}/backups', {
        scopes: ['databases:read_write'],
        page: DatabaseBackup,
      }),
      create: post('/databases/mongodb/instances/{instanceId}/backups', {
        scopes: ['databases:read_write'],
        body: MongodbBackupCreate,
        responseModel: DatabaseBackup,
      }),
      get: get('/databases/mongodb/instances/{instanceId}/backups/{backupId}', {
        scopes: ['databases:read_write'],
        responseModel: DatabaseBackup,
      }),
      delete: del('/databases/mongodb/instances/{instanceId}/backups/{backupId}', {
        scopes: ['databases:read_write'],
      }),
      restore: post('/databases/mongodb/instances/{instanceId}/backups/{backupId}/restore', {
        scopes: ['databases:read_write'],
      }),
    },
    credentials: {
      get: get('/databases/mongodb/instances/{instanceId}/credentials', {
        scopes: ['databases:read_only'],
        responseModel: DatabaseCredentials,
      }),
      reset: post('/databases/mongodb/instances/{instanceId}/credentials/reset', {
        scopes: ['databases:read_write'],
        access: {level: 'unrestricted', anyScope: true},
      }),
    },
    patch: post('/databases/mongodb/instances/{instanceId}/patch', {scopes: ['databases:read_write']}),
    ssl: {
      get: get('/databases/mongodb/instances/{instanceId}/ssl', {
        scopes: ['databases:read_only'],
        responseModel: DatabaseSsl,
      }),
    },
  },
};
