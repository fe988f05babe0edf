/** Managed databases (D3 §4.1). */
import type {Database} from '../../../contract/databases/models.ts';
import type {Contract} from '../../../contract/index.ts';
import type {Handlers} from '../../engine/call.ts';
import {engineHandlers} from './cluster-handlers.ts';
import {type Cluster, clusterEntity, DatabaseTypes, Engines, typedClusters} from './database-kinds.ts';

/** Fields of a cluster in the list over all engines. */
const common = (cluster: Cluster) => ({
  id: cluster.id,
  label: cluster.label,
  type: cluster.type,
  engine: cluster.engine,
  version: cluster.version,
  region: cluster.region,
  status: cluster.status,
  encrypted: cluster.encrypted,
  allow_list: cluster.allow_list,
  cluster_size: cluster.cluster_size,
  hosts: cluster.hosts,
  created: cluster.created,
  updated: cluster.updated,
  updates: cluster.updates,
  instance_uri: clusterEntity(cluster).url,
});

export const databases: Handlers<Contract['databases']> = {
  engines: {
    list: call =>
      call.page(
        Engines,
        call.dialect.additions === 'today'
          ? {where: {sql: `json_extract(doc, '$.engine')<>?`, values: ['mongodb']}}
          : {},
      ),
    get: call => call.jsonByKey(Engines, call.params.engineId),
  },
  instances: {
    list: call => call.page(typedClusters<Database>(), {revise: text => JSON.stringify(common(JSON.parse(text)))}),
  },
  types: {
    list: call => call.page(DatabaseTypes),
    get: call => call.jsonByKey(DatabaseTypes, call.params.typeId),
  },
  mongodb: engineHandlers('mongodb'),
  mysql: engineHandlers('mysql'),
  postgresql: engineHandlers('postgresql'),
};
