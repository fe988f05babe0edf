/** Beta programs, child accounts and agreements of an account of today. */
import {expect, test} from 'vitest';
import {familyOf} from '../../src/families/registry.ts';
import type {FamilyId} from '../../src/families/shape/define-family.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {openCommandLine} from '../support/cli.ts';

/** A token of the emulator. */
const token = /[\da-f]{64}/;

const openToday = (view: FamilyId): Promise<TestConsole> =>
  openConsole({account: openAccount({accounts: 'demo', dialect: 'today'}), size: [140, 44], view});

test('an open beta program is joined from its row, and a joined one can’t be joined twice', async () => {
  const screen = await openToday('betas');
  screen.expectRow('Log export', 'joined');
  screen.expectRow('Instance metrics', 'open');
  await screen.press('J', 'ctrl-o');
  screen.expectText('The account can’t leave a beta program.');
  await screen.confirm();
  screen.expectRequest('POST /v4/account/betas', {id: 'metrics'});
  screen.expectRow('Instance metrics', 'joined');
  const sent = screen.changes().length;
  await screen.press('J');
  screen.expectRecentText('already joined');
  expect(screen.changes()).toHaveLength(sent);
});

test('the account shows its agreements', async () => {
  const screen = await openToday('account');
  await screen.press(String(familyOf('account').detail.findIndex(({title}) => title === 'Agreements') + 1));
  screen.expectText(/Privacy policy +accepted/);
  screen.expectText(/Billing agreement +not accepted/);
});

test('an agreement whose switch was turned off again is left out of the request', async () => {
  const screen = await openToday('account');
  await screen.press('a');
  await screen.type('accept');
  await screen.press('enter');
  await screen.press('ctrl-o');
  screen.expectText('At least one agreement must be accepted.');
  await screen.press('space', 'space', 'tab', 'space', 'ctrl-o');
  screen.expectText('You accept the EU model contract for the whole account.');
  await screen.confirm('Acme Infrastructure');
  screen.expectRequest('POST /v4/account/agreements', {eu_model: true});
});

test('the token of a child account is masked until it is revealed, and hidden after the dialog', async () => {
  const screen = await openToday('account.childAccounts');
  screen.expectRow('South Shop', '$240.00');
  await screen.moveTo('North Shop');
  await screen.press('T');
  screen.expectText('The token has FULL access to North Shop.');
  await screen.confirm();
  screen.expectRequest('POST /v4/account/child-accounts/3f1c2e80-7a6b-4d5c-9e8f-0a1b2c3d4e01/token');
  screen.expectText('Expires');
  screen.expectText('2026-03-14 12:15:00 UTC');
  expect(screen.text()).not.toMatch(token);
  await screen.press('v');
  screen.expectText(token);
  await screen.press('enter');
  expect(screen.text()).not.toMatch(token);
  screen.expectRow('North Shop', '$0.00');
});

test('commands accept an agreement after the account name is confirmed, and refuse to decline one', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const accept = ['do', 'account.agreements.accept'];
  const declined = await line.run([...accept, '--no-eu-model', '--dry-run']);
  expect(declined.code).not.toBe(0);
  expect(declined.err).toContain('can’t be declined');
  expect((await line.run([...accept, '--dry-run'])).err).toContain('At least one agreement must be accepted');
  const eu = [...accept, '--eu-model', '--yes'];
  expect((await line.run(eu)).code).not.toBe(0);
  expect(await line.run([...eu, '--confirm', 'Acme Infrastructure'])).toMatchObject({code: 0});
  expect((await line.run(['get', 'services-by-region', 'us-east', '--json'])).out).toContain('"unavailable"');
  await line.close();
});
