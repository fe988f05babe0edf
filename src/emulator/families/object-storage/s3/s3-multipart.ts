/** Uploads in parts: started, filled, and completed or aborted. */
import {createHash} from 'node:crypto';
import type {WireResponse} from '../../../engine/engine.ts';
import type {StoredRow} from '../../../engine/storage/kind.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {formatTimestamp} from '../../../engine/time/clock.ts';
import {md5, objectBytes, putObject} from '../object-content.ts';
import {type ObjectBytes, type ObjectUpload, UploadParts, Uploads} from '../storage-kinds.ts';
import type {BucketRow} from './s3-access.ts';
import {cannedAcl} from './s3-acl.ts';
import {readS3Body} from './s3-body.ts';
import {invalidArgument, noSuchUpload, S3Error} from './s3-error.ts';
import {copySource, metadataOf} from './s3-objects.ts';
import {headerOf, type S3Request} from './s3-request.ts';
import type {Signer} from './s3-signature.ts';
import {parseXml, xmlResponse} from './s3-xml.ts';

const maxParts = 10_000;
/** Each part but the last has at least this size. */
const minPartBytes = 5 * 1024 ** 2;
/** The emulator keeps the bytes in its own database. */
const maxMultipartBytes = 64 * 1024 ** 2;

type UploadRow = StoredRow<ObjectUpload, Pick<ObjectBytes, 'metadata'>>;

function uploadOf({engine, query, name}: S3Request, bucket: BucketRow): UploadRow {
  const row = engine.db.byKey(Uploads, query.get('uploadId') ?? '');
  if (!row || row.doc.name !== name || row.parent !== bucket.id) throw noSuchUpload();
  return row;
}

export function startUpload(request: S3Request, bucket: BucketRow): WireResponse {
  const {engine, incoming, name} = request;
  const {db, random, clock} = engine;
  const upload = random.hex(32);
  const type = headerOf(incoming, 'content-type') ?? '';
  const acl = cannedAcl(headerOf(incoming, 'x-amz-acl')) ?? 'private';
  const started = formatTimestamp(clock.now());
  db.transaction(() =>
    db.insert(Uploads, () => ({upload, name, type, acl, started}), {
      parent: bucket.id,
      hidden: {metadata: metadataOf(request)},
    }),
  );
  return xmlResponse('InitiateMultipartUploadResult', {Bucket: bucket.doc.label, Key: name, UploadId: upload});
}

/** Stores a part; replaces a part with the same number. */
export async function writePart(
  request: S3Request,
  bucket: BucketRow,
  signer: Signer | undefined,
): Promise<WireResponse> {
  const {engine, incoming, query} = request;
  const number = Number(query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > maxParts)
    throw invalidArgument(`partNumber must be 1 to ${maxParts}.`);
  uploadOf(request, bucket);
  const source = headerOf(incoming, 'x-amz-copy-source');
  const bytes = source === undefined ? await readS3Body(incoming, signer) : copiedRange(request, signer, source);
  // Checks again, because the upload may have been completed or aborted meanwhile.
  const upload = uploadOf(request, bucket);
  const etag = md5(bytes);
  engine.db.transaction(() => {
    for (const {id, doc} of partsOf(engine.db, upload.id)) if (doc.number === number) engine.db.remove(UploadParts, id);
    const part = {number, etag, size: bytes.length};
    engine.db.insert(UploadParts, () => part, {parent: upload.id, hidden: {bytes: bytes.toString('base64')}});
  });
  if (source === undefined) return {status: 200, headers: {ETag: `"${etag}"`}, body: undefined};
  return xmlResponse('CopyPartResult', {
    LastModified: `${formatTimestamp(engine.clock.now())}.000Z`,
    ETag: `"${etag}"`,
  });
}

function copiedRange(request: S3Request, signer: Signer | undefined, source: string): Buffer {
  const bytes = objectBytes(copySource(request, signer, source));
  const range = headerOf(request.incoming, 'x-amz-copy-source-range');
  if (range === undefined) return bytes;
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (first === '' || Number(last) >= bytes.length)
    throw invalidArgument('x-amz-copy-source-range is not in the object.');
  return bytes.subarray(Number(first), Number(last) + 1);
}

const partsOf = (db: Store, upload: number) => db.where(UploadParts, {sql: 'parent=?', values: [upload]});

export function listParts(request: S3Request, bucket: BucketRow): WireResponse {
  const {id, doc} = uploadOf(request, bucket);
  const parts = partsOf(request.engine.db, id).toSorted((one, other) => one.doc.number - other.doc.number);
  return xmlResponse('ListPartsResult', {
    Bucket: bucket.doc.label,
    Key: doc.name,
    UploadId: doc.upload,
    IsTruncated: false,
    Part: parts.map(part => ({PartNumber: part.doc.number, ETag: `"${part.doc.etag}"`, Size: part.doc.size})),
  });
}

/** Joins the parts that the body names, in its order. */
export async function completeUpload(
  request: S3Request,
  bucket: BucketRow,
  signer: Signer | undefined,
): Promise<WireResponse> {
  const {engine, incoming} = request;
  const content = parseXml(await readS3Body(incoming, signer), 'CompleteMultipartUpload');
  const {db, clock} = engine;
  const upload = uploadOf(request, bucket);
  const stored = partsOf(db, upload.id);
  const wanted = (content.Part ?? []) as readonly {readonly PartNumber?: unknown; readonly ETag?: unknown}[];
  const parts = wanted.map(({PartNumber: number, ETag: tag}) => {
    const etag = String(tag ?? '')
      .replaceAll(/"|&quot;|&#34;/g, '')
      .trim();
    return stored.find(({doc}) => doc.number === Number(number) && doc.etag === etag);
  });
  if (wanted.length === 0 || parts.includes(undefined))
    throw new S3Error(400, 'InvalidPart', 'A part is missing, or has another ETag.');
  const found = parts.filter(part => part !== undefined);
  if (found.some(({doc}, index) => index > 0 && doc.number <= (found[index - 1]?.doc.number ?? 0)))
    throw new S3Error(400, 'InvalidPartOrder', 'The parts must be in ascending order.');
  if (found.slice(0, -1).some(({doc}) => doc.size < minPartBytes))
    throw new S3Error(400, 'EntityTooSmall', `A part but the last has less than ${minPartBytes} bytes.`);
  if (found.reduce((sum, {doc}) => sum + doc.size, 0) > maxMultipartBytes)
    throw new S3Error(400, 'EntityTooLarge', `An object has at most ${maxMultipartBytes} bytes in the emulator.`);
  const digest = createHash('md5');
  for (const {doc} of found) digest.update(Buffer.from(doc.etag, 'hex'));
  const {name, type, acl} = upload.doc;
  const written = {
    ...{name, type, acl, metadata: upload.hidden?.metadata},
    etag: `${digest.digest('hex')}-${found.length}`,
    bytes: Buffer.concat(found.map(({hidden}) => Buffer.from(hidden?.bytes ?? '', 'base64'))),
  };
  const {etag} = db.transaction(() => {
    removeUpload(db, upload.id);
    return putObject(db, bucket.id, clock.now(), written);
  });
  return xmlResponse('CompleteMultipartUploadResult', {
    Location: `/${bucket.doc.label}/${name}`,
    Bucket: bucket.doc.label,
    Key: name,
    ETag: `"${etag}"`,
  });
}

export function abortUpload(request: S3Request, bucket: BucketRow): WireResponse {
  const {id} = uploadOf(request, bucket);
  request.engine.db.transaction(() => removeUpload(request.engine.db, id));
  return {status: 204, headers: {}, body: undefined};
}

function removeUpload(db: Store, upload: number): void {
  db.removeAll(UploadParts, upload);
  db.remove(Uploads, upload);
}
