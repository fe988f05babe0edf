/**
 * One request on its way: token, turn in the queue, bytes, response, and the facts learned from it. A request that the
 * API refuses because of its token (401) is sent once more with a renewed one. All other retries are the caller's.
 *
 * More than 300 lines: one class for the life of a request.
 */
import {type Endpoint, isMutation, limitOf} from '../contract/schema/endpoint.ts';
import type {Page} from '../contract/schema/page.ts';
import type {ClientClock} from './core/clock.ts';
import {yieldBeforeReading} from './core/cooperative-yield.ts';
import {
  CanceledError,
  ClientError,
  errorSummary,
  GuardedError,
  MismatchError,
  sanitizeLine,
  UnauthorizedError,
  UnreachableError,
} from './core/errors.ts';
import {maskSecret} from './core/masking.ts';
import type {Telemetry} from './core/telemetry.ts';
import type {ChangingOperation, CompletedRequest} from './core/types.ts';
import {bearerHeader, type PreparedRequest, type ServerInfo} from './http/build-request.ts';
import type {HttpRequest, HttpResponse, Timeouts} from './http/http-request.ts';
import {type ParsedResponse, parseResponse, scopesOf} from './http/parse-response.ts';
import {header, parseLimitHeaders, parseRetryAfter, serverDate} from './http/response-headers.ts';
import type {Transport} from './http/transport.ts';
import type {Priority, RequestScheduler, Ticket} from './limits/request-scheduler.ts';
import type {PageCache} from './lists/page-cache.ts';

/** A token that its provider can replace by another. */
export interface RenewableToken {
  readonly secret: string;
  /** Time from which another token should be requested, milliseconds since 1970; undefined if unknown. */
  readonly renewAt: number | undefined;
}

type TokenResult = string | RenewableToken | undefined;

/** @param refused the last token that the API refused; a renewable one is then replaced, and the request sent once more */
export type TokenProvider = (refused?: string) => Promise<TokenResult> | TokenResult;

/** The last token that the API accepted; it outlives the client that sent it. */
export interface TokenInUse {
  token: string | undefined;
}

/** Likely reason why a token fails that was valid a moment ago. */
const expiredTokenRemedy = 'The token worked until now: it expired or was revoked, or the account was closed.';

export interface SenderOptions {
  readonly server: ServerInfo;
  readonly clock: ClientClock;
  readonly scheduler: RequestScheduler;
  readonly transport: Transport;
  readonly telemetry: Telemetry;
  readonly pageCache: PageCache<ParsedResponse>;
  readonly token: TokenProvider;
  readonly tokenInUse: TokenInUse;
  /** Names the source of the token, for a rejected token. */
  readonly tokenAdvice?: string | undefined;
  readonly observe: ((request: CompletedRequest) => void) | undefined;
  /** See `ClientOptions`. */
  readonly refusalOf?: ((operation: ChangingOperation) => string | undefined) | undefined;
}

export interface AttemptOptions {
  readonly number: number;
  readonly priority: Priority;
  readonly signal: AbortSignal;
  /** Called with the place in the queue, so that it can be moved up. */
  readonly onQueued?: ((ticket: Ticket) => void) | undefined;
  /** Bytes that are sent in place of the prepared body. */
  readonly stream?: AsyncIterable<Uint8Array> | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
}

export interface RequestResult extends ParsedResponse {
  readonly status: number;
  readonly isUnchanged: boolean;
  readonly requestId: string | undefined;
}

/** The end of one attempt: an answer with its result, or a failure. */
interface AttemptOutcome {
  readonly facts: Pick<CompletedRequest, 'at' | 'milliseconds' | 'mismatches'>;
  readonly incoming: HttpResponse | undefined;
  readonly result: RequestResult | undefined;
  readonly failure: unknown;
}

export class RequestSender {
  /** Scopes of the token, once a response announced them. */
  scopes: readonly string[] | undefined = undefined;
  readonly #parts: SenderOptions;
  #token: Promise<TokenResult> | undefined;
  #secret: string | undefined;
  #rejectedToken: string | undefined;
  /** Time to request another token; infinite for a token that can't be replaced. */
  #renewAt = Number.POSITIVE_INFINITY;
  #isRenewable = false;

  constructor(parts: SenderOptions) {
    this.#parts = parts;
  }

  async send(preparedRequest: PreparedRequest, attempt: AttemptOptions): Promise<RequestResult> {
    const outgoing = await this.#outgoing(preparedRequest, attempt);
    const ticket = await this.#waitForTurn(preparedRequest.endpoint, attempt);
    try {
      return await this.#send(preparedRequest, outgoing, ticket, attempt);
    } catch (error) {
      // A request refused for its token did nothing, so it can be repeated. A stream is spent by now.
      const isTokenRejected = error instanceof UnauthorizedError && error.status === 401;
      if (!isTokenRejected || !this.#isRenewable || attempt.stream) throw error;
      const retryRequest = await this.#outgoing(preparedRequest, attempt);
      return this.#send(
        preparedRequest,
        retryRequest,
        await this.#waitForTurn(preparedRequest.endpoint, attempt),
        attempt,
      );
    }
  }

  /** Removes the token from a text that a server may have echoed. */
  readonly clean = (text: string): string => maskSecret(text, this.#secret ?? '');

  async #outgoing(preparedRequest: PreparedRequest, {stream, signal, timeouts}: AttemptOptions): Promise<HttpRequest> {
    const {endpoint, path, headers, body} = preparedRequest;
    const {address} = this.#parts.server;
    // The token is requested only for an address to which it may travel: a token command may take long or prompt.
    const secret = address.isPrivate ? await this.#fetchToken() : undefined;
    const bearer = bearerHeader(endpoint, secret, address);
    return {
      method: endpoint.method,
      path,
      headers: bearer ? {...headers, authorization: bearer} : headers,
      body: stream ?? body,
      signal,
      timeouts,
    };
  }

  async #waitForTurn(endpoint: Endpoint, {priority, signal, onQueued}: AttemptOptions): Promise<Ticket> {
    if (signal.aborted) throw new CanceledError();
    const ticket = this.#parts.scheduler.enqueue(endpoint, priority);
    const leave = () => ticket.cancel();
    signal.addEventListener('abort', leave, {once: true});
    onQueued?.(ticket);
    try {
      await ticket.granted;
    } finally {
      signal.removeEventListener('abort', leave);
    }
    // A request may have waited for minutes, and a guard may refuse it by now.
    const reason = !signal.aborted && isMutation(endpoint) ? this.#parts.refusalOf?.(endpoint) : undefined;
    if (!signal.aborted && reason === undefined) return ticket;
    ticket.end(undefined);
    throw reason === undefined ? new CanceledError() : new GuardedError(endpoint.id, reason);
  }

  async #send(
    preparedRequest: PreparedRequest,
    outgoing: HttpRequest,
    ticket: Ticket,
    attempt: AttemptOptions,
  ): Promise<RequestResult> {
    const {clock, transport, telemetry} = this.#parts;
    const at = clock.now();
    const startTime = clock.monotonic();
    telemetry.requests++;
    let incoming: HttpResponse | undefined;
    let result: RequestResult | undefined;
    let failure: unknown;
    let mismatches: CompletedRequest['mismatches'] = [];
    const record = (notes: RequestResult['mismatches']) => {
      mismatches = telemetry.mismatches.record(preparedRequest.endpoint.id, notes, clock.now());
    };
    try {
      incoming = await transport.send(outgoing);
      this.#recordResponse(preparedRequest.endpoint, {outgoing, incoming}, startTime, ticket);
      result = await this.#parseResponse(preparedRequest, incoming, outgoing);
      if (!result.isUnchanged) record(result.mismatches);
      return result;
    } catch (error) {
      failure = error;
      if (!(error instanceof CanceledError)) telemetry.failures++;
      if (error instanceof ClientError) {
        error.requestId = incoming && this.#requestIdOf(incoming);
        if (error instanceof MismatchError) record([error]);
      }
      // The token may have been replaced; the next call asks for it again.
      if (error instanceof UnauthorizedError && error.kind === 'token') this.#forgetChanged(outgoing);
      throw error;
    } finally {
      // The server counts every request that reached it, answered or not.
      ticket.end(wasNeverSent(failure) ? undefined : {headers: undefined});
      const milliseconds = Math.round(clock.monotonic() - startTime);
      this.#observe(preparedRequest, attempt, {facts: {at, milliseconds, mismatches}, incoming, result, failure});
    }
  }

  #recordResponse(
    endpoint: Endpoint,
    {outgoing, incoming}: {outgoing: HttpRequest; incoming: HttpResponse},
    startTime: number,
    ticket: Ticket,
  ): void {
    const {clock, telemetry, server} = this.#parts;
    const now = clock.now();
    const {headers, status} = incoming;
    telemetry.bytesIn += incoming.bytes;
    telemetry.onResponse(clock.monotonic() - startTime, now, serverDate(headers));
    ticket.end({
      headers: parseLimitHeaders(headers, now),
      throttled: status === 429 ? {waitMs: parseRetryAfter(headers, now)} : undefined,
    });
    const sentToken = bearerOf(outgoing);
    if (sentToken !== undefined && status < 300) this.#parts.tokenInUse.token = sentToken;
    const scopes = scopesOf(incoming, server.brand);
    if (scopes && endpoint.spec.auth !== 'none') this.scopes = scopes;
  }

  async #parseResponse(
    preparedRequest: PreparedRequest,
    incoming: HttpResponse,
    outgoing: HttpRequest,
  ): Promise<RequestResult> {
    const {pageCache, server, scheduler, clock, telemetry, tokenInUse, tokenAdvice} = this.#parts;
    const {endpoint} = preparedRequest;
    const facts = {status: incoming.status, requestId: this.#requestIdOf(incoming)};
    const key = endpoint.spec.page && incoming.status === 200 ? requestKey(outgoing) : undefined;
    const cachedResponse = key && pageCache.getIfSame(key, incoming.body);
    if (cachedResponse) {
      telemetry.unchanged++;
      return {...cachedResponse, ...facts, isUnchanged: true};
    }
    await yieldBeforeReading(incoming.body.length);
    const sentToken = bearerOf(outgoing);
    const reading = {
      address: server.address,
      brand: server.brand,
      now: clock.now(),
      openAt: () => scheduler.resetAt(endpoint),
      // A token that was renewed meanwhile is still a secret.
      clean: (text: string) => maskSecret(this.clean(text), sentToken ?? ''),
      tokenScopes: this.scopes,
      remedy: sentToken !== undefined && sentToken === tokenInUse.token ? expiredTokenRemedy : tokenAdvice,
    };
    const parsedResponse = parseResponse(endpoint, incoming, reading);
    if (key) pageCache.set(key, incoming.body, parsedResponse, (parsedResponse.body as Page<unknown>).pages);
    return {...parsedResponse, ...facts, isUnchanged: false};
  }

  #observe(
    {endpoint, maskedPath, headers, body}: PreparedRequest,
    {number, priority}: AttemptOptions,
    {facts, incoming, result, failure}: AttemptOutcome,
  ): void {
    const {telemetry, observe} = this.#parts;
    const bytesOut = body?.byteLength ?? 0;
    telemetry.bytesOut += bytesOut;
    observe?.({
      operation: endpoint.id,
      method: endpoint.method,
      path: maskedPath,
      filter: headers['x-filter'],
      ...facts,
      bytesOut,
      bytesIn: incoming?.bytes ?? 0,
      attempt: number,
      priority,
      // The API's limits don't count requests to another host.
      limitClass: endpoint.spec.host === undefined ? limitOf(endpoint) : undefined,
      status: incoming?.status,
      requestId: incoming && this.#requestIdOf(incoming),
      isUnchanged: result?.isUnchanged ?? false,
      warnings: result?.warnings ?? [],
      error: failure instanceof ClientError ? errorSummary(failure) : undefined,
    });
  }

  #requestIdOf({headers}: HttpResponse): string | undefined {
    const id = header(headers, 'x-request-id');
    return id && this.clean(sanitizeLine(id, 100));
  }

  /** Removes a rejected token, but not a token that was fetched after the request was sent. */
  #forgetChanged({headers}: HttpRequest): void {
    if (headers.authorization !== `Bearer ${this.#secret}`) return;
    this.#rejectedToken = this.#secret;
    this.#token = undefined;
  }

  /** Requests the token once at a time, however many calls wait for it. */
  async #fetchToken(): Promise<string | undefined> {
    if (this.#parts.clock.now() >= this.#renewAt) {
      this.#token = undefined;
      this.#renewAt = Number.POSITIVE_INFINITY;
    }
    this.#token ??= (async () => this.#parts.token(this.#rejectedToken))();
    const tokenPromise = this.#token;
    try {
      const result = await tokenPromise;
      if (tokenPromise === this.#token) this.#storeToken(result);
      return secretOf(result);
    } catch (cause) {
      if (tokenPromise === this.#token) this.#token = undefined;
      // A failed request to the provider of the token doesn't make the token invalid.
      if (cause instanceof ClientError) throw cause;
      const message = cause instanceof Error ? cause.message : 'The token could not be fetched.';
      throw new UnauthorizedError('token', message, {
        cause,
        remedy: (cause as {remedy?: string} | undefined)?.remedy,
        isSelfExplanatory: true,
      });
    }
  }

  #storeToken(result: TokenResult): void {
    this.#isRenewable = typeof result === 'object';
    this.#secret = secretOf(result);
    this.#renewAt = (typeof result === 'object' ? result.renewAt : undefined) ?? Number.POSITIVE_INFINITY;
  }
}

const bearerOf = ({headers}: Pick<HttpRequest, 'headers'>): string | undefined =>
  headers.authorization?.replace(/^Bearer /, '');

const secretOf = (result: TokenResult): string | undefined => (typeof result === 'object' ? result.secret : result);

/** Requests with an equal key ask for the same bytes. */
export const requestKey = ({path, headers}: Pick<HttpRequest, 'path' | 'headers'>): string =>
  `${path}\n${headers['x-filter'] ?? ''}`;

const wasNeverSent = (error: unknown): boolean =>
  error instanceof UnreachableError && (error.reason === 'dns' || error.reason === 'refused');
