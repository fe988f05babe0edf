/**
 * The S3 interface of Object Storage, with path-style addresses: `/s3/{cluster}/{bucket}/{name}`. It works on the same
 * buckets, objects and keys as the API. Requests are signed with version 4; anonymous requests have access according to
 * the ACLs.
 */
import type {WireResponse} from '../../../engine/engine.ts';
import {type RawRequest, registerRawHandler} from '../../../engine/http/raw-routes.ts';
import {Refusal} from '../../../engine/http/refusal.ts';
import {type BucketRow, bucketOf, checkAccess} from './s3-access.ts';
import {
  bucketAcl,
  bucketLocationOf,
  deleteBucket,
  headBucket,
  listBucket,
  listBuckets,
  listUploads,
  makeBucket,
  setBucketAcl,
} from './s3-buckets.ts';
import {accessDenied, notImplemented, S3Error} from './s3-error.ts';
import {abortUpload, completeUpload, listParts, startUpload, writePart} from './s3-multipart.ts';
import {deleteObject, deleteObjects, getObject, objectAcl, setObjectAcl, writeObject} from './s3-objects.ts';
import {decoded, type S3Request} from './s3-request.ts';
import {type Signer, signerOf} from './s3-signature.ts';
import {errorResponse} from './s3-xml.ts';

type Reply = WireResponse | Promise<WireResponse>;

/** Settings of buckets and objects that the emulator doesn't support. */
const unknownParts = [
  ...['accelerate', 'analytics', 'cors', 'encryption', 'inventory', 'lifecycle', 'logging', 'metrics', 'notification'],
  ...['object-lock', 'ownershipControls', 'policy', 'policyStatus', 'publicAccessBlock', 'replication'],
  ...['requestPayment', 'retention', 'legal-hold', 'restore', 'select', 'tagging', 'torrent', 'versioning', 'versions'],
  ...['versionId', 'website', 'attributes'],
];

function bucketReply(request: S3Request, bucket: BucketRow, signer: Signer | undefined): Reply {
  const {method, query} = request;
  const acl = bucket.hidden?.acl ?? 'private';
  const owned = (kind: 'read' | 'write') => checkAccess(signer, bucket, kind, 'private');
  if (method === 'GET' || method === 'HEAD') {
    if (query.has('acl') || query.has('location') || query.has('uploads')) {
      owned('read');
      if (query.has('acl')) return bucketAcl(request, bucket);
      return query.has('location') ? bucketLocationOf(request, bucket) : listUploads(request, bucket);
    }
    checkAccess(signer, bucket, 'read', acl);
    return method === 'HEAD' ? headBucket(request, bucket) : listBucket(request, bucket);
  }
  if (method === 'PUT' && query.has('acl')) {
    owned('write');
    return setBucketAcl(request, signer);
  }
  if (method === 'POST' && query.has('delete')) {
    checkAccess(signer, bucket, 'write', acl);
    return deleteObjects(request, bucket, signer);
  }
  if (method === 'DELETE') {
    owned('write');
    return deleteBucket(request, bucket);
  }
  throw notImplemented(`${method} on a bucket in this form`);
}

function objectReply(request: S3Request, bucket: BucketRow, signer: Signer | undefined): Reply {
  const {method, query} = request;
  const isPart = query.has('uploadId');
  if (method === 'GET' || method === 'HEAD') {
    if (query.has('acl')) return objectAcl(request, bucket, signer);
    if (!isPart) return getObject(request, bucket, signer);
    checkAccess(signer, bucket, 'read', 'private');
    return listParts(request, bucket);
  }
  checkAccess(signer, bucket, 'write', query.has('acl') ? 'private' : (bucket.hidden?.acl ?? 'private'));
  if (method === 'PUT') {
    if (query.has('acl')) return setObjectAcl(request, bucket, signer);
    return isPart ? writePart(request, bucket, signer) : writeObject(request, bucket, signer);
  }
  if (method === 'POST' && query.has('uploads')) return startUpload(request, bucket);
  if (method === 'POST' && isPart) return completeUpload(request, bucket, signer);
  if (method === 'DELETE') return isPart ? abortUpload(request, bucket) : deleteObject(request, bucket);
  throw notImplemented(`${method} on an object in this form`);
}

function reply(request: S3Request, signer: Signer | undefined): Reply {
  const {method, bucket, name, query} = request;
  const unknown = unknownParts.find(part => query.has(part));
  if (unknown !== undefined) throw notImplemented(unknown);
  if (bucket === '') {
    if (method !== 'GET') throw new S3Error(405, 'MethodNotAllowed', 'The list of buckets can only be read.');
    return listBuckets(request, signer);
  }
  if (name === '' && method === 'PUT' && !query.has('acl')) return makeBucket(request, signer);
  const row = bucketOf(request);
  return name === '' ? bucketReply(request, row, signer) : objectReply(request, row, signer);
}

async function serveS3({engine, incoming, method, rest, query}: RawRequest): Promise<WireResponse> {
  const resource = `/${rest}`;
  try {
    const [cluster = '', bucket = '', ...names] = rest.split('/').map(decoded);
    const request: S3Request = {engine, incoming, method, cluster, bucket, name: names.join('/'), query};
    return await reply(request, signerOf(engine, incoming, query));
  } catch (error) {
    const refusal = s3ErrorOf(error);
    const answer = errorResponse(refusal, resource);
    return method === 'HEAD' ? {...answer, body: undefined} : answer;
  }
}

/** @throws errors of the emulator itself */
function s3ErrorOf(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (error instanceof Refusal && error.status === 413) return new S3Error(400, 'EntityTooLarge', error.message);
  if (error instanceof Refusal && error.status === 400) return new S3Error(400, 'IncompleteBody', error.message);
  if (error instanceof Refusal && error.status === 403) return accessDenied();
  throw error;
}

registerRawHandler('s3', serveS3);
