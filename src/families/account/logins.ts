/** Logins of the last 90 days, of the account and of the acting user (D3 §4.6). */

import type {Login} from '../../contract/account/notices.ts';
import {ageCell, ageOrder, momentCell, yesNoCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type FamilySpec, type Ref} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

const user = (row: Login): Ref => ({family: 'account.users', id: row.username});

type Spec = FamilySpec<'account.logins', never>;

const columns: Spec['columns'] = [
  {
    id: 'when',
    title: 'When',
    align: 'right',
    width: 4,
    value: (row, lookup) => ageCell(row.datetime, lookup.now),
    kind: 'moment',
    measure: row => row.datetime,
    sortBy: (row, lookup) => ageOrder(row.datetime, lookup.now),
  },
  {field: 'username', title: 'User', grow: true, width: 14, link: user},
  {field: 'ip', title: 'IP address', width: 15, max: 40},
  {
    field: 'restricted',
    title: 'Restricted',
    priority: 2,
    format: restricted => (restricted ? 'restricted' : 'unrestricted'),
  },
  standard.idColumn,
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Login',
        lines: [
          {title: 'User', value: row => row.username, link: user},
          {title: 'IP address', value: row => row.ip},
          {title: 'When', value: (row, lookup) => momentCell(row.datetime, lookup.now)},
          {title: 'Restricted', value: row => yesNoCell(row.restricted)},
          addedLine('Result', 'status', status => (status === 'failed' ? {text: status, tone: 'failed'} : status)),
          standard.idLine,
        ],
      },
    ],
  },
];

const label = (row: Login): string => joinParts(row.username, row.ip);

export const logins = defineFamily('account.logins', {
  title: 'Logins',
  one: 'login',
  group: 'account',
  aliases: ['login'],
  label,
  sort: 'when',
  columns,
  detail,
  actions: {},
});

export const ownLogins = defineFamily('profile.logins', {
  title: 'Your logins',
  one: 'login',
  label,
  sort: 'when',
  columns,
  detail,
  actions: {},
});
