/**
 * A file of any size passes through the upload piece by piece, and the memory use doesn't grow with it.
 * `SKYDECK_BIG_FILE=2500` sends that number of MB instead of a few.
 */
import {mkdtempSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {inspectFile, readChunks} from '../platform/files/user-files.ts';
import {createConnect} from './api/connect-client.ts';

const MB = 1024 * 1024;
const size = Number(process.env.SKYDECK_BIG_FILE ?? 64) * MB;
/** The most memory that the pieces being sent, the sockets and their streams may use. */
const maxHeldBytes = 24 * MB;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-big-'));
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** A file that starts like gzip; the rest of it is sparse and takes no disk space. */
function sparse(): string {
  const path = join(folder, 'disk.img.gz');
  writeFileSync(path, Buffer.of(0x1f, 0x8b));
  truncateSync(path, size);
  return path;
}

/** A server that reads the request and pauses after this number of bytes until it is resumed. */
async function slowHost(each: number) {
  const host = {received: 0, rests: false, resume: () => {}, url: '', close: () => {}};
  let rested = 0;
  const server = createServer((request, response) => {
    request.on('data', (piece: Buffer) => {
      host.received += piece.length;
      if (host.received - rested < each) return;
      rested = host.received;
      request.pause();
      host.rests = true;
      host.resume = () => {
        host.rests = false;
        request.resume();
      };
    });
    request.on('end', () => response.end());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload?signature=x`;
  host.close = () => server.close();
  return host;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const turn = () => new Promise<void>(resolve => setImmediate(resolve));

/**
 * The bytes in use, including buffers, after a garbage collection. Memory that a collection frees is returned in the
 * background and may be counted until the next one.
 */
async function inUse(): Promise<number> {
  let minimum = Number.POSITIVE_INFINITY;
  for (let collected = 0; collected < 4; collected++) {
    collectGarbage();
    const {heapUsed, arrayBuffers} = process.memoryUsage();
    minimum = Math.min(minimum, heapUsed + arrayBuffers);
    await turn();
  }
  return minimum;
}

test('a large file is read at the pace of its receiver, in constant memory', {timeout: 600_000}, async () => {
  const file = await inspectFile(sparse());
  const host = await slowHost(12 * MB);
  const connection = await createConnect({baseUrl: 'https://api.example.com', token: () => 'x'})();
  let read = 0;
  let ahead = 0;
  async function* pieces() {
    for await (const piece of readChunks(file.path)) {
      read += piece.length;
      ahead = Math.max(ahead, read - host.received);
      yield piece;
    }
  }
  const rests: number[] = [];
  let done = false;
  const sent = connection.put(host.url, {source: {open: pieces, size: file.size, name: file.name}}).finally(() => {
    done = true;
  });
  sent.catch(() => {});
  // The upload stops reading the file while the server is paused. Its memory use is then at its maximum.
  for (let still = 0, last = -1; !done; last = read) {
    await turn();
    still = host.rests && read === last ? still + 1 : 0;
    if (still < 200) continue;
    still = 0;
    rests.push(await inUse());
    host.resume();
  }
  await sent;
  expect([file.size, read, host.received]).toEqual([size, size, size]);
  expect(ahead).toBeLessThan(maxHeldBytes);
  // The first measurement includes the code that the first request loads.
  const [first = 0, ...later] = rests;
  expect(later.length).toBeGreaterThan(3);
  expect(Math.max(...later) - first).toBeLessThan(maxHeldBytes);
  host.close();
  await connection.close();
});
