import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {get, update} = contract.account;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const change = (body: object) => account.call(update, {body: {...body}});
const fields = async (body: object) => (await change(body)).fields;

describe('the account', () => {
  it('rule 323: limits the length of its texts', async () => {
    const maxLengths = {
      address_1: 64,
      address_2: 64,
      city: 24,
      company: 128,
      first_name: 50,
      last_name: 50,
      tax_id: 25,
    };
    for (const [field, length] of Object.entries(maxLengths)) {
      expect((await change({[field]: 'x'.repeat(length)})).status, field).toBe(200);
      expect(await fields({[field]: 'x'.repeat(length + 1)})).toEqual([field]);
    }
    const email = (length: number) => `${'e'.repeat(length - 12)}@example.com`;
    expect((await change({email: email(128)})).status).toBe(200);
    expect(await fields({email: email(129)})).toEqual(['email']);
    expect((await change({phone: '1'.repeat(32)})).status).toBe(200);
    expect(await fields({phone: '1'.repeat(33)})).toEqual(['phone']);
    expect((await change({country: 'DE', state: 's'.repeat(24)})).status).toBe(200);
    expect(await fields({state: 's'.repeat(25)})).toEqual(['state']);
  });

  it('rule 324: is in a country with a two-letter code', async () => {
    expect((await change({country: 'FR', state: 'Bretagne'})).status).toBe(200);
    for (const country of ['F', 'FRA', 'XX', 'fr']) expect(await fields({country})).toEqual(['country']);
  });

  it('rule 325: has a two-letter state in the US and Canada, and any province in other countries', async () => {
    const us = {country: 'US', zip: '19106'};
    for (const state of ['PA', 'AA', 'AE', 'AP']) expect((await change({...us, state})).status).toBe(200);
    for (const state of ['Pennsylvania', 'ZZ', 'ON', '']) expect(await fields({...us, state})).toEqual(['state']);
    expect((await change({country: 'CA', state: 'ON', zip: 'K1A 0B1'})).status).toBe(200);
    expect(await fields({state: 'Ontario'})).toEqual(['state']);
    expect((await change({country: 'IT', state: 'Toscana'})).status).toBe(200);
  });

  it('rule 326: has a postcode with up to nine letters and digits, and also spaces and hyphens', async () => {
    await account.ok(update, {body: {country: 'GB', state: 'Kent'}});
    for (const zip of ['SW1A 1AA', '12 34 56-78 9', 'ABCDEFGHI']) expect((await change({zip})).status).toBe(200);
    for (const zip of ['ABCDEFGHIJ', '12_34', 'Straße']) expect(await fields({zip})).toEqual(['zip']);
    expect(await fields({country: 'US', state: 'PA', zip: '1910'})).toEqual(['zip']);
  });

  it('rule 327: has an empty tax ID at first, as no tax is collected, and accepts a tax ID', async () => {
    const other = await openTestAccount();
    expect((await other.ok(get)).tax_id).toBe('');
    await other.close();
    expect((await account.ok(update, {body: {tax_id: 'DE123456789'}})).tax_id).toBe('DE123456789');
    expect((await account.ok(update, {body: {tax_id: ''}})).tax_id).toBe('');
  });

  it('rule 359: takes twelve optional fields, and an update answers the account', async () => {
    const body = {
      address_1: '1 Quay',
      address_2: '',
      city: 'Bremen',
      company: 'Acme',
      country: 'DE',
      email: 'a@example.com',
      first_name: 'A',
      last_name: 'B',
      phone: '+49 421 555',
      state: 'Bremen',
      tax_id: '',
      zip: '28195',
    };
    const result = await account.ok(update, {body});
    expect(result).toMatchObject(body);
    expect(await account.ok(update, {body: {}})).toEqual(result);
    expect(await account.ok(get)).toEqual(result);
    const {data} = await account.ok(contract.account.events.list);
    expect(data[0]).toMatchObject({action: 'account_update', entity: {id: null, type: 'account'}});
  });

  it('rule 366: can be read with read_only access, and updated with read_write access only', async () => {
    await account.ok(update, {body: {company: 'Acme'}});
    expect(await account.ok(get)).toMatchObject({company: 'Acme', balance: 0, euuid: expect.any(String)});
    const reader = account.tokenFor('bookkeeper', {granted: {global: {account_access: 'read_only'}, entities: {}}});
    expect((await account.call(get, {token: reader})).status).toBe(200);
    expect((await account.call(update, {token: reader, body: {}})).status).toBe(403);
  });
});
