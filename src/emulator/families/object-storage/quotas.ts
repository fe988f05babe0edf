/** Endpoints and quotas of Object Storage, which only the API of today has. */
import type {Contract} from '../../../contract/index.ts';
import type {ObjectStorageEndpoint, ObjectStorageQuota} from '../../../contract/resources/storage-quotas.ts';
import type {Handlers} from '../../engine/call.ts';
import {notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {Buckets, ObjectStorageClusters, Objects} from './storage-kinds.ts';

type Endpoints = Contract['objectStorage'];

const hostOf = (cluster: string): string => `${cluster}.storage.example.com`;

const endpointsIn = (db: Store): readonly ObjectStorageEndpoint[] =>
  db.all(ObjectStorageClusters).map(({id, region}) => ({region, endpoint_type: 'E1', s3_endpoint: hostOf(id)}));

const limits = [
  {metric: 'bucket', name: 'Number of Buckets', limit: 1000, text: 'Buckets at this endpoint'},
  {metric: 'object', name: 'Number of Objects', limit: 100_000_000, text: 'Objects in all buckets at this endpoint'},
  {metric: 'byte', name: 'Total Capacity', limit: 109_951_162_777_600, text: 'Bytes in all buckets at this endpoint'},
] as const;

const quotasIn = (db: Store): readonly ObjectStorageQuota[] =>
  db.all(ObjectStorageClusters).flatMap(({id}) =>
    limits.map(({metric, name, limit, text}) => ({
      quota_id: `obj-${metric}-${hostOf(id)}`,
      quota_name: name,
      description: text,
      resource_metric: metric,
      quota_limit: limit,
      endpoint_type: 'E1' as const,
      s3_endpoint: hostOf(id),
    })),
  );

/** @throws Refusal 404 without such a quota */
function quotaAt(db: Store, id: string): ObjectStorageQuota {
  const quota = quotasIn(db).find(({quota_id}) => quota_id === id);
  if (!quota) throw notFound();
  return quota;
}

function usageOf(db: Store, {s3_endpoint, resource_metric: metric}: ObjectStorageQuota): number {
  const ids = db.rows(Buckets).filter(({doc}) => hostOf(doc.cluster) === s3_endpoint);
  if (metric === 'bucket') return ids.length;
  const objects = ids.flatMap(({id}) => db.all(Objects, id));
  return metric === 'object' ? objects.length : objects.reduce((sum, {size}) => sum + size, 0);
}

export const storageEndpoints: Handlers<Endpoints['endpoints']> = {
  list: call => call.pageOf(endpointsIn(call.db)),
};

export const quotas: Handlers<Endpoints['quotas']> = {
  list: call => call.pageOf(quotasIn(call.db)),
  get: ({db, params}) => quotaAt(db, params.objQuotaId),
  usage: {
    get({db, params}) {
      const quota = quotaAt(db, params.objQuotaId);
      return {quota_limit: quota.quota_limit, usage: usageOf(db, quota)};
    },
  },
};
