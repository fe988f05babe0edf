/** Sends a response, or a part of it if a fault truncates it. */
import type {ServerResponse} from 'node:http';
import type {WireResponse} from '../engine.ts';

export function sendResponse(outgoing: ServerResponse, {status, headers, body, stallMs: stall}: WireResponse): void {
  if (outgoing.destroyed) return;
  if (status === 0) {
    // Resets the connection, because a normal end looks like an empty response.
    outgoing.socket?.resetAndDestroy();
    return;
  }
  if (body === undefined) {
    outgoing.writeHead(status, headers).end();
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  outgoing.writeHead(status, {...headers, 'Content-Length': bytes.length});
  if (stall === undefined) {
    outgoing.end(bytes);
    return;
  }
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
  const end = setTimeout(() => outgoing.destroy(), stall);
  outgoing.once('close', () => clearTimeout(end));
}
