/** Login, token renewal and logout: the login service, the file with its tokens, and the profile that uses them. */

import {sanitizeLine} from '../../client/core/errors.ts';
import {
  authorizeUrl,
  createOAuthClient,
  createPkceProof,
  OAuthError,
  type OAuthTokenClient,
  type OAuthTokens,
} from '../../client/oauth/oauth-client.ts';
import type {RenewableToken, TokenProvider} from '../../client/request-sender.ts';
import type {Environment} from '../../platform/files/xdg-paths.ts';
import {fetchToken, TokenError} from '../../profiles/fetch-token.ts';
import {type LoginFile, openLoginFile, type StoredLogin} from '../../profiles/login-file.ts';
import type {LoginSettings} from '../../profiles/profile.ts';

/** A profile with a login. */
export interface LoginTarget {
  readonly name: string;
  /** Of the API. */
  readonly baseUrl: string;
  readonly login: LoginSettings;
  readonly env: Environment;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const defaultRedirect = 'http://127.0.0.1/callback';

/** A token is renewed this long before its expiry; a short-lived token when a tenth of its lifetime remains. */
const RENEW_EARLY_MS = 300_000;
/** The delay before the next attempt when the login service can't be reached and the token is still valid. */
const RETRY_AFTER_MS = 30_000;
/** A rejected token that is younger than this is not renewed: a new token would be rejected as well. */
const YOUNG_TOKEN_MS = 60_000;

const loginHint = (name: string): string => `Run "skydeck login ${name}".`;

/**
 * The access token of a login, renewed before its expiry or after a rejection: once, even if several requests or
 * consoles need it.
 */
export function loginToken(target: LoginTarget): TokenProvider {
  const file = openLoginFile(target.name, target.env);
  return async refusedToken => {
    const usable = usableToken(await readLogin(target, file), refusedToken, target);
    return usable ?? file.exclusively(() => renewToken(target, file, refusedToken));
  };
}

/**
 * Reads the stored login.
 * @throws TokenError if the current profile has no login
 */
async function readLogin({name, baseUrl, login}: LoginTarget, file: LoginFile): Promise<StoredLogin> {
  const storedLogin = await file.read();
  if (storedLogin === undefined) throw new TokenError(`Not logged in to ${name}`, loginHint(name));
  if (storedLogin.api !== baseUrl || storedLogin.client !== login.clientId)
    throw new TokenError(`The login of ${name} was for another address or client`, loginHint(name));
  return storedLogin;
}

const renewTime = ({issuedAt, expiresAt}: StoredLogin): number | undefined =>
  expiresAt === undefined ? undefined : expiresAt - Math.min(RENEW_EARLY_MS, (expiresAt - issuedAt) / 10);

function usableToken(
  login: StoredLogin,
  refusedToken: string | undefined,
  {now}: LoginTarget,
): RenewableToken | undefined {
  const renewAt = renewTime(login);
  if (login.access === refusedToken || (renewAt !== undefined && now() >= renewAt)) return undefined;
  return {secret: login.access, renewAt};
}

/** Renews the token under the file lock: another process may have renewed it while this process waited for the lock. */
async function renewToken(
  target: LoginTarget,
  file: LoginFile,
  refusedToken: string | undefined,
): Promise<RenewableToken> {
  const storedLogin = await readLogin(target, file);
  const usable = usableToken(storedLogin, refusedToken, target);
  if (usable) return usable;
  const {name, now, login} = target;
  const isRefused = storedLogin.access === refusedToken;
  if (isRefused && now() - storedLogin.issuedAt < YOUNG_TOKEN_MS)
    throw new TokenError(
      `The API rejects the token that ${new URL(login.url).host} just issued`,
      `Check the addresses of ${name}. ${loginHint(name)}`,
    );
  /** A token that is still valid is used until it expires. */
  const tokenUntil = (until: number): RenewableToken | undefined =>
    !isRefused && (storedLogin.expiresAt ?? 0) > now()
      ? {secret: storedLogin.access, renewAt: Math.min(until, storedLogin.expiresAt ?? until)}
      : undefined;
  const loginEndedError = () => new TokenError(`The login of ${name} expired`, loginHint(name));
  if (storedLogin.refresh === undefined) {
    const validToken = tokenUntil(Number.POSITIVE_INFINITY);
    if (validToken) return validToken;
    throw loginEndedError();
  }
  const {refresh} = storedLogin;
  try {
    const next = toStoredLogin(
      target,
      await withLoginService(target, service => service.refresh(refresh)),
      storedLogin,
    );
    await file.write(next);
    return {secret: next.access, renewAt: renewTime(next)};
  } catch (error) {
    if (!(error instanceof OAuthError)) {
      const validToken = tokenUntil(now() + RETRY_AFTER_MS);
      if (validToken) return validToken;
      throw error;
    }
    // Another request with this refresh token would be rejected again, in every console and at every poll.
    if (error.error === 'invalid_grant') await file.write({...storedLogin, refresh: undefined});
    const remainingToken = tokenUntil(Number.POSITIVE_INFINITY);
    if (remainingToken) return remainingToken;
    if (error.error === 'invalid_grant') throw loginEndedError();
    throw new TokenError(
      error.message.replace(/\.$/, ''),
      `Check client_id and the secret of ${name} in the settings.`,
    );
  }
}

const toStoredLogin = (
  {baseUrl, login, now}: LoginTarget,
  {access, refresh, expiresInSeconds, scopes}: OAuthTokens,
  before?: StoredLogin,
): StoredLogin => ({
  api: baseUrl,
  client: login.clientId,
  access,
  // A login service without rotation returns the refresh token only in the first response.
  refresh: refresh ?? before?.refresh,
  scopes: scopes ?? before?.scopes,
  issuedAt: now(),
  expiresAt: expiresInSeconds === undefined ? undefined : now() + expiresInSeconds * 1000,
});

async function withLoginService<T>(
  {login, env}: LoginTarget,
  run: (service: OAuthTokenClient) => Promise<T>,
): Promise<T> {
  const {url, clientId} = login;
  const secret = login.secret && (await fetchToken(login.secret, env));
  const service = createOAuthClient({url, clientId, secret, env});
  try {
    return await run(service);
  } finally {
    await service.close();
  }
}

/** A redirect that doesn't belong to this login; a user may paste another text. */
export class LoginError extends Error {
  /** True if the user can try again with another text. */
  readonly canRetry: boolean;

  constructor(message: string, {canRetry}: {canRetry: boolean}) {
    super(message);
    this.canRetry = canRetry;
  }
}

export interface LoginAttempt {
  /** The URL where the user grants access. */
  readonly address: string;
  /** True if this URL is the redirect of this login attempt. */
  isAnswer(url: URL): boolean;
  /**
   * Exchanges the code for tokens and stores them. Accepts the URL of the redirect, or the code alone.
   * @throws LoginError @throws OAuthError @throws UnreachableError
   */
  complete(answer: string): Promise<StoredLogin>;
}

/** @param redirect the URL of the redirect, with its port */
export function startLogin(target: LoginTarget, redirect: string): LoginAttempt {
  const proof = createPkceProof();
  const {login, name, env} = target;
  const isState = (url: URL): boolean => url.searchParams.get('state') === proof.state;
  return {
    address: authorizeUrl(login, proof, {redirect, scopes: login.scopes ?? '*'}),
    isAnswer: url => isState(url) && (url.searchParams.has('code') || url.searchParams.has('error')),
    async complete(answer) {
      const code = parseCode(answer.trim(), isState);
      const tokens = await withLoginService(target, service => service.exchange(code, proof, redirect));
      const login = toStoredLogin(target, tokens);
      const file = openLoginFile(name, env);
      await file.exclusively(() => file.write(login));
      return login;
    },
  };
}

function parseCode(answer: string, isState: (url: URL) => boolean): string {
  if (/^[\w.~+/=-]+$/.test(answer)) return answer;
  const url = URL.canParse(answer) ? new URL(answer) : undefined;
  if (!url) throw new LoginError('that is neither an address nor a code', {canRetry: true});
  if (!isState(url)) throw new LoginError('that is the answer to another login', {canRetry: true});
  const error = url.searchParams.get('error');
  if (error === 'access_denied') throw new LoginError('Access was denied in the browser', {canRetry: false});
  if (error !== null)
    throw new LoginError(`The login service rejected the request: ${sanitizeLine(error, 100)}`, {canRetry: false});
  const code = url.searchParams.get('code');
  if (!code) throw new LoginError('that address holds no code', {canRetry: true});
  return code;
}

/** Ends a login and revokes its tokens if the login service supports that. */
export async function endLogin(
  target: LoginTarget,
): Promise<'not logged in' | 'revoked' | 'not revocable' | {readonly failure: unknown}> {
  const file = openLoginFile(target.name, target.env);
  return file.exclusively(async () => {
    const login = await file.read().catch(error => {
      // A damaged file was set aside, so no token is known that could be revoked.
      if (error instanceof TokenError) return undefined;
      throw error;
    });
    if (login === undefined) return (await file.remove()) ? 'not revocable' : 'not logged in';
    try {
      const revoked = await withLoginService(target, service => service.revoke(login.refresh ?? login.access));
      return revoked ? 'revoked' : 'not revocable';
    } catch (failure) {
      return {failure};
    } finally {
      await file.remove();
    }
  });
}
