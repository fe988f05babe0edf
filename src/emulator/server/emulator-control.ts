/** The controls of a running emulator: faults, clock, snapshots, reset, and the journal of requests. */
import type {Engine} from '../engine/engine.ts';
import {badRequest} from '../engine/http/refusal.ts';
import {getMetadata, setMetadata} from '../engine/storage/account-metadata.ts';
import {StoreSnapshots} from '../engine/storage/snapshots.ts';
import {type EmulatedClock, formatTimestamp} from '../engine/time/clock.ts';
import {type Random, secureRandom, seededRandom} from '../engine/time/random.ts';
import {startBackgroundActivity} from '../families/background-activity.ts';
import type {FaultInjector} from '../faults/fault-injector.ts';
import type {FaultPlan} from '../faults/fault-plan.ts';
import {type IssuedToken, issuedTokens, type SeedOptions, seedAccount} from '../seed/index.ts';
import type {AccountFile} from './account-file/account-file.ts';
import {loadAccount, ownerTokensOf} from './account-file/load-account.ts';
import type {RequestJournal} from './journal/request-journal.ts';

/** An emulator is ready when its account is filled; while it ends, it only finishes running requests. */
export type EmulatorPhase = 'starting' | 'ready' | 'ending';

/** Controls of a running emulator. */
export interface EmulatorControl {
  readonly journal: RequestJournal;
  phase: EmulatorPhase;
  /** Emulated time, in milliseconds since 1970. */
  now(): number;
  state(): Readonly<Record<string, unknown>>;
  setFaults(plan: FaultPlan): void;
  /**
   * Restores the account, the faults and the random source of the start, and clears the journal. Printed tokens stay
   * valid. The time stays, so the seeded history of the account ends now.
   */
  reset(): void;
  /** Stores the current account as a snapshot. */
  takeSnapshot(name: string): void;
  /** Restores a snapshot; an earlier time advances to that of the snapshot. Returns false for an unknown name. */
  restoreSnapshot(name: string): boolean;
  listSnapshots(): readonly string[];
  /** Returns false for an unknown name. */
  dropSnapshot(name: string): boolean;
  /** The bytes of a snapshot as a data file. Undefined for an unknown name. */
  readSnapshot(name: string): Uint8Array | undefined;
  /** Stores the account of a data file as a snapshot. @throws DataFileError for other bytes */
  addSnapshot(name: string, bytes: Uint8Array): void;
  /** The current account as the text of an account file. */
  exportAccount(): Promise<string>;
  /**
   * Advances emulated time. Returns false if the signal or the end of the emulator stopped the advance.
   * @throws Refusal for a time that is negative or too long
   */
  advance(seconds: number, signal?: AbortSignal): Promise<boolean>;
}

export interface AccountOptions extends Omit<SeedOptions, 'tokens'> {
  /** Content of a new account, in place of `accounts`. */
  readonly account?: AccountFile | undefined;
  /** True to simulate other users who work in the account, too. */
  readonly backgroundActivity?: boolean | undefined;
  readonly faults?: FaultPlan | undefined;
}

export const noFaults: FaultPlan = {faults: []};

export const randomOf = ({seed}: AccountOptions): Random => (seed === undefined ? secureRandom() : seededRandom(seed));

/** Fills a new account. Random values of requests are the same for a new account and for one from a data file. */
export function fillAccount(
  engine: Engine,
  random: Random,
  options: AccountOptions,
  previousTokens?: readonly IssuedToken[],
): void {
  const {account} = options;
  engine.restart(random.fork('seed'));
  if (account) {
    seedAccount(engine, {...options, accounts: 'empty', tokens: ownerTokensOf(account)}, previousTokens);
    loadAccount(engine, account);
  } else seedAccount(engine, options, previousTokens);
  engine.restart(random);
}

export function startActivity(engine: Engine, {backgroundActivity, accounts = 'demo', account}: AccountOptions): void {
  if (backgroundActivity && accounts === 'demo' && !account) startBackgroundActivity(engine.work('wsmith'));
}

export interface ControlParts {
  readonly engine: Engine;
  readonly faults: FaultInjector;
  readonly journal: RequestJournal;
}

export function createControl({engine, faults, journal}: ControlParts, options: AccountOptions): EmulatorControl {
  const {db, clock} = engine;
  const snapshots = new StoreSnapshots(db.sql);
  let advancing: Promise<unknown> = Promise.resolve();
  /** Replaces the rows of the account. */
  const replace = (change: () => void) => {
    engine.jobs.stop();
    try {
      db.transaction(change);
      engine.limits.reset();
    } finally {
      // After a failure the account is the one before, and its operations continue.
      db.refresh();
      engine.jobs.start();
    }
  };
  return {
    journal,
    phase: 'starting',
    now: () => clock.now(),
    state: () => ({now: formatTimestamp(clock.now()), speed: clock.speed, faults: faults.report()}),
    setFaults: plan => faults.set(plan),
    listSnapshots: () => snapshots.names(),
    dropSnapshot: name => snapshots.drop(name),
    async advance(seconds, signal = new AbortController().signal) {
      if (!(seconds >= 0 && seconds <= maxAdvance))
        throw badRequest(`advance must be a number of seconds, 0 to ${maxAdvance} (ten years)`);
      // Advances run in sequence: each starts at the end of the previous one.
      const arrived = advancing.then(() => advanceInSlices(clock, seconds * 1000, signal));
      advancing = arrived.catch(() => false);
      return arrived;
    },
    takeSnapshot(name) {
      setMetadata(db.sql, 'moment', String(clock.now()));
      snapshots.save(name);
    },
    restoreSnapshot(name) {
      if (!snapshots.has(name)) return false;
      replace(() => {
        snapshots.restore(name);
        const moment = Number(getMetadata(db.sql).get('moment') ?? 0);
        // Jobs are stopped, so that the advance doesn't run them; they run later, at the times of the snapshot.
        clock.advance(Math.max(0, moment - clock.now()));
      });
      return true;
    },
    readSnapshot: name => snapshots.toFile(name),
    addSnapshot: (name, bytes) => snapshots.fromFile(name, bytes),
    async exportAccount() {
      const {exportAccount} = await import('./account-file/export-account.ts');
      return exportAccount(engine);
    },
    reset() {
      const random = randomOf(options);
      faults.restart(random.fork('faults'));
      faults.set(options.faults ?? noFaults);
      replace(() => {
        const tokens = issuedTokens(db.sql);
        db.clear();
        fillAccount(engine, random, options, tokens);
        startActivity(engine, options);
      });
      journal.clear();
    },
  };
}

/** Seconds: ten years. */
const maxAdvance = 10 * 366 * 24 * 3600;
/** Duration of one slice of an advance, after which other work runs, in real milliseconds. */
const sliceMs = 20;
/** Years in the format of the API have four digits. */
const endOfTime = Date.UTC(9990, 0);

function advanceInSlices(clock: EmulatedClock, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  if (clock.now() + milliseconds > endOfTime) throw badRequest('advance leads beyond the year 9989');
  let since = performance.now();
  const pause = async () => {
    if (performance.now() - since < sliceMs) return;
    await new Promise(resolve => setImmediate(resolve));
    since = performance.now();
  };
  return clock.advanceInTurns(milliseconds, pause, signal);
}
