/**
 * The host of the metrics: another address than that of the API, with tokens of its own.
 *
 * A token is valid for some resources of one service. It is fetched from the API at the first request about them, kept
 * in memory only, and fetched again when it is about to expire, and once when the host refused it.
 */
import {type MonitorToken, monitor} from '../contract/monitoring/monitor.ts';
import type {Endpoint, RequestBody} from '../contract/schema/endpoint.ts';
import type {Read} from '../contract/schema/field.ts';
import {type ApiAddress, parseAddress} from './core/api-address.ts';
import type {ClientClock} from './core/clock.ts';
import {MismatchError, UnauthorizedError, UnreachableError} from './core/errors.ts';
import type {CallOptions} from './core/types.ts';
import type {ServerInfo, UntypedCall} from './http/build-request.ts';
import type {Transport} from './http/transport.ts';
import {RequestRunner, type RequestRunnerParts} from './request-runner.ts';
import {type RenewableToken, type RequestResult, RequestSender, type SenderOptions} from './request-sender.ts';

const {token: tokenEndpoint} = monitor.services;

type MetricsBody = RequestBody<(typeof monitor)['services']['metrics']['read']>;

/** A token is valid for 6 hours; another is fetched a little earlier. */
const tokenLifetimeMs = 5.9 * 3_600_000;
/** Resources whose tokens are kept. */
const maxTokens = 100;

export interface MetricsHostOptions {
  /** The address; undefined if the settings name none. */
  readonly url: string | undefined;
  readonly clock: ClientClock;
  /** Facts of the API's server, whose spelling and name the requests share. */
  readonly server: () => ServerInfo;
  readonly runner: Pick<
    RequestRunnerParts,
    'clock' | 'random' | 'telemetry' | 'retryPolicy' | 'isReadOnly' | 'refusalOf'
  >;
  readonly sender: Omit<SenderOptions, 'server' | 'transport' | 'token' | 'tokenInUse'>;
  openTransport(address: ApiAddress): Transport;
  /** Asks the API for a token. */
  fetchToken(endpoint: Endpoint, call: UntypedCall & CallOptions): Promise<RequestResult>;
}

export class MetricsHost {
  readonly #options: MetricsHostOptions;
  readonly #runners = new Map<string, RequestRunner>();
  #transport: Transport | undefined;

  constructor(options: MetricsHostOptions) {
    this.#options = options;
  }

  /** The server of the metrics. @throws UnreachableError if the settings name none */
  get server(): ServerInfo {
    const {url, server} = this.#options;
    if (url === undefined)
      throw new UnreachableError('address', 'Your provider serves metrics at another address than the API.', {
        remedy: 'Set metrics_url in the profile.',
      });
    return {...server(), address: parseAddress(url)};
  }

  async run(endpoint: Endpoint, call: UntypedCall & CallOptions): Promise<RequestResult> {
    const {server} = this;
    try {
      return await this.#runnerFor(call, server).run(endpoint, call);
    } catch (error) {
      throw withMetricsRemedy(error, server.address);
    }
  }

  reconnect(): void {
    this.#transport?.reconnect();
  }

  async close(): Promise<void> {
    for (const runner of this.#runners.values()) runner.close();
    await this.#transport?.close();
  }

  #runnerFor(call: UntypedCall, server: ServerInfo): RequestRunner {
    const {serviceType} = call.params ?? {};
    const {entity_ids: ids = []} = (call.body ?? {}) as Partial<MetricsBody>;
    const key = JSON.stringify([serviceType, ...ids]);
    const runner = this.#runners.get(key) ?? this.#createRunner(String(serviceType ?? ''), ids, server);
    this.#runners.delete(key);
    this.#runners.set(key, runner);
    const [oldest] = this.#runners.keys();
    if (this.#runners.size > maxTokens && oldest !== undefined) this.#runners.delete(oldest);
    return runner;
  }

  #createRunner(serviceType: string, ids: readonly number[], server: ServerInfo): RequestRunner {
    const {openTransport, runner, sender} = this.#options;
    this.#transport ??= openTransport(server.address);
    return new RequestRunner({
      ...runner,
      server: () => server,
      sender: new RequestSender({
        ...sender,
        server,
        transport: this.#transport,
        token: () => this.#fetchToken(serviceType, ids),
        tokenInUse: {token: undefined},
      }),
    });
  }

  async #fetchToken(serviceType: string, ids: readonly number[]): Promise<RenewableToken> {
    const {clock, fetchToken} = this.#options;
    const call = {params: {serviceType}, body: {entity_ids: ids}};
    const {body} = await fetchToken(tokenEndpoint, call);
    const secret = (body as Read<typeof MonitorToken> | undefined)?.token;
    if (!secret) throw new MismatchError('token', 'a token for metrics is missing');
    return {secret, renewAt: clock.now() + tokenLifetimeMs};
  }
}

const checkAddress = 'Check metrics_url of the profile.';

/** A failure of this host says what to do about it; a failure of the API, which gives the token, stays. */
function withMetricsRemedy(error: unknown, {host}: ApiAddress): unknown {
  if (error instanceof UnauthorizedError && error.kind === 'token' && error.operation !== tokenEndpoint.id)
    return withFactsOf(
      error,
      new UnauthorizedError('token', `${host} refused the token for metrics.`, {
        status: error.status,
        fieldErrors: error.fieldErrors,
        remedy: 'Check metrics_url of the profile: the host must belong to the same provider as the API.',
      }),
    );
  if (!(error instanceof UnreachableError) || error.operation === tokenEndpoint.id) return error;
  const {reason, message, status, retryAfterMs, fieldErrors, providerErrors} = error;
  const remedy = reason === 'server' || reason === 'timeout' || reason === 'reset' ? undefined : checkAddress;
  return withFactsOf(
    error,
    new UnreachableError(reason, message, {status, retryAfterMs, fieldErrors, providerErrors, remedy}),
  );
}

function withFactsOf<T extends UnauthorizedError | UnreachableError>(from: T, to: T): T {
  to.operation = from.operation;
  to.requestId = from.requestId;
  return to;
}
