/**
 * Measures loading and refreshing 10,000 instances in the searchable store, with Skydeck's session and client in this
 * process. The peer is the transfer of the same pages alone.
 */
import {monitorEventLoopDelay} from 'node:perf_hooks';
import {Agent, request} from 'undici';
import {families} from '../src/families/registry.ts';
import {createConnect} from '../src/store/api/connect-client.ts';
import type {Collection} from '../src/store/cache/collection-state.ts';
import {realClock} from '../src/store/core/clock.ts';
import {createListModel} from '../src/store/list/list-model.ts';
import {createSession} from '../src/store/session/create-session.ts';
import {collectGarbage} from './collect.ts';
import {median} from './figures.ts';

export interface Server {
  readonly url: string;
  readonly token: string;
}

export interface DataFigures {
  /** Milliseconds until all rows are in the store and can be searched. */
  readonly load: number;
  /** Milliseconds of the transfer of the same pages over as many connections, parsed and kept in an array. */
  readonly transfer: number;
  /** Milliseconds that `JSON.parse` works on the bytes of those pages. */
  readonly parse: number;
  /** CPU milliseconds to read an unchanged list again, and one with 2 % changed rows, without those of the transfer. */
  readonly refreshSame: number;
  readonly refreshChanged: number;
}

export interface FarFigures {
  /** Milliseconds on an API that answers after 80 ms. */
  readonly load: number;
  readonly firstRows: number;
  /** Milliseconds of sequential requests for pages of 100, and of one request. */
  readonly sequential: number;
  readonly roundTrip: number;
}

const connections = 8;
const agent = new Agent({connections, pipelining: 1});

async function fetchPage({url, token}: Server, page: number, size: number) {
  const {body, statusCode} = await request(`${url}/compute/instances?page=${page}&page_size=${size}`, {
    dispatcher: agent,
    headers: {authorization: `Bearer ${token}`},
  });
  if (statusCode !== 200) throw new Error(`the emulator answered ${statusCode}`);
  return body;
}

const textOf = async (server: Server, page: number, size: number) => (await fetchPage(server, page, size)).text();
/** Reads the bytes of a response, the minimum work with it. */
const bytesOf = async (server: Server, page: number, size: number) => (await fetchPage(server, page, size)).bytes();

const measureMs = async (run: () => unknown): Promise<number> => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};

/** CPU milliseconds of this thread. The elapsed time is mostly waiting for the server, and varies too much. */
const measureCpuMs = async (run: () => unknown): Promise<number> => {
  const start = process.threadCpuUsage();
  await run();
  const {user, system} = process.threadCpuUsage(start);
  return (user + system) / 1000;
};

/** Fetches all pages as Skydeck does: the first page alone, then the others in parallel. */
async function transfer(pages: number, fetch: (page: number) => Promise<unknown>): Promise<void> {
  await fetch(1);
  let next = 2;
  const fetchInTurn = async () => {
    while (next <= pages) await fetch(next++);
  };
  await Promise.all(Array.from({length: connections}, fetchInTurn));
}

/** A rate limit that this benchmark doesn't reach. */
const unlimited = {requests: 1_000_000, seconds: 60};

function openSession({url, token}: Server, pageSize: number) {
  const progress = {pages: 0, onPage: () => {}};
  const session = createSession({
    families,
    connect: createConnect({
      baseUrl: url,
      token: () => token,
      maxPageSize: pageSize,
      limits: {general: unlimited},
      observe({operation}) {
        if (operation !== 'instances.list') return;
        progress.pages++;
        progress.onPage();
      },
    }),
    clock: realClock,
    random: Math.random,
    profile: {name: 'bench', production: false, readOnly: false},
  });
  return {session, list: session.collection('instances'), read: progress};
}

/** Resolves when the condition holds; subscribes to the list meanwhile. */
function waitUntil(list: Collection, condition: () => boolean): Promise<void> {
  if (condition()) return Promise.resolve();
  return new Promise(resolve => {
    const unsubscribe = list.subscribe(() => {
      if (!condition()) return;
      unsubscribe();
      resolve();
    });
  });
}

const isWhole = (list: Collection) => {
  const {isComplete, total, rows} = list.getState();
  return isComplete && rows.length === total;
};

/** Opens a new session; resolves when the whole list is loaded and every row can be found. */
async function load(server: Server, pageSize: number): Promise<{readonly first: number; readonly whole: number}> {
  const {session, list} = openSession(server, pageSize);
  const start = performance.now();
  const unsubscribe = list.subscribe(() => {});
  await waitUntil(list, () => list.getState().rows.length > 0);
  const first = performance.now() - start;
  await waitUntil(list, () => isWhole(list));
  // The search texts are created in the order of the list, as its screen does.
  for (const row of list.getState().rows) list.searchText(list.family.key(row));
  const whole = performance.now() - start;
  unsubscribe();
  await session.close();
  return {first, whole};
}

async function change({url, token}: Server, ids: readonly number[], tag: string): Promise<void> {
  for (const id of ids) {
    const {body, statusCode} = await request(`${url}/compute/instances/${id}`, {
      method: 'PUT',
      dispatcher: agent,
      headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
      body: JSON.stringify({tags: [tag]}),
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`the emulator answered ${statusCode} to a change`);
  }
}

/** Measures a server on this machine. */
export async function measureNear(server: Server, rounds: number, size = 500): Promise<DataFigures> {
  const {pages} = JSON.parse(await textOf(server, 1, size)) as {pages: number};
  const texts: string[] = [];
  const keepText = async (page: number) => texts.push(await textOf(server, page, size));
  const parsePage = async (page: number) => JSON.parse(await textOf(server, page, size));
  await transfer(pages, keepText);
  const all = {
    load: [] as number[],
    transfer: [] as number[],
    parse: [] as number[],
    same: [] as number[],
    changed: [] as number[],
    bytes: [] as number[],
  };
  const {session, list, read} = openSession(server, size);
  const unsubscribe = list.subscribe(() => {});
  await waitUntil(list, () => isWhole(list));
  // An unchanged list notifies no listener, so the pages are counted.
  const refetch = () =>
    measureCpuMs(async () => {
      const last = read.pages + pages;
      const allPages = new Promise<void>(resolve => {
        read.onPage = () => read.pages >= last && resolve();
      });
      list.refetch();
      await allPages;
      while (list.getState().phase !== 'ready') await new Promise(resolve => setImmediate(resolve));
    });
  const changedIds = list.getState().rows.flatMap(({id}, index) => (index % 50 === 0 ? [Number(id)] : []));
  for (let round = 0; round < rounds; round++) {
    collectGarbage();
    const kept: unknown[] = [];
    all.transfer.push(await measureMs(() => transfer(pages, async page => kept.push(await parsePage(page)))));
    collectGarbage();
    all.load.push((await load(server, size)).whole);
    all.parse.push(await measureCpuMs(() => texts.map(text => JSON.parse(text))));
    all.bytes.push(await measureCpuMs(() => transfer(pages, page => bytesOf(server, page, size))));
    all.same.push(await refetch());
    await change(server, changedIds, `round-${round}`);
    all.changed.push(await refetch());
  }
  unsubscribe();
  await session.close();
  const bytes = median(all.bytes);
  return {
    load: median(all.load),
    transfer: median(all.transfer),
    parse: median(all.parse),
    refreshSame: median(all.same) - bytes,
    refreshChanged: median(all.changed) - bytes,
  };
}

/** Measures a server that answers after 80 ms. */
export async function measureFar(server: Server, rounds: number): Promise<FarFigures> {
  const figures = {load: [] as number[], first: [] as number[], trip: [] as number[]};
  for (let round = 0; round < rounds; round++) {
    figures.trip.push(await measureMs(() => textOf(server, 1, 100)));
    const {first, whole} = await load(server, 500);
    figures.load.push(whole);
    figures.first.push(first);
  }
  const sequential = await measureMs(async () => {
    for (let page = 1; page <= 100; page++) JSON.parse(await textOf(server, page, 100));
  });
  return {
    load: median(figures.load),
    firstRows: median(figures.first),
    sequential,
    roundTrip: median(figures.trip),
  };
}

/**
 * The longest turns of the event loop in milliseconds, by operation on 100,000 rows. A key waits for the end of a turn.
 */
export interface Turns {
  readonly load: number;
  readonly filter: number;
  readonly find: number;
  readonly sort: number;
  readonly mark: number;
}

/** The interval of the timer whose delay is measured. */
const timerIntervalMs = 1;
const waitForTicks = () => new Promise(resolve => setTimeout(resolve, 3 * timerIntervalMs));
const longestOf = (delays: ReturnType<typeof monitorEventLoopDelay>): number =>
  Math.max(0, delays.max / 1e6 - timerIntervalMs);

/** Runs the work for this time at most, as the finder does. Returns true if the work is done. */
function isDoneWithin(work: Generator<void, unknown>, milliseconds: number): boolean {
  const until = performance.now() + milliseconds;
  do if (work.next().done) return true;
  while (performance.now() < until);
  return false;
}

export async function measureTurns(server: Server): Promise<Turns> {
  // Otherwise the rows of the previous round would be collected during this one.
  collectGarbage();
  const {session, list} = openSession(server, 100);
  const model = createListModel(list, session.lookup, {
    yieldToLoop: () => realClock.yieldToLoop(),
    now: () => performance.now(),
  });
  const delays = monitorEventLoopDelay({resolution: timerIntervalMs});
  const longestDuring = async (run: () => unknown): Promise<number> => {
    delays.reset();
    delays.enable();
    // A delay is counted from the previous tick, so a tick is needed before the first turn.
    await waitForTicks();
    await run();
    do await waitForTicks();
    while (model.getState().isSettling);
    delays.disable();
    return longestOf(delays);
  };
  const unsubscribe = model.subscribe(() => {});
  const load = await longestDuring(() => waitUntil(list, () => isWhole(list)));
  // The first word creates the search texts of the list.
  const find = await longestDuring(async () => {
    for (const typed of ['w', 'web-12', 'prod']) {
      const work = session.find(typed);
      while (!isDoneWithin(work, 6)) await realClock.yieldToLoop();
    }
  });
  const filter = await longestDuring(async () => {
    for (let end = 1; end <= 'web-12'.length; end++) {
      model.setFilter('web-12'.slice(0, end));
      await waitForTicks();
    }
    model.setFilter('');
  });
  const sort = await longestDuring(() => model.setSort({column: 'label', descending: true}));
  const mark = await longestDuring(() => model.selectAll());
  unsubscribe();
  await session.close();
  return {load, filter, find, sort, mark};
}

export const closeAgent = (): Promise<void> => agent.close();
