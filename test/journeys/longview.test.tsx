/** Longview: machines that report, and what that costs. */
import {expect, test, vi} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

const openClients = () =>
  openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'longview.clients'});

async function createClient(screen: TestConsole): Promise<void> {
  await screen.press('n', 'ctrl-u');
  await screen.type('zz-bastion');
  await screen.press('ctrl-o', 'enter');
}

test('a new client says that nothing is monitored until its agent runs', async () => {
  const screen = await openClients();
  await screen.press('n');
  screen.expectText('New Longview client');
  await screen.press('ctrl-u');
  await screen.type('zz-bastion');
  await screen.press('ctrl-o');
  screen.expectText('Monitoring starts when the agent runs on the machine');
});

test('a new client shows its code and its key on demand, and says where they stay', async () => {
  const screen = await openClients();
  await createClient(screen);
  screen.expectText(/Install code.*\n.*•+ {2}v shows it/);
  screen.expectText('Press v in the detail to show it again.');
  screen.expectNoText('once only');
  await screen.press('v');
  screen.expectText(/Install code.*\n.*│ +[\w-]{20,}/);
});

test('the cursor is on a new client, and the list has no key of it', async () => {
  const screen = await openClients();
  await createClient(screen);
  await screen.press('v', 'esc');
  await screen.advance(3000);
  screen.expectText(/▌.zz-bastion/);
  screen.expectNoText(/[0-9A-F]{8}-[0-9A-F]{4}/);
});

test('another plan names its price before it is charged for', async () => {
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

test('the JSON of a client is copied with its secrets masked, and with them only when asked for by name', async () => {
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

test('the JSON of a volume is offered without a word on secrets', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('c');
  screen.expectText(/j +JSON +\d+ characters/);
  screen.expectNoText('secrets');
});
