/** Domains, NodeBalancers, databases and Object Storage, as their user goes about them. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

test('a domain is disabled with two keys, and undo enables it again', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [160, 45], view: 'domains'});
  screen.expectText(/Domains {2}24 · 23 active · 1 disabled/);
  await screen.filter('acme.shop');
  await screen.press('D');
  screen.expectText(/PUT \/v4\/domains\/\d+/);
  screen.expectText(/Status +active → disabled/);
  screen.expectText('The name servers stop answering for acme.shop');
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('y');
  await screen.advance(3000);
  screen.expectText(/acme\.shop +○ disabled/);
  await screen.press('D');
  screen.expectText('already disabled');
  await screen.press('u');
  screen.expectText(/Status +disabled → active/);
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText(/acme\.shop +● active/);
});

test('a quick action changes all selected rows, and skips those that have the value already', async () => {
  const account = openAccount();
  const status = (name: string) => (name === 'b' ? 'disabled' : 'active');
  for (const name of ['a', 'b', 'c'])
    await account.call('POST /v4/domains', {
      domain: `${name}.example`,
      type: 'master',
      soa_email: 'dns@a.example',
      status: status(name),
    });
  const screen = await openConsole({account, view: 'domains'});
  await screen.press('*', 'D');
  screen.expectText('for 2 domains: a.example, c.example');
  screen.expectText('not b.example: already disabled');
  await screen.press('tab', 'enter');
  expect(screen.changes().map(({path, body}) => [path, JSON.parse(body.toString())])).toEqual([
    ['/v4/domains/1200', {status: 'disabled'}],
    ['/v4/domains/1202', {status: 'disabled'}],
  ]);
});

test('records are sorted by type, and the form has the fields of the chosen type', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [160, 45], view: 'domains'});
  screen.expectText('Domains  24');
  await screen.filter('acme-infra.example');
  await screen.press('enter');
  await screen.advance(1000);
  screen.expectText('Records  14');
  const types = screen
    .text()
    .split('\n')
    .flatMap(line => / (A|AAAA|CNAME|MX|TXT|NS|SRV|CAA) {2,}\S+ +\S+/.exec(line)?.[1] ?? []);
  expect(types.filter((type, at) => type !== types[at - 1])).toEqual([
    'A',
    'AAAA',
    'CNAME',
    'MX',
    'TXT',
    'NS',
    'SRV',
    'CAA',
  ]);
  await screen.press('n');
  screen.expectText('New record: acme-infra.example');
  screen.expectNoText('Priority');
  // Only mail can have no target.
  screen.expectText('Target *');
  await screen.press('enter');
  await screen.type('mx');
  await screen.press('enter', 'ctrl-o');
  screen.expectText('Without a target, this record states that the domain accepts no mail.');
  await screen.press('e');
  screen.expectNoText('Target *');
  await screen.press('enter');
  await screen.type('SRV');
  await screen.press('enter');
  screen.expectText(/Service.*Protocol.*Priority.*Weight.*Port/s);
  screen.expectNoText(/▌?Name /);
});

test('a node is drained in the list of nodes, and undo lets it accept traffic again', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [200, 45], view: 'nodebalancers'});
  screen.expectText(/NodeBalancers {2}3 · .*1 no ports/);
  // The sidebar knows it, too: the condition follows from another list, which came later.
  screen.expectText(/NodeBalancers +3 ✗1/);
  await screen.filter('front');
  await screen.press('enter');
  await screen.moveTo('some down');
  await screen.press('enter');
  screen.expectText('NodeBalancer nodes  4');
  await screen.moveTo('web-03');
  await screen.press('D');
  screen.expectText('The node keeps open connections and receives no new ones.');
  screen.expectText(/Mode +accept → drain/);
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText(/web-03 +● up +drain/);
  await screen.press('u');
  screen.expectText(/Mode +drain → accept/);
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText(/web-03 +● up +accept/);
});

test('a database opens in the list of its engine, and its credentials are masked until revealed', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [160, 45],
    view: 'databases.instances',
  });
  screen.expectText('Databases  2 · 1 active · 1 degraded');
  await screen.press('a');
  screen.expectText(/Patch now +needs an active database: it is degraded/);
  await screen.press('esc');
  await screen.filter('shop');
  await screen.press('enter');
  screen.expectText('MySQL databases  1');
  screen.expectText('every Sunday, 20:00–23:00 UTC');
  await screen.press('3');
  screen.expectText(/Password +•+/);
  screen.expectNoText('root ');
  await screen.press('v');
  screen.expectText(/User +root/);
  await screen.press('4');
  screen.expectText('-----BEGIN CERTIFICATE-----');
});

test('the secret of a new access key is shown only with the answer, on demand', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [160, 45],
    view: 'objectStorage.keys',
  });
  screen.expectText('Access keys  3');
  await screen.press('n');
  screen.expectText('New access key');
  await screen.press('enter');
  await screen.type('every');
  await screen.press('enter', 'tab');
  await screen.type('for a test');
  await screen.press('ctrl-o');
  screen.expectText('FULL access: the key opens every bucket of the account');
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('y');
  screen.expectText(/• {2}v shows it, c copies it/);
  await screen.press('v');
  const [, secret = ''] = / ([0-9a-f]{40}) /.exec(screen.text()) ?? [];
  expect(secret).toMatch(/^[0-9a-f]{40}$/);
  await screen.press('esc');
  screen.expectText(/for a test +\w{20} +everything/);
  await screen.press('enter', 'v');
  screen.expectText(/Secret key +shown only once, at creation/);
  screen.expectNoText(secret);
  await screen.press('y');
  screen.expectText('"access_key"');
  screen.expectNoText(secret);
});

test('a record that is created in a tab has the cursor', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: {family: 'domains', filter: 'acme-cdn'},
  });
  screen.expectText('Domains  1 of 24');
  await screen.press('enter');
  screen.expectText('Records  3');
  await screen.press('n', 'enter');
  await screen.type('txt');
  await screen.press('enter', 'tab');
  await screen.type('_made');
  await screen.press('tab');
  await screen.type('here');
  await screen.press('ctrl-o', 'enter');
  screen.expectText(/▌.TXT +_made +here/);
  await screen.press('k');
  screen.expectText(/▌.MX /);
});
