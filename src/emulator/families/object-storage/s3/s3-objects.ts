/** Objects through S3: content, metadata, copies and removals. */
import type {WireResponse} from '../../../engine/engine.ts';
import {aclXml} from '../acl-xml.ts';
import {objectBytes, putObject, removeObject} from '../object-content.ts';
import {findBucket, Objects, objectAt} from '../storage-kinds.ts';
import {type BucketRow, bucketOf, checkAccess} from './s3-access.ts';
import {cannedAcl, requestedAcl} from './s3-acl.ts';
import {readS3Body} from './s3-body.ts';
import {noSuchBucket, noSuchKey, S3Error} from './s3-error.ts';
import {decoded, headerOf, type S3Request} from './s3-request.ts';
import type {Signer} from './s3-signature.ts';
import {parseXml, rawXmlResponse, xmlResponse} from './s3-xml.ts';

type ObjectRow = NonNullable<ReturnType<typeof objectAt>>;

const metadataPrefix = 'x-amz-meta-';

/** Metadata of the user, without the prefix of its headers. */
export const metadataOf = ({incoming}: S3Request): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      name.startsWith(metadataPrefix) ? [[name.slice(metadataPrefix.length), String(value)]] : [],
    ),
  );

/** The object of a request, if it may be read. @throws S3Error 403, 404 */
function readable(request: S3Request, bucket: BucketRow, signer: Signer | undefined): ObjectRow {
  const row = objectAt(request.engine.db, bucket.id, request.name);
  // A caller without access to the bucket gets 403 and not 404, so that it can't find out whether the object exists.
  checkAccess(signer, bucket, 'read', row?.doc.acl ?? bucket.hidden?.acl ?? 'private');
  if (!row) throw noSuchKey();
  return row;
}

function objectHeaders({doc, hidden}: ObjectRow): Record<string, string> {
  const metadata = Object.entries(hidden?.metadata ?? {}).map(([name, value]) => [`${metadataPrefix}${name}`, value]);
  return {
    'Accept-Ranges': 'bytes',
    'Content-Type': doc.type,
    ETag: `"${doc.etag}"`,
    'Last-Modified': new Date(`${doc.last_modified}Z`).toUTCString(),
    ...Object.fromEntries(metadata),
  };
}

/** `bytes=0-99`, `bytes=100-`, `bytes=-100`; undefined for another form, which is ignored. @throws S3Error 416 */
function rangeOf(text: string | undefined, size: number): readonly [first: number, last: number] | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(text ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first >= size || first > last)
    throw new S3Error(416, 'InvalidRange', 'The requested range is not in the object.');
  return [first, last];
}

/** 304 for an unchanged object, by the conditions of the request; undefined for a changed one. @throws S3Error 412 */
function conditionStatus({incoming}: S3Request, {doc}: ObjectRow): number | undefined {
  const plain = (text: string) => text.replaceAll('"', '');
  const [match, noneMatch] = [headerOf(incoming, 'if-match'), headerOf(incoming, 'if-none-match')];
  if (match !== undefined && match !== '*' && plain(match) !== doc.etag)
    throw new S3Error(412, 'PreconditionFailed', 'The object has another ETag.');
  return noneMatch !== undefined && (noneMatch === '*' || plain(noneMatch) === doc.etag) ? 304 : undefined;
}

export function getObject(request: S3Request, bucket: BucketRow, signer: Signer | undefined): WireResponse {
  const row = readable(request, bucket, signer);
  const headers = objectHeaders(row);
  const unchanged = conditionStatus(request, row);
  if (unchanged !== undefined) return {status: unchanged, headers, body: undefined};
  const {size} = row.doc;
  const range = rangeOf(headerOf(request.incoming, 'range'), size);
  const [first, last] = range ?? [0, size - 1];
  const status = range ? 206 : 200;
  const ranged = range ? {...headers, 'Content-Range': `bytes ${first}-${last}/${size}`} : headers;
  if (request.method === 'HEAD')
    return {status, headers: {...ranged, 'Content-Length': String(last - first + 1)}, body: undefined};
  return {status, headers: ranged, body: objectBytes(row).subarray(first, last + 1)};
}

/** Writes an object, or copies another one. */
export async function writeObject(
  request: S3Request,
  bucket: BucketRow,
  signer: Signer | undefined,
): Promise<WireResponse> {
  const {engine, incoming, name} = request;
  if (Buffer.byteLength(name) > 1024) throw new S3Error(400, 'KeyTooLongError', 'A name has at most 1024 bytes.');
  const source = headerOf(incoming, 'x-amz-copy-source');
  if (source !== undefined) return copyObject(request, bucket, signer, source);
  const acl = cannedAcl(headerOf(incoming, 'x-amz-acl'));
  const bytes = await readS3Body(incoming, signer);
  // Finds the bucket again, because it may have been deleted meanwhile.
  const {id} = bucketOf(request);
  if (headerOf(incoming, 'if-none-match') === '*' && objectAt(engine.db, id, name))
    throw new S3Error(412, 'PreconditionFailed', 'The object exists.');
  const written = {name, acl, bytes, type: headerOf(incoming, 'content-type'), metadata: metadataOf(request)};
  const {etag} = engine.db.transaction(() => putObject(engine.db, id, engine.clock.now(), written));
  return {status: 200, headers: {ETag: `"${etag}"`}, body: undefined};
}

/** The object that `x-amz-copy-source` names: `/bucket/name`. @throws S3Error 403, 404 */
export function copySource({engine, cluster}: S3Request, signer: Signer | undefined, source: string): ObjectRow {
  const [bucketName = '', ...names] = source
    .replace(/\?versionId=.*$/, '')
    .replace(/^\//, '')
    .split('/')
    .map(decoded);
  const bucket = findBucket(engine.db, cluster, bucketName);
  if (!bucket) throw noSuchBucket();
  const row = objectAt(engine.db, bucket.id, names.join('/'));
  checkAccess(signer, bucket, 'read', row?.doc.acl ?? 'private');
  if (!row) throw noSuchKey();
  return row;
}

function copyObject(request: S3Request, bucket: BucketRow, signer: Signer | undefined, source: string): WireResponse {
  const {engine, incoming, name} = request;
  const row = copySource(request, signer, source);
  const isReplaced = headerOf(incoming, 'x-amz-metadata-directive') === 'REPLACE';
  const {etag, last_modified} = engine.db.transaction(() =>
    putObject(engine.db, bucket.id, engine.clock.now(), {
      name,
      acl: cannedAcl(headerOf(incoming, 'x-amz-acl')),
      bytes: objectBytes(row),
      etag: row.doc.etag,
      type: isReplaced ? headerOf(incoming, 'content-type') : row.doc.type,
      metadata: isReplaced ? metadataOf(request) : row.hidden?.metadata,
    }),
  );
  return xmlResponse('CopyObjectResult', {LastModified: `${last_modified}.000Z`, ETag: `"${etag}"`});
}

export function deleteObject({engine, name}: S3Request, bucket: BucketRow): WireResponse {
  engine.db.transaction(() => removeObject(engine.db, bucket.id, name));
  return {status: 204, headers: {}, body: undefined};
}

const maxDeleted = 1000;

/** Removes the objects that the body names. */
export async function deleteObjects(request: S3Request, bucket: BucketRow, signer: Signer | undefined) {
  const {engine, incoming} = request;
  const content = parseXml(await readS3Body(incoming, signer), 'Delete');
  const names = ((content.Object ?? []) as readonly {readonly Key?: unknown}[]).map(({Key: key}) => String(key ?? ''));
  if (names.length === 0 || names.length > maxDeleted)
    throw new S3Error(400, 'MalformedXML', `Name 1 to ${maxDeleted} objects.`);
  engine.db.transaction(() => {
    for (const name of names) removeObject(engine.db, bucket.id, name);
  });
  const isQuiet = String(content.Quiet) === 'true';
  return xmlResponse('DeleteResult', {Deleted: isQuiet ? [] : names.map(name => ({Key: name}))});
}

export function objectAcl(request: S3Request, bucket: BucketRow, signer: Signer | undefined): WireResponse {
  checkAccess(signer, bucket, 'read', 'private');
  const row = readable(request, bucket, signer);
  return rawXmlResponse(aclXml(row.doc.acl, row.doc.owner));
}

export async function setObjectAcl(
  request: S3Request,
  bucket: BucketRow,
  signer: Signer | undefined,
): Promise<WireResponse> {
  const acl = await requestedAcl(request, signer);
  const {engine, name} = request;
  const row = objectAt(engine.db, bucket.id, name);
  if (!row) throw noSuchKey();
  engine.db.transaction(() => engine.db.update(Objects, row.id, {acl}));
  return {status: 200, headers: {}, body: undefined};
}
