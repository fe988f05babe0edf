/** Suspension of clusters and the settings of the engines, which only the API of today has. */
import type {Contract} from '../../../contract/index.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {defineJob} from '../../engine/time/jobs.ts';
import {finishClusterChange} from './cluster-lifecycle.ts';
import {type Cluster, clusterEntity, DatabaseClusters, type EngineName} from './database-kinds.ts';

type Suspension = Pick<Handlers<Contract['databases']['mysql']>, 'suspend' | 'resume' | 'config'>;
type FindCluster = (call: {readonly db: Store; readonly params: {readonly instanceId: number}}) => Cluster;

const suspended = defineJob<{readonly id: number}>('database.suspended', ({db}, {id}) => {
  if (!db.has(DatabaseClusters, id)) return 'failed';
  db.update(DatabaseClusters, id, {status: 'suspended'});
  return undefined;
});

const integer = (minimum: number, maximum: number, example: number, description: string) => ({
  type: 'integer',
  minimum,
  maximum,
  example,
  description,
  requires_restart: false,
});

const options: Readonly<Record<EngineName, object>> = {
  mongodb: {},
  mysql: {
    mysql: {
      connect_timeout: integer(2, 3600, 10, 'Seconds that the server waits for a connect packet'),
      default_time_zone: {
        type: 'string',
        minLength: 2,
        maxLength: 100,
        example: '+03:00',
        description: 'Default time zone of the server',
        requires_restart: true,
      },
      wait_timeout: integer(1, 2_147_483, 28_800, 'Seconds until an idle connection is closed'),
    },
    binlog_retention_period: integer(600, 86_400, 600, 'Seconds for which the binary log is kept'),
  },
  postgresql: {
    pg: {
      autovacuum_max_workers: integer(1, 20, 5, 'Most autovacuum processes at a time'),
      deadlock_timeout: integer(500, 1_800_000, 1000, 'Milliseconds until a deadlock is searched'),
    },
    work_mem: integer(1, 1024, 4, 'MB of memory for a query operation'),
  },
};

export const suspensionHandlers = (engine: EngineName, find: FindCluster): Suspension => ({
  suspend(call) {
    const {id, status} = find(call);
    if (status !== 'active') throw badRequest(`The database is ${status}; it must be active.`);
    const cluster = call.db.update(DatabaseClusters, id, {status: 'suspending'});
    call.start({
      action: 'database_suspend',
      entity: clusterEntity(cluster),
      seconds: 120,
      ends: suspended,
      data: {id},
    });
    return {};
  },

  resume(call) {
    const {id, status} = find(call);
    if (status !== 'suspended') throw badRequest(`The database is ${status}; it must be suspended.`);
    const cluster = call.db.update(DatabaseClusters, id, {status: 'resuming'});
    call.start({
      action: 'database_resume',
      entity: clusterEntity(cluster),
      seconds: 300,
      ends: finishClusterChange,
      data: {id},
    });
    return {};
  },

  config: {get: () => options[engine]},
});
