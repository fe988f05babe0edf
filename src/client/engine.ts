/** One request on its way: token, turn, bytes, meaning, and what is learned on the way. Repeating is others' business. */
import {type Endpoint, limitOf} from '../contract/endpoint.ts';
import type {Page} from '../contract/page.ts';
import {scopesOf, type Understood, understand} from './answer.ts';
import type {Budget, Priority, Ticket} from './budget.ts';
import type {Clock} from './clock.ts';
import {Cancelled, ClientError, Misread, plain, Unauthorised, Unreachable} from './errors.ts';
import {announced, header, retryAfter, serverDate} from './headers.ts';
import {withoutSecret} from './masking.ts';
import type {Memory, Remembered} from './memory.ts';
import {authorization, type Place, type Prepared} from './request.ts';
import {type Former, parseSections, type Sections} from './sections.ts';
import type {Telemetry} from './telemetry.ts';
import type {Incoming, Outgoing, Timeouts, Transport} from './transport.ts';
import {inTurns, turnToRead} from './turns.ts';
import type {Exchange} from './types.ts';

/** A token that its provider can replace by another. */
export interface RenewableToken {
  readonly secret: string;
  /** From when on another is better asked for, milliseconds since 1970; undefined where nobody knows. */
  readonly renewAt: number | undefined;
}

type Given = string | RenewableToken | undefined;

/** @param refused the last token that the API refused; a renewable one is then replaced, and the request sent once more */
export type TokenProvider = (refused?: string) => Promise<Given> | Given;

/** The last token that the API took; it outlives the client that sent it. */
export interface Taken {
  token: string | undefined;
}

/** What is likely of a token that was good a moment ago. */
const wasGood =
  'it was good until now, so it has run out or was taken back, or the account was closed; check where the profile takes its token from';

export interface EngineParts {
  readonly place: Place;
  readonly clock: Clock;
  readonly budget: Budget;
  readonly transport: Transport;
  readonly telemetry: Telemetry;
  readonly memory: Memory<Known>;
  readonly token: TokenProvider;
  readonly taken: Taken;
  readonly observe: ((exchange: Exchange) => void) | undefined;
}

export interface Attempt {
  readonly number: number;
  readonly priority: Priority;
  readonly signal: AbortSignal;
  /** Called with the place in the queue, so that it can be moved up. */
  readonly queued?: ((ticket: Ticket) => void) | undefined;
  /** In place of the prepared body. */
  readonly stream?: AsyncIterable<Uint8Array> | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
}

/** A page as it is remembered. */
export interface Known {
  readonly understood: Understood;
  readonly sections: Sections | undefined;
}

export interface Understanding extends Understood {
  readonly status: number;
  readonly unchanged: boolean;
  readonly requestId: string | undefined;
}

export class Engine {
  /** Scopes of the token, once an answer announced them. */
  scopes: readonly string[] | undefined = undefined;
  readonly #parts: EngineParts;
  #token: Promise<Given> | undefined;
  #secret: string | undefined;
  #refused: string | undefined;
  /** When to ask for another; infinite for a token that has no other. */
  #renewAt = Number.POSITIVE_INFINITY;
  #renewable = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  async attempt(prepared: Prepared, attempt: Attempt): Promise<Understanding> {
    const outgoing = await this.#outgoing(prepared, attempt);
    const ticket = await this.#turn(prepared.endpoint, attempt);
    try {
      return await this.#send(prepared, outgoing, ticket, attempt);
    } catch (error) {
      // Who was refused for the token did nothing. A stream is spent by now.
      const refused = error instanceof Unauthorised && error.status === 401;
      if (!refused || !this.#renewable || attempt.stream) throw error;
      const again = await this.#outgoing(prepared, attempt);
      return this.#send(prepared, again, await this.#turn(prepared.endpoint, attempt), attempt);
    }
  }

  /** Takes the token out of a text that a server may have echoed. */
  readonly clean = (text: string): string => withoutSecret(text, this.#secret ?? '');

  async #outgoing(prepared: Prepared, {stream, signal, timeouts}: Attempt): Promise<Outgoing> {
    const {endpoint, path, headers, body} = prepared;
    const {address} = this.#parts.place;
    // Asked for only where it may travel: a token command may take long or prompt.
    const secret = address.private ? await this.#fetchToken() : undefined;
    const bearer = authorization(endpoint, secret, address);
    return {
      method: endpoint.method,
      path,
      headers: bearer ? {...headers, authorization: bearer} : headers,
      body: stream ?? body,
      signal,
      timeouts,
    };
  }

  async #turn(endpoint: Endpoint, {priority, signal, queued}: Attempt): Promise<Ticket> {
    if (signal.aborted) throw new Cancelled();
    const ticket = this.#parts.budget.enter(endpoint, priority);
    const leave = () => ticket.cancel();
    signal.addEventListener('abort', leave, {once: true});
    queued?.(ticket);
    try {
      await ticket.turn;
    } finally {
      signal.removeEventListener('abort', leave);
    }
    if (!signal.aborted) return ticket;
    ticket.end(undefined);
    throw new Cancelled();
  }

  async #send(prepared: Prepared, outgoing: Outgoing, ticket: Ticket, attempt: Attempt): Promise<Understanding> {
    const {clock, transport, telemetry} = this.#parts;
    const at = clock.now();
    const began = clock.monotonic();
    telemetry.requests++;
    let incoming: Incoming | undefined;
    let result: Understanding | undefined;
    let failure: unknown;
    let mismatches: Exchange['mismatches'] = [];
    const record = (notes: Understanding['misreads']) => {
      mismatches = telemetry.mismatches.record(prepared.endpoint.id, notes, clock.now());
    };
    try {
      incoming = await transport.send(outgoing);
      this.#heard(prepared.endpoint, outgoing, incoming, began, ticket);
      result = await this.#understand(prepared, incoming, outgoing);
      if (!result.unchanged) record(result.misreads);
      return result;
    } catch (error) {
      failure = error;
      if (!(error instanceof Cancelled)) telemetry.failures++;
      if (error instanceof ClientError) {
        error.requestId = incoming && this.#requestIdOf(incoming);
        if (error instanceof Misread) record([error]);
      }
      // The token may have been replaced; the next call asks for it again.
      if (error instanceof Unauthorised && error.kind === 'token') this.#forget(outgoing);
      throw error;
    } finally {
      // The server counts what reached it, answered or not.
      ticket.end(neverLeft(failure) ? undefined : {announced: undefined});
      const milliseconds = Math.round(clock.monotonic() - began);
      this.#observe(prepared, attempt, {at, milliseconds, mismatches}, incoming, result, failure);
    }
  }

  #heard(endpoint: Endpoint, outgoing: Outgoing, incoming: Incoming, began: number, ticket: Ticket): void {
    const {clock, telemetry, place} = this.#parts;
    const now = clock.now();
    const {headers, status} = incoming;
    telemetry.bytesIn += incoming.bytes;
    telemetry.heard(clock.monotonic() - began, now, serverDate(headers));
    ticket.end({
      announced: announced(headers, now),
      refused: status === 429 ? {wait: retryAfter(headers, now)} : undefined,
    });
    const sent = bearerOf(outgoing);
    if (sent !== undefined && status < 300) this.#parts.taken.token = sent;
    const scopes = scopesOf(incoming, place.brand);
    if (scopes && endpoint.spec.auth !== 'none') this.scopes = scopes;
  }

  async #understand(prepared: Prepared, incoming: Incoming, outgoing: Outgoing): Promise<Understanding> {
    const {memory, place, budget, clock, telemetry, taken} = this.#parts;
    const {endpoint} = prepared;
    const facts = {status: incoming.status, requestId: this.#requestIdOf(incoming)};
    const key = endpoint.spec.page && incoming.status === 200 ? keyOf(outgoing) : undefined;
    const known = key && memory.recall(key, incoming.body);
    if (known) {
      telemetry.unchanged++;
      return {...known.understood, ...facts, unchanged: true};
    }
    await turnToRead(incoming.body.length);
    const now = () => clock.monotonic();
    const parsed = key ? await inTurns(parseSections(incoming.body, formerOf(memory.last(key))), now) : undefined;
    const sent = bearerOf(outgoing);
    const reading = {
      address: place.address,
      brand: place.brand,
      now: clock.now(),
      openAt: () => budget.resetAt(endpoint),
      clean: this.clean,
      remedy: sent !== undefined && sent === taken.token ? wasGood : undefined,
    };
    const {sections, ...understood} = understand(endpoint, incoming, reading, parsed);
    if (key) memory.keep(key, incoming.body, {understood, sections}, (understood.answer as Page<unknown>).pages);
    return {...understood, ...facts, unchanged: false};
  }

  #observe(
    {endpoint, shown, headers, body}: Prepared,
    {number, priority}: Attempt,
    facts: Pick<Exchange, 'at' | 'milliseconds' | 'mismatches'>,
    incoming: Incoming | undefined,
    result: Understanding | undefined,
    failure: unknown,
  ): void {
    const {telemetry, observe} = this.#parts;
    const bytesOut = body?.byteLength ?? 0;
    telemetry.bytesOut += bytesOut;
    observe?.({
      operation: endpoint.id,
      method: endpoint.method,
      path: shown,
      filter: headers['x-filter'],
      ...facts,
      bytesOut,
      bytesIn: incoming?.bytes ?? 0,
      attempt: number,
      priority,
      limitClass: limitOf(endpoint),
      status: incoming?.status,
      requestId: incoming && this.#requestIdOf(incoming),
      unchanged: result?.unchanged ?? false,
      warnings: result?.warnings ?? [],
      error: failure instanceof ClientError ? summary(failure) : undefined,
    });
  }

  #requestIdOf({headers}: Incoming): string | undefined {
    const id = header(headers, 'x-request-id');
    return id && this.clean(plain(id, 100));
  }

  /** A token was refused; one that came meanwhile stays. */
  #forget({headers}: Outgoing): void {
    if (headers.authorization !== `Bearer ${this.#secret}`) return;
    this.#refused = this.#secret;
    this.#token = undefined;
  }

  /** One question at a time, however many calls wait for it. */
  async #fetchToken(): Promise<string | undefined> {
    if (this.#parts.clock.now() >= this.#renewAt) {
      this.#token = undefined;
      this.#renewAt = Number.POSITIVE_INFINITY;
    }
    this.#token ??= (async () => this.#parts.token(this.#refused))();
    const asked = this.#token;
    try {
      const given = await asked;
      if (asked === this.#token) this.#take(given);
      return secretOf(given);
    } catch (cause) {
      if (asked === this.#token) this.#token = undefined;
      // Who gives the token could not be reached: that is no word about the token.
      if (cause instanceof ClientError) throw cause;
      const message = cause instanceof Error ? cause.message : 'The token could not be fetched.';
      throw new Unauthorised('token', message, {cause, remedy: (cause as {remedy?: string} | undefined)?.remedy});
    }
  }

  #take(given: Given): void {
    this.#renewable = typeof given === 'object';
    this.#secret = secretOf(given);
    this.#renewAt = (typeof given === 'object' ? given.renewAt : undefined) ?? Number.POSITIVE_INFINITY;
  }
}

const bearerOf = ({headers}: Pick<Outgoing, 'headers'>): string | undefined =>
  headers.authorization?.replace(/^Bearer /, '');

const secretOf = (given: Given): string | undefined => (typeof given === 'object' ? given.secret : given);

function formerOf(page: Remembered<Known> | undefined): Former | undefined {
  const {sections, understood} = page?.value ?? {};
  return page && sections && {bytes: page.bytes, sections, items: (understood?.answer as Page<unknown>).data};
}

/** One question: the same bytes are asked for. */
export const keyOf = ({path, headers}: Pick<Outgoing, 'path' | 'headers'>): string =>
  `${path}\n${headers['x-filter'] ?? ''}`;

const neverLeft = (error: unknown): boolean =>
  error instanceof Unreachable && (error.reason === 'dns' || error.reason === 'refused');

const summary = (error: ClientError): Exchange['error'] => ({
  code: error.code,
  reason: error instanceof Unreachable ? error.reason : error instanceof Unauthorised ? error.kind : undefined,
  outcome: error.outcome,
});
