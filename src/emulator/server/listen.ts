/** The start and the end of an HTTP server. */
import {once} from 'node:events';
import type {Server} from 'node:http';

/** Maximum time that the emulator waits for requests in flight before it ends, in real milliseconds. */
const shutdownTimeoutMs = 5000;

/**
 * Listens on a port, 0 for a free one. Returns a function that ends the server: it refuses new connections, waits for the
 * requests in flight, and then closes all connections.
 */
export async function listen(server: Server, port: number, host: string): Promise<() => Promise<void>> {
  let inFlight = 0;
  let onIdle = (): void => {};
  server.on('request', (_, response) => {
    inFlight++;
    response.once('close', () => {
      inFlight--;
      if (inFlight === 0) onIdle();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    const closeEvent = once(server, 'close');
    server.close();
    // A client keeps its connections open after a response, and may open one before it has a request.
    const closeConnections = () => server.closeAllConnections();
    onIdle = closeConnections;
    if (inFlight === 0) closeConnections();
    // A stalled response, or a client that never ends its body, must not keep the process running.
    const end = setTimeout(closeConnections, shutdownTimeoutMs);
    await closeEvent;
    clearTimeout(end);
  };
}
