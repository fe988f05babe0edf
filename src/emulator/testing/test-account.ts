/**
 * An account for tests: an emulator on a free port, with a clock that only the test advances. Tests send requests with
 * `fetch`, so that they don't depend on the client, which has its own tests.
 */

import {type Contract, contract} from '../../contract/index.ts';
import type {Instance} from '../../contract/instances/index.ts';
import {
  type Endpoint,
  type Params,
  type RequestBody,
  type ResponseBody,
  rootOf,
} from '../../contract/schema/endpoint.ts';
import {type FieldError, readFieldErrors} from '../../contract/schema/field-error.ts';
import {asPage} from '../../contract/schema/page.ts';
import {buildPath} from '../../contract/schema/path.ts';
import type {Filter} from '../../contract/wire/filter.ts';
import {serializeFilter} from '../../contract/wire/filter.ts';
import {type GrantedAccess, registerCredential, Users} from '../engine/access/actors.ts';
import {type EmulatedClock, manualClock} from '../engine/time/clock.ts';
import {seededRandom} from '../engine/time/random.ts';
import {addUser} from '../families/account/users/user-records.ts';
import {type EmulatorOptions, type RunningEmulator, startEmulator} from '../server/start-server.ts';
import {keepSeededContents, seededContents} from './seeded-contents.ts';

/** Inputs of a call. Bodies may be invalid. */
export interface CallOptions<E extends Endpoint> {
  readonly params?: Params<E>;
  readonly body?: RequestBody<E> | Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly filter?: Filter;
  /** Default: the token with full access. Null sends no token. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallResult<E extends Endpoint> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ResponseBody<E>;
  readonly fieldErrors: readonly FieldError[];
  /** Fields of the problems, in their order. */
  readonly fields: readonly (string | null)[];
}

export interface TestAccount extends RunningEmulator {
  readonly clock: EmulatedClock;
  /** Sends a request, and resolves with any response, including refusals. */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<CallResult<E>>;
  /** Sends a request, and fails the test unless the status is 200. */
  ok<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<ResponseBody<E>>;
  /** Sends a request to a path, without conversions. */
  raw(path: string, init?: RequestInit): Promise<Response>;
  /** Advances the clock by emulated seconds. */
  pass(seconds: number): void;
  /** Returns a token of this user. Creates the user if it doesn't exist, as restricted if `granted` is set. */
  tokenFor(username: string, options?: {scopes?: string; granted?: GrantedAccess; expiry?: string}): string;
}

export async function openTestAccount(options: EmulatorOptions = {}): Promise<TestAccount> {
  const clock = options.clock ?? manualClock();
  const failures: unknown[] = [];
  const report = (error: unknown) => failures.push(error);
  const {accounts = 'empty', seed = 1} = options;
  const complete = {limits: 'none', report, ...options, accounts, seed, clock} as const;
  const running = await startEmulator({contents: seededContents(accounts, complete), ...complete});
  keepSeededContents(accounts, complete, running.db);
  const origin = new URL(running.url).origin;
  let made = 0;

  const account: TestAccount = {
    ...running,
    clock,
    raw: (path, init) => fetch(origin + path, init),
    pass: seconds => clock.advance(seconds * 1000),

    async call(endpoint, options = {}) {
      const {params, body, query = {}, filter, token = running.token, headers = {}} = options;
      // Endpoints without parameters need none.
      const path = buildPath(endpoint, params ?? ({} as Params<typeof endpoint>));
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
      );
      const response = await fetch(`${origin}/${rootOf(endpoint)}${path}?${search}`, {
        method: endpoint.method,
        headers: {
          ...(token === null ? {} : {Authorization: `Bearer ${token}`}),
          ...(body === undefined ? {} : {'Content-Type': 'application/json'}),
          ...(filter ? {'X-Filter': serializeFilter(filter)} : {}),
          ...headers,
        },
        ...(body === undefined ? {} : {body: JSON.stringify(body)}),
      });
      const type = response.headers.get('content-type') ?? '';
      const answer: unknown = type.startsWith('application/json')
        ? await response.json()
        : new Uint8Array(await response.arrayBuffer());
      const fieldErrors = readFieldErrors(answer);
      const result = {
        status: response.status,
        headers: response.headers,
        fieldErrors,
        fields: fieldErrors.map(({field}) => field),
      };
      const content = endpoint.spec.unpaged ? asPage(answer) : answer;
      return {...result, body: content as ResponseBody<typeof endpoint>};
    },

    async ok(endpoint, options = {}) {
      const {status, body} = await account.call(endpoint, options);
      if (status !== 200) throw new Error(`${endpoint.id} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },

    tokenFor(username, {scopes = '*', granted, expiry} = {}) {
      const {db} = running;
      const token = `token-${++made}-of-${username}`;
      db.transaction(() => {
        const user = {username, email: `${username}@example.com`, restricted: granted !== undefined};
        const uid = db.byKey(Users, username)?.id ?? addUser(db, seededRandom(made), user).uid;
        if (granted) db.setHidden(Users, uid, {granted});
        registerCredential(db, token, {uid, scopes, expiry: expiry ?? null});
      });
      return token;
    },

    async close() {
      await running.close();
      // An internal error of the emulator fails the test.
      if (failures.length > 0) throw failures[0];
    },
    [Symbol.asyncDispose]: () => account.close(),
  };
  return account;
}

/** Creates an instance from an image, and advances the clock until it runs, or is off if it isn't booted. */
export async function createTestInstance(
  account: TestAccount,
  overrides: Partial<RequestBody<Contract['instances']['create']>> = {},
): Promise<Instance> {
  const body = {
    region: 'us-east',
    type: 'g6-standard-1',
    image: 'compute/debian12',
    root_pass: 'aX9-secret-word',
    ...overrides,
  };
  const {id} = await account.ok(contract.instances.create, {body});
  account.pass(90);
  return account.ok(contract.instances.get, {params: {computeId: id}});
}

/** Creates an instance without disks, powered off. */
export const createEmptyInstance = (
  account: TestAccount,
  overrides: Partial<RequestBody<Contract['instances']['create']>> = {},
): Promise<Instance> =>
  account.ok(contract.instances.create, {body: {region: 'us-east', type: 'g6-standard-1', ...overrides}});
