/** The end of an account (D3 §4.6 r1). */
import type {Contract} from '../../../contract/index.ts';
import {Users} from '../../engine/access/actors.ts';
import type {Handler} from '../../engine/call.ts';
import {Refusal} from '../../engine/http/refusal.ts';
import {revokeTokens} from '../login/login-grants.ts';
import {Accounts, getAccount, singletonId} from './account-kinds.ts';
import {chargeMethod, chargeProblem, defaultMethod} from './billing/payment-cards.ts';
import {billUsage, monthStart} from './billing/usage-bills.ts';

/** Closes the account: after the response, no user can log in and no token works. */
export const cancelAccount: Handler<Contract['account']['cancel']> = call => {
  const {db, now} = call;
  // Usage since the last invoice is billed too.
  billUsage(db, {from: monthStart(now, 0), to: now});
  const {balance} = getAccount(db);
  const method = defaultMethod(db);
  if (balance > 0) {
    const reason = chargeProblem(method, now);
    if (!method || reason)
      throw new Refusal(409, [{field: null, reason: `The remaining balance could not be charged. ${reason}`}]);
    chargeMethod(call, method, balance);
  }
  db.setHidden(Accounts, singletonId, {closed: true});
  for (const {id} of db.rows(Users)) revokeTokens(db, {uid: id});
  return {survey_link: 'https://www.example.com/goodbye'};
};
