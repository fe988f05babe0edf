/** Default firewalls, templates and versions of rules, where the provider's API has them. */
import {expect, test} from 'vitest';
import type {FamilyId} from '../../src/families/shape/define-family.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {openCommandLine} from '../support/cli.ts';

const open = (view: FamilyId): Promise<TestConsole> =>
  openConsole({account: openAccount({accounts: 'demo', dialect: 'today'}), size: [140, 40], view});

const sentBody = (screen: TestConsole) => JSON.parse(String(screen.changes().at(-1)?.body));

test('a default firewall is set, shown in the list, and named before it is deleted', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const set = ['do', 'networking.firewalls.settings.update', '--default-firewall-ids.compute', 'web'];
  const shown = await line.run([...set, '--dry-run']);
  expect(shown.out).toContain('New instances get the firewall web unless their request names another.');
  expect(await line.run([...set, '--yes'])).toMatchObject({code: 0});
  const list = await line.run(['get', 'firewalls', '--columns', 'label,default_for']);
  expect(list.out).toMatch(/web +new instances\n/);
  expect(list.out).toMatch(/lockdown +new public interfaces, VPC interfaces\n/);
  const deletion = await line.run(['do', 'networking.firewalls.delete', 'web', '--dry-run']);
  expect(deletion.out).toContain('1 default firewall will be deleted: for new instances');
  await line.close();
});

test('a firewall starts with the rules of a template', async () => {
  const screen = await open('networking.firewalls.templates');
  await screen.moveTo('public');
  await screen.press('enter');
  screen.expectText('1  accept TCP 22 from everywhere (accept-inbound-ssh)');
  await screen.press('N');
  screen.expectText('New firewall');
  await screen.type('from-template');
  await screen.press('ctrl-o');
  screen.expectText('accept-inbound-ssh');
  await screen.confirm();
  const {label, rules} = sentBody(screen);
  expect(label).toBe('from-template');
  expect(rules).toMatchObject({inbound: [{ports: '22'}, {protocol: 'ICMP'}], inbound_policy: 'DROP'});
});

test('the rules of a former version are shown as rows, and restored', async () => {
  const screen = await open('networking.firewalls');
  await screen.moveTo('web');
  await screen.press('enter', '4');
  await screen.advance(5_000);
  screen.expectRow('2', '4', 'dropped');
  await screen.press('enter');
  await screen.advance(5_000);
  screen.expectRow('in 3', 'accept', 'IPENCAP');
  await screen.press('esc', 'down', 'enter');
  await screen.advance(5_000);
  screen.expectRow('in 2', 'accept', 'TCP 22');
  screen.expectNoText('IPENCAP');
  await screen.press('a');
  screen.expectText('Restore these rules');
  await screen.press('enter');
  await screen.confirm();
  const body = sentBody(screen);
  expect(body).toMatchObject({inbound: [{label: 'http'}, {label: 'ssh-bastion'}]});
  expect(body).not.toHaveProperty('version');
  await screen.advance(5_000);
  await screen.press('esc');
  await screen.advance(5_000);
  screen.expectText('Versions of the rules  3');
  // This version has a rule without ports and a reference to a rule set.
  await screen.press('up', 'a', 'enter');
  await screen.confirm();
  expect(sentBody(screen).inbound.slice(2)).toMatchObject([{protocol: 'IPENCAP'}, {ruleset: 5}]);
  await screen.advance(5_000);
  screen.expectText('Versions of the rules  4');
});

test('a command lists the rules of a former version', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  expect((await line.run(['get', 'firewall-versions', 'web'])).out).toMatch(/^ +2 +4 +0/m);
  const former = await line.run(['get', 'firewall-version-rules', 'web', '1']);
  expect(former.out).toMatch(/in 2 +accept +TCP 22 /);
  expect(former.out).not.toContain('IPENCAP');
  await line.close();
});

test('an older API is not asked for default firewalls', async () => {
  const line = await openCommandLine({accounts: 'demo'});
  const list = await line.run(['get', 'firewalls', '--columns', 'label,default_for']);
  expect(list).toMatchObject({code: 0, err: ''});
  expect(list.out).toMatch(/web +—/);
  await line.close();
});
