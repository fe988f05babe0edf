/**
 * Object Storage: buckets, objects, keys and clusters (D1 §4.2).
 *
 * More than 300 lines: the models and operations of one section of the documents.
 */
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  choice,
  dateTime,
  flag,
  integer,
  list,
  model,
  nullable,
  object,
  type Read,
  required,
  text,
  today,
  undocumented,
} from '../schema/field.ts';
import {bucketLabelHint} from '../schema/patterns.ts';
import {ObjectStorageType, priceColumns} from './service-prices.ts';
import {endpointTypes, quotaEndpoints} from './storage-quotas.ts';

export const objectAclValues = ['private', 'public-read', 'authenticated-read', 'public-read-write', 'custom'] as const;

/** A bucket; its label is unique within a cluster (D1 §2.3). */
export const Bucket = model(
  'Bucket',
  {
    created: dateTime(),
    // Empty for a bucket that was created in a region.
    cluster: text(),
    region: undocumented(text()),
    label: text(),
    hostname: text(),
    size: integer({unit: 'bytes'}),
    objects: integer(),
    endpoint_type: today(choice(endpointTypes)),
    s3_endpoint: today(nullable(text())),
  },
  'label',
);
export type Bucket = Read<typeof Bucket>;

/** An entry in a listing of a bucket; a common prefix has null facts (D1 §2.3). */
export const BucketObject = model(
  'BucketObject',
  {
    name: text(),
    etag: nullable(text()),
    last_modified: nullable(dateTime()),
    owner: nullable(text()),
    size: nullable(integer()),
    next_marker: nullable(text()),
    is_truncated: flag(),
  },
  'name',
);
export type BucketObject = Read<typeof BucketObject>;

/** Content of a bucket; paged by marker, without page numbers (D1 §4.2). */
export const BucketContents = model('BucketContents', {
  data: list(BucketObject),
});
export type BucketContents = Read<typeof BucketContents>;

/** State of a bucket's certificate; the certificate itself is never returned (D1 §4.2). */
export const BucketSsl = model('BucketSsl', {
  ssl: flag({readOnly: true}),
});
export type BucketSsl = Read<typeof BucketSsl>;

/** A location for buckets (D1 §2.3). */
export const ObjectStorageCluster = model('ObjectStorageCluster', {
  id: text(),
  domain: text(),
  status: choice(['available', 'unavailable']),
  region: text(),
  static_site_domain: text(),
});
export type ObjectStorageCluster = Read<typeof ObjectStorageCluster>;

/** A pair of keys; the secret key is returned once, on creation (D1 §2.3). */
export const ObjectStorageKey = model('ObjectStorageKey', {
  id: integer({readOnly: true}),
  label: text(),
  access_key: text({readOnly: true}),
  secret_key: text({readOnly: true}),
  limited: flag({readOnly: true}),
  // Null allows access to every bucket.
  bucket_access: nullable(
    list(
      object({
        cluster: text(),
        region: undocumented(text()),
        bucket_name: text(),
        permissions: choice(['read_write', 'read_only']),
      }),
    ),
  ),
  regions: today(
    list(object({id: text(), endpoint_type: choice(endpointTypes), s3_endpoint: nullable(text())}), {readOnly: true}),
  ),
});
export type ObjectStorageKey = Read<typeof ObjectStorageKey>;

/** Access to a bucket: the canned ACL, the ACL as XML, and CORS for all origins. */
export const BucketAccess = model('BucketAccess', {
  acl: choice(objectAclValues),
  acl_xml: text({readOnly: true}),
  cors_enabled: nullable(flag()),
  cors_xml: nullable(text({readOnly: true})),
});
export type BucketAccess = Read<typeof BucketAccess>;

/** Read and write access to an object (D1 §2.3). */
export const ObjectAcl = model('ObjectAcl', {
  acl: choice(objectAclValues),
  acl_xml: text(),
});
export type ObjectAcl = Read<typeof ObjectAcl>;

/** A URL that allows one operation on one object for a limited time, without a token (D1 §4.2). */
export const ObjectUrl = model('ObjectUrl', {
  url: text(),
});
export type ObjectUrl = Read<typeof ObjectUrl>;

/** Bytes that all buckets sent this month. */
export const ObjectStorageTransfer = model('ObjectStorageTransfer', {
  used: integer({readOnly: true}),
});
export type ObjectStorageTransfer = Read<typeof ObjectStorageTransfer>;

/** Body of `objectStorage.buckets.create` (D1 §4.2). */
export const BucketCreate = model('BucketCreate', {
  label: required(text(bucketLabelHint)),
  cluster: text({requiredByDocuments: true, requiredWhen: 'region is not given'}),
  region: undocumented(text()),
  cors_enabled: flag({default: false}),
  acl: choice(['private', 'public-read', 'authenticated-read', 'public-read-write'], {default: 'private'}),
  endpoint_type: today(choice(endpointTypes)),
  s3_endpoint: today(text()),
});

/** Body of `objectStorage.buckets.access.modify` (D1 §4.2). */
export const BucketAccessModify = model('BucketAccessModify', {
  cors_enabled: flag(),
  acl: choice(objectAclValues),
});

/** Body of `objectStorage.objects.acl.update` (D1 §4.2). */
export const ObjectAclUpdate = model('ObjectAclUpdate', {
  acl: required(ObjectAcl.fields.acl),
  name: required(text()),
});

/** Body of `objectStorage.objects.createUrl` (D1 §4.2). */
export const ObjectCreateUrl = model('ObjectCreateUrl', {
  method: required(text({default: 'GET'})),
  name: required(text()),
  content_type: text(),
  expires_in: integer({min: 360, max: 68400, default: 3600, unit: 'seconds'}),
});

/** Body of `objectStorage.buckets.ssl.upload` (D1 §4.2). */
export const BucketSslUpload = model('BucketSslUpload', {
  certificate: required(text()),
  private_key: required(text()),
});

/** Body of `objectStorage.keys.create`. */
export const KeyCreate = model('KeyCreate', {
  label: text(),
  bucket_access: ObjectStorageKey.fields.bucket_access,
  regions: today(list(text())),
});

/** Body of `objectStorage.keys.update`. */
export const KeyUpdate = model('KeyUpdate', {
  label: text(),
  regions: today(list(text())),
});

export const objectStorage = family('objectStorage', {
  ...quotaEndpoints,
  buckets: {
    list: get('/object-storage/buckets/', {scopes: ['object_storage:read_only'], page: Bucket, limit: 'objectStorage'}),
    create: post('/object-storage/buckets/', {
      scopes: ['object_storage:read_write'],
      body: BucketCreate,
      responseModel: Bucket,
      limit: 'objectStorage',
    }),
    listInCluster: get('/object-storage/buckets/{clusterId}', {
      scopes: ['object_storage:read_only'],
      page: Bucket,
      limit: 'objectStorage',
    }),
    get: get('/object-storage/buckets/{clusterId}/{bucket}', {
      scopes: ['object_storage:read_only'],
      responseModel: Bucket,
      limit: 'objectStorage',
    }),
    delete: del('/object-storage/buckets/{clusterId}/{bucket}', {
      scopes: ['object_storage:read_write'],
      limit: 'objectStorage',
    }),
    access: {
      get: get('/object-storage/buckets/{clusterId}/{bucket}/access', {
        scopes: ['object_storage:read_only'],
        responseModel: BucketAccess,
        undocumented: true,
        limit: 'objectStorage',
      }),
      modify: post('/object-storage/buckets/{clusterId}/{bucket}/access', {
        scopes: ['object_storage:read_write'],
        body: BucketAccessModify,
        bodyOptional: true,
        limit: 'objectStorage',
      }),
      update: put('/object-storage/buckets/{clusterId}/{bucket}/access', {
        scopes: ['object_storage:read_write'],
        body: BucketAccessModify,
        echoedModel: BucketAccess,
        bodyOptional: true,
        limit: 'objectStorage',
      }),
    },
    ssl: {
      get: get('/object-storage/buckets/{clusterId}/{bucket}/ssl', {
        scopes: ['object_storage:read_only'],
        responseModel: BucketSsl,
        limit: 'objectStorage',
      }),
      upload: post('/object-storage/buckets/{clusterId}/{bucket}/ssl', {
        scopes: ['object_storage:read_write'],
        body: BucketSslUpload,
        responseModel: BucketSsl,
        limit: 'objectStorage',
      }),
      delete: del('/object-storage/buckets/{clusterId}/{bucket}/ssl', {
        scopes: ['object_storage:read_write'],
        limit: 'objectStorage',
      }),
    },
  },
  objects: {
    acl: {
      get: get('/object-storage/buckets/{clusterId}/{bucket}/object-acl', {
        scopes: ['object_storage:read_only'],
        query: {name: required(text())},
        responseModel: ObjectAcl,
        limit: 'objectStorage',
      }),
      update: put('/object-storage/buckets/{clusterId}/{bucket}/object-acl', {
        scopes: ['object_storage:read_write'],
        body: ObjectAclUpdate,
        responseModel: ObjectAcl,
        limit: 'objectStorage',
      }),
    },
    list: get('/object-storage/buckets/{clusterId}/{bucket}/object-list', {
      scopes: ['object_storage:read_only'],
      query: {marker: text(), delimiter: text(), prefix: text(), page_size: integer({min: 25, max: 100, default: 100})},
      responseModel: BucketContents,
      pagedBy: 'marker',
      limit: 'objectStorage',
    }),
    createUrl: post('/object-storage/buckets/{clusterId}/{bucket}/object-url', {
      scopes: ['object_storage:read_write'],
      body: ObjectCreateUrl,
      responseModel: ObjectUrl,
      limit: 'objectStorage',
    }),
  },
  cancel: post('/object-storage/cancel', {scopes: ['object_storage:read_write'], limit: 'objectStorage'}),
  clusters: {
    list: get('/object-storage/clusters', {auth: 'none', page: ObjectStorageCluster, limit: 'objectStorage'}),
    get: get('/object-storage/clusters/{clusterId}', {
      auth: 'none',
      responseModel: ObjectStorageCluster,
      limit: 'objectStorage',
    }),
  },
  keys: {
    list: get('/object-storage/keys', {
      scopes: ['object_storage:read_only'],
      page: ObjectStorageKey,
      limit: 'objectStorage',
    }),
    create: post('/object-storage/keys', {
      scopes: ['object_storage:read_write'],
      body: KeyCreate,
      bodyOptional: true,
      responseModel: ObjectStorageKey,
      limit: 'objectStorage',
    }),
    get: get('/object-storage/keys/{keyId}', {
      scopes: ['object_storage:read_only'],
      responseModel: ObjectStorageKey,
      limit: 'objectStorage',
    }),
    update: put('/object-storage/keys/{keyId}', {
      scopes: ['object_storage:read_write'],
      body: KeyUpdate,
      bodyOptional: true,
      responseModel: ObjectStorageKey,
      limit: 'objectStorage',
    }),
    delete: del('/object-storage/keys/{keyId}', {scopes: ['object_storage:read_write'], limit: 'objectStorage'}),
  },
  transfer: {
    get: get('/object-storage/transfer', {
      scopes: ['object_storage:read_only'],
      responseModel: ObjectStorageTransfer,
      limit: 'objectStorage',
    }),
  },
  types: {
    list: get('/object-storage/types', {
      auth: 'none',
      page: ObjectStorageType,
      columns: priceColumns,
      limit: 'objectStorage',
      today: true,
    }),
  },
});
