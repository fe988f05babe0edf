/** Firewalls: one rule at a time, although the API takes a set only as a whole. */
import {expect, test} from 'vitest';
import {openLive} from '../support/live.tsx';

/** The rules of the firewall that stands before the databases: one alone, for MySQL. */
async function openRules() {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'networking.firewalls'}});
  await screen.expectText('Firewalls  3');
  await screen.press('enter', '2');
  await screen.expectText(/in 1 +accept +TCP 3306/);
  return screen;
}

test('a rule is added alone, tried earlier, taken out, and put back', async () => {
  const screen = await openRules();
  await screen.press('n');
  await screen.expectText('New inbound rule');
  // Of the set that is sent only this one is asked for.
  expect(screen.text()).not.toContain('Default inbound policy');
  await screen.type('ssh');
  await screen.press('tab', 'tab', 'tab');
  await screen.type('22');
  await screen.press('tab');
  await screen.type('192.0.2.0/24');
  await screen.press('ctrl-o');
  await screen.expectText(/PUT \/v4\/networking\/firewalls\/\d+\/rules/);
  await screen.expectText(/Inbound rules 2 +ssh accept TCP 22 192\.0\.2\.0\/24/);
  await screen.expectText('The rules take effect at once');
  expect(screen.text()).not.toMatch(/Inbound rules 1/);
  await screen.press('tab', 'enter');
  await screen.expectText(/in 2 +accept +TCP 22 +192\.0\.2\.0\/24 +ssh/);
  // Until it is saved, nobody knows whether it stands there as shown.
  await screen.until(() => !screen.text().includes('saving…'));

  await screen.moveTo('in 2');
  await screen.press('J');
  await screen.expectGlimpse(/already (first|last)/);
  await screen.press('K');
  await screen.expectText(/Inbound, tried in this order from now on: ssh, mysql-web\./);
  await screen.press('tab', 'enter');
  await screen.expectText(/in 1 +accept +TCP 22 +192\.0\.2\.0\/24 +ssh/);
  await screen.until(() => !screen.text().includes('saving…'));

  await screen.press('esc', 'enter', '2');
  await screen.moveTo('in 1');
  await screen.press('x');
  await screen.expectText(/Inbound rules 1 +ssh accept TCP 22 .*→ nothing|Inbound rules \d/);
  await screen.press('tab', 'enter');
  await screen.expectText(/in 1 +accept +TCP 3306/);
  expect(screen.text()).not.toMatch(/TCP 22 /);
  await screen.press('u');
  await screen.expectText(/ssh accept TCP 22/);
  await screen.close();
});

test('a rule with a text that is no address is refused in the form, and nothing is sent', async () => {
  const screen = await openRules();
  await screen.press('n');
  await screen.expectText('New inbound rule');
  await screen.type('ssh');
  await screen.press('tab', 'tab', 'tab');
  await screen.type('22');
  await screen.press('tab');
  await screen.type('203.0.113.5/33');
  await screen.press('ctrl-o');
  await screen.expectText('must be an address with its mask, as in 192.0.2.0/24');
  expect(screen.text()).not.toContain('PUT /v4/networking/firewalls');
  await screen.press('backspace');
  await screen.type('2');
  await screen.press('ctrl-o');
  await screen.expectText(/PUT \/v4\/networking\/firewalls\/\d+\/rules/);
  await screen.expectText(/Inbound rules 2 +ssh accept TCP 22 203\.0\.113\.5\/32/);
  await screen.close();
});

test('an instance is put behind a firewall from the list of firewalls', async () => {
  const screen = await openLive({
    columns: 120,
    rows: 40,
    initialDestination: {family: 'networking.firewalls', filter: 'lockdown'},
  });
  await screen.expectText('Firewalls  1 of 3');
  await screen.press('N');
  await screen.expectText('Put an instance behind it: lockdown');
  // There is one kind alone.
  expect(screen.text()).not.toContain('Kind');
  await screen.press('enter');
  await screen.type('batch-1');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText(/POST \/v4\/networking\/firewalls\/\d+\/devices/);
  await screen.expectText(/Kind +instance \(compute\)/);
  await screen.close();
});

test('a rule is edited by itself, and what was left half done is no draft of the whole set', async () => {
  const screen = await openRules();
  await screen.moveTo('in 1');
  await screen.press('e');
  await screen.expectText('Edit rule');
  await screen.expectText('3306');
  await screen.press('tab', 'tab', 'tab', 'ctrl-u');
  await screen.type('3306,3307');
  await screen.press('ctrl-o');
  await screen.expectText(/Inbound rules 1 +mysql-web accept TCP 3306 .*\n.*→ mysql-web accept TCP 3306,3307/);
  expect(screen.text()).not.toContain('Default inbound policy');
  await screen.press('esc', 'esc');
  await screen.press('L');
  await screen.expectText('Inbound rules');
  expect(screen.text()).not.toContain('3307');
  await screen.close();
});

test('a firewall is switched off with the names of what it protects, and on again', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'networking.firewalls'}});
  await screen.expectText('Firewalls  3');
  await screen.press('D');
  await screen.expectText(/Status +enabled → disabled/);
  await screen.expectText(/These lose this firewall and accept all traffic: db-\d+/);
  // What leaves it open begins on Cancel, although it can be taken back.
  await screen.press('enter');
  await screen.expectGlimpse('Disable: cancelled, nothing was sent');
  await screen.press('D');
  await screen.expectText(/Status +enabled → disabled/);
  await screen.press('tab', 'enter');
  await screen.expectText('○ disabled');
  await screen.press('u');
  await screen.expectText(/Status +disabled → enabled/);
  await screen.close();
});

test('a set of rules in which nothing was changed is not sent, and of a changed one only what differs', async () => {
  const screen = await openRules();
  await screen.press('L');
  await screen.expectText('Edit all rules');
  await screen.press('ctrl-o');
  await screen.expectText('nothing is different yet');
  expect(screen.text()).not.toContain('PUT /v4');
  await screen.press('tab', 'tab', 'enter');
  await screen.type('let');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText(/Default inbound policy +dropped \(DROP\) → let through/);
  expect(screen.text()).not.toMatch(/Inbound rules 1|Default outbound policy/);
  await screen.close();
});

test('a new firewall says what stays open of what it is put before, and begins on Cancel', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'networking.firewalls'}});
  await screen.expectText('Firewalls  3');
  await screen.press('n');
  await screen.expectText('New firewall');
  await screen.type('only-web');
  await screen.press('tab', 'enter');
  await screen.expectText('Inbound rules: rule 1 of 1');
  await screen.type('https');
  await screen.press('tab', 'tab', 'tab');
  await screen.type('443');
  await screen.press('tab');
  await screen.type('203.0.113.5/32');
  await screen.press('ctrl-o');
  for (let step = 0; step < 5 && !/▌Instances/.test(screen.text()); step++) await screen.press('tab');
  await screen.press('enter');
  await screen.type('bastion');
  await screen.press('tab', 'enter', 'ctrl-o');
  await screen.expectText('bastion: inbound traffic is limited to TCP 443 from 203.0.113.5/32.');
  await screen.expectText('bastion: SSH (port 22) is blocked.');
  expect(screen.text()).toContain('[Cancel]');
  await screen.close();
});

test('an address without its mask passed the form and was refused; a new rule that was left stayed', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'networking.firewalls'}});
  await screen.expectText('Firewalls  3');
  await screen.press('n');
  await screen.expectText('─ New firewall');
  await screen.type('web');
  while (!/▌.*add a rule/.test(screen.text())) await screen.press('tab');
  await screen.press('enter');
  await screen.expectText(/rule 1 of 1/);
  await screen.type('half');
  await screen.press('esc');
  await screen.expectText(/▌.*add a rule/);
  expect(screen.text()).not.toContain('half');
  await screen.press('enter');
  await screen.type('https');
  await screen.press('tab', 'tab', 'tab');
  await screen.type('443');
  await screen.press('tab');
  await screen.type('203.0.113.5');
  await screen.press('ctrl-o');
  await screen.press('ctrl-o');
  await screen.expectText('203.0.113.5/32');
  await screen.close();
});
