/**
 * A file of any size goes through the upload path piece by piece: what is held of it in memory does not grow with it.
 * `SKYDECK_BIG_FILE=2500` sends so many MB in place of the few of the suite.
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
const size = Number(process.env.SKYDECK_BIG_FILE ?? 192) * MB;
/** What pieces under way, sockets and their streams may hold. */
const held = 24 * MB;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-big-'));
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** Begins like a gzip file; the rest of it takes no room on the disk. */
function sparse(): string {
  const path = join(folder, 'disk.img.gz');
  writeFileSync(path, Buffer.of(0x1f, 0x8b));
  truncateSync(path, size);
  return path;
}

/** Takes what it is sent, and rests after each so many bytes until it is told to go on. */
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
const collect: () => void = runInNewContext('gc');
const turn = () => new Promise<void>(resolve => setImmediate(resolve));

/**
 * Bytes that are still needed, those of buffers too: what is only not yet collected does not count. What a collection
 * finds is given back beside the program, and may be counted until the next one.
 */
async function inUse(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let collected = 0; collected < 4; collected++) {
    collect();
    const {heapUsed, arrayBuffers} = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
    await turn();
  }
  return least;
}

test('a large file is read no faster than it is taken, and memory stays flat', {timeout: 600_000}, async () => {
  const file = await inspectFile(sparse());
  const host = await slowHost(32 * MB);
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
  // Once nothing more is read, the host has rested: what is held now is all that is held for it.
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
  expect(ahead).toBeLessThan(held);
  // The first of them has what the first request loads.
  const [first = 0, ...later] = rests;
  expect(later.length).toBeGreaterThan(3);
  expect(Math.max(...later) - first).toBeLessThan(held);
  host.close();
  await connection.close();
});
