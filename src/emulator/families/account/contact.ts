/** The account itself: contact data and balance (D3 §4.6). */
import type {Contract} from '../../../contract/index.ts';
import type {Handlers} from '../../engine/call.ts';
import {FieldErrors} from '../../engine/http/refusal.ts';
import {Accounts, accountEntity, getAccount, singletonId} from './account-kinds.ts';
import {countries, isPostcode, isState} from './address-formats.ts';
import {uninvoicedTotal} from './billing/usage-bills.ts';

export const accountContact: Pick<Handlers<Contract['account']>, 'get' | 'update'> = {
  get: ({db, now}) => ({...getAccount(db), balance_uninvoiced: uninvoicedTotal(db, now)}),

  update(call) {
    const {db, body} = call;
    const before = getAccount(db);
    const after = {...before, ...body};
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(!countries.has(after.country), 'must be a two-letter ISO 3166 code', 'country');
    fieldErrors.addIf(!isState(after), 'must be the two-letter code', 'state');
    fieldErrors.addIf(after.country === 'US' && !isPostcode(after), 'must be a US zip code', 'zip');
    // Fields that the request doesn't change are not checked, even if they are invalid.
    if (body.country !== undefined || body.state !== undefined || body.zip !== undefined) fieldErrors.throwIfAny();
    const account = db.update(Accounts, singletonId, body);
    call.emit({action: 'account_update', entity: accountEntity(account)});
    return {...account, balance_uninvoiced: uninvoicedTotal(db, call.now)};
  },
};
