/** Measures the emulator as a server: mixed reads a second, and the last page of a long list. */
import {Agent, request} from 'node:http';
import {median, percentile} from './figures.ts';

export interface ReadRate {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const keepAlive = new Agent({keepAlive: true, maxSockets: 16});

function get(url: string, token: string): Promise<{status: number; body: string}> {
  return new Promise((resolve, reject) => {
    const call = request(url, {agent: keepAlive, headers: {Authorization: `Bearer ${token}`}}, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString()}));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end();
  });
}

/** The requests of a console and a few scripts: mostly single objects, then pages, events and catalogs. */
function mixedPath(instances: readonly number[], pages: number, index: number): string {
  const id = instances[(index * 7919) % instances.length];
  switch (index % 8) {
    case 0:
      return `/compute/instances?page=${1 + ((index * 31) % pages)}&page_size=25`;
    case 1:
      return '/account/events?page_size=25';
    case 2:
      return '/volumes?page_size=25';
    case 3:
      return '/regions';
    case 4:
      return `/compute/instances/${id}/volumes`;
    default:
      return `/compute/instances/${id}`;
  }
}

/** The instances to read, and the number of pages in their list at 25 per page. */
export interface ReadTargets {
  readonly ids: readonly number[];
  readonly pages: number;
}

export async function readTargets(url: string, token: string): Promise<ReadTargets> {
  const first = JSON.parse((await get(`${url}/compute/instances?page_size=100`, token)).body) as {
    data: {id: number}[];
    results: number;
  };
  return {ids: first.data.map(({id}) => id), pages: Math.ceil(first.results / 25)};
}

/** Sends mixed reads over loopback, for 20 s at most. */
export async function measureReads(
  url: string,
  token: string,
  {ids, pages}: ReadTargets,
  requests: number,
): Promise<ReadRate> {
  const times: number[] = [];
  let next = 0;
  const start = performance.now();
  const readInTurn = async () => {
    while (next < requests && performance.now() - start < 20_000) {
      const sent = performance.now();
      const {status} = await get(url + mixedPath(ids, pages, next++), token);
      if (status !== 200) throw new Error(`the emulator answered ${status}`);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({length: 16}, readInTurn));
  const seconds = (performance.now() - start) / 1000;
  return {perSecond: times.length / seconds, p50: median(times), p99: percentile(times, 99)};
}

/** The ratio of the time of a list's last page to that of its first. */
export async function lastPageRatio(url: string, token: string): Promise<number> {
  const measurePage = async (page: number) => {
    const times: number[] = [];
    for (let index = 0; index < 40; index++) {
      const sent = performance.now();
      await get(`${url}/compute/instances?page=${page}&page_size=100`, token);
      times.push(performance.now() - sent);
    }
    return median(times);
  };
  const {pages} = JSON.parse((await get(`${url}/compute/instances?page_size=100`, token)).body) as {pages: number};
  await measurePage(1);
  return (await measurePage(pages)) / (await measurePage(1));
}
