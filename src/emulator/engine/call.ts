/**
 * A request as a handler receives it, and the responses that a handler can return. Types come from the endpoint, so a
 * handler cannot read a parameter that its path lacks, nor return a body that its endpoint does not declare.
 */

import type {
  AccessLevel,
  Endpoint,
  PageItem,
  Params,
  Query,
  RequestBody,
  ResponseBody,
} from '../../contract/schema/endpoint.ts';
import type {Page} from '../../contract/schema/page.ts';
import type {Dialect} from '../../contract/wire/dialect.ts';
import {hasGrant, requireGrant} from './access/access-checks.ts';
import {type Actor, Users} from './access/actors.ts';
import {Json} from './http/json.ts';
import {notFound} from './http/refusal.ts';
import type {GrantKind, Kind} from './storage/kind.ts';
import {type PageQuery, pageOfItems} from './storage/paging.ts';
import {allOf, type Clause} from './storage/selection.ts';
import {type EngineContext, UnitOfWork} from './unit-of-work.ts';

/** Without a token, the call has no actor. */
type Caller<E extends Endpoint> = E['spec'] extends {readonly auth: 'optional' | 'none'} | {readonly host: string}
  ? Actor | undefined
  : Actor;

/** A body that is not JSON: the parts of a form, or one part without a name. */
export interface FormPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A response with a status other than 200. */
export class StatusReply<T> {
  readonly status: number;
  readonly body: T | undefined;

  constructor(status: number, body?: T) {
    this.status = status;
    this.body = body;
  }
}

export type Reply<E extends Endpoint> = ResponseBody<E> | Json<ResponseBody<E>> | StatusReply<ResponseBody<E>>;

/** Handles one request. Runs synchronously in one transaction, so all of its changes are stored, or none. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Reply<E>;

/** A handler for every endpoint of a group: a missing or misspelled name does not compile. */
export type Handlers<G> = {readonly [K in keyof G]: G[K] extends Endpoint ? Handler<G[K]> : Handlers<G[K]>};

/** Facts of a request that the engine has already checked. */
export interface HandlerRequest {
  readonly endpoint: Endpoint;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly parts: readonly FormPart[];
  readonly actor: Actor | undefined;
  readonly listing: PageQuery;
  /** Filters a list that is not in the store. */
  readonly filterItems: <T>(items: readonly T[]) => readonly T[];
  readonly dialect: Dialect;
  /** Scheme and host of the request's URL, without a slash at the end. */
  readonly origin: string;
  readonly address: string;
  /** The header as sent, for an operation whose token the engine doesn't know. */
  readonly authorization: string | undefined;
}

/** Conditions of a list in addition to the caller's filter. */
export interface ListNarrowing extends Pick<PageQuery, 'parent' | 'revise'> {
  readonly where?: Clause | undefined;
}

export class Call<E extends Endpoint> extends UnitOfWork {
  readonly params: Params<E>;
  readonly query: Query<E>;
  /** Checked; `{}` if an optional body is absent. */
  readonly body: RequestBody<E>;
  readonly parts: readonly FormPart[];
  readonly actor: Caller<E>;
  readonly dialect: Dialect;
  readonly origin: string;
  /** IP address of the caller. */
  readonly address: string;
  /** The header as sent, for an operation whose token the engine doesn't know. */
  readonly authorization: string | undefined;
  readonly #request: HandlerRequest;

  constructor(account: EngineContext, request: HandlerRequest) {
    super(account, request.actor?.username ?? '');
    this.#request = request;
    // The engine has checked these values against the endpoint, so the casts are safe.
    this.params = request.params as Params<E>;
    this.query = request.query as Query<E>;
    this.body = request.body as RequestBody<E>;
    this.actor = request.actor as Caller<E>;
    this.parts = request.parts;
    this.dialect = request.dialect;
    this.origin = request.origin;
    this.address = request.address;
    this.authorization = request.authorization;
  }

  /** The requested page, filtered and sorted as requested, of the rows that the caller may see. */
  page<D extends PageItem<E> & object, H extends object>(
    kind: Kind<D, H>,
    narrowing: ListNarrowing = {},
  ): Json<Page<D>> {
    const {listing} = this.#request;
    const clause = allOf([listing.where, narrowing.where, kind.grant && this.visible(kind.grant)]);
    return this.db.page(kind, {...listing, ...narrowing, where: clause});
  }

  /** The requested page of items that are not stored. */
  pageOf(items: readonly PageItem<E>[]): Page<PageItem<E>> {
    return pageOfItems(this.#request.filterItems(items), this.#request.listing);
  }

  /** The document with this ID. @throws Refusal 404 if it doesn't exist */
  find<D extends object, H extends object>(kind: Kind<D, H>, id: number): D {
    const doc = this.db.get(kind, id);
    if (!doc) throw notFound();
    return doc;
  }

  /** A document as JSON text for the response. @throws Refusal 404 if it doesn't exist */
  json<D extends object, H extends object>(kind: Kind<D, H>, id: number): Json<D> {
    const text = this.db.text(kind, id);
    if (text === undefined) throw notFound();
    return new Json(text);
  }

  /** A document as JSON text, by its key column. @throws Refusal 404 if it doesn't exist */
  jsonByKey<D extends object, H extends object>(kind: Kind<D, H>, key: string): Json<D> {
    const row = this.db.byKey(kind, key);
    if (!row) throw notFound();
    return this.json(kind, row.id);
  }

  /** @throws Refusal 403 when the caller lacks this permission. */
  requireGrant(kind: GrantKind, id: number | string, level: AccessLevel): void {
    if (this.#request.actor) requireGrant(this.#request.actor, kind, id, level);
  }

  hasGrant(kind: GrantKind, id: number | string, level: AccessLevel): boolean {
    return !this.#request.actor || hasGrant(this.#request.actor, kind, id, level);
  }

  /** Grants a restricted caller access to an entity that the caller created. */
  grantToCaller(kind: GrantKind, id: number | string): void {
    const actor = this.#request.actor;
    if (!actor?.isRestricted) return;
    const {granted} = this.db.row(Users, actor.uid)?.hidden ?? actor;
    const entities = {
      ...granted.entities,
      [kind]: {...granted.entities[kind], [String(id).replace('private/', '')]: 'read_write' as const},
    };
    this.db.setHidden(Users, actor.uid, {granted: {...granted, entities}});
  }

  /**
   * Limits a list to the rows that a restricted caller has grants for, or to their children; other users see all rows.
   */
  visible(grant: GrantKind, column: 'id' | 'parent' = 'id'): Clause | undefined {
    const actor = this.#request.actor;
    if (!actor?.isRestricted) return undefined;
    const ids = Object.keys(actor.granted.entities[grant] ?? {});
    return {sql: `CAST(${column} AS TEXT) IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(ids)]};
  }
}
