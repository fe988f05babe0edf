/** Billing: balance, invoices, payment methods and payments. */
import {expect, test} from 'vitest';
import {realClock} from '../../src/emulator/engine/time/clock.ts';
import {Accounts, singletonId} from '../../src/emulator/families/account/account-kinds.ts';
import type {FamilyId} from '../../src/families/shape/define-family.ts';
import {type LiveScreen, openLive, SPEED} from '../support/live.tsx';

/** Opens a family with the account's time in the middle of a month: on the first day the account would be billed. */
function openBetweenBills(family: FamilyId, columns = 120): Promise<LiveScreen> {
  const today = new Date();
  const month = today.getUTCMonth() + (today.getUTCDate() < 15 ? 0 : 1);
  const clock = realClock({speed: SPEED, notBefore: Date.UTC(today.getUTCFullYear(), month, 15, 12)});
  return openLive({columns, rows: 45, initialDestination: {family}}, {clock});
}

const open = () => openBetweenBills('account');

/** The amount and the way to pay, as far as the preview. */
async function prepare(screen: LiveScreen, amount: string): Promise<void> {
  await screen.press('P');
  await screen.expectText('Make a payment');
  await screen.press('ctrl-u');
  await screen.type(amount);
  await screen.press('ctrl-o');
}

test('the balance comes first; an invoice opens its items, and every one of them what it says', async () => {
  const screen = await open();
  await screen.expectText(/Balance +paid/);
  await screen.expectText(/Not yet billed +\$[\d,.]+/);
  await screen.press('2');
  await screen.expectText('Invoices  24');
  await screen.moveTo('Invoice #71023');
  await screen.press('enter');
  await screen.expectText('Items  7');
  // Multiplied prices keep all of their digits.
  await screen.expectText(/Nanode 1 GB × 13 .*\$0\.0075 +\$62\.84/);
  // Items have no actions; the invoice of the item can be paid.
  await screen.press('a');
  await screen.expectText('Actions: Invoice #71023');
  await screen.expectText('Make a payment…');
  await screen.press('esc');
  await screen.moveTo('Dedicated 8 GB');
  await screen.press('enter');
  await screen.expectText(/Kind +by the hour/);
  await screen.press('esc', '2');
  await screen.expectText(/Total +\$1,140\.82/);
  await screen.press('esc');
  await screen.expectText('Invoices  24');
  await screen.close();
});

test('a payment says how much is charged to what before it is sent, and stands among the payments', async () => {
  const screen = await openBetweenBills('account', 160);
  await screen.expectText(/Balance +paid/);
  await prepare(screen, '25.001');
  await screen.expectText('✗ must be an amount with two decimals');
  await screen.press('ctrl-u');
  await screen.type('25');
  expect(screen.text()).not.toContain('✗ must');
  await screen.press('ctrl-o');
  await screen.expectText(/Amount +25\.00/);
  await screen.expectText('$25.00 is charged to Visa 1881 at once.');
  await screen.press('y');
  await screen.expectText(/Balance +\$25\.00 credit/);
  await screen.expectGlimpse(/payment processing/);
  // Its event is about the account, and ends it.
  await screen.until(() => !/processing/.test(screen.text()));
  await screen.press('3');
  await screen.expectText('Payments  25');
  await screen.expectText(/ \$25\.00/);
  await screen.close();
});

/** The form, opened where the account itself was not read yet. */
async function openOwing(family: FamilyId, balance: number): Promise<LiveScreen> {
  const screen = await openBetweenBills(family);
  const {db} = screen.account;
  db.transaction(() => db.update(Accounts, singletonId, {balance}));
  await screen.expectText(/(Payments|Invoices) {2}24/);
  await screen.press('P');
  return screen;
}

test('what is owed stands in the form and is what it offers, wherever that is opened; nothing is no amount', async () => {
  const screen = await openOwing('account.payments', 312.2);
  await screen.expectText(/Amount \* +312\.20/);
  await screen.expectText('$312.20 is owed.');
  await screen.press('tab');
  await screen.expectText('$312.20 is owed.');
  await screen.press('shift-tab', 'ctrl-u');
  await screen.type('0.00');
  await screen.press('ctrl-o');
  await screen.expectText('✗ must be more than nothing');
  await screen.close();
});

test('a credit is no amount to pay', async () => {
  const screen = await openOwing('account.invoices', -20);
  await screen.expectText('Nothing is owed: there is a credit of $20.00.');
  expect(screen.text()).toMatch(/Amount \* +│/);
  await screen.close();
});

test('a wallet is named too, and that it takes a while', async () => {
  const screen = await open();
  await screen.expectText(/Balance +paid/);
  await screen.press('P');
  await screen.expectText('Make a payment');
  await screen.type('25.00');
  await screen.press('tab', 'enter');
  await screen.type('4411');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText('$25.00 is charged to MasterCard 4411 (Google Pay) at once.');
  await screen.expectText('A wallet takes a while');
  await screen.close();
});

test('an amount out of bounds is warned of, and what refuses it stands beside the field', async () => {
  const screen = await open();
  await screen.expectText(/Balance +paid/);
  await prepare(screen, '3.00');
  await screen.expectText('It may be refused: $5.00 to $2,000.00 can be paid.');
  await screen.press('y');
  await screen.expectText(/Amount \* +3\.00/);
  await screen.expectText(/✗ .*5\.00/);
  await screen.press('ctrl-u');
  await screen.type('2000.01');
  await screen.press('ctrl-o');
  await screen.expectText('It may be refused');
  await screen.close();
});

test('a card is added without its number being seen, becomes the default, and the old one can go', async () => {
  const screen = await open();
  await screen.expectText(/Balance +paid/);
  await screen.press('A');
  await screen.expectText('Add a card');
  await screen.type('4242424242424242');
  await screen.press('tab');
  await screen.type('12');
  await screen.press('tab');
  await screen.type(String(new Date().getUTCFullYear() + 5));
  await screen.press('tab');
  await screen.type('737');
  expect(screen.text()).not.toContain('4242424242424242');
  await screen.press('ctrl-o');
  await screen.expectText(/POST \/v4\/account\/payment-methods/);
  expect(screen.text()).not.toContain('4242424242424242');
  await screen.press('y', '4');
  await screen.expectText('Payment methods  3');
  await screen.moveTo('4242');
  await screen.press('D');
  await screen.expectText('Bills are charged to Visa 4242 from now on.');
  await screen.press('y');
  await screen.expectText(/Visa 4242 +● default/);
  await screen.press('g');
  await screen.moveTo('1881');
  await screen.press('x');
  await screen.type('Visa 1881');
  await screen.press('enter');
  await screen.expectText('Payment methods  2');
  await screen.moveTo('4242');
  await screen.press('x');
  await screen.expectText('the default cannot be deleted');
  await screen.close();
});

test('a promo code that is not for this account is refused beside its field', async () => {
  const screen = await open();
  await screen.expectText(/Balance +paid/);
  await screen.press('O');
  await screen.expectText('Enter a promo code');
  await screen.type('SAVE20');
  await screen.press('ctrl-o');
  await screen.expectText(/Code +SAVE20/);
  await screen.press('enter');
  await screen.expectText('✗ The account is too old for a promo code.');
  await screen.close();
});
