/** The events of a resource, however old. */
import {test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {findId} from '../harness/find-id.ts';

test('the events of an instance show who rebooted it, even after hundreds of newer events', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: {family: 'instances', filter: 'db-01'},
  });
  screen.expectText('1 of 42');
  await screen.press('enter');
  screen.expectText('1 Overview');
  await screen.press('9');
  screen.expectText(/db-01 rebooted by \w+, \d+[dh] ago/);
  screen.expectNoText('reading its events');
  // An event opens even if it is older than the five hundred events of the list.
  await screen.press('G', 'enter');
  screen.expectText(/db-01 was created[\s\S]*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
  await screen.press('esc');
  screen.expectText('9 Events');
});

test('the user of an event is on the next line if the line is full', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [160, 40], view: {family: 'instances', filter: 'db-01'}});
  screen.expectText('1 of 42');
  // A label as long as this leaves no room in any line.
  const id = await findId(account, '/v4/compute/instances', 'db-01');
  await account.call(`PUT /v4/compute/instances/${id}`, {label: 'db-01-as-it-is-called-now'});
  await screen.press('enter', '9');
  screen.expectText(/│ ● db-01-as-it-is-called-now was updated *\n.*│ {3}by \w+, /);
});
