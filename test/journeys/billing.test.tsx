/** Money: the balance, invoices, ways to pay, and payments. */
import {test} from 'vitest';
import {Accounts, singletonId} from '../../src/emulator/families/account/account-kinds.ts';
import type {FamilyId} from '../../src/families/shape/define-family.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

/** The time of the tests is the middle of a month: on the first of one the account is billed. */
const open = (family: FamilyId = 'account', columns = 120): Promise<TestConsole> =>
  openConsole({account: openAccount({accounts: 'demo'}), size: [columns, 45], view: family});

/** The form of a payment with this amount, as far as the preview. */
async function prepare(screen: TestConsole, amount: string): Promise<void> {
  await screen.press('P');
  screen.expectText('Make account payment');
  await screen.press('ctrl-u');
  await screen.type(amount);
  await screen.press('ctrl-o');
}

test('the balance comes first, and an invoice opens its items', async () => {
  const screen = await open();
  screen.expectText(/Balance +nothing due/);
  screen.expectText(/Unbilled +\$[\d,.]+/);
  await screen.press('2');
  screen.expectText('Invoices  24');
  await screen.moveTo('Invoice #71023');
  await screen.press('enter');
  screen.expectText('Items  7');
  // The price of an hour keeps all of its digits.
  screen.expectText(/Nanode 1 GB × 13 .*\$0\.0075 +\$62\.84/);
});

test('the menu of an invoice item has the actions of its invoice', async () => {
  const screen = await open();
  await screen.press('2');
  await screen.moveTo('Invoice #71023');
  await screen.press('enter', 'a');
  screen.expectText('Actions: Invoice #71023');
  screen.expectText('Make account payment…');
});

test('an invoice item opens, and esc leads back to the invoices', async () => {
  const screen = await open();
  await screen.press('2');
  await screen.moveTo('Invoice #71023');
  await screen.press('enter');
  await screen.moveTo('Dedicated 8 GB');
  await screen.press('enter');
  screen.expectText(/Type +by the hour/);
  await screen.press('esc', '2');
  screen.expectText(/Total +\$1,140\.82/);
  await screen.press('esc');
  screen.expectText('Invoices  24');
});

test('the preview of a payment shows the amount and the card, and the payment is listed', async () => {
  const screen = await open('account', 160);
  await prepare(screen, '25');
  screen.expectText(/Amount +25\.00/);
  screen.expectText('$25.00 is charged to Visa 1881 at once.');
  await screen.press('y');
  screen.expectRequest('POST /v4/account/payments', {usd: '25.00'});
  screen.expectText(/Balance +\$25\.00 credit/);
  await screen.advance(30_000);
  screen.expectNoText(/processing/);
  await screen.press('3');
  screen.expectText('Payments  25');
  screen.expectText(/ \$25\.00/);
});

test('bug: a negative amount of a payment had two errors', async () => {
  const screen = await open();
  await prepare(screen, '-5');
  screen.expectText('✗ must be an amount above $0 with two decimals');
  screen.expectNoText('must be more than $0');
  await screen.press('ctrl-u');
  await screen.type('0');
  await screen.press('ctrl-o');
  screen.expectText('✗ must be more than $0');
  screen.expectNoText('✗ must be an amount');
  screen.expectNoChanges();
});

test('an amount with three decimals is refused in the form', async () => {
  const screen = await open();
  await prepare(screen, '25.001');
  screen.expectText('✗ must be an amount above $0 with two decimals');
  await screen.press('ctrl-u');
  await screen.type('25');
  screen.expectNoText('✗ must');
  screen.expectNoChanges();
});

/** The form of a payment, opened from a list, before the account itself was read. */
async function openOwing(family: FamilyId, balance: number): Promise<TestConsole> {
  const account = openAccount({accounts: 'demo'});
  const {db} = account.emulator;
  db.transaction(() => db.update(Accounts, singletonId, {balance}));
  const screen = await openConsole({account, size: [120, 45], view: family});
  screen.expectText(/(Payments|Invoices) {2}24/);
  await screen.press('P');
  return screen;
}

test('the form of a payment starts with the amount owed', async () => {
  const screen = await openOwing('account.payments', 312.2);
  screen.expectText(/Amount \* +312\.20/);
  screen.expectText('$312.20 is owed.');
  await screen.press('tab');
  screen.expectText('$312.20 is owed.');
});

test('bug: a payment from the list of invoices was titled as the payment of one invoice', async () => {
  const screen = await openOwing('account.invoices', 312.2);
  screen.expectNoText('payment: Invoice');
  await screen.press('ctrl-o');
  screen.expectText('Make account payment?');
  screen.expectText('No balance remains due.');
});

test('a payment of nothing is refused in the form', async () => {
  const screen = await openOwing('account.payments', 312.2);
  await screen.press('ctrl-u');
  await screen.type('0.00');
  await screen.press('ctrl-o');
  screen.expectText('✗ must be more than $0');
  screen.expectNoChanges();
});

test('with a credit the form of a payment starts without an amount', async () => {
  const screen = await openOwing('account.invoices', -20);
  screen.expectText('No balance due. Credit: $20.00.');
  screen.expectText(/Amount \* +│/);
});

test('the preview of a payment names the wallet, and warns of a delay', async () => {
  const screen = await open();
  await screen.press('P');
  screen.expectText('Make account payment');
  await screen.type('25.00');
  await screen.press('tab', 'enter');
  await screen.pick('4411');
  await screen.press('ctrl-o');
  screen.expectText('$25.00 is charged to MasterCard 4411 (Google Pay) at once.');
  screen.expectText('Payments from a wallet take a while');
});

test('an amount below the minimum causes a warning, and the refusal is shown beside the field', async () => {
  const screen = await open();
  await prepare(screen, '3.00');
  screen.expectText('The amount may be rejected. Pay $5.00 to $2,000.00.');
  await screen.press('y');
  screen.expectRequest('POST /v4/account/payments', {usd: '3.00'});
  screen.expectText(/Amount \* +3\.00/);
  screen.expectText(/✗ .*5\.00/);
});

test('an amount above the maximum causes a warning', async () => {
  const screen = await open();
  await prepare(screen, '2000.01');
  screen.expectText('The amount may be rejected. Pay $5.00 to $2,000.00.');
});

/** Adds a card with the number 4242424242424242. */
async function addCard(screen: TestConsole): Promise<void> {
  await screen.press('A');
  screen.expectText('Add a card');
  await screen.type('4242424242424242');
  for (const text of ['12', '2031', '737']) {
    await screen.press('tab');
    await screen.type(text);
  }
  screen.expectNoText('4242424242424242');
  await screen.press('ctrl-o');
  screen.expectText(/POST \/v4\/account\/payment-methods/);
  screen.expectNoText('4242424242424242');
  await screen.press('y', '4');
  screen.expectText('Payment methods  3');
}

test('a card is added, and its number is never shown', async () => {
  const screen = await open();
  await addCard(screen);
  screen.expectRequest('POST /v4/account/payment-methods', {
    type: 'credit_card',
    data: {card_number: '4242424242424242', expiry_month: 12, expiry_year: 2031, cvv: '737'},
  });
  screen.expectNoText('4242424242424242');
});

test('a card is deleted only after another card becomes the default', async () => {
  const screen = await open();
  await addCard(screen);
  await screen.moveTo('4242');
  await screen.press('D');
  screen.expectText('Future bills are charged to Visa 4242.');
  await screen.press('y');
  await screen.advance(30_000);
  screen.expectText(/Visa 4242 +● default/);
  await screen.press('g');
  await screen.moveTo('1881');
  await screen.press('x');
  await screen.confirm('Visa 1881');
  await screen.advance(30_000);
  screen.expectText('Payment methods  2');
  await screen.moveTo('4242');
  await screen.press('x');
  screen.expectText('default method; make another the default first');
});

test('a refused promo code is shown beside its field', async () => {
  const screen = await open();
  await screen.press('O');
  screen.expectText('Enter a promo code');
  await screen.type('SAVE20');
  await screen.press('ctrl-o');
  screen.expectText(/Code +SAVE20/);
  await screen.press('enter');
  screen.expectRequest('POST /v4/account/promo-codes', {promo_code: 'SAVE20'});
  screen.expectText('✗ The account is too old for a promo code.');
});

test('bug: a payment whose request was lost was reported as done after another payment', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [160, 45], view: 'account'});
  await prepare(screen, '25');
  // Another program pays after the last poll of this one; its event must not count as that of this payment.
  await account.call('POST /v4/account/payments', {usd: '7.00'});
  account.answerNext('POST /v4/account/payments', 500, {errors: [{reason: 'Internal error'}]});
  await screen.press('y');
  screen.expectText('payment unconfirmed');
  await screen.advance(60_000);
  screen.expectRecentText('the change may have been applied; check before you retry');
});
