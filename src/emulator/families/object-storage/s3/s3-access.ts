/** The access of a request to a bucket and its objects: by the key that signed it, or by their access rules. */
import type {StoredRow} from '../../../engine/storage/kind.ts';
import type {Acl, Buckets} from '../storage-kinds.ts';
import {bucketLocation, findBucket} from '../storage-kinds.ts';
import {accessDenied, noSuchBucket} from './s3-error.ts';
import type {S3Request} from './s3-request.ts';
import type {Signer} from './s3-signature.ts';

type BucketShape = NonNullable<(typeof Buckets)['shape']>;
export type BucketRow = StoredRow<BucketShape['doc'], BucketShape['hidden']>;

export type AccessKind = 'read' | 'write';

/** The bucket of a request. @throws S3Error 404 */
export function bucketOf({engine, cluster, bucket}: S3Request): BucketRow {
  const row = findBucket(engine.db, cluster, bucket);
  if (!row) throw noSuchBucket();
  return row;
}

/** True if the key has this access to the bucket. An unlimited key has access to all buckets. */
export function canUse({key}: Signer, {doc}: BucketRow, kind: AccessKind): boolean {
  if (!key.limited) return true;
  return (key.bucket_access ?? []).some(
    access =>
      access.bucket_name === doc.label &&
      bucketLocation(access) === bucketLocation(doc) &&
      (access.permissions === 'read_write' || kind === 'read'),
  );
}

const openFor: Readonly<Record<Acl, Readonly<Record<AccessKind, 'everyone' | 'signed' | 'owner'>>>> = {
  private: {read: 'owner', write: 'owner'},
  'public-read': {read: 'everyone', write: 'owner'},
  'authenticated-read': {read: 'signed', write: 'owner'},
  'public-read-write': {read: 'everyone', write: 'everyone'},
  custom: {read: 'owner', write: 'owner'},
};

/**
 * Checks that a request may read or write an object or a bucket.
 * @param acl rules of the bucket, or those of the object to be read
 * @throws S3Error 403
 */
export function checkAccess(signer: Signer | undefined, bucket: BucketRow, kind: AccessKind, acl: Acl): void {
  if (signer && canUse(signer, bucket, kind)) return;
  const open = openFor[acl][kind];
  if (open === 'everyone' || (open === 'signed' && signer)) return;
  throw accessDenied();
}

/** @throws S3Error 403 for an anonymous request */
export function requireSigner(signer: Signer | undefined): Signer {
  if (!signer) throw accessDenied();
  return signer;
}

/** A key that is limited to buckets can't create others. @throws S3Error 403 */
export function requireUnlimited(signer: Signer | undefined): Signer {
  const known = requireSigner(signer);
  if (known.key.limited) throw accessDenied();
  return known;
}
