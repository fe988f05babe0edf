/** The one way to the API: every call of every layer goes through a client. */

import {brand} from '../contract/brand.ts';
import {dialects} from '../contract/dialect.ts';
import {type Endpoint, isMutation, type ResponseBody, type Scope} from '../contract/endpoint.ts';
import type {Page} from '../contract/page.ts';
import {parseAddress} from './address.ts';
import {missingScopes} from './answer.ts';
import {Budget, type BudgetOptions, type BudgetState, type Priority, userLanes} from './budget.ts';
import {type Clock, systemClock} from './clock.ts';
import {Engine, type Known, keyOf, type Taken, type TokenProvider, type Understanding} from './engine.ts';
import {ClientError, ReadOnly, Rejected} from './errors.ts';
import {type Flight, Flights} from './flights.ts';
import {Memory} from './memory.ts';
import type {Mismatch} from './mismatches.ts';
import {type PageAnswer, readByMarker, readPages, refusesPageSize} from './pages.ts';
import {maskedToken, type Place, type Prepared, prepare, type RawCall} from './request.ts';
import {defaultRetry, type RetryPolicy, repeating} from './retry.ts';
import {type Stats, Telemetry} from './telemetry.ts';
import {type DownloadOptions, type PutOptions, Transfers} from './transfer.ts';
import {type Bounds, createTransport, defaultBounds, defaultTimeouts, type Timeouts} from './transport.ts';
import type {
  CallInput,
  CallOptions,
  Exchange,
  Optional,
  PagesInput,
  PagesResult,
  Question,
  Received,
  Reply,
  RequestPreview,
} from './types.ts';
import {
  asForm,
  measured,
  transferring,
  type UploadEndpoint,
  type UploadInput,
  uploadTimeouts,
  withBody,
} from './upload.ts';

export interface ClientOptions {
  /** API root, with or without its version segment. Plain HTTP takes a token to loopback only. */
  readonly baseUrl: string;
  /** Asked when first needed, and again after the API refused the token. */
  readonly token: TokenProvider;
  /** Shared by clients that follow each other: they tell a token that was never good from one that was. */
  readonly taken?: Taken | undefined;
  readonly brand?: string | undefined;
  readonly acronym?: string | undefined;
  /** Nothing but GET leaves. */
  readonly readOnly?: boolean | undefined;
  /** Hears of every request when it ended; must not throw. */
  readonly observe?: ((exchange: Exchange) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** Between 0 and 1. */
  readonly random?: (() => number) | undefined;
  /** Rate limits, where the documents' do not hold and the server announces none. */
  readonly limits?: BudgetOptions['limits'];
  /** The longest a call waits for the rate limit, milliseconds; default 125,000, a little over the longest window. */
  readonly patience?: number | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  readonly bounds?: Partial<Bounds> | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Requests at the same time; user actions have two lanes of their own beside. Default 8. */
  readonly connections?: number | undefined;
  /** Default 100, or 500 for a provider with a brand word; found to be too large, it becomes 100. */
  readonly maxPageSize?: number | undefined;
  /** Bytes of list pages that are remembered; default 16 MiB: a list of ten thousand. */
  readonly memory?: number | undefined;
  readonly userAgent?: string | undefined;
  /** Where proxies are looked up; default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface Client {
  /** Asks, and answers with what the contract says. Rejects with one of the classes of `errors.ts`. */
  call<E extends Endpoint>(endpoint: E, ...input: Optional<CallInput<E>>): Promise<Reply<E>>;
  /** Like `call`, with what is known about the answer. */
  send<E extends Endpoint>(endpoint: E, ...input: Optional<CallInput<E>>): Promise<Received<E>>;
  /** Reads a whole list; pages are handed over as they arrive. */
  pages<E extends Endpoint>(endpoint: E, input: PagesInput<E>): Promise<PagesResult>;
  /** Reads a listing that goes on by marker, from the query's marker on. Resolves with whether it came to its end. */
  listing<E extends Endpoint>(endpoint: E, input: ListingInput<E>): Promise<boolean>;
  /** The request as it would be sent, with all that is wrong with it; nothing leaves. */
  preview<E extends Endpoint>(endpoint: E, ...input: Optional<CallInput<E>>): Promise<RequestPreview>;
  /** Sends a file to an operation that takes one. */
  upload<E extends UploadEndpoint>(endpoint: E, input: UploadInput<E>): Promise<Reply<E>>;
  /** Sends bytes to an address that the API gave (`upload_to`, a signed URL), without the token. */
  put(url: string, options: PutOptions): Promise<void>;
  /** Takes bytes from an address that the API gave, without the token. Resolves with their content type. */
  download(url: string, options: DownloadOptions): Promise<string | undefined>;
  /** Deletes what an address that the API gave stands for, without the token. Resolves with the HTTP status. */
  erase(url: string): Promise<number>;
  readonly budget: {get(): BudgetState; subscribe(listener: () => void): () => void};
  /** Scopes of the token as the API announces them; undefined while it has not. `*` stands for all. */
  readonly scopes: readonly string[] | undefined;
  /** Scopes that an operation needs and the token lacks; none while the token's are unknown. */
  lacking(endpoint: Endpoint): readonly Scope[];
  readonly stats: Stats;
  /** Fields of answers that broke the contract, the most recent first. */
  readonly mismatches: readonly Mismatch[];
  /** Milliseconds that the server's clock is ahead; undefined before its first answer. */
  readonly clockSkew: number | undefined;
  /** The machine may have slept, and what was connected be dead: reads anew what is being read, over new connections. */
  renew(): void;
  /** Cancels what is under way and closes the connections. */
  close(): Promise<void>;
}

export type ListingInput<E extends Endpoint> = Question<E> &
  CallOptions & {
    /** Hears of each part, and of the marker where the next one begins; what answers false has enough. */
    readonly onPart: (answer: ResponseBody<E>, next: string | undefined) => unknown;
  };

export function createClient(options: ClientOptions): Client {
  const address = parseAddress(options.baseUrl);
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const lanes = Math.max(1, options.connections ?? 8);
  const policy = {...defaultRetry, ...options.retry};
  const largest = options.maxPageSize ?? dialects[options.brand ? 'provider' : 'documents'].pageSize.max;
  let place: Place = {
    address,
    brand: brand(options.brand, {acronym: options.acronym, apiHost: address.host}),
    userAgent: options.userAgent ?? 'skydeck',
    maxPageSize: largest,
  };
  const transportFor = (at: typeof address, connections: number) =>
    createTransport({
      address: at,
      clock,
      connections,
      timeouts: {...defaultTimeouts, ...options.timeouts},
      bounds: {...defaultBounds, ...options.bounds},
      env: options.env ?? process.env,
    });
  const transport = transportFor(address, lanes + userLanes);
  const budget = new Budget({clock, random, lanes, patience: options.patience ?? 125_000, limits: options.limits});
  const telemetry = new Telemetry();
  const memory = new Memory<Known>(options.memory ?? 16 * 1024 * 1024);
  const engine = new Engine({
    place,
    clock,
    budget,
    transport,
    telemetry,
    memory,
    token: options.token,
    taken: options.taken ?? {token: undefined},
    observe: options.observe,
  });
  const flights = new Flights<Understanding>();
  const transfers = new Transfers({
    clock,
    userAgent: place.userAgent,
    transportFor: at => transportFor(at, userLanes),
    observe: options.observe,
  });

  const refuseChanges = (endpoint: Endpoint) => {
    if (options.readOnly && isMutation(endpoint)) throw new ReadOnly(endpoint.id);
  };

  /** Every failure says which operation it was. */
  async function named<T>(endpoint: Endpoint, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ClientError) error.operation ??= endpoint.id;
      throw error;
    }
  }

  const ask = (endpoint: Endpoint, call: RawCall & CallOptions) => named(endpoint, () => asked(endpoint, call));

  async function asked(endpoint: Endpoint, call: RawCall & CallOptions): Promise<Understanding> {
    refuseChanges(endpoint);
    if (endpoint.spec.upload) throw new Error(`${endpoint.id} takes a file: use upload()`);
    const prepared = await prepare(endpoint, call, place);
    if (prepared.problems.length > 0)
      throw new Rejected(prepared.problems, {local: true, told: place.brand.toWire.problems(prepared.problems)});
    const shareable = endpoint.method === 'GET' && !call.fresh;
    return flights.board(
      shareable ? keyOf(prepared) : undefined,
      {priority: call.priority ?? 'user', signal: call.signal},
      flight => fly(prepared, flight, call.attempts),
      () => telemetry.shared++,
    );
  }

  const fly = (prepared: Prepared, flight: Flight, attempts?: number) =>
    repeating(
      {
        method: prepared.endpoint.method,
        policy: attempts === undefined ? policy : {...policy, attempts},
        clock,
        random,
        signal: flight.signal,
      },
      number =>
        engine.attempt(prepared, {
          number,
          priority: flight.priority,
          signal: flight.signal,
          queued: ticket => {
            flight.ticket = ticket;
          },
        }),
    );

  async function askPage(endpoint: Endpoint, call: RawCall & CallOptions): Promise<PageAnswer> {
    const {answer, unreadable, unchanged, misreads} = await ask(endpoint, call);
    const isNumbered = !misreads.some(({path}) => path === 'page');
    return {page: answer as Page<unknown>, unreadable, unchanged, isNumbered};
  }

  const client: Client = {
    async call<E extends Endpoint>(endpoint: E, ...[input]: Optional<CallInput<E>>) {
      return (await ask(endpoint, (input ?? {}) as RawCall & CallOptions)).answer as Reply<E>;
    },
    async send<E extends Endpoint>(endpoint: E, ...[input]: Optional<CallInput<E>>) {
      return (await ask(endpoint, (input ?? {}) as RawCall & CallOptions)) as Received<E>;
    },
    async pages<E extends Endpoint>(endpoint: E, {onPage, ...input}: PagesInput<E>) {
      const call = input as RawCall & CallOptions;
      const priority: Priority = call.priority ?? 'screen';
      const read = (pageSize: number) =>
        readPages({
          lanes,
          ask: page => askPage(endpoint, {...call, priority, page, pageSize}),
          onPage: onPage as (items: readonly unknown[], facts: Parameters<typeof onPage>[1]) => void,
        });
      const size = call.pageSize ?? place.maxPageSize;
      try {
        return await read(size);
      } catch (error) {
        const allowed = dialects.documents.pageSize.max;
        // Not what is the largest by now: of lists that are read together, another may have found it out just before.
        if (size <= allowed || !refusesPageSize(error)) throw error;
        place = {...place, maxPageSize: allowed};
        return await read(allowed);
      }
    },
    listing(endpoint, {onPart, ...input}) {
      const call = input as RawCall & CallOptions;
      const {marker: from, ...wanted} = (call.query ?? {}) as {readonly marker?: string};
      return readByMarker(
        async marker => {
          const query = marker === undefined ? wanted : {...wanted, marker};
          return (await ask(endpoint, {...call, priority: call.priority ?? 'screen', query})).answer;
        },
        (answer, next) => onPart(answer as ResponseBody<typeof endpoint>, next),
        from,
      );
    },
    async preview<E extends Endpoint>(endpoint: E, ...[input]: Optional<CallInput<E>>) {
      const {path, shown, headers, body, problems} = await prepare(endpoint, (input ?? {}) as RawCall, place);
      return {
        method: endpoint.method,
        url: address.origin + path,
        path,
        shown,
        headers: endpoint.spec.auth === 'none' ? headers : {...headers, authorization: maskedToken},
        body: body && Buffer.from(body).toString('utf8'),
        problems,
      };
    },
    async upload<E extends UploadEndpoint>(endpoint: E, input: UploadInput<E>) {
      refuseChanges(endpoint);
      const form = endpoint.spec.upload === 'multipart/form-data';
      const upload = form ? asForm(input, random) : measured(input, endpoint.spec.upload);
      const prepared = withBody(await prepare(endpoint, {params: input.params}, place), upload);
      const {priority = 'user', signal} = input;
      const send = (flight: Flight) =>
        engine.attempt(prepared, {
          number: 1,
          priority,
          signal: flight.signal,
          stream: upload.stream,
          timeouts: uploadTimeouts,
        });
      const {answer} = await named(endpoint, () =>
        transferring(upload, () => flights.board(undefined, {priority, signal}, send)),
      );
      return answer as Reply<E>;
    },
    async put(url, putOptions) {
      if (options.readOnly) throw new ReadOnly('upload');
      await transfers.put(url, putOptions);
    },
    download: (url, downloadOptions) => transfers.download(url, downloadOptions),
    async erase(url) {
      if (options.readOnly) throw new ReadOnly('erase');
      return transfers.erase(url);
    },
    budget: {get: () => budget.get(), subscribe: listener => budget.subscribe(listener)},
    get scopes() {
      return engine.scopes;
    },
    lacking: endpoint => missingScopes(endpoint.spec.scopes ?? [], engine.scopes),
    get mismatches() {
      return telemetry.mismatches.all;
    },
    get stats() {
      return telemetry.stats;
    },
    get clockSkew() {
      return telemetry.skew;
    },
    renew() {
      transport.renew();
      transfers.renew();
    },
    async close() {
      budget.close();
      flights.close();
      await Promise.all([transport.close(), transfers.close()]);
    },
  };
  return client;
}
