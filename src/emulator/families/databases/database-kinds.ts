/** Stored data of database clusters. */
import type {
  DatabaseBackup,
  DatabaseEngine,
  DatabaseType,
  MongoDatabase,
  MysqlDatabase,
  PostgresDatabase,
} from '../../../contract/databases/models.ts';
import {defineKind, type Kind} from '../../engine/storage/kind.ts';

export const engineNames = ['mongodb', 'mysql', 'postgresql'] as const;
export type EngineName = (typeof engineNames)[number];

/** Fields of clusters of all engines. The documents also have the fields of their engine. */
export type Cluster = Pick<MongoDatabase, keyof MongoDatabase & keyof MysqlDatabase & keyof PostgresDatabase>;

export interface ClusterHidden {
  readonly password: string;
  /** Time of the last password reset, in milliseconds; older backups have another password. */
  readonly resetAt: number;
}

/** `parent` is the number of the engine, so that the clusters of one engine can be listed. */
export const DatabaseClusters = defineKind<Cluster, ClusterHidden>('database', {
  firstId: 2201,
  columns: {key: 'label'},
  hasUpdatedField: true,
  meteredFields: ['engine', 'type', 'cluster_size'],
});
/** The same kind, typed for responses with the fields of an engine, which the documents have. */
export const typedClusters = <D extends Pick<Cluster, 'id'>>(): Kind<D, ClusterHidden> =>
  DatabaseClusters as unknown as Kind<D, ClusterHidden>;
/** `parent` is the cluster. */
export const DatabaseBackups = defineKind<DatabaseBackup>('database_backup', {
  firstId: 33_001,
  columns: {at: 'created'},
});
export const Engines = defineKind<DatabaseEngine>('database_engine', {columns: {key: 'id'}});
export const DatabaseTypes = defineKind<DatabaseType>('database_type', {columns: {key: 'id'}});

/** Number of an engine, from 1, used as `parent`. */
export const engineNumber = (engine: EngineName): number => engineNames.indexOf(engine) + 1;

/** A cluster as the entity of an event. The documented entity types lack databases; the API uses `database`. */
export const clusterEntity = ({id, label, engine}: Pick<Cluster, 'id' | 'label' | 'engine'>) => ({
  id,
  label,
  type: 'database' as const,
  url: `/v4/databases/${engine}/instances/${id}`,
});

/** Hosts of an active cluster. MongoDB clusters have only public addresses (D3 §4.1 r8). */
export function clusterHosts({id, cluster_size, engine}: Pick<Cluster, 'id' | 'cluster_size' | 'engine'>): {
  readonly hosts: Cluster['hosts'];
  readonly peers: readonly string[];
} {
  const host = (part: string) => `compute-${id}-${engine}-${part}.databases.compute.example`;
  const isReplicated = cluster_size === 3;
  const peers = Array.from({length: cluster_size}, (_, index) => host(String(index)));
  return {
    hosts: {primary: host('primary'), secondary: isReplicated && engine !== 'mongodb' ? host('primary-private') : null},
    peers,
  };
}
