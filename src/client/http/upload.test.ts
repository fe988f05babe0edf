import type {Socket} from 'node:net';
import {afterEach, expect, test} from 'vitest';
import {contract} from '../../contract/index.ts';
import type {CompletedRequest, TransferProgress, UploadSource} from '../index.ts';
import {createGate, createTestResources, rejectionOf} from '../testing.ts';

const resources = createTestResources();
afterEach(() => resources.end());

const source = (pieces: readonly (string | Uint8Array)[], overrides: Partial<UploadSource> = {}): UploadSource => ({
  open: async function* () {
    for (const piece of pieces) yield Buffer.from(piece);
  },
  size: pieces.reduce((sum, piece) => sum + Buffer.from(piece).length, 0),
  ...overrides,
});
const gzip = (length: number) => Buffer.concat([Buffer.of(0x1f, 0x8b), Buffer.alloc(length - 2, 7)]);
const {create: attach} = contract.support.tickets.attachments;

test('an attachment is sent as a form with one part named “file”', async () => {
  const server = await resources.server(() => ({headers: {'x-request-id': 'req-1'}}));
  const client = resources.client({baseUrl: server.url, random: () => 0.5});
  const response = await client.upload(attach, {
    params: {ticketId: 5},
    source: source(['hello ', 'world'], {name: 'a "b"\r\n.txt'}),
  });
  expect(response).toMatchObject({body: {}, status: 200, requestId: 'req-1'});
  const [request] = server.requests;
  expect(request).toMatchObject({method: 'POST', url: '/v4/support/tickets/5/attachments'});
  const boundary = `----form-${'8'.repeat(32)}`;
  expect(request?.headers['content-type']).toBe(`multipart/form-data; boundary=${boundary}`);
  expect(request?.headers.authorization).toBe('Bearer secret-token');
  expect(request?.body.toString()).toBe(
    [
      `--${boundary}`,
      'content-disposition: form-data; name="file"; filename="a %22b%22%0D%0A.txt"',
      'content-type: application/octet-stream',
      '',
      'hello world',
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  );
  expect(request?.headers['content-length']).toBe(String(request?.body.length));
});

test('an upload to a name that no path can contain is refused with the name of the operation', async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url});
  const {update} = contract.account.oauthClients.thumbnail;
  expect(await rejectionOf(client.upload(update, {params: {clientId: '..'}, source: source(['x'])}))).toMatchObject({
    isLocal: true,
    operation: 'account.oauthClients.thumbnail.update',
  });
  expect(server.requests).toHaveLength(0);
});

test('a picture is sent unchanged', async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url});
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
  await client.upload(contract.account.oauthClients.thumbnail.update, {
    params: {clientId: 'abc'},
    source: source([png]),
  });
  expect(server.requests[0]).toMatchObject({method: 'PUT', url: '/v4/account/oauth-clients/abc/thumbnail'});
  expect(server.requests[0]?.headers['content-type']).toBe('image/png');
  expect([...(server.requests[0]?.body ?? [])]).toEqual([...png]);
});

test('an operation that takes a file is refused without one', async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url});
  const {update} = contract.account.oauthClients.thumbnail;
  expect(await rejectionOf(client.call(update, {params: {clientId: 'abc'}}))).toMatchObject({
    message: 'account.oauthClients.thumbnail.update takes a file: use upload()',
  });
  expect(server.requests).toHaveLength(0);
});

test('rule 109: an image is sent by PUT as octets to the given address, without the token', async () => {
  const server = await resources.server();
  const completedRequests: CompletedRequest[] = [];
  const client = resources.client({baseUrl: server.url, observe: request => completedRequests.push(request)});
  const progress: TransferProgress[] = [];
  await client.put(`http://localhost:${server.port}/upload/1?signature=hush`, {
    source: source([gzip(1000), Buffer.alloc(500)]),
    isImage: true,
    onProgress: step => progress.push(step),
  });
  const [request] = server.requests;
  expect(request).toMatchObject({method: 'PUT', url: '/upload/1?signature=hush'});
  expect(request?.headers).toMatchObject({'content-type': 'application/octet-stream', 'content-length': '1500'});
  expect(request?.headers).not.toHaveProperty('authorization');
  expect(request?.body).toHaveLength(1500);
  expect(progress).toEqual([
    {done: 1000, total: 1500},
    {done: 1500, total: 1500},
  ]);
  expect(completedRequests).toMatchObject([{operation: 'upload', status: 200, bytesOut: 1500, error: undefined}]);
  expect(JSON.stringify(completedRequests)).not.toContain('hush');
});

test("rule 110: an image that isn't gzip or has too many bytes is refused before anything is sent", async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url});
  const url = `${server.url}/upload`;
  let isClosed = false;
  const plain: UploadSource = {
    open: async function* () {
      try {
        yield Buffer.from('PK..');
      } finally {
        isClosed = true;
      }
    },
  };
  expect(await rejectionOf(client.put(url, {source: plain, isImage: true}))).toMatchObject({
    code: 'rejected',
    isLocal: true,
  });
  expect(isClosed).toBe(true);
  expect(await rejectionOf(client.put(url, {source: source([]), isImage: true}))).toMatchObject({isLocal: true});
  expect(
    await rejectionOf(client.put(url, {source: source([gzip(10)], {size: 5 * 1024 ** 3 + 1}), isImage: true})),
  ).toMatchObject({isLocal: true});
  expect(server.requests).toHaveLength(0);
});

test('an image is accepted from a pipe whose first piece has one byte', async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url});
  const bytes = gzip(10);
  const pieces = [bytes.subarray(0, 1), bytes.subarray(1, 1), bytes.subarray(1)];
  await client.put(`${server.url}/upload`, {source: source(pieces), isImage: true});
  expect(server.requests[0]?.body).toEqual(bytes);
});

test('a transfer that fails has the reason among the completed requests', async () => {
  const completedRequests: CompletedRequest[] = [];
  const client = resources.client({
    baseUrl: 'https://api.example.com',
    observe: request => completedRequests.push(request),
  });
  await rejectionOf(client.put('https://127.0.0.1:1/object?signature=hush', {source: source(['x'])}));
  expect(completedRequests).toMatchObject([{operation: 'upload', error: {code: 'unreachable', reason: 'refused'}}]);
});

test('the source of an image is closed after its first bytes were checked, even if nothing is sent', async () => {
  const client = resources.client({baseUrl: 'https://api.example.com'});
  let isClosed = false;
  const image: UploadSource = {
    open: async function* () {
      try {
        yield gzip(10);
      } finally {
        isClosed = true;
      }
    },
  };
  expect(await rejectionOf(client.put('http://images.example.com/put', {source: image, isImage: true}))).toMatchObject({
    reason: 'insecure',
  });
  expect(isClosed).toBe(true);
});

test('the source is read no faster than the server accepts its bytes', async () => {
  const first = createGate();
  const ended = createGate();
  let pulled = 0;
  const server = await resources.server();
  const {createServer} = await import('node:net');
  const lazy = createServer(socket => {
    socket.on('error', () => {});
    socket.pause();
    first.promise.then(() => {
      socket.resume();
      let left = 64 * 1024 * 1024;
      socket.on('data', piece => {
        left -= piece.length;
        if (left <= 0) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      });
    });
  });
  await new Promise<void>(resolve => lazy.listen(0, '127.0.0.1', resolve));
  const {port} = lazy.address() as {port: number};
  const piece = Buffer.alloc(1024 * 1024);
  const client = resources.client({baseUrl: server.url});
  const result = client.put(`http://127.0.0.1:${port}/upload`, {
    source: {
      size: 64 * piece.length,
      open: async function* () {
        for (; pulled < 64; pulled++) yield piece;
        ended.resolve();
      },
    },
  });
  // The buffers of both ends fill up first. Then the source must not be read until the server reads.
  let before = -1;
  while (pulled !== before || pulled === 0) {
    before = pulled;
    for (let turn = 0; turn < 200; turn++) await new Promise(resolve => setImmediate(resolve));
  }
  expect(pulled).toBeLessThan(32);
  first.resolve();
  await result;
  expect(pulled).toBe(64);
  await new Promise(resolve => lazy.close(resolve));
});

test('canceling an upload closes its source', async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url});
  const controller = new AbortController();
  const stopped = createGate();
  const endless: UploadSource = {
    open: async function* () {
      try {
        for (let index = 0; ; index++) {
          if (index === 3) controller.abort();
          yield Buffer.alloc(1000);
        }
      } finally {
        stopped.resolve();
      }
    },
  };
  const failure = rejectionOf(client.put(`${server.url}/upload`, {source: endless, signal: controller.signal}));
  expect(await failure).toMatchObject({code: 'canceled', outcome: 'unknown'});
  await stopped.promise;
});

test('bug: an answer to the last byte counted as early until the end of the file was read', async () => {
  const server = await resources.server(() => ({body: {}}));
  const response = Promise.withResolvers<void>();
  const slowEnd = source([], {
    open: async function* () {
      yield Buffer.from('whole');
      await response.promise;
    },
    size: 5,
  });
  await resources.client({baseUrl: server.url}).put(`${server.url}/upload`, {source: slowEnd});
  response.resolve();
  expect(server.requests).toHaveLength(1);
});

test('an answer before the server has the whole file is a failure with an unknown outcome', async () => {
  const server = await resources.server();
  const {createServer} = await import('node:net');
  const sockets: Socket[] = [];
  const hasty = createServer(socket => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  await new Promise<void>(resolve => hasty.listen(0, '127.0.0.1', resolve));
  const {port} = hasty.address() as {port: number};
  const size = 64 * 1024 * 1024;
  const large = source([], {
    open: async function* () {
      for (let sent = 0; sent < size; sent += 1024 * 1024) yield Buffer.alloc(1024 * 1024);
    },
    size,
  });
  const expected = {
    code: 'unreachable',
    outcome: 'unknown',
    status: 201,
    message: expect.stringMatching(/^127\.0\.0\.1:\d+ answered after \d+ bytes, before the end of the file\.$/),
  };
  const putting = resources.client({baseUrl: server.url}).put(`http://127.0.0.1:${port}/upload`, {source: large});
  expect(await rejectionOf(putting)).toMatchObject(expected);
  const client = resources.client({baseUrl: `http://127.0.0.1:${port}`});
  const uploading = client.upload(attach, {params: {ticketId: 5}, source: large});
  expect(await rejectionOf(uploading)).toMatchObject({...expected, operation: attach.id});
  for (const socket of sockets) socket.destroy();
  await new Promise(resolve => hasty.close(resolve));
});

test('a failing source is reported with its own error, not with that of the connection', async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url});
  const broken: UploadSource = {
    open: async function* () {
      yield Buffer.alloc(10);
      throw new Error('disk error');
    },
    size: 20,
  };
  expect(await rejectionOf(client.put(`${server.url}/upload`, {source: broken}))).toMatchObject({
    message: 'disk error',
  });
  const shrunk = source(['abc'], {size: 10});
  expect(await rejectionOf(client.upload(attach, {params: {ticketId: 1}, source: shrunk}))).toMatchObject({
    code: 'rejected',
    isLocal: true,
  });
  const grown = source(['abcdef'], {size: 3});
  expect(await rejectionOf(client.put(`${server.url}/upload`, {source: grown}))).toMatchObject({isLocal: true});
});

test('a plain HTTP address on another host receives nothing', async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url});
  const put = client.put('http://upload.example.com/1', {source: source(['x'])});
  expect(await rejectionOf(put)).toMatchObject({code: 'unreachable', reason: 'insecure'});
});

test('rule 44: a refusal of the upload host is reported in the words of the host', async () => {
  const server = await resources.server(() => ({
    status: 403,
    body: '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
  }));
  const client = resources.client({baseUrl: server.url});
  const put = () => client.put(`${server.url}/upload`, {source: source(['x'])});
  expect(await rejectionOf(put())).toMatchObject({code: 'rejected', status: 403, message: 'Request has expired'});
  server.answer(() => ({status: 404, body: {errors: [{field: null, reason: 'The upload was canceled'}]}}));
  expect(await rejectionOf(put())).toMatchObject({code: 'rejected', message: 'The upload was canceled'});
  server.answer(() => ({status: 503}));
  expect(await rejectionOf(put())).toMatchObject({code: 'unreachable', reason: 'server', outcome: 'unknown'});
  server.answer(() => ({status: 307, headers: {location: 'https://other.example/x'}}));
  expect(await rejectionOf(put())).toMatchObject({code: 'unreachable', reason: 'redirect'});
});

test('a download from a given address is sent without the token', async () => {
  const server = await resources.server(() => ({headers: {'content-type': 'text/plain'}, body: 'x'.repeat(200_000)}));
  const client = resources.client({baseUrl: server.url});
  let bytes = 0;
  const type = await client.download(`${server.url}/object?signature=1`, {
    sink: async piece => {
      bytes += piece.length;
    },
  });
  expect([type, bytes]).toEqual(['text/plain', 200_000]);
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
});

test('an object at a given address is deleted with a single request without the token', async () => {
  const server = await resources.server(() => ({status: 204}));
  const client = resources.client({baseUrl: server.url});
  expect(await client.deleteAt(`${server.url}/object?signature=1`)).toBe(204);
  expect(server.requests).toMatchObject([{method: 'DELETE', url: expect.stringMatching(/\/object\?signature=1$/)}]);
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  server.answer(() => ({status: 503}));
  const failure = await rejectionOf(client.deleteAt(`${server.url}/object`));
  expect(failure).toMatchObject({code: 'unreachable', reason: 'server', outcome: 'unknown'});
  expect(server.requests).toHaveLength(2);
});

test.each([
  ['/b/a/../../x?signature=1', '/b/a/../../x?signature=1'],
  ['/b/..?signature=1', '/b/..?signature=1'],
  ['/b/%2e%2E/x?to=/../y', '/b/%2e%2E/x?to=/../y'],
  ['/b/./x#part', '/b/./x'],
  ['/b/..x/x..?to=/../y', '/b/..x/x..?to=/../y'],
  ['/b/a b?x=ä', '/b/a%20b?x=%C3%A4'],
])('bug: the address of an object named . or .. was changed on the way: %s', async (address, expected) => {
  const server = await resources.server(() => ({status: 204}));
  const client = resources.client({baseUrl: server.url});
  const origin = new URL(server.url).origin;
  await client.deleteAt(origin + address);
  expect(server.requests.map(({url}) => url)).toEqual([expected]);
});
