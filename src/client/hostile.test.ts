/** Hostile and broken answers of an API or a proxy: each ends as rows, or as a failure with a code. */
import {type AddressInfo, createServer} from 'node:net';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {afterEach, expect, test} from 'vitest';
import {contract} from '../contract/index.ts';
import {ClientError} from './core/errors.ts';
import {createTestResources, listPage, rejectionOf, volumeJson} from './testing.ts';

const resources = createTestResources();
afterEach(() => resources.end());

/** A server that answers every request with these bytes and closes the connection. */
async function answering(bytes: string | Buffer): Promise<{url: string; heard: string[]}> {
  const lines: string[] = [];
  const server = createServer(socket => {
    socket.on('error', () => {});
    socket.once('data', data => {
      lines.push(data.toString('latin1'));
      socket.end(bytes);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  resources.onEnd(() => new Promise(resolve => server.close(resolve)));
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`, heard: lines};
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

/** Answers, each with the number of rows that are read or with the code of the failure. */
const cases: Readonly<Record<string, readonly [string | Buffer, number | string]>> = {
  'HTTP/1.0 without a length': [`HTTP/1.0 200 OK\r\n${json}\r\n${rows}`, 2],
  'HTTP/0.9': [rows, 'not-api'],
  'nothing at all': ['', 'reset'],
  'an early hint before the answer': [
    Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'), answer(rows)]),
    2,
  ],
  'a continue that was not asked for': [
    Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), answer(rows)]),
    'reset',
  ],
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
  'a length that is none': [`HTTP/1.1 200 OK\r\n${json}Content-Length: -1\r\n\r\n${rows}`, 'not-api'],
  'a chunk of no size': [`HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n${rows}`, 'not-api'],
  'chunks that break off': [`HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\nfff\r\n{"da`, 'reset'],
  'an empty body': [answer(''), 'mismatch'],
  'a blank body': [answer('  \n '), 'mismatch'],
  null: [answer('null'), 'mismatch'],
  'a list in the place of a page': [answer('[]'), 'mismatch'],
  'text in the place of a page': [answer('"data"'), 'mismatch'],
  'JSON that breaks off': [answer(rows.slice(0, -9)), 'mismatch'],
  'numbers that JSON does not have': [answer('{"data":[],"page":NaN}'), 'mismatch'],
  'a page of 100,000 lists inside each other': [answer('['.repeat(100_000) + ']'.repeat(100_000)), 'mismatch'],
  'a field of 100,000 objects inside each other': [
    item(`"more":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
    'mismatch or 1',
  ],
  'bytes that are no UTF-8': [item('"label":"\xff\xfe\xc0\xaf"'), 1],
  prototypes: [item('"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'), 1],
  'numbers beyond all bounds': [item('"size":1e400,"compute_id":-1e400'), 1],
  'an ID of text': [item('"id":"../../x"'), 0],
  'an ID beyond what numbers hold': [item('"id":99999999999999999999'), 1],
  'no ID': [item('"id":null'), 0],
  'an object in the place of each value': [item('"label":{},"size":{},"tags":{},"status":{},"created":{}'), 1],
  'a length of the list that is none': [answer('{"data":[],"page":"x","pages":-1,"results":1e99}'), 0],
  'a compressed body that is none': [answer(rows, {headers: 'Content-Encoding: gzip\r\n'}), 'reset'],
  'an encoding that nobody knows': [
    answer(gzipSync(rows), {headers: 'Content-Encoding: x-nobody\r\n'}),
    'unreachable or mismatch',
  ],
  'a prototype in the place of an encoding': [answer(rows, {headers: 'Content-Encoding: constructor\r\n'}), 2],
  'a bomb of gzip': [answer(gzipSync(Buffer.alloc(20_000_000)), {headers: 'Content-Encoding: gzip\r\n'}), 'too-large'],
  'a bomb of brotli': [
    answer(brotliCompressSync(Buffer.alloc(20_000_000)), {headers: 'Content-Encoding: br\r\n'}),
    'too-large',
  ],
  'header names of every object': [answer(rows, {headers: '__proto__: 1\r\nconstructor: 2\r\ntoString: 3\r\n'}), 2],
  'headers of nonsense': [
    answer(rows, {headers: 'Date: never\r\nX-RateLimit-Limit: x\r\nX-RateLimit-Reset: -\r\nX-OAuth-Scopes: ,,\r\n'}),
    2,
  ],
};

test.each(Object.entries(cases))('an answer of %s', async (_, [bytes, expected]) => {
  const {url} = await answering(bytes);
  const client = resources.client({baseUrl: url, bounds: {body: 8_000_000}, retry: {attempts: 1}});
  const read = await client.call(contract.volumes.list).then(
    ({data}) => data.length,
    error => error,
  );
  expect(({} as {polluted?: unknown}).polluted).toBeUndefined();
  if (typeof read === 'number') {
    expect(String(expected).split(' or ').map(String)).toContain(String(read));
    return;
  }
  expect(read).toBeInstanceOf(ClientError);
  const {code, reason} = read as {code: string; reason?: string};
  expect(
    String(expected)
      .split(' or ')
      .some(entry => entry === code || entry === reason),
    `${code} ${reason}`,
  ).toBe(true);
});

test('every status becomes an answer or a failure with a code', async () => {
  for (const status of [...Array.from({length: 8}, (_, index) => 200 + index), 226, 299]) {
    const {url} = await answering(answer(rows, {status: `${status} X`}));
    const client = resources.client({baseUrl: url, retry: {attempts: 1}});
    const read = await client.call(contract.volumes.list).then(
      ({data}) => data.length,
      error => (error as ClientError).code,
    );
    // By the rules of HTTP, an answer with this status has no body.
    expect([status, read]).toEqual([status, status === 204 ? 'mismatch' : 2]);
  }
  for (const status of [400, 402, 404, 405, 409, 410, 418, 422, 451, 499]) {
    const {url} = await answering(answer('{"errors":[{"reason":"no"}]}', {status: `${status} X`}));
    const failure = await rejectionOf(resources.client({baseUrl: url}).call(contract.volumes.list));
    expect([status, failure]).toEqual([status, expect.objectContaining({code: 'rejected', status})]);
  }
  for (const status of [500, 501, 505, 599, 600, 777, 999]) {
    const {url} = await answering(answer('<html>', {status: `${status} X`}));
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
])('a 429 that asks to wait for "%s" leads to a wait of at most five minutes', async wait => {
  const {url} = await answering(answer('{}', {status: '429 X', headers: `Retry-After: ${wait}\r\n`}));
  const client = resources.client({baseUrl: url, retry: {attempts: 1}});
  const before = Date.now();
  const failure = (await rejectionOf(client.call(contract.volumes.list))) as {code: string; retryAt: number};
  expect(failure).toMatchObject({code: 'throttled', status: 429});
  expect(failure.retryAt - before).toBeLessThanOrEqual(5 * 60_000 + 5000);
});

test('cookies are neither stored nor sent', async () => {
  const {url, heard} = await answering(answer(rows, {headers: 'Set-Cookie: a=b; Path=/\r\nSet-Cookie: c=d\r\n'}));
  const client = resources.client({baseUrl: url});
  await client.call(contract.volumes.list);
  await client.call(contract.volumes.list);
  expect(heard).toHaveLength(2);
  for (const request of heard) expect(request).not.toMatch(/cookie/i);
});
