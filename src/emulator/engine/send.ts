/** Puts an answer on the wire. */
import type {ServerResponse} from 'node:http';
import type {Departure} from './engine.ts';

export function send(outgoing: ServerResponse, {status, headers, body}: Departure): void {
  if (outgoing.destroyed) return;
  if (body === undefined) {
    outgoing.writeHead(status, headers).end();
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  outgoing.writeHead(status, {...headers, 'Content-Length': bytes.length}).end(bytes);
}
