import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {seededRandom} from '../../engine/time/random.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';
import {countries} from '../account/address-formats.ts';
import {callingCodes, internationalNumber} from './calling-codes.ts';
import {codeAt, isCode, newSecret} from './totp.ts';

const {tfa, securityQuestions, phoneNumber} = contract.profile;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const answers = [
  {question_id: 1, response: 'Harbour Street'},
  {question_id: 4, response: 'Ada'},
  {question_id: 9, response: 'Bo Lindqvist'},
];
const answer = (security_questions: readonly object[]) =>
  account.call(securityQuestions.answer, {body: {security_questions}});

describe('one-time codes', () => {
  it('match the examples of RFC 6238', () => {
    // The secret of the RFC's own examples, 12345678901234567890.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const examples: readonly [number, string][] = [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ];
    for (const [second, code] of examples) expect(codeAt(secret, second * 1000)).toBe(code);
    const now = 59_000;
    expect(isCode(secret, '287082', now + 30_000)).toBe(true);
    expect(isCode(secret, '287082', now + 61_000)).toBe(false);
    expect(isCode(secret, '28708２', now)).toBe(false);
    expect(newSecret(seededRandom(1))).toMatch(/^[A-Z2-7]{32}$/);
  });
});

describe('two-factor authentication', () => {
  const state = async () => {
    const {two_factor_auth} = await account.ok(contract.profile.get);
    const {tfa_enabled} = await account.ok(contract.account.users.get, {params: {username: 'acme'}});
    return [two_factor_auth, tfa_enabled];
  };

  it('is enabled with a code, and disabled without a code', async () => {
    expect((await account.call(tfa.enable)).fieldErrors[0]?.reason).toContain('security questions');
    await answer(answers);
    const {secret, expiry} = await account.ok(tfa.enable);
    expect(expiry).toBe('2026-01-15T13:00:00');
    expect(await state()).toEqual([false, false]);
    const invalidInput = codeAt(secret, account.clock.now() + 600_000);
    for (const tfa_code of [invalidInput, '', 'abcdef'])
      expect((await account.call(tfa.confirm, {body: {tfa_code}})).fields).toEqual(['tfa_code']);
    const tfa_code = codeAt(secret, account.clock.now());
    expect(await account.ok(tfa.confirm, {body: {tfa_code}})).toEqual({scratch: expect.stringMatching(/^\w{16}$/)});
    expect(await state()).toEqual([true, true]);
    expect((await account.call(tfa.enable)).status).toBe(400);
    expect((await account.call(tfa.confirm, {body: {tfa_code}})).status).toBe(400);
    expect(await account.ok(tfa.disable)).toEqual({});
    expect(await state()).toEqual([false, false]);
    expect(await account.ok(tfa.disable)).toEqual({});
    const {data} = await account.ok(contract.account.events.list);
    expect(data.map(({action}) => action)).toEqual(['tfa_disabled', 'tfa_enabled']);
  });

  it('accepts the first code for one hour only', async () => {
    await answer(answers);
    const {secret} = await account.ok(tfa.enable);
    account.pass(3600);
    const tfa_code = codeAt(secret, account.clock.now());
    expect((await account.call(tfa.confirm, {body: {tfa_code}})).status).toBe(400);
    expect(await state()).toEqual([false, false]);
  });

  it('has a scratch code that works once', async () => {
    await answer(answers);
    const {secret} = await account.ok(tfa.enable);
    const body = {tfa_code: codeAt(secret, account.clock.now())};
    const {scratch} = await account.ok(tfa.confirm, {body});
    const client = await account.ok(contract.account.oauthClients.create, {
      body: {label: 'tool', redirect_uri: 'https://tool.example.com/'},
    });
    const logIn = async () => {
      const fields = {client_id: client.id, username: 'acme', token: account.token, tfa_code: scratch};
      const init = {method: 'POST', redirect: 'manual', body: new URLSearchParams(fields)} as const;
      return (await account.raw('/login/oauth/authorize', init)).status;
    };
    expect(await logIn()).toBe(303);
    expect(await logIn()).toBe(403);
  });
});

describe('security questions', () => {
  it('need three answers at a time, to three different questions', async () => {
    expect((await account.call(securityQuestions.answer)).fields).toEqual(['security_questions']);
    expect((await answer(answers.slice(1))).fields).toEqual(['security_questions']);
    expect((await answer([...answers, {question_id: 2, response: 'Rex'}])).fields).toEqual(['security_questions']);
    const [first, second] = answers;
    expect((await answer([first ?? {}, second ?? {}, first ?? {}])).fields).toEqual([
      'security_questions.2.question_id',
    ]);
    expect((await answer([{}, {question_id: 99, response: 'abc'}, first ?? {}])).fields.toSorted()).toEqual([
      'security_questions.0.question_id',
      'security_questions.0.response',
      'security_questions.1.question_id',
    ]);
    expect((await answer([{question_id: 1, response: 'ab'}, second ?? {}, {}])).fields).toEqual([
      'security_questions.0.response',
    ]);
    const {body} = await answer(answers);
    expect(body.security_questions).toMatchObject(answers);
    expect(body.security_questions[0]?.security_question).toContain('?');
    const {security_questions} = await account.ok(securityQuestions.get);
    expect(security_questions).toHaveLength(10);
    expect(security_questions.filter(({response}) => response !== '').map(({id}) => id)).toEqual([1, 4, 9]);
    const token = account.tokenFor('guest', {granted: {global: {}, entities: {}}});
    const theirs = await account.ok(securityQuestions.get, {token});
    expect(theirs.security_questions.every(({response}) => response === '')).toBe(true);
  });
});

describe('the phone number', () => {
  const number = {iso_code: 'US', phone_number: '(215) 555-0143'};
  const textsOf = async () => (await account.ok(contract.profile.get)).verified_phone_number;
  const verify = (otp_code: string) => account.call(phoneNumber.verify, {body: {otp_code}});

  it('is verified with the code that was sent, and can be deleted', async () => {
    expect((await verify('123456')).status).toBe(400);
    expect(await account.ok(phoneNumber.sendCode, {body: number})).toEqual({});
    expect(await textsOf()).toBeNull();
    expect((await verify('654321')).fields).toEqual(['otp_code']);
    expect((await verify('123456')).status).toBe(200);
    expect(await textsOf()).toBe('+12155550143');
    expect(await account.ok(phoneNumber.delete)).toEqual({});
    expect(await textsOf()).toBeNull();
  });

  it('is stored with the calling code of its country', () => {
    expect(internationalNumber('US', '2155550199')).toBe('+12155550199');
    expect(internationalNumber('GB', '020 7946 0958')).toBe('+442079460958');
    expect(internationalNumber('IT', '06 555 0100')).toBe('+39065550100');
    expect(internationalNumber('DE', '+1 (215) 555-0199')).toBe('+12155550199');
    expect([...countries].filter(country => !callingCodes.has(country))).toEqual([]);
    expect([...callingCodes.keys()].filter(country => !countries.has(country))).toEqual([]);
  });

  it('accepts the code for ten minutes only', async () => {
    await account.ok(phoneNumber.sendCode, {body: number});
    account.pass(600);
    expect((await verify('123456')).status).toBe(400);
  });

  it('needs a valid country code and number', async () => {
    expect((await account.call(phoneNumber.sendCode, {body: {}})).fields).toEqual(['iso_code', 'phone_number']);
    const invalidInput = {iso_code: 'XX', phone_number: '12'};
    expect((await account.call(phoneNumber.sendCode, {body: invalidInput})).fields).toEqual([
      'iso_code',
      'phone_number',
    ]);
  });
});
