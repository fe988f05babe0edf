/** The HTTP server: the API, the routes outside of it, and the control routes. */
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {getRequestListener, type HttpBindings} from '@hono/node-server';
import {RESPONSE_ALREADY_SENT} from '@hono/node-server/utils/response';
import {Hono} from 'hono';
import type {Engine, WireRequest, WireResponse} from '../engine/engine.ts';
import {findRawHandler} from '../engine/http/raw-routes.ts';
import {type BodyLimits, readPayload, readRequestHead} from '../engine/http/read-request.ts';
import {sendResponse} from '../engine/http/send-response.ts';
import type {FaultInjector} from '../faults/fault-injector.ts';
import type {AccountPool, IsolatedAccount, PooledEmulator} from './accounts/account-pool.ts';
import {selectedAccount} from './accounts/selected-account.ts';
import {controlRoutes} from './control-routes.ts';
import type {EmulatorControl} from './emulator-control.ts';
import type {RequestJournal, RequestTrace} from './journal/request-journal.ts';
import {handleDocumentRequest} from './openapi-routes.ts';

export interface HttpOptions {
  readonly engine: Engine;
  readonly faults: FaultInjector;
  readonly control: EmulatorControl;
  /** Token that control routes require; absent without such a token. */
  readonly controlToken?: string | undefined;
  readonly journal: RequestJournal;
  /** Path prefix of an isolated account, and its token, which is replaced by the token with full access. */
  readonly isolated?: {readonly path: string; readonly token: string; readonly fullToken: string} | undefined;
  /** The host that this server represents; absent for the API. */
  readonly host?: WireRequest['host'];
  readonly bodies?: BodyLimits | undefined;
  /** Resolves after the given milliseconds, for faults that delay a response. Default: real time. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

/** The runtime responds to larger heads with 431. */
const maxHeaderSize = 16 * 1024;

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

type ServedEmulator = PooledEmulator & {readonly http: HttpOptions};

/** @param accounts the isolated accounts */
export function httpServer(options: HttpOptions, accounts?: AccountPool<ServedEmulator>): Server {
  const answerMain = createListener(options, accounts);
  const listeners = new WeakMap<IsolatedAccount<ServedEmulator>, Listener>();
  const listenerOf = (account: IsolatedAccount<ServedEmulator>): Listener => {
    const known = listeners.get(account);
    if (known) return known;
    const listener = createListener({...account.emulator.http, host: options.host}, accounts);
    listeners.set(account, listener);
    return listener;
  };
  const answerAny: Listener = async (incoming, outgoing) => {
    try {
      const name = selectedAccount(incoming, accounts !== undefined);
      if (name === undefined || !accounts) await answerMain(incoming, outgoing);
      else await accounts.use(name, account => listenerOf(account)(incoming, outgoing));
    } catch (error) {
      sendResponse(outgoing, options.engine.errorResponse(error));
    }
  };
  return createServer({maxHeaderSize}, (incoming, outgoing) => void answerAny(incoming, outgoing));
}

function createListener(options: HttpOptions, accounts: AccountPool<ServedEmulator> | undefined): Listener {
  const app = new Hono<{Bindings: HttpBindings}>();
  if (options.host === undefined) {
    const routes = controlRoutes(options.control, options.controlToken, accounts);
    app.route('/_emulator', routes);
    if (options.isolated) app.route(`${options.isolated.path}/_emulator`, routes);
  }
  app.all('*', async ({env: {incoming, outgoing}}) => {
    sendResponse(outgoing, await answerRequest(options, incoming));
    return RESPONSE_ALREADY_SENT;
  });
  const listener = getRequestListener(app.fetch, {
    // Responses are written to the socket directly; the runtime's own `Response` stays unchanged.
    overrideGlobalObjects: false,
    errorHandler: () => Response.json({errors: [{field: null, reason: 'Bad request'}]}, {status: 400}),
  });
  return async (incoming, outgoing) => void (await listener(incoming, outgoing));
}

/** Handles and records one request, except those for the control routes. */
export async function answerRequest(options: HttpOptions, incoming: IncomingMessage): Promise<WireResponse> {
  const request = {...ownRequestHead(readRequestHead(incoming), options.isolated), host: options.host};
  const trace: RequestTrace = {};
  const start = performance.now();
  const response = await answer(options, incoming, request, trace);
  options.journal.record(request, trace, response, performance.now() - start);
  const date = new Date(options.engine.clock.now()).toUTCString();
  return {...response, headers: {Date: date, ...response.headers}};
}

/** Moves the prefix of an isolated account from the path to the origin, so that URLs in responses have the prefix. */
function ownRequestHead(head: WireRequest, isolated: HttpOptions['isolated']): WireRequest {
  if (!isolated) return head;
  const {path, token, fullToken} = isolated;
  const isOwnToken = /^Bearer +(\S+) *$/i.exec(head.authorization ?? '')?.[1] === token;
  return {
    ...head,
    origin: head.origin + path,
    path: head.path === path || head.path.startsWith(`${path}/`) ? head.path.slice(path.length) || '/' : head.path,
    authorization: isOwnToken ? `Bearer ${fullToken}` : head.authorization,
  };
}

/** Handles a request. */
async function answer(
  {engine, faults, bodies, pause = sleep}: HttpOptions,
  incoming: IncomingMessage,
  request: WireRequest,
  trace: RequestTrace,
): Promise<WireResponse> {
  let headers = {};
  try {
    const rawRoute = request.host === undefined ? findRawHandler(request.path, request.authorization) : undefined;
    if (rawRoute) {
      trace.isRaw = true;
      const query = new URLSearchParams(request.query);
      return await rawRoute.handler({engine, incoming, method: request.method, rest: rawRoute.rest, query});
    }
    const described =
      request.host === undefined && handleDocumentRequest(engine, request.path, request.method, request.origin);
    if (described) return described;
    const route = engine.route(request);
    trace.route = route;
    const actor = engine.authenticate(request, route);
    trace.actor = actor;
    const admitted = engine.admit(request, route, actor);
    headers = admitted.headers;
    const {endpoint} = admitted;
    const rules = faults.draw(endpoint);
    trace.faults = rules.map(({kind}) => kind);
    const delay = faults.delay(rules);
    if (delay > 0) await pause(delay);
    // The body is read first, so that the journal has it even if a fault hits the request.
    const [reading] = await Promise.allSettled([readPayload(incoming, endpoint, bodies)]);
    if (reading.status === 'fulfilled') trace.payload = reading.value;
    const early = faults.replacement(rules, 'before');
    if (early) return early;
    if (reading.status === 'rejected') throw reading.reason;
    const payload = reading.value;
    const response = engine.answer(request, admitted, {...payload, shift: faults.shift(rules, request.query)});
    return faults.replacement(rules, 'after') ?? faults.corrupt(response, rules, endpoint);
  } catch (error) {
    return engine.errorResponse(error, headers);
  }
}
