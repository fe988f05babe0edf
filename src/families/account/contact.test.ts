import {expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import {accountRow} from '../testing/account-rows.ts';
import {detailLines} from '../testing/probe.ts';

test('who sends the bills is shown where the provider says so', () => {
  const family = familyOf('account');
  expect(detailLines(family, accountRow({billing_source: 'parent'}))).toMatchObject({'Billing source': 'parent'});
  expect(detailLines(family, accountRow())).not.toHaveProperty('Billing source');
});
