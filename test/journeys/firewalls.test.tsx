/** Firewalls: one rule at a time, although the API takes only the whole set. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

const openFirewalls = (filter = ''): Promise<TestConsole> =>
  openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: {family: 'networking.firewalls', filter},
  });

/** The rules of the firewall of the databases: one, for MySQL. */
async function openRules(): Promise<TestConsole> {
  const screen = await openFirewalls();
  screen.expectText('Firewalls  3');
  await screen.press('enter', '2');
  screen.expectText(/in 1 +accept +TCP 3306/);
  return screen;
}

/** The new rule `ssh`, as far as its preview. */
async function typeRule(screen: TestConsole, address: string, ports = '22'): Promise<void> {
  await screen.press('n');
  screen.expectText('New inbound rule');
  await screen.type('ssh');
  await screen.press('tab', 'tab', 'tab');
  await screen.type(ports);
  await screen.press('tab');
  await screen.type(address);
  await screen.press('ctrl-o');
}

/** The rules with `ssh` behind the rule for MySQL. */
async function openTwoRules(): Promise<TestConsole> {
  const screen = await openRules();
  await typeRule(screen, '192.0.2.0/24');
  await screen.press('tab', 'enter');
  await screen.advance(3000);
  screen.expectText(/in 2 +accept +TCP 22 +192\.0\.2\.0\/24 +ssh/);
  screen.expectNoText('saving…');
  return screen;
}

/** The fields that a test expects of a rule for SSH in a request. */
const ssh = {label: 'ssh', protocol: 'TCP', ports: '22', action: 'ACCEPT', addresses: {ipv4: ['192.0.2.0/24']}};
const mysql = {label: 'mysql-web', ports: '3306'};
const sentRules = (screen: TestConsole): unknown =>
  JSON.parse(screen.changes().at(-1)?.body.toString() ?? '{}').inbound;

test('a rule is added, and the preview shows only this rule', async () => {
  const screen = await openRules();
  await typeRule(screen, '192.0.2.0/24');
  screen.expectText(/PUT \/v4\/networking\/firewalls\/\d+\/rules/);
  screen.expectText(/Inbound rule 2 +ssh accept TCP 22 192\.0\.2\.0\/24/);
  screen.expectText('The rules take effect immediately');
  screen.expectNoText(/Inbound rule 1/);
  await screen.press('tab', 'enter');
  expect(sentRules(screen)).toMatchObject([mysql, ssh]);
  screen.expectText(/in 2 +accept +TCP 22 +192\.0\.2\.0\/24 +ssh/);
});

test('the form of a rule has no fields of the whole set', async () => {
  const screen = await openRules();
  await screen.press('n');
  screen.expectText('New inbound rule');
  screen.expectNoText('Default inbound');
});

test('a rule is moved up', async () => {
  const screen = await openTwoRules();
  await screen.moveTo('in 2');
  await screen.press('J');
  screen.expectRecentText(/already (first|last)/);
  await screen.press('K');
  screen.expectText(/Inbound, in this order: ssh, mysql-web\./);
  await screen.press('tab', 'enter');
  expect(sentRules(screen)).toMatchObject([ssh, mysql]);
  await screen.advance(3000);
  screen.expectText(/in 1 +accept +TCP 22 +192\.0\.2\.0\/24 +ssh/);
});

test('bug: a refused rule was named by its index in the request', async () => {
  const screen = await openTwoRules();
  const {path} = screen.changes().at(-1) ?? {};
  const reason = 'must not be open to everyone';
  screen.account.answerNext(`PUT ${path}`, 400, {errors: [{field: 'inbound.1.ports', reason}]});
  await screen.moveTo('in 2');
  await screen.press('K', 'tab', 'enter');
  screen.expectText(`Inbound rule 2 (mysql-web): ports ${reason}`);
  screen.expectNoText('inbound.1');
});

test('a rule is removed, and undo adds it again', async () => {
  const screen = await openTwoRules();
  await screen.moveTo('in 2');
  await screen.press('x');
  screen.expectText(/Inbound rule 2 +ssh accept TCP 22 .*→ nothing/);
  await screen.press('tab', 'enter');
  expect(sentRules(screen)).toMatchObject([mysql]);
  await screen.advance(3000);
  screen.expectText(/in 1 +accept +TCP 3306/);
  screen.expectNoText(/TCP 22 /);
  await screen.press('u');
  screen.expectText(/ssh accept TCP 22/);
  await screen.press('tab', 'enter');
  expect(sentRules(screen)).toMatchObject([mysql, ssh]);
});

test('bug: invalid ports passed the form, and the preview described them as open', async () => {
  const screen = await openRules();
  await typeRule(screen, '203.0.113.5/32', '22-, 99999');
  screen.expectText('must be ports of 1 to 65535');
  screen.expectNoText('PUT /v4/networking/firewalls');
  screen.expectNoChanges();
});

test('an invalid address is refused in the form, and nothing is sent', async () => {
  const screen = await openRules();
  await typeRule(screen, '203.0.113.5/33');
  screen.expectText('must be an address with its prefix length, like 192.0.2.0/24');
  screen.expectNoText('PUT /v4/networking/firewalls');
  screen.expectNoChanges();
  await screen.press('backspace');
  await screen.type('2');
  await screen.press('ctrl-o');
  screen.expectText(/PUT \/v4\/networking\/firewalls\/\d+\/rules/);
  screen.expectText(/Inbound rule 2 +ssh accept TCP 22 203\.0\.113\.5\/32/);
});

test('bug: a corrected address without its prefix length was still marked as an error', async () => {
  const screen = await openRules();
  await typeRule(screen, 'bogus');
  screen.expectText('entry 1: must be an address with its prefix length');
  await screen.press('ctrl-u');
  await screen.type('10.1.1.1');
  screen.expectNoText('must be an address');
  await screen.press('ctrl-u');
  await screen.type('10.1.1.1/33');
  screen.expectText('entry 1: must be an address with its prefix length');
});

test('bug: a rule without an address was refused only by the API, and its problem outlived the correction', async () => {
  const screen = await openRules();
  await typeRule(screen, '');
  screen.expectText('must name at least one address');
  screen.expectNoChanges();
  await screen.type('0.0.0.0/0');
  screen.expectNoText('must name at least one address');
  await screen.press('ctrl-o');
  screen.expectText('TCP 22 from all IPv4');
});

test('an instance is added to a firewall from the list of firewalls', async () => {
  const screen = await openFirewalls('lockdown');
  screen.expectText('Firewalls  1 of 3');
  await screen.press('N');
  screen.expectText('Add instance: lockdown');
  // Instances are the only choice.
  screen.expectNoText('Kind');
  await screen.press('enter');
  await screen.pick('batch-1');
  await screen.press('ctrl-o');
  screen.expectText(/POST \/v4\/networking\/firewalls\/\d+\/devices/);
  screen.expectText(/Type +instance \(compute\)/);
  await screen.confirm();
  const [sent] = screen.changes();
  expect(sent?.path).toMatch(/^\/v4\/networking\/firewalls\/\d+\/devices$/);
});

test('bug: the message about an instance that was added to a firewall named neither', async () => {
  const screen = await openFirewalls('lockdown');
  await screen.press('N', 'enter');
  await screen.pick('batch-1');
  await screen.press('ctrl-o');
  await screen.confirm();
  screen.expectRecentText('Add instance batch-1 to lockdown: done');
  await screen.advance(3000);
  await screen.press('u');
  screen.expectText('Undo: Add instance batch-1 to lockdown');
});

/** The form of the rule for MySQL with another port typed, as far as the preview. */
async function editPorts(screen: TestConsole): Promise<void> {
  await screen.moveTo('in 1');
  await screen.press('e');
  screen.expectText('Edit rule');
  screen.expectText('3306');
  await screen.press('tab', 'tab', 'tab', 'ctrl-u');
  await screen.type('3306,3307');
  await screen.press('ctrl-o');
}

test('the preview of an edited rule shows only this rule', async () => {
  const screen = await openRules();
  await editPorts(screen);
  screen.expectText(/Inbound rule 1 +mysql-web accept TCP 3306 .*\n.*→ mysql-web accept TCP 3306,3307/);
  screen.expectNoText('Default inbound');
});

test('an unfinished edit of one rule does not appear in the form of all rules', async () => {
  const screen = await openRules();
  await editPorts(screen);
  await screen.press('esc', 'esc', 'L');
  screen.expectText('Inbound rules');
  screen.expectNoText('3307');
});

test('a firewall is disabled after the preview names the instances it protects, and undo enables it', async () => {
  const screen = await openFirewalls();
  screen.expectText('Firewalls  3');
  await screen.press('D');
  screen.expectText(/Status +enabled → disabled/);
  screen.expectText(/These lose this firewall and accept all traffic: db-\d+/);
  await screen.press('tab', 'enter');
  expect(JSON.parse(screen.changes()[0]?.body.toString() ?? '')).toEqual({status: 'disabled'});
  await screen.advance(3000);
  screen.expectText('○ disabled');
  await screen.press('u');
  screen.expectText(/Status +disabled → enabled/);
});

test('the preview that disables a firewall starts on Cancel', async () => {
  const screen = await openFirewalls();
  await screen.press('D');
  screen.expectText(/Status +enabled → disabled/);
  // Undo enables it again, but until then all traffic is accepted.
  await screen.press('enter');
  screen.expectRecentText('Disable: canceled. Nothing was sent');
  screen.expectNoChanges();
});

test('an unchanged set of rules is not sent', async () => {
  const screen = await openRules();
  await screen.press('L');
  screen.expectText('Edit all rules');
  await screen.press('ctrl-o');
  screen.expectText('nothing is different yet');
  screen.expectNoText('PUT /v4');
  screen.expectNoChanges();
});

test('the preview of a changed set of rules shows only the difference', async () => {
  const screen = await openRules();
  await screen.press('L', 'tab', 'tab', 'enter');
  await screen.pick('let');
  await screen.press('ctrl-o');
  screen.expectText(/Default inbound +dropped \(DROP\) → let through/);
  screen.expectNoText(/Inbound rule 1|Default outbound/);
});

/** The form of a new firewall with the cursor on the button that adds a rule. */
async function openCreation(label: string): Promise<TestConsole> {
  const screen = await openFirewalls();
  screen.expectText('Firewalls  3');
  await screen.press('n');
  screen.expectText('─ New firewall');
  await screen.type(label);
  await screen.press('tab');
  screen.expectText(/▌.*add a rule/);
  return screen;
}

/** Types the rule `https` for this address. */
async function typeHttps(screen: TestConsole, address: string): Promise<void> {
  await screen.press('enter');
  screen.expectText('Inbound rules: rule 1 of 1');
  await screen.type('https');
  await screen.press('tab', 'tab', 'tab');
  await screen.type('443');
  await screen.press('tab');
  await screen.type(address);
  await screen.press('ctrl-o');
}

test('the preview of a new firewall names the traffic that it blocks, and starts on Cancel', async () => {
  const screen = await openCreation('only-web');
  await typeHttps(screen, '203.0.113.5/32');
  await screen.press('tab', 'tab', 'tab', 'tab', 'tab');
  screen.expectText(/▌Instances/);
  await screen.press('enter');
  await screen.type('bastion');
  await screen.press('tab', 'enter', 'ctrl-o');
  screen.expectText('bastion: inbound traffic is limited to TCP 443 from 203.0.113.5/32.');
  screen.expectText('bastion: SSH (port 22) is blocked.');
  expect(screen.focusedButton()).toBe('Cancel');
});

test('bug: a new rule in which nothing was typed stayed in the form after esc', async () => {
  const screen = await openCreation('web');
  await screen.press('enter');
  screen.expectText(/rule 1 of 1/);
  await screen.type('half');
  await screen.press('ctrl-u', 'esc');
  screen.expectText(/▌.*add a rule/);
  screen.expectNoText('half');
});

test('bug: an address without its prefix length passed the form and was refused', async () => {
  const screen = await openCreation('web');
  await typeHttps(screen, '203.0.113.5');
  await screen.press('ctrl-o');
  screen.expectText('203.0.113.5/32');
});

test('bug: the columns of the default policies were called the rest', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [160, 40], view: 'networking.firewalls'});
  screen.expectText(/DEFAULT IN +DEFAULT OUT/);
});

test('bug: the hint of an IPv6 address and its error had two names for the prefix length', async () => {
  const screen = await openRules();
  await typeRule(screen, '203.0.113.5/33');
  screen.expectText('must be an address with its prefix length, like 192.0.2.0/24');
  await screen.press('tab');
  screen.expectText('without a prefix length, /128 is added');
});
