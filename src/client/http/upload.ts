/**
 * Large bodies: streamed, measured, pulled no faster than the connection takes them, and stopped at once when canceled.
 *
 * They go one of two ways: to an operation of the API that takes a file (with the token), or to an address that the API
 * gave for one transfer (`upload_to`, a signed object URL), to which the token never goes. Neither is repeated: a
 * stream can be read once, and its caller decides.
 */
import type {Endpoint, Params} from '../../contract/schema/endpoint.ts';
import {RejectedError, UnreachableError} from '../core/errors.ts';
import type {CallOptions} from '../core/types.ts';
import type {PreparedRequest} from './build-request.ts';

/** Bytes from any source; the client does not know files. */
export interface UploadSource {
  /** Called once, when the first byte is wanted. */
  readonly open: () => AsyncIterable<Uint8Array>;
  /** Bytes; without the size the body is sent in chunks of unknown number, which some servers refuse. */
  readonly size?: number | undefined;
  /** File name, for forms. */
  readonly name?: string | undefined;
}

export interface TransferProgress {
  /** Bytes that were sent or received so far. */
  readonly done: number;
  readonly total: number | undefined;
}

export interface UploadOptions extends Pick<CallOptions, 'signal' | 'priority'> {
  readonly source: UploadSource;
  readonly onProgress?: ((progress: TransferProgress) => void) | undefined;
}

/** An operation whose body is a file. */
export type UploadEndpoint = Endpoint & {readonly spec: {readonly upload: string}};

export type UploadInput<E extends UploadEndpoint> = UploadOptions & {readonly params: Params<E>};

export interface UploadBody {
  readonly contentType: string;
  readonly size: number | undefined;
  readonly stream: AsyncIterable<Uint8Array>;
  /** Error of the source itself: this is then the reason, and not the connection that was closed because of it. */
  readonly failure: () => unknown;
  /** Bytes of the source that the connection took so far. */
  readonly sentBytes: () => number;
  /** True when the connection took all bytes of the source. */
  readonly isSent: () => boolean;
}

/** Measures a source on its way; refuses one whose size or content differs from its description. */
export function meteredUpload({source, onProgress}: UploadOptions, contentType: string, frame?: FormFrame): UploadBody {
  let failure: unknown;
  let sentBytes = 0;
  let hasEnded = false;
  async function* stream() {
    if (frame) yield frame.head;
    try {
      for await (const piece of source.open()) {
        if (source.size !== undefined && sentBytes + piece.byteLength > source.size) throw fileChangedError();
        yield piece;
        // A request for the next piece means that this one was taken.
        sentBytes += piece.byteLength;
        onProgress?.({done: sentBytes, total: source.size});
      }
      if (source.size !== undefined && sentBytes < source.size) throw fileChangedError();
      hasEnded = true;
    } catch (error) {
      failure = error;
      throw error;
    }
    if (frame) yield frame.tail;
  }
  const size =
    source.size === undefined ? undefined : source.size + (frame ? frame.head.length + frame.tail.length : 0);
  return {
    contentType,
    size,
    stream: stream(),
    failure: () => failure,
    sentBytes: () => sentBytes,
    // The end of the source may be found only after the response: reading a file takes one more read for it.
    isSent: () => (source.size === undefined ? hasEnded : sentBytes >= source.size),
  };
}

const fileChangedError = () => localRejectedError('the file changed while it was read');
export const localRejectedError = (reason: string) => new RejectedError([{field: null, reason}], {isLocal: true});

interface FormFrame {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** A form with one part named `file`; the boundary is long enough not to occur in it. */
export function formUpload(options: UploadOptions, random: () => number): UploadBody {
  const digits = Array.from({length: 32}, () => Math.floor(random() * 16).toString(16)).join('');
  const boundary = `----form-${digits}`;
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName(options.source.name)}"\r\n` +
    'content-type: application/octet-stream\r\n\r\n';
  return meteredUpload(options, `multipart/form-data; boundary=${boundary}`, {
    head: Buffer.from(head),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  });
}

/** The file name as browsers write it: characters that would end the header are percent-encoded. */
const fileName = (name = 'file') =>
  name.replace(/["\r\n]/g, character => ({'"': '%22', '\r': '%0D', '\n': '%0A'})[character] ?? '');

/** A file is on its way longer than a response; it must only keep moving. */
export const uploadTimeouts = {response: 120_000, total: Number.POSITIVE_INFINITY};

/** The request of an operation that accepts a file. */
export function withUploadHeaders(request: PreparedRequest, {contentType, size}: UploadBody): PreparedRequest {
  const length = size === undefined ? {} : {'content-length': String(size)};
  return {...request, headers: {...request.headers, 'content-type': contentType, ...length}};
}

/**
 * Sends an upload. If the source fails, its error is the reason, even when the connection fails afterwards. A server
 * that answers before it has all bytes may have stored a part: then the outcome is unknown.
 */
export async function sendWhole<T extends {readonly status: number}>(
  upload: UploadBody,
  host: string,
  send: () => Promise<T>,
): Promise<T> {
  let response: T;
  try {
    response = await send();
  } catch (error) {
    throw upload.failure() ?? error;
  }
  if (upload.isSent()) return response;
  const text = `${host} answered after ${upload.sentBytes()} bytes, before the end of the file.`;
  throw new UnreachableError('reset', text, {status: response.status, outcome: 'unknown'});
}
