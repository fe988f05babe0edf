/**
 * Pre-signed URLs (D1 §4.2 r4): each allows one method on one object until it expires, without a token. The emulator
 * itself serves these URLs.
 */
import {createHmac, timingSafeEqual} from 'node:crypto';
import type {Engine, WireResponse} from '../../engine/engine.ts';
import {type RawRequest, registerRawHandler} from '../../engine/http/raw-routes.ts';
import {readBody} from '../../engine/http/read-request.ts';
import {forbidden, notFound, Refusal} from '../../engine/http/refusal.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {maxObjectBytes, objectBytes, putObject, removeObject} from './object-content.ts';
import {bucketAt, objectAt} from './storage-kinds.ts';

const Secret = defineKind<{readonly key: string}>('object_secret');

/** Key that signs the URLs of this account; created with the first URL. */
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
  // URL parsers resolve `.` and `..` even if they are encoded, so such a name is in the query.
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
    throw forbidden('SignatureDoesNotMatch');
  if (ticket.expires * 1000 <= engine.clock.now()) throw forbidden('Request has expired');
  if (ticket.method !== method) throw forbidden(`This address is for ${ticket.method}, not for ${method}.`);
  if (ticket.type && incoming.headers['content-type'] !== ticket.type)
    throw forbidden(`This address needs Content-Type: ${ticket.type}.`);
  return ticket;
}

async function servePresigned(request: RawRequest): Promise<WireResponse> {
  const ticket = readPresignedClaims(request);
  const {engine, incoming} = request;
  const findTarget = () => bucketAt(engine.db, {clusterId: ticket.cluster, bucket: ticket.bucket});
  const bucket = findTarget();
  switch (ticket.method) {
    case 'GET':
    case 'HEAD': {
      const row = objectAt(engine.db, bucket.id, ticket.name);
      if (!row) throw notFound();
      const {type, etag} = row.doc;
      const bytes = objectBytes(row);
      const headers = {
        'Content-Type': type,
        ETag: `"${etag}"`,
        'Last-Modified': new Date(`${row.doc.last_modified}Z`).toUTCString(),
      };
      return {status: 200, headers, body: ticket.method === 'HEAD' ? undefined : bytes};
    }
    case 'PUT': {
      const bytes = Buffer.from(await readBody(incoming, maxObjectBytes));
      // Finds the bucket again, because it may have been deleted meanwhile.
      return store(engine, findTarget().id, ticket, bytes);
    }
    case 'DELETE':
      engine.db.transaction(() => removeObject(engine.db, bucket.id, ticket.name));
      return {status: 204, headers: {}, body: undefined};
    default:
      throw new Refusal(405, [{field: null, reason: 'Method not allowed'}]);
  }
}

function store({db, clock}: Engine, bucket: number, {name, type}: PresignedClaims, bytes: Buffer): WireResponse {
  const {etag} = db.transaction(() => putObject(db, bucket, clock.now(), {name, type, bytes}));
  return {status: 200, headers: {ETag: `"${etag}"`}, body: undefined};
}

/** Path prefix of object URLs. */
const objectsAt = registerRawHandler('objects', servePresigned);
