/** Addresses: swapped, moved, named and shared. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

/** The list of addresses with the cursor on 192.0.2.12, which `web-03` has. */
async function openAddress(): Promise<TestConsole> {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: 'networking.ips',
  });
  screen.expectText(/IP addresses {2}\d\d/);
  await screen.filter('192.0.2.12');
  screen.expectText(/192\.0\.2\.12 +web-03 +us-east/);
  return screen;
}

test('two addresses are swapped, and the preview names both instances', async () => {
  const screen = await openAddress();
  await screen.press('W');
  screen.expectText('Swap with which address?');
  await screen.pick('192.0.2.13');
  screen.expectText(/POST \/v4\/networking\/ips\/assign/);
  screen.expectText('192.0.2.12 goes from web-03 to web-04.');
  screen.expectText('192.0.2.13 goes from web-04 to web-03.');
  screen.expectNoText('left without');
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('tab', 'enter');
  screen.expectRequest('POST /v4/networking/ips/assign', {
    region: 'us-east',
    assignments: [
      {address: '192.0.2.12', compute_id: 104},
      {address: '192.0.2.13', compute_id: 103},
    ],
  });
  screen.expectText(/192\.0\.2\.12 +web-04/);
});

test('a move warns that the old instance loses its last public address, and the refusal is shown', async () => {
  const screen = await openAddress();
  await screen.press('M');
  screen.expectText('Move to another instance');
  await screen.press('enter');
  await screen.pick('web-05');
  await screen.press('ctrl-o');
  screen.expectText('192.0.2.12 goes from web-03 to web-05.');
  screen.expectText('web-03 would have no public address.');
  await screen.press('tab', 'enter');
  screen.expectRequest('POST /v4/networking/ips/assign', {assignments: [{address: '192.0.2.12', compute_id: 105}]});
  screen.expectText('✗ Assignments: would leave instance 103 without a public address');
});

test('reverse DNS of an address is set', async () => {
  const screen = await openAddress();
  await screen.press('e');
  screen.expectText('Edit reverse DNS');
  await screen.press('ctrl-u');
  await screen.type('192.0.2.12.ip.example.com');
  await screen.press('ctrl-o');
  screen.expectText('The name must resolve to the address.');
  await screen.press('enter');
  screen.expectRequest('PUT /v4/networking/ips/192.0.2.12', {rdns: '192.0.2.12.ip.example.com'});
  await screen.advance(3000);
  screen.expectText(/192\.0\.2\.12 .* 192\.0\.2\.12\.ip\.example\.com/);
});

test('an empty reverse DNS restores the default name', async () => {
  const screen = await openAddress();
  await screen.press('e', 'ctrl-u');
  await screen.type('192.0.2.12.ip.example.com');
  await screen.press('ctrl-o', 'enter');
  await screen.press('e', 'ctrl-u', 'ctrl-o');
  screen.expectText('The default reverse DNS of the address is restored.');
  await screen.press('enter');
  screen.expectRequest('PUT /v4/networking/ips/192.0.2.12', {rdns: null});
  await screen.advance(30_000);
  screen.expectText(/192\.0\.2\.12 .* 192-0-2-12\.ip\.example\.net/);
});

/** The form that shares addresses, with the cursor on the addresses of `web-01`. */
async function openSharing(screen: TestConsole): Promise<void> {
  await screen.press('H');
  screen.expectText('Share addresses');
  await screen.press('enter');
  await screen.pick('web-01');
  await screen.press('tab');
}

test('an address is shared, and the form opens with the addresses shared now', async () => {
  const screen = await openAddress();
  await openSharing(screen);
  await screen.press('enter');
  screen.expectText(/\[ \] 192\.0\.2\.12 /);
  await screen.type('192.0.2.12');
  await screen.press('tab', 'enter', 'ctrl-o');
  screen.expectText('web-01 may take over: 192.0.2.12 of web-03.');
  await screen.press('tab', 'enter');
  screen.expectRequest('POST /v4/networking/ips/share', {compute_id: 101, ips: ['192.0.2.12']});
  screen.expectRecentText('Share addresses with web-01: done');
  await openSharing(screen);
  screen.expectText(/IP addresses \* +192\.0\.2\.12/);
});

test('sharing ends when no address is selected', async () => {
  const account = openAccount({accounts: 'demo'});
  await account.call('POST /v4/networking/ips/share', {compute_id: 101, ips: ['192.0.2.12']});
  const screen = await openConsole({account, size: [120, 40], view: 'networking.ips'});
  await screen.filter('192.0.2.12');
  await openSharing(screen);
  await screen.press('enter');
  screen.expectText('[x] 192.0.2.12');
  await screen.press('space', 'enter', 'ctrl-o');
  screen.expectText('web-01 no longer shares any address.');
  await screen.press('tab', 'enter');
  screen.expectRequest('POST /v4/networking/ips/share', {compute_id: 101, ips: []});
});

test.each([80, 120])('in %i columns an address and its reverse DNS are shown in full', async columns => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [columns, 30],
    view: {family: 'instances', filter: 'web-01'},
  });
  screen.expectText(/Instances {2}\d+ of 42/);
  await screen.press('enter', '6');
  screen.expectText(/192\.0\.2\.10 +public +192-0-2-10\.ip\.example\.net/);
  screen.expectText(/2001:db8:\S+:\w+ +public, SLAAC/);
});
