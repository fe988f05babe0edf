/**
 * The login service: an authorization code for a browser's visit, tokens for the code, new tokens for old ones (OAuth
 * 2.0 for native apps: RFC 6749, 7636, 8252; revocation: RFC 7009). This module observes, logs and stores none of it.
 */

import {createHash, randomBytes} from 'node:crypto';
import {isRecord, parseJson} from '../../contract/schema/json.ts';
import {parseAddress} from '../core/api-address.ts';
import {type ClientClock, systemClock} from '../core/clock.ts';
import {sanitizeLine, UnreachableError} from '../core/errors.ts';
import {maskSecret} from '../core/masking.ts';
import {defaultSizeLimits, type HttpResponse} from '../http/http-request.ts';
import {createTransport, type TransportOptions} from '../http/transport.ts';

export interface OAuthClientOptions {
  /** Root of the service: `/oauth/authorize` and `/oauth/token` are below it. */
  readonly url: string;
  readonly clientId: string;
  /** Absent for public clients, which can't keep a secret. */
  readonly secret: string | undefined;
  /** Environment variables that name proxies. */
  readonly env: TransportOptions['env'];
  readonly clock?: ClientClock | undefined;
}

export interface OAuthTokens {
  readonly access: string;
  readonly refresh: string | undefined;
  /** Lifetime of the access token, in seconds. */
  readonly expiresInSeconds: number | undefined;
  /** Scopes in the provider's words. */
  readonly scopes: string | undefined;
}

export interface OAuthTokenClient {
  /** The tokens for a code. @throws OAuthError @throws UnreachableError */
  exchange(code: string, proof: Pick<PkceProof, 'verifier'>, redirect: string): Promise<OAuthTokens>;
  /** Others for a refresh token, which may be good for this once only. @throws OAuthError @throws UnreachableError */
  refresh(token: string): Promise<OAuthTokens>;
  /** Revokes a token; false for a service that can't revoke. @throws OAuthError @throws UnreachableError */
  revoke(token: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The login service refused the request. */
export class OAuthError extends Error {
  /** `invalid_grant`, `invalid_client`, … (RFC 6749 §5.2) */
  readonly error: string;

  constructor(error: string, description: string | undefined) {
    super(`The login service denied access: ${sanitizeLine(description ?? error, 200)}`);
    this.name = new.target.name;
    this.error = error;
  }
}

/** Proof that a response belongs to this request, and that the code is for this client. */
export interface PkceProof {
  readonly state: string;
  readonly verifier: string;
}

export const createPkceProof = (): PkceProof => ({
  state: randomBytes(24).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
});

/** Address at which the user allows the access. */
export function authorizeUrl(
  {url, clientId}: Pick<OAuthClientOptions, 'url' | 'clientId'>,
  {state, verifier}: PkceProof,
  {redirect, scopes}: {readonly redirect: string; readonly scopes: string},
): string {
  const at = new URL(`${url.replace(/\/+$/, '')}/oauth/authorize`);
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirect,
    scope: scopes,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) at.searchParams.set(name, value);
  return at.href;
}

/** A response is a few tokens. */
const oauthSizeLimits = {...defaultSizeLimits, body: 1024 * 1024};

/** Milliseconds; others wait for a refresh. */
const oauthTimeouts = {connect: 5000, response: 10_000, idle: 5000, total: 15_000};

export function createOAuthClient(options: OAuthClientOptions): OAuthTokenClient {
  const {url, clientId, secret, env, clock = systemClock} = options;
  const address = parseAddress(url);
  if (!address.isPrivate)
    throw new UnreachableError('insecure', `${address.host} would receive the tokens unencrypted. Use https.`);
  const transport = createTransport({
    address,
    clock,
    connections: 1,
    timeouts: oauthTimeouts,
    bounds: oauthSizeLimits,
    env,
  });
  const root = new URL(url).pathname.replace(/\/+$/, '');

  const formOf = (fields: Fields): Fields => ({
    ...fields,
    client_id: clientId,
    ...(secret !== undefined && {client_secret: secret}),
  });
  async function send(path: string, fields: Fields): Promise<HttpResponse> {
    return transport.send({
      method: 'POST',
      path: `${root}/oauth/${path}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        'user-agent': 'skydeck',
      },
      body: Buffer.from(new URLSearchParams(formOf(fields)).toString()),
    });
  }
  /** Reads a successful response; a service may repeat the sent fields in a refusal. */
  function read({status, body}: HttpResponse, fields: Fields): Readonly<Record<string, unknown>> {
    const parsed = parseJson(body.toString('utf8'));
    const json = isRecord(parsed) ? parsed : undefined;
    if (status >= 500 || status === 429) {
      const reason = status === 429 ? 'too many requests' : 'server error';
      throw new UnreachableError('server', `${address.host} returned HTTP ${status} (${reason}).`, {status});
    }
    if (json === undefined || (status >= 300 && typeof json.error !== 'string'))
      throw new UnreachableError('not-api', `${address.host} is not a login service (HTTP ${status}).`, {
        status,
      });
    if (status >= 300)
      throw new OAuthError(
        maskFields(String(json.error), formOf(fields)),
        typeof json.error_description === 'string' ? maskFields(json.error_description, formOf(fields)) : undefined,
      );
    return json;
  }
  async function tokens(fields: Fields): Promise<OAuthTokens> {
    const {access_token: access, refresh_token, expires_in, scope} = read(await send('token', fields), fields);
    if (typeof access !== 'string' || !/^[\x21-\x7e]+$/.test(access))
      throw new UnreachableError('not-api', `${address.host} returned no usable token.`);
    const lasts = Number(expires_in);
    return {
      access,
      refresh: typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : undefined,
      expiresInSeconds: Number.isFinite(lasts) && lasts > 0 ? lasts : undefined,
      scopes: typeof scope === 'string' ? scope : undefined,
    };
  }
  return {
    exchange: (code, {verifier}, redirect) =>
      tokens({grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier}),
    refresh: token => tokens({grant_type: 'refresh_token', refresh_token: token}),
    async revoke(token) {
      const fields = {token};
      const incoming = await send('revoke', fields);
      if ([404, 405, 501].includes(incoming.status)) return false;
      if (incoming.status >= 300) read(incoming, fields);
      return true;
    },
    close: () => transport.close(),
  };
}

type Fields = Readonly<Record<string, string>>;

/** Fields that aren't secret; everything else that is sent is. */
const publicFields = ['grant_type', 'client_id', 'redirect_uri'];

/** The text without the secrets that were sent. */
const maskFields = (text: string, fields: Fields): string =>
  Object.entries(fields).reduce(
    (rest, [name, value]) => (publicFields.includes(name) ? rest : maskSecret(rest, value)),
    text,
  );
