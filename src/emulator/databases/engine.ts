/** The operations of one engine's clusters. The engines differ in a few fields of create, and in nothing else. */
import type {MongoDatabase} from '../../contract/databases/models.ts';
import type {Contract} from '../../contract/index.ts';
import type {Handlers} from '../engine/call.ts';
import {minutes, stamp, unstamp} from '../engine/clock.ts';
import {notFound, Problems, refuse} from '../engine/refusal.ts';
import type {Store} from '../engine/store.ts';
import {authority} from './authority.ts';
import {type Cluster, Clusters, clusterEntity, clustersAs, DatabaseBackups, type EngineName, placeOf} from './kinds.ts';
import {passwordReset, patch, provisioned, restored, settled} from './life.ts';
import {labelProblems, usualReplication, usualWindow, type Wish, windowProblems, wishProblems} from './wish.ts';

type Mongo = Contract['databases']['mongodb'];
type Named = {readonly db: Store; readonly params: {readonly instanceId: number}};

const ports: Readonly<Record<EngineName, number>> = {mongodb: 27017, mysql: 3306, postgresql: 5432};

/** Fields that only this engine's clusters have. */
function ownFields(engine: EngineName, wish: Wish): object {
  switch (engine) {
    case 'mongodb':
      return {
        peers: [],
        replica_set: wish.replica_set ?? null,
        compression_type: wish.compression_type ?? 'none',
        storage_engine: wish.storage_engine ?? 'wiredtiger',
      };
    case 'mysql':
      return {replication_type: wish.replication_type ?? usualReplication(wish.cluster_size ?? 1)};
    case 'postgresql': {
      const replication_type = wish.replication_type ?? usualReplication(wish.cluster_size ?? 1);
      const usual = replication_type === 'semi_synch' ? 'on' : 'local';
      return {replication_type, replication_commit_type: wish.replication_commit_type ?? usual};
    }
  }
}

export function newCluster(id: number, engine: EngineName, wish: Wish, now: string): Cluster {
  return {
    id,
    label: wish.label,
    type: wish.type,
    engine,
    version: wish.engine.slice(wish.engine.indexOf('/') + 1),
    region: wish.region,
    status: 'provisioning',
    encrypted: wish.encrypted ?? false,
    allow_list: [...(wish.allow_list ?? [])],
    cluster_size: wish.cluster_size ?? 1,
    hosts: {primary: null, secondary: null},
    ssl_connection: wish.ssl_connection ?? true,
    port: ports[engine],
    created: now,
    updated: now,
    updates: usualWindow,
    ...ownFields(engine, wish),
  };
}

export function engineHandlers<E extends EngineName>(engine: E): Handlers<Contract['databases'][E]> {
  const clusterAt = ({db, params}: Named): Cluster => {
    const cluster = db.get(Clusters, params.instanceId);
    if (cluster?.engine !== engine) throw notFound();
    return cluster;
  };
  const activeAt = (call: Named): Cluster => {
    const cluster = clusterAt(call);
    if (cluster.status !== 'active') throw refuse(`The database is ${cluster.status}; it must be active.`);
    return cluster;
  };
  const readyAt = (call: Named): Cluster => {
    const cluster = clusterAt(call);
    if (cluster.status === 'provisioning') throw refuse('The database is provisioning.');
    return cluster;
  };
  const backupAt = (call: Named & {readonly params: {readonly backupId: number}}, cluster: Cluster) => {
    const row = call.db.row(DatabaseBackups, call.params.backupId);
    if (row?.parent !== cluster.id) throw notFound();
    return row.doc;
  };

  const handlers: Handlers<Mongo> = {
    list: call => call.page(clustersAs<MongoDatabase>(), {parent: placeOf(engine)}),

    create(call) {
      const {db, now, random} = call;
      const wish = call.body as Wish;
      const problems = new Problems();
      wishProblems(db, engine, wish, problems);
      problems.settle();
      const cluster = db.insert(Clusters, id => newCluster(id, engine, wish, stamp(now)), {
        parent: placeOf(engine),
        hidden: {password: random.hex(24), resetAt: 0},
      });
      // 15 to 30 minutes (D3 §3).
      const seconds = random.int(15 * 60, 30 * 60);
      call.start({
        action: 'database_create',
        entity: clusterEntity(cluster),
        seconds,
        ends: provisioned,
        data: {id: cluster.id},
      });
      return cluster as MongoDatabase;
    },

    get: call => clusterAt(call) as MongoDatabase,

    update(call) {
      const {db, body} = call;
      const before = activeAt(call);
      const updates = {...before.updates, ...body.updates};
      // A weekly window has no week; saying so again is not needed.
      const window =
        body.updates?.frequency === 'weekly' && body.updates.week_of_month === undefined
          ? {...updates, week_of_month: null}
          : updates;
      const problems = new Problems();
      if (body.label !== undefined) labelProblems(db, problems, body.label, before.id);
      windowProblems(window, problems);
      problems.settle();
      const {label = before.label, allow_list = before.allow_list} = body;
      const moved = body.allow_list !== undefined;
      const cluster = db.update(Clusters, before.id, {
        label,
        allow_list,
        updates: window,
        ...(moved ? {status: 'updating'} : {}),
      });
      const entity = clusterEntity(cluster);
      // The new list takes a moment to reach all nodes, which is why rapid changes of it are refused.
      if (moved) call.start({action: 'database_update', entity, seconds: 3, ends: settled, data: {id: cluster.id}});
      else call.emit({action: 'database_update', entity});
      return cluster as MongoDatabase;
    },

    delete(call) {
      const cluster = clusterAt(call);
      if (!['active', 'failed', 'degraded'].includes(cluster.status))
        throw refuse(`The database is ${cluster.status}; it cannot be deleted now.`);
      call.abandon('database', cluster.id);
      call.db.removeAll(DatabaseBackups, cluster.id);
      call.db.remove(Clusters, cluster.id);
      call.emit({action: 'database_delete', entity: clusterEntity(cluster)});
      return {};
    },

    backups: {
      list: call => call.page(DatabaseBackups, {parent: readyAt(call).id}),

      create(call) {
        const {db, body, now} = call;
        const cluster = activeAt(call);
        if (body.target === 'secondary' && cluster.cluster_size === 1)
          throw refuse('is for clusters of three nodes', 'target');
        const backup = db.insert(
          DatabaseBackups,
          id => ({id, type: 'snapshot', label: body.label, created: stamp(now)}),
          {parent: cluster.id},
        );
        db.update(Clusters, cluster.id, {status: 'backing_up'});
        call.start({
          action: 'database_backup_create',
          entity: clusterEntity(cluster),
          seconds: 90,
          ends: settled,
          data: {id: cluster.id},
        });
        return backup;
      },

      get: call => backupAt(call, readyAt(call)),

      delete(call) {
        const cluster = readyAt(call);
        const backup = backupAt(call, cluster);
        call.db.remove(DatabaseBackups, backup.id);
        call.emit({action: 'database_backup_delete', entity: clusterEntity(cluster)});
        return {};
      },

      restore(call) {
        const {db} = call;
        const cluster = activeAt(call);
        const backup = backupAt(call, cluster);
        const resetAt = db.row(Clusters, cluster.id)?.hidden.resetAt ?? 0;
        db.update(Clusters, cluster.id, {status: 'restoring'});
        const data = {id: cluster.id, usable: unstamp(backup.created) >= resetAt};
        call.start({
          action: 'database_backup_restore',
          entity: clusterEntity(cluster),
          seconds: (6 * minutes) / 1000,
          ends: restored,
          data,
        });
        return {};
      },
    },

    credentials: {
      get(call) {
        const {id} = activeAt(call);
        return {username: 'root', password: call.db.row(Clusters, id)?.hidden.password ?? ''};
      },
      reset(call) {
        const cluster = activeAt(call);
        const data = {id: cluster.id, password: call.random.hex(24)};
        call.start({
          action: 'database_credentials_reset',
          entity: clusterEntity(cluster),
          seconds: 4,
          ends: passwordReset,
          data,
        });
        return {};
      },
    },

    patch(call) {
      patch(call, activeAt(call));
      return {};
    },

    ssl: {
      get(call) {
        activeAt(call);
        return {ca_certificate: Buffer.from(authority).toString('base64')};
      },
    },
  };
  // The groups of the engines differ in their paths and in the fields that `ownFields` fills: one set of handlers serves all.
  return handlers as unknown as Handlers<Contract['databases'][E]>;
}
