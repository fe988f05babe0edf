/** The people of the account, and the tokens that an emulator prints. */
import {keepMeta} from '../engine/meta.ts';
import type {Random} from '../engine/random.ts';
import type {Store} from '../engine/store.ts';
import {admit, type Granted, nothingGranted, Profiles, Users} from '../engine/users.ts';
import type {Chapter, Story} from './story.ts';

interface Person {
  readonly username: string;
  readonly email: string;
  readonly timezone: string;
  readonly restricted?: true;
}

export const owner = 'acme';

const people: readonly Person[] = [
  {username: owner, email: 'ops@acme.example', timezone: 'UTC'},
  {username: 'wsmith', email: 'w.smith@acme.example', timezone: 'America/New_York'},
  {username: 'intern', email: 'intern@acme.example', timezone: 'Europe/Berlin', restricted: true},
];

function join({db, random}: Story, {username, email, timezone, restricted}: Person): void {
  const granted: Granted = nothingGranted;
  const tfa = username === owner;
  const uid = db.nextId(Users);
  db.place(
    Users,
    uid,
    {username, email, restricted: restricted === true, ssh_keys: [], tfa_enabled: tfa},
    {hidden: {granted}},
  );
  db.place(Profiles, uid, {
    uid,
    username,
    email,
    verified_phone_number: null,
    timezone,
    email_notifications: true,
    referrals: {
      code: random.hex(40),
      url: `https://www.example.com/?r=${uid}`,
      total: 0,
      completed: 0,
      pending: 0,
      credit: 0,
    },
    ip_whitelist_enabled: false,
    lish_auth_method: 'password_keys',
    authorized_keys: null,
    two_factor_auth: tfa,
    restricted: restricted === true,
    authentication_type: 'password',
  });
}

export const users: Chapter = {
  always: story => join(story, people[0] as Person),
  demo: story => people.slice(1).forEach(person => join(story, person)),
  many: story => people.slice(1).forEach(person => join(story, person)),
};

/** Lets a restricted user of the story at something. */
export function grant(db: Store, username: string, change: Granted): void {
  const row = db.byKey(Users, username);
  if (!row) throw new Error(`nobody is called ${username}`);
  const before = row.hidden.granted;
  const granted = {
    global: {...before.global, ...change.global},
    entities: {...before.entities, ...change.entities},
  };
  db.hide(Users, row.id, {granted});
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
export function issueTokens(
  db: Store,
  random: Random,
  whose: 'owner' | 'everyone',
  texts: readonly {readonly token: string | undefined}[],
): void {
  const wanted: readonly Omit<IssuedToken, 'token'>[] = [
    {username: owner, scopes: '*'},
    {username: owner, scopes: readings.join(' ')},
    {username: owner, scopes: 'volumes:read_write compute:read_only events:read_only'},
    ...(whose === 'everyone'
      ? [
          {username: 'wsmith', scopes: '*'},
          {username: 'intern', scopes: '*'},
        ]
      : []),
  ];
  const issued = wanted.map(({username, scopes}, index) => {
    const token = texts[index]?.token ?? random.hex(64);
    const uid = db.byKey(Users, username)?.id;
    if (uid === undefined) throw new Error(`nobody is called ${username}`);
    admit(db, token, {uid, scopes, expiry: null});
    return {token, username, scopes};
  });
  keepMeta(db.sql, 'tokens', JSON.stringify(issued));
}
