/** Transfers to and from addresses that the API gave, and deletions at them: no token, no rate limit of the API, no repeating. */

import {readFieldErrors} from '../../contract/schema/field-error.ts';
import {parseJson} from '../../contract/schema/json.ts';
import {type ApiAddress, parseAddress} from '../core/api-address.ts';
import type {ClientClock} from '../core/clock.ts';
import {ClientError, errorSummary, RejectedError, sanitizeLine, UnreachableError} from '../core/errors.ts';
import type {CompletedRequest} from '../core/types.ts';
import type {HttpRequest, HttpResponse} from './http-request.ts';
import {sanitizeProblems} from './parse-response.ts';
import {header} from './response-headers.ts';
import type {Transport} from './transport.ts';
import {
  localRejectedError,
  meteredUpload,
  sendWhole,
  type TransferProgress,
  type UploadOptions,
  uploadTimeouts,
} from './upload.ts';

export interface PutOptions extends UploadOptions {
  /** Default `application/octet-stream`; a signed URL may have been signed for another one. */
  readonly contentType?: string | undefined;
  /**
   * True for the bytes of an image: data that isn't gzip or is too large is refused before anything leaves (D1 §4.3).
   */
  readonly isImage?: boolean | undefined;
}

/** An uploaded image may hold this much, compressed (D1 §8). */
const maxImageBytes = 5 * 1024 ** 3;

export interface DownloadOptions {
  /** Receives the bytes; the connection waits for it. */
  readonly sink: (piece: Uint8Array) => void | Promise<void>;
  readonly onProgress?: ((progress: TransferProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PresignedTransferOptions {
  readonly clock: ClientClock;
  readonly userAgent: string;
  readonly transportFor: (address: ApiAddress) => Transport;
  readonly observe: ((request: CompletedRequest) => void) | undefined;
}

type Method = 'GET' | 'PUT' | 'DELETE';

/** Operation name of each method among the completed requests, and the thing that a listener on the network could read. */
const requestKinds = {
  GET: {operation: 'download', what: 'the file'},
  PUT: {operation: 'upload', what: 'the file'},
  DELETE: {operation: 'erase', what: 'the permission to delete'},
} as const satisfies Readonly<Record<Method, object>>;

export class PresignedTransfers {
  readonly #parts: PresignedTransferOptions;
  readonly #transports = new Map<string, Transport>();

  constructor(parts: PresignedTransferOptions) {
    this.#parts = parts;
  }

  async put(url: string, options: PutOptions): Promise<void> {
    const {source, isImage, signal, contentType = 'application/octet-stream'} = options;
    if (isImage && source.size !== undefined && source.size > maxImageBytes)
      throw localRejectedError(`the file has ${source.size} bytes; an image may have ${maxImageBytes}`);
    const checkedSource = isImage ? await checkedGzip(source.open()) : undefined;
    const upload = meteredUpload(
      {...options, source: checkedSource ? {...source, open: () => checkedSource.content} : source},
      contentType,
    );
    try {
      await sendWhole(upload, parseAddress(url).host, () =>
        this.#send('PUT', url, {
          headers: {
            'content-type': contentType,
            ...(upload.size === undefined ? {} : {'content-length': String(upload.size)}),
          },
          body: upload.stream,
          signal,
        }),
      );
    } finally {
      checkedSource?.close();
    }
  }

  /** Resolves with the content type. */
  async download(url: string, {sink, onProgress, signal}: DownloadOptions): Promise<string | undefined> {
    let receivedBytes = 0;
    let total: number | undefined;
    const {headers} = await this.#send('GET', url, {
      headers: {},
      signal,
      onHead: head => {
        const length = header(head, 'content-length');
        total = length === undefined ? undefined : Number(length);
      },
      sink: piece => {
        receivedBytes += piece.length;
        onProgress?.({done: receivedBytes, total});
        return sink(piece);
      },
    });
    return header(headers, 'content-type');
  }

  /** Deletes the object at the address; resolves with the HTTP status. Never repeated. */
  async deleteAt(url: string): Promise<number> {
    const {status} = await this.#send('DELETE', url, {headers: {}});
    return status;
  }

  reconnect(): void {
    for (const transport of this.#transports.values()) transport.reconnect();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#transports.values()].map(transport => transport.close()));
  }

  async #send(
    method: Method,
    url: string,
    request: Pick<HttpRequest, 'headers' | 'body' | 'signal' | 'sink' | 'onHead'>,
  ): Promise<HttpResponse> {
    const {clock, userAgent, observe} = this.#parts;
    const address = parseAddress(url);
    // The address itself is the permission: everyone who reads it can use it.
    if (!address.isPrivate)
      throw new UnreachableError('insecure', `${address.host} would receive ${requestKinds[method].what} unencrypted.`);
    const at = clock.now();
    const startTime = clock.monotonic();
    let incoming: HttpResponse | undefined;
    let failure: unknown;
    try {
      incoming = await this.#transportTo(address).send({
        ...request,
        method,
        path: requestPathOf(url),
        headers: {...request.headers, 'user-agent': userAgent},
        timeouts: uploadTimeouts,
      });
      throwIfFailed(incoming, address, method);
      return incoming;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      observe?.({
        operation: requestKinds[method].operation,
        method,
        // The host alone: a signature in the query, or a secret in the path, would grant access.
        path: address.host,
        filter: undefined,
        at,
        milliseconds: Math.round(clock.monotonic() - startTime),
        bytesOut: Number(request.headers['content-length'] ?? 0),
        bytesIn: incoming?.bytes ?? 0,
        attempt: 1,
        priority: 'user',
        limitClass: undefined,
        status: incoming?.status,
        requestId: undefined,
        isUnchanged: false,
        mismatches: [],
        warnings: [],
        error: failure instanceof ClientError ? errorSummary(failure) : undefined,
      });
    }
  }

  #transportTo(address: ApiAddress): Transport {
    const cachedTransport = this.#transports.get(address.origin);
    if (cachedTransport) return cachedTransport;
    const transport = this.#parts.transportFor(address);
    this.#transports.set(address.origin, transport);
    return transport;
  }
}

/**
 * Path and query as written in the address. A URL treats `.` and `..` as steps between folders, also as `%2e`, while an
 * object may have such a name, and its signature is for that name.
 */
function requestPathOf(url: string): string {
  const {pathname, search} = new URL(url);
  const asWritten = /^[a-z]+:\/\/[^/?#]+(\/[!-~]*)$/i.exec(url)?.[1]?.replace(/#.*$/s, '');
  const hasDots = asWritten !== undefined && /\/(?:\.|%2e){1,2}(?=[/?]|$)/i.test(asWritten.replace(/\?.*$/s, ''));
  return hasDots ? asWritten : pathname + search;
}

const gzipStart = Buffer.of(0x1f, 0x8b);

/** Checks the first bytes before the first request; the caller closes the stream if it reads the rest or stops. */
async function checkedGzip(stream: AsyncIterable<Uint8Array>) {
  const iterator = stream[Symbol.asyncIterator]();
  // Not awaited: a stream that hangs in the middle of a piece closes when that piece arrives.
  const close = () => void iterator.return?.().catch(() => {});
  // A pipe may give its first bytes one by one.
  const firstPieces: Uint8Array[] = [];
  while (Buffer.concat(firstPieces).length < gzipStart.length) {
    const next = await iterator.next();
    if (next.done) break;
    firstPieces.push(next.value);
  }
  if (!Buffer.concat(firstPieces).subarray(0, gzipStart.length).equals(gzipStart)) {
    await iterator.return?.();
    throw localRejectedError('the file isn’t a gzip-compressed disk image');
  }
  async function* content() {
    yield* firstPieces;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return {content: content(), close};
}

function throwIfFailed({status, body, headers}: HttpResponse, address: ApiAddress, method: Method): void {
  if (status < 300) return;
  if (status < 400) {
    const location = header(headers, 'location') ?? '';
    if (location === '')
      throw new UnreachableError('not-api', `${address.host} sent an unexpected HTTP ${status}.`, {
        status,
        outcome: method === 'GET' ? 'none' : 'unknown',
      });
    const to = URL.canParse(location, address.origin) ? new URL(location, address.origin).host : 'elsewhere';
    throw new UnreachableError('redirect', `${address.host} redirects to ${to}; the transfer does not follow.`, {
      status,
    });
  }
  if (status >= 500)
    throw new UnreachableError('server', `${address.host} returned HTTP ${status} (server error).`, {
      status,
      outcome: method === 'GET' ? 'none' : 'unknown',
    });
  const text = body.toString('utf8', 0, 10_000);
  // Object hosts explain themselves in XML, the API in JSON.
  const reason = /<Message>([^<]*)<\/Message>/.exec(text)?.[1];
  const fieldErrors = reason
    ? [{field: null, reason: sanitizeLine(reason)}]
    : sanitizeProblems(readFieldErrors(parseJson(text)));
  throw new RejectedError(fieldErrors, {status});
}
