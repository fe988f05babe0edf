/**
 * Opens an account from a profile. The first listener loads the API client, not this module.
 */

import type {TokenInUse, TokenProvider} from '../../client/request-sender.ts';
import type {Environment} from '../../platform/files/xdg-paths.ts';
import {demoProfileName as demoName, type Profile} from '../../profiles/profile.ts';
import type {ConnectOptions} from '../api/connect-client.ts';
import type {Connection} from '../api/connection.ts';
import {Identifiers} from '../api/identifiers.ts';
import type {HistoryFile} from '../history/history-file-port.ts';
import type {SessionProfile} from '../session/session-options.ts';

/** An emulator that was started for the demo. */
export interface DemoServer {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}
export type StartDemo = () => Promise<DemoServer>;

export interface OpenedAccount {
  readonly profile: SessionProfile;
  /** The root of the API; undefined for the demo, whose server starts with the first connection. */
  readonly baseUrl?: string | undefined;
  readonly connect: () => Promise<Connection>;
  /** The earlier versions of rows; undefined if none are stored. */
  readonly history?: HistoryFile | undefined;
  /** Closes everything that was started for the account. */
  close(): Promise<void>;
}

type Observe = (event: string, facts: Readonly<Record<string, unknown>>) => void;

/**
 * The retry limit of commands: no attempt starts later than this after the first one. The last attempt may wait its
 * whole timeout for a response. So a command fails within a minute, usually within 30 s.
 */
export const commandRetry: ConnectOptions['retry'] = {maxElapsedMs: 20_000};

/** Timeout and retries of each request, and the guards of the account. */
export type RequestLimits = Pick<ConnectOptions, 'retry' | 'requestTimeoutMs' | 'guards'>;

export function demoAccount(
  startDemo: StartDemo,
  readOnly: boolean,
  observe?: Observe,
  limits?: RequestLimits,
): OpenedAccount {
  let demo: Promise<DemoServer> | undefined;
  return {
    profile: {name: demoName, production: false, readOnly, guards: limits?.guards},
    async connect() {
      demo ??= startDemo().catch(error => {
        // The next caller tries to load it again.
        demo = undefined;
        throw error;
      });
      const [{url, token}, {createConnect}] = await Promise.all([demo, import('../api/connect-client.ts')]);
      const options = {baseUrl: url, token: () => token, readOnly, observe: toRequestObserver(observe), ...limits};
      return createConnect(options)();
    },
    async close() {
      await (await demo?.catch(() => undefined))?.close();
    },
  };
}

export interface ProfileAccountOptions extends RequestLimits {
  /** A token that the user typed in place of the profile’s own. */
  readonly typedToken?: string | undefined;
}

export function profileAccount(
  profile: Profile,
  env: Environment,
  observe?: Observe,
  {typedToken, ...limits}: ProfileAccountOptions = {},
): OpenedAccount {
  const {name, baseUrl, metricsUrl, brand, acronym, production, readOnly} = profile;
  // Every rejection of a token leads to a new connection.
  const tokenInUse: TokenInUse = {token: undefined};
  return {
    profile: {name, production, readOnly, metricsUrl, guards: limits.guards, identifiers: new Identifiers(profile)},
    baseUrl,
    async connect() {
      const [{createConnect}, token, {rejectedTokenAdvice, typedTokenAdvice}] = await Promise.all([
        import('../api/connect-client.ts'),
        typedToken === undefined ? tokenProviderFor(profile, env) : () => typedToken,
        import('../../profiles/fetch-token.ts'),
      ]);
      return createConnect({
        baseUrl,
        metricsUrl,
        brand,
        acronym,
        readOnly,
        token,
        tokenInUse,
        tokenAdvice: (typedToken === undefined ? rejectedTokenAdvice : typedTokenAdvice)(profile.token, name),
        observe: toRequestObserver(observe),
        ...limits,
      })();
    },
    close: async () => {},
  };
}

async function tokenProviderFor(profile: Profile, env: Environment): Promise<TokenProvider> {
  const {name, baseUrl, token} = profile;
  if (token && 'login' in token) {
    const {loginToken} = await import('./oauth-login.ts');
    return loginToken({name, baseUrl, login: token.login, env, now: Date.now});
  }
  const {fetchToken} = await import('../../profiles/fetch-token.ts');
  return () => fetchToken(token, env);
}

const toRequestObserver = (observe: Observe | undefined) =>
  observe && ((exchange: object) => observe('request', {...exchange}));
