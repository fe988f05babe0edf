/** The operations of one engine's clusters. The engines differ only in a few fields of create. */
import type {MongoDatabase} from '../../../contract/databases/models.ts';
import type {Contract} from '../../../contract/index.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp, minutes, parseTimestamp} from '../../engine/time/clock.ts';
import {caCertificate} from './ca-certificate.ts';
import {
  applyUpdates,
  finishClusterChange,
  finishPasswordReset,
  finishProvisioning,
  finishRestore,
} from './cluster-lifecycle.ts';
import {
  type ClusterRequest,
  clusterProblems,
  defaultReplication,
  defaultWindow,
  labelProblems,
  windowProblems,
} from './cluster-request.ts';
import {
  type Cluster,
  clusterEntity,
  DatabaseBackups,
  DatabaseClusters,
  type EngineName,
  engineNumber,
  typedClusters,
} from './database-kinds.ts';
import {suspensionHandlers} from './suspension.ts';

type Mongo = Contract['databases']['mongodb'];
type ClusterCall = {readonly db: Store; readonly params: {readonly instanceId: number}};

const ports: Readonly<Record<EngineName, number>> = {mongodb: 27017, mysql: 3306, postgresql: 5432};

/** Fields that only this engine's clusters have. */
function ownFields(engine: EngineName, request: ClusterRequest): object {
  switch (engine) {
    case 'mongodb':
      return {
        peers: [],
        replica_set: request.replica_set ?? null,
        compression_type: request.compression_type ?? 'none',
        storage_engine: request.storage_engine ?? 'wiredtiger',
      };
    case 'mysql':
      return {replication_type: request.replication_type ?? defaultReplication(request.cluster_size ?? 1)};
    case 'postgresql': {
      const replication_type = request.replication_type ?? defaultReplication(request.cluster_size ?? 1);
      const defaultCommit = replication_type === 'semi_synch' ? 'on' : 'local';
      return {replication_type, replication_commit_type: request.replication_commit_type ?? defaultCommit};
    }
  }
}

export function createCluster(id: number, engine: EngineName, request: ClusterRequest, now: string): Cluster {
  return {
    id,
    label: request.label,
    type: request.type,
    engine,
    version: request.engine.slice(request.engine.indexOf('/') + 1),
    region: request.region,
    status: 'provisioning',
    encrypted: request.encrypted ?? false,
    allow_list: [...(request.allow_list ?? [])],
    cluster_size: request.cluster_size ?? 1,
    hosts: {primary: null, secondary: null},
    ssl_connection: request.ssl_connection ?? true,
    port: ports[engine],
    created: now,
    updated: now,
    updates: defaultWindow,
    ...ownFields(engine, request),
  };
}

/** The cluster and the backup of a request. */
class RequestedCluster {
  readonly #engine: EngineName;

  constructor(engine: EngineName) {
    this.#engine = engine;
  }

  any({db, params}: ClusterCall): Cluster {
    const cluster = db.get(DatabaseClusters, params.instanceId);
    if (cluster?.engine !== this.#engine) throw notFound();
    return cluster;
  }

  active(call: ClusterCall): Cluster {
    const cluster = this.any(call);
    if (cluster.status !== 'active') throw badRequest(`The database is ${cluster.status}; it must be active.`);
    return cluster;
  }

  findProvisioned(call: ClusterCall): Cluster {
    const cluster = this.any(call);
    if (cluster.status === 'provisioning') throw badRequest('The database is provisioning.');
    return cluster;
  }

  backup(call: ClusterCall & {readonly params: {readonly backupId: number}}, cluster: Cluster) {
    const row = call.db.row(DatabaseBackups, call.params.backupId);
    if (row?.parent !== cluster.id) throw notFound();
    return row.doc;
  }
}

const listHandlers = (engine: EngineName): Pick<Handlers<Mongo>, 'list' | 'create'> => ({
  list: call => call.page(typedClusters<MongoDatabase>(), {parent: engineNumber(engine)}),

  create(call) {
    const {db, now, random} = call;
    const request = call.body as ClusterRequest;
    const fieldErrors = new FieldErrors();
    clusterProblems(db, engine, request, fieldErrors);
    fieldErrors.throwIfAny();
    const cluster = db.insert(DatabaseClusters, id => createCluster(id, engine, request, formatTimestamp(now)), {
      parent: engineNumber(engine),
      hidden: {password: random.hex(24), resetAt: 0},
    });
    // 15 to 30 minutes (D3 §3).
    const seconds = random.int(15 * 60, 30 * 60);
    call.start({
      action: 'database_create',
      entity: clusterEntity(cluster),
      seconds,
      ends: finishProvisioning,
      data: {id: cluster.id},
    });
    return cluster as MongoDatabase;
  },
});

const clusterHandlers = (
  requested: RequestedCluster,
): Pick<Handlers<Mongo>, 'get' | 'update' | 'delete' | 'patch' | 'ssl'> => ({
  get: call => requested.any(call) as MongoDatabase,

  update(call) {
    const {db, body} = call;
    const before = requested.active(call);
    const updates = {...before.updates, ...body.updates};
    // A weekly window has no week of the month, so a request for one resets the old value.
    const window =
      body.updates?.frequency === 'weekly' && body.updates.week_of_month === undefined
        ? {...updates, week_of_month: null}
        : updates;
    const fieldErrors = new FieldErrors();
    if (body.label !== undefined) labelProblems(db, fieldErrors, body.label, before.id);
    windowProblems(window, fieldErrors);
    fieldErrors.throwIfAny();
    const {label = before.label, allow_list = before.allow_list} = body;
    const hasNewAccess = body.allow_list !== undefined;
    const cluster = db.update(DatabaseClusters, before.id, {
      label,
      allow_list,
      updates: window,
      ...(hasNewAccess ? {status: 'updating'} : {}),
    });
    const entity = clusterEntity(cluster);
    // The cluster is busy while the new list reaches all nodes, so rapid changes are refused.
    if (hasNewAccess)
      call.start({action: 'database_update', entity, seconds: 3, ends: finishClusterChange, data: {id: cluster.id}});
    else call.emit({action: 'database_update', entity});
    return cluster as MongoDatabase;
  },

  delete(call) {
    const cluster = requested.any(call);
    if (!['active', 'failed', 'degraded'].includes(cluster.status))
      throw badRequest(`The database is ${cluster.status}; it cannot be deleted now.`);
    call.abortOperations('database', cluster.id);
    call.db.removeAll(DatabaseBackups, cluster.id);
    call.db.remove(DatabaseClusters, cluster.id);
    call.emit({action: 'database_delete', entity: clusterEntity(cluster)});
    return {};
  },

  patch(call) {
    applyUpdates(call, requested.active(call));
    return {};
  },

  ssl: {
    get(call) {
      requested.active(call);
      return {ca_certificate: Buffer.from(caCertificate).toString('base64')};
    },
  },
});

const backupHandlers = (requested: RequestedCluster): Handlers<Mongo>['backups'] => ({
  list: call => call.page(DatabaseBackups, {parent: requested.findProvisioned(call).id}),

  create(call) {
    const {db, body, now} = call;
    const cluster = requested.active(call);
    if (body.target === 'secondary' && cluster.cluster_size === 1)
      throw badRequest('is for clusters of three nodes', 'target');
    const backup = db.insert(
      DatabaseBackups,
      id => ({id, type: 'snapshot', label: body.label, created: formatTimestamp(now)}),
      {parent: cluster.id},
    );
    db.update(DatabaseClusters, cluster.id, {status: 'backing_up'});
    call.start({
      action: 'database_backup_create',
      entity: clusterEntity(cluster),
      seconds: 90,
      ends: finishClusterChange,
      data: {id: cluster.id},
    });
    return backup;
  },

  get: call => requested.backup(call, requested.findProvisioned(call)),

  delete(call) {
    const cluster = requested.findProvisioned(call);
    const backup = requested.backup(call, cluster);
    call.db.remove(DatabaseBackups, backup.id);
    call.emit({action: 'database_backup_delete', entity: clusterEntity(cluster)});
    return {};
  },

  restore(call) {
    const {db} = call;
    const cluster = requested.active(call);
    const backup = requested.backup(call, cluster);
    const resetAt = db.row(DatabaseClusters, cluster.id)?.hidden.resetAt ?? 0;
    db.update(DatabaseClusters, cluster.id, {status: 'restoring'});
    const data = {id: cluster.id, usable: parseTimestamp(backup.created) >= resetAt};
    call.start({
      action: 'database_backup_restore',
      entity: clusterEntity(cluster),
      seconds: (6 * minutes) / 1000,
      ends: finishRestore,
      data,
    });
    return {};
  },
});

const credentialHandlers = (requested: RequestedCluster): Handlers<Mongo>['credentials'] => ({
  get(call) {
    const {id} = requested.active(call);
    return {username: 'root', password: call.db.row(DatabaseClusters, id)?.hidden.password ?? ''};
  },
  reset(call) {
    const cluster = requested.active(call);
    const data = {id: cluster.id, password: call.random.hex(24)};
    call.start({
      action: 'database_credentials_reset',
      entity: clusterEntity(cluster),
      seconds: 4,
      ends: finishPasswordReset,
      data,
    });
    return {};
  },
});

export function engineHandlers<E extends EngineName>(engine: E): Handlers<Contract['databases'][E]> {
  const requested = new RequestedCluster(engine);
  const handlers: Handlers<Mongo> & ReturnType<typeof suspensionHandlers> = {
    ...listHandlers(engine),
    ...clusterHandlers(requested),
    backups: backupHandlers(requested),
    credentials: credentialHandlers(requested),
    ...suspensionHandlers(engine, call => requested.any(call)),
  };
  // One set of handlers serves all engines, which differ only in their paths and in the fields of `ownFields`.
  return handlers as unknown as Handlers<Contract['databases'][E]>;
}
