/** A server between a program and its API that counts the requests. */
import {createServer} from 'node:http';
import {forward, listenForTest} from './forward.ts';

export interface CountingProxy {
  /** Like the address of the API. */
  readonly url: string;
  /** Methods with paths, in order. */
  readonly requests: readonly string[];
}

export async function startCountingProxy(apiUrl: string): Promise<CountingProxy> {
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url?.split('?')[0]}`);
    forward(incoming, outgoing, apiUrl);
  });
  return {url: `${await listenForTest(server)}${new URL(apiUrl).pathname}`, requests};
}
