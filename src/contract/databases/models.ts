/** Shapes of managed databases (D3 §2.1). */
import {price} from '../schema/blocks.ts';
import {
  choice,
  dateTime,
  flag,
  free,
  integer,
  list,
  model,
  nullable,
  object,
  type Read,
  refine,
  text,
  today,
  todayValues,
} from '../schema/field.ts';
import {ipv4RangeHint} from '../schema/patterns.ts';

export const databaseStatuses = [
  'provisioning',
  'active',
  'suspending',
  'suspended',
  'resuming',
  'restoring',
  'failed',
  'degraded',
  'updating',
  'backing_up',
] as const;

export const compressionTypes = ['none', 'snappy', 'zlip'] as const;

export const replicationTypes = ['none', 'asynch', 'semi_synch'] as const;

export const replicationCommitTypes = ['on', 'local', 'remote_write', 'remote_apply', 'off'] as const;

/** Maintenance window of the cluster; hours in UTC, day 1 is Sunday (D3 §2.1). */
export const updatesFields = {
  frequency: choice(['weekly', 'monthly'], {default: 'weekly'}),
  duration: integer({min: 1, max: 3, unit: 'hours'}),
  hour_of_day: integer({min: 0, max: 23}),
  day_of_week: integer({min: 1, max: 7}),
  week_of_month: nullable(integer({min: 1, max: 4, default: null})),
};

export const DatabaseUpdates = model('DatabaseUpdates', {
  ...updatesFields,
  pending: today(
    list(object({deadline: nullable(dateTime()), description: text(), planned_for: nullable(dateTime())}), {
      readOnly: true,
    }),
  ),
});
export type DatabaseUpdates = Read<typeof DatabaseUpdates>;

/** The maintenance window in the body of an update, for an engine that the documents describe. */
export const documentedUpdates = object({
  ...updatesFields,
  week_of_month: refine(updatesFields.week_of_month, {
    requiredWhen: 'updates.frequency is monthly (must be null when weekly)',
  }),
});

/** A cluster that is created from another cluster, in its state at a given time. */
export const databaseFork = object({restore_time: dateTime(), source: integer()});

/** The subnet of a VPC through which a cluster is reachable. */
export const privateNetwork = nullable(
  object({vpc_id: integer(), subnet_id: integer(), public_access: flag({default: false})}),
);

const clusterFields = {
  id: integer({readOnly: true}),
  label: text({min: 3, max: 32, filterable: true}),
  type: text({filterable: true}),
  engine: text({readOnly: true, filterable: true}),
  version: text({readOnly: true, filterable: true}),
  region: text({filterable: true}),
  status: todayValues(choice(databaseStatuses, {readOnly: true, filterable: true}), ['resizing']),
  encrypted: flag({default: false}),
  // Addresses that may connect; an empty list refuses all.
  allow_list: list(text({...ipv4RangeHint, format: 'ipv4/prefix_length'})),
  cluster_size: todayValues(choice([1, 3], {default: 1}), [2]),
  // Null while the cluster is provisioned.
  hosts: object({primary: nullable(text()), secondary: nullable(text())}, {readOnly: true}),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
  updates: DatabaseUpdates,
  fork: today(nullable(databaseFork)),
  // The role of each address.
  members: today(free({readOnly: true})),
  oldest_restore_time: today(nullable(dateTime({readOnly: true}))),
  platform: today(text({readOnly: true})),
  total_disk_size_gb: today(integer({readOnly: true, unit: 'GB'})),
  used_disk_size_gb: today(integer({readOnly: true, unit: 'GB'})),
};

const engineFields = {
  ...clusterFields,
  ssl_connection: flag({default: true}),
  port: integer(),
  engine_config: today(free()),
  private_network: today(privateNetwork),
};

/** A database cluster of any engine, in the list of all engines (D3 §2.1). */
export const Database = model('Database', {
  ...clusterFields,
  engine: choice(['mongodb', 'mysql', 'postgresql'], {readOnly: true, filterable: true}),
  instance_uri: text({readOnly: true, wire: 'api-url'}),
  port: today(integer({readOnly: true})),
});
export type Database = Read<typeof Database>;

/** A cluster of the document engine (D3 §2.1). */
export const MongoDatabase = model('MongoDatabase', {
  ...engineFields,
  peers: list(text()),
  // Clusters with the same replica set replicate each other.
  replica_set: nullable(text({max: 64, default: null})),
  compression_type: choice(compressionTypes, {default: 'none'}),
  storage_engine: choice(['mmapv1', 'wiredtiger'], {default: 'wiredtiger'}),
});
export type MongoDatabase = Read<typeof MongoDatabase>;

/** A cluster of the relational engine (D3 §2.1). */
export const MysqlDatabase = model('MysqlDatabase', {
  ...engineFields,
  replication_type: choice(replicationTypes),
});
export type MysqlDatabase = Read<typeof MysqlDatabase>;

/** A PostgreSQL cluster. */
export const PostgresDatabase = model('PostgresDatabase', {
  ...engineFields,
  replication_type: choice(replicationTypes),
  replication_commit_type: choice(replicationCommitTypes, {default: 'local'}),
});
export type PostgresDatabase = Read<typeof PostgresDatabase>;

/** A daily backup, kept for a week, or one created on request (D3 §2.1). */
export const DatabaseBackup = model('DatabaseBackup', {
  id: integer(),
  type: choice(['auto', 'snapshot'], {filterable: true}),
  label: text({max: 30}),
  created: dateTime({filterable: true}),
});
export type DatabaseBackup = Read<typeof DatabaseBackup>;

/** The root user of a cluster. */
export const DatabaseCredentials = model('DatabaseCredentials', {
  username: text({readOnly: true}),
  password: text({readOnly: true}),
});
export type DatabaseCredentials = Read<typeof DatabaseCredentials>;

/** The certificate that clients need to trust the cluster. */
export const DatabaseSsl = model('DatabaseSsl', {
  ca_certificate: text({format: 'base64'}),
});
export type DatabaseSsl = Read<typeof DatabaseSsl>;

/** A version of an engine; the ID is `engine/version`. */
export const DatabaseEngine = model('DatabaseEngine', {
  id: text(),
  engine: text({filterable: true}),
  version: text({filterable: true}),
});
export type DatabaseEngine = Read<typeof DatabaseEngine>;

/** Price of a cluster with this number of nodes, in US dollars. */
export const DatabaseTypePrice = model('DatabaseTypePrice', {
  quantity: choice([1, 2, 3]),
  price: price(),
});
export type DatabaseTypePrice = Read<typeof DatabaseTypePrice>;

/** A plan for the nodes of a cluster, with its prices by engine. */
export const DatabaseType = model('DatabaseType', {
  id: text({readOnly: true}),
  label: text({readOnly: true}),
  engines: object({
    mysql: list(DatabaseTypePrice),
    postgresql: list(DatabaseTypePrice),
    mongodb: list(DatabaseTypePrice),
  }),
  memory: integer(),
  disk: integer(),
  vcpus: integer(),
  deprecated: flag({filterable: true}),
  class: text(),
});
export type DatabaseType = Read<typeof DatabaseType>;
