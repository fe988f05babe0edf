/**
 * The engine: one account, its clock, its checks of requests, and one transaction per request.
 *
 * The steps of a request, in order: route (404, 405), token (401), rate limit (429), scopes and grants (403), query and
 * body (400, all problems at once), handler. GET requests run without a transaction: handlers are synchronous, so no
 * other request runs meanwhile, and the store rejects changes outside of a transaction.
 *
 * More than 300 lines: one class has all steps of a request.
 */

import {checkRequest} from '../../contract/reading/check-body.ts';
import {authOf, type Endpoint, isMutation, limitOf} from '../../contract/schema/endpoint.ts';
import type {Model} from '../../contract/schema/field.ts';
import type {FieldError} from '../../contract/schema/field-error.ts';
import {type Brand, brand} from '../../contract/wire/brand.ts';
import {
  applyDialect,
  type Dialect,
  type DialectName,
  dialects,
  differsByDialect,
  operationsIn,
} from '../../contract/wire/dialect.ts';
import {checkBodyGrants, checkGrants, checkScopes} from './access/access-checks.ts';
import {type Actor, actorOf, emptyGrants, Scopes, Users} from './access/actors.ts';
import {Call, type FormPart, StatusReply} from './call.ts';
import {Events} from './event-records.ts';
import './event-retention.ts';
import {isRecord} from '../../contract/schema/json.ts';
import type {HandlerTable} from './http/handler-table.ts';
import {Json} from './http/json.ts';
import {type LimitOptions, RateLimits} from './http/rate-limits.ts';
import {Refusal} from './http/refusal.ts';
import {readQuery} from './http/request-query.ts';
import {type Match, Routes} from './http/routes.ts';
import {textProblems} from './http/text-checks.ts';
import {FailureReports} from './storage/full-disk.ts';
import type {Store} from './storage/store.ts';
import type {EmulatedClock} from './time/clock.ts';
import type {JobRow} from './time/job-rows.ts';
import {JobRunner} from './time/jobs.ts';
import type {Random} from './time/random.ts';
import {type EngineContext, finishEvent, UnitOfWork} from './unit-of-work.ts';

/** The head of an HTTP request. */
export interface WireRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly query: string;
  readonly authorization: string | undefined;
  readonly filter: string | undefined;
  readonly origin: string;
  readonly address: string;
  /** The host that receives the request; absent for the API. */
  readonly host?: Endpoint['spec']['host'];
}

/** The body of a request. */
export interface RequestPayload {
  /** Parsed JSON; `undefined` without a body. */
  readonly json?: unknown;
  readonly parts?: readonly FormPart[] | undefined;
  /** Bytes of the body. */
  readonly size?: number | undefined;
  /** Number of items by which the page is shifted (`faults/`). */
  readonly shift?: number | undefined;
}

/** The input of an operation that runs without an HTTP request. */
export interface OperationInput {
  readonly json?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: string;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text or bytes; undefined without a body. */
  readonly body: string | Uint8Array | undefined;
  /** Real milliseconds between the first half of the body and the reset of the connection. */
  readonly stallMs?: number | undefined;
}

/** A request whose route, token, rate limit, scopes and grants are checked. */
export interface AdmittedRequest extends Match {
  readonly actor: Actor | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Adds fields to the response of an operation. */
export type AnswerAdditions = (endpoint: Endpoint, body: unknown, db: Store) => unknown;

export interface EngineOptions {
  readonly db: Store;
  readonly clock: EmulatedClock;
  readonly random: Random;
  readonly table: HandlerTable;
  readonly dialect?: DialectName | undefined;
  /** ID prefix of a provider; without it, identifiers are not translated. */
  readonly brand?: Brand | undefined;
  /** The word that the brand translates `compute` to. */
  readonly word?: string | undefined;
  readonly limits?: LimitOptions | undefined;
  /** Adds the fields of today's API to a response, in the dialect that has them. */
  readonly additions?: AnswerAdditions | undefined;
  /** True when the login service requires no token. */
  readonly isLoginOpen?: boolean | undefined;
  /** Receives internal errors of the emulator; the response only has status 500. */
  readonly report?: ((error: unknown) => void) | undefined;
}

export class Engine implements EngineContext {
  readonly db: Store;
  readonly clock: EmulatedClock;
  readonly word: string;
  /** Random source of requests. Jobs have their own, so that their times don't change the values of requests. */
  random!: Random;
  #jobRandom!: Random;
  readonly limits: RateLimits;
  readonly jobs: JobRunner;
  readonly #table: HandlerTable;
  readonly #routes: Routes;
  readonly dialect: Dialect;
  /** Translates names between the contract and the wire; without an ID prefix the names are equal. */
  readonly brand: Brand;
  readonly #hasIdPrefix: boolean;
  /** True when the login accepts any user name without a password. */
  readonly isLoginOpen: boolean;
  readonly #failureReports: FailureReports;
  readonly #additions: AnswerAdditions | undefined;

  constructor({db, clock, random, table, dialect = 'documents', limits, report = () => {}, ...options}: EngineOptions) {
    this.db = db;
    this.clock = clock;
    this.restart(random);
    this.#table = table;
    this.dialect = dialects[dialect];
    this.#routes = new Routes(operationsIn(table.groups, this.dialect));
    this.brand = options.brand ?? brand();
    this.word = options.word ?? 'compute';
    this.#hasIdPrefix = options.brand !== undefined;
    this.isLoginOpen = options.isLoginOpen ?? false;
    this.#failureReports = new FailureReports(report);
    db.onStored = () => this.#failureReports.onStored();
    this.#additions = this.dialect.additions === 'today' ? options.additions : undefined;
    this.limits = new RateLimits(clock, limits);
    this.jobs = new JobRunner({
      db,
      clock,
      work: row => new UnitOfWork({db, clock, random: this.#jobRandom, word: this.word}, this.#usernameOf(row)),
      finish: (row, outcome) => finishEvent(db, row, clock.now(), outcome),
      onError: this.report,
    });
  }

  /** Reports an internal error of the emulator. A full disk is reported once, until a write succeeds again. */
  readonly report = (error: unknown): void => this.#failureReports.report(error);

  /** Replaces the random sources: later values are those of a new engine with this source. */
  restart(random: Random): void {
    this.random = random;
    this.#jobRandom = random.fork('jobs');
  }

  /**
   * The operation that a request calls.
   * @throws Refusal 404, 405
   */
  route(request: WireRequest): Match {
    const path = this.brand.toNeutral.path(request.path);
    // HEAD is handled as GET; the runtime omits the body.
    const route = this.#routes.find(request.method === 'HEAD' ? 'GET' : request.method, path, request.host);
    // A path in the contract's spelling is unknown when the provider has a spelling of its own.
    if (!route || this.brand.toWire.path(path) !== request.path)
      throw new Refusal(404, [{field: null, reason: 'Not found'}]);
    if ('allow' in route) throw methodNotAllowed(route.allow);
    return route;
  }

  /**
   * The user and token behind a request; undefined for an operation that needs none.
   * @throws Refusal 401
   */
  authenticate({authorization}: WireRequest, {endpoint}: Match): Actor | undefined {
    // Other hosts have their own tokens, which the handler checks.
    if (endpoint.spec.host !== undefined) return undefined;
    if (authorization === undefined) {
      if (authOf(endpoint) !== 'required') return undefined;
      throw new Refusal(401, [{field: null, reason: 'Invalid Token'}]);
    }
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    const actor = token === undefined ? undefined : actorOf(this.db, token, this.clock.now());
    // An invalid token is refused even if the operation needs none: its owner expects to be authenticated.
    if (!actor) throw new Refusal(401, [{field: null, reason: 'Invalid Token'}]);
    return actor;
  }

  /**
   * Checks the rate limit, the scopes and the grants of a request.
   * @throws Refusal 403, 429
   */
  admit(request: WireRequest, {endpoint, params}: Match, actor: Actor | undefined): AdmittedRequest {
    const headers: Record<string, string> = {
      ...this.limits.count(actor ? `user ${actor.uid}` : `address ${request.address}`, limitOf(endpoint)),
      'X-Accepted-OAuth-Scopes': this.brand.toWire.scopes(endpoint.spec.scopes?.join(' ') ?? ''),
    };
    if (actor) {
      headers['X-OAuth-Scopes'] = this.brand.toWire.scopes(actor.scopes.text);
      try {
        checkScopes(endpoint, actor);
        checkGrants(endpoint, actor, params);
      } catch (error) {
        // A refusal has the headers with the scopes, too.
        throw error instanceof Refusal ? new Refusal(error.status, error.fieldErrors, headers) : error;
      }
    }
    return {endpoint, params, actor, headers};
  }

  /** Runs the handler of an admitted request and returns the response. */
  answer(
    request: WireRequest,
    {endpoint, params, actor, headers}: AdmittedRequest,
    payload: RequestPayload,
  ): WireResponse {
    const parsedQuery = readQuery(
      endpoint,
      {query: request.query, filterHeader: headerText(request.filter)},
      this.dialect,
      {
        name: name => this.brand.toWire.fieldPath(name),
        filter: filter => this.brand.toNeutral.filter(endpoint, filter),
      },
    );
    const body = this.#body(endpoint, this.brand.toNeutral.request(endpoint, payload.json));
    if (actor) checkBodyGrants(endpoint, actor, body);
    const handler = this.#table.handlers.get(endpoint.id);
    if (!handler) throw new Error(`${endpoint.id} has no handler`);
    const call = new Call<Endpoint>(this, {
      ...parsedQuery,
      listing: {...parsedQuery.listing, shift: payload.shift},
      endpoint,
      params,
      body,
      parts: payload.parts ?? [],
      actor,
      dialect: this.dialect,
      origin: request.origin,
      address: request.address,
      authorization: request.authorization,
    });
    const reply = isMutation(endpoint) ? this.db.transaction(() => handler(call)) : handler(call);
    if (isMutation(endpoint)) this.jobs.arm();
    return this.#respond(endpoint, reply, headers);
  }

  /**
   * Runs an operation with the contract's names, as a user with full access: used to load account files. A change must
   * run inside a transaction.
   * @throws Refusal
   */
  perform(endpoint: Endpoint, username: string, {json, params = {}, query = ''}: OperationInput = {}): unknown {
    const uid = this.db.byKey(Users, username)?.id;
    const handler = this.#table.handlers.get(endpoint.id);
    if (uid === undefined || !handler) throw new Error(`${username} can't run ${endpoint.id}`);
    const same = <T>(value: T) => value;
    const reply = handler(
      new Call<Endpoint>(this, {
        ...readQuery(endpoint, {query}, this.dialect, {name: same, filter: same}),
        endpoint,
        params,
        body: this.#body(endpoint, json, 'refuse'),
        parts: [],
        actor: {uid, username, isRestricted: false, scopes: new Scopes('*'), granted: emptyGrants, client: null},
        dialect: this.dialect,
        origin: 'http://localhost',
        address: '127.0.0.1',
        authorization: undefined,
      }),
    );
    const body = reply instanceof StatusReply ? reply.body : reply;
    return body instanceof Json ? JSON.parse(body.text) : body;
  }

  /** Converts any thrown error into a response. */
  errorResponse(error: unknown, headers: Readonly<Record<string, string>> = {}): WireResponse {
    if (!(error instanceof Refusal)) this.report(error);
    const {
      status,
      fieldErrors,
      headers: extraHeaders,
    } = error instanceof Refusal ? error : new Refusal(500, [{field: null, reason: 'Internal server error'}]);
    return {
      status,
      headers: {...headers, ...extraHeaders, 'Content-Type': 'application/json'},
      body: JSON.stringify({errors: this.brand.toWire.problems(fieldErrors).map(problem => this.#wire(problem))}),
    };
  }

  /** Context for changes without a request: seeds, background activity. */
  work(username: string): UnitOfWork {
    return new UnitOfWork(this, username);
  }

  #body(endpoint: Endpoint, json: unknown, unknown = this.dialect.unknownFields): unknown {
    const {body, bodyOptional, upload} = endpoint.spec;
    // The handler reads the parts of a body that is not JSON.
    if (upload) return undefined;
    if (!body) {
      if (unknown === 'refuse' && isMutation(endpoint) && isRecord(json) && endpoint.method !== 'DELETE') {
        const names = Object.keys(json);
        if (names.length > 0)
          throw new Refusal(
            400,
            names.map(field => ({field, reason: 'is not a known field'})),
          );
      }
      return undefined;
    }
    if (bodyOptional && (json === undefined || json === null || json === '')) return {};
    const {emptyTexts} = this.dialect;
    const {value, fieldErrors} = checkRequest(endpoint, json, {
      unknown,
      undocumented: this.dialect.unknownFields === 'refuse' ? 'refuse' : 'accept',
      emptyTexts,
    });
    // Characters are checked only in values that are known to be strings.
    const failures = fieldErrors.length > 0 ? fieldErrors : textProblems(body, value);
    if (failures.length > 0) throw new Refusal(400, failures);
    return value;
  }

  #wire({field, reason}: FieldError): object {
    return field === null && this.dialect.absentField === 'absent' ? {reason} : {field, reason};
  }

  #usernameOf({event}: JobRow): string {
    return (event === null ? undefined : this.db.get(Events, event)?.username) ?? '';
  }

  #respond(endpoint: Endpoint, reply: unknown, headers: Readonly<Record<string, string>>): WireResponse {
    const {binary} = endpoint.spec;
    const status = reply instanceof StatusReply ? reply.status : this.#isWarned(endpoint) ? 299 : 200;
    const body: unknown = reply instanceof StatusReply ? reply.body : reply;
    if (body === undefined) return {status, headers, body: undefined};
    if (body instanceof Uint8Array)
      return {status, headers: {...headers, 'Content-Type': binary ?? 'application/octet-stream'}, body};
    const json = body instanceof Json ? body.text : JSON.stringify(body);
    return {
      status,
      headers: {...headers, 'Content-Type': 'application/json', Vary: 'Authorization, X-Filter'},
      body: this.#write(endpoint, json, body instanceof Json ? body.model : undefined),
    };
  }

  #isWarned({spec}: Endpoint): boolean {
    return spec.deprecated === true && this.dialect.deprecated === 'warned';
  }

  /** The response in the dialect, with the names of the wire; text that needs no translation is sent unchanged. */
  #write(endpoint: Endpoint, json: string, model: Model | undefined): string {
    const isWarned = this.#isWarned(endpoint);
    const {unpaged} = endpoint.spec;
    const shape = model ? {...endpoint, spec: {responseModel: model}} : endpoint;
    if (!isWarned && !unpaged && !this.#hasIdPrefix && !this.#additions && !differsByDialect(shape)) return json;
    const stored: unknown = JSON.parse(json);
    const body = this.#additions?.(shape, stored, this.db) ?? stored;
    const withWarnings = isWarned && isRecord(body) ? {...body, warnings: [shuttingDown(endpoint)]} : body;
    const answer = this.brand.toWire.response(shape, applyDialect(shape, withWarnings, this.dialect));
    return JSON.stringify(unpaged && isRecord(answer) ? answer.data : answer);
  }
}

function methodNotAllowed(methods: readonly string[]): Refusal {
  const allow = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return new Refusal(405, [{field: null, reason: 'Method not allowed'}], {Allow: allow.join(', ')});
}

/** Warning in the response of a deprecated endpoint. */
const shuttingDown = ({method, path}: Endpoint) => ({
  title: 'Deprecated endpoint',
  details: `${method} ${path} still works, and will be removed. Use its successor.`,
});

/** Node decodes header bytes as Latin-1; their encoding is UTF-8. */
const headerText = (header: string | undefined): string | undefined =>
  header ? Buffer.from(header, 'latin1').toString('utf8') : undefined;
