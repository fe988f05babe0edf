import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';
import {Accounts, getAccount, Invoices, Payments, singletonId} from './account-kinds.ts';

const {cancel, paymentMethods} = contract.account;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const owe = (balance: number) => account.db.transaction(() => account.db.update(Accounts, singletonId, {balance}));

describe('canceling the account', () => {
  it('charges the usage since the last bill, and fails when that payment fails', async () => {
    await account.ok(contract.instances.create, {body: {region: 'us-east', type: 'g6-standard-8'}});
    account.pass(10 * 3600);
    const data = {card_number: '4000000000000002', expiry_month: 12, expiry_year: 2030, cvv: '123'};
    const {id} = await account.ok(paymentMethods.create, {body: {type: 'credit_card', is_default: true, data}});
    expect((await account.call(cancel, {body: {}})).status).toBe(409);
    const {balance, balance_uninvoiced} = await account.ok(contract.account.get);
    expect([balance, balance_uninvoiced > 0]).toEqual([0, true]);
    const good = (await account.ok(paymentMethods.list)).data.find(method => method.id !== id)?.id ?? 0;
    await account.ok(paymentMethods.makeDefault, {params: {paymentMethodId: good}});
    await account.ok(cancel, {body: {}});
    expect(account.db.all(Payments).map(({usd}) => usd)).toEqual([balance_uninvoiced]);
    expect(account.db.all(Invoices).map(({total}) => total)).toEqual([balance_uninvoiced]);
    // There is no bill after the last one.
    account.pass(40 * 24 * 3600);
    expect(account.db.count(Invoices)).toBe(1);
  });

  it('rule 330: charges the balance, and fails when that payment fails', async () => {
    owe(120.5);
    const data = {card_number: '4000000000000002', expiry_month: 12, expiry_year: 2030, cvv: '123'};
    await account.ok(paymentMethods.create, {body: {type: 'credit_card', is_default: true, data}});
    const response = await account.call(cancel, {body: {comments: 'too expensive'}});
    expect(response.status).toBe(409);
    expect(response.fieldErrors[0]?.reason).toContain('declined');
    expect(await account.ok(contract.account.get)).toMatchObject({balance: 120.5});

    const {data: methods} = await account.ok(paymentMethods.list);
    const good = methods.find(({is_default}) => !is_default)?.id ?? 0;
    await account.ok(paymentMethods.makeDefault, {params: {paymentMethodId: good}});
    expect(await account.ok(cancel, {body: {}})).toEqual({survey_link: expect.stringContaining('https://')});
    expect(account.db.rows(Payments)).toMatchObject([{doc: {usd: 120.5}}]);
    expect(getAccount(account.db).balance).toBe(0);
  });

  it('invalidates all tokens immediately', async () => {
    const other = account.tokenFor('colleague');
    await account.ok(cancel, {body: {}});
    for (const token of [account.token, other]) {
      expect((await account.call(contract.account.get, {token})).status).toBe(401);
      expect((await account.call(contract.instances.list, {token})).status).toBe(401);
    }
    expect((await account.call(cancel, {body: {}})).status).toBe(401);
  });

  it('rule 331: is forbidden for restricted users', async () => {
    const grants = {global: {account_access: 'read_write', cancel_account: true}, entities: {}} as const;
    const token = account.tokenFor('restricted', {granted: grants});
    expect((await account.call(cancel, {token, body: {}})).status).toBe(403);
  });
});
