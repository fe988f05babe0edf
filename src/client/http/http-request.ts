/** A request, its response, and their limits. */
import type {Dispatcher} from 'undici';
import type {Headers} from './response-headers.ts';

/** Milliseconds. */
export interface Timeouts {
  readonly connect: number;
  /** Limit until the response starts, from the request and again from each piece of its body that is sent. */
  readonly response: number;
  /** Between two pieces of the response’s body. */
  readonly idle: number;
  readonly total: number;
}
export const defaultTimeouts: Timeouts = {connect: 10_000, response: 30_000, idle: 15_000, total: 60_000};

/** Timeouts that limit the duration of a request to this. */
export const timeoutsWithin = (requestTimeoutMs: number): Timeouts => ({
  connect: Math.min(defaultTimeouts.connect, requestTimeoutMs),
  response: requestTimeoutMs,
  idle: Math.min(defaultTimeouts.idle, requestTimeoutMs),
  total: requestTimeoutMs,
});

export interface SizeLimits {
  /** Maximum size of a response body in bytes, also after decompression. */
  readonly body: number;
  readonly headers: number;
}
export const defaultSizeLimits: SizeLimits = {body: 64 * 1024 * 1024, headers: 32 * 1024};

/** Sends requests: undici's pool, or a replacement for it. */
export type RequestDispatcher = Pick<Dispatcher, 'dispatch' | 'close' | 'destroy'>;

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is pulled no faster than the connection sends it. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Receives a successful body piece by piece, so that it is not collected. */
  readonly sink?: ((piece: Buffer) => void | Promise<void>) | undefined;
  /** Receives the headers of a successful response, before the sink receives its bytes. */
  readonly onHead?: ((headers: Headers) => void) | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Size as it came over the wire. */
  readonly bytes: number;
}
