/** Child accounts: accounts that a parent account manages. The API of today has them. */
import type {ChildAccount} from '../../contract/account/programs.ts';
import {capabilityWords} from '../catalogue/regions.ts';
import {amountCell, dayCell, listCell, momentCell} from '../format/cells.ts';
import {joinParts, money, toMillis, utcTimestamp} from '../format/format.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import {revealSecret, shownOnceWarning} from '../shape/shown-once.ts';

type Spec = FamilySpec<'account.childAccounts', never>;

const personOf = ({first_name: first, last_name: last}: ChildAccount): string =>
  [first, last].filter(Boolean).join(' ');
const nameOf = (row: ChildAccount): string => row.company || personOf(row);

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Account',
        lines: [
          {title: 'Company', value: row => row.company},
          {title: 'EUUID', value: row => row.euuid},
          {title: 'Active since', value: (row, {now}) => momentCell(row.active_since, now)},
          {title: 'Balance', value: row => amountCell(row.balance, money)},
          {title: 'Unbilled', value: row => amountCell(row.balance_uninvoiced, money)},
          {title: 'Billing source', value: row => row.billing_source},
          {title: 'Capabilities', value: (row, lookup) => listCell(capabilityWords(row.capabilities, lookup), ', ')},
        ],
      },
      {
        title: 'Contact',
        lines: [
          {title: 'Name', value: row => personOf(row) || null},
          {title: 'Email', value: row => row.email},
          {title: 'Phone', value: row => row.phone},
          {title: 'Address', value: row => joinParts(row.address_1, row.address_2) || null},
          {title: 'City', value: row => joinParts(row.zip, row.city, row.state, row.country) || null},
          {title: 'Tax ID', value: row => row.tax_id},
        ],
      },
    ],
  },
];

const actions: Spec['actions'] = {
  token: {
    title: 'Create proxy token',
    key: 'T',
    risk: 'opens',
    rowParams: row => ({euuId: row.euuid}),
    confirm: 'ask',
    warnings: ({row}) => [
      `The token has FULL access to ${nameOf(row) || 'the child account'}. It expires after a short time.`,
      shownOnceWarning('token'),
      'Skydeck doesn’t store the token.',
    ],
    secretName: 'token',
    revealedValues: ({response: {token, expiry}}) => {
      const end = toMillis(expiry);
      return [
        revealSecret('Token', token),
        ...(end === undefined ? [] : [{title: 'Expires', value: utcTimestamp(end)}]),
      ];
    },
  },
};

export const childAccounts = defineFamily('account.childAccounts', {
  title: 'Child accounts',
  one: 'child account',
  name: 'child-accounts',
  byName: true,
  today: true,
  aliases: ['child-accounts'],
  key: row => row.euuid,
  label: nameOf,
  columns: [
    {id: 'name', title: 'Account', grow: true, width: 16, value: nameOf},
    {field: 'balance', title: 'Balance', align: 'right', kind: 'money', format: usd => amountCell(usd, money)},
    {
      field: 'balance_uninvoiced',
      title: 'Unbilled',
      align: 'right',
      kind: 'money',
      format: usd => amountCell(usd, money),
    },
    {field: 'email', title: 'Email', priority: 2, max: 40},
    {field: 'country', title: 'Country', priority: 3},
    {field: 'active_since', title: 'Active since', priority: 3, format: dayCell},
    {field: 'euuid', title: 'EUUID', priority: 4, max: 36},
  ],
  detail,
  actions,
  summary: row => joinParts(row.email, row.country),
});
