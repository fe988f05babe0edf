/** Buckets through S3: the list, their creation and removal, and the list of their objects. */
import type {Engine, WireResponse} from '../../../engine/engine.ts';
import {Refusal} from '../../../engine/http/refusal.ts';
import {getAccount} from '../../account/account-kinds.ts';
import {aclXml} from '../acl-xml.ts';
import {createBucket, removeBucket} from '../buckets.ts';
import {listObjects} from '../object-listing.ts';
import {
  Buckets,
  bucketLocation,
  findBucket,
  ObjectStorageClusters,
  Objects,
  regionOfLocation,
  Uploads,
} from '../storage-kinds.ts';
import {type BucketRow, bucketOf, canUse, requireSigner, requireUnlimited} from './s3-access.ts';
import {cannedAcl, requestedAcl} from './s3-acl.ts';
import {invalidArgument, noSuchBucket, S3Error} from './s3-error.ts';
import {headerOf, type S3Request} from './s3-request.ts';
import type {Signer} from './s3-signature.ts';
import {rawXmlResponse, xmlResponse} from './s3-xml.ts';

const maxKeys = 1000;

const ownerOf = ({db}: Engine) => ({ID: getAccount(db).euuid, DisplayName: getAccount(db).company || 'owner'});

/** The buckets of the requested cluster or region that the key has access to. */
export function listBuckets({engine, cluster}: S3Request, signer: Signer | undefined): WireResponse {
  const key = requireSigner(signer);
  const {db} = engine;
  if (regionOfLocation(db, cluster) === undefined) throw noSuchBucket();
  const rows = db
    .where(Buckets, {sql: '1=1', values: []})
    .filter(row => findBucket(db, cluster, row.doc.label)?.id === row.id && canUse(key, row, 'read'));
  const entries = rows.map(({doc}) => ({Name: doc.label, CreationDate: `${doc.created}.000Z`}));
  return xmlResponse('ListAllMyBucketsResult', {Owner: ownerOf(engine), Buckets: {Bucket: entries}});
}

/** Creates a bucket. The URL determines its location; a location in the body is ignored. */
export function makeBucket({engine, incoming, cluster, bucket}: S3Request, signer: Signer | undefined): WireResponse {
  requireUnlimited(signer);
  const {db, clock, dialect} = engine;
  const isCluster = db.byKey(ObjectStorageClusters, cluster) !== undefined;
  const acl = cannedAcl(headerOf(incoming, 'x-amz-acl'));
  try {
    db.transaction(() =>
      createBucket(
        {db, dialect, now: clock.now()},
        {label: bucket, acl, ...(isCluster ? {cluster} : {region: cluster})},
      ),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const {field, reason} = error.fieldErrors[0] ?? {};
    if (field === 'label' && reason?.startsWith('is taken'))
      throw new S3Error(409, 'BucketAlreadyExists', 'The name of the bucket is taken by another account.');
    throw new S3Error(400, field === 'label' ? 'InvalidBucketName' : 'InvalidLocationConstraint', error.message);
  }
  return {status: 200, headers: {Location: `/${bucket}`}, body: undefined};
}

export function deleteBucket({engine}: S3Request, {id}: BucketRow): WireResponse {
  if (engine.db.count(Objects, id) > 0)
    throw new S3Error(409, 'BucketNotEmpty', 'The bucket you tried to delete is not empty');
  engine.db.transaction(() => removeBucket(engine.db, id));
  return {status: 204, headers: {}, body: undefined};
}

export const headBucket = ({engine}: S3Request, {doc}: BucketRow): WireResponse => ({
  status: 200,
  headers: {'x-amz-bucket-region': regionOfLocation(engine.db, bucketLocation(doc)) ?? ''},
  body: undefined,
});

export const bucketLocationOf = ({engine}: S3Request, {doc}: BucketRow): WireResponse =>
  xmlResponse('LocationConstraint', {'#text': regionOfLocation(engine.db, bucketLocation(doc)) ?? ''});

export const bucketAcl = ({engine}: S3Request, {hidden}: BucketRow): WireResponse =>
  rawXmlResponse(aclXml(hidden?.acl ?? 'private', getAccount(engine.db).euuid));

export async function setBucketAcl(request: S3Request, signer: Signer | undefined): Promise<WireResponse> {
  const acl = await requestedAcl(request, signer);
  const {db} = request.engine;
  // Finds the bucket only now, because it may have been deleted while the body was received.
  const {id} = bucketOf(request);
  db.transaction(() => db.setHidden(Buckets, id, {acl}));
  return {status: 200, headers: {}, body: undefined};
}

function limitOf(query: URLSearchParams): number {
  const limit = Number(query.get('max-keys') ?? maxKeys);
  if (!Number.isInteger(limit) || limit < 0) throw invalidArgument('max-keys must be a number from 0 on.');
  return Math.min(limit, maxKeys);
}

const tokenOf = (marker: string): string => Buffer.from(marker).toString('base64url');
const markerOf = (token: string): string => Buffer.from(token, 'base64url').toString();

/** The objects of a bucket, in the first or the second version of the list. */
export function listBucket({engine, query}: S3Request, {id, doc}: BucketRow): WireResponse {
  const isSecond = query.get('list-type') === '2';
  const limit = limitOf(query);
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? undefined];
  const token = query.get('continuation-token');
  const start = isSecond ? (query.get('start-after') ?? '') : (query.get('marker') ?? '');
  const marker = token === null ? start : markerOf(token);
  const {entries, marker: next} =
    limit === 0
      ? {entries: [], marker: null}
      : listObjects(engine.db, id, {prefix, ...(delimiter && {delimiter}), marker, limit});
  const spell = query.get('encoding-type') === 'url' ? encodeName : (name: string) => name;
  const files = entries.flatMap(entry => (entry.etag === null ? [] : [entry]));
  const folders = entries.filter(({etag}) => etag === null);
  const shared = {
    Name: doc.label,
    Prefix: spell(prefix),
    MaxKeys: limit,
    ...(delimiter && {Delimiter: spell(delimiter)}),
    ...(query.get('encoding-type') === 'url' && {EncodingType: 'url'}),
    IsTruncated: next !== null,
    Contents: files.map(({name, etag, last_modified, size}) => ({
      Key: spell(name),
      LastModified: `${last_modified}.000Z`,
      ETag: `"${etag}"`,
      Size: size,
      Owner: ownerOf(engine),
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: folders.map(({name}) => ({Prefix: spell(name)})),
  };
  return xmlResponse('ListBucketResult', {
    ...shared,
    ...(isSecond
      ? {
          KeyCount: entries.length,
          ...(token !== null && {ContinuationToken: token}),
          ...(start && {StartAfter: spell(start)}),
          ...(next !== null && {NextContinuationToken: tokenOf(next)}),
        }
      : {Marker: spell(marker), ...(next !== null && {NextMarker: spell(next)})}),
  });
}

const encodeName = (name: string): string => encodeURIComponent(name).replaceAll('%2F', '/');

/** The uploads in parts that are not complete. */
export const listUploads = ({engine}: S3Request, {id, doc}: BucketRow): WireResponse =>
  xmlResponse('ListMultipartUploadsResult', {
    Bucket: doc.label,
    IsTruncated: false,
    Upload: engine.db
      .all(Uploads, id)
      .map(({upload, name, started}) => ({Key: name, UploadId: upload, Initiated: `${started}.000Z`})),
  });
