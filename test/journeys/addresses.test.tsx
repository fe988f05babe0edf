/** Addresses: who has them, who gets them, and what they are called. */
import {expect, test} from 'vitest';
import {openLive} from '../support/live.tsx';

async function openAddress(address: string) {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'networking.ips'}});
  await screen.expectText(/Addresses {2}\d\d/);
  await screen.filter(address);
  await screen.expectText(new RegExp(`${address.replaceAll('.', '\\.')} +\\S+ +us-east`));
  return screen;
}

test('two addresses are swapped, with the names of both instances before it is sent', async () => {
  const screen = await openAddress('192.0.2.12');
  await screen.expectText(/192\.0\.2\.12 +web-03/);
  await screen.press('W');
  await screen.expectText('Swap with which address?');
  await screen.type('192.0.2.13');
  await screen.press('enter');
  await screen.expectText(/POST \/v4\/networking\/ips\/assign/);
  await screen.expectText('192.0.2.12 goes from web-03 to web-04.');
  await screen.expectText('192.0.2.13 goes from web-04 to web-03.');
  expect(screen.text()).not.toContain('left without');
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('tab', 'enter');
  await screen.expectText(/192\.0\.2\.12 +web-04/);
  await screen.close();
});

test('an address is moved to another instance; who would have none is named', async () => {
  const screen = await openAddress('192.0.2.12');
  await screen.press('M');
  await screen.expectText('Move to another instance');
  await screen.press('enter');
  await screen.type('web-05');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText('192.0.2.12 goes from web-03 to web-05.');
  await screen.expectText('web-03 would be left without a public address: that is refused.');
  await screen.press('tab', 'enter');
  // The API refuses it, and the reason stays to be read.
  await screen.expectText(/public/);
  expect(screen.text()).toContain('web-03');
  await screen.close();
});

test('a reverse name is set, and left empty the default one comes back; addresses are shared and shared no more', async () => {
  const screen = await openAddress('192.0.2.12');
  await screen.press('e');
  await screen.expectText('Set the reverse name');
  await screen.press('ctrl-u');
  await screen.type('192.0.2.12.ip.example.com');
  await screen.press('ctrl-o');
  await screen.expectText('The name must lead to the address, or it is refused.');
  await screen.press('enter');
  await screen.expectText(/192\.0\.2\.12 .* 192\.0\.2\.12\.ip\.example\.com/);
  await screen.press('e', 'ctrl-u', 'ctrl-o');
  await screen.expectText('The address gets its default name back.');
  await screen.press('enter');
  await screen.expectText(/192\.0\.2\.12 .* 192-0-2-12\.ip\.example\.net/);
  const share = async () => {
    await screen.press('H');
    await screen.expectText('Share addresses');
    await screen.press('enter');
    await screen.type('web-01');
    await screen.press('enter');
  };
  await share();
  await screen.press('enter');
  await screen.expectText(/\[ \] 192\.0\.2\.12 /);
  await screen.type('192.0.2.12');
  await screen.press('tab', 'enter', 'ctrl-o');
  await screen.expectText('web-01 may take over: 192.0.2.12 of web-03.');
  await screen.press('tab', 'enter');
  await screen.expectGlimpse('Share addresses: done');
  // It opens with what is shared now; nothing of it ends the sharing.
  await share();
  await screen.expectText(/Addresses \* +192\.0\.2\.12/);
  await screen.press('enter');
  await screen.expectText('[x] 192.0.2.12');
  await screen.press('space', 'enter', 'ctrl-o');
  await screen.expectText('web-01 no longer shares any address.');
  await screen.close();
});

test.each([80, 120])('in %i columns an address and its reverse name stand there whole', async columns => {
  const screen = await openLive({columns, rows: 30, initialDestination: {family: 'instances', filter: 'web-01'}});
  await screen.expectText(/Instances {2}\d+ of 42/);
  await screen.press('enter', '6');
  await screen.expectText(/192\.0\.2\.10 +public +192-0-2-10\.ip\.example\.net/);
  expect(screen.text()).toMatch(/2001:db8:\S+:\w+ +public, SLAAC/);
  await screen.close();
});
