/** Token endpoint: programs exchange codes and refresh tokens for access tokens. */
import {createHash} from 'node:crypto';
import {Credentials, digest, Users} from '../../engine/access/actors.ts';
import type {Engine, WireResponse} from '../../engine/engine.ts';
import type {RawRequest} from '../../engine/http/raw-routes.ts';
import {Refusal} from '../../engine/http/refusal.ts';
import {parseTimestamp} from '../../engine/time/clock.ts';
import {OAuthClients} from '../account/account-kinds.ts';
import {
  type AppAuthorization,
  accessTokenSeconds,
  Codes,
  grantTokens,
  RefreshTokens,
  revokeTokens,
} from './login-grants.ts';
import {json, readForm} from './login-http.ts';

type Form = ReadonlyMap<string, string>;

/** Error response in two formats: that of OAuth libraries (RFC 6749), and that of the API. */
const oauthError = (status: number, error: string, field: string, reason: string): WireResponse =>
  json(status, {error, error_description: `${field} ${reason}`, errors: [{field, reason}]});

export const tokenEndpoint = (request: RawRequest): Promise<WireResponse> => forClient(request, grant);

/**
 * Revokes a token, and all tokens that its client received with it (RFC 7009). Succeeds for an unknown token.
 */
export const revocationEndpoint = (request: RawRequest): Promise<WireResponse> =>
  forClient(request, ({db}, client, form) => {
    const key = digest(form.get('token') ?? '');
    const given = db.byKey(RefreshTokens, key)?.doc ?? db.byKey(Credentials, key)?.doc;
    if (given?.client === client) revokeTokens(db, {uid: given.uid, client});
    return json(200, {});
  });

type Answer = (engine: Engine, client: string, form: Form) => WireResponse;

/**
 * Handles requests of authenticated clients. A client without a secret is authenticated by its codes and tokens.
 */
async function forClient(request: RawRequest, answer: Answer): Promise<WireResponse> {
  const {engine, method} = request;
  if (method !== 'POST') throw new Refusal(405, [{field: null, reason: 'Method not allowed'}], {Allow: 'POST'});
  const form = await readForm(request);
  const client = engine.db.byKey(OAuthClients, form.get('client_id') ?? '');
  if (!client) return oauthError(401, 'invalid_client', 'client_id', 'is not known');
  const secret = form.get('client_secret');
  if (!(client.doc.public && secret === undefined) && client.hidden.secret !== digest(secret ?? ''))
    return oauthError(401, 'invalid_client', 'client_secret', 'is not the secret of the client');
  const response = engine.db.transaction(() => answer(engine, client.doc.id, form));
  engine.jobs.arm();
  return response;
}

function grant(engine: Engine, client: string, form: Form): WireResponse {
  const type = form.get('grant_type') ?? 'authorization_code';
  if (type === 'authorization_code') return exchange(engine, client, form);
  if (type === 'refresh_token') return refresh(engine, client, form);
  return oauthError(400, 'unsupported_grant_type', 'grant_type', 'must be authorization_code or refresh_token');
}

function exchange(engine: Engine, client: string, form: Form): WireResponse {
  const {db, clock} = engine;
  const row = db.byKey(Codes, digest(form.get('code') ?? ''));
  if (row?.doc.client !== client || parseTimestamp(row.doc.expiry) <= clock.now())
    return oauthError(400, 'invalid_grant', 'code', 'is unknown or has expired');
  const {uid, scopes, redirect, challenge, repeats, used} = row.doc;
  if (used) {
    // A code that is used twice was stolen, and either use may be the thief's, so all tokens are revoked.
    revokeTokens(db, {uid, client});
    return oauthError(400, 'invalid_grant', 'code', 'was used before; its tokens are revoked');
  }
  const repeatedRedirect = form.get('redirect_uri') ?? (repeats ? undefined : redirect);
  const isStolen = challenge !== null && challengeOf(form.get('code_verifier') ?? '') !== challenge;
  // A code is valid for one attempt, so that a thief can't guess the other values.
  if (repeatedRedirect !== redirect || isStolen) db.remove(Codes, row.id);
  if (repeatedRedirect !== redirect)
    return oauthError(400, 'invalid_grant', 'redirect_uri', 'is not the one that the code was sent to');
  if (isStolen) return oauthError(400, 'invalid_grant', 'code_verifier', 'is not what the code was asked for with');
  db.update(Codes, row.id, {used: true});
  return issueTokens(engine, {uid, client, scopes});
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

function refresh(engine: Engine, client: string, form: Form): WireResponse {
  const {db} = engine;
  const row = db.byKey(RefreshTokens, digest(form.get('refresh_token') ?? ''));
  if (row?.doc.client !== client)
    return oauthError(400, 'invalid_grant', 'refresh_token', 'is unknown or was used before');
  // A refresh token works once, so that the program detects that its token was stolen.
  db.remove(RefreshTokens, row.id);
  return issueTokens(engine, row.doc);
}

function issueTokens(engine: Engine, authorization: AppAuthorization): WireResponse {
  const username = engine.db.get(Users, authorization.uid)?.username ?? '';
  const {access, refresh: next} = grantTokens(engine.work(username), authorization, {isRefreshable: true});
  return json(200, {
    access_token: access,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    refresh_token: next,
    scope: engine.brand.toWire.scopes(authorization.scopes),
  });
}
