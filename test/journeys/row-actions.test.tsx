/** Actions on the current resource that don't change it: its JSON, its menu, copies of it, and ssh to it. */
import {expect, test, vi} from 'vitest';
import {Instances} from '../../src/emulator/families/instances/instance-kinds.ts';
import {ManagedServices} from '../../src/emulator/families/managed/managed-kinds.ts';
import {managedService} from '../../src/families/testing/support-rows.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {instance} from '../harness/fleet.ts';

test('the JSON of a resource is folded, searched and closed', async () => {
  const screen = await openConsole();
  await screen.press('y');
  screen.expectText('"label": "web-00"');
  await screen.press('/');
  await screen.type('memory');
  await screen.press('enter');
  expect(screen.bar()).toContain('"memory": 4096');
  await screen.press('enter');
  expect(screen.bar()).toContain('"specs": { 5 }');
  await screen.press('esc');
  screen.expectNoText('"specs"');
});

test('a search in folded JSON continues from the cursor, not from a line of the same number', async () => {
  const screen = await openConsole();
  await screen.press('y', '/');
  await screen.type('memory');
  await screen.press('enter', 'enter', 'j');
  screen.expectText('"specs": { 5 }');
  expect(screen.bar()).toContain('"alerts"');
  await screen.press('/');
  await screen.type('cpu');
  await screen.press('enter');
  expect(screen.bar()).toContain('"cpu": 90');
  await screen.press('N');
  expect(screen.bar()).toContain('"vcpus": 2');
});

test('typing in a menu filters it by name, and a capital letter runs the action of that key', async () => {
  const screen = await openConsole();
  screen.expectFooter(/ 1\/40$/);
  await screen.press('a');
  screen.expectText('type a name, or press the key before it');
  // The position in the list doesn't apply to the menu over it.
  expect(screen.footer()).not.toContain('/40');
  await screen.type('reboot');
  screen.expectText('/reboot');
  screen.expectNoText('Edit…');
  await screen.press('enter');
  screen.expectText('Reboot instance web-00?');
  await screen.press('esc', 'a', 'j');
  // Moving isn't typing, and esc clears the typed text before it closes.
  screen.expectText('type a name');
  await screen.type('zzz');
  screen.expectText('no match for zzz');
  await screen.press('esc', 'Z');
  screen.expectText('Resize: web-00');
});

test('a letter that starts an action name filters the menu, and any other letter runs its action', async () => {
  const screen = await openConsole();
  await screen.press('a');
  await screen.type('edit');
  screen.expectText('/edit');
  await screen.press('enter');
  screen.expectText(/Edit: web-00 /);
  screen.expectText(/Label \*? +web-00 /);
  // No name starts with this letter, so it runs the action of that key at once.
  await screen.press('esc', 'a', 'x');
  screen.expectText('Delete instance web-00?');
});

test('the copied address and the ssh address are the address that the list shows', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  const line = async (ipv4: readonly string[], ipv6: string | null): Promise<string> => {
    account.put(Instances, [instance(0, {ipv4, ipv6})]);
    await screen.press('r');
    screen.takeBytes();
    await screen.press('c', 's');
    const [, copied = ''] = /\x1b\]52;c;([^\x07]+)\x07/.exec(screen.takeBytes()) ?? [];
    return Buffer.from(copied, 'base64').toString();
  };
  expect(await line(['192.168.128.7', '192.0.2.7'], null)).toBe('ssh root@192.0.2.7');
  expect(await line(['192.168.128.7'], null)).toBe('ssh root@192.168.128.7');
  // The prefix length isn't part of the address.
  expect(await line([], '2001:db8::7/128')).toBe('ssh root@2001:db8::7');
});

test('bug: the actions menu started on a disabled entry', async () => {
  const screen = await openConsole();
  await screen.press('a');
  screen.expectText(/Boot .*already running/);
  await screen.press('enter');
  expect(screen.text()).toMatch(/POST \/v4\/\S+\/reboot/);
  screen.expectNoChanges();
  await screen.press('esc');
});

test('ssh is not offered for an address that is not an IP address', async () => {
  const account = openAccount();
  account.put(ManagedServices, [managedService({address: 'https://www.acme.example/health'})]);
  const screen = await openConsole({account, view: 'managed.services'});
  await screen.press('t');
  screen.expectText('No IP address to connect to');
});

test.each([
  ['in a tmux that passes it on', 'clipboard', '● Copied label to the tmux buffer. Sent to the terminal, too.'],
  ['in a tmux that only keeps it in its buffer', 'buffer', '● Copied label to the tmux buffer.'],
  ['in a tmux that refuses it', undefined, '▲ Sent label to tmux. tmux passes it on only with set-clipboard on.'],
] as const)('bug: a copy was reported although nothing arrived: %s', async (_, answer, said) => {
  const env = {TERM: 'tmux-256color', LANG: 'C.UTF-8', TMUX: '/run/tmux,1,0'};
  const screen = await openConsole({env, loadTmuxBuffer: async () => answer});
  await screen.press('c', 'l');
  screen.expectText(said);
});

test('bug: a line of a detail could not be copied', async () => {
  const screen = await openConsole();
  const copied: string[] = [];
  vi.spyOn(screen.context.terminal, 'copy').mockImplementation(async text => {
    copied.push(text);
    return {result: 'sent', through: undefined};
  });
  await screen.press('enter');
  await screen.moveTo('Watchdog');
  await screen.press('enter');
  screen.expectText('Nothing to open on this line. Press c to copy it.');
  await screen.press('c');
  expect(screen.bar()).toMatch(/v +Watchdog +yes/);
  await screen.press('enter');
  // Values side by side can be copied together or separately.
  await screen.moveTo('Created');
  await screen.press('c');
  screen.expectText(/Created, 2 of 2 +2026-03-10 10:00:00 UTC/);
  await screen.press('enter', 'c', 'down', 'down', 'enter');
  expect(copied).toEqual(['yes', '4d ago 2026-03-10 10:00:00 UTC', '2026-03-10 10:00:00 UTC']);
});

test('bug: a message covered the selected row', async () => {
  const screen = await openConsole({size: [80, 24]});
  await screen.press('G');
  const last = screen.bar();
  await screen.press('c', 'l');
  screen.expectText('Sent label to the terminal’s clipboard.');
  expect(screen.bar()).toBe(last);
});

test('a copy reaches the clipboard through the terminal', async () => {
  const screen = await openConsole();
  screen.takeBytes();
  await screen.press('c');
  screen.expectText(/address\s+192\.0\.2\.0/);
  await screen.press('s');
  expect(screen.takeBytes()).toContain(Buffer.from('ssh root@192.0.2.0').toString('base64'));
  screen.expectText('Sent ssh line to the terminal’s clipboard.');
  await screen.press('c', 't');
  const [, table = ''] = /\x1b\]52;c;([^\x07]+)\x07/.exec(screen.takeBytes()) ?? [];
  expect(Buffer.from(table, 'base64').toString()).toMatch(/^Label,Status,.*\nweb-00,running,/);
});

test('bug: a menu showed keys of actions that only typed the first letter of a name', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('a');
  screen.expectRow('Delete', /│ x {2}Delete/);
  screen.expectRow('Edit…', /│ {4}Edit…/);
  await screen.press('e', 'enter');
  screen.expectText('1 to 32 characters');
});
