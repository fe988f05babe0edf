import {expect, test} from 'vitest';
import {families, familyOf} from '../registry.ts';
import {profileRow} from '../testing/account-rows.ts';
import {detailLines, warnings} from '../testing/probe.ts';
import {scopeAreas, todayScopeAreas} from './scopes.ts';

test('an unknown country code shows a warning before a code is sent', () => {
  const warningsOf = (iso_code: string) =>
    warnings(familyOf('profile'), 'phoneNumber.sendCode', {
      row: profileRow(),
      body: {iso_code, phone_number: '5551234'},
    }).slice(1);
  for (const known of ['US', 'de']) expect(warningsOf(known)).toEqual([]);
  for (const unknown of ['XX', 'USA', 'Germany', '1'])
    expect(warningsOf(unknown)).toEqual([`Unknown country code ${unknown}.`]);
});

test('bug: the content of a scope mixed singular words with the titles of resource types', () => {
  const titles = new Set(families.map(({title}) => title));
  const words = [...Object.values(scopeAreas), ...Object.values(todayScopeAreas)].flatMap(content =>
    content.split(', '),
  );
  expect(words.filter(word => !titles.has(word))).toEqual([]);
});

test('the credit of referrals has cents, like other amounts', () => {
  const {referrals} = profileRow();
  const row = profileRow({referrals: {...referrals, credit: 15.5}});
  expect(detailLines(familyOf('profile'), row)).toMatchObject({Credit: '$15.50'});
});
