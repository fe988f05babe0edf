/** The methods of a running emulator: the public interface of the package. */
import type {FaultPlan} from '../faults/fault-plan.ts';
import {readFaultPlan} from '../faults/fault-plan.ts';
import type {IssuedToken} from '../seed/index.ts';
import type {EmulatorControl} from './emulator-control.ts';
import {matchingRequests, type RequestFilter} from './journal/match-requests.ts';
import type {RecordedRequest} from './journal/request-journal.ts';
import {type RequestExpectation, verifyRequests} from './journal/verify-requests.ts';

/** A running emulator. The methods are those of its main account. */
export interface Emulator extends EmulatorMethods {
  /** Root of the API, `http://127.0.0.1:PORT/v4`. */
  readonly url: string;
  readonly port: number;
  /** Address of the metrics, which only the API of today has. */
  readonly metricsUrl: string | undefined;
  /** The token with full access. */
  readonly token: string;
  readonly tokens: readonly IssuedToken[];
  /**
   * An isolated account, with its own resources, clock, faults and journal. Opens the account if it isn't open.
   * @throws Error without the option `isolated`, for an invalid name, and when `maxAccounts` are open
   */
  account(name: string): EmulatorAccount;
  /** Names of the open accounts besides the main one. */
  accounts(): readonly string[];
  /** Finishes the requests in flight, then releases the port and the file. A second call has no further effect. */
  close(): Promise<void>;
  /** Closes the emulator at the end of a block: `await using emulator = await startEmulator()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** An account besides the main one. */
export interface EmulatorAccount extends EmulatorMethods {
  readonly name: string;
  /** Root of the API of this account, `http://127.0.0.1:PORT/@NAME/v4`. */
  readonly url: string;
  /** The token with full access, `account.NAME`. It opens this account under the `url` of the emulator, too. */
  readonly token: string;
  /** The tokens of the main account, which open this account under its own `url`. */
  readonly tokens: readonly IssuedToken[];
  /** Finishes the requests in flight, and forgets the account. Its name then opens a new one. */
  close(): Promise<void>;
  /** Closes the account at the end of a block. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface EmulatorMethods {
  /**
   * Requests of the journal, in the order of their responses; the journal keeps the last 10,000.
   * @throws Error for an operation that doesn't exist
   */
  requests(filter?: RequestFilter): readonly RecordedRequest[];
  /**
   * Returns the matching requests: `verify({operation: 'volumes.attach', body: {compute_id: 12}, times: 1})`.
   * @throws VerificationError if the requests are not as expected; its message lists the requests
   */
  verify(expectation: RequestExpectation): readonly RecordedRequest[];
  /** Empties the journal. */
  clearRequests(): void;
  /** Stores the current account in memory. A second snapshot with the same name replaces the first. */
  snapshot(name?: string): void;
  /** Restores a snapshot. @throws Error for an unknown name */
  restore(name?: string): void;
  /** Names of the snapshots. */
  snapshots(): readonly string[];
  /** @throws Error for an unknown name */
  deleteSnapshot(name: string): void;
  /** The bytes of a snapshot, as a data file. @throws Error for an unknown name */
  readSnapshot(name?: string): Uint8Array;
  /** Stores the bytes of a data file as a snapshot. @throws Error for other bytes */
  addSnapshot(name: string, bytes: Uint8Array): void;
  /** The current account as the text of an account file, for `parseAccountFile`. */
  exportAccount(): Promise<string>;
  /** Restores account, faults and random source of the start, and clears the journal. Tokens and time stay. */
  reset(): void;
  /**
   * Advances emulated time, at most ten years. Requests are handled meanwhile.
   * @throws Error for a time that is negative or too long, or if the emulator ends earlier
   */
  advance(seconds: number): Promise<void>;
  /** Replaces the fault plan. @throws FaultPlanError that names every mistake */
  setFaults(plan: FaultPlan): void;
}

const defaultSnapshot = 'default';

export function createEmulatorMethods(control: EmulatorControl): EmulatorMethods {
  const {journal} = control;
  return {
    requests: filter => matchingRequests(journal, filter),
    verify: expectation => verifyRequests(journal, expectation),
    clearRequests: () => journal.clear(),
    snapshot: (name = defaultSnapshot) => control.takeSnapshot(name),
    restore(name = defaultSnapshot) {
      if (!control.restoreSnapshot(name)) throw snapshotNotFound(name);
    },
    snapshots: () => control.listSnapshots(),
    deleteSnapshot(name) {
      if (!control.dropSnapshot(name)) throw snapshotNotFound(name);
    },
    readSnapshot(name = defaultSnapshot) {
      const bytes = control.readSnapshot(name);
      if (!bytes) throw snapshotNotFound(name);
      return bytes;
    },
    addSnapshot: (name, bytes) => control.addSnapshot(name, bytes),
    exportAccount: () => control.exportAccount(),
    reset: () => control.reset(),
    async advance(seconds) {
      if (!(await control.advance(seconds))) throw new Error('The emulator ended while time was advanced');
    },
    setFaults: plan => control.setFaults(readFaultPlan(plan)),
  };
}

const snapshotNotFound = (name: string) => new Error(`Snapshot not found: ${name}`);
