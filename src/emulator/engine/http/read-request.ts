/** Reads HTTP requests. */
import type {IncomingMessage} from 'node:http';
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import {isMutation} from '../../../contract/schema/endpoint.ts';
import type {FormPart} from '../call.ts';
import type {RequestPayload, WireRequest} from '../engine.ts';
import {parseBody} from './json.ts';
import {badRequest, Refusal} from './refusal.ts';

/** Maximum sizes of a JSON body and of an upload, in bytes. */
export interface BodyLimits {
  readonly json: number;
  readonly upload: number;
}
export const defaultBodyLimits: BodyLimits = {json: 2 ** 20, upload: 10 * 2 ** 20};

export function readRequestHead(incoming: IncomingMessage): WireRequest {
  const target = incoming.url ?? '/';
  const mark = target.indexOf('?');
  const filter = incoming.headers['x-filter'];
  return {
    method: incoming.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    authorization: incoming.headers.authorization,
    filter: Array.isArray(filter) ? filter[0] : filter,
    origin: `http://${incoming.headers.host ?? 'localhost'}`,
    address: incoming.socket.remoteAddress ?? '127.0.0.1',
  };
}

/** Reads the body of a request. @throws Refusal 400, 413, 415 */
export async function readPayload(
  incoming: IncomingMessage,
  endpoint: Endpoint,
  limits = defaultBodyLimits,
): Promise<RequestPayload> {
  if (!isMutation(endpoint) && !endpoint.spec.body) return {};
  const {upload} = endpoint.spec;
  const bytes = await readBody(incoming, upload ? limits.upload : limits.json);
  if (bytes.length === 0) return {};
  const type = incoming.headers['content-type'] ?? '';
  const size = bytes.length;
  if (upload) return {parts: await partsOf(upload, type, bytes), size};
  // Some tools send these bodies in place of an empty one, with any content type or none.
  if (bytes.length <= 4 && ['""', '{}', 'null'].includes(Buffer.from(bytes).toString('latin1')))
    return {json: undefined};
  if (!endpoint.spec.body && endpoint.method === 'DELETE') return {};
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new Refusal(415, [{field: null, reason: 'Bodies are sent as Content-Type: application/json.'}]);
  try {
    return {json: parseBody(bytes), size};
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads a body, up to the limit.
 * @throws Refusal 400, 413
 */
export async function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new Refusal(413, [{field: null, reason: `The body is larger than ${limit} bytes.`}], {Connection: 'close'});
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // If the caller closes the connection too early, that isn't an error of the emulator, and no response is read.
    throw incoming.complete || error instanceof Refusal ? error : badRequest('The body ends too early.');
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

async function partsOf(
  upload: NonNullable<Endpoint['spec']['upload']>,
  type: string,
  bytes: Uint8Array,
): Promise<FormPart[]> {
  if (!type.toLowerCase().startsWith(upload))
    throw new Refusal(415, [{field: null, reason: `The body is sent as Content-Type: ${upload}.`}]);
  if (upload === 'image/png') return [{name: '', filename: undefined, type, bytes}];
  try {
    const form = await new Response(Buffer.from(bytes), {headers: {'content-type': type}}).formData();
    return await Promise.all(
      [...form].map(async ([name, value]) =>
        typeof value === 'string'
          ? {name, filename: undefined, type: 'text/plain', bytes: Buffer.from(value)}
          : {name, filename: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer())},
      ),
    );
  } catch {
    throw badRequest('The form cannot be read.');
  }
}
