/** Connects the store to the client and the contract, which are loaded when the first listener subscribes. */

import type {UploadEndpoint} from '../../client/http/upload.ts';
import type {Client, ClientOptions, CompletedRequest, PageFacts} from '../../client/index.ts';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {Page} from '../../contract/schema/page.ts';
import type {Filter} from '../../contract/wire/filter.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import type {ApiRequest, ApiResponse, Connection, ListPage, PageRequest, RequestReport} from './connection.ts';
import {GuardedRequests} from './guarded-requests.ts';
import type {Guards} from './guards.ts';
import {Identifiers} from './identifiers.ts';

export type ConnectOptions = Omit<ClientOptions, 'observe' | 'refusalOf'> & {
  /** The guards of the account: they are checked before every change. */
  readonly guards?: Guards | undefined;
  /** Called for every request, in addition to the store; used by the log. */
  readonly observe?: ((request: CompletedRequest) => void) | undefined;
};

/** Creates the function by which a session connects. */
export const createConnect =
  (options: ConnectOptions): (() => Promise<Connection>) =>
  async () => {
    const {guards, ...clientOptions} = options;
    const [{createClient, GuardedError}, {contract}, {endpointsOf}] = await Promise.all([
      import('../../client/index.ts'),
      import('../../contract/index.ts'),
      import('../../contract/schema/family.ts'),
    ]);
    const listeners = new Set<(report: RequestReport) => void>();
    const operations = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));
    const identifiers = new Identifiers(options);
    const guarded =
      guards &&
      new GuardedRequests({
        guards,
        operations,
        readBody: (endpoint, body) => identifiers.readBody(endpoint, body),
        read: (endpoint, params) => client.call(endpoint, {params, priority: 'user', isUnshared: true}),
        refuse: (operation, reason) => new GuardedError(operation, reason),
      });
    const client: Client = createClient({
      ...clientOptions,
      ...(guarded && {refusalOf: guarded.refusal}),
      observe(request) {
        for (const listener of listeners) listener({...request, failure: request.error?.code});
        options.observe?.(request);
      },
    });
    return createConnection(client, {operations, listeners, identifiers, guarded});
  };

interface ConnectionParts {
  readonly operations: ReadonlyMap<string, Endpoint>;
  readonly listeners: Set<(report: RequestReport) => void>;
  readonly identifiers: Identifiers;
  readonly guarded: GuardedRequests | undefined;
}

function createConnection(client: Client, {operations, listeners, identifiers, guarded}: ConnectionParts): Connection {
  const fetchPage = async (endpoint: Endpoint, request: PageRequest): Promise<ListPage> => {
    const {page = 1} = request;
    const {body, unreadable, isUnchanged} = await client.send(endpoint, {...toPageInput(request), page});
    const {data, pages, results} = body as unknown as Page<AnyRow>;
    return {page, pages, results, items: data as AnyRow[], unreadable, isUnchanged};
  };
  return {
    identifiers,
    operation: id => operations.get(id),
    async call(endpoint, request) {
      await guarded?.check(endpoint, request);
      return client.call(endpoint, toCallInput(request));
    },
    async send(endpoint, request) {
      await guarded?.check(endpoint, request);
      return toApiResponse(await client.send(endpoint, toCallInput(request)));
    },
    page: fetchPage,
    async pages(endpoint, request, onPage) {
      const {pagesAtMost} = request;
      if (pagesAtMost === undefined) {
        const onClientPage = (items: readonly unknown[], facts: PageFacts) =>
          onPage({...facts, items: items as AnyRow[]});
        await client.pages(endpoint, {...toPageInput(request), onPage: onClientPage});
        return;
      }
      const first = await fetchPage(endpoint, {...request, page: 1});
      onPage(first);
      const others = Array.from({length: Math.max(0, Math.min(first.pages, pagesAtMost) - 1)}, (_, index) => index + 2);
      await Promise.all(others.map(async page => onPage(await fetchPage(endpoint, {...request, page}))));
    },
    async listing(endpoint, {params, query, priority, signal}, onPage) {
      await client.listing(endpoint, {params, query, priority, signal, onPage});
    },
    async upload(endpoint, upload) {
      await guarded?.check(endpoint, upload);
      return toApiResponse(await client.upload(endpoint as UploadEndpoint, upload));
    },
    put: (url, options) => client.put(url, options),
    download: (url, options) => client.download(url, options),
    deleteAt: url => client.deleteAt(url),
    preview: (endpoint, {params, query, body, originalValues}) =>
      client.preview(endpoint, {params, query, body, originalValues}),
    guardRefusal: async (endpoint, requests) => guarded?.namedRefusal(endpoint, requests),
    async validators() {
      const {checkField} = await import('../../contract/reading/check-body.ts');
      const {advisoryProblems} = await import('../../contract/reading/advisory-problems.ts');
      return {
        checkField,
        hints: ({spec}, body, originalValues) => (spec.body ? advisoryProblems(spec.body, body, originalValues) : []),
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    limits: () => client.rateLimits(),
    missingScopes: endpoint => client.missingScopes(endpoint),
    clockSkewMs: () => client.clockSkewMs,
    scopes: () => client.scopes,
    mismatches: () => client.mismatches,
    dropKeptAlive: () => client.reconnect(),
    close: () => client.close(),
  };
}

const toApiResponse = ({body, status, requestId}: ApiResponse): ApiResponse => ({body, status, requestId});

/** Drops other members, which the client would send: those of a page are no part of a single request. */
const toCallInput = ({params, query, body, originalValues, priority, attempts, signal}: ApiRequest) => ({
  params,
  query,
  body,
  originalValues,
  priority,
  attempts,
  signal,
});

const toPageInput = ({params, query, filter, size, priority, attempts, signal}: PageRequest) => ({
  params,
  query,
  filter: filter as Filter | undefined,
  pageSize: size,
  priority,
  attempts,
  signal,
});
