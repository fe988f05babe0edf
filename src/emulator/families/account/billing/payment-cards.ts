/** Adding and charging of payment methods. */
import type {CardBody, Payment, PaymentMethod} from '../../../../contract/account/billing.ts';
import type {EventAction} from '../../../engine/event-records.ts';
import {badRequest, FieldErrors} from '../../../engine/http/refusal.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {days, formatTimestamp} from '../../../engine/time/clock.ts';
import {defineJob} from '../../../engine/time/jobs.ts';
import type {UnitOfWork} from '../../../engine/unit-of-work.ts';
import {Accounts, accountEntity, getAccount, PaymentMethods, Payments, singletonId} from '../account-kinds.ts';
import {isPostcode} from '../address-formats.ts';
import {cents} from './money.ts';

/** Maximum number of active payment methods, and of those added within a day (D3 §8). */
const maxActiveMethods = 6;
const maxMethodsPerDay = 60;

/** Card brands by their first digits. */
const brands: readonly (readonly [RegExp, string])[] = [
  [/^3[47]/, 'American Express'],
  [/^4/, 'Visa'],
  [/^5/, 'MasterCard'],
  [/^6/, 'Discover'],
];

/** A card is valid until the end of its month. */
const isExpiredMonth = (month: number, year: number, now: number): boolean => Date.UTC(year, month, 1) <= now;

function isExpired({data}: PaymentMethod, now: number): boolean {
  if (!('expiry' in data)) return false;
  const [month = 0, year = 0] = data.expiry.split('/').map(Number);
  return isExpiredMonth(month, year, now);
}

/** Number of methods added within a day, from the events, which include deleted methods. */
function recentlyAdded({db, now}: UnitOfWork): number {
  const addActions = `json_extract(doc, '$.action') IN ('payment_method_add', 'credit_card_updated')`;
  const row = db.one<{count: number}>(
    `SELECT COUNT(*) AS count FROM entity WHERE kind='event' AND at>? AND ${addActions}`,
    now - days,
  );
  return row?.count ?? 0;
}

interface NewCard {
  readonly card: CardBody;
  readonly isDefault: boolean;
  /** Path of the card in the request: none, or `data.`. */
  readonly prefix: '' | 'data.';
  readonly action: EventAction;
}

/** Adds a card. @throws Refusal with all problems of the card */
export function addCard(work: UnitOfWork, {card, isDefault, prefix, action}: NewCard): PaymentMethod {
  const {db, now} = work;
  const account = getAccount(db);
  const {expiry_month: month, expiry_year: year} = card;
  const active = db.count(PaymentMethods);
  const fieldErrors = new FieldErrors();
  const field = year < new Date(now).getUTCFullYear() ? 'expiry_year' : 'expiry_month';
  fieldErrors.addIf(isExpiredMonth(month, year, now), 'must not be in the past', `${prefix}${field}`);
  fieldErrors.addIf(
    active >= maxActiveMethods,
    `The account has ${maxActiveMethods} payment methods, and cannot have more.`,
  );
  fieldErrors.addIf(
    recentlyAdded(work) >= maxMethodsPerDay,
    `At most ${maxMethodsPerDay} payment methods can be added per day.`,
  );
  fieldErrors.addIf(
    account.address_1 === '' || !isPostcode(account),
    'The billing address of the account needs a street and a valid zip before a card can be added.',
  );
  fieldErrors.throwIfAny();
  const method = db.insert(PaymentMethods, id => ({
    id,
    type: 'credit_card',
    is_default: false,
    created: formatTimestamp(now),
    data: {
      card_type: brands.find(([digits]) => digits.test(card.card_number))?.[1] ?? 'Credit Card',
      last_four: card.card_number.slice(-4),
      expiry: `${String(month).padStart(2, '0')}/${year}`,
    },
  }));
  // The only method is always the default.
  if (isDefault || active === 0) setDefaultMethod(db, method.id);
  work.emit({action, entity: accountEntity(account)});
  return {...method, is_default: isDefault || active === 0};
}

export const defaultMethod = (db: Store): PaymentMethod | undefined =>
  db.all(PaymentMethods).find(method => method.is_default);

/** Makes a method the only default (D3 §4.6 r5); the account shows it if it is a card. */
export function setDefaultMethod(db: Store, id: number): void {
  for (const method of db.all(PaymentMethods))
    if (method.is_default !== (method.id === id)) db.update(PaymentMethods, method.id, {is_default: method.id === id});
  const data = db.get(PaymentMethods, id)?.data;
  if (data && 'last_four' in data)
    db.update(Accounts, singletonId, {credit_card: {last_four: data.last_four, expiry: data.expiry}});
}

/** Cards that end in these digits are accepted, but every payment with them is declined. */
const declinedSuffix = '0002';

/** Reason why a method can't be charged; undefined for a valid one. */
export function chargeProblem(method: PaymentMethod | undefined, now: number): string | undefined {
  if (!method) return 'No payment method to charge.';
  if (isExpired(method, now)) return 'The card has expired.';
  return 'last_four' in method.data && method.data.last_four === declinedSuffix ? 'The card was declined.' : undefined;
}

const settlePayment = defineJob<{readonly usd: number}>('payment.settled', ({db}, {usd}) => {
  db.update(Accounts, singletonId, {balance: cents(getAccount(db).balance - usd)});
  return undefined;
});

/** Time that a wallet payment takes, in milliseconds; a card pays at once. */
const walletDelayMs = 30_000;

/** Charges a payment. @throws Refusal when the method is declined */
export function chargeMethod(work: UnitOfWork, method: PaymentMethod, usd: number): Payment {
  const {db, now} = work;
  const reason = chargeProblem(method, now);
  if (reason) throw badRequest(reason);
  if (method.type === 'credit_card') settlePayment.run(work, {usd});
  else work.schedule(settlePayment, {usd}, now + walletDelayMs);
  work.emit({action: 'payment_submitted', entity: accountEntity(getAccount(db))});
  return db.insert(Payments, id => ({id, date: formatTimestamp(now), usd}));
}
