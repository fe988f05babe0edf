/** The users of the account, and the tokens that an emulator prints. */

import {type GrantedAccess, Users} from '../../engine/access/actors.ts';
import {getMetadata, setMetadata} from '../../engine/storage/account-metadata.ts';
import type {Store} from '../../engine/storage/store.ts';
import {days, formatTimestamp, parseTimestamp} from '../../engine/time/clock.ts';
import {addUser, type NewUser} from '../../families/account/users/user-records.ts';
import {storeToken} from '../../families/profile/tokens.ts';
import {beforeNow, type SeedContext, type Seeder} from '../core/seed-context.ts';

export const owner = 'acme';

const newUsers: readonly Required<NewUser>[] = [
  {username: owner, email: 'ops@acme.example', restricted: false, timezone: 'UTC'},
  {username: 'wsmith', email: 'w.smith@acme.example', restricted: false, timezone: 'America/New_York'},
  {username: 'intern', email: 'intern@acme.example', restricted: true, timezone: 'Europe/Berlin'},
];

function insertUser({db, random}: SeedContext, user: NewUser, passwordCreated: string): void {
  const {uid} = addUser(db, random, user);
  db.setHidden(Users, uid, {passwordCreated});
}

/** The users of an account that is years old. */
const insertOthers: Seeder['demo'] = context => {
  const passwordCreated = beforeNow(context, 700 * days);
  for (const {id} of context.db.rows(Users)) context.db.setHidden(Users, id, {passwordCreated});
  for (const user of newUsers.slice(1)) insertUser(context, user, passwordCreated);
};

export const usersSeed: Seeder = {
  // The account is one day old.
  always: context => newUsers.slice(0, 1).forEach(user => insertUser(context, user, beforeNow(context, days))),
  demo: insertOthers,
  many: insertOthers,
};

/** Adds grants to a restricted user of the demo account. */
export function grantToUser(db: Store, username: string, change: GrantedAccess): void {
  const row = db.byKey(Users, username);
  if (!row) throw new Error(`nobody is called ${username}`);
  const before = row.hidden.granted;
  const grants = {
    global: {...before.global, ...change.global},
    entities: {...before.entities, ...change.entities},
  };
  db.setHidden(Users, row.id, {granted: grants});
}

export interface IssuedToken {
  readonly token: string;
  readonly username: string;
  readonly scopes: string;
}

const readings = [
  'account',
  'compute',
  'databases',
  'domains',
  'events',
  'firewall',
  'images',
  'ips',
  'longview',
  'maintenance',
  'nodebalancers',
  'object_storage',
  'stackscripts',
  'volumes',
].map(area => `${area}:read_only`);

/** A token that is printed at the start; random if `token` is absent. */
export interface PrintedToken extends Omit<IssuedToken, 'token'> {
  readonly token?: string | undefined;
  readonly label?: string | undefined;
  readonly expiry?: string | undefined;
}

const ownerTokens: readonly PrintedToken[] = [
  {username: owner, scopes: '*'},
  {username: owner, scopes: readings.join(' ')},
  {username: owner, scopes: 'volumes:read_write compute:read_only events:read_only'},
];

/** Tokens that are printed at the start. */
export const printedTokens = (audience: 'owner' | 'everyone'): readonly PrintedToken[] =>
  audience === 'owner'
    ? ownerTokens
    : [...ownerTokens, {username: 'wsmith', scopes: '*'}, {username: 'intern', scopes: '*'}];

/** Creates the tokens that are printed at the start, from the given texts if any; the first has full access. */
export function createPrintedTokens(
  {db, now, secrets}: Pick<SeedContext, 'db' | 'now' | 'secrets'>,
  tokens: readonly PrintedToken[],
  texts: readonly {readonly token: string | undefined}[],
): void {
  addPrintedTokens(
    db,
    now,
    tokens.map((entry, index) => ({...entry, token: texts[index]?.token ?? entry.token ?? secrets.hex(64)})),
  );
}

/** Registers tokens and adds them to those that are printed at the start. */
export function addPrintedTokens(db: Store, now: number, tokens: readonly PrintedToken[]): void {
  const issued = JSON.parse(getMetadata(db.sql).get('tokens') ?? '[]') as IssuedToken[];
  for (const {token = '', username, scopes, label, expiry} of tokens) {
    const uid = db.byKey(Users, username)?.id;
    if (uid === undefined) throw new Error(`nobody is called ${username}`);
    issued.push({token, username, scopes});
    // Stored as personal access tokens, so that users can list and revoke them.
    storeToken(db, {
      uid,
      label: label ?? `emulator ${issued.length}`,
      scopes,
      expiry: expiry === undefined ? null : formatTimestamp(parseTimestamp(expiry)),
      created: formatTimestamp(now),
      text: token,
    });
  }
  setMetadata(db.sql, 'tokens', JSON.stringify(issued));
}
