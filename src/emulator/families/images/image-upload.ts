/**
 * Upload of an image's bytes (D1 §4.3): a PUT without a token to an address that can't be guessed.
 *
 * The bytes are not stored: the format (gzip) and the size are checked while the bytes are received.
 */
import type {IncomingMessage} from 'node:http';
import {createGunzip} from 'node:zlib';
import type {WireResponse} from '../../engine/engine.ts';
import {type RawRequest, registerRawHandler} from '../../engine/http/raw-routes.ts';
import {badRequest, notFound, Refusal} from '../../engine/http/refusal.ts';
import {defineJob} from '../../engine/time/jobs.ts';
import {Images, imageEntity} from './image-kinds.ts';

/** 5 GB, compressed (D1 §8). */
const maxImageBytes = 5 * 1024 ** 3;

const uploadProcessed = defineJob<{id: number; size: number}>('image.processed', ({db}, {id, size}) => {
  if (!db.has(Images, id)) return 'failed';
  db.update(Images, id, {status: 'available', size});
  return undefined;
});

async function receive({engine, incoming, method, rest}: RawRequest): Promise<WireResponse> {
  const [number = '', secret = ''] = rest.split('/');
  const pending = () => {
    const row = engine.db.row(Images, Number(number) || 0);
    // The URL of a finished, canceled or expired upload is not found (D1 §7 r2).
    if (row?.hidden.secret !== secret || row.doc.status !== 'pending_upload') throw notFound();
    return row;
  };
  pending();
  if (method !== 'PUT') throw new Refusal(405, [{field: null, reason: 'Method not allowed'}], {Allow: 'PUT'});
  if (!/^application\/octet-stream/i.test(incoming.headers['content-type'] ?? ''))
    throw new Refusal(415, [{field: null, reason: 'Images are sent as Content-Type: application/octet-stream.'}]);
  if (Number(incoming.headers['content-length'] ?? 0) > maxImageBytes) throw tooLarge();
  const bytes = await measure(incoming);
  // Checks again, because the upload may have been canceled meanwhile.
  const {id, doc} = pending();
  engine.db.transaction(() => {
    const work = engine.work(doc.created_by);
    engine.db.setHidden(Images, id, {secret: ''});
    work.start({
      action: 'image_upload',
      entity: imageEntity(doc),
      seconds: 20 + bytes / 100e6,
      ends: uploadProcessed,
      data: {id, size: Math.max(1, Math.ceil(bytes / 1024 ** 2))},
    });
  });
  engine.jobs.arm();
  return {status: 200, headers: {'Content-Type': 'application/json'}, body: '{}'};
}

const tooLarge = () =>
  new Refusal(413, [{field: null, reason: 'The image is larger than 5 GB.'}], {Connection: 'close'});

/** Decompresses the stream and returns the decompressed size. @throws Refusal for data that isn't gzip, or too large */
async function measure(incoming: IncomingMessage): Promise<number> {
  let received = 0;
  let unpacked = 0;
  const gunzip = createGunzip();
  incoming.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxImageBytes) gunzip.destroy(tooLarge());
  });
  incoming.on('close', () => {
    if (!incoming.complete) gunzip.destroy(new Error('the sender went away'));
  });
  try {
    for await (const chunk of incoming.pipe(gunzip) as AsyncIterable<Buffer>) unpacked += chunk.length;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw badRequest('The image must be a gzip-compressed raw disk image.');
  }
  if (received === 0) throw badRequest('The body is empty. Send the image as the body.');
  return unpacked;
}

/** Path prefix of upload URLs. */
export const uploadPath = registerRawHandler('image-uploads', receive);
