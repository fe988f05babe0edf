/** An account for tests: an emulator in this process, on a clock that the test advances. Every request is recorded. */
import type {WireResponse} from '../../src/emulator/engine/engine.ts';
import type {Kind} from '../../src/emulator/engine/storage/kind.ts';
import {PersonalTokens} from '../../src/emulator/families/profile/profile-kinds.ts';
import {answerRequest} from '../../src/emulator/server/http-server.ts';
import type {EmulatorOptions, OpenEmulator} from '../../src/emulator/server/start-server.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import type {Connection} from '../../src/store/api/connection.ts';
import {
  emulatorDispatcher,
  harnessHost,
  type Intercept,
  messageOf,
  metricsHost,
  type ReceivedRequest,
} from './emulator-dispatcher.ts';
import {openSeededEmulator} from './seeded-accounts.ts';
import {type SharedClock, sharedClock} from './shared-clock.ts';

export interface TestAccount {
  readonly emulator: OpenEmulator;
  readonly clock: SharedClock;
  /** The token that the console sends; full access at first. */
  readonly token: string;
  readonly names: {
    readonly baseUrl: string;
    readonly brand?: string | undefined;
    readonly acronym?: string | undefined;
  };
  /** The address of metrics, which only the API of today has. */
  readonly metricsUrl: string | undefined;
  /** Every request of the console so far, as the emulator received it. */
  readonly requests: readonly ReceivedRequest[];
  /** True while a request is being answered. */
  isBusy(): boolean;
  /** Answers requests in the emulator's place from now on; `undefined` lets the emulator answer again. */
  intercept(by: Intercept | undefined): void;
  /** Answers the next such request, `PUT /v4/volumes/4400`, in the emulator's place. */
  answerNext(request: string, status: number, body: unknown): void;
  /** The console sends the token of this user; before it connects. */
  signInAs(user: string): void;
  /** Revokes the token that the console sends. */
  revokeToken(): Promise<void>;
  /**
   * Holds the next such request back; returns how to release it. Then the emulator answers it, unless an answer is given.
   */
  holdNext(request: string, status?: number, body?: unknown): () => void;
  /** Holds a page of a list back; returns how to release it. */
  holdPage(request: string, page: number): () => void;
  /** Puts documents into the account, or in the place of those with the same ID, without an event. */
  put<D extends {readonly id: number}, H extends object>(
    kind: Kind<D, H>,
    rows: readonly NoInfer<D>[],
    hidden?: NoInfer<H>,
  ): void;
  /** Sends a request as another client of the account does, `POST /v4/volumes/4400/detach`; returns the answer. */
  call(request: string, body?: unknown): Promise<unknown>;
  connect(options?: {readonly readOnly?: boolean}): () => Promise<Connection>;
  close(): void;
}

export interface AccountOptions extends Omit<EmulatorOptions, 'clock' | 'port' | 'host' | 'accounts'> {
  readonly clock?: SharedClock;
  /** Default: 40 instances, 3 volumes, and the catalog. */
  readonly accounts?: EmulatorOptions['accounts'] | 'fleet';
}

export function openAccount({clock = sharedClock(), accounts = 'fleet', ...options}: AccountOptions = {}): TestAccount {
  const failures: unknown[] = [];
  const emulator = openSeededEmulator(accounts, {
    seed: 1,
    limits: 'none',
    report: error => failures.push(error),
    ...options,
    clock: clock.emulator,
  });
  let isClosed = false;
  let interceptor: Intercept | undefined;
  const nextAnswers: {isFor(request: ReceivedRequest): boolean; readonly answer: () => ReturnType<Intercept>}[] = [];
  const isNamed = (name: string) => (request: ReceivedRequest) => nameOf(request) === name;
  const intercept: Intercept = request => {
    const index = nextAnswers.findIndex(next => next.isFor(request));
    const [found] = index < 0 ? [] : nextAnswers.splice(index, 1);
    return found ? found.answer() : interceptor?.(request);
  };
  const dispatcher = emulatorDispatcher({http: emulator.http, clock, intercept: () => intercept});
  const issued = emulator.tokens();
  const ownerToken = issued[0]?.token ?? '';
  let token = ownerToken;
  async function send(request: string, body?: unknown): Promise<unknown> {
    const [method = '', path = ''] = request.split(' ');
    const headers = {authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json'};
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const {status, body: answer} = await answerRequest(emulator.http, messageOf({method, path, headers, body: bytes}));
    const text = Buffer.from((answer ?? '') as string).toString('utf8');
    if (status >= 400) throw new Error(`${request}: ${status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
  const names = {baseUrl: `http://${harnessHost}/v4`, brand: options.brand, acronym: options.acronym};
  const metricsUrl = options.dialect === 'today' ? `http://${metricsHost}` : undefined;
  return {
    emulator,
    clock,
    metricsUrl,
    get token() {
      return token;
    },
    names,
    requests: dispatcher.requests,
    isBusy: () => dispatcher.inFlight > 0,
    intercept(by) {
      interceptor = by;
    },
    signInAs(user) {
      const found = issued.find(({username}) => username === user);
      if (!found) throw new Error(`No token of ${user}`);
      token = found.token;
    },
    holdPage(name, page) {
      const {promise, resolve} = Promise.withResolvers<undefined>();
      const isFor = (request: ReceivedRequest) =>
        isNamed(name)(request) && new URLSearchParams(request.path.split('?')[1]).get('page') === `${page}`;
      nextAnswers.push({isFor, answer: () => promise});
      return () => resolve(undefined);
    },
    async revokeToken() {
      // The API shows the first characters of a token.
      const row = emulator.db.all(PersonalTokens).find(shown => token.startsWith(shown.token));
      await send(`DELETE /v4/profile/tokens/${row?.id}`);
    },
    answerNext: (request, status, body) =>
      void nextAnswers.push({isFor: isNamed(request), answer: () => jsonResponse(status, body)}),
    holdNext(request, status, body) {
      const {promise, resolve} = Promise.withResolvers<WireResponse | undefined>();
      nextAnswers.push({isFor: isNamed(request), answer: () => promise});
      return () => resolve(status === undefined ? undefined : jsonResponse(status, body));
    },
    put(kind, rows, hidden) {
      const {db} = emulator;
      db.transaction(() => {
        for (const row of rows) {
          if (db.has(kind, row.id)) db.replace(kind, row.id, row);
          else db.insertWithId(kind, row.id, row, {hidden});
        }
      });
    },
    call: send,
    connect: ({readOnly = false} = {}) =>
      createConnect({
        ...names,
        metricsUrl,
        token: () => token,
        readOnly,
        clock,
        random: () => 0.5,
        env: {},
        openDispatcher: dispatcher.open,
      }),
    close() {
      // Two consoles of one test can share the account.
      if (isClosed) return;
      isClosed = true;
      emulator.close();
      // An exception inside the emulator must fail the test, and not appear as an unexpected response.
      if (failures.length > 0) throw failures[0];
    },
  };
}

export const jsonResponse = (status: number, body: unknown): WireResponse => ({
  status,
  headers: {'Content-Type': 'application/json'},
  body: JSON.stringify(body),
});

/** A request in one line, without its query: `PUT /v4/volumes/4400`. */
export const nameOf = ({method, path}: Pick<ReceivedRequest, 'method' | 'path'>): string =>
  `${method} ${path.split('?')[0]}`;
