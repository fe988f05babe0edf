/** For tests: servers on loopback that record the requests, a clock that is turned by hand, and a scheduler to spend. */
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {contract} from '../contract/index.ts';
import type {Client, ClientOptions} from './client-options.ts';
import {parseAddress} from './core/api-address.ts';
import type {ClientClock} from './core/clock.ts';
import {createClient} from './create-client.ts';
import {
  defaultSizeLimits,
  defaultTimeouts,
  type HttpRequest,
  type HttpResponse,
  type SizeLimits,
  type Timeouts,
} from './http/http-request.ts';
import {createTransport, type Transport} from './http/transport.ts';
import type {RequestEnd} from './limits/rate-limit-bucket.ts';
import {type Priority, RequestScheduler, type SchedulerOptions, type Ticket} from './limits/request-scheduler.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** The connection it came over. */
  readonly port: number | undefined;
}

export interface TestResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
}

export type RequestHandler = (
  requests: RecordedRequest,
  response: ServerResponse,
) => TestResponse | undefined | Promise<TestResponse | undefined>;

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly requests: RecordedRequest[];
  /** Replaces how it answers. */
  answer(handler: RequestHandler): void;
  close(): Promise<void>;
}

export async function startTestServer(handler: RequestHandler = () => ({body: {}})): Promise<TestServer> {
  let current = handler;
  const requests: RecordedRequest[] = [];
  const http = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of request) pieces.push(piece as Buffer);
    } catch {
      // The client stopped in the middle of its body and reads no response.
      return;
    }
    const recorded = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(pieces),
      port: request.socket.remotePort,
    };
    requests.push(recorded);
    const testResponse = await current(recorded, response);
    if (!testResponse) return;
    const {status = 200, headers = {}, body} = testResponse;
    const raw = typeof body === 'string' || body instanceof Uint8Array || body === undefined;
    response.writeHead(status, {...(raw ? {} : {'content-type': 'application/json'}), ...headers});
    response.end(raw ? body : JSON.stringify(body));
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const {port} = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v4`,
    port,
    requests: requests,
    answer(next) {
      current = next;
    },
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

interface TransportTestOptions {
  readonly bounds?: Partial<SizeLimits>;
  readonly timeouts?: Partial<Timeouts>;
  readonly env?: Readonly<Record<string, string>>;
  readonly connections?: number;
}

/** Resources that a test started, ended together. */
export function createTestResources() {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    /** Clients are ended before the servers that they are connected to. */
    onEnd(end: () => Promise<unknown>): void {
      closers.push(end);
    },
    async server(handler?: RequestHandler): Promise<TestServer> {
      const server = await startTestServer(handler);
      closers.push(() => server.close());
      return server;
    },
    /** A server that never answers; `arrived` when the first request has reached it. */
    async silent(): Promise<{readonly server: TestServer; readonly arrived: Promise<void>}> {
      const arrival = createGate();
      const server = await startTestServer(() => {
        arrival.resolve();
        return new Promise<undefined>(() => {});
      });
      closers.push(() => server.close());
      return {server, arrived: arrival.promise};
    },
    transport(baseUrl: string, {bounds, timeouts, env = {}, connections = 4}: TransportTestOptions = {}) {
      const clock = manualClock();
      const transport = createTransport({
        address: parseAddress(baseUrl),
        clock,
        connections,
        timeouts: {...defaultTimeouts, ...timeouts},
        bounds: {...defaultSizeLimits, ...bounds},
        env,
      });
      closers.unshift(() => transport.close());
      return {clock, transport};
    },
    client(options: Partial<ClientOptions> & Pick<ClientOptions, 'baseUrl'>): Client {
      // Without jitter, and without patience for it.
      const client = createClient({token: () => 'secret-token', random: () => 0, env: {}, ...options});
      closers.unshift(() => client.close());
      return client;
    },
    async end() {
      for (const end of closers.splice(0)) await end();
    },
  };
}

export const get = (transport: Transport, overrides: Partial<HttpRequest> = {}): Promise<HttpResponse> =>
  transport.send({method: 'GET', path: '/v4/volumes', headers: {}, ...overrides});

export const post = (transport: Transport, overrides: Partial<HttpRequest> = {}): Promise<HttpResponse> =>
  get(transport, {method: 'POST', body: Buffer.from('{}'), ...overrides});

export interface ManualClock extends ClientClock {
  /** Lets time pass; due timers run in their order. */
  advance(milliseconds: number): void;
  /** Sets the clock, as a person or a time server does; no timer runs for it. */
  set(offsetMs: number): void;
  readonly timers: number;
}

export function manualClock(start = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let timers: {readonly at: number; readonly run: () => void}[] = [];
  /** Time that has passed; timers follow it. */
  let elapsedMs = 0;
  let offset = start;
  return {
    now: () => offset + elapsedMs,
    monotonic: () => elapsedMs,
    schedule(milliseconds, run) {
      const timer = {at: elapsedMs + Math.max(0, milliseconds), run};
      timers.push(timer);
      return () => {
        timers = timers.filter(other => other !== timer);
      };
    },
    advance(milliseconds) {
      const end = elapsedMs + milliseconds;
      for (;;) {
        const due = timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter(other => other !== due);
        elapsedMs = Math.max(elapsedMs, due.at);
        due.run();
      }
      elapsedMs = end;
    },
    set(offsetMs) {
      offset += offsetMs;
    },
    get timers() {
      return timers.length;
    },
  };
}

/** A scheduler, and the names of the requests that got their turn. */
export const createTestScheduler = (options: Partial<SchedulerOptions> = {}) => {
  const clock = manualClock();
  const scheduler = new RequestScheduler({clock, random: () => 0, maxInFlight: 100, maxWaitMs: 125_000, ...options});
  const order: string[] = [];
  const enter = (
    name: string,
    priority: Priority = 'screen',
    endpoint: Parameters<RequestScheduler['enqueue']>[0] = contract.volumes.list,
  ) => {
    const ticket = scheduler.enqueue(endpoint, priority);
    ticket.granted.then(
      () => order.push(name),
      error => order.push(`${name}:${error.code}`),
    );
    return ticket;
  };
  return {clock, scheduler, started: order, enter};
};
export const requestEnd = (limitHeaders?: RequestEnd['headers']): RequestEnd => ({headers: limitHeaders});
export const defaultLimit = (remaining: number, renews: number | undefined = 60_000) =>
  requestEnd({limit: 20, remaining, renewsInMs: renews});

/** Sends one after the other, and answers at once. */
export const sendInTurn = async (
  enter: (name: string, priority: Priority) => Ticket,
  count: number,
  resultOf: (index: number) => RequestEnd = () => requestEnd(),
) => {
  for (let index = 0; index < count; index++) {
    const ticket = enter(`spent ${index}`, 'user');
    await ticket.granted;
    ticket.end(resultOf(index));
  }
};

/** A gate to wait at, opened by hand. */
export const createGate = () => Promise.withResolvers<void>();

/** Runs all work that is only waiting for its turn. */
export async function passTurns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** The envelope of a list. */
export const listPage = (data: readonly unknown[], {number = 1, pages = 1, results = data.length} = {}) => ({
  data,
  page: number,
  pages,
  results,
});

/** Rejection of a promise. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('did not fail');
}

/** A volume as the API returns it. */
export const volumeJson = (id: number) => ({
  id,
  label: `data-${id}`,
  filesystem_path: `/dev/disk/${id}`,
  status: 'active',
  size: 20,
  region: 'ap-south',
  compute_id: null,
  compute_label: null,
  created: '2026-01-01T00:00:00',
  updated: '2026-01-01T00:00:00',
  tags: [],
  hardware_type: 'nvme',
});
