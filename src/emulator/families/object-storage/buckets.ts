/** Buckets: their names and locations, access to them, and their own certificates. */
import {createPrivateKey, X509Certificate} from 'node:crypto';
import type {Contract} from '../../../contract/index.ts';
import type {Bucket} from '../../../contract/resources/object-storage.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Clause} from '../../engine/storage/selection.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {getAccount, Settings, singletonId} from '../account/account-kinds.ts';
import {Regions} from '../regions.ts';
import {aclXml} from './acl-xml.ts';
import {
  type Acl,
  Buckets,
  bucketAt,
  bucketKey,
  bucketLocation,
  findBucket,
  ObjectStorageClusters,
  Objects,
  regionOfLocation,
  UploadParts,
  Uploads,
} from './storage-kinds.ts';

type BucketGroup = Contract['objectStorage']['buckets'];

/** Labels of buckets of other accounts, in every cluster. */
const takenLabels = new Set(['assets', 'backup', 'images', 'public', 'www']);

/** The suffix of all buckets' host names. */
export const objectDomain = 'objects.compute.example';

const hostname = (label: string, place: string) => `${label}.${place}.${objectDomain}`;

type DialectFields = Pick<Call<BucketGroup['get']>, 'db' | 'dialect'>;

/** A bucket in the dialect; in the documents it has a cluster and no region. */
function presentBucket({db, dialect}: DialectFields, {region, ...bucket}: Bucket): Bucket {
  const bucketRegion = region ?? regionOfLocation(db, bucket.cluster);
  return dialect.bucketPlaces === 'regions' && bucketRegion !== undefined ? {...bucket, region: bucketRegion} : bucket;
}

/** Buckets of the account, or of a cluster or a region of it. */
function listBuckets(call: Call<BucketGroup['list'] | BucketGroup['listInCluster']>, clause?: Clause) {
  const revise = (text: string) => JSON.stringify(presentBucket(call, JSON.parse(text) as Bucket));
  return call.page(Buckets, {where: clause, ...(call.dialect.bucketPlaces === 'regions' ? {revise} : {})});
}

function setAccess(call: Pick<Call<BucketGroup['access']['update']>, 'db' | 'params' | 'body'>): Record<string, never> {
  const {id} = bucketAt(call.db, call.params);
  const {acl, cors_enabled} = call.body ?? {};
  call.db.setHidden(Buckets, id, {
    ...(acl === undefined ? {} : {acl}),
    ...(cors_enabled === undefined ? {} : {cors: cors_enabled}),
  });
  return {};
}

function placeErrors(
  fieldErrors: FieldErrors,
  {db}: DialectFields,
  {cluster, region}: Pick<NewBucket, 'cluster' | 'region'>,
): void {
  if (cluster) {
    const place = db.byKey(ObjectStorageClusters, cluster)?.doc;
    fieldErrors.addIf(!place, 'is not a cluster', 'cluster');
    fieldErrors.addIf(place?.status === 'unavailable', 'is not available at the moment', 'cluster');
    fieldErrors.addIf(!!region && !!place && place.region !== region, 'must be the region of the cluster', 'region');
  } else if (region) {
    const capabilities = db.byKey(Regions, region)?.doc.capabilities;
    fieldErrors.addIf(!capabilities, 'is not a region', 'region');
    fieldErrors.addIf(capabilities?.includes('Object Storage') === false, 'offers no Object Storage', 'region');
  } else {
    fieldErrors.add('is required, unless region is given', 'cluster');
  }
}

/** CORS rules that allow all origins, as S3 XML. */
const openCors =
  '<CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod><AllowedMethod>DELETE</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedMethod>POST</AllowedMethod><AllowedHeader>*</AllowedHeader><AllowedOrigin>*</AllowedOrigin></CORSRule></CORSConfiguration>';

/** Decodes a certificate in PEM, or in Base64-encoded PEM, which the documents require. */
const pem = (text: string): string => (text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString());

/** Removes a bucket with its objects and its uploads in parts. */
export function removeBucket(db: Store, id: number): void {
  for (const upload of db.where(Uploads, {sql: 'parent=?', values: [id]})) db.removeAll(UploadParts, upload.id);
  db.removeAll(Uploads, id);
  db.removeAll(Objects, id);
  db.remove(Buckets, id);
}

interface NewBucket {
  readonly label: string;
  readonly cluster?: string | undefined;
  readonly region?: string | undefined;
  readonly acl?: Exclude<Acl, 'custom'> | undefined;
  readonly cors_enabled?: boolean | undefined;
}

/** Creates a bucket, or returns the existing one. @throws Refusal 400 */
export function createBucket(call: DialectFields & {readonly now: number}, wanted: NewBucket): Bucket {
  const {db, now} = call;
  const {label, cluster = '', region, acl = 'private', cors_enabled = false} = wanted;
  const place = bucketLocation(wanted);
  const existing = findBucket(db, place, label);
  // Creating an existing bucket is allowed, as long as it is your own (D1 §4.2 r1).
  if (existing) return existing.doc;
  const fieldErrors = new FieldErrors();
  placeErrors(fieldErrors, call, wanted);
  fieldErrors.addIf(
    !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(label),
    'must be 3 to 63 lower-case letters, digits and dashes',
    'label',
  );
  fieldErrors.addIf(takenLabels.has(label), `is taken in this ${cluster ? 'cluster' : 'region'}`, 'label');
  fieldErrors.throwIfAny();
  const bucket: Bucket = {
    cluster,
    ...(cluster ? {} : {region}),
    created: formatTimestamp(now),
    hostname: hostname(label, place),
    label,
    objects: 0,
    size: 0,
  };
  db.insert(Buckets, () => bucket, {
    key: bucketKey(place, label),
    hidden: {acl, cors: cors_enabled, certified: false},
  });
  db.update(Settings, singletonId, {object_storage: 'active'});
  return bucket;
}

export const buckets: Handlers<BucketGroup> = {
  list: call => listBuckets(call),

  create: call => presentBucket(call, createBucket(call, call.body)),

  listInCluster(call) {
    const {clusterId} = call.params;
    const region = regionOfLocation(call.db, clusterId);
    if (region === undefined) throw notFound();
    const clusters = call.db
      .all(ObjectStorageClusters)
      .filter(one => one.region === region && [region, one.id].includes(clusterId));
    return listBuckets(call, {
      sql: `(json_extract(doc, '$.cluster') IN (SELECT value FROM json_each(?)) OR json_extract(doc, '$.region')=?)`,
      values: [JSON.stringify(clusters.map(({id}) => id)), region],
    });
  },

  get: call => presentBucket(call, bucketAt(call.db, call.params).doc),

  delete(call) {
    const {id} = bucketAt(call.db, call.params);
    if (call.db.count(Objects, id) > 0) throw badRequest('The bucket is not empty.');
    removeBucket(call.db, id);
    return {};
  },

  access: {
    get(call) {
      const {acl, cors} = bucketAt(call.db, call.params).hidden;
      return {
        acl,
        acl_xml: aclXml(acl, getAccount(call.db).euuid),
        cors_enabled: cors,
        cors_xml: cors ? openCors : null,
      };
    },
    modify: setAccess,
    update: setAccess,
  },

  ssl: {
    get: call => ({ssl: bucketAt(call.db, call.params).hidden.certified}),

    upload(call) {
      const {id, hidden} = bucketAt(call.db, call.params);
      if (hidden.certified) throw badRequest('The bucket has a certificate: delete it before uploading another.');
      const fieldErrors = new FieldErrors();
      let certificate: X509Certificate | undefined;
      try {
        certificate = new X509Certificate(pem(call.body.certificate));
      } catch {
        fieldErrors.add('is not a certificate in PEM form', 'certificate');
      }
      try {
        const key = createPrivateKey(pem(call.body.private_key));
        fieldErrors.addIf(
          !!certificate && !certificate.checkPrivateKey(key),
          'does not belong to the certificate',
          'private_key',
        );
      } catch {
        fieldErrors.add('is not a private key in PEM form', 'private_key');
      }
      fieldErrors.throwIfAny();
      call.db.setHidden(Buckets, id, {certified: true});
      return {ssl: true};
    },

    delete(call) {
      const {id, hidden} = bucketAt(call.db, call.params);
      if (!hidden.certified) throw badRequest('The bucket has no certificate of its own.');
      call.db.setHidden(Buckets, id, {certified: false});
      return {};
    },
  },
};
