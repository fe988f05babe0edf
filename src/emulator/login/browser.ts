/** Who logs in, and with which browser. An emulator knows no passwords; second factors are checked as anywhere. */
import type {IncomingMessage} from 'node:http';
import type {User} from '../../contract/account/users.ts';
import {Accounts, Logins, theOne} from '../account/kinds.ts';
import {days, stamp, unstamp} from '../engine/clock.ts';
import type {Row} from '../engine/kind.ts';
import {digest, Users} from '../engine/users.ts';
import type {Work} from '../engine/work.ts';
import {proofsOf, prove, TrustedDevices} from '../profile/kinds.ts';
import {isCode} from '../profile/totp.ts';

export interface Attempt {
  readonly username: string;
  readonly code: string;
  readonly trust: boolean;
}

export interface LoggedIn {
  readonly uid: number;
  /** What the browser is to remember. */
  readonly cookie: string | undefined;
}

const trustLasts = 30 * days;

const addressOf = (incoming: IncomingMessage) => (incoming.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');

/** Logs somebody in; a text says why not. */
export function logIn(work: Work, incoming: IncomingMessage, {username, code, trust}: Attempt): LoggedIn | string {
  const {db, now, random} = work;
  if (db.row(Accounts, theOne)?.hidden.closed) return 'The account is closed.';
  const user = db.byKey(Users, username);
  if (!user) return 'There is no such user.';
  const trusted = deviceOf(work, incoming, user);
  if (user.doc.tfa_enabled && !trusted && !secondFactor(work, user.id, code))
    return 'The code is not the one that the authenticator shows.';
  const ip = addressOf(incoming);
  const datetime = stamp(now);
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
      expiry: stamp(now + trustLasts),
      last_authenticated: datetime,
      last_remote_addr: ip,
      user_agent: incoming.headers['user-agent'] ?? '',
    }),
    {parent: user.id, hidden: {secret: digest(secret)}},
  );
  return {uid: user.id, cookie: `device=${secret}; Path=/login/; Max-Age=${trustLasts / 1000}; HttpOnly; SameSite=Lax`};
}

/** The browser, where this user trusts it. */
function deviceOf({db, now}: Work, incoming: IncomingMessage, {id: uid}: Row<User, object>) {
  const secret = /(?:^|;\s*)device=(\w+)/.exec(incoming.headers.cookie ?? '')?.[1];
  if (secret === undefined) return undefined;
  const known = digest(secret);
  return db.rows(TrustedDevices, uid).find(({doc, hidden}) => hidden.secret === known && unstamp(doc.expiry) > now);
}

/** The code that the authenticator shows now, or the one that works once. */
function secondFactor({db, now}: Work, uid: number, code: string): boolean {
  const {totp, scratch} = proofsOf(db, uid);
  if (totp !== null && isCode(totp, code, now)) return true;
  if (scratch === null || digest(code) !== scratch) return false;
  prove(db, uid, {scratch: null});
  return true;
}
