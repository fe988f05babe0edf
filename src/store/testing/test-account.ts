/** A test account in memory, behind a connection that responds in turns and fails on request. */

import {CanceledError, RejectedError, UnreachableError} from '../../client/core/errors.ts';
import {missingScopes} from '../../client/http/parse-response.ts';
import type {Event} from '../../contract/account/events.ts';
import {contract} from '../../contract/index.ts';
import {advisoryProblems} from '../../contract/reading/advisory-problems.ts';
import {checkField, checkRequest} from '../../contract/reading/check-body.ts';
import {read} from '../../contract/reading/reader.ts';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {endpointsOf} from '../../contract/schema/family.ts';
import type {Model} from '../../contract/schema/field.ts';
import {type Filter, matches} from '../../contract/wire/filter.ts';
import type {AnyRow, PathParams} from '../../families/shape/define-family.ts';
import {event as eventRow} from '../../families/testing/rows.ts';
import type {ApiRequest, Connection, ListPage, PageRequest, RequestReport, Upload} from '../api/connection.ts';
import {contractIdentifiers} from '../api/identifiers.ts';

export interface RecordedCall {
  readonly operation: string;
  readonly request: PageRequest;
}

type Answer = (request: ApiRequest) => unknown;

const operations = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));

export const offlineError = () =>
  new UnreachableError('refused', 'api.example.com refused the connection (ECONNREFUSED).');
export const notFoundError = () => new RejectedError([{field: null, reason: 'Not found'}], {status: 404});

/** The server side: lists by operation, responses by operation, and failures. */
export class TestAccount {
  readonly calls: RecordedCall[] = [];
  readonly lists = new Map<string, AnyRow[]>();
  readonly answers = new Map<string, Answer>();
  events: Event[] = [];
  pageSize = 100;
  /** True to repair responses as the client does, for rows that break the contract. */
  repairs = false;
  /** Thrown by every call while it is set. */
  failure: Error | undefined;
  /** False refuses `X-Filter`, as some providers do for some fields; `unread` ignores it, as others do. */
  filters: boolean | 'unread' = true;
  /** Called before each response, so that a test can change data during a read. */
  beforeAnswer: ((call: RecordedCall) => void | Promise<void>) | undefined;
  /** The warnings of every response. */
  warnings: RequestReport['warnings'] = [];
  /** The scopes that responses report; undefined if they report none. */
  scopes: readonly string[] | undefined;
  clockSkewMs = 0;
  connects = 0;
  renewals = 0;
  /** Transfers that were started: `PUT https://…`. */
  readonly transferred: string[] = [];
  /** Bytes that were received, as text. */
  receivedText = '';
  /** Bytes that a download returns. */
  bytes: readonly Uint8Array[] = [];
  /** Called before the object of a URL is deleted. */
  onDelete: ((url: string) => void) | undefined;
  /** Called before each chunk of a file is received. */
  beforePiece: (() => void | Promise<void>) | undefined;
  readonly #observers = new Set<(report: RequestReport) => void>();
  #pagesByKey = new Map<string, {json: string; read: ListPage}>();

  readonly connect = async (): Promise<Connection> => {
    this.connects++;
    return this.connection;
  };

  /** Changes some fields of a row of a list. */
  setFacts(list: string, id: number, facts: AnyRow): void {
    const rows = this.lists.get(list) ?? [];
    this.lists.set(
      list,
      rows.map(row => (row.id === id ? {...row, ...facts} : row)),
    );
  }

  /** The number of requests for an operation. */
  count(operation?: string): number {
    return operation === undefined ? this.calls.length : this.calls.filter(call => call.operation === operation).length;
  }

  readonly connection: Connection = {
    identifiers: contractIdentifiers,
    operation: id => operations.get(id),
    call: (endpoint, request) => this.#ask(endpoint, request, () => this.#answer(endpoint, request)),
    send: async (endpoint, request) => {
      const response = await this.#ask(endpoint, request, () => this.#answer(endpoint, request));
      return {body: response, status: 200, requestId: 'req-1'};
    },
    page: (endpoint, request) => this.#ask(endpoint, request, () => this.#page(endpoint, request, request.page ?? 1)),
    pages: async (endpoint, request, onPage) => {
      const first = await this.#ask(endpoint, request, () => this.#page(endpoint, request, 1));
      onPage(first);
      const last = Math.min(first.pages, request.pagesAtMost ?? first.pages);
      for (let page = 2; page <= last; page++)
        onPage(await this.#ask(endpoint, {...request, page}, () => this.#page(endpoint, request, page)));
    },
    listing: async (endpoint, request, onPage) => {
      let {query} = request;
      for (let more: unknown = true; more !== false; ) {
        const response = (await this.connection.call(endpoint, {...request, query})) as {
          readonly data?: readonly {readonly next_marker?: string | null}[];
        };
        const next = response.data?.at(-1)?.next_marker ?? undefined;
        more = onPage(response, next) !== false && next !== undefined;
        query = {...query, marker: next};
      }
    },
    upload: async (endpoint, {params, ...transfer}) => {
      await this.#readSource(transfer);
      return this.connection.send(endpoint, {params, priority: 'user'});
    },
    put: (url, transfer) => this.#transfer(`PUT ${url}`, () => this.#readSource(transfer)),
    download: (url, {sink, onProgress, signal}) =>
      this.#transfer(`GET ${url}`, async () => {
        for (const piece of this.bytes) {
          signal?.throwIfAborted();
          await sink(piece);
          onProgress?.({done: piece.length, total: undefined});
        }
      }),
    deleteAt: async url => {
      await this.#transfer(`DELETE ${url}`, async () => this.onDelete?.(url));
      return 204;
    },
    preview: async (endpoint, request) => {
      const {value, fieldErrors} =
        endpoint.spec.body && !endpoint.spec.upload
          ? checkRequest(endpoint, request.body, {read: request.originalValues})
          : {value: undefined, fieldErrors: []};
      const path = `/v4${pathOf(endpoint, request.params ?? {})}`;
      const body = value === undefined ? undefined : JSON.stringify(value);
      return {
        method: endpoint.method,
        url: `https://api.example.com${path}`,
        path,
        maskedPath: path,
        body,
        fieldErrors,
      };
    },
    validators: async () => ({
      checkField,
      hints: (endpoint, body, originalValues) =>
        endpoint.spec.body ? advisoryProblems(endpoint.spec.body, body, originalValues) : [],
    }),
    subscribe: listener => {
      this.#observers.add(listener);
      return () => this.#observers.delete(listener);
    },
    guardRefusal: async () => undefined,
    limits: () => ({}),
    scopes: () => this.scopes,
    missingScopes: ({spec}) => missingScopes(spec.scopes ?? [], this.scopes),
    clockSkewMs: () => this.clockSkewMs,
    mismatches: () => [],
    dropKeptAlive: () => {
      this.renewals++;
    },
    close: async () => {},
  };

  async #transfer(request: string, run: () => Promise<void>): Promise<void> {
    this.transferred.push(request);
    if (this.failure) throw this.failure;
    await run();
  }

  async #readSource({source, onProgress, signal}: Pick<Upload, 'source' | 'onProgress' | 'signal'>): Promise<void> {
    let sentBytes = 0;
    for await (const piece of source.open()) {
      await this.beforePiece?.();
      if (signal?.aborted) throw new CanceledError({outcome: 'unknown'});
      sentBytes += piece.length;
      this.receivedText += Buffer.from(piece).toString();
      onProgress?.({done: sentBytes, total: source.size});
    }
  }

  async #ask<T>(endpoint: Endpoint, request: PageRequest, respond: () => T): Promise<T> {
    const call = {operation: endpoint.id, request};
    this.calls.push(call);
    await this.beforeAnswer?.(call);
    await Promise.resolve();
    const report = (status: number | undefined) => {
      for (const observer of this.#observers)
        observer({
          operation: endpoint.id,
          status,
          failure: undefined,
          milliseconds: 1,
          limitClass: 'general',
          bytesIn: 100,
          bytesOut: 0,
          attempt: 1,
          isUnchanged: false,
          warnings: status === 200 ? this.warnings : [],
        });
    };
    try {
      if (this.failure) throw this.failure;
      const response = this.#repair(endpoint, respond());
      report(200);
      return response;
    } catch (error) {
      report((error as {status?: number}).status);
      throw error;
    }
  }

  #repair<T>({spec}: Endpoint, response: T): T {
    if (!this.repairs) return response;
    if (spec.responseModel) return read(spec.responseModel, structuredClone(response)).value as T;
    if (!spec.page || !isList(response)) return response;
    return {...response, items: response.items.map(item => read(spec.page as Model, structuredClone(item)).value)};
  }

  #answer(endpoint: Endpoint, request: ApiRequest): unknown {
    const response = this.answers.get(endpoint.id);
    if (response) return response(request);
    if (endpoint.id.endsWith('.get')) {
      const id = Object.values(request.params ?? {}).at(-1);
      const row = this.#items(endpoint.id.replace(/\.get$/, '.list')).find(item => item.id === id);
      if (row) return structuredClone(row);
    }
    throw notFoundError();
  }

  #items(operation: string): readonly AnyRow[] {
    if (operation === 'account.events.list') return [...this.events].sort((first, second) => second.id - first.id);
    return this.lists.get(operation) ?? [];
  }

  #page(endpoint: Endpoint, {filter, size, params}: PageRequest, page: number): ListPage {
    if (filter && this.filters === false)
      throw new RejectedError([{field: 'X-Filter', reason: 'Cannot filter on id'}], {status: 400});
    const filterText = this.filters === 'unread' ? undefined : filter;
    const all = this.#items(endpoint.id).filter(item => !filterText || matches(filterText as Filter, item));
    const length = size ?? this.pageSize;
    const items = all.slice((page - 1) * length, page * length);
    const pages = Math.max(1, Math.ceil(all.length / length));
    const key = JSON.stringify([endpoint.id, params, filter, length, page]);
    const json = JSON.stringify([items, pages, all.length]);
    const remembered = this.#pagesByKey.get(key);
    if (remembered?.json === json) return {...remembered.read, isUnchanged: true};
    const listPage = {
      page,
      pages,
      results: all.length,
      items: structuredClone(items),
      unreadable: [],
      isUnchanged: false,
    };
    this.#pagesByKey.set(key, {json, read: listPage});
    return listPage;
  }
}

const isList = (response: unknown): response is ListPage =>
  typeof response === 'object' && response !== null && 'items' in response;

const pathOf = (endpoint: Endpoint, params: PathParams): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

let nextEvent = 1000;
/** An event with all fields that the contract requires. */
export const event = (facts: Partial<Event> & Pick<Event, 'action'>): Event => ({
  ...eventRow({id: nextEvent++, created: '2026-01-15T12:00:00', duration: null, entity: null, percent_complete: null}),
  ...facts,
});

export const instanceEntity = (id: number, label = `web-${id}`) => ({
  id,
  label,
  type: 'compute',
  url: `/v4/compute/instances/${id}`,
});
