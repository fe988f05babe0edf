/** Longview: machines that report, and what that costs. */
import {expect, test, vi} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

const openClients = (keys = {}) =>
  openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'longview.clients', keys});

async function createClient(screen: TestConsole): Promise<void> {
  await screen.press('n', 'ctrl-u');
  await screen.type('zz-bastion');
  await screen.press('ctrl-o', 'enter');
}

test('the preview of a new client warns that monitoring starts with its agent', async () => {
  const screen = await openClients();
  await screen.press('n');
  screen.expectText('New Longview client');
  await screen.press('ctrl-u');
  await screen.type('zz-bastion');
  await screen.press('ctrl-o');
  screen.expectText('Monitoring starts when the agent runs on the machine');
});

test('a new client shows its install code and its API key on demand, and again in the detail', async () => {
  const screen = await openClients();
  await createClient(screen);
  screen.expectText(/Install code.*\n.*•+ {2}v shows it/);
  screen.expectText(/API key.*\n.*•+ {2}v shows it/);
  screen.expectText('Press v in the detail to show it again.');
  screen.expectNoText('once only');
  await screen.press('v');
  screen.expectText(/Install code.*\n.*│ +[\w-]{20,}/);
  screen.expectText(/API key.*\n.*│ +[\w-]{20,}/);
  await screen.press('esc', 'enter');
  screen.expectText(/API key +•+ {2}v shows it/);
  await screen.press('v');
  screen.expectText(/Install code +[\w-]{20,}/);
  screen.expectText(/API key +[\w-]{20,}/);
});

test('the result of a new client names the keys of the settings', async () => {
  const screen = await openClients({'outcome.reveal': ['f9'], 'outcome.copy': [], 'detail.reveal': ['f8']});
  await createClient(screen);
  screen.expectText(/API key.*\n.*•+ {2}f9 shows it *│/);
  screen.expectText('Press f8 in the detail to show it again.');
});

test('the cursor is on a new client, and the list does not show its API key', async () => {
  const screen = await openClients();
  await createClient(screen);
  await screen.press('v', 'esc');
  await screen.advance(3000);
  screen.expectText(/▌.zz-bastion/);
  screen.expectNoText(/[0-9A-F]{8}-[0-9A-F]{4}/);
});

test('the preview of a plan shows its price before billing starts', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: 'longview.plan',
  });
  screen.expectText(/Longview plan/);
  await screen.press('e');
  screen.expectText('Change the plan');
  await screen.press('enter');
  await screen.type('100');
  await screen.press('enter', 'ctrl-o');
  screen.expectText(/Billing starts now: \$\d+\.\d\d\/mo\./);
});

test('j copies the JSON of a client with masked secrets, and J copies it with its secrets', async () => {
  const screen = await openClients();
  const copied: string[] = [];
  vi.spyOn(screen.context.terminal, 'copy').mockImplementation(text => {
    copied.push(text);
    return Promise.resolve({result: 'copied', isRelayed: true});
  });
  await screen.press('c');
  screen.expectText(/j +JSON +\d+ characters, its secrets masked/);
  await screen.press('j', 'c', 'J');
  const [masked, whole] = copied.map(text => JSON.parse(text) as Record<string, unknown>);
  expect(masked).toMatchObject({id: whole?.id, label: whole?.label, api_key: '••••••', install_code: '••••••'});
  expect(whole?.api_key).toMatch(/^[\w-]{20,}$/);
});

test('the JSON of a volume is offered without a note on secrets', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('c');
  screen.expectText(/j +JSON +\d+ characters/);
  screen.expectNoText('secrets');
});
