/** A server between a program and its API that counts the requests. */
import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

export interface CountingProxy {
  /** Like the address of the API. */
  readonly url: string;
  /** Methods with paths, in order. */
  readonly requests: readonly string[];
}

export async function startCountingProxy(apiUrl: string): Promise<CountingProxy> {
  const {origin, pathname} = new URL(apiUrl);
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url?.split('?')[0]}`);
    const forwarded = request(
      new URL(incoming.url ?? '/', origin),
      {method: incoming.method, headers: incoming.headers},
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`, requests};
}
