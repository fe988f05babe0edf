/** The body of an upload: whole, or in chunks as clients stream it; with its digests checked. */
import {createHash} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {readBody} from '../../../engine/http/read-request.ts';
import {maxObjectBytes} from '../object-content.ts';
import {S3Error} from './s3-error.ts';
import {headerOf} from './s3-request.ts';
import type {Signer} from './s3-signature.ts';

/** Maximum overhead of the heads of chunks. */
const maxChunkOverhead = 1024 ** 2;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const incomplete = (): S3Error => new S3Error(400, 'IncompleteBody', 'The body in chunks ends too early.');

/** Reads the body. @throws S3Error 400, 413 */
export async function readS3Body(incoming: IncomingMessage, signer: Signer | undefined): Promise<Buffer> {
  const raw = Buffer.from(await readBody(incoming, maxObjectBytes + maxChunkOverhead));
  const contentHash = headerOf(incoming, 'x-amz-content-sha256') ?? '';
  const bytes = contentHash.startsWith('STREAMING-') ? decodeChunks(raw, contentHash, signer) : raw;
  if (bytes.length > maxObjectBytes)
    throw new S3Error(400, 'EntityTooLarge', `One upload has at most ${maxObjectBytes} bytes in the emulator.`);
  if (/^[0-9a-f]{64}$/.test(contentHash) && contentHash !== sha256(bytes))
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body does not have the SHA-256 of x-amz-content-sha256.');
  const digest = headerOf(incoming, 'content-md5');
  if (digest !== undefined && digest !== createHash('md5').update(bytes).digest('base64'))
    throw new S3Error(400, 'BadDigest', 'The body does not have the MD5 of Content-MD5.');
  return bytes;
}

/** `SIZE;chunk-signature=…\r\nBYTES\r\n`, until a chunk of size 0; trailers follow it. */
function decodeChunks(raw: Buffer, contentHash: string, signer: Signer | undefined): Buffer {
  const isSigned = contentHash.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
  const chunks: Buffer[] = [];
  let previous = signer?.chunks.seed ?? '';
  for (let at = 0; ; ) {
    const end = raw.indexOf('\r\n', at);
    const head =
      end < 0
        ? undefined
        : /^([0-9a-f]{1,8})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(raw.toString('latin1', at, end));
    if (!head) throw incomplete();
    const size = Number.parseInt(head[1] ?? '', 16);
    const bytes = raw.subarray(end + 2, end + 2 + size);
    if (bytes.length < size) throw incomplete();
    if (isSigned && signer) {
      const expected = signer.chunks.sign(previous, sha256(bytes));
      if (head[2] !== expected)
        throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature of a chunk does not match.');
      previous = expected;
    }
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes);
    at = end + 2 + size + 2;
  }
}
