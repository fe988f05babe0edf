/** The HTTP server of the metrics, with a few read-only paths. */
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {errorMessage} from '../../platform/text/error-message.ts';
import {isLoopbackHost, type ListenAddress, urlHost} from './listen-address.ts';

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** The handler of requests for one path. */
export type Route = (params: URLSearchParams) => Answer | Promise<Answer>;

export interface MetricsServer {
  /** `http://127.0.0.1:9734` */
  readonly url: string;
  close(): Promise<void>;
}

/** A scraper sends its few hundred bytes at once. */
const headersTimeoutMs = 5000;
/** Longer than the usual interval of scrapes, so that they share a connection. */
const keepAliveTimeoutMs = 75_000;
const maxConnections = 500;

export const textResponse = (status: number, text: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${text}\n`,
});

/** @throws Error with a message if the address can't be used */
export async function startMetricsServer(
  address: ListenAddress,
  routes: ReadonlyMap<string, Route>,
  onError: (error: unknown) => void,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    // A client that closes the connection early needs no response.
    response.on('error', () => response.destroy());
    answerTo(request, routes, isLoopbackHost(address.host))
      .catch((error: unknown) => {
        onError(error);
        return textResponse(500, 'Skydeck can’t answer this request. Its error output has the reason.');
      })
      .then(answer => send(response, answer, request.method === 'HEAD'));
  });
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = headersTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.maxConnections = maxConnections;
  await listen(server, address);
  const {port} = server.address() as AddressInfo;
  return {
    url: `http://${urlHost(address.host)}:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listen(server: Server, {host, port}: ListenAddress): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: 'another program uses the port. Choose another port with --listen',
      EACCES: 'the system doesn’t allow this port. Choose a port above 1023 with --listen',
      EADDRNOTAVAIL: 'this machine doesn’t have the address. Check --listen',
    };
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? errorMessage(error);
    throw new Error(`Can’t listen on ${urlHost(host)}:${port}: ${reason}`);
  }
}

async function answerTo(
  {method, url = '', headers}: IncomingMessage,
  routes: ReadonlyMap<string, Route>,
  isLoopback: boolean,
): Promise<Answer> {
  // A web page could reach this machine through its own host name that resolves to 127.0.0.1.
  if (isLoopback && !isLocalName(headers.host))
    return textResponse(403, 'Use the IP address of the server in the URL.');
  if (method !== 'GET' && method !== 'HEAD') return textResponse(405, 'Only GET and HEAD are possible.');
  const base = 'http://localhost';
  const target = URL.canParse(url, base) ? new URL(url, base) : undefined;
  const route = target && routes.get(target.pathname);
  if (!target || !route) return textResponse(404, `Not found. Available: ${[...routes.keys()].join(', ')}`);
  return route(target.searchParams);
}

function isLocalName(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return name !== undefined && isLoopbackHost(name.toLowerCase());
}

function send(response: ServerResponse, {status, type, body}: Answer, isHead: boolean): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 && {Allow: 'GET, HEAD'}),
    ...(status === 503 && {'Retry-After': '5'}),
  });
  response.end(isHead ? undefined : body);
}
