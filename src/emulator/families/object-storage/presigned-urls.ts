/**
 * Pre-signed addresses (D1 §4.2 r4): the holder of one may do one thing with one object for a while, without a token.
 * They lead to the emulator itself and work.
 */
import {createHash, createHmac, timingSafeEqual} from 'node:crypto';
import type {Engine, WireResponse} from '../../engine/engine.ts';
import {type RawRequest, registerRawHandler} from '../../engine/http/raw-routes.ts';
import {readBody} from '../../engine/http/read-request.ts';
import {forbid, notFound, Refusal} from '../../engine/http/refusal.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {getAccount} from '../account/account-kinds.ts';
import {bucketAt, Objects, objectAt, updateObjectCount} from './storage-kinds.ts';

/** Maximum size of one object's bytes, which the emulator keeps in its own database. */
const maxObjectBytes = 16 * 1024 ** 2;

const Secret = defineKind<{readonly key: string}>('object_secret');

/** Key that signs the addresses of this account; created with the first address. */
export function signingKey(db: Store, random: {hex(length: number): string}): string {
  return (db.get(Secret, 1) ?? db.insert(Secret, () => ({key: random.hex(64)}))).key;
}

interface PresignedClaims {
  readonly cluster: string;
  readonly bucket: string;
  readonly name: string;
  readonly method: string;
  readonly type: string;
  /** Seconds since 1970. */
  readonly expires: number;
}

const signClaims = (key: string, {cluster, bucket, name, method, type, expires}: PresignedClaims): string =>
  createHmac('sha256', key).update([method, cluster, bucket, name, type, expires].join('\n')).digest('hex');

export function createPresignedUrl(origin: string, key: string, ticket: PresignedClaims): string {
  const steps = ticket.name.split('/');
  // URL parsers take these for steps between folders, even encoded: such a name is in the query.
  const isNamed = steps.some(step => step === '.' || step === '..');
  const path = [ticket.cluster, ticket.bucket, ...(isNamed ? [] : steps)].map(encodeURIComponent).join('/');
  const query = new URLSearchParams({Expires: String(ticket.expires), Method: ticket.method});
  if (isNamed) query.set('Name', ticket.name);
  if (ticket.type) query.set('ContentType', ticket.type);
  query.set('Signature', signClaims(key, ticket));
  return `${origin}${objectsAt}${path}?${query}`;
}

/** @throws Refusal 404 for broken percent-encoding, which can't name an object */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw notFound();
  }
}

function readPresignedClaims({engine, method, rest, query, incoming}: RawRequest): PresignedClaims {
  const [cluster = '', bucket = '', ...name] = rest.split('/').map(decoded);
  const ticket = {
    cluster,
    bucket,
    name: query.get('Name') ?? name.join('/'),
    method: query.get('Method') ?? '',
    type: query.get('ContentType') ?? '',
    expires: Number(query.get('Expires')),
  };
  const key = engine.db.get(Secret, 1)?.key;
  const given = Buffer.from(query.get('Signature') ?? '', 'hex');
  const expected = Buffer.from(key ? signClaims(key, ticket) : '', 'hex');
  if (!key || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw forbid('SignatureDoesNotMatch');
  if (ticket.expires * 1000 <= engine.clock.now()) throw forbid('Request has expired');
  if (ticket.method !== method) throw forbid(`This address is for ${ticket.method}, not for ${method}.`);
  if (ticket.type && incoming.headers['content-type'] !== ticket.type)
    throw forbid(`This address needs Content-Type: ${ticket.type}.`);
  return ticket;
}

/** The bytes of a seeded object: its name over and over, as many as it claims to have. */
const generatedContent = (name: string, size: number): Uint8Array => Buffer.alloc(size, `${name}\n`);

async function servePresigned(request: RawRequest): Promise<WireResponse> {
  const ticket = readPresignedClaims(request);
  const {engine, incoming} = request;
  const bucket = bucketAt(engine.db, {clusterId: ticket.cluster, bucket: ticket.bucket});
  switch (ticket.method) {
    case 'GET':
    case 'HEAD': {
      const row = objectAt(engine.db, bucket.id, ticket.name);
      if (!row) throw notFound();
      const {type, etag, name, size} = row.doc;
      const bytes =
        row.hidden?.bytes === undefined ? generatedContent(name, size) : Buffer.from(row.hidden.bytes, 'base64');
      const headers = {
        'Content-Type': type,
        ETag: `"${etag}"`,
        'Last-Modified': new Date(`${row.doc.last_modified}Z`).toUTCString(),
      };
      return {status: 200, headers, body: ticket.method === 'HEAD' ? undefined : bytes};
    }
    case 'PUT':
      return store(engine, bucket.id, ticket, Buffer.from(await readBody(incoming, maxObjectBytes)));
    case 'DELETE':
      engine.db.transaction(() => drop(engine.db, bucket.id, ticket.name));
      return {status: 204, headers: {}, body: undefined};
    default:
      throw new Refusal(405, [{field: null, reason: 'Method not allowed'}]);
  }
}

function store(engine: Engine, bucket: number, {name, type}: PresignedClaims, bytes: Buffer): WireResponse {
  const etag = createHash('md5').update(bytes).digest('hex');
  const {db} = engine;
  db.transaction(() => {
    drop(db, bucket, name);
    const object = {
      name,
      etag,
      last_modified: formatTimestamp(engine.clock.now()),
      owner: getAccount(db).euuid,
      size: bytes.length,
      type: type || 'application/octet-stream',
      acl: 'private' as const,
    };
    db.insert(Objects, () => object, {parent: bucket, hidden: {bytes: bytes.toString('base64')}});
    updateObjectCount(db, bucket, 1, bytes.length);
  });
  return {status: 200, headers: {ETag: `"${etag}"`}, body: undefined};
}

/** Removes an object; succeeds if it doesn't exist (D1 §4.2 r4). */
function drop(db: Store, bucket: number, name: string): void {
  const row = objectAt(db, bucket, name);
  if (!row) return;
  db.remove(Objects, row.id);
  updateObjectCount(db, bucket, -1, -row.doc.size);
}

/** Prefix of object addresses, behind the origin. */
const objectsAt = registerRawHandler('objects', servePresigned);
