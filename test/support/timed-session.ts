/**
 * A session on a real client, real HTTP and the emulator, with a clock that the test advances. Every request is recorded.
 */
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {setTimeout, setImmediate as turn} from 'node:timers/promises';
import type {CompletedRequest} from '../../src/client/index.ts';
import {manualClock as emulatedClock} from '../../src/emulator/engine/time/clock.ts';
import {type EmulatorOptions, type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import {families} from '../../src/families/registry.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import type {Connection} from '../../src/store/api/connection.ts';
import type {Clock} from '../../src/store/core/clock.ts';
import type {HistoryFile} from '../../src/store/history/history-file-port.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import type {Session} from '../../src/store/session/session.ts';
import {closeServer, forward, listen} from './forward.ts';

export interface TimedSession {
  readonly session: Session;
  readonly account: RunningEmulator;
  readonly clock: Clock & {readonly timers: number};
  /** Every request so far, with the virtual time at which it was sent. */
  readonly traffic: readonly CompletedRequest[];
  /** Lets time pass for the session and the account, and waits for all work that follows. */
  advance(milliseconds: number): Promise<void>;
  settle(): Promise<void>;
  /** Ends the session, and opens another one on the same account. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export interface TimedSessionOptions extends EmulatorOptions {
  /** A proxy between client and API drops filters from requests, and the headers of rate limits from responses. */
  readonly hasMinimalApi?: boolean;
  /** A proxy between client and API calls this. It returns true for a request that the proxy must not forward. */
  readonly intercept?: Intercept;
  /** Records the versions of rows. */
  readonly history?: HistoryFile;
}

export type Intercept = (incoming: IncomingMessage, answer: ServerResponse) => boolean;

/** After this many turns of the event loop without activity, all open work waits for timers, if no request is open. */
const QUIET_TURNS = 4;
/** The same while a request is open: the system may still deliver its bytes, and some requests never end. */
const QUIET_TURNS_IN_REQUESTS = 46;
/** After this many turns, each further turn waits a millisecond, so that other processes get the core. */
const MAX_FAST_TURNS = 40;

export async function openTimedSession({
  hasMinimalApi = false,
  intercept,
  history,
  ...options
}: TimedSessionOptions = {}): Promise<TimedSession> {
  const start = Date.UTC(2026, 0, 15, 12);
  const emulatorClock = emulatedClock(start);
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none', clock: emulatorClock, ...options});
  const proxy = hasMinimalApi || intercept ? await startProxy(account.port, hasMinimalApi, intercept) : undefined;
  const timers: {readonly at: number; readonly run: () => void}[] = [];
  const traffic: CompletedRequest[] = [];
  let now = start;
  let openCalls = 0;
  let activityCount = 0;
  const clock: TimedSession['clock'] = {
    now: () => now,
    monotonic: () => now,
    schedule(milliseconds, run) {
      const timer = {at: now + Math.max(0, milliseconds), run};
      const index = timers.findIndex(({at}) => at > timer.at);
      timers.splice(index < 0 ? timers.length : index, 0, timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at >= 0) timers.splice(at, 1);
      };
    },
    yieldToLoop: async () => {
      activityCount++;
      await turn();
    },
    get timers() {
      return timers.length;
    },
  };
  const connection = await createConnect({
    baseUrl: proxy?.url ?? account.url,
    token: () => account.token,
    clock,
    random: () => 0.5,
    observe: exchange => traffic.push(exchange),
  })();
  // Loading the HTTP modules takes real time, and `settle` doesn't wait for it.
  const first = connection.operation('regions.list');
  if (first) await connection.call(first, {priority: 'user'});
  const countedConnection = countCalls(connection, by => {
    openCalls += by;
    activityCount++;
  });
  const openSession = () =>
    createSession({
      families,
      connect: async () => ({...countedConnection, close: async () => {}}),
      clock,
      random: () => 0.5,
      profile: {name: 'demo', production: false, readOnly: false},
      history,
    });
  let session = openSession();

  async function settle(): Promise<void> {
    for (let quietTurns = 0, before = -1; quietTurns < (openCalls === 0 ? QUIET_TURNS : QUIET_TURNS_IN_REQUESTS); ) {
      quietTurns = activityCount + traffic.length === before ? quietTurns + 1 : 0;
      before = activityCount + traffic.length;
      await (quietTurns > MAX_FAST_TURNS ? setTimeout(1) : turn());
    }
  }

  return {
    get session() {
      return session;
    },
    account,
    clock,
    traffic,
    settle,
    async advance(milliseconds) {
      const end = now + milliseconds;
      await settle();
      for (let due = timers[0]; due && due.at <= end; due = timers[0]) {
        timers.shift();
        emulatorClock.advance(Math.max(0, due.at - now));
        now = Math.max(now, due.at);
        due.run();
        await settle();
      }
      emulatorClock.advance(end - now);
      now = end;
    },
    async reopen() {
      await session.close();
      session = openSession();
    },
    async close() {
      await session.close();
      await connection.close();
      await proxy?.close();
      await account.close();
    },
  };
}

/** The same connection, which reports the start (1) and the end (-1) of each call. */
function countCalls(connection: Connection, count: (by: 1 | -1) => void): Connection {
  const counted =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      count(1);
      try {
        return await call(...args);
      } finally {
        count(-1);
      }
    };
  return {
    ...connection,
    call: counted(connection.call),
    page: counted(connection.page),
    pages: counted(connection.pages),
    listing: counted(connection.listing),
  };
}

async function startProxy(
  port: number,
  hasMinimalApi: boolean,
  intercept: Intercept | undefined,
): Promise<{readonly url: string; close(): Promise<void>}> {
  const server = createServer((incoming, answer) => {
    if (intercept?.(incoming, answer)) return;
    const {'x-filter': filter, ...others} = incoming.headers;
    incoming.headers = hasMinimalApi || filter === undefined ? others : {...others, 'x-filter': filter};
    forward(incoming, answer, `http://127.0.0.1:${port}`, response => {
      const headers = Object.entries(response.headers).filter(
        ([name]) => !hasMinimalApi || !name.startsWith('x-ratelimit'),
      );
      answer.writeHead(response.statusCode ?? 502, Object.fromEntries(headers) as Record<string, string>);
      response.pipe(answer);
    });
  });
  return {url: `${await listen(server)}/v4`, close: () => closeServer(server)};
}
