/**
 * Changes of clusters without a request: nightly backups, updates in their window, and the end of requested changes.
 */
import {days, formatTimestamp, hours, minutes, parseTimestamp} from '../../engine/time/clock.ts';
import {defineJob, defineRecurringJob} from '../../engine/time/jobs.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {type Cluster, clusterEntity, clusterHosts, DatabaseBackups, DatabaseClusters} from './database-kinds.ts';

interface Subject {
  readonly id: number;
}

export const finishProvisioning = defineJob<Subject>('database.provisioned', ({db}, {id}) => {
  const cluster = db.get(DatabaseClusters, id);
  if (!cluster) return 'failed';
  const {hosts, peers} = clusterHosts(cluster);
  db.update(DatabaseClusters, id, {status: 'active', hosts, ...('peers' in cluster ? {peers} : {})});
  return undefined;
});

/** Returns the cluster to `active` after any change that kept it busy. */
export const finishClusterChange = defineJob<Subject>('database.settled', ({db}, {id}) => {
  if (!db.has(DatabaseClusters, id)) return 'failed';
  db.update(DatabaseClusters, id, {status: 'active'});
  return undefined;
});

/** A backup from before the last password reset has the old password, so the cluster is unusable (D3 §4.1 r6). */
export const finishRestore = defineJob<Subject & {readonly usable: boolean}>(
  'database.restored',
  ({db}, {id, usable}) => {
    if (!db.has(DatabaseClusters, id)) return 'failed';
    db.update(DatabaseClusters, id, {status: usable ? 'active' : 'failed'});
    return usable ? undefined : 'failed';
  },
);

export const finishPasswordReset = defineJob<Subject & {readonly password: string}>(
  'database.password',
  ({db, now}, {id, password}) => {
    if (!db.has(DatabaseClusters, id)) return 'failed';
    db.setHidden(DatabaseClusters, id, {password, resetAt: now});
    return undefined;
  },
);

/** Retention time of automatic backups; a cluster has at most seven (D3 §4.1 r3). */
const backupRetentionMs = 7 * days;

function createNightlyBackup({db, now}: UnitOfWork, cluster: Cluster): void {
  const moment = formatTimestamp(now);
  db.insert(DatabaseBackups, id => ({id, type: 'auto', label: `auto-${moment.slice(0, 10)}`, created: moment}), {
    parent: cluster.id,
  });
  for (const {id, type, created} of db.all(DatabaseBackups, cluster.id))
    if (type === 'auto' && parseTimestamp(created) <= now - backupRetentionMs) db.remove(DatabaseBackups, id);
}

defineRecurringJob(
  'database.nightly',
  now => (Math.floor(now / days) + 1) * days,
  work => {
    for (const cluster of work.db.all(DatabaseClusters))
      if (cluster.status === 'active' || cluster.status === 'degraded') createNightlyBackup(work, cluster);
  },
);

/** True when a maintenance window opens at this full hour. */
export function isWindowStart({updates}: Pick<Cluster, 'updates'>, now: number): boolean {
  const date = new Date(now);
  return (
    updates.hour_of_day === date.getUTCHours() &&
    updates.day_of_week === date.getUTCDay() + 1 &&
    (updates.frequency === 'weekly' || updates.week_of_month === Math.ceil(date.getUTCDate() / 7))
  );
}

/** Applies the updates of the operating system. Engines are never upgraded (D3 §4.1 r2). */
export function applyUpdates(work: UnitOfWork, cluster: Cluster): void {
  work.db.update(DatabaseClusters, cluster.id, {status: 'updating'});
  const seconds = (10 * minutes) / 1000;
  work.start({
    action: 'database_update',
    entity: clusterEntity(cluster),
    seconds,
    ends: finishClusterChange,
    data: {id: cluster.id},
  });
}

defineRecurringJob(
  'database.windows',
  now => (Math.floor(now / hours) + 1) * hours,
  work => {
    for (const cluster of work.db.all(DatabaseClusters))
      if (cluster.status === 'active' && isWindowStart(cluster, work.now)) applyUpdates(work, cluster);
  },
);
