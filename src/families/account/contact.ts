/** The owner of the account and its balance: the single row of this family (D3 §2.6, §4.6). */
import type {Account, AccountTransfer} from '../../contract/account/index.ts';
import {capabilityWords} from '../catalogue/regions.ts';
import {amountCell, type Cell, cellFor, dayCell, listCell, momentCell, noneCell, type State} from '../format/cells.ts';
import {
  ago,
  allotment,
  countryName,
  humanize,
  joinParts,
  money,
  percent,
  toMillis,
  utcTimestamp,
} from '../format/format.ts';
import {identifierCell} from '../shape/column.ts';
import type {FamilySpec, Lookup, Section} from '../shape/define-family.ts';

export type AccountSpec = FamilySpec<'account', 'account' | 'credit' | 'payment'>;

const contactPerson = (row: Account): string => [row.first_name, row.last_name].filter(Boolean).join(' ');
export const accountName = (row: Account): string => row.company || contactPerson(row) || row.email || '';

/** A positive balance is owed, a negative balance is credit. */
export function balanceState(row: Account): State {
  const {balance} = row;
  if (typeof balance !== 'number') return {condition: 'unknown', word: 'unknown'};
  if (balance > 0) return {condition: 'attention', word: `${money(balance)} due`};
  return {condition: 'ok', word: balance < 0 ? `${money(-balance)} credit` : 'nothing due'};
}

const card = (row: Account): Cell => {
  const {last_four, expiry} = row.credit_card;
  return last_four === null
    ? noneCell
    : cellFor(last_four, digits => `card ending in ${digits}, good until ${expiry ?? '?'}`);
};

type Promotion = Account['active_promotions'][number];

/**
 * "$10.00 of $25.00 left this month": the part of a credit that may be used in a month, if that isn't the whole credit.
 */
function monthWords({credit_monthly_cap: cap, this_month_credit_remaining: left, credit_remaining: all}: Promotion) {
  if (!left || !cap || Number(left) >= Number(all)) return null;
  return `$${left} of $${cap} left this month`;
}

/** Credit that is not used by the expiry is lost. */
function endWords({expire_dt}: Promotion, {now}: Lookup): string | null {
  const at = toMillis(expire_dt);
  return at === undefined ? null : at <= now ? `ended ${ago(at, now)}` : `until ${utcTimestamp(at).slice(0, 10)}`;
}

const promotionLine = (promotion: Promotion, lookup: Lookup): string =>
  joinParts(
    promotion.summary,
    promotion.credit_remaining && `$${promotion.credit_remaining} left`,
    monthWords(promotion),
    endWords(promotion, lookup),
    promotion.service_type && promotion.service_type !== 'all'
      ? `for ${humanize(lookup.spell('service-type', promotion.service_type))} only`
      : null,
  );

const contact: Section<Account> = {
  title: 'Contact',
  lines: [
    {title: 'Company', value: row => row.company},
    {title: 'Name', value: row => cellFor(contactPerson(row))},
    {title: 'Email', value: row => row.email},
    {title: 'Phone', value: row => row.phone},
    {title: 'Address', value: row => row.address_1},
    {title: '', value: row => row.address_2, isVisible: row => Boolean(row.address_2)},
    {title: 'City', value: row => row.city},
    {title: 'State', value: row => row.state},
    {title: 'Postal code', value: row => row.zip},
    {title: 'Country', value: row => cellFor(row.country, countryName)},
    {title: 'Tax ID', value: row => row.tax_id},
  ],
};

const usageCell = (row: AccountTransfer): Cell =>
  amountCell(row.used, gb => (row.quota > 0 ? `${allotment(gb)} · ${percent((gb / row.quota) * 100)}` : allotment(gb)));

/** `ap-south 12 GB of 1 TB, 3 GB extra`. */
const regionUsage = ({id, used, quota, billable}: NonNullable<AccountTransfer['region_transfers']>[number]): string => {
  const usage = `${id} ${allotment(used ?? 0)} of ${allotment(quota ?? 0)}`;
  return billable ? `${usage}, ${allotment(billable)} extra` : usage;
};

const noPlace = () => ({});

export const accountDetail: AccountSpec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Money',
        lines: [
          {
            title: 'Balance',
            value: row => {
              const {condition, word} = balanceState(row);
              return {text: word, tone: condition === 'ok' ? 'plain' : condition};
            },
          },
          {title: 'Unbilled', value: row => amountCell(row.balance_uninvoiced, money)},
          {title: 'Card', value: card},
          {
            title: 'Promotions',
            value: (row, lookup) =>
              listCell(
                row.active_promotions.map(promotion => promotionLine(promotion, lookup)),
                '\n',
              ),
          },
        ],
      },
      contact,
      {
        title: 'Account',
        lines: [
          {title: 'Active since', value: (row, lookup) => momentCell(row.active_since, lookup.now)},
          {title: 'EUUID', value: row => row.euuid},
          {
            title: 'Billing source',
            value: (row, lookup) => identifierCell('service-type', row.billing_source, lookup),
            isVisible: row => Boolean(row.billing_source),
          },
          {title: 'Capabilities', value: (row, lookup) => listCell(capabilityWords(row.capabilities, lookup), ', ')},
        ],
      },
    ],
  },
  {title: 'Invoices', list: 'account.invoices', params: noPlace},
  {title: 'Payments', list: 'account.payments', params: noPlace},
  {title: 'Payment methods', list: 'account.paymentMethods', params: noPlace},
  {
    title: 'Network transfer',
    operation: 'account.transfer.get',
    params: noPlace,
    refreshSeconds: 600,
    content: {
      sections: [
        {
          title: 'Network transfer this month',
          lines: [
            {title: 'Used', value: usageCell},
            {title: 'Quota', value: row => amountCell(row.quota, allotment)},
            {
              title: 'Extra',
              value: row => (row.billable === 0 ? 'nothing' : amountCell(row.billable, allotment)),
            },
            {
              title: 'Regions with a pool of their own',
              value: row => listCell((row.region_transfers ?? []).map(regionUsage), '\n'),
              isVisible: row => (row.region_transfers ?? []).length > 0,
            },
          ],
        },
      ],
    },
  },
];

export const accountColumns: AccountSpec['columns'] = [
  {id: 'name', title: 'Account', grow: true, width: 16, value: row => cellFor(accountName(row))},
  {field: 'balance', title: 'Balance', state: true, width: 14, kind: 'money', format: usd => amountCell(usd, money)},
  {
    field: 'balance_uninvoiced',
    title: 'Unbilled',
    align: 'right',
    width: 9,
    kind: 'money',
    format: usd => amountCell(usd, money),
  },
  {field: 'email', title: 'Email', priority: 2, max: 32},
  {field: 'active_since', title: 'Active since', priority: 3, format: dayCell},
];
