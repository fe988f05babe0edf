/** The end of an account (D3 §4.6 r1). */
import type {Contract} from '../../contract/index.ts';
import type {Handler} from '../engine/call.ts';
import {hours} from '../engine/clock.ts';
import {job} from '../engine/jobs.ts';
import {Refusal, refuse} from '../engine/refusal.ts';
import {Users} from '../engine/users.ts';
import {revoke} from '../login/access.ts';
import {charge, defaultMethod, whyNotCharged} from './cards.ts';
import {Accounts, accountOf, theOne} from './kinds.ts';

/** Nobody gets in any more. */
const closed = job<Record<string, never>>('account.closed', ({db}) => {
  for (const {id} of db.rows(Users)) revoke(db, {uid: id});
  return undefined;
});

/** Whoever cancels can still read the last bill. */
const grace = hours;

export const cancel: Handler<Contract['account']['cancel']> = call => {
  const {db, now} = call;
  if (db.row(Accounts, theOne)?.hidden.closing) throw refuse('The account is being closed already.');
  const {balance} = accountOf(db);
  const method = defaultMethod(db);
  if (balance > 0) {
    const reason = whyNotCharged(method, now);
    if (!method || reason)
      throw new Refusal(409, [{field: null, reason: `The remaining balance could not be charged. ${reason}`}]);
    charge(call, method, balance);
  }
  db.hide(Accounts, theOne, {closing: true});
  call.schedule(closed, {}, now + grace);
  return {survey_link: 'https://www.example.com/goodbye'};
};
