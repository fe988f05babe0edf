/** Codes and tokens that the login service has issued, and the apps that hold them. */

import {Credentials, digest, registerCredential} from '../../engine/access/actors.ts';
import {defineKind, type Kind} from '../../engine/storage/kind.ts';
import {allOf} from '../../engine/storage/selection.ts';
import type {Store} from '../../engine/storage/store.ts';
import {days, formatTimestamp, seconds} from '../../engine/time/clock.ts';
import {defineJob, defineRecurringJob} from '../../engine/time/jobs.ts';
import type {Random} from '../../engine/time/random.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {OAuthClients} from '../account/account-kinds.ts';
import {AuthorizedApps} from '../profile/profile-kinds.ts';

/** User, client and scopes of an authorization. */
export interface AppAuthorization {
  readonly uid: number;
  /** ID of the OAuth client. */
  readonly client: string;
  /** Separated by spaces. */
  readonly scopes: string;
}

/** Values that a code is bound to besides its client. */
export interface CodeBinding {
  readonly redirect: string;
  /** Hash of the program's verifier (RFC 7636); null for a program that sent none. */
  readonly challenge: string | null;
  /** True if the request had a redirect URI, so the exchange must repeat it (RFC 6749 §4.1.3). */
  readonly repeats: boolean;
}

/** Found by digest. Used codes are kept until they expire, so that a second use is detected. */
export const Codes = defineKind<AppAuthorization & CodeBinding & {readonly expiry: string; readonly used: boolean}>(
  'oauth_code',
);
/** Found by digest; valid until revoked. */
export const RefreshTokens = defineKind<AppAuthorization>('oauth_refresh_token');

/** Revokes all tokens of a user or a client, or those of the user for the client. */
export function revokeTokens(db: Store, {uid, client}: {readonly uid?: number; readonly client?: string}): void {
  const field = (name: string, value: number | string | undefined) =>
    value === undefined ? undefined : {sql: `json_extract(doc, '$.${name}')=?`, values: [value]};
  const clause = allOf([field('uid', uid), field('client', client)]);
  if (!clause) return;
  for (const kind of [Credentials, Codes, RefreshTokens] as readonly Kind[])
    for (const {id} of db.where(kind, clause)) db.remove(kind, id);
  for (const {id, hidden} of db.rows(AuthorizedApps, uid))
    if (client === undefined || hidden.client === client) db.remove(AuthorizedApps, id);
}

/** Lifetime of an access token, in seconds. */
export const accessTokenSeconds = 7200;

const appExpired = defineJob<{readonly id: number; readonly expiry: string}>('app.expired', ({db}, {id, expiry}) => {
  if (db.get(AuthorizedApps, id)?.expiry === expiry) db.remove(AuthorizedApps, id);
  return undefined;
});

/** Adds the app to the user's list. An app with a refresh token stays until it is revoked. */
function showApp(work: UnitOfWork, {uid, client, scopes}: AppAuthorization, expiry: string | null): void {
  const {db, now} = work;
  const doc = db.byKey(OAuthClients, client)?.doc;
  if (!doc) return;
  const authorization = db.rows(AuthorizedApps, uid).find(({hidden}) => hidden.client === client);
  const id = authorization?.id ?? db.nextId(AuthorizedApps);
  if (authorization) db.update(AuthorizedApps, id, {scopes, expiry});
  else
    db.insertWithId(
      AuthorizedApps,
      id,
      {
        id,
        label: doc.label,
        scopes,
        created: formatTimestamp(now),
        expiry,
        website: websiteOf(doc.redirect_uri),
        thumbnail_url: doc.thumbnail_url,
      },
      {parent: uid, hidden: {client}},
    );
  if (expiry !== null) work.schedule(appExpired, {id, expiry}, now + accessTokenSeconds * seconds);
}

/** Website of a redirect URI; desktop programs with their own scheme have none. */
function websiteOf(redirect: string): string {
  const origin = URL.canParse(redirect) ? new URL(redirect).origin : 'null';
  return origin === 'null' ? redirect : origin;
}

export interface IssuedTokens {
  readonly access: string;
  /** Absent for programs in a browser. */
  readonly refresh: string | undefined;
}

/** Issues the tokens of a client for a user. */
export function grantTokens(
  work: UnitOfWork,
  authorization: AppAuthorization,
  {isRefreshable}: {isRefreshable: boolean},
): IssuedTokens {
  const {db, now, random} = work;
  const {uid, scopes, client} = authorization;
  const access = random.hex(64);
  const expiry = formatTimestamp(now + accessTokenSeconds * seconds);
  registerCredential(db, access, {uid, scopes, client, expiry});
  const refresh = isRefreshable ? random.hex(64) : undefined;
  if (refresh !== undefined) db.insert(RefreshTokens, () => authorization, {key: digest(refresh)});
  showApp(work, authorization, isRefreshable ? null : expiry);
  return {access, refresh};
}

/** Lifetime of a code, in milliseconds. */
const codeLifetimeMs = 600_000;

/** A code that its client can exchange once. */
export function issueCode(
  db: Store,
  random: Random,
  authorization: AppAuthorization & CodeBinding,
  now: number,
): string {
  const code = random.hex(40);
  db.insert(Codes, () => ({...authorization, expiry: formatTimestamp(now + codeLifetimeMs), used: false}), {
    key: digest(code),
  });
  return code;
}

defineRecurringJob(
  'credentials.prune',
  now => now + days,
  ({db, now}) => {
    const expiredClause = {sql: `json_extract(doc, '$.expiry')<?`, values: [formatTimestamp(now)]};
    for (const kind of [Credentials, Codes] as readonly Kind[])
      for (const {id} of db.where(kind, expiredClause)) db.remove(kind, id);
  },
);
