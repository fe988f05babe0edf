import {expect, test} from 'vitest';
import {cellText} from '../format/cells.ts';
import {familyOf} from '../registry.ts';
import {cellOf} from '../shape/column.ts';
import {app, token} from '../testing/account-rows.ts';
import {detailLines} from '../testing/probe.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

const tokens = familyOf('profile.tokens');
const apps = familyOf('profile.apps');
const column = tokens.columns.find(({id}) => id === 'expires');
/** The expiry of a token that never expires: null in the documents, and a date in 2999 from some providers. */
const neverExpires = [null, '2999-12-13T00:00:00'];

test.each(neverExpires)('a token with the expiry %s shows "never"', expiry => {
  const row = token({expiry});
  expect(column && cellText(cellOf(column, row, lookupFrom(), {}))).toBe('never');
  expect(detailLines(tokens, row).Expires).toBe('never');
  expect(tokens.state?.(row, lookupFrom(), {})).toEqual({condition: 'ok', word: 'good'});
  expect(detailLines(apps, app({expiry})).Until).toBe('revoked');
});

test('a token without expiry sorts after all others', () => {
  const order = (expiry: string | null) => Number(column?.sortBy?.(token({expiry}), lookupFrom(), {}));
  for (const expiry of neverExpires) expect(order(expiry)).toBeGreaterThan(order('2030-01-01T00:00:00'));
});
