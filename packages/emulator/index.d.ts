/// <reference lib="esnext.disposable" />
/**
 * An emulator of the API on a port of this machine:
 *
 *     const emulator = await startEmulator({accounts: 'empty', seed: 1});
 *     … emulator.url, emulator.token …
 *     emulator.verify({operation: 'volumes.create', body: {size: 20}, times: 1});
 *     await emulator.close();
 */

/** A small company, nothing, or so many instances and the rest in proportion. */
export type SeedVariant = 'demo' | 'empty' | number;

export interface EmulatorOptions {
  /** Content of a new account. Default: `demo`. */
  readonly accounts?: SeedVariant | undefined;
  /** Content of a new account from a file, in place of `accounts`: the answer of `readAccountFile`. */
  readonly account?: AccountFile | undefined;
  /** SQLite file that keeps the account. Default: in memory. */
  readonly data?: string | undefined;
  /** Default: a free one. */
  readonly port?: number | undefined;
  /** Port of the metrics, which only the dialect `today` has. Default: a free one. */
  readonly metricsPort?: number | undefined;
  /** Default: loopback only. */
  readonly host?: string | undefined;
  /** Emulated seconds per real second; 0: time stands still until it is advanced. Default: 1. */
  readonly speed?: number | undefined;
  /** Emulated time of the start, in milliseconds since 1970. Default: the time of the machine. */
  readonly time?: number | undefined;
  /** Two emulators with the same seed and the same requests give the same answers, tokens and secrets included. */
  readonly seed?: number | undefined;
  /** The token with full access. Default: a random one. */
  readonly token?: string | undefined;
  /** A provider's brand word: identifiers on the wire are spelled with it. */
  readonly brand?: string | undefined;
  /** A provider's short name of its Kubernetes product. */
  readonly acronym?: string | undefined;
  /** As documented, as real providers answer, or as they answer today. Default: `documents`, and `provider` with a brand. */
  readonly dialect?: 'documents' | 'provider' | 'today' | undefined;
  /** True to simulate other users who work in the account, too. */
  readonly backgroundActivity?: boolean | undefined;
  readonly faults?: FaultPlan | undefined;
  /** `none`: no rate limits. */
  readonly limits?: 'none' | undefined;
  /** The login page asks for a user name alone, and for no token. */
  readonly openLogin?: boolean | undefined;
  /** Sizes of the request journal. Default: 10,000 requests and 64 million characters. */
  readonly journal?: {readonly requests: number; readonly characters: number} | undefined;
  /** True to serve more accounts, each opened by the first request that names it. Not with `data`. */
  readonly isolated?: boolean | undefined;
  /** Accounts that may be open besides the main one. Default: 100. */
  readonly maxAccounts?: number | undefined;
  /** Control routes need this token, from any address. Without one, they answer callers on this machine only. */
  readonly controlToken?: string | undefined;
  /** Receives each request after its answer, without its body. */
  readonly onRequest?: ((request: RequestSummary) => void) | undefined;
  /** Receives errors of the emulator itself. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** Starts an emulator in this process. @throws Error for an invalid option, a busy port or an unusable file */
export function startEmulator(options?: EmulatorOptions): Promise<Emulator>;

/** A running emulator. The methods are those of its main account. */
export interface Emulator extends EmulatorMethods {
  /** Root of the API, `http://127.0.0.1:PORT/v4`. */
  readonly url: string;
  readonly port: number;
  /** Address of the metrics, which only the dialect `today` has. */
  readonly metricsUrl: string | undefined;
  /** The token with full access. */
  readonly token: string;
  readonly tokens: readonly IssuedToken[];
  /**
   * An account of its own, with its own resources, clock, faults and journal. It is opened if it isn't open.
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
   * Requests of the journal, in the order of their answers; the last 10,000 are kept.
   * @throws Error for an operation that doesn't exist
   */
  requests(filter?: RequestFilter): readonly RecordedRequest[];
  /**
   * Returns the requests that are as expected: `verify({operation: 'volumes.attach', body: {compute_id: 12}, times: 1})`.
   * @throws VerificationError for other requests than expected; its message lists the calls
   */
  verify(expectation: RequestExpectation): readonly RecordedRequest[];
  /** Empties the journal. */
  clearRequests(): void;
  /** Keeps the account as it is now, in memory. A name that is taken again holds the later state. */
  snapshot(name?: string): void;
  /** Restores a snapshot. @throws Error for an unknown name */
  restore(name?: string): void;
  /** Names of the snapshots. */
  snapshots(): readonly string[];
  /** @throws Error for an unknown name */
  deleteSnapshot(name: string): void;
  /** The bytes of a snapshot, as a data file. @throws Error for an unknown name */
  readSnapshot(name?: string): Uint8Array;
  /** Keeps the bytes of a data file as a snapshot. @throws Error for other bytes */
  addSnapshot(name: string, bytes: Uint8Array): void;
  /** The present account as the text of an account file, for `parseAccountFile`. */
  exportAccount(): Promise<string>;
  /** The account, the faults and the random source of the start, and an empty journal. Tokens and time stay. */
  reset(): void;
  /**
   * Advances emulated time, ten years at most. Requests are answered meanwhile.
   * @throws Error for a time that is negative or too long, or if the emulator ends before
   */
  advance(seconds: number): Promise<void>;
  /** Replaces the fault plan. @throws FaultPlanError that names every mistake */
  setFaults(plan: FaultPlan): void;
}

/** An account that a file describes: users, tokens and resources, in YAML or JSON. */
export interface AccountFile {
  /** Name for messages. */
  readonly file: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The place of a part, or of the closest part around it. */
  positionOf(path: readonly (string | number)[]): {readonly line: number; readonly column: number};
}

/** @throws AccountFileError that names each mistake with its line and column */
export function readAccountFile(file: string): AccountFile;

/** The same for a text; `file` is its name in messages. @throws AccountFileError */
export function parseAccountFile(text: string, file: string): AccountFile;

/** The file can't be used; the message is one line with the places of the mistakes. */
export class AccountFileError extends Error {
  override readonly name: 'AccountFileError';
}

export interface IssuedToken {
  readonly token: string;
  readonly username: string;
  /** Scopes separated by spaces; `*` for all. */
  readonly scopes: string;
}

export type FaultKind =
  | 'latency'
  | 'throttle'
  | 'error'
  | 'html'
  | 'reset'
  | 'stall'
  | 'truncate'
  | 'garbage'
  | 'unknown-enum'
  | 'unknown-field'
  | 'missing-field'
  | 'wrong-type'
  | 'hostile'
  | 'skew'
  | 'shift';

export interface FaultRule {
  readonly kind: FaultKind;
  /** An operation (`volumes.list`), a group of them (`volumes.*`), or `*`. Default: `*`. */
  readonly on?: string;
  /** Share of the calls that are hit, 0 to 1. Default: 1. */
  readonly rate?: number;
  /** Calls to hit at most. Default: no limit. */
  readonly count?: number;
  /** Calls to let through first. Default: 0. */
  readonly after?: number;
  /** `after`: the call takes effect before it fails. Default: `before`. */
  readonly when?: 'before' | 'after';
  /** Latency, or how long a stall lasts; real milliseconds. */
  readonly milliseconds?: number;
  /** Up to so many more milliseconds, by chance. */
  readonly jitter?: number;
  /** Status of `error` and `html`. */
  readonly status?: number;
  /** `Retry-After` of `throttle`. */
  readonly seconds?: number;
  /** Hours of `skew`. */
  readonly hours?: number;
  /** Items of `shift`: positive skips items, negative shows them twice. */
  readonly items?: number;
}

export interface FaultPlan {
  readonly faults: readonly FaultRule[];
}

/** Invalid fault plan; the message names every mistake. */
export class FaultPlanError extends Error {
  override readonly name: 'FaultPlanError';
}

/** A status, or a class of them. */
export type StatusFilter = number | '2xx' | '3xx' | '4xx' | '5xx';

/** Selects requests of the journal: all given parts must match. */
export interface RequestFilter {
  /** An operation (`volumes.attach`), or a group of them (`volumes.*`). */
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  /** Path without the query, such as `/v4/volumes/1/attach`. */
  readonly path?: string | undefined;
  readonly status?: StatusFilter | undefined;
  /** User name. */
  readonly user?: string | undefined;
  /** Parameters of the path, such as `{volumeId: 1}`. */
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  /** Part of the body: objects may have more fields, lists must be equal. Secrets are `<masked>`. */
  readonly body?: unknown;
  /** Part of the answer, like `body`. */
  readonly answer?: unknown;
  /** Only requests after the one with this ID. */
  readonly after?: number | undefined;
}

/** Requests that must be in the journal, and how many. */
export interface RequestExpectation extends RequestFilter {
  /** Exactly so many. Without any of the three, at least 1. */
  readonly times?: number | undefined;
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** The head of a recorded request, and how it ended. */
export interface RequestSummary {
  /** Counts the requests since the start. */
  readonly id: number;
  /** Emulated time of the answer, as the API writes it. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** The ID of the operation, such as `volumes.attach`; null for other addresses. */
  readonly operation: string | null;
  /** User of the token; null without a valid one. */
  readonly user: string | null;
  /** 0: the connection was closed without an answer. */
  readonly status: number;
  /** Faults of the plan that hit the request. */
  readonly faults: readonly FaultKind[];
  /** Real milliseconds until the answer. */
  readonly milliseconds: number;
  /** Name of an account besides the main one, in the access log. */
  readonly account?: string;
}

/** A request with its body and its answer. Secrets are `<masked>`. */
export interface RecordedRequest extends RequestSummary {
  /** The `X-Filter` header; null without one. */
  readonly filter: unknown;
  /** Parameters of the path by name, such as `volumeId`. */
  readonly params: Readonly<Record<string, string | number>>;
  /** JSON as it was sent; null without a body, or if the request was refused before it was read. */
  readonly body: unknown;
  /** JSON; null for an answer that isn't JSON. */
  readonly answer: unknown;
}

/** The journal isn't as expected; the message is one line with the calls that are closest. */
export class VerificationError extends Error {
  override readonly name: 'VerificationError';
}
