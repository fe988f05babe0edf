/** Servers between a program and its API. */
import {createServer, type IncomingMessage, request, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

/**
 * Passes a request on to the API, and its answer back.
 * @param onAnswer replaces the passing back
 */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  onAnswer = (answer: IncomingMessage): void => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  },
): void {
  const {method, headers, url = '/'} = incoming;
  const forwarded = request(new URL(url, target), {method, headers}, onAnswer);
  // The account can end before the program that sends requests to it, if a test fails.
  forwarded.once('error', () => outgoing.destroy());
  incoming.pipe(forwarded);
}

/** Starts a server on loopback, and resolves with its address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
}

/** A server that passes every request on, and changes the body of every answer. */
export const changingServer = (target: () => string, change: (body: object) => object): Server =>
  createServer((incoming, outgoing) =>
    forward(incoming, outgoing, target(), async answer => {
      const text = Buffer.concat(await answer.toArray()).toString();
      outgoing.writeHead(answer.statusCode ?? 502, {'content-type': 'application/json'});
      outgoing.end(JSON.stringify(change(JSON.parse(text))));
    }),
  );

/** Starts a server that ends with the test. */
export async function listenForTest(server: Server): Promise<string> {
  onTestFinished(() => closeServer(server));
  return listen(server);
}
