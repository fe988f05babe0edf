/** Users: their logins and restrictions (D3 §4.6). */

import type {User, UserUpdate} from '../../contract/account/users.ts';
import type {Write} from '../../contract/schema/field.ts';
import {userEvents} from '../event-words/account-events.ts';
import {ageCell, ageOrder, type Cell, cellFor, listCell, momentCell, unknownCell, yesNoCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';

type Spec = FamilySpec<'account.users', 'user'>;
type Update = Write<typeof UserUpdate>;

const isYou = (row: User, lookup: Lookup): boolean => lookup.rows('profile')[0]?.username === row.username;
const access = (restricted: boolean): Cell => (restricted ? 'restricted' : {text: 'unrestricted', tone: 'accent'});

/** The API stores logins for this time. */
const loginRetentionMs = 90 * 86_400_000;

/** The newest known login; the API has no logins older than 90 days. */
const lastLogin = (row: User, lookup: Lookup) =>
  lookup
    .rows('account.logins')
    .filter(({username}) => username === row.username)
    .reduce<string | undefined>(
      (best, {datetime}) => (best !== undefined && best >= datetime ? best : datetime),
      undefined,
    );

function lastSeen(row: User, lookup: Lookup): Cell {
  const date = lastLogin(row, lookup);
  if (date !== undefined) return ageCell(date, lookup.now);
  return lookup.complete('account.logins') ? {text: 'none in 90d', tone: 'dim'} : unknownCell;
}

/** The latest possible time of the last login, for a user without a known login. */
function lastSeenAt(row: User, lookup: Lookup): string | undefined {
  const date = lastLogin(row, lookup);
  if (date !== undefined || !lookup.complete('account.logins')) return date;
  return new Date(lookup.now - loginRetentionMs).toISOString();
}

const columns: Spec['columns'] = [
  {field: 'username', title: 'User', grow: true, width: 14},
  {field: 'restricted', title: 'Restricted', width: 12, format: access},
  {field: 'email', title: 'Email', priority: 2, width: 16, max: 40},
  {
    field: 'tfa_enabled',
    title: '2FA',
    priority: 2,
    format: isOn => (isOn ? 'yes' : {text: 'no', tone: 'attention'}),
  },
  {
    id: 'login',
    title: 'Last login',
    align: 'right',
    priority: 3,
    value: lastSeen,
    kind: 'moment',
    measure: lastSeenAt,
    sortBy: (row, lookup) => ageOrder(lastSeenAt(row, lookup), lookup.now),
  },
  {
    id: 'keys',
    title: 'SSH keys',
    priority: 4,
    ...standard.numberFacts((row: User) => row.ssh_keys.length),
  },
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'User',
        lines: [
          {
            title: 'Name',
            value: (row, lookup) => (isYou(row, lookup) ? [row.username, {text: 'you', tone: 'dim'}] : row.username),
          },
          {title: 'Email', value: row => row.email},
          {title: 'Restricted', value: row => cellFor(row.restricted, access)},
          {title: '2FA', value: row => yesNoCell(row.tfa_enabled)},
          {title: 'SSH keys', value: row => listCell(row.ssh_keys, '  ')},
        ],
      },
      {
        title: 'History',
        lines: [
          {title: 'Last login', value: (row, lookup) => momentCell(lastLogin(row, lookup), lookup.now)},
          addedLine('Last login by the API', 'last_login', ({login_datetime: date, status}, lookup) => [
            ...[momentCell(date, lookup.now)].flat(),
            {text: status, tone: status === 'failed' ? 'failed' : 'dim'},
          ]),
          addedLine('Password since', 'password_created', (date, lookup) => momentCell(date, lookup.now)),
          addedLine('Phone', 'verified_phone_number'),
          addedLine('User type', 'user_type'),
        ],
      },
    ],
  },
  {
    title: 'Grants',
    list: 'account.users.grants',
    params: row => ({username: row.username}),
    unless: row => (row.restricted === false ? 'Not restricted: this user may do everything.' : undefined),
  },
  {
    title: 'Logins',
    list: 'account.logins',
    params: () => ({}),
    filter: (login, row) => login.username === row.username,
  },
  {title: 'Events', events: row => ({type: 'user', id: row.username})},
];

const rowParams = (row: User) => ({username: row.username});

const actions: Spec['actions'] = {
  create: {
    title: 'New user…',
    risk: 'opens',
    undo: {action: 'delete'},
    eventActions: ['user_create'],
    warnings: ({body}) => [
      'An invitation is sent to the address.',
      ...(body.restricted ? [] : ['FULL access: the user can do everything, including billing and users.']),
    ],
    form: {
      username: {title: 'Name', input: 'text'},
      email: {title: 'Email', input: 'text'},
      restricted: {
        title: 'Restricted',
        help: 'Access only to granted resources; no grants at first.',
        input: 'toggle',
        initial: () => true,
      },
    },
  },
  update: {
    title: 'Edit…',
    risk: ({row, body}) => (body.restricted === false && row.restricted ? 'opens' : undefined),
    rowParams,
    eventActions: ['user_update'],
    invalidates: ['account.users', 'account.users.grants'],
    warnings: ({row, body}) => [
      ...(body.restricted === true && row.restricted === false
        ? ['The user loses all access until you add grants.']
        : []),
      ...(body.restricted === false && row.restricted === true
        ? ['The user gets full access. The current grants are deleted.']
        : []),
      ...(body.username !== undefined && body.username !== row.username
        ? [`Logins as ${row.username} no longer work.`]
        : []),
    ],
    undo: {action: 'update', body: sentFields<Update>('email', 'restricted')},
    form: {
      username: {title: 'Name', input: 'text'},
      email: {title: 'Email', input: 'text'},
      restricted: {title: 'Restricted', help: 'Access only to granted resources.', input: 'toggle'},
    },
  },
  'grants.update': {elsewhere: 'offered on the grants of the user'},
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({row, lookup}) => (isYou(row, lookup) ? 'you can’t delete your own user' : undefined),
    eventActions: ['user_delete'],
    warnings: ({row}) => [
      `${row.username || 'The user'} is logged out immediately, and all tokens of this user stop working.`,
    ],
  },
};

export const users = defineFamily('account.users', {
  title: 'Users',
  one: 'user',
  unique: 'username',
  group: 'account',
  aliases: ['user', 'people'],
  key: row => row.username,
  label: row => row.username,
  entity: 'user',
  events: ['user'],
  onEvent: userEvents,
  sort: 'username',
  columns,
  detail,
  actions,
  summary: row => joinParts(row.email),
  search: row => row.ssh_keys.join(' '),
});
