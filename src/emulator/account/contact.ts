/** The account itself: contact data and balance (D3 §4.6). */
import type {Contract} from '../../contract/index.ts';
import type {Handlers} from '../engine/call.ts';
import {Problems} from '../engine/refusal.ts';
import {Accounts, accountEntity, accountOf, theOne} from './kinds.ts';
import {countries, postcodeFits, stateFits} from './places.ts';
import {uninvoiced} from './usage.ts';

export const contact: Pick<Handlers<Contract['account']>, 'get' | 'update'> = {
  get: ({db, now}) => ({...accountOf(db), balance_uninvoiced: uninvoiced(db, now)}),

  update(call) {
    const {db, body} = call;
    const before = accountOf(db);
    const after = {...before, ...body};
    const problems = new Problems();
    problems.when(!countries.has(after.country), 'must be a two-letter ISO 3166 code', 'country');
    problems.when(!stateFits(after), 'must be the two-letter code', 'state');
    problems.when(after.country === 'US' && !postcodeFits(after), 'must be a US zip code', 'zip');
    // What was wrong before and is not touched is nobody's mistake now.
    if (body.country !== undefined || body.state !== undefined || body.zip !== undefined) problems.settle();
    const account = db.update(Accounts, theOne, body);
    call.emit({action: 'account_update', entity: accountEntity(account)});
    return {...account, balance_uninvoiced: uninvoiced(db, call.now)};
  },
};
