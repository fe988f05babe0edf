/** Object Storage (D1 §4.2). */
import type {Contract} from '../../../contract/index.ts';
import type {Handlers} from '../../engine/call.ts';
import {Json} from '../../engine/http/json.ts';
import {badRequest, notFound} from '../../engine/http/refusal.ts';
import {days} from '../../engine/time/clock.ts';
import {Settings, singletonId} from '../account/account-kinds.ts';
import {objectStorageTypes} from '../service-prices.ts';
import {aclXml} from './acl-xml.ts';
import {buckets, removeBucket} from './buckets.ts';
import {keys} from './keys.ts';
import {listObjects} from './object-listing.ts';
import {createPresignedUrl, signingKey} from './presigned-urls.ts';
import './s3/s3-routes.ts';
import {quotas, storageEndpoints} from './quotas.ts';
import {Buckets, bucketAt, ObjectStorageClusters, Objects, objectAt} from './storage-kinds.ts';

const methods = ['GET', 'PUT', 'DELETE', 'HEAD'] as const;
/** Methods without a body and a content type. */
const bodiless = new Set(['GET', 'DELETE']);

export const objectStorage: Handlers<Contract['objectStorage']> = {
  buckets,
  endpoints: storageEndpoints,
  quotas,

  objects: {
    acl: {
      get(call) {
        const bucket = bucketAt(call.db, call.params);
        const row = objectAt(call.db, bucket.id, call.query.name);
        if (!row) throw notFound();
        return {acl: row.doc.acl, acl_xml: aclXml(row.doc.acl, row.doc.owner)};
      },
      update(call) {
        const {db, body} = call;
        const row = objectAt(db, bucketAt(db, call.params).id, body.name);
        if (!row) throw notFound();
        const {acl, owner} = db.update(Objects, row.id, {acl: body.acl});
        return {acl, acl_xml: aclXml(acl, owner)};
      },
    },

    list(call) {
      const {id} = bucketAt(call.db, call.params);
      const {page_size: limit = 100, ...fields} = call.query;
      const {entries, marker} = listObjects(call.db, id, {...fields, limit});
      const paging = {next_marker: marker, is_truncated: marker !== null};
      if (call.dialect.objectMarker === 'listing') return new Json(JSON.stringify({data: entries, ...paging}));
      return {data: entries.map(entry => ({...entry, ...paging}))};
    },

    createUrl(call) {
      const {db, body, now, random, params} = call;
      const method = body.method.toUpperCase();
      if (!(methods as readonly string[]).includes(method))
        throw badRequest(`must be one of ${methods.join(', ')}`, 'method');
      if (!bodiless.has(method) && !body.content_type) throw badRequest(`is required for ${method}`, 'content_type');
      bucketAt(db, params);
      const ticket = {
        cluster: params.clusterId,
        bucket: params.bucket,
        name: body.name,
        method,
        type: bodiless.has(method) ? '' : (body.content_type ?? ''),
        expires: Math.floor(now / 1000) + (body.expires_in ?? 3600),
      };
      return {url: createPresignedUrl(call.origin, signingKey(db, random), ticket)};
    },
  },

  cancel({db}) {
    for (const {id} of db.rows(Buckets)) removeBucket(db, id);
    db.update(Settings, singletonId, {object_storage: 'disabled'});
    return {};
  },

  clusters: {
    list: call => call.page(ObjectStorageClusters),
    get: call => call.jsonByKey(ObjectStorageClusters, call.params.clusterId),
  },

  keys,

  types: objectStorageTypes,

  transfer: {
    /** Simulated usage in bytes: half of the stored bytes for every day since the start of the month. */
    get({db, now}) {
      const usedBytes = db.all(Buckets).reduce((sum, {size}) => sum + size, 0);
      const date = new Date(now);
      const elapsed = (now - Date.UTC(date.getUTCFullYear(), date.getUTCMonth())) / days;
      return {used: Math.round((usedBytes * elapsed) / 2)};
    },
  },
};
