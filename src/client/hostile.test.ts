/** Hostile and broken answers of an API or a proxy: each leads to rows, or to a failure with a code. */
import {type AddressInfo, createServer} from 'node:net';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {afterEach, expect, test} from 'vitest';
import {contract} from '../contract/index.ts';
import {ClientError} from './core/errors.ts';
import {createTestResources, listPage, rejectionOf, volumeJson} from './testing.ts';

const resources = createTestResources();
afterEach(() => resources.end());

/** A server that answers every request with these bytes and closes the connection. */
async function startRawServer(bytes: string | Buffer): Promise<{url: string; requests: string[]}> {
  const requests: string[] = [];
  const server = createServer(socket => {
    socket.on('error', () => {});
    socket.once('data', data => {
      requests.push(data.toString('latin1'));
      socket.end(bytes);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  resources.onEnd(() => new Promise(resolve => server.close(resolve)));
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`, requests};
}

const json = 'Content-Type: application/json\r\n';
const rows = JSON.stringify(listPage([volumeJson(1), volumeJson(2)]));
const answer = (body: string | Buffer, {status = '200 OK', headers = ''} = {}): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${json}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
const item = (facts: string): Buffer =>
  answer(`{"page":1,"pages":1,"results":1,"data":[${JSON.stringify(volumeJson(1)).slice(0, -1)},${facts}}]}`);

/** Answers, each with the number of rows that are read or with the code or reason of the failure. */
const cases: Readonly<Record<string, readonly [string | Buffer, number | string]>> = {
  'HTTP/1.0 without a length': [`HTTP/1.0 200 OK\r\n${json}\r\n${rows}`, 2],
  'HTTP/0.9': [rows, 'not-api'],
  'no bytes': ['', 'reset'],
  'an early hint before the answer': [
    Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'), answer(rows)]),
    2,
  ],
  'an unrequested 100 Continue': [Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), answer(rows)]), 'reset'],
  'another protocol': [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nxx',
    'unreachable',
  ],
  'a longer length than the body': [
    `HTTP/1.1 200 OK\r\n${json}Content-Length: ${rows.length + 50}\r\n\r\n${rows}`,
    'reset',
  ],
  'a shorter length than the body': [`HTTP/1.1 200 OK\r\n${json}Content-Length: 20\r\n\r\n${rows}`, 'mismatch'],
  'two lengths': [`HTTP/1.1 200 OK\r\n${json}Content-Length: 5\r\nContent-Length: 9\r\n\r\n${rows}`, 'reset'],
  'a negative length': [`HTTP/1.1 200 OK\r\n${json}Content-Length: -1\r\n\r\n${rows}`, 'not-api'],
  'a chunk with an invalid size': [
    `HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n${rows}`,
    'not-api',
  ],
  'truncated chunks': [`HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\nfff\r\n{"da`, 'reset'],
  'an empty body': [answer(''), 'mismatch'],
  'a blank body': [answer('  \n '), 'mismatch'],
  'the body null': [answer('null'), 'mismatch'],
  'a list instead of a page': [answer('[]'), 'mismatch'],
  'a text instead of a page': [answer('"data"'), 'mismatch'],
  'truncated JSON': [answer(rows.slice(0, -9)), 'mismatch'],
  'numbers that JSON does not have': [answer('{"data":[],"page":NaN}'), 'mismatch'],
  'a page of 100,000 lists inside each other': [answer('['.repeat(100_000) + ']'.repeat(100_000)), 'mismatch'],
  'a field of 100,000 objects inside each other': [item(`"more":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`), 1],
  'bytes that are not UTF-8': [item('"label":"\xff\xfe\xc0\xaf"'), 1],
  prototypes: [item('"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'), 1],
  'numbers too large for a double': [item('"size":1e400,"compute_id":-1e400'), 1],
  'a text as ID': [item('"id":"../../x"'), 0],
  'an ID above the largest safe integer': [item('"id":99999999999999999999'), 1],
  'no ID': [item('"id":null'), 0],
  'an object instead of each value': [item('"label":{},"size":{},"tags":{},"status":{},"created":{}'), 1],
  'invalid page counts': [answer('{"data":[],"page":"x","pages":-1,"results":1e99}'), 0],
  'an uncompressed body that is announced as gzip': [answer(rows, {headers: 'Content-Encoding: gzip\r\n'}), 'reset'],
  'an unknown encoding': [answer(gzipSync(rows), {headers: 'Content-Encoding: x-nobody\r\n'}), 'mismatch'],
  'an encoding with the name of an object property': [answer(rows, {headers: 'Content-Encoding: constructor\r\n'}), 2],
  'a decompression bomb in gzip': [
    answer(gzipSync(Buffer.alloc(20_000_000)), {headers: 'Content-Encoding: gzip\r\n'}),
    'too-large',
  ],
  'a decompression bomb in brotli': [
    answer(brotliCompressSync(Buffer.alloc(20_000_000)), {headers: 'Content-Encoding: br\r\n'}),
    'too-large',
  ],
  'headers with the names of object properties': [
    answer(rows, {headers: '__proto__: 1\r\nconstructor: 2\r\ntoString: 3\r\n'}),
    2,
  ],
  'invalid header values': [
    answer(rows, {headers: 'Date: never\r\nX-RateLimit-Limit: x\r\nX-RateLimit-Reset: -\r\nX-OAuth-Scopes: ,,\r\n'}),
    2,
  ],
};

test.each(Object.entries(cases))('the answer "%s" leads to rows or to a failure with a code', async (_, [
  bytes,
  expected,
]) => {
  const {url} = await startRawServer(bytes);
  const client = resources.client({baseUrl: url, bounds: {body: 8_000_000}, retry: {attempts: 1}});
  const read = await client.call(contract.volumes.list).then(
    ({data}) => data.length,
    error => error,
  );
  expect(({} as {polluted?: unknown}).polluted).toBeUndefined();
  if (typeof expected === 'number') {
    expect(read).toBe(expected);
    return;
  }
  expect(read).toBeInstanceOf(ClientError);
  const {code, reason} = read as {code: string; reason?: string};
  expect([code, reason]).toContain(expected);
});

test('every status becomes an answer or a failure with a code', async () => {
  for (const status of [...Array.from({length: 8}, (_, index) => 200 + index), 226, 299]) {
    const {url} = await startRawServer(answer(rows, {status: `${status} X`}));
    const client = resources.client({baseUrl: url, retry: {attempts: 1}});
    const read = await client.call(contract.volumes.list).then(
      ({data}) => data.length,
      error => (error as ClientError).code,
    );
    // By the rules of HTTP, a response with this status has no body.
    expect([status, read]).toEqual([status, status === 204 ? 'mismatch' : 2]);
  }
  for (const status of [400, 402, 404, 405, 409, 410, 418, 422, 451, 499]) {
    const {url} = await startRawServer(answer('{"errors":[{"reason":"no"}]}', {status: `${status} X`}));
    const failure = await rejectionOf(resources.client({baseUrl: url}).call(contract.volumes.list));
    expect([status, failure]).toEqual([status, expect.objectContaining({code: 'rejected', status})]);
  }
  for (const status of [500, 501, 505, 599, 600, 777, 999]) {
    const {url} = await startRawServer(answer('<html>', {status: `${status} X`}));
    const failure = await rejectionOf(
      resources.client({baseUrl: url, retry: {attempts: 1}}).call(contract.volumes.list),
    );
    expect([status, failure]).toEqual([
      status,
      expect.objectContaining({code: 'unreachable', reason: 'server', status}),
    ]);
  }
});

test.each([
  '',
  '0',
  '-1',
  '1e9',
  'soon',
  '7 7',
  '99999999999999999999',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
])('a 429 with the Retry-After "%s" leads to a wait of at most five minutes', async wait => {
  const {url} = await startRawServer(answer('{}', {status: '429 X', headers: `Retry-After: ${wait}\r\n`}));
  const client = resources.client({baseUrl: url, retry: {attempts: 1}});
  const before = Date.now();
  const failure = (await rejectionOf(client.call(contract.volumes.list))) as {code: string; retryAt: number};
  expect(failure).toMatchObject({code: 'throttled', status: 429});
  expect(failure.retryAt - before).toBeLessThanOrEqual(5 * 60_000 + 5000);
});

test('cookies are neither stored nor sent', async () => {
  const {url, requests} = await startRawServer(
    answer(rows, {headers: 'Set-Cookie: a=b; Path=/\r\nSet-Cookie: c=d\r\n'}),
  );
  const client = resources.client({baseUrl: url});
  await client.call(contract.volumes.list);
  await client.call(contract.volumes.list);
  expect(requests).toHaveLength(2);
  for (const request of requests) expect(request).not.toMatch(/cookie/i);
});
