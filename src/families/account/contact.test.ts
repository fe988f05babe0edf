import {expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import {account} from '../testing/account-rows.ts';
import {lines} from '../testing/try.ts';

test('who sends the bills is shown where the provider says so', () => {
  const family = familyOf('account');
  expect(lines(family, account({billing_source: 'parent'}))).toMatchObject({'Billing source': 'parent'});
  expect(lines(family, account())).not.toHaveProperty('Billing source');
});
