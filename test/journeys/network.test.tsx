/** Resources that span others: IPv6 ranges, VLANs and tags. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type LiveScreen, openLive} from '../support/live.tsx';

let screen: LiveScreen;
beforeAll(async () => {
  screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'networking.ipv6.ranges'}});
});
afterAll(() => screen.close());

async function go(to: string): Promise<void> {
  await screen.command(to);
}

test('an IPv6 range is routed to an instance and given back', async () => {
  await screen.expectText('No IPv6 ranges.');
  await screen.press('n');
  await screen.expectText('New range');
  await screen.press('ctrl-o');
  await screen.expectText('is required, unless its address is given');
  await screen.press('enter');
  await screen.type('web-01');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText(/Instance +web-01/);
  await screen.press('enter');
  await screen.expectText(/▌.2001:db8:\S+::\/64 +web-01 +us-east/);
  const [label = ''] = /2001:db8:\S+/.exec(screen.bar()) ?? [];
  await screen.press('enter', '2');
  await screen.expectText(/Instances +web-01/);
  await screen.press('esc', 'x');
  await screen.expectText('You can’t get it back.');
  await screen.type(label);
  await screen.press('enter');
  await screen.expectText('No IPv6 ranges.');
  expect(screen.text()).not.toContain('is not a range');
});

test('a VLAN says who is in it, and leads there', async () => {
  await go('vlans');
  await screen.expectText(/db-net +eu-west +5 +db-01, db-02/);
  await screen.press('enter', '2');
  await screen.expectText(/▌ db-01 +● running/);
  await screen.press('enter');
  await screen.expectText('1 Overview  2 Configs');
  await screen.press('esc', 'esc');
});

test('a tag is made on things of several kinds at once, and its things are changed from there', async () => {
  await go('tags');
  await screen.expectText(/customers +0 +0 +8 +0/);
  await screen.press('n');
  await screen.expectText('New Tag');
  await screen.type('quarter');
  await screen.press('tab', 'enter');
  // With nothing typed space takes it, as tab does.
  await screen.press('space', 'down', 'tab', 'enter');
  await screen.expectText(/Instances +web-01 {2}web-02 ▾/);
  // A choice that is left with esc keeps its earlier value.
  await screen.press('enter', 'space', 'esc');
  await screen.expectText(/Volumes +choose ▾/);
  await screen.press('tab', 'enter');
  await screen.expectText('[ ] acme-infra.example');
  await screen.type('acme-infra');
  await screen.press('tab', 'enter');
  await screen.expectText(/Domains +acme-infra\S+ ▾/);
  await screen.press('ctrl-o');
  await screen.expectText(/POST \/v4\/tags/);
  await screen.press('enter');
  await screen.expectText(/quarter +2 +0 +1 +0/);
  await screen.moveTo('quarter');
  await screen.press('enter');
  await screen.expectText(/Tagged objects {2}3/);
  await screen.expectText(/▌ web-01 +instance/);
  await screen.expectText(/acme-infra\S+ +Domain/);
  await screen.press('e');
  await screen.expectText(/Tags +prod {2}web {2}quarter ▾/);
});
