import {expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import {profileRow} from '../testing/account-rows.ts';
import {warnings} from '../testing/probe.ts';

test('an unknown country code shows a warning before a code is sent', () => {
  const warningsOf = (iso_code: string) =>
    warnings(familyOf('profile'), 'phoneNumber.sendCode', profileRow(), {iso_code, phone_number: '5551234'}).slice(1);
  for (const systemCas of ['US', 'de']) expect(warningsOf(systemCas)).toEqual([]);
  for (const unknown of ['XX', 'USA', 'Germany', '1'])
    expect(warningsOf(unknown)).toEqual([`Unknown country code ${unknown}.`]);
});
