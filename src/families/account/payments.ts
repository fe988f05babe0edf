/** Received payments, and the action that makes a payment (D3 §4.6 r6). */
import type {PaymentMethod} from '../../contract/account/billing.ts';
import type {Account} from '../../contract/account/index.ts';
import {amountCell, type Cell, dateOrder, dayCell, momentCell} from '../format/cells.ts';
import {money} from '../format/format.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {paymentMethodName} from './payment-methods.ts';

type Spec = FamilySpec<'account.payments', never>;

const usd = (value: number): Cell => amountCell(value, money);

/** "20" is 20.00, and "20.5" is 20.50. */
const withCents = (input: string): string => {
  const [, integerPart, cents = ''] = /^\s*(\$?\d+)(?:\.(\d?))?\s*$/.exec(input) ?? [];
  return integerPart === undefined ? input : `${integerPart}.${cents.padEnd(2, '0')}`;
};

/** US dollars (D3 §4.6 r6). */
const minPayment = 5;
const maxPayment = 2000;
const maxOwed = 50_000;

/** The allowed amounts: at least $5.00 or the balance, at most $2,000.00 or a balance of up to $50,000.00. */
export function paymentLimits({balance}: Pick<Account, 'balance'>): {readonly from: number; readonly to: number} {
  return {
    from: balance > 0 ? Math.min(minPayment, balance) : minPayment,
    to: Math.max(maxPayment, Math.min(balance, maxOwed)),
  };
}

/** The text about the balance, which may exceed the maximum of one payment. */
function balanceText(lookup: Lookup): string {
  const owner = currentAccount(lookup);
  if (!owner || !Number.isFinite(owner.balance)) return 'Couldn’t read the balance.';
  const {balance, balance_uninvoiced: unbilled} = owner;
  const due =
    balance > 0 ? `${money(balance)} is owed.` : `No balance due${balance < 0 ? `. Credit: ${money(-balance)}` : ''}.`;
  return unbilled > 0 ? `${due} ${money(unbilled)}${balance > 0 ? ' more' : ''} is not yet billed.` : due;
}

const currentAccount = (lookup: Lookup): Account | undefined => lookup.rows('account')[0];

/** Typed amounts may start with a `$`. */
const dollars = (input: unknown): number =>
  typeof input === 'string' && input !== '' ? Number(input.replace(/^\$/, '')) : Number.NaN;

function amountWarnings(input: unknown, lookup: Lookup): readonly string[] {
  const owner = currentAccount(lookup);
  const paid = dollars(input);
  if (!owner || !Number.isFinite(owner.balance) || !Number.isFinite(paid)) return [];
  const {from, to} = paymentLimits(owner);
  return paid < from || paid > to ? [`The amount may be rejected. Pay ${money(from)} to ${money(to)}.`] : [];
}

/** "The payment goes to the account, not to one invoice. $287.20 remains due." */
function remainderText(input: unknown, lookup: Lookup): string {
  const owner = currentAccount(lookup);
  const paid = dollars(input);
  const target = 'The payment goes to the account, not to one invoice.';
  if (!owner || !Number.isFinite(owner.balance) || !Number.isFinite(paid)) return target;
  const rest = owner.balance - paid;
  // Less than half a cent is a rounding error.
  if (Math.abs(rest) < 0.005) return `${target} No balance remains due.`;
  return rest > 0
    ? `${target} ${money(rest)} remains due.`
    : `${target} The account then has a credit of ${money(-rest)}.`;
}

/** The payment method to charge, if it is loaded. */
function methodOf(id: number | undefined, lookup: Lookup): PaymentMethod | undefined {
  const methods = lookup.rows('account.paymentMethods');
  return id === undefined ? methods.find(({is_default}) => is_default) : methods.find(row => row.id === id);
}

function chargedMethodName(id: number | undefined, lookup: Lookup): string {
  const method = methodOf(id, lookup);
  if (method) return paymentMethodName(method);
  return id === undefined ? 'the default payment method' : `payment method ${id}`;
}

/** The API accepts a payment by a wallet first, and settles it when the wallet has paid (D3 §4.6 r6). */
const takesTime = (id: number | undefined, lookup: Lookup): readonly string[] => {
  const type = methodOf(id, lookup)?.type;
  return type === undefined || type === 'credit_card'
    ? []
    : ['Payments from a wallet take a while. The balance changes after the payment.'];
};

const actions: Spec['actions'] = {
  create: {
    title: 'Make account payment…',
    risk: 'charges',
    key: 'P',
    isForAccount: true,
    confirm: 'ask',
    busyWord: 'processing',
    eventActions: ['payment_submitted'],
    invalidates: ['account', 'account.payments', 'account.notifications'],
    // The contract refuses amounts with a minus sign.
    problems: ({body: {usd}}) => (dollars(usd) === 0 ? [{field: 'usd', reason: 'must be more than $0'}] : []),
    warnings: ({lookup, body}) => [
      `${money(dollars(body.usd))} is charged to ${chargedMethodName(body.payment_method_id, lookup)} at once.`,
      remainderText(body.usd, lookup),
      ...takesTime(body.payment_method_id, lookup),
      ...amountWarnings(body.usd, lookup),
    ],
    form: {
      usd: {
        title: 'Amount',
        help: 'USD. $5 to $2,000, or up to your balance (at most $50,000).',
        input: 'text',
        normalize: withCents,
        initial: ({lookup}) => {
          const owner = currentAccount(lookup);
          return owner && owner.balance > 0 ? Math.min(owner.balance, paymentLimits(owner).to).toFixed(2) : undefined;
        },
        note: ({lookup}) => balanceText(lookup),
      },
      payment_method_id: {
        title: 'Pay with',
        help: 'Leave empty to use the default payment method.',
        input: 'pick',
        family: 'account.paymentMethods',
      },
      cvv: {title: 'Security code', help: 'the 3 or 4 digits of the card', input: 'secret'},
    },
  },
  'paypal.stage': {
    title: 'Start PayPal payment (deprecated)…',
    unless: () => 'your provider disabled PayPal payments',
    form: {
      usd: {title: 'Amount', help: 'US dollars with cents', input: 'text'},
      redirect_url: {title: 'Redirect URL', help: 'URL', input: 'text'},
      cancel_url: {title: 'Cancel URL', help: 'PayPal opens this URL when you cancel.', input: 'text'},
    },
  },
  'paypal.execute': {
    title: 'Finish a PayPal payment (deprecated)…',
    risk: 'charges',
    unless: () => 'your provider disabled PayPal payments',
    form: {
      payer_id: {title: 'Payer', input: 'text'},
      payment_id: {title: 'Payment', input: 'text'},
    },
  },
};

/** The action in other lists. A payment is never for one invoice: the balance belongs to the account. */
export const makePayment = {
  title: 'Make account payment…',
  key: 'P',
  on: 'row',
  family: 'account.payments',
  action: 'create',
  presetValues: () => ({}),
} as const;

export const payments = defineFamily('account.payments', {
  title: 'Payments',
  one: 'payment',
  byName: true,
  aliases: ['payment'],
  label: row => (typeof row.usd === 'number' ? `${money(row.usd)} payment` : ''),
  sort: '-date',
  columns: [
    {field: 'date', title: 'Date', width: 10, format: dayCell, sortBy: row => dateOrder(row.date)},
    {field: 'usd', title: 'Amount', align: 'right', width: 12, kind: 'money', format: usd},
    standard.shownIdColumn(2),
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Payment',
          lines: [
            {title: 'Amount', value: row => usd(row.usd)},
            {title: 'Date', value: (row, lookup) => momentCell(row.date, lookup.now)},
            standard.idLine,
          ],
        },
      ],
    },
  ],
  actions,
});
