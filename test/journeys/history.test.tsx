/** What happened to a resource, however long ago. */
import {expect, test} from 'vitest';
import {openLive} from '../support/live.tsx';

test('who rebooted an instance, and when, stands in its events, though the account has had hundreds since', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'instances'}});
  await screen.filter('db-01');
  await screen.expectText('1 of 42');
  await screen.press('enter');
  await screen.expectText('1 Overview');
  await screen.press('9');
  await screen.expectText(/db-01 rebooted by \w+, \d+[dh] ago/);
  expect(screen.text()).not.toContain('reading its events');
  // It opens, though the list of events has the newest five hundred alone.
  await screen.press('G', 'enter');
  await screen.expectText(/db-01 was created[\s\S]*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
  await screen.press('esc');
  await screen.expectText('9 Events');
  await screen.close();
});

test('where a line has no room for it, who it was stands in the next one', async () => {
  const screen = await openLive({columns: 160, rows: 40, initialDestination: {family: 'instances'}});
  await screen.filter('db-01');
  await screen.expectText('1 of 42');
  // A name as long as this one leaves no room in any line.
  const {url, token} = screen.account;
  const headers = {authorization: `Bearer ${token}`, 'content-type': 'application/json'};
  const found = await fetch(`${url}/compute/instances`, {headers: {...headers, 'x-filter': '{"label":"db-01"}'}});
  const {data} = (await found.json()) as {readonly data: readonly {readonly id: number}[]};
  const body = JSON.stringify({label: 'db-01-as-it-is-called-now'});
  await fetch(`${url}/compute/instances/${data[0]?.id}`, {method: 'PUT', headers, body});
  await screen.press('enter', '9');
  await screen.expectText(/│ ● db-01-as-it-is-called-now was updated *\n.*│ {3}by \w+, /);
  await screen.close();
});
