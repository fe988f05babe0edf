/** One request and its response, with their limits. */
import type {Dispatcher} from 'undici';
import type {ApiAddress} from '../core/api-address.ts';
import type {ClientClock} from '../core/clock.ts';
import {CanceledError, type Outcome, UnreachableError} from '../core/errors.ts';
import type {HttpRequest, HttpResponse, RequestDispatcher, SizeLimits, Timeouts} from './http-request.ts';
import {toClientError} from './network-errors.ts';
import {type Headers, header} from './response-headers.ts';

export interface ResponseHandlerOptions {
  readonly address: ApiAddress;
  readonly clock: ClientClock;
  readonly timeouts: Timeouts;
  readonly bounds: SizeLimits;
}

type Phase = Exclude<keyof Timeouts, 'total'>;

export class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly #options: ResponseHandlerOptions;
  readonly #request: HttpRequest;
  readonly #activeReads: Set<() => void> | undefined;
  readonly #timeouts: Timeouts;
  readonly #result = Promise.withResolvers<HttpResponse | undefined>();
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  #status = 0;
  #headers: Headers = {};
  #bytes = 0;
  readonly #pieces: Buffer[] = [];
  readonly #startTime: number;
  #phase: Phase = 'connect';
  #due: number;
  #timerDueAt = Number.POSITIVE_INFINITY;
  #cancelTimer: () => void = () => {};

  /** @param activeReads receives the function that aborts the request; it then resolves without a response */
  constructor(options: ResponseHandlerOptions, request: HttpRequest, activeReads: Set<() => void> | undefined) {
    this.#options = options;
    this.#request = request;
    this.#activeReads = activeReads;
    this.#timeouts = {...options.timeouts, ...request.timeouts};
    this.#startTime = options.clock.monotonic();
    this.#due = this.#startTime + this.#timeouts.connect;
  }

  send(dispatcher: RequestDispatcher): Promise<HttpResponse | undefined> {
    const {signal, path, method, headers, body} = this.#request;
    signal?.addEventListener('abort', this.#onAbort, {once: true});
    this.#activeReads?.add(this.#abandon);
    this.#armTimer();
    dispatcher.dispatch(
      {
        origin: this.#options.address.origin,
        path,
        method,
        headers,
        // undici accepts any async iterable; its types know streams only.
        body: (body ?? null) as Dispatcher.DispatchOptions['body'] & {},
      },
      this,
    );
    return this.#result.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The request was canceled while the connection opened, so it must not be sent.
    if (this.#isSettled) {
      controller.abort(new CanceledError());
      return;
    }
    this.#controller = controller;
    this.#enterPhase('response');
  }

  onBodySent(): void {
    this.#enterPhase('response');
  }

  onResponseStart(_: unknown, code: number, fields: Headers): void {
    if (code < 200) return;
    const {sink, onHead} = this.#request;
    this.#status = code;
    this.#headers = fields;
    this.#enterPhase('idle');
    if (code < 300) onHead?.(fields);
    if (!sink && Number(header(fields, 'content-length')) > this.#options.bounds.body) this.#failTooLarge();
  }

  onResponseData(_: unknown, piece: Buffer): void {
    // `resume` first delivers an empty piece; pausing for that piece would loop endlessly.
    if (this.#isSettled || piece.length === 0) return;
    this.#enterPhase('idle');
    this.#bytes += piece.length;
    if (this.#request.sink && this.#status < 300) this.#writeToSink(piece);
    else if (this.#bytes > this.#options.bounds.body) this.#failTooLarge();
    else this.#pieces.push(piece);
  }

  onResponseEnd(): void {
    if (this.#isSettled) return;
    this.#settle();
    const [only] = this.#pieces;
    const body = this.#pieces.length === 1 && only ? only : Buffer.concat(this.#pieces);
    this.#result.resolve({status: this.#status, headers: this.#headers, bytes: this.#bytes, body});
  }

  onResponseError(_: unknown, error: Error): void {
    const status = this.#status === 0 ? undefined : this.#status;
    this.#fail(toClientError(error, this.#options.address, this.#outcome, status));
  }

  readonly #onAbort = (): void => this.#fail(new CanceledError({outcome: this.#outcome}));

  readonly #abandon = (): void => {
    this.#settle();
    this.#controller?.abort(new CanceledError());
    this.#result.resolve(undefined);
  };

  /** The server may have read a request whose sending has started. */
  get #outcome(): Outcome {
    return this.#controller && this.#request.method !== 'GET' ? 'unknown' : 'none';
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }

  readonly #armTimer = (): void => {
    this.#timerDueAt = Math.min(this.#due, this.#startTime + this.#timeouts.total);
    const remainingMs = this.#timerDueAt - this.#now();
    if (remainingMs > 0) this.#cancelTimer = this.#options.clock.schedule(remainingMs, this.#armTimer);
    else this.#failLate(this.#due > this.#now() ? 'total' : this.#phase);
  };

  /** Starts the timeout of the next phase after progress. The timer is replaced only if it would fire too late. */
  #enterPhase(next: Phase, timeoutMs = this.#timeouts[next]): void {
    this.#phase = next;
    this.#due = this.#now() + timeoutMs;
    if (this.#due >= this.#timerDueAt) return;
    this.#cancelTimer();
    this.#armTimer();
  }

  /** The connection waits for a slow sink. */
  #writeToSink(piece: Buffer): void {
    const writeResult = this.#request.sink?.(piece);
    if (!writeResult) return;
    this.#controller?.pause();
    this.#enterPhase('idle', Number.POSITIVE_INFINITY);
    writeResult.then(
      () => {
        if (this.#isSettled) return;
        this.#enterPhase('idle');
        this.#controller?.resume();
      },
      error => this.#fail(error),
    );
  }

  #settle(): void {
    this.#isSettled = true;
    this.#cancelTimer();
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    this.#activeReads?.delete(this.#abandon);
  }

  #fail(error: Error): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#controller?.abort(error);
    this.#result.reject(error);
  }

  #failLate(phase: keyof Timeouts): void {
    const message = timeoutText(this.#options.address.host, phase, this.#timeouts);
    this.#fail(new UnreachableError('timeout', message, {outcome: this.#outcome}));
  }

  #failTooLarge(): void {
    const {address, bounds} = this.#options;
    const message = `${address.host} sent more than ${bounds.body} bytes.`;
    this.#fail(new UnreachableError('too-large', message, {outcome: this.#outcome, status: this.#status}));
  }
}

const timeoutTexts: Readonly<Record<keyof Timeouts, (seconds: string) => string>> = {
  connect: seconds => `did not accept the connection within ${seconds}`,
  response: seconds => `did not answer within ${seconds}`,
  idle: seconds => `stopped in the middle of its answer and sent nothing for ${seconds}`,
  total: seconds => `did not finish its answer within ${seconds}`,
};
const timeoutText = (host: string, phase: keyof Timeouts, timeouts: Timeouts): string =>
  `${host} ${timeoutTexts[phase](`${timeouts[phase] / 1000} s`)}.`;
