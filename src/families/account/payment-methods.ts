/** Payment methods: cards, and wallets that users add in the provider's web console (D3 §4.6 r5, r7). */
import type {PaymentMethod} from '../../contract/account/billing.ts';
import {type Cell, cellFor, cellText, momentCell, type State, yesNoCell} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

type Spec = FamilySpec<'account.paymentMethods', never>;

const kinds: Readonly<Record<string, string>> = {
  credit_card: 'credit card',
  google_pay: 'Google Pay',
  paypal: 'PayPal',
};
const kindOf = (type: string): string => (Object.hasOwn(kinds, type) ? (kinds[type] ?? type) : type);

type Data = Readonly<Partial<Record<'card_type' | 'last_four' | 'expiry' | 'email', string>>>;
/**
 * Cards and wallets have different fields, which aren't checked elsewhere: a field that isn't a text counts as missing.
 */
const dataOf = (row: PaymentMethod): Data =>
  Object.fromEntries(Object.entries(row.data).filter(([, value]) => typeof value === 'string'));

/** "Visa 1881", "PayPal ops@acme.example" */
export function paymentMethodName(row: PaymentMethod): string {
  const {card_type, last_four, email} = dataOf(row);
  const card = [card_type, last_four].filter(Boolean).join(' ');
  if (card) return row.type === 'google_pay' ? `${card} (Google Pay)` : card;
  return [row.type ? kindOf(row.type) : '', email].filter(Boolean).join(' ');
}

/** The end of the month on a card, "11/2029"; undefined without an expiry. */
function expiresAt(row: PaymentMethod): number | undefined {
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(String(dataOf(row).expiry ?? '')) ?? [];
  return month === undefined || year === undefined ? undefined : Date.UTC(Number(year), Number(month));
}

/** An expired card can't be charged, and an unpaid bill leads to suspension. */
function methodState(row: PaymentMethod, lookup: Lookup): State {
  const at = expiresAt(row);
  const month = 30 * 86_400_000;
  if (at !== undefined && at <= lookup.now)
    return {condition: row.is_default ? 'failed' : 'attention', word: 'expired'};
  if (at !== undefined && at - month <= lookup.now) return {condition: 'attention', word: 'expires soon'};
  return row.is_default === true ? {condition: 'ok', word: 'default'} : {condition: 'ok', word: 'good'};
}

const details = (row: PaymentMethod): Cell => {
  const {card_type, last_four, email} = dataOf(row);
  return card_type === undefined && last_four === undefined
    ? cellFor(email)
    : [card_type ?? '?', last_four ?? '?'].join(' ');
};

/** The maximum number of active payment methods per account (D3 §8). */
const maxPaymentMethods = 6;

function unlessBelowMaximum(lookup: Lookup): string | undefined {
  const count = lookup.rows('account.paymentMethods').length;
  return lookup.complete('account.paymentMethods') && count >= maxPaymentMethods
    ? `at most ${countText(maxPaymentMethods, 'payment method')}; delete one first`
    : undefined;
}

/** Without a zip code, the API can't check a card against an address (D3 §4.6 r5). */
const addressMissing = (lookup: Lookup): readonly string[] =>
  lookup.rows('account')[0]?.zip === '' ? ['The billing address has no postal code. The card may be declined.'] : [];

export const cardFields = {
  card_number: {title: 'Number', help: 'digits only', input: 'secret'},
  expiry_month: {title: 'Expiry month', help: '1 to 12', input: 'number'},
  expiry_year: {title: 'Year', help: 'four digits', input: 'number'},
  cvv: {title: 'Security code', help: 'the 3 or 4 digits beside the number', input: 'secret'},
} as const;

const rowParams = (row: PaymentMethod) => ({paymentMethodId: row.id});

const actions: Spec['actions'] = {
  create: {
    title: 'Add a card…',
    risk: 'charges',
    undo: {action: 'delete'},
    unless: ({lookup}) => unlessBelowMaximum(lookup),
    eventActions: ['payment_method_add'],
    invalidates: ['account', 'account.paymentMethods'],
    warnings: ({lookup, body}) => [
      ...(body.is_default ? ['Future bills are charged to this payment method.'] : []),
      ...addressMissing(lookup),
    ],
    form: {
      type: {
        title: 'Type',
        help: 'wallets are added in a browser',
        input: 'choice',
        labels: {credit_card: 'credit card'},
        initial: () => 'credit_card',
      },
      data: {title: 'Card', input: 'group', inputs: cardFields},
      is_default: {title: 'Default', help: 'Charge bills to this method.', input: 'toggle', initial: () => false},
    },
  },
  makeDefault: {
    title: 'Make default',
    risk: 'charges',
    key: 'D',
    rowParams,
    unless: ({row}) => (row.is_default === true ? 'already the default' : undefined),
    already: ({row}) => (row.is_default === true ? 'is already the default' : undefined),
    confirm: 'ask',
    expectedFields: () => ({is_default: true}),
    invalidates: ['account', 'account.paymentMethods'],
    warnings: ({row}) => [`Future bills are charged to ${paymentMethodName(row) || 'this payment method'}.`],
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({row}) => (row.is_default === true ? 'default method; make another the default first' : undefined),
  },
};

export const paymentMethods = defineFamily('account.paymentMethods', {
  title: 'Payment methods',
  one: 'payment method',
  byName: true,
  aliases: ['cards', 'card'],
  label: paymentMethodName,
  // The words of the table: "Google Pay", "Visa 1881".
  otherNames: row => [kindOf(row.type), cellText(details(row))],
  state: methodState,
  stateWords: ['expired', 'expires soon', 'default', 'good'],
  columns: [
    {field: 'type', title: 'Type', width: 11, format: kindOf},
    {id: 'details', title: 'Details', grow: true, width: 16, value: details},
    {id: 'state', title: 'Status', state: true, width: 14, value: (row, lookup) => methodState(row, lookup).word},
    {
      id: 'expiry',
      title: 'Expires',
      priority: 2,
      value: row => cellFor(dataOf(row).expiry ?? null),
      kind: 'deadline',
      measure: expiresAt,
    },
    {field: 'is_default', title: 'Default', priority: 2, format: yesNoCell},
    {...ageColumn, priority: 3},
    standard.idColumn,
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Payment method',
          lines: [
            {title: 'Type', value: row => cellFor(row.type, kindOf)},
            {title: 'Details', value: details},
            {title: 'Expires', value: row => dataOf(row).expiry ?? null, isVisible: row => 'expiry' in dataOf(row)},
            {title: 'Default', value: row => yesNoCell(row.is_default)},
            standard.idLine,
            {title: 'Added', value: (row, lookup) => momentCell(row.created, lookup.now)},
          ],
        },
      ],
    },
  ],
  actions,
  summary: row => joinParts(row.type ? kindOf(row.type) : null, row.is_default ? 'default' : null),
  search: row => [dataOf(row).expiry, dataOf(row).email].filter(Boolean).join(' '),
});
