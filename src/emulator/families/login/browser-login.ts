/**
 * Login of a user in a browser. An emulator has no passwords: users log in with a token with full access, unless the
 * emulator has an open login. Second factors are checked.
 */
import type {IncomingMessage} from 'node:http';
import type {User} from '../../../contract/account/users.ts';
import {actorOf, digest, Users} from '../../engine/access/actors.ts';
import type {StoredRow} from '../../engine/storage/kind.ts';
import {days, formatTimestamp, minutes, parseTimestamp} from '../../engine/time/clock.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {Accounts, Logins, singletonId} from '../account/account-kinds.ts';
import {getAuthFactors, TrustedDevices, updateAuthFactors} from '../profile/profile-kinds.ts';
import {isCode} from '../profile/totp.ts';

export interface LoginInput {
  readonly username: string;
  /** A token; undefined if the login needs none. */
  readonly token: string | undefined;
  readonly code: string;
  readonly trust: boolean;
}

export interface LoginSuccess {
  readonly uid: number;
  /** Cookie for the browser; undefined for none. */
  readonly cookie: string | undefined;
}

export interface LoginFailure {
  readonly status: 403 | 429;
  readonly reason: string;
}

const trustLifetimeMs = 30 * days;

/** Maximum number of consecutive wrong codes, and the time during which all codes are refused afterwards. */
const maxGuesses = 5;
const lockedMs = 15 * minutes;

const addressOf = (incoming: IncomingMessage) => (incoming.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');

/** Logs a user in, or returns the reason for a refusal. */
export function logIn(work: UnitOfWork, incoming: IncomingMessage, attempt: LoginInput): LoginSuccess | LoginFailure {
  const {db, now, random} = work;
  const {username, token, code, trust} = attempt;
  const loginFailure = (reason: string): LoginFailure => ({status: 403, reason});
  if (db.row(Accounts, singletonId)?.hidden.closed) return loginFailure('The account is closed.');
  const user = db.byKey(Users, username);
  if (!user) return loginFailure('User not found.');
  if (token !== undefined && !tokenActsFor(work, token, user.id))
    return loginFailure('The token is not one with full access (*) to this user.');
  const trusted = deviceOf(work, incoming, user);
  if (user.doc.tfa_enabled && !trusted) {
    const factorFailure = secondFactor(work, user.id, code);
    if (factorFailure) return factorFailure;
  }
  const ip = addressOf(incoming);
  const datetime = formatTimestamp(now);
  const {restricted} = user.doc;
  db.insert(Logins, id => ({id, datetime, ip, username, restricted}), {parent: user.id});
  if (trusted) {
    db.update(TrustedDevices, trusted.id, {last_authenticated: datetime, last_remote_addr: ip});
    return {uid: user.id, cookie: undefined};
  }
  if (!trust) return {uid: user.id, cookie: undefined};
  const secret = random.hex(40);
  db.insert(
    TrustedDevices,
    id => ({
      id,
      created: datetime,
      expiry: formatTimestamp(now + trustLifetimeMs),
      last_authenticated: datetime,
      last_remote_addr: ip,
      user_agent: incoming.headers['user-agent'] ?? '',
    }),
    {parent: user.id, hidden: {secret: digest(secret)}},
  );
  return {
    uid: user.id,
    cookie: `device=${secret}; Path=/login/; Max-Age=${trustLifetimeMs / 1000}; HttpOnly; SameSite=Lax`,
  };
}

/** The browser, if this user trusts it. */
function deviceOf({db, now}: UnitOfWork, incoming: IncomingMessage, {id: uid}: StoredRow<User, object>) {
  const secret = /(?:^|;\s*)device=(\w+)/.exec(incoming.headers.cookie ?? '')?.[1];
  if (secret === undefined) return undefined;
  const secretDigest = digest(secret);
  return db
    .rows(TrustedDevices, uid)
    .find(({doc, hidden}) => hidden.secret === secretDigest && parseTimestamp(doc.expiry) > now);
}

/** True for a token of the user or of an unrestricted user, with full access and not issued to an OAuth client. */
function tokenActsFor({db, now}: UnitOfWork, token: string, uid: number): boolean {
  const actor = actorOf(db, token, now);
  if (!actor || actor.client !== null || actor.scopes.text !== '*') return false;
  return actor.uid === uid || !actor.isRestricted;
}

/** Checks the code of the authenticator, or the scratch code. Wrong codes are limited, to prevent guessing. */
function secondFactor({db, now}: UnitOfWork, uid: number, code: string): LoginFailure | undefined {
  const {totp, scratch, guesses} = getAuthFactors(db, uid);
  const wrongGuesses = guesses && guesses.until > now ? guesses.wrong : 0;
  if (wrongGuesses >= maxGuesses) return {status: 429, reason: 'Too many wrong codes. Try again in 15 minutes.'};
  const isScratch = scratch !== null && digest(code) === scratch;
  if (isScratch || (totp !== null && isCode(totp, code, now))) {
    updateAuthFactors(db, uid, {guesses: undefined, ...(isScratch ? {scratch: null} : {})});
    return undefined;
  }
  if (code !== '') updateAuthFactors(db, uid, {guesses: {wrong: wrongGuesses + 1, until: now + lockedMs}});
  return {status: 403, reason: 'The code is not the one that the authenticator shows.'};
}
