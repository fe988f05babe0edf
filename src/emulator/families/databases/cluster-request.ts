/** Values for a new cluster, and the rules between the fields (D3 §2.1). */
import type {DatabaseUpdates, MongoDatabase} from '../../../contract/databases/models.ts';
import type {FieldErrors} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {Regions} from '../regions.ts';
import {DatabaseClusters, DatabaseTypes, type EngineName, Engines} from './database-kinds.ts';

export interface ClusterRequest {
  readonly label: string;
  readonly type: string;
  readonly engine: string;
  readonly region: string;
  readonly encrypted?: boolean;
  readonly allow_list?: readonly string[];
  readonly cluster_size?: 1 | 3;
  readonly ssl_connection?: boolean;
  readonly replication_type?: 'none' | 'asynch' | 'semi_synch';
  readonly replication_commit_type?: 'on' | 'local' | 'remote_write' | 'remote_apply' | 'off';
  readonly replica_set?: string | null;
  readonly compression_type?: MongoDatabase['compression_type'];
  readonly storage_engine?: MongoDatabase['storage_engine'];
}

/** Sunday at 20:00 UTC for three hours (D3 §4.1 r2). */
export const defaultWindow: DatabaseUpdates = {
  frequency: 'weekly',
  duration: 3,
  hour_of_day: 20,
  day_of_week: 1,
  week_of_month: null,
};

export function labelProblems(db: Store, fieldErrors: FieldErrors, label: string, id?: number): void {
  const existing = db.byKey(DatabaseClusters, label);
  fieldErrors.addIf(!!existing && existing.id !== id, 'is taken by another database', 'label');
}

export function clusterProblems(
  db: Store,
  engine: EngineName,
  request: ClusterRequest,
  fieldErrors: FieldErrors,
): void {
  labelProblems(db, fieldErrors, request.label);
  const engineDoc = db.byKey(Engines, request.engine)?.doc;
  fieldErrors.addIf(engineDoc?.engine !== engine, `is not a version of ${engine}`, 'engine');
  const type = db.byKey(DatabaseTypes, request.type)?.doc;
  fieldErrors.addIf(!type, 'is not a type for databases', 'type');
  const region = db.byKey(Regions, request.region)?.doc;
  fieldErrors.addIf(!region, 'is not a region', 'region');
  fieldErrors.addIf(!!region && !region.capabilities.includes('Managed Databases'), 'offers no databases', 'region');
  if (engine === 'mongodb') documentProblems(request, engineDoc?.version, fieldErrors);
  else replicationProblems(request, fieldErrors);
}

function documentProblems(
  {storage_engine}: ClusterRequest,
  version: string | undefined,
  fieldErrors: FieldErrors,
): void {
  const major = Number(version?.split('.')[0] ?? 0);
  fieldErrors.addIf(
    storage_engine === 'mmapv1' && major >= 4,
    'mmapv1 is not available for versions 4.0 and above',
    'storage_engine',
  );
}

function replicationProblems(
  {cluster_size = 1, replication_type, replication_commit_type}: ClusterRequest,
  fieldErrors: FieldErrors,
): void {
  if (replication_type !== undefined) {
    fieldErrors.addIf(
      cluster_size === 1 && replication_type !== 'none',
      'must be none for one node',
      'replication_type',
    );
    fieldErrors.addIf(
      cluster_size === 3 && replication_type === 'none',
      'must be asynch or semi_synch for three nodes',
      'replication_type',
    );
  }
  if (replication_commit_type === undefined) return;
  const isAsynchronous = ['local', 'off'].includes(replication_commit_type);
  const kind = replication_type ?? defaultReplication(cluster_size);
  fieldErrors.addIf(kind === 'asynch' && !isAsynchronous, 'must be local or off for asynch', 'replication_commit_type');
  fieldErrors.addIf(
    kind === 'semi_synch' && isAsynchronous,
    'must be on, remote_write or remote_apply for semi_synch',
    'replication_commit_type',
  );
}

/** Default of the replication type (D3 §2.1). */
export const defaultReplication = (nodes: 1 | 3) => (nodes === 3 ? 'semi_synch' : 'none');

export function windowProblems(window: DatabaseUpdates, fieldErrors: FieldErrors): void {
  const isMonthly = window.frequency === 'monthly';
  fieldErrors.addIf(isMonthly && window.week_of_month === null, 'is required for monthly', 'updates.week_of_month');
  fieldErrors.addIf(!isMonthly && window.week_of_month !== null, 'must be null for weekly', 'updates.week_of_month');
}
