/** A read-only API on loopback that answers from recordings. */
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {FieldError} from '../../src/contract/schema/field-error.ts';
import type {Recorded} from './recording.ts';
import {Shelf} from './shelf.ts';

export interface ReplayOptions {
  /** Default: a free one. */
  readonly port?: number;
}

export interface Replay {
  /** Root of the API, `http://127.0.0.1:PORT/v4`. */
  readonly url: string;
  /** Requests by method and path with query, as often as they came. */
  readonly asked: ReadonlyMap<string, number>;
  /** GET requests that the recording has no answer to. */
  readonly missing: ReadonlyMap<string, number>;
  /** Refused requests: all but GET. */
  readonly refused: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** @throws an error with `code` EADDRINUSE when the port is taken */
export async function replay(answers: Iterable<Recorded>, {port = 0}: ReplayOptions = {}): Promise<Replay> {
  const shelf = new Shelf(answers);
  const [asked, missing, refused] = [counter(), counter(), counter()];
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const {method = 'GET', url = '/', headers} = request;
    // A body has no meaning for a recording, but it must not hold up the connection.
    request.resume();
    const name = `${method} ${url}`;
    asked.count(name);
    if (method !== 'GET') {
      refused.count(name);
      sendProblem(response, 403, {field: null, reason: 'This is a read-only recording.'});
      return;
    }
    const [path = '/', query = ''] = url.split('?', 2);
    const filter = headers['x-filter'];
    try {
      const found = shelf.find({path, query, filter: Array.isArray(filter) ? filter[0] : filter});
      if (found) {
        send(response, found);
        return;
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      sendProblem(response, 400, {field: 'X-Filter', reason: 'The filter is not JSON.'});
      return;
    }
    missing.count(name);
    sendProblem(response, 404, {field: null, reason: 'The recording has no answer to this request.'});
  };
  const server = createServer(respond);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`,
    asked: asked.counts,
    missing: missing.counts,
    refused: refused.counts,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function counter() {
  const counts = new Map<string, number>();
  return {counts, count: (name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1)};
}

function send(response: ServerResponse, {status, headers, body, bytes}: Recorded): void {
  const payload = bytes === undefined ? JSON.stringify(body ?? {}) : Buffer.from(bytes, 'base64');
  response.writeHead(status, {'content-type': 'application/json', ...headers});
  response.end(payload);
}

const sendProblem = (response: ServerResponse, status: number, problem: FieldError): void =>
  send(response, {method: 'GET', path: '', status, body: {errors: [problem]}});
