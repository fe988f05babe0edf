/** Promotional credit: one code per account, in its first 90 days. */
import type {Contract} from '../../../../contract/index.ts';
import type {Handlers} from '../../../engine/call.ts';
import {FieldErrors} from '../../../engine/http/refusal.ts';
import {days, formatTimestamp, parseTimestamp} from '../../../engine/time/clock.ts';
import {defineJob} from '../../../engine/time/jobs.ts';
import {Accounts, getAccount, singletonId} from '../account-kinds.ts';

/** Valid promo codes: US dollars, and days until the credit expires. */
const codes: Readonly<Record<string, {readonly usd: number; readonly days: number}>> = {
  WELCOME100: {usd: 100, days: 60},
  DOCS20: {usd: 20, days: 30},
};

/** Maximum age of an account that can use a code. */
const maxAccountAgeMs = 90 * days;

const expired = defineJob<{readonly summary: string}>('promotion.expired', ({db}, {summary}) => {
  const {active_promotions: promotions} = getAccount(db);
  db.update(Accounts, singletonId, {active_promotions: promotions.filter(other => other.summary !== summary)});
  return undefined;
});

export const promoCodes: Handlers<Contract['account']['promoCodes']> = {
  add(call) {
    const {db, now, body} = call;
    const account = getAccount(db);
    const code = Object.hasOwn(codes, body.promo_code) ? codes[body.promo_code] : undefined;
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(!code, 'is not a promo code', 'promo_code');
    fieldErrors.addIf(
      now - parseTimestamp(account.active_since) > maxAccountAgeMs,
      'The account is too old for a promo code.',
    );
    fieldErrors.addIf(account.active_promotions.length > 0, 'The account has promotional credit already.');
    fieldErrors.throwIfAny();
    const {usd, days: length} = code ?? {usd: 0, days: 0};
    const expires = now + length * days;
    const promotion = {
      credit_monthly_cap: usd.toFixed(2),
      credit_remaining: usd.toFixed(2),
      description: `$${usd} of credit for new accounts, good for ${length} days.`,
      expire_dt: formatTimestamp(expires),
      image_url: 'https://www.example.com/welcome.png',
      summary: `$${usd} for ${length} days`,
      this_month_credit_remaining: usd.toFixed(2),
      service_type: 'all',
    };
    db.update(Accounts, singletonId, {active_promotions: [promotion]});
    call.schedule(expired, {summary: promotion.summary}, expires);
    return promotion;
  },
};
