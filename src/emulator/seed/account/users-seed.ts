/** The people of the account, and the tokens that an emulator prints. */

import {type GrantedAccess, Users} from '../../engine/access/actors.ts';
import {setMetadata} from '../../engine/storage/account-metadata.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {addUser, type NewUser} from '../../families/account/users/user-records.ts';
import {storeToken} from '../../families/profile/tokens.ts';
import type {SeedContext, Seeder} from '../core/seed-context.ts';

export const owner = 'acme';

const newUsers: readonly Required<NewUser>[] = [
  {username: owner, email: 'ops@acme.example', restricted: false, timezone: 'UTC'},
  {username: 'wsmith', email: 'w.smith@acme.example', restricted: false, timezone: 'America/New_York'},
  {username: 'intern', email: 'intern@acme.example', restricted: true, timezone: 'Europe/Berlin'},
];

const insertUser = ({db, random}: SeedContext, user: NewUser) => void addUser(db, random, user);

export const usersSeed: Seeder = {
  always: context => newUsers.slice(0, 1).forEach(user => insertUser(context, user)),
  demo: context => newUsers.slice(1).forEach(user => insertUser(context, user)),
  many: context => newUsers.slice(1).forEach(user => insertUser(context, user)),
};

/** Lets a restricted user of the story at something. */
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

/** Makes the tokens that are printed at the start, of the texts given as far as they go; the first one may do everything. */
export function createPrintedTokens(
  {db, now, secrets}: Pick<SeedContext, 'db' | 'now' | 'secrets'>,
  audience: 'owner' | 'everyone',
  texts: readonly {readonly token: string | undefined}[],
): void {
  const specs: readonly Omit<IssuedToken, 'token'>[] = [
    {username: owner, scopes: '*'},
    {username: owner, scopes: readings.join(' ')},
    {username: owner, scopes: 'volumes:read_write compute:read_only events:read_only'},
    ...(audience === 'everyone'
      ? [
          {username: 'wsmith', scopes: '*'},
          {username: 'intern', scopes: '*'},
        ]
      : []),
  ];
  const issued = specs.map(({username, scopes}, index) => {
    const token = texts[index]?.token ?? secrets.hex(64);
    const uid = db.byKey(Users, username)?.id;
    if (uid === undefined) throw new Error(`nobody is called ${username}`);
    // They are personal access tokens like any other, so that they can be seen and revoked.
    storeToken(db, {
      uid,
      label: `emulator ${index + 1}`,
      scopes,
      expiry: null,
      created: formatTimestamp(now),
      text: token,
    });
    return {token, username, scopes};
  });
  setMetadata(db.sql, 'tokens', JSON.stringify(issued));
}
