/** Signatures of version 4, in the header or in the query, checked with the secret of the key that signed. */
import {createHmac, timingSafeEqual} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import aws4 from 'aws4';
import type {ObjectStorageKey} from '../../../../contract/resources/object-storage.ts';
import type {Engine} from '../../../engine/engine.ts';
import {Keys} from '../storage-kinds.ts';
import {S3Error} from './s3-error.ts';
import {headerOf} from './s3-request.ts';

/** The parts of a signature, from the header or the query. */
interface SignatureParts {
  readonly accessKey: string;
  /** `20260401/us-east-1/s3/aws4_request`. */
  readonly scope: string;
  readonly region: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly isPresigned: boolean;
}

/** A key that signed a request. */
export interface Signer {
  readonly key: ObjectStorageKey;
  readonly region: string;
  /** Continues the signature over the chunks of a streamed body. */
  readonly chunks: ChunkSigner;
}

export interface ChunkSigner {
  /** The signature of a chunk after that of the one before. */
  sign(previous: string, hash: string): string;
  readonly seed: string;
}

const malformed = (): S3Error =>
  new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization is not one of signature version 4.');

function credentialParts(credential: string): Pick<SignatureParts, 'accessKey' | 'scope' | 'region'> {
  const [accessKey = '', date = '', region = '', service = '', end = ''] = credential.split('/');
  if (!/^\d{8}$/.test(date) || service !== 's3' || end !== 'aws4_request') throw malformed();
  return {accessKey, region, scope: [date, region, service, end].join('/')};
}

function partsOf(incoming: IncomingMessage, query: URLSearchParams): SignatureParts | undefined {
  const header = headerOf(incoming, 'authorization');
  if (header !== undefined) {
    const match = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
      header.trim(),
    );
    const [, credential = '', signedHeaders = '', signature = ''] = match ?? [];
    if (!match) throw malformed();
    return {...credentialParts(credential), signedHeaders: signedHeaders.split(';'), signature, isPresigned: false};
  }
  const signature = query.get('X-Amz-Signature');
  if (signature === null) return undefined;
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') throw malformed();
  return {
    ...credentialParts(query.get('X-Amz-Credential') ?? ''),
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature,
    isPresigned: true,
  };
}

/** "20260401T120000Z" in milliseconds since 1970. */
const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/**
 * A pre-signed URL has an expiry, measured by the emulator's clock. The age of other signatures isn't checked, because
 * the emulator's clock may differ from the caller's.
 */
function checkExpiry(query: URLSearchParams, now: number): void {
  const seconds = Number(query.get('X-Amz-Expires'));
  const signedAt = timeOf(query.get('X-Amz-Date') ?? '');
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 604_800 || Number.isNaN(signedAt))
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires must be 1 to 604800 seconds.');
  if (signedAt + seconds * 1000 <= now) throw new S3Error(403, 'AccessDenied', 'Request has expired');
}

/**
 * The key that signed a request; undefined for an anonymous one.
 * @throws S3Error 400 or 403 for a signature that isn't right
 */
export function signerOf(engine: Engine, incoming: IncomingMessage, query: URLSearchParams): Signer | undefined {
  const parts = partsOf(incoming, query);
  if (parts === undefined) return undefined;
  const [row] = engine.db.where(Keys, {sql: `json_extract(doc, '$.access_key')=?`, values: [parts.accessKey]});
  const secret = row?.hidden?.secret;
  if (row === undefined || secret === undefined)
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key does not exist, or is one of the seed.');
  if (parts.isPresigned) checkExpiry(query, engine.clock.now());
  const expected = expectedSignature(incoming, parts, secret);
  if (!isEqualHex(parts.signature, expected))
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature does not match. Check the secret key, and that the client uses path-style addresses.',
    );
  return {key: row.doc, region: parts.region, chunks: chunkSigner(incoming, parts, secret)};
}

function isEqualHex(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given, 'hex'), Buffer.from(expected, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Signs the same request with the same headers. */
function expectedSignature(incoming: IncomingMessage, parts: SignatureParts, secret: string): string {
  const {accessKey, region, signedHeaders, isPresigned} = parts;
  const headers = Object.fromEntries(signedHeaders.map(name => [name, headerOf(incoming, name) ?? '']));
  const target = incoming.url ?? '/';
  const unsigned: aws4.Request & {readonly extraHeadersToInclude: Readonly<Record<string, boolean>>} = {
    service: 's3',
    region,
    method: incoming.method ?? 'GET',
    path: isPresigned ? withoutSignature(target) : target,
    headers,
    // The client decides which headers it signs.
    extraHeadersToInclude: Object.fromEntries(signedHeaders.map(name => [name, true])),
    signQuery: isPresigned,
  };
  const signed = aws4.sign(unsigned, {accessKeyId: accessKey, secretAccessKey: secret});
  const pattern = isPresigned ? /[?&]X-Amz-Signature=([0-9a-f]{64})/ : /Signature=([0-9a-f]{64})/;
  const source = isPresigned ? signed.path : String(signed.headers?.Authorization);
  return pattern.exec(source ?? '')?.[1] ?? '';
}

const withoutSignature = (target: string): string =>
  target.replace(/([?&])X-Amz-Signature=[^&]*(&?)/, (_, start: string, rest: string) => (rest ? start : ''));

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function chunkSigner(incoming: IncomingMessage, {scope, signature}: SignatureParts, secret: string): ChunkSigner {
  const signingKey = scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`);
  const date = headerOf(incoming, 'x-amz-date') ?? '';
  return {
    seed: signature,
    sign: (previous, hash) =>
      hmac(signingKey, ['AWS4-HMAC-SHA256-PAYLOAD', date, scope, previous, emptyHash, hash].join('\n')).toString('hex'),
  };
}
