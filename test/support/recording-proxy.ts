/** A proxy that records the host of every request, and serves one host from an emulator. */
import {readFileSync} from 'node:fs';
import {createServer as createHttpServer} from 'node:http';
import {createServer as createHttpsServer} from 'node:https';
import {type AddressInfo, connect, type Server, type Socket} from 'node:net';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {forward} from './forward.ts';

const fixture = (name: string) => join(process.cwd(), 'src/client/fixtures', name);

/** The host of the certificate that the proxy presents. */
export const proxiedHost = 'elsewhere.example.test';

export interface RecordingProxy {
  /** `host:port` of each tunnel and each plain request, in order. */
  readonly targets: readonly string[];
  readonly port: number;
  /** Makes a program use the proxy, and trust the certificate of {@link proxiedHost}. */
  readonly env: Readonly<Record<string, string>>;
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise(resolve => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** @param apiUrl the emulator behind {@link proxiedHost} */
export async function startRecordingProxy(apiUrl: string): Promise<RecordingProxy> {
  const api = createHttpsServer(
    {cert: readFileSync(fixture('other-host.pem')), key: readFileSync(fixture('server.key'))},
    (incoming, outgoing) => forward(incoming, outgoing, apiUrl),
  );
  const apiPort = await listen(api);
  const targets: string[] = [];
  const proxy = createHttpServer((incoming, outgoing) => {
    targets.push(incoming.url ?? '');
    outgoing.writeHead(403).end();
  });
  proxy.on('connect', ({url = ''}, client) => {
    targets.push(url);
    if (url !== `${proxiedHost}:443`) {
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const tunnel = connect(apiPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(tunnel).pipe(client);
    });
    tunnel.on('error', () => client.destroy());
    client.on('close', () => tunnel.destroy());
  });
  const port = await listen(proxy);
  const url = `http://127.0.0.1:${port}`;
  return {
    targets,
    port,
    env: {HTTPS_PROXY: url, HTTP_PROXY: url, NODE_EXTRA_CA_CERTS: fixture('authority.pem')},
  };
}
