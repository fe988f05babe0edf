/** Database engines and types of every account; in the demo account two clusters, one with a missing node. */
import type {DatabaseTypePrice} from '../../../contract/databases/models.ts';
import {days, formatTimestamp} from '../../engine/time/clock.ts';
import {createCluster} from '../../families/databases/cluster-handlers.ts';
import type {ClusterRequest} from '../../families/databases/cluster-request.ts';
import {
  type Cluster,
  clusterHosts,
  DatabaseBackups,
  DatabaseClusters,
  DatabaseTypes,
  type EngineName,
  Engines,
  engineNumber,
} from '../../families/databases/database-kinds.ts';
import {planCatalogue} from '../catalogue/catalogue-hardware.ts';
import {beforeNow, type SeedContext, type Seeder} from '../core/seed-context.ts';

const versions: Readonly<Record<EngineName, readonly string[]>> = {
  mongodb: ['3.6.23', '4.0.27', '4.2.18', '4.4.10'],
  mysql: ['5.7.30', '8.0.26'],
  postgresql: ['10.14', '11.12', '12.8', '13.2'],
};

const classes = new Set(['nanode', 'standard', 'dedicated']);

/** Prices of a database type: each node costs 1.5 times the price of the instance. */
function prices(monthly: number): DatabaseTypePrice[] {
  return ([1, 3] as const).map(quantity => {
    const price = Math.round(monthly * quantity * 1.5);
    return {quantity, price: {hourly: Math.round((price / 668) * 10000) / 10000, monthly: price}};
  });
}

interface SeededCluster {
  readonly engine: EngineName;
  readonly request: ClusterRequest;
  /** Days. */
  readonly age: number;
  /** The values that differ from those of a new cluster. */
  readonly changes?: Partial<Cluster>;
}

function addCluster(context: SeedContext, {engine, request, age, changes}: SeededCluster): void {
  const {db, now, secrets} = context;
  const inserted = db.insert(
    DatabaseClusters,
    id => {
      const cluster = createCluster(id, engine, request, beforeNow(context, age * days));
      const {hosts, peers} = clusterHosts(cluster);
      return {...cluster, status: 'active', hosts, ...(engine === 'mongodb' ? {peers} : {}), ...changes};
    },
    {parent: engineNumber(engine), hidden: {password: secrets.hex(24), resetAt: 0}},
  );
  const midnight = Math.floor(now / days) * days;
  for (let daysAgo = 6; daysAgo >= 0; daysAgo--) {
    const createdAt = formatTimestamp(midnight - daysAgo * days);
    db.insert(
      DatabaseBackups,
      id => ({id, type: 'auto', label: `auto-${createdAt.slice(0, 10)}`, created: createdAt}),
      {
        parent: inserted.id,
      },
    );
  }
  const createdAt = beforeNow(context, 20 * days);
  db.insert(DatabaseBackups, id => ({id, type: 'snapshot', label: 'before-migration', created: createdAt}), {
    parent: inserted.id,
  });
}

export const databasesSeed: Seeder = {
  always({db}) {
    for (const [engine, all] of Object.entries(versions))
      for (const version of all) db.insert(Engines, () => ({id: `${engine}/${version}`, engine, version}));
    for (const plan of planCatalogue) {
      if (!classes.has(plan.class) || plan.successor !== null || plan.memory > 128 * 1024) continue;
      const all = prices(plan.price.monthly);
      db.insert(DatabaseTypes, () => ({
        id: plan.id,
        label: `DBaaS - ${plan.label}`,
        engines: {mysql: all, postgresql: all, mongodb: all},
        memory: plan.memory,
        disk: plan.disk,
        vcpus: plan.vcpus,
        deprecated: false,
        class: plan.class,
      }));
    }
  },
  demo(context) {
    addCluster(context, {
      engine: 'mysql',
      request: {
        label: 'shop-mysql',
        type: 'g6-standard-4',
        engine: 'mysql/8.0.26',
        region: 'us-east',
        cluster_size: 3,
        encrypted: true,
        allow_list: ['192.0.2.0/24', '198.51.100.7'],
      },
      age: 380,
    });
    addCluster(context, {
      engine: 'mongodb',
      request: {
        label: 'events-mongo',
        type: 'g6-dedicated-4',
        engine: 'mongodb/4.4.10',
        region: 'eu-west',
        cluster_size: 3,
        replica_set: 'events',
        compression_type: 'snappy',
        allow_list: ['192.0.2.40'],
      },
      age: 140,
      changes: {
        status: 'degraded',
        updates: {frequency: 'monthly', duration: 2, hour_of_day: 3, day_of_week: 7, week_of_month: 2},
      },
    });
  },
};
