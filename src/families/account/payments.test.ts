import {expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import {accountRow} from '../testing/account-rows.ts';
import {formContext} from '../testing/form-context.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

test('the form of a payment shows the balance due and the unbilled amount, without zero amounts', () => {
  const {note} = familyOf('account.payments').actions?.create?.form?.usd ?? {};
  const hintFor = (balance: number, unbilled: number) =>
    note?.(
      formContext({lookup: lookupFrom({lists: {account: [accountRow({balance, balance_uninvoiced: unbilled})]}})}),
    );
  expect(hintFor(312.2, 45.6)).toBe('$312.20 is owed. $45.60 more is not yet billed.');
  expect(hintFor(0, 45.6)).toBe('No balance due. $45.60 is not yet billed.');
  expect(hintFor(312.2, 0)).toBe('$312.20 is owed.');
});

test('bug: the preview of a payment said neither that the account receives it nor the remaining balance', () => {
  const {warnings} = familyOf('account.payments').actions?.create ?? {};
  const textFor = (balance: number, usd: string) => {
    const lookup = lookupFrom({lists: {account: [accountRow({balance})]}});
    return warnings?.({row: undefined as never, lookup, params: {}, body: {usd}} as never)?.[1];
  };
  const target = 'The payment goes to the account, not to one invoice.';
  expect(textFor(312.2, '25.00')).toBe(`${target} $287.20 remains due.`);
  expect(textFor(312.2, '312.20')).toBe(`${target} No balance remains due.`);
  expect(textFor(-20, '25.00')).toBe(`${target} The account then has a credit of $45.00.`);
});
