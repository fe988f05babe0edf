/** Domains, NodeBalancers, databases and Object Storage, as their user goes about them. */
import {expect, test} from 'vitest';
import {domain} from '../../src/families/testing/service-rows.ts';
import {openDemo} from '../support/console.tsx';
import {openLive} from '../support/live.tsx';

test('a Domain is disabled in two keys, and enabled again by undoing', async () => {
  const screen = await openLive({columns: 160, rows: 45, initialDestination: {family: 'domains'}});
  await screen.expectText(/Domains {2}24 · 23 active · 1 disabled/);
  await screen.filter('acme.shop');
  await screen.press('D');
  await screen.expectText(/PUT \/v4\/domains\/\d+/);
  await screen.expectText(/Status +active → disabled/);
  await screen.expectText('The name servers stop answering for acme.shop');
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('y');
  await screen.expectText(/acme\.shop +○ disabled/);
  await screen.press('D');
  await screen.expectText('already disabled');
  await screen.press('u');
  await screen.expectText(/Status +disabled → active/);
  await screen.press('enter');
  await screen.expectText(/acme\.shop +● active/);
  await screen.close();
});

test('a quick action goes to all that is marked, and leaves out what it makes no sense for', async () => {
  const screen = await openDemo({initialDestination: {family: 'domains'}});
  const zones = ['a', 'b', 'c'].map((name, index) =>
    domain({id: index + 1, domain: `${name}.example`, status: name === 'b' ? 'disabled' : 'active'}),
  );
  screen.session.setRows('domains', zones);
  await screen.press('*', 'D');
  expect(screen.text()).toContain('for 2 Domains: a.example, c.example');
  expect(screen.text()).toContain('not b.example: already disabled');
  await screen.press('tab', 'enter');
  expect(screen.session.sent).toMatchObject([
    {operation: 'domains.update', values: {status: 'disabled', domain: 'a.example'}},
    {operation: 'domains.update', values: {status: 'disabled', domain: 'c.example'}},
  ]);
  await screen.close();
});

test('records stand by type; the fields of the form are those of the type', async () => {
  const screen = await openLive({columns: 160, rows: 45, initialDestination: {family: 'domains'}});
  await screen.expectText('Domains  24');
  await screen.filter('acme-infra.example');
  await screen.press('enter');
  await screen.expectText('Records  14');
  const types = screen
    .text()
    .split('\n')
    .flatMap(line => / (A|AAAA|CNAME|MX|TXT|NS|SRV|CAA) {2,}\S+ +\S+/.exec(line)?.[1] ?? []);
  expect([...new Set(types)]).toEqual(['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SRV', 'CAA']);
  await screen.press('n');
  await screen.expectText('New record: acme-infra.example');
  expect(screen.text()).not.toContain('Priority');
  // Mail alone may go to nobody.
  await screen.expectText('Target *');
  await screen.press('enter');
  await screen.type('mx');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText('Without a target it says that nobody takes mail here.');
  await screen.press('e');
  expect(screen.text()).not.toContain('Target *');
  await screen.press('shift-tab', 'enter');
  await screen.type('SRV');
  await screen.press('enter');
  await screen.expectText(/Service.*Protocol.*Priority.*Weight.*Port/s);
  expect(screen.text()).not.toMatch(/▌?Name /);
  await screen.close();
});

test('a node is drained from the NodeBalancer’s own place, and takes traffic again', async () => {
  const screen = await openLive({columns: 160, rows: 45, initialDestination: {family: 'nodebalancers'}});
  await screen.expectText(/NodeBalancers {2}3 · .*1 no ports/);
  // The sidebar knows it, too: the condition follows from another list, which came later.
  await screen.expectText(/NodeBalancers +3 ✗1/);
  await screen.filter('front');
  await screen.press('enter');
  await screen.moveTo('some down');
  await screen.press('enter');
  await screen.expectText('NodeBalancer nodes  4');
  await screen.moveTo('web-02');
  await screen.press('D');
  await screen.expectText('It keeps the clients it has, and gets no new ones.');
  await screen.expectText(/Mode +accept → drain/);
  await screen.press('enter');
  await screen.expectText(/web-02 +● up +drain/);
  await screen.press('u');
  await screen.expectText(/Mode +drain → accept/);
  await screen.press('enter');
  await screen.expectText(/web-02 +● up +accept/);
  await screen.close();
});

test('a database opens in its engine’s own family; its credentials are hidden until they are asked for', async () => {
  const screen = await openLive({columns: 160, rows: 45, initialDestination: {family: 'databases.instances'}});
  await screen.expectText('Databases  2 · 1 active · 1 degraded');
  await screen.press('a');
  await screen.expectText(/Patch now +needs an active database: it is degraded/);
  await screen.press('esc');
  await screen.filter('shop');
  await screen.press('enter');
  await screen.expectText('MySQL databases  1');
  await screen.expectText('every Sunday, 20:00–23:00 UTC');
  await screen.press('3');
  await screen.expectText(/Password +•+/);
  expect(screen.text()).not.toContain('root ');
  await screen.press('v');
  await screen.expectText(/User +root/);
  await screen.press('4');
  await screen.expectText('-----BEGIN CERTIFICATE-----');
  await screen.close();
});

test('the secret of a new storage key is shown with the answer, and nowhere else', async () => {
  const screen = await openLive({columns: 160, rows: 45, initialDestination: {family: 'objectStorage.keys'}});
  await screen.expectText('Access keys  3');
  await screen.press('n');
  await screen.expectText('New key');
  await screen.press('enter');
  await screen.type('every');
  await screen.press('enter');
  await screen.type('for a test');
  await screen.press('ctrl-o');
  await screen.expectText('FULL access: the key opens every bucket of the account');
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('y');
  await screen.expectText(/• {2}v shows it, c copies it/);
  await screen.press('v');
  await screen.expectText(/ [0-9a-f]{40} /);
  await screen.press('esc');
  await screen.expectText(/for a test +\w{20} +everything/);
  await screen.close();
});

test('what is made in a tab has the cursor there', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'domains', filter: 'acme-cdn'}});
  await screen.expectText('Domains  1 of 24');
  await screen.press('enter');
  await screen.expectText('Records  3');
  await screen.press('n', 'enter');
  await screen.type('txt');
  await screen.press('enter');
  await screen.type('_made');
  await screen.press('tab');
  await screen.type('here');
  await screen.press('ctrl-o', 'enter');
  await screen.expectText(/▌.TXT +_made +here/);
  await screen.press('k');
  await screen.expectText(/▌.MX /);
  await screen.close();
});
