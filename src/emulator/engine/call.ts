/**
 * A request as a handler sees it, and the answers that a handler may give. Types come from the endpoint, so a handler
 * cannot read a parameter that its path lacks, nor answer anything that its endpoint does not promise.
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
import {type PageRequest, pageOfItems} from './storage/paging.ts';
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

/** An answer with a status other than 200. */
export class StatusReply<T> {
  readonly status: number;
  readonly body: T | undefined;

  constructor(status: number, body?: T) {
    this.status = status;
    this.body = body;
  }
}

export type Reply<E extends Endpoint> = ResponseBody<E> | Json<ResponseBody<E>> | StatusReply<ResponseBody<E>>;

/** Answers one call. Synchronous and inside one transaction: it has all of its effects, or none. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Reply<E>;

/** A handler for every endpoint of a group: a missing or misspelled one does not compile. */
export type Handlers<G> = {readonly [K in keyof G]: G[K] extends Endpoint ? Handler<G[K]> : Handlers<G[K]>};

/** Facts of a request that the engine has already checked. */
export interface HandlerRequest {
  readonly endpoint: Endpoint;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly parts: readonly FormPart[];
  readonly actor: Actor | undefined;
  readonly listing: PageRequest;
  /** Filters a list that is not kept in the store. */
  readonly filterItems: <T>(items: readonly T[]) => readonly T[];
  readonly dialect: Dialect;
  /** Scheme and host at which the caller reached us, without a slash at the end. */
  readonly origin: string;
  readonly address: string;
  /** The header as sent, for an operation whose token the engine doesn't know. */
  readonly authorization: string | undefined;
}

/** Conditions of a list besides the caller's own filter. */
export interface ListNarrowing extends Pick<PageRequest, 'parent' | 'revise'> {
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
    // The engine has checked all of these values against the endpoint; the types state the same.
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

  /** The document with this ID. @throws Refusal 404 without one. */
  find<D extends object, H extends object>(kind: Kind<D, H>, id: number): D {
    const doc = this.db.get(kind, id);
    if (!doc) throw notFound();
    return doc;
  }

  /** A document, as the text that leaves. @throws Refusal 404 without one. */
  json<D extends object, H extends object>(kind: Kind<D, H>, id: number): Json<D> {
    const text = this.db.text(kind, id);
    if (text === undefined) throw notFound();
    return new Json(text);
  }

  /** The same, by the text in the key column. */
  jsonByKey<D extends object, H extends object>(kind: Kind<D, H>, key: string): Json<D> {
    const row = this.db.byKey(kind, key);
    if (!row) throw notFound();
    return this.json(kind, row.id);
  }

  /** @throws Refusal 403 when the caller lacks this permission. */
  requireGrant(kind: GrantKind, id: number | string, level: AccessLevel): void {
    if (this.#request.actor) requireGrant(this.#request.actor, kind, id, level);
  }

  may(kind: GrantKind, id: number | string, level: AccessLevel): boolean {
    return !this.#request.actor || hasGrant(this.#request.actor, kind, id, level);
  }

  /** The creator of an entity may use it: a restricted caller receives a grant for it. */
  grantToCaller(kind: GrantKind, id: number | string): void {
    const actor = this.#request.actor;
    if (!actor?.restricted) return;
    const {granted} = this.db.row(Users, actor.uid)?.hidden ?? actor;
    const entities = {
      ...granted.entities,
      [kind]: {...granted.entities[kind], [String(id).replace('private/', '')]: 'read_write' as const},
    };
    this.db.setHidden(Users, actor.uid, {granted: {...granted, entities}});
  }

  /**
   * Narrows a list to the rows that a restricted caller was granted, or to their children; other users see all rows.
   */
  visible(grant: GrantKind, column: 'id' | 'parent' = 'id'): Clause | undefined {
    const actor = this.#request.actor;
    if (!actor?.restricted) return undefined;
    const ids = Object.keys(actor.granted.entities[grant] ?? {});
    return {sql: `CAST(${column} AS TEXT) IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(ids)]};
  }
}
