/** Endpoints of Object Storage, and the quotas of an account at each of them. The API of today has them. */
import {get} from '../schema/endpoint.ts';
import {choice, integer, model, nullable, type Read, text} from '../schema/field.ts';

export const endpointTypes = ['E0', 'E1', 'E2', 'E3'] as const;

/** The S3 endpoint of a region; null if the region has none. */
export const ObjectStorageEndpoint = model('ObjectStorageEndpoint', {
  region: text({readOnly: true}),
  endpoint_type: choice(endpointTypes, {readOnly: true}),
  s3_endpoint: nullable(text({readOnly: true})),
});
export type ObjectStorageEndpoint = Read<typeof ObjectStorageEndpoint>;

/** A limit of an endpoint. */
export const ObjectStorageQuota = model(
  'ObjectStorageQuota',
  {
    quota_id: text({readOnly: true}),
    quota_name: choice(['Number of Objects', 'Number of Buckets', 'Total Capacity'], {
      readOnly: true,
      filterable: true,
    }),
    description: text({readOnly: true}),
    resource_metric: choice(['bucket', 'object', 'byte'], {readOnly: true}),
    quota_limit: integer({readOnly: true}),
    endpoint_type: choice(endpointTypes, {readOnly: true}),
    s3_endpoint: text({readOnly: true, filterable: true}),
  },
  'quota_id',
);
export type ObjectStorageQuota = Read<typeof ObjectStorageQuota>;

/** The usage of a quota; null when it was not measured. */
export const ObjectStorageQuotaUsage = model('ObjectStorageQuotaUsage', {
  quota_limit: integer({readOnly: true}),
  usage: nullable(integer({readOnly: true})),
});

const reads = {scopes: ['object_storage:read_only'], today: true} as const;

export const quotaEndpoints = {
  endpoints: {list: get('/object-storage/endpoints', {...reads, page: ObjectStorageEndpoint})},
  quotas: {
    list: get('/object-storage/quotas', {...reads, page: ObjectStorageQuota}),
    get: get('/object-storage/quotas/{objQuotaId}', {...reads, responseModel: ObjectStorageQuota}),
    usage: {get: get('/object-storage/quotas/{objQuotaId}/usage', {...reads, responseModel: ObjectStorageQuotaUsage})},
  },
};
