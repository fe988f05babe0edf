/** Opens an emulator in this process, with or without a socket. */
import {once} from 'node:events';
import type {Server} from 'node:http';
import {contract} from '../../contract/index.ts';
import {brand} from '../../contract/wire/brand.ts';
import type {DialectName} from '../../contract/wire/dialect.ts';
import {Engine} from '../engine/engine.ts';
import {buildHandlerTable} from '../engine/http/handler-table.ts';
import type {LimitOptions} from '../engine/http/rate-limits.ts';
import type {BodyLimits} from '../engine/http/read-request.ts';
import {refuse} from '../engine/http/refusal.ts';
import {getMetadata, setMetadata} from '../engine/storage/account-metadata.ts';
import {openDatabase, tables} from '../engine/storage/database.ts';
import {Snapshots} from '../engine/storage/snapshots.ts';
import {Store} from '../engine/storage/store.ts';
import {type Clock, formatTimestamp, realClock} from '../engine/time/clock.ts';
import {type Random, secureRandom, seededRandom} from '../engine/time/random.ts';
import {startBackgroundActivity} from '../families/background-activity.ts';
import {handlers} from '../families/index.ts';
import {FaultInjector} from '../faults/fault-injector.ts';
import type {FaultPlan} from '../faults/fault-plan.ts';
import {type IssuedToken, issuedTokens, type SeedVariant, seedAccount} from '../seed/index.ts';
import type {EmulatorControl} from './control-routes.ts';
import {type HttpOptions, httpServer} from './http-server.ts';

export interface EmulatorOptions {
  /** Content of a new account: the demo (default), nothing, or so many instances. */
  readonly accounts?: SeedVariant | undefined;
  /** SQLite file that keeps the account; in memory without one. An account that is in it already is taken as it is. */
  readonly data?: string | undefined;
  /** Default: a free one. */
  readonly port?: number | undefined;
  /** Default: loopback only. */
  readonly host?: string | undefined;
  readonly clock?: Clock | undefined;
  /** Emulated seconds per real second; without meaning when a clock is given. */
  readonly speed?: number | undefined;
  /**
   * Two emulators with the same seed and the same requests give the same answers, tokens and secrets included.
   * Without one, the story is the same and secrets come from the machine's cryptographic source.
   */
  readonly seed?: number | undefined;
  /** The token with full access; made up when not given. */
  readonly token?: string | undefined;
  /** A provider's brand word: identifiers on the wire are spelt with it. */
  readonly brand?: string | undefined;
  /** A provider's short name of its Kubernetes product. */
  readonly acronym?: string | undefined;
  /** Default: `documents`, and `provider` with a brand word. */
  readonly dialect?: DialectName | undefined;
  /** True to simulate other users who work in the account, too. */
  readonly life?: boolean | undefined;
  readonly faults?: FaultPlan | undefined;
  readonly limits?: LimitOptions | undefined;
  /** The login page asks for a user name alone, and for no token. */
  readonly openLogin?: boolean | undefined;
  readonly bodies?: BodyLimits | undefined;
  /** Receives errors of the emulator itself. */
  readonly report?: ((error: unknown) => void) | undefined;
  /** Resolves after so many milliseconds, for faults that delay an answer. Default: real time. */
  readonly pause?: HttpOptions['pause'];
}

export interface RunningEmulator {
  /** Root of the API, `http://127.0.0.1:PORT/v4`. */
  readonly url: string;
  readonly port: number;
  /** The token with full access. */
  readonly token: string;
  readonly tokens: readonly IssuedToken[];
  readonly engine: Engine;
  readonly clock: Clock;
  readonly db: Store;
  /** Finishes the requests in flight, then lets go of the port and the file. */
  close(): Promise<void>;
}

/** Time that a request in flight may delay the end, in real milliseconds. */
const shutdownTimeoutMs = 5000;

/** An emulator without a socket. */
export interface OpenEmulator {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly db: Store;
  /** HTTP options for `httpServer` and `answerRequest`. */
  readonly http: HttpOptions;
  /** Fills a new account, and starts its running operations. */
  start(): void;
  tokens(): readonly IssuedToken[];
  /** Stops running operations, and closes the data file. */
  close(): void;
}

/** @throws DataFileError when the data file cannot be used; RangeError for a brand word that cannot be one */
export function openEmulator(options: EmulatorOptions = {}): OpenEmulator {
  // Mistakes in the options are found before anything is opened.
  const wire = options.brand ? brand(options.brand, {acronym: options.acronym}) : undefined;
  const {sql, fresh} = openDatabase(options.data);
  // Emulated time may have run ahead of the machine's; it does not go back.
  const notBefore = Number(getMetadata(sql).get('moment') ?? 0);
  const clock = options.clock ?? realClock({speed: options.speed, notBefore});
  const db = new Store(sql, clock.now);
  const random = randomOf(options);
  const engine = new Engine({
    db,
    clock,
    random,
    table: buildHandlerTable(contract, handlers),
    dialect: options.dialect ?? (wire ? 'provider' : 'documents'),
    brand: wire,
    word: options.brand,
    limits: options.limits,
    isLoginOpen: options.openLogin,
    report: options.report,
  });
  const faults = new FaultInjector(clock, random.fork('faults'));
  faults.set(options.faults ?? noFaults);
  const {bodies, pause} = options;
  return {
    engine,
    clock,
    db,
    http: {engine, faults, control: controlOf(engine, faults, options), bodies, pause},
    start() {
      if (fresh) db.transaction(() => seedAccount(engine, options));
      db.transaction(() => startLife(engine, options));
      engine.jobs.start();
    },
    tokens: () =>
      issuedTokens(sql).map(({scopes, ...token}) => ({
        ...token,
        scopes: wire ? wire.toWire.scopes(scopes) : scopes,
      })),
    close() {
      engine.jobs.stop();
      clock.stop();
      try {
        setMetadata(sql, 'moment', String(clock.now()));
      } catch (error) {
        // A full disk must not keep the port and the file from being released.
        options.report?.(error);
      } finally {
        sql.close();
      }
    },
  };
}

/**
 * @throws DataFileError when the data file cannot be used; RangeError for a brand word that cannot be one; an error with
 * `code` EADDRINUSE when the port is taken
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  const {host = '127.0.0.1', port: requestedPort = 0} = options;
  const emulator = openEmulator(options);
  const {engine, clock, db} = emulator;
  const server = httpServer(emulator.http);
  try {
    server.listen(requestedPort, host);
    await once(server, 'listening');
    // Only the emulator that has the port may change the account: a second one with the same file would seed it twice.
    emulator.start();
  } catch (error) {
    server.close();
    clock.stop();
    db.sql.close();
    throw error;
  }
  const tokens = emulator.tokens();
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : requestedPort;
  const hostText = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${hostText}:${port}/v4`,
    port,
    token: tokens[0]?.token ?? '',
    tokens,
    engine,
    clock,
    db,
    async close() {
      engine.jobs.stop();
      clock.stop();
      await stopListening(server);
      emulator.close();
    },
  };
}

const noFaults: FaultPlan = {faults: []};

const randomOf = ({seed}: EmulatorOptions): Random => (seed === undefined ? secureRandom() : seededRandom(seed));

function startLife(engine: Engine, {life, accounts = 'demo'}: EmulatorOptions): void {
  if (life && accounts === 'demo') startBackgroundActivity(engine.work('wsmith'));
}

function controlOf(engine: Engine, faults: FaultInjector, options: EmulatorOptions): EmulatorControl {
  const {db, clock} = engine;
  const snapshots = new Snapshots(db.sql);
  let advancing: Promise<unknown> = Promise.resolve();
  /** Puts other rows under the engine. */
  const replace = (change: () => void) => {
    engine.jobs.stop();
    db.transaction(change);
    db.refresh();
    engine.limits.reset();
    engine.jobs.start();
  };
  return {
    state: () => ({now: formatTimestamp(clock.now()), speed: clock.speed, faults: faults.report()}),
    setFaults: plan => faults.set(plan),
    listSnapshots: () => snapshots.names(),
    dropSnapshot: name => snapshots.drop(name),
    advance(milliseconds, signal) {
      // Advances run one after the other: each starts at the end of the one before.
      const arrived = advancing.then(() => advance(clock, milliseconds, signal));
      advancing = arrived.catch(() => false);
      return arrived;
    },
    takeSnapshot: name => snapshots.save(name),
    restoreSnapshot(name) {
      let isFound = false;
      replace(() => {
        isFound = snapshots.restore(name);
      });
      return isFound;
    },
    reset() {
      const random = randomOf(options);
      engine.restart(random);
      faults.restart(random.fork('faults'));
      faults.set(options.faults ?? noFaults);
      replace(() => {
        const tokens = issuedTokens(db.sql);
        for (const table of tables) db.sql.exec(`DELETE FROM ${table}`);
        seedAccount(engine, options, tokens);
        startLife(engine, options);
      });
    },
  };
}

/** Duration of one slice of advancing before other work has its turn, in real milliseconds. */
const sliceMs = 20;
/** The wire writes four digits of a year. */
const endOfTime = Date.UTC(9990, 0);

function advance(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  if (clock.now() + milliseconds > endOfTime) throw refuse('leads beyond the year 9989', 'advance');
  let since = performance.now();
  const pause = async () => {
    if (performance.now() - since < sliceMs) return;
    await new Promise(resolve => setImmediate(resolve));
    since = performance.now();
  };
  return clock.advanceInTurns(milliseconds, pause, signal);
}

async function stopListening(server: Server): Promise<void> {
  const closeEvent = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  // A stalled answer, or a client that sends its body for ever, must not hold the process.
  const end = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
  await closeEvent;
  clearTimeout(end);
}
