/** Stored data of Object Storage. */
import type {
  Bucket,
  ObjectStorageCluster,
  ObjectStorageKey,
  objectAclValues,
} from '../../../contract/resources/object-storage.ts';
import {notFound} from '../../engine/http/refusal.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {Regions} from '../regions.ts';

export type Acl = (typeof objectAclValues)[number];

export const ObjectStorageClusters = defineKind<ObjectStorageCluster>('cluster', {columns: {key: 'id'}});
/** Found by `cluster/label`, or by `region/label` for a bucket created in a region. */
export const Buckets = defineKind<Bucket, {readonly acl: Acl; readonly cors: boolean; readonly certified: boolean}>(
  'bucket',
  {firstId: 1},
);
/** The hidden data of an object. */
export interface ObjectBytes {
  /** In base64. */
  readonly bytes?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** `parent` is the bucket. Sent bytes are kept; those of seeded objects are generated when they are read. */
export const Objects = defineKind<StoredObject, ObjectBytes>('object', {columns: {key: 'name'}});
/** The secret of a key that was created at run time signs requests of S3 clients. */
export const Keys = defineKind<ObjectStorageKey, {readonly secret?: string}>('object_key', {firstId: 7000});

/** An upload in parts that isn't complete. */
export interface ObjectUpload {
  readonly upload: string;
  readonly name: string;
  readonly type: string;
  readonly acl: Acl;
  readonly started: string;
}

/** `parent` is the bucket. */
export const Uploads = defineKind<ObjectUpload, Pick<ObjectBytes, 'metadata'>>('object_upload', {
  columns: {key: 'upload'},
});

export interface UploadPart {
  readonly number: number;
  readonly etag: string;
  readonly size: number;
}

/** `parent` is the upload. */
export const UploadParts = defineKind<UploadPart, Pick<ObjectBytes, 'bytes'>>('object_part');

export interface StoredObject {
  readonly name: string;
  readonly etag: string;
  readonly last_modified: string;
  readonly owner: string;
  readonly size: number;
  readonly type: string;
  readonly acl: Acl;
}

export const bucketKey = (cluster: string, label: string): string => `${cluster}/${label}`;

/** Location of a bucket in its lookup key: its cluster, or the region that it was created in. */
export const bucketLocation = ({
  cluster,
  region,
}: {
  readonly cluster?: string | undefined;
  readonly region?: string | undefined;
}) => cluster || region || '';

/** The region of a bucket, of a cluster, or of a name of either. */
export const regionOfLocation = (db: Store, place: string): string | undefined =>
  db.byKey(Regions, place)?.doc.id ?? db.byKey(ObjectStorageClusters, place)?.doc.region;

/** A bucket by its place and label. A region also names the buckets of its clusters, a cluster those of its region. */
export function findBucket(db: Store, place: string, label: string) {
  const exact = db.byKey(Buckets, bucketKey(place, label));
  if (exact) return exact;
  const region = regionOfLocation(db, place);
  if (region === undefined) return undefined;
  const isRegion = region === place;
  return db
    .where(Buckets, {sql: `json_extract(doc, '$.label')=?`, values: [label]})
    .find(({doc}) => (isRegion || doc.cluster === '') && regionOfLocation(db, bucketLocation(doc)) === region);
}

/** The bucket that a path names. @throws Refusal 404 without one. */
export function bucketAt(db: Store, {clusterId, bucket}: {readonly clusterId: string; readonly bucket: string}) {
  const row = findBucket(db, clusterId, bucket);
  if (!row) throw notFound();
  return row;
}

/** An object of a bucket by its name, which is unique only in the bucket. */
export function objectAt(db: Store, bucket: number, name: string) {
  return db.where(Objects, {sql: 'parent=? AND key=?', values: [bucket, name]})[0];
}

/** Updates the number and the size of a bucket's objects by these differences. */
export function updateObjectCount(db: Store, bucket: number, objects: number, bytes: number): void {
  const before = db.get(Buckets, bucket);
  if (before) db.update(Buckets, bucket, {objects: before.objects + objects, size: before.size + bytes});
}
