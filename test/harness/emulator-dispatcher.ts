/** Hands the client's requests to an emulator in this process, in the place of a pool of sockets. */
import type {IncomingMessage} from 'node:http';
import {Readable} from 'node:stream';
import type {Dispatcher} from 'undici';
import type {RequestDispatcher} from '../../src/client/http/http-request.ts';
import type {OpenDispatcher} from '../../src/client/http/transport.ts';
import type {WireResponse} from '../../src/emulator/engine/engine.ts';
import {answerRequest, type HttpOptions} from '../../src/emulator/server/http-server.ts';
import type {Clock} from '../../src/store/core/clock.ts';

/** A request as the emulator received it. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The time of arrival, milliseconds since 1970. */
  readonly at: number;
}

/** Answers a request in the emulator's place: `undefined` leaves it to the emulator, `silence` never answers. */
export type Intercept = (
  request: ReceivedRequest,
) => WireResponse | 'silence' | undefined | Promise<WireResponse | undefined>;

export interface EmulatorDispatcher {
  readonly open: OpenDispatcher;
  /** Every request so far. */
  readonly requests: readonly ReceivedRequest[];
  /** Requests without an answer, except those that wait for time to pass. */
  readonly inFlight: number;
}

export interface DispatcherOptions {
  readonly http: HttpOptions;
  readonly clock: Clock;
  readonly intercept?: (() => Intercept | undefined) | undefined;
}

/** The address that the emulator appears to listen on. */
export const harnessHost = '127.0.0.1:4400';
/** The address of its metrics. */
export const metricsHost = '127.0.0.1:4401';

class Controller implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;
  rawHeaders = null;
  rawTrailers = null;
  #onResumed: (() => void) | undefined;

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
    this.resume();
  }
  pause(): void {
    this.paused = true;
  }
  resume(): void {
    this.paused = false;
    this.#onResumed?.();
  }
  /** Resolves when the reader takes more bytes. */
  async ready(): Promise<void> {
    while (this.paused && !this.aborted) {
      await new Promise<void>(resolve => {
        this.#onResumed = resolve;
      });
    }
  }
}

export function emulatorDispatcher({http, clock, intercept}: DispatcherOptions): EmulatorDispatcher {
  const requests: ReceivedRequest[] = [];
  let inFlight = 0;
  /** A wait for time to pass does not count as work. */
  const waitOutside = async <T>(wait: Promise<T>): Promise<T> => {
    inFlight--;
    try {
      return await wait;
    } finally {
      inFlight++;
    }
  };
  const pause = (milliseconds: number) =>
    waitOutside(new Promise<void>(resolve => void clock.schedule(milliseconds, resolve)));
  const waitForever = () => waitOutside(new Promise<never>(() => {}));

  async function answer(request: ReceivedRequest, host: HttpOptions['host']): Promise<WireResponse> {
    const answered = intercept?.()?.(request);
    if (answered === 'silence') return waitForever();
    const response = answered instanceof Promise ? await waitOutside(answered) : answered;
    return response ?? answerRequest({...http, host, pause}, messageOf(request));
  }

  async function run(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    host: HttpOptions['host'],
  ): Promise<void> {
    const controller = new Controller();
    handler.onRequestStart?.(controller, {});
    if (controller.aborted) return;
    const body = await readBody(options, handler);
    if (controller.aborted) return;
    const request = {
      method: options.method,
      path: options.path,
      headers: readHeaders(options),
      body,
      at: clock.now(),
    };
    requests.push(request);
    const response = await answer(request, host);
    if (controller.aborted) return;
    if (response.status === 0) throw Object.assign(new Error('read ECONNRESET'), {code: 'ECONNRESET'});
    await deliver(response, controller, handler, pause);
  }

  const dispatcherOf = (host: HttpOptions['host']): RequestDispatcher => ({
    dispatch(options, handler) {
      inFlight++;
      run(options, handler, host)
        .catch(error => handler.onResponseError?.(new Controller(), error))
        .finally(() => {
          inFlight--;
        });
      return true;
    },
    close: async () => {},
    destroy: async () => {},
  });
  const [api, metrics] = [dispatcherOf(undefined), dispatcherOf('metrics')];
  return {
    open: ({host}) => (host === metricsHost ? metrics : api),
    requests,
    get inFlight() {
      return inFlight;
    },
  };
}

async function deliver(
  {status, headers, body, stallMs: stall}: WireResponse,
  controller: Controller,
  handler: Dispatcher.DispatchHandler,
  pause: (milliseconds: number) => Promise<void>,
): Promise<void> {
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(body as string);
  const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (body !== undefined) lowerCase['content-length'] = String(bytes.length);
  handler.onResponseStart?.(controller, status, lowerCase, 'OK');
  const end = stall === undefined ? bytes.length : Math.floor(bytes.length / 2);
  const maxPieceBytes = 64 * 1024;
  for (let from = 0; from < end; from += maxPieceBytes) {
    await controller.ready();
    if (controller.aborted) return;
    handler.onResponseData?.(controller, bytes.subarray(from, Math.min(end, from + maxPieceBytes)));
  }
  if (stall !== undefined) {
    await pause(stall);
    if (!controller.aborted) throw Object.assign(new Error('other side closed'), {code: 'UND_ERR_SOCKET'});
    return;
  }
  await controller.ready();
  if (!controller.aborted) handler.onResponseEnd?.(controller, {});
}

async function readBody({body}: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): Promise<Buffer> {
  if (body === null || body === undefined) return Buffer.alloc(0);
  if (body instanceof Uint8Array || typeof body === 'string') return Buffer.from(body as string);
  const pieces: Buffer[] = [];
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(Buffer.from(piece));
    handler.onBodySent?.(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}

function readHeaders({headers}: Dispatcher.DispatchOptions): Record<string, string> {
  const entries = Object.entries((headers ?? {}) as Record<string, string>);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** The parts of a message that the emulator reads. */
export function messageOf({
  method,
  path,
  headers,
  body,
}: Pick<ReceivedRequest, 'method' | 'path' | 'headers' | 'body'>): IncomingMessage {
  const message = Readable.from(body.length === 0 ? [] : [body]) as unknown as IncomingMessage;
  const socket = {remoteAddress: '127.0.0.1'} as IncomingMessage['socket'];
  // All bytes are there from the start. An incomplete message would be one whose sender went away.
  return Object.assign(message, {method, url: path, headers: {host: harnessHost, ...headers}, socket, complete: true});
}
