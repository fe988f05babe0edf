/** Beta programs, agreements, child accounts and services by region. */
import {describe, expect, test} from 'vitest';
import {cellText} from '../format/cells.ts';
import {cellOf} from '../shape/column.ts';
import {accountRow} from '../testing/account-rows.ts';
import {candidateReasons, detailLines, warnings} from '../testing/probe.ts';
import {accountAvailability, betaProgram, childAccount, enrolledBeta} from '../testing/read-only-rows.ts';
import {region} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {betaPrograms, enrolledBetas} from './beta-programs.ts';
import {childAccounts} from './child-accounts.ts';
import {account} from './index.ts';
import {servicesByRegion} from './services-by-region.ts';

const lookup = lookupFrom();
const past = '2026-02-01T00:00:00';
const future = '2036-01-01T00:00:00';

describe('beta programs', () => {
  const inProgram = lookupFrom({lists: {'account.betas': [enrolledBeta({id: 'metrics'})]}});

  test.each([
    ['open', {}, lookup],
    ['open', {ended: future}, lookup],
    ['ended', {ended: past}, lookup],
    ['not started', {started: future}, lookup],
    ['joined', {}, inProgram],
    ['ended', {ended: past}, inProgram],
  ])('the state of a program is %s', (word, facts, look) => {
    expect(betaPrograms.state?.(betaProgram(facts), look, {})?.word).toBe(word);
    expect(betaPrograms.stateWords).toContain(word);
  });

  test('an open program can be joined once', () => {
    const programs = [betaProgram(), betaProgram({ended: past}), betaProgram({started: future})];
    expect(candidateReasons(enrolledBetas, 'enroll', 'id', {candidates: programs})).toEqual([
      undefined,
      'the program is ended',
      'the program is not started',
    ]);
    expect(
      candidateReasons(enrolledBetas, 'enroll', 'id', {
        candidates: programs.slice(0, 1),
        values: {},
        lookup: inProgram,
      }),
    ).toEqual(['already joined']);
    expect(betaPrograms.borrowedActions?.enroll?.unless?.({row: betaProgram(), lookup: inProgram, params: {}})).toBe(
      'already joined',
    );
  });

  test('joining a program by invitation warns that the request can be rejected', () => {
    const look = lookupFrom({lists: {betas: [betaProgram(), betaProgram({id: 'edge', greenlight_only: true})]}});
    const wordsFor = (id: string) =>
      enrolledBetas.actions.enroll?.warnings?.({row: undefined, lookup: look, params: {}, body: {id}})?.join(' ');
    expect(wordsFor('edge')).toContain('by invitation');
    expect(wordsFor('metrics')).not.toContain('by invitation');
    expect(wordsFor('metrics')).toContain('program is full');
  });
});

describe('agreements', () => {
  const accept = account.actions['agreements.accept'];
  const refusals = (body: object) => accept?.problems?.({row: accountRow(), lookup, params: {}, body});

  test('at least one agreement must be accepted', () => {
    const refusal = [{field: null, reason: 'At least one agreement must be accepted.'}];
    expect(refusals({})).toEqual(refusal);
    expect(refusals({eu_model: undefined})).toEqual(refusal);
  });

  test('an agreement can be accepted, and never declined', () => {
    expect(refusals({eu_model: true})).toEqual([]);
    expect(refusals({eu_model: true, privacy_policy: false})).toEqual([
      {field: 'privacy_policy', reason: 'can’t be declined'},
    ]);
  });

  test('the warnings name each agreement in full', () => {
    const body = {eu_model: true, billing_agreement: true};
    expect(warnings(account, 'agreements.accept', {row: accountRow(), body})).toEqual([
      'You accept the EU model contract for the whole account. This is legally binding.',
      'You accept the billing agreement for the whole account. This is legally binding.',
    ]);
    expect(accept?.confirm).toEqual({typing: 'account'});
  });

  test('an older API has no agreements to accept', () => {
    const older = lookupFrom({lists: {regions: [region()]}});
    expect(accept?.unless?.({row: accountRow(), lookup: older, params: {}})).toBe(
      'your provider has no agreements to accept',
    );
    const today = lookupFrom({lists: {regions: [region({site_type: 'core'})]}});
    expect(accept?.unless?.({row: accountRow(), lookup: today, params: {}})).toBeUndefined();
  });
});

describe('a child account', () => {
  test('has the name of its company, or of its person', () => {
    expect(childAccounts.label(childAccount())).toBe('North Shop');
    expect(childAccounts.label(childAccount({company: ''}))).toBe('Ada Moss');
  });

  test('names its capabilities like the lists of resources, and shows its address', () => {
    expect(detailLines(childAccounts, childAccount())).toMatchObject({
      Balance: '$240.00',
      Capabilities: 'Instances, Volumes',
      Name: 'Ada Moss',
      City: '19106 · Philadelphia · PA · US',
    });
  });

  test('reveals a token as a secret, with its expiry', () => {
    const token = childAccounts.actions.token;
    const response = {id: 1, label: 'proxy', scopes: '*', token: 'abc', created: past, expiry: '2026-02-01T00:15:00'};
    expect(token?.revealedValues?.({response, values: {}, row: childAccount(), params: {}})).toEqual([
      {title: 'Token', value: 'abc', secret: true},
      {title: 'Expires', value: '2026-02-01 00:15:00 UTC'},
    ]);
    expect(warnings(childAccounts, 'token', {row: childAccount()})).toContain('The token is shown only once.');
  });
});

test('services of a region have the names of their lists, and the row opens the region', () => {
  const row = accountAvailability();
  const cells = servicesByRegion.columns.map(column => cellText(cellOf(column, row, lookup, {})));
  expect(cells).toEqual(['us-east', 'Databases', 'Instances, Volumes']);
  expect(detailLines(servicesByRegion, row, lookupFrom({lists: {regions: [region({id: 'us-east'})]}}))).toMatchObject({
    Available: 'Instances, Volumes',
    Unavailable: 'Databases',
  });
  expect(servicesByRegion.columns[0]?.link?.(row, lookup, {})).toEqual({family: 'regions', id: 'us-east'});
  expect(detailLines(servicesByRegion, accountAvailability({unavailable: []})).Unavailable).toBe('—');
});
