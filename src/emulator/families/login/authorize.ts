/**
 * Authorization endpoint: the code flow for clients with a secret, the implicit flow for clients in a browser. A
 * desktop program can't keep a secret, so it uses the code flow with a challenge (RFC 7636).
 */

import type {OAuthClient} from '../../../contract/account/oauth-clients.ts';
import {formats} from '../../../contract/schema/formats.ts';
import {Users} from '../../engine/access/actors.ts';
import type {Engine, WireResponse} from '../../engine/engine.ts';
import type {RawRequest} from '../../engine/http/raw-routes.ts';
import {FieldErrors, Refusal} from '../../engine/http/refusal.ts';
import {OAuthClients} from '../account/account-kinds.ts';
import {type LoginFailure, logIn} from './browser-login.ts';
import {accessTokenSeconds, grantTokens, issueCode} from './login-grants.ts';
import {html, readForm, redirectTo} from './login-http.ts';
import {loginPage} from './login-page.ts';

interface AuthorizeRequest {
  readonly client: OAuthClient;
  readonly redirect: string;
  readonly scopes: string;
  readonly fields: ReadonlyMap<string, string>;
}

const authorizeFields = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

/**
 * Parameters of the request. The browser is redirected only if client and redirect URI belong together.
 * @throws Refusal 400
 */
function readAuthorizeRequest(engine: Engine, parameter: (name: string) => string | undefined): AuthorizeRequest {
  const fields = new Map(
    authorizeFields.flatMap(name => [[name, parameter(name) ?? ''] as const]).filter(([, value]) => value !== ''),
  );
  const client = engine.db.byKey(OAuthClients, fields.get('client_id') ?? '')?.doc;
  const redirect = fields.get('redirect_uri') ?? client?.redirect_uri ?? '';
  const fieldErrors = new FieldErrors();
  fieldErrors.addIf(!client, 'is not an OAuth client of this account', 'client_id');
  fieldErrors.addIf(!!client && !isSame(redirect, client.redirect_uri), 'is not the one of the client', 'redirect_uri');
  fieldErrors.throwIfAny();
  if (!client) throw new Refusal(400, []);
  // Scopes are separated by commas or spaces, and have the names of the wire.
  const scopes = engine.brand.toNeutral
    .scopes(fields.get('scope') ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .join(' ');
  return {client, redirect, scopes, fields};
}

/** Compares redirect URIs; on loopback any port matches, because desktop programs use a free port (RFC 8252 §7.3). */
function isSame(redirect: string, registered: string): boolean {
  if (redirect === registered) return true;
  if (!URL.canParse(redirect) || !URL.canParse(registered)) return false;
  const [requestUrl, registeredUrl] = [new URL(redirect), new URL(registered)];
  if (registeredUrl.protocol !== 'http:' || !['127.0.0.1', '[::1]'].includes(registeredUrl.hostname)) return false;
  requestUrl.port = registeredUrl.port;
  return requestUrl.href === registeredUrl.href;
}

/** True for the implicit flow, in which the browser receives the token itself. */
const isImplicit = ({client, fields}: AuthorizeRequest): boolean => client.public && !fields.has('code_challenge');

/** Redirects to the program, with the values in the query, or in the fragment, which the browser sends to no server. */
function redirectBack(
  {redirect, fields}: AuthorizeRequest,
  result: Readonly<Record<string, string>>,
  separator: '?' | '#',
): string {
  const state = fields.get('state');
  const values = new URLSearchParams({...result, ...(state === undefined ? {} : {state})});
  const url = new URL(redirect);
  if (separator === '#') url.hash = values.toString();
  else for (const [name, value] of values) url.searchParams.set(name, value);
  return url.href;
}

/** Error of the program's request, sent to the program (RFC 6749). */
function authorizeError(loginRequest: AuthorizeRequest): string | undefined {
  const {scopes, fields} = loginRequest;
  const type = fields.get('response_type') ?? 'code';
  if (type !== 'code' && type !== 'token') return 'unsupported_response_type';
  if ((type === 'token') !== isImplicit(loginRequest)) return 'unauthorized_client';
  const challenge = fields.get('code_challenge');
  // The method `plain` is refused, because its challenge equals the verifier.
  if (challenge !== undefined && (fields.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)))
    return 'invalid_request';
  return formats['oauth-scopes'].test(scopes) ? undefined : 'invalid_scope';
}

export async function authorize(request: RawRequest): Promise<WireResponse> {
  const {engine, method, query} = request;
  if (method !== 'GET' && method !== 'POST')
    throw new Refusal(405, [{field: null, reason: 'Method not allowed'}], {Allow: 'GET, POST'});
  const form = method === 'POST' ? await readForm(request) : new Map<string, string>();
  const loginRequest = readAuthorizeRequest(engine, name => form.get(name) ?? query.get(name) ?? undefined);
  const separator = isImplicit(loginRequest) ? '#' : '?';
  const error = authorizeError(loginRequest);
  if (error) return redirectTo(redirectBack(loginRequest, {error}, separator));
  const usernames = engine.db.all(Users).map(({username}) => username);
  const {client, scopes, fields} = loginRequest;
  const show = (status: number, problem?: string) =>
    html(status, loginPage({program: client.label, scopes, usernames, fields, problem, isOpen: engine.isLoginOpen}));
  if (method === 'GET') return show(200);
  if (form.get('decision') === 'deny')
    return redirectTo(redirectBack(loginRequest, {error: 'access_denied'}, separator));
  const response = engine.db.transaction(() => completeAuthorization(request, loginRequest, form));
  engine.jobs.arm();
  return 'reason' in response ? show(response.status, response.reason) : response;
}

function completeAuthorization(
  {engine, incoming}: RawRequest,
  loginRequest: AuthorizeRequest,
  form: ReadonlyMap<string, string>,
): WireResponse | LoginFailure {
  const username = form.get('username') ?? '';
  const work = engine.work(username);
  const token = engine.isLoginOpen ? undefined : (form.get('token')?.trim() ?? '');
  const attempt = {username, token, code: form.get('tfa_code')?.trim() ?? '', trust: form.has('trust')};
  const user = logIn(work, incoming, attempt);
  if ('reason' in user) return user;
  const {client, scopes, redirect} = loginRequest;
  const authorization = {uid: user.uid, client: client.id, scopes};
  const headers = user.cookie === undefined ? {} : {'Set-Cookie': user.cookie};
  if (!isImplicit(loginRequest)) {
    const challenge = loginRequest.fields.get('code_challenge') ?? null;
    const bound = {...authorization, redirect, challenge, repeats: loginRequest.fields.has('redirect_uri')};
    const code = issueCode(engine.db, engine.random, bound, work.now);
    return redirectTo(redirectBack(loginRequest, {code}, '?'), headers);
  }
  // A browser can't keep a secret, so it receives no refresh token.
  const {access} = grantTokens(work, authorization, {isRefreshable: false});
  const scope = engine.brand.toWire.scopes(scopes);
  const result = {access_token: access, token_type: 'bearer', expires_in: String(accessTokenSeconds), scope};
  return redirectTo(redirectBack(loginRequest, result, '#'), headers);
}
