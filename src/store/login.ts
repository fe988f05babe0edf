/** Logging in, staying logged in, and logging out: the login service, the file of its tokens, and the profile between them. */
import type {RenewableToken, TokenProvider} from '../client/engine.ts';
import {sanitizeLine} from '../client/errors.ts';
import {
  authorizeUrl,
  createOAuthClient,
  createPkceProof,
  type OAuthClient,
  OAuthError,
  type OAuthTokens,
} from '../client/login.ts';
import type {Environment} from '../platform/paths.ts';
import {type KeptLogin, type LoginFile, loginFile} from '../profiles/logins.ts';
import type {Login} from '../profiles/profile.ts';
import {fetchToken, TokenProblem} from '../profiles/token.ts';

/** A profile that is logged in to. */
export interface LoginPlace {
  readonly name: string;
  /** Of the API. */
  readonly baseUrl: string;
  readonly login: Login;
  readonly env: Environment;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const defaultRedirect = 'http://127.0.0.1/callback';

/** A token is replaced this long before its end, or in the last tenth of its life. */
const EARLY = 300_000;
/** After the login service could not be reached while the token still held. */
const AGAIN = 30_000;
/** A token this young that is refused would be refused again. */
const YOUNG = 60_000;

const howToLogIn = (name: string): string => `run skydeck login ${name}`;

/** The access token of a login, renewed before its end or when it is refused: once, however many ask and whichever console. */
export function loginToken(place: LoginPlace): TokenProvider {
  const file = loginFile(place.name, place.env);
  return async refused => {
    const good = usable(await knownLogin(place, file), refused, place);
    return good ?? file.exclusively(() => renew(place, file, refused));
  };
}

/** What is kept of the login. @throws TokenProblem where there is none for this profile as it is now */
async function knownLogin({name, baseUrl, login}: LoginPlace, file: LoginFile): Promise<KeptLogin> {
  const kept = await file.read();
  if (kept === undefined) throw new TokenProblem(`Nobody is logged in to ${name}`, howToLogIn(name));
  if (kept.api !== baseUrl || kept.client !== login.clientId)
    throw new TokenProblem(`The login of ${name} was for another address or client`, howToLogIn(name));
  return kept;
}

const renewalOf = ({issuedAt, expiresAt}: KeptLogin): number | undefined =>
  expiresAt === undefined ? undefined : expiresAt - Math.min(EARLY, (expiresAt - issuedAt) / 10);

function usable(kept: KeptLogin, refused: string | undefined, {now}: LoginPlace): RenewableToken | undefined {
  const renewAt = renewalOf(kept);
  if (kept.access === refused || (renewAt !== undefined && now() >= renewAt)) return undefined;
  return {secret: kept.access, renewAt};
}

/** Alone with the file: somebody else may have renewed it while this one waited. */
async function renew(place: LoginPlace, file: LoginFile, refused: string | undefined): Promise<RenewableToken> {
  const kept = await knownLogin(place, file);
  const good = usable(kept, refused, place);
  if (good) return good;
  const {name, now, login} = place;
  const isRefused = kept.access === refused;
  if (isRefused && now() - kept.issuedAt < YOUNG)
    throw new TokenProblem(
      `The API refuses the token that ${new URL(login.url).host} has just given`,
      `check the addresses of ${name}, or ${howToLogIn(name)}`,
    );
  /** What still holds is used to its end. */
  const rest = (until: number): RenewableToken | undefined =>
    !isRefused && (kept.expiresAt ?? 0) > now()
      ? {secret: kept.access, renewAt: Math.min(until, kept.expiresAt ?? until)}
      : undefined;
  const ended = () => new TokenProblem(`The login of ${name} has ended`, howToLogIn(name));
  if (kept.refresh === undefined) {
    const left = rest(Number.POSITIVE_INFINITY);
    if (left) return left;
    throw ended();
  }
  const {refresh} = kept;
  try {
    const next = keptOf(place, await withService(place, service => service.refresh(refresh)), kept);
    await file.write(next);
    return {secret: next.access, renewAt: renewalOf(next)};
  } catch (error) {
    if (!(error instanceof OAuthError)) {
      const left = rest(now() + AGAIN);
      if (left) return left;
      throw error;
    }
    // Asking with it again would be refused again, by every console, with every poll.
    if (error.error === 'invalid_grant') await file.write({...kept, refresh: undefined});
    const left = rest(Number.POSITIVE_INFINITY);
    if (left) return left;
    if (error.error === 'invalid_grant') throw ended();
    throw new TokenProblem(error.message.replace(/\.$/, ''), `check client_id and secret of ${name} in the settings`);
  }
}

const keptOf = (
  {baseUrl, login, now}: LoginPlace,
  {access, refresh, expiresInSeconds, scopes}: OAuthTokens,
  before?: KeptLogin,
): KeptLogin => ({
  api: baseUrl,
  client: login.clientId,
  access,
  // A service that does not rotate them gives the refresh token once.
  refresh: refresh ?? before?.refresh,
  scopes: scopes ?? before?.scopes,
  issuedAt: now(),
  expiresAt: expiresInSeconds === undefined ? undefined : now() + expiresInSeconds * 1000,
});

async function withService<T>({login, env}: LoginPlace, run: (service: OAuthClient) => Promise<T>): Promise<T> {
  const {url, clientId} = login;
  const secret = login.secret && (await fetchToken(login.secret, env));
  const service = createOAuthClient({url, clientId, secret, env});
  try {
    return await run(service);
  } finally {
    await service.close();
  }
}

/** What came back is no answer to this login; a text that was pasted may be pasted again. */
export class LoginProblem extends Error {
  /** Whether another answer may be better. */
  readonly again: boolean;

  constructor(message: string, again: boolean) {
    super(message);
    this.again = again;
  }
}

export interface LoginAttempt {
  /** Where the person allows it. */
  readonly address: string;
  /** Whether this address is the answer to this attempt. */
  answers(url: URL): boolean;
  /**
   * Takes the address that the browser was sent to, or the code alone, and keeps what the code is exchanged for.
   * @throws LoginProblem @throws LoginRefused @throws Unreachable
   */
  take(answer: string): Promise<KeptLogin>;
}

/** @param redirect where the browser comes back to, with its port */
export function beginLogin(place: LoginPlace, redirect: string): LoginAttempt {
  const proof = createPkceProof();
  const {login, name, env} = place;
  const isState = (url: URL): boolean => url.searchParams.get('state') === proof.state;
  return {
    address: authorizeUrl(login, proof, {redirect, scopes: login.scopes ?? '*'}),
    answers: url => isState(url) && (url.searchParams.has('code') || url.searchParams.has('error')),
    async take(answer) {
      const code = codeIn(answer.trim(), isState);
      const tokens = await withService(place, service => service.exchange(code, proof, redirect));
      const kept = keptOf(place, tokens);
      const file = loginFile(name, env);
      await file.exclusively(() => file.write(kept));
      return kept;
    },
  };
}

function codeIn(answer: string, isState: (url: URL) => boolean): string {
  if (/^[\w.~+/=-]+$/.test(answer)) return answer;
  const url = URL.canParse(answer) ? new URL(answer) : undefined;
  if (!url) throw new LoginProblem('that is neither an address nor a code', true);
  if (!isState(url)) throw new LoginProblem('that is the answer to another login', true);
  const error = url.searchParams.get('error');
  if (error === 'access_denied') throw new LoginProblem('it was not allowed in the browser', false);
  if (error !== null) throw new LoginProblem(`the login service refused to begin: ${sanitizeLine(error, 100)}`, false);
  const code = url.searchParams.get('code');
  if (!code) throw new LoginProblem('that address holds no code', true);
  return code;
}

/** Forgets a login; what was given is taken back where the login service can. */
export async function endLogin(
  place: LoginPlace,
): Promise<'nobody' | 'revoked' | 'forgotten' | {readonly failure: unknown}> {
  const file = loginFile(place.name, place.env);
  return file.exclusively(async () => {
    const kept = await file.read().catch(error => {
      // What is damaged was set aside, and holds nothing that could be revoked.
      if (error instanceof TokenProblem) return undefined;
      throw error;
    });
    if (kept === undefined) return (await file.remove()) ? 'forgotten' : 'nobody';
    try {
      const revoked = await withService(place, service => service.revoke(kept.refresh ?? kept.access));
      return revoked ? 'revoked' : 'forgotten';
    } catch (failure) {
      return {failure};
    } finally {
      await file.remove();
    }
  });
}
