/** Resources that span several others of the account: IPv6 ranges, VLANs and tags. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

const openList = (view: 'networking.ipv6.ranges' | 'networking.vlans' | 'tags') =>
  openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view});

/** Creates a range that is routed to web-01; returns its address. */
async function createRange(screen: TestConsole): Promise<string> {
  // The cursor is on the first missing field.
  await screen.press('n', 'ctrl-o', 'enter');
  await screen.pick('web-01');
  await screen.press('ctrl-o');
  screen.expectText(/Instance +web-01/);
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText(/▌.2001:db8:\S+::\/64 +web-01 +us-east/);
  return /2001:db8:\S+/.exec(screen.bar())?.[0] ?? '';
}

test('a new IPv6 range needs an instance or an address', async () => {
  const screen = await openList('networking.ipv6.ranges');
  screen.expectText('No IPv6 ranges.');
  await screen.press('n');
  screen.expectText('New range');
  await screen.press('ctrl-o');
  screen.expectText('is required, unless its address is given');
  screen.expectNoChanges();
});

test('an IPv6 range is routed to an instance, which its tab names', async () => {
  const screen = await openList('networking.ipv6.ranges');
  expect(await createRange(screen)).toMatch(/^2001:db8:\S+::\/64$/);
  await screen.press('enter', '2');
  screen.expectText(/Instances +web-01/);
});

test('an IPv6 range is deleted only after its address is typed', async () => {
  const screen = await openList('networking.ipv6.ranges');
  const address = await createRange(screen);
  await screen.press('x');
  screen.expectText('You can’t get it back.');
  await screen.confirm(address);
  await screen.advance(3000);
  screen.expectText('No IPv6 ranges.');
  screen.expectNoText('is not a range');
});

test('a VLAN names its instances, and leads to them', async () => {
  const screen = await openList('networking.vlans');
  screen.expectText(/db-net +eu-west +5 +db-01, db-02/);
  await screen.press('enter', '2');
  screen.expectText(/▌ db-01 +● running/);
  await screen.press('enter');
  screen.expectText('1 Overview  2 Configs');
});

/** Opens the form of a new tag and chooses two instances and a domain for it. */
async function fillTag(screen: TestConsole): Promise<void> {
  await screen.press('n');
  await screen.type('quarter');
  await screen.press('tab', 'enter');
  // Space selects an option, as tab does.
  await screen.press('space', 'down', 'tab', 'enter');
  await screen.expectText(/Instances +web-01 {2}web-02 ▾/);
  // Esc discards the choices in a picker.
  await screen.press('tab', 'enter', 'space', 'esc');
  await screen.expectText(/Volumes +choose ▾/);
  await screen.press('tab', 'enter');
  screen.expectText('[ ] acme-infra.example');
  await screen.type('acme-infra');
  await screen.press('tab', 'enter');
  screen.expectText(/Domains +acme-infra\S+ ▾/);
}

test('a choice of resources that is canceled with esc stays unchanged', async () => {
  const screen = await openList('tags');
  await screen.press('n', 'tab', 'tab', 'tab', 'enter', 'space', 'esc');
  screen.expectText(/Volumes +choose ▾/);
});

test('a tag is created on resources of several types at once', async () => {
  const screen = await openList('tags');
  screen.expectText(/customers +0 +0 +8 +0/);
  await fillTag(screen);
  await screen.press('ctrl-o');
  screen.expectText(/POST \/v4\/tags/);
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText(/quarter +2 +0 +1 +0/);
});

test('the resources of a tag are listed and changed from the tag', async () => {
  const screen = await openList('tags');
  await fillTag(screen);
  await screen.press('ctrl-o', 'enter');
  await screen.advance(3000);
  await screen.moveTo('quarter');
  await screen.press('enter');
  screen.expectText(/Tagged resources {2}3/);
  screen.expectText(/▌.web-01 +instance/);
  screen.expectText(/acme-infra\S+ +domain/);
  await screen.press('e');
  screen.expectText(/Tags +prod {2}web {2}quarter ▾/);
});
