/**
 * The request journal: the last requests and their responses, for tests that check the requests of a program.
 *
 * Bodies and responses are stored unchanged and masked when they are read, because parsing every response is slow.
 */
import {parseJson} from '../../../contract/schema/json.ts';
import type {Actor} from '../../engine/access/actors.ts';
import type {RequestPayload, WireRequest, WireResponse} from '../../engine/engine.ts';
import type {Match} from '../../engine/http/routes.ts';
import {type EmulatedClock, formatTimestamp} from '../../engine/time/clock.ts';
import type {FaultKind} from '../../faults/fault-plan.ts';
import {isSecretName, maskedSecret, maskPath, maskQuery, maskSecrets} from './masked-secrets.ts';

/** The head of a recorded request, and its result. */
export interface RequestSummary {
  /** Counts the requests since the start. */
  readonly id: number;
  /** Emulated time of the response, in the format of the API. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** The ID of the operation, such as `volumes.attach`; null outside of the API. */
  readonly operation: string | null;
  /** User of the token; null without a valid one. */
  readonly user: string | null;
  /** 0: the connection was closed without a response. */
  readonly status: number;
  /** Faults of the plan that hit the request. */
  readonly faults: readonly FaultKind[];
  /** Real milliseconds until the response. */
  readonly milliseconds: number;
  /** Name of an account besides the main one, in the access log. */
  readonly account?: string;
}

/** A request with its body and its response. Secrets are `<masked>`. */
export interface RecordedRequest extends RequestSummary {
  /** The `X-Filter` header; null without one. */
  readonly filter: unknown;
  /** Parameters of the path by name, such as `volumeId`. */
  readonly params: Readonly<Record<string, string | number>>;
  /** JSON as it was sent; the parts of a form; null without a body, or if the request was refused before it was read. */
  readonly body: unknown;
  /** JSON of the response; null for a response that isn't JSON. */
  readonly answer: unknown;
}

/** Facts that become known while a request is handled. */
export interface RequestTrace {
  /** True for a route outside of the API: the login service, an upload. */
  isRaw?: boolean;
  route?: Match;
  /** The user and token of the request. */
  actor?: Actor | undefined;
  payload?: RequestPayload;
  faults?: readonly FaultKind[];
}

interface Entry {
  readonly summary: RequestSummary;
  readonly filter: string | undefined;
  readonly params: Readonly<Record<string, string | number>>;
  readonly body: unknown;
  readonly answer: string | undefined;
  readonly size: number;
}

export interface JournalLimits {
  /** Maximum number of requests. */
  readonly requests: number;
  /** Maximum number of characters of bodies and responses. */
  readonly characters: number;
}
export const defaultJournalLimits: JournalLimits = {requests: 10_000, characters: 64 * 2 ** 20};

export interface JournalOptions {
  readonly clock: EmulatedClock;
  readonly limits?: JournalLimits | undefined;
  /** Receives each request after its response. */
  readonly onRequest?: ((request: RequestSummary) => void) | undefined;
}

/** A request in the journal; `read` parses and masks it. */
export interface JournalEntry {
  readonly summary: RequestSummary;
  read(): RecordedRequest;
}

export class RequestJournal {
  readonly #clock: EmulatedClock;
  readonly #limits: JournalLimits;
  readonly #onRequest: ((request: RequestSummary) => void) | undefined;
  #entries: (Entry | undefined)[] = [];
  /** Index of the first entry that is kept. */
  #start = 0;
  #characters = 0;
  #lastId = 0;
  #dropped = 0;

  constructor({clock, limits = defaultJournalLimits, onRequest}: JournalOptions) {
    this.#clock = clock;
    this.#limits = limits;
    this.#onRequest = onRequest;
  }

  /** Number of requests dropped for lack of space since the journal was cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  record(request: WireRequest, trace: RequestTrace, {status, body}: WireResponse, milliseconds: number): void {
    const {endpoint, params = {}} = trace.route ?? {};
    const answer = typeof body === 'string' ? body : undefined;
    const summary: RequestSummary = {
      id: ++this.#lastId,
      at: formatTimestamp(this.#clock.now()),
      method: request.method,
      path: maskPath(request.path, params),
      query: maskQuery(request.query, !trace.isRaw),
      operation: endpoint?.id ?? null,
      user: trace.actor?.username ?? null,
      status,
      faults: trace.faults ?? [],
      milliseconds: Math.round(milliseconds * 10) / 10,
    };
    const size = (answer?.length ?? 0) + (trace.payload?.size ?? 0);
    this.#entries.push({summary, filter: request.filter, params, body: bodyOf(trace.payload), answer, size});
    this.#characters += size;
    this.#dropOldest();
    this.#onRequest?.(summary);
  }

  /** Entries in the order of the responses. */
  *entries(): Generator<JournalEntry> {
    for (const entry of this.#entries) if (entry) yield {summary: entry.summary, read: () => readEntry(entry)};
  }

  /** Deletes all requests. IDs continue. */
  clear(): void {
    this.#entries = [];
    this.#start = 0;
    this.#characters = 0;
    this.#dropped = 0;
  }

  #dropOldest(): void {
    while (
      this.#entries.length - this.#start > this.#limits.requests ||
      (this.#characters > this.#limits.characters && this.#entries.length - this.#start > 1)
    ) {
      this.#characters -= this.#entries[this.#start]?.size ?? 0;
      this.#entries[this.#start++] = undefined;
      this.#dropped++;
    }
    // Copying the remaining entries each time would be slow.
    if (this.#start < 1000 || this.#start * 2 < this.#entries.length) return;
    this.#entries = this.#entries.slice(this.#start);
    this.#start = 0;
  }
}

function bodyOf({json, parts}: RequestPayload = {}): unknown {
  if (!parts) return json ?? null;
  return parts.map(({name, filename, type, bytes}) => ({name, filename: filename ?? null, type, size: bytes.length}));
}

function readEntry({summary, filter, params, body, answer}: Entry): RecordedRequest {
  const shownParams = Object.entries(params).map(([name, value]): [string, string | number] => [
    name,
    isSecretName(name) ? maskedSecret : value,
  ]);
  return {
    ...summary,
    filter: filter === undefined ? null : maskSecrets(parseJson(filter) ?? filter),
    params: Object.fromEntries(shownParams),
    body: maskSecrets(body),
    answer: answer === undefined ? null : maskSecrets(parseJson(answer) ?? null),
  };
}
