import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../../testing/test-account.ts';
import {Accounts, PaymentMethods, singletonId} from '../account-kinds.ts';

const {creditCard, invoices, paymentMethods, payments, promoCodes, events} = contract.account;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

// The clock of each test starts in January 2026.
const card = {card_number: '4111111111111111', expiry_month: 1, expiry_year: 2026, cvv: '123'};
const add = (data: object = {}, is_default = false) =>
  account.call(paymentMethods.create, {body: {type: 'credit_card', is_default, data: {...card, ...data}}});
const pay = (usd: string, body: object = {}) => account.call(payments.create, {body: {usd, ...body}});
const owe = (balance: number) => account.db.transaction(() => account.db.update(Accounts, singletonId, {balance}));
const balance = async () => (await account.ok(contract.account.get)).balance;
const actions = async () => (await account.ok(events.list)).data.map(({action}) => action);
const methods = async () => (await account.ok(paymentMethods.list)).data;

describe('cards', () => {
  it('rule 328: have a number of 14 to 24 digits, a code of 3 or 4, a month and a year', async () => {
    const both = async (data: object, field: string) => {
      expect((await add(data)).fields).toEqual([`data.${field}`]);
      expect((await account.call(creditCard.set, {body: {...card, ...data}})).fields).toEqual([field]);
    };
    for (const card_number of ['4'.repeat(13), '4'.repeat(25), '4111 1111 1111 1111', '4111-1111-1111-1111'])
      await both({card_number}, 'card_number');
    for (const cvv of ['12', '12345', '12a']) await both({cvv}, 'cvv');
    for (const expiry_month of [0, 13]) await both({expiry_month}, 'expiry_month');
    for (const expiry_year of [26, 20260]) await both({expiry_year}, 'expiry_year');
    for (const field of Object.keys(card)) await both({[field]: undefined}, field);
    expect((await add({card_number: '4'.repeat(14), cvv: '1234'})).status).toBe(200);
    expect((await add({card_number: '5'.repeat(24)})).body.data).toMatchObject({last_four: '5555', expiry: '01/2026'});
  });

  it('rule 329: are valid until the end of their last month', async () => {
    expect((await add({expiry_month: 1, expiry_year: 2026})).status).toBe(200);
    expect((await add({expiry_month: 12, expiry_year: 2025})).fields).toEqual(['data.expiry_year']);
    account.pass(17 * 24 * 3600);
    expect((await add({expiry_month: 1, expiry_year: 2026})).fields).toEqual(['data.expiry_month']);
    expect((await account.call(creditCard.set, {body: card})).fields).toEqual(['expiry_month']);
  });

  it('rule 357: can be set with the deprecated endpoint, which answers a deprecation warning', async () => {
    const {status, body} = await account.call(creditCard.set, {body: {...card, card_number: '5500000000000004'}});
    expect(status).toBe(299);
    expect(body).toEqual({warnings: [{title: 'Deprecated endpoint', details: expect.stringContaining('credit-card')}]});
    expect((await methods()).filter(method => method.is_default)).toMatchObject([{data: {last_four: '0004'}}]);
    expect((await account.ok(contract.account.get)).credit_card).toEqual({last_four: '0004', expiry: '01/2026'});
    expect(await actions()).toEqual(['credit_card_updated']);
  });
});

describe('payment methods', () => {
  it('rules 344, 355: are credit cards, with all fields required', async () => {
    expect((await account.call(paymentMethods.create, {body: {}})).fields.toSorted()).toEqual([
      'data',
      'is_default',
      'type',
    ]);
    for (const type of ['google_pay', 'paypal']) {
      const body = {type, is_default: false, data: card};
      expect((await account.call(paymentMethods.create, {body})).fields).toEqual(['type']);
    }
  });

  it('rule 345: have exactly one default', async () => {
    const defaults = async () => (await methods()).filter(({is_default}) => is_default).map(({id}) => id);
    const [first] = await methods();
    const second = (await add({}, true)).body;
    expect(second.is_default).toBe(true);
    expect(await defaults()).toEqual([second.id]);
    const third = (await add({}, false)).body;
    expect(await defaults()).toEqual([second.id]);
    expect(await account.ok(paymentMethods.makeDefault, {params: {paymentMethodId: third.id}})).toEqual({});
    expect(await defaults()).toEqual([third.id]);
    expect(first?.is_default).toBe(true);
  });

  it('rule 346: can be deleted unless they are the default', async () => {
    const other = (await add()).body;
    const [first] = await methods();
    const id = first?.id ?? 0;
    expect((await account.call(paymentMethods.delete, {params: {paymentMethodId: id}})).status).toBe(400);
    await account.ok(paymentMethods.makeDefault, {params: {paymentMethodId: other.id}});
    expect(await account.ok(paymentMethods.delete, {params: {paymentMethodId: id}})).toEqual({});
    expect((await methods()).map(method => method.id)).toEqual([other.id]);
  });

  it('rule 347: need a billing address with a valid zip', async () => {
    await account.ok(contract.account.update, {body: {country: 'DE', state: 'Hessen', zip: ''}});
    const response = await add();
    expect(response.status).toBe(400);
    expect(response.fieldErrors[0]?.reason).toContain('zip');
    await account.ok(contract.account.update, {body: {zip: '60311'}});
    expect((await add()).status).toBe(200);
  });

  it('rule 348: number six at most', async () => {
    for (let count = (await methods()).length; count < 6; count++) expect((await add()).status).toBe(200);
    expect((await add()).status).toBe(400);
    const [, second] = await methods();
    await account.ok(paymentMethods.delete, {params: {paymentMethodId: second?.id ?? 0}});
    expect((await add()).status).toBe(200);
  });

  it('rule 349: can be added at most sixty times a day', async () => {
    for (let count = 0; count < 60; count++) {
      const {id} = (await add()).body;
      await account.ok(paymentMethods.delete, {params: {paymentMethodId: id}});
    }
    expect((await add()).fieldErrors).toMatchObject([{reason: expect.stringContaining('60')}]);
    account.pass(24 * 3600);
    expect((await add()).status).toBe(200);
  });

  it('rule 350: can be deleted with a token of scope account:read_only', async () => {
    const {id} = (await add()).body;
    const params = {paymentMethodId: id};
    const none = account.tokenFor('acme', {scopes: 'events:read_only'});
    expect((await account.call(paymentMethods.delete, {params, token: none})).status).toBe(403);
    const token = account.tokenFor('acme', {scopes: 'account:read_only'});
    expect(await account.ok(paymentMethods.delete, {params, token})).toEqual({});
    expect((await account.call(paymentMethods.get, {params})).status).toBe(404);
  });

  it('rule 360: create an event when they are added', async () => {
    await add();
    expect(await actions()).toEqual(['payment_method_add']);
  });

  it('rules 365, 366: are listed in pages, and can be read by their ID', async () => {
    const page = await account.ok(paymentMethods.list, {query: {page: 1, page_size: 25}});
    expect(page).toMatchObject({page: 1, pages: 1, results: 1});
    const params = {paymentMethodId: page.data[0]?.id ?? 0};
    expect(await account.ok(paymentMethods.get, {params})).toEqual(page.data[0]);
    for (const group of [invoices, payments])
      expect(await account.ok(group.list, {query: {page: 1, page_size: 25}})).toMatchObject({data: [], results: 0});
    expect((await account.call(paymentMethods.get, {params: {paymentMethodId: 1}})).status).toBe(404);
    expect((await account.call(payments.get, {params: {paymentId: 1}})).status).toBe(404);
    expect((await account.call(invoices.get, {params: {invoiceId: 1}})).status).toBe(404);
  });
});

describe('payments', () => {
  it('rule 351: charge the default method, or the given one', async () => {
    const declined = (await add({card_number: '4000000000000002'})).body;
    expect((await pay('20.00')).status).toBe(200);
    const response = await pay('20.00', {payment_method_id: declined.id});
    expect(response.fieldErrors).toEqual([{field: null, reason: 'The card was declined.'}]);
    await account.ok(paymentMethods.makeDefault, {params: {paymentMethodId: declined.id}});
    expect((await pay('20.00')).status).toBe(400);
    expect((await pay('20.00', {payment_method_id: 1})).fields).toEqual(['payment_method_id']);
    expect((await account.ok(payments.list)).results).toBe(1);
  });

  it('rule 352: have amounts with two decimals, without commas, with or without a dollar sign', async () => {
    for (const usd of ['20', '1,000.00', '20.0', '20.000', '€20.00', '-20.00', '20.00 ', '$'])
      expect((await pay(usd)).fields, usd).toEqual(['usd']);
    expect((await pay('$20.00')).body).toMatchObject({usd: 20});
    expect((await pay('20.00')).body).toMatchObject({usd: 20});
  });

  it('rule 353: are at least five dollars, or the balance', async () => {
    expect((await pay('4.99')).fields).toEqual(['usd']);
    expect((await pay('5.00')).status).toBe(200);
    owe(3.2);
    expect((await pay('3.19')).fields).toEqual(['usd']);
    expect((await pay('3.20')).status).toBe(200);
    owe(0);
    expect((await pay('0.00')).fields).toEqual(['usd']);
  });

  it('rule 354: are at most two thousand dollars, or the balance up to fifty thousand', async () => {
    expect((await pay('2000.01')).fields).toEqual(['usd']);
    expect((await pay('2000.00')).status).toBe(200);
    owe(9000);
    expect((await pay('9000.01')).fields).toEqual(['usd']);
    expect((await pay('9000.00')).status).toBe(200);
    owe(80_000);
    expect((await pay('50000.01')).fields).toEqual(['usd']);
    expect((await pay('50000.00')).status).toBe(200);
  });

  it('rule 356: through PayPal are disabled', async () => {
    const stage = {cancel_url: 'https://example.com/no', redirect_url: 'https://example.com/yes', usd: '20.00'};
    const staged = await account.call(payments.paypal.stage, {body: stage});
    expect(staged.status).toBe(400);
    expect(staged.fieldErrors[0]?.reason).toContain('disabled');
    const execute = {payer_id: 'p', payment_id: 'q'};
    expect((await account.call(payments.paypal.execute, {body: execute})).status).toBe(400);
    expect((await account.ok(payments.list)).results).toBe(0);
  });

  it('rule 361: create an event, and reduce the balance to the cent', async () => {
    owe(100.1);
    const {body} = await pay('33.40', {cvv: '123'});
    expect(body).toMatchObject({usd: 33.4, date: '2026-01-15T12:00:00'});
    expect(await balance()).toBe(66.7);
    expect(await actions()).toEqual(['payment_submitted']);
    expect(await account.ok(payments.get, {params: {paymentId: body.id}})).toEqual(body);
  });

  it('with a saved PayPal account are accepted first and settled later', async () => {
    owe(50);
    const created = '2026-01-01T00:00:00';
    const data = {email: 'ops@acme.example', paypal_id: 'ABC'};
    const wallet = account.db.transaction(() =>
      account.db.insert(PaymentMethods, id => ({id, type: 'paypal', is_default: false, created, data})),
    );
    const {status, body} = await pay('50.00', {payment_method_id: wallet.id});
    expect(status).toBe(202);
    expect(body).toMatchObject({usd: 50, warnings: [{title: expect.any(String), details: expect.any(String)}]});
    expect(await balance()).toBe(50);
    account.pass(60);
    expect(await balance()).toBe(0);
  });

  it('reject an invalid security code, and an expired card', async () => {
    expect((await pay('20.00', {cvv: 'abc'})).fields).toEqual(['cvv']);
    const {id} = (await add()).body;
    account.pass(20 * 24 * 3600);
    expect((await pay('20.00', {payment_method_id: id})).fieldErrors[0]?.reason).toBe('The card has expired.');
  });
});

describe('invoices', () => {
  const billed = async () => {
    const body = {region: 'us-east', type: 'g6-standard-2', backups_enabled: true};
    await account.ok(contract.instances.create, {body});
    await account.ok(contract.volumes.create, {body: {label: 'store', region: 'us-east', size: 100}});
    account.pass(10 * 24 * 3600);
    const running = await account.ok(contract.account.get);
    account.pass(10 * 24 * 3600);
    return {running, invoice: (await account.ok(invoices.list)).data[0]};
  };

  it('rule 371: have items, and are read-only', async () => {
    const {running, invoice} = await billed();
    expect(running.balance_uninvoiced).toBeGreaterThan(0);
    if (!invoice) throw new Error('January was not billed');
    expect(invoice.date).toBe('2026-02-01T00:00:00');
    const {data} = await account.ok(invoices.items.list, {params: {invoiceId: invoice.id}});
    expect(data.map(({label}) => label)).toEqual([
      'Standard 4 GB × 1',
      'Backups of Standard 4 GB × 1',
      'Volumes × 1, GB hours',
    ]);
    const sum = data.reduce((total, item) => total + item.total, 0);
    expect(invoice.total).toBeCloseTo(sum, 5);
    // Half of January, by the hour.
    expect(data[0]).toMatchObject({quantity: 396, type: 'hourly', from: '2026-01-01T00:00:00'});
    expect(data[2]?.quantity).toBe(39_600);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const init = {method, headers: {Authorization: `Bearer ${account.token}`}};
      expect((await account.raw('/v4/account/invoices', init)).status).toBe(405);
      expect((await account.raw(`/v4/account/invoices/${invoice.id}/items`, init)).status).toBe(405);
    }
    expect((await account.call(invoices.items.list, {params: {invoiceId: 1}})).status).toBe(404);
  });

  it('rule 366: can be read by their ID, and raise the balance', async () => {
    const {invoice} = await billed();
    expect(await account.ok(invoices.get, {params: {invoiceId: invoice?.id ?? 0}})).toEqual(invoice);
    expect(await balance()).toBe(invoice?.total);
  });

  it('are paid from promotional credit first', async () => {
    const promotion = await account.ok(promoCodes.add, {body: {promo_code: 'WELCOME100'}});
    expect(promotion).toMatchObject({credit_remaining: '100.00', service_type: 'all'});
    const {invoice} = await billed();
    expect(invoice?.total).toBe(0);
    const [remainder] = (await account.ok(contract.account.get)).active_promotions;
    expect(Number(remainder?.credit_remaining)).toBeLessThan(100);
    account.pass(60 * 24 * 3600);
    expect((await account.ok(contract.account.get)).active_promotions).toEqual([]);
  });
});

describe('promo codes', () => {
  it('apply to new accounts without credit, once', async () => {
    const enter = (promo_code: string, token?: string) =>
      account.call(promoCodes.add, {body: {promo_code}, ...(token ? {token} : {})});
    expect((await enter('NOTHING')).fields).toEqual(['promo_code']);
    expect((await enter('toString')).fields).toEqual(['promo_code']);
    expect((await enter('')).fields).toEqual(['promo_code']);
    const token = account.tokenFor('clerk', {granted: {global: {account_access: 'read_write'}, entities: {}}});
    expect((await enter('DOCS20', token)).status).toBe(403);
    expect((await enter('DOCS20')).status).toBe(200);
    expect((await enter('WELCOME100')).status).toBe(400);
    account.pass(100 * 24 * 3600);
    expect((await enter('WELCOME100')).fieldErrors[0]?.reason).toContain('too old');
  });
});
