/** The end of an account (D3 §4.6 r1). */
import type {Contract} from '../../contract/index.ts';
import type {Handler} from '../engine/call.ts';
import {Refusal} from '../engine/refusal.ts';
import {Users} from '../engine/users.ts';
import {revoke} from '../login/access.ts';
import {charge, defaultMethod, whyNotCharged} from './cards.ts';
import {Accounts, accountOf, theOne} from './kinds.ts';
import {billUsage, monthOf} from './usage.ts';

/** From its answer on, nobody gets in any more. */
export const cancel: Handler<Contract['account']['cancel']> = call => {
  const {db, now} = call;
  // What was used since the last bill is owed as well.
  billUsage(db, {from: monthOf(now, 0), to: now});
  const {balance} = accountOf(db);
  const method = defaultMethod(db);
  if (balance > 0) {
    const reason = whyNotCharged(method, now);
    if (!method || reason)
      throw new Refusal(409, [{field: null, reason: `The remaining balance could not be charged. ${reason}`}]);
    charge(call, method, balance);
  }
  db.hide(Accounts, theOne, {closed: true});
  for (const {id} of db.rows(Users)) revoke(db, {uid: id});
  return {survey_link: 'https://www.example.com/goodbye'};
};
