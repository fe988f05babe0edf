import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {expect, it, onTestFinished, vi} from 'vitest';
import {listen} from './listen.ts';

const portOf = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port;

async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

it('bug: the end waited for connections without a request until the timeout', async () => {
  vi.useFakeTimers({toFake: ['setTimeout']});
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer();
  const stop = await listen(server, 0, '127.0.0.1');
  const socket = await openConnection(portOf(server));
  const closeEvent = once(socket.resume(), 'close');
  await stop();
  await closeEvent;
});

it('a request in flight gets its response before the end, and its connection ends after it', async () => {
  vi.useFakeTimers({toFake: ['setTimeout']});
  onTestFinished(() => void vi.useRealTimers());
  const arrived = Promise.withResolvers<() => void>();
  const server = createServer((_, response) => arrived.resolve(() => response.end('whole')));
  const stop = await listen(server, 0, '127.0.0.1');
  const socket = await openConnection(portOf(server));
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const respond = await arrived.promise;
  const ended = stop();
  expect(received).toBe('');
  respond();
  await once(socket, 'close');
  await ended;
  expect(received).toContain('whole');
});

it('a response that never ends is cut off after 5 s', async () => {
  vi.useFakeTimers({toFake: ['setTimeout']});
  onTestFinished(() => void vi.useRealTimers());
  const arrived = Promise.withResolvers<void>();
  const server = createServer(() => arrived.resolve());
  const stop = await listen(server, 0, '127.0.0.1');
  const socket = await openConnection(portOf(server));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await arrived.promise;
  const ended = stop();
  vi.advanceTimersByTime(4999);
  expect(socket.closed).toBe(false);
  vi.advanceTimersByTime(1);
  await once(socket.resume(), 'close');
  await ended;
});
