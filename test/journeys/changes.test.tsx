/** The questions, requests and messages of a change. */
import {expect, test} from 'vitest';
import {jsonResponse, nameOf, openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

test('a volume is attached to an instance of its region, and the request is shown before it is sent', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('j', 'A');
  screen.expectText('─ Attach: vol-1 ─');
  screen.expectText('▌Attach to');
  await screen.press('enter');
  await screen.type('web-02');
  screen.expectRow('web-02', 'in eu-west');
  await screen.press('enter');
  screen.expectText('▲ web-02: in eu-west');
  await screen.press('ctrl-u');
  await screen.pick('web-03');
  screen.expectText(/Attach to \* +web-03/);
  await screen.press('ctrl-o');
  screen.expectText('POST /v4/volumes/4401/attach');
  // The change destroys, interrupts, charges and opens nothing.
  expect(screen.focusedButton()).toBe('Attach vol-1');
  screen.expectNoChanges();
  await screen.press('enter');
  screen.expectRequest('POST /v4/volumes/4401/attach', {compute_id: 103});
  screen.expectNoText('─ Attach: vol-1');
  screen.expectRow('vol-1', 'web-03');
});

test('a disabled action is dimmed with its reason, and its key shows the reason', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('a');
  screen.expectText(/Attach… +the volume is attached to web-01: detach it first/);
  await screen.press('A');
  screen.expectText('▲ Attach: the volume is attached to web-01: detach it first');
  screen.expectNoChanges();
});

test('bug: a message gave a reason without the name of its action', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('A');
  screen.expectText('▲ Attach: the volume is attached to web-01: detach it first');
  await screen.press('x');
  screen.expectText('▲ Delete: the volume is attached to web-01');
  screen.expectNoChanges();
});

test('a volume is deleted only after its name is typed', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('j', 'x');
  screen.expectText('Type vol-1 to confirm:');
  screen.expectText('All data on vol-1 is permanently deleted.');
  await screen.press('tab', 'enter');
  await screen.press('x');
  await screen.type('vol-');
  await screen.press('enter');
  screen.expectText('The text differs. Type vol-1 to confirm: vol-');
  screen.expectNoChanges();
  await screen.type('1');
  await screen.press('enter');
  screen.expectRequest('DELETE /v4/volumes/4401');
});

test('Cancel has the focus in the preview of a reboot, so that two enters send nothing', async () => {
  const screen = await openConsole();
  await screen.press('O', 'enter');
  screen.expectNoChanges();
  screen.expectNoText('─ Reboot');
  screen.expectText('Reboot: canceled. Nothing was sent');
  await screen.press('O', 'y');
  screen.expectRequest('POST /v4/compute/instances/100/reboot');
});

test('pressing u twice opens one preview of an undo', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('j', 'e', 'ctrl-u');
  await screen.type('renamed');
  await screen.press('ctrl-o', 'enter');
  await screen.advance(3000);
  screen.expectRow('renamed', 'active');
  await screen.send('uu');
  screen.expectText('An undo is already being prepared.');
  screen.expectText('─ Undo: ');
  expect(screen.context.overlays.stack.getState()).toHaveLength(1);
});

test('a list that :resume can’t read is shown with its error, and is not requested again', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  const plan = {
    at: 1,
    family: 'volumes',
    action: 'delete',
    title: 'Delete',
    params: {},
    values: {},
    secrets: [],
    rows: [{id: 4400, label: 'vol-0'}],
  } as const;
  const journal = await screen.session.batchJournals.start(plan);
  journal.release();
  const refusal = {errors: [{reason: 'Ask the owner of the account'}]};
  account.intercept(received => (nameOf(received) === 'GET /v4/volumes' ? jsonResponse(403, refusal) : undefined));
  await screen.command('resume');
  screen.expectText(/Ask the owner of the account|may not read/);
  await screen.advance(1000);
  expect(account.requests.filter(received => nameOf(received) === 'GET /v4/volumes')).toHaveLength(1);
});

test('bug: ctrl-c in a form, in the filter or in the command bar quit Skydeck', async () => {
  const screen = await openConsole();
  await screen.press('e');
  screen.expectText('Edit: web-00');
  await screen.press('ctrl-c');
  expect(screen.context.overlays.stack.getState()).toEqual([]);
  await screen.press('/');
  await screen.type('web-01');
  await screen.press('ctrl-c');
  screen.expectText('web-00');
  await screen.press(':');
  await screen.type('vol');
  await screen.press('ctrl-c');
  expect(screen.context.overlays.stack.getState()).toEqual([]);
  expect(screen.quits()).toBe(0);
  await screen.press('ctrl-c');
  expect(screen.quits()).toBe(1);
});

test('in production even the preview of an edit starts on Cancel, and names the profile', async () => {
  const profile = {name: 'prod', production: true, readOnly: false};
  const screen = await openConsole({profile, view: 'volumes'});
  await screen.press('e', 'ctrl-u');
  await screen.type('other');
  await screen.press('ctrl-o');
  screen.expectText(/│ +prod +Edit vol-0/);
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('enter');
  screen.expectNoChanges();
});

test('bug: a row without a status looked unchanged until an event confirmed its deletion', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), view: 'profile.sshKeys'});
  screen.expectText('SSH keys  2');
  await screen.press('x');
  await screen.confirm();
  expect(screen.changes()).toMatchObject([{method: 'DELETE'}]);
  screen.expectRow('backup host', 'deleting…');
  screen.expectText('SSH keys  2');
  // The event strikes the row through, and it no longer counts.
  await screen.advance(2000);
  screen.expectText('backup host');
  screen.expectNoText('deleting…');
  screen.expectText('SSH keys  1');
});
