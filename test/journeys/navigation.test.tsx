/** Navigation: from every place to every resource, and back. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

test('tab moves between sidebar, list and detail, and the sidebar opens lists', async () => {
  const screen = await openConsole();
  await screen.press('tab');
  expect(screen.row(1)).toContain('web-00  ● running');
  await screen.press('tab');
  expect(screen.bar()).toContain('Instances');
  await screen.moveTo('Volumes');
  await screen.press('enter');
  expect(screen.context.navigation.current.getState()?.destination).toEqual({family: 'volumes'});
  expect(screen.row(1)).toContain('Volumes  3');
  await screen.press('shift-tab', 'esc');
  expect(screen.bar()).toContain('vol-0');
});

test('the command bar opens lists by name, alias and similar words', async () => {
  const screen = await openConsole();
  for (const [typed, title] of [
    ['volumes', 'Volumes  3'],
    ['inst', 'Instances  40'],
    ['vol', 'Volumes  3'],
    ['overview', 'Overview  Acme Infrastructure'],
    ['cost', 'Cost'],
    ['approvals', 'Approvals  changes that agents planned'],
    ['since 2h', 'Since  '],
    ['waste', 'Waste  resources that cost money'],
    ['instances /web-1', 'Instances  10 of 40'],
    // As the command line of the shell has them.
    ['account.users', 'Users'],
    ['support.tickets /mail', 'Tickets'],
  ] as const) {
    await screen.command(typed);
    expect(screen.row(1), typed).toContain(title);
  }
});

test('the command bar opens a resource by name, and esc returns to the list', async () => {
  const screen = await openConsole();
  await screen.advance(10_000);
  await screen.press(':');
  await screen.type('open vol-db');
  screen.expectText('volume  vol-db');
  await screen.press('enter');
  expect(screen.row(1)).toContain('vol-db  ◐ resizing');
  await screen.press('esc');
  expect(screen.row(1)).toContain('Instances  40');
});

test('the command bar connects to the resource under the cursor, and shows how to name another one', async () => {
  const screen = await openConsole();
  await screen.press(':');
  await screen.type('ssh');
  screen.expectText('act  ssh: web-00');
  screen.expectText('name an instance: ssh web-01');
  await screen.press('esc', ':');
  await screen.type('serial');
  screen.expectText('Serial console: web-00');
  screen.expectText('name an instance: serial web-01');
});

test('the command bar takes the names of commands in k9s, or shows the way', async () => {
  const screen = await openConsole();
  for (const [typed, text] of [
    ['describe', 'No command “describe”. Press enter on a row for its detail.'],
    ['logs', 'No command “logs”. Type :events for the events of the account.'],
    ['graph', 'No command “graph”. Press enter on an instance, and open its tab Stats for charts.'],
    ['xray', 'No command “xray”. Press enter on a row: its tabs list the resources that belong to it.'],
  ] as const) {
    await screen.command(typed);
    screen.expectRecentText(text);
  }
  await screen.press(':');
  await screen.type('lish');
  screen.expectText('Serial console: web-00');
  await screen.press('esc');
  await screen.command('pulses');
  expect(screen.row(1)).toContain('Overview');
  await screen.command('events');
  expect(screen.row(1)).toContain('Events');
  await screen.command('help');
  screen.expectText('Keys');
});

test('the command bar completes, offers actions, and changes the theme', async () => {
  const screen = await openConsole();
  await screen.press(':');
  await screen.type('rebo');
  screen.expectText('act  Reboot: web-00');
  await screen.press('tab');
  screen.expectText(':reboot');
  await screen.press('esc');
  await screen.command('theme li');
  expect(screen.context.skin().theme).toBe('light');
  await screen.command('nonsense here');
  screen.expectText('no match for nonsense here');
});

test('Find lists resources by label, ID, address and tag', async () => {
  const screen = await openConsole();
  await screen.advance(10_000);
  for (const [typed, found] of [
    ['web-07', 'instance  web-07'],
    ['4401', 'volume  vol-1'],
    ['192.0.2.31', 'instance  web-31'],
    ['prod', 'instance  web-00'],
  ] as const) {
    await screen.press('ctrl-p');
    await screen.type(typed);
    screen.expectText(found);
    await screen.press('esc');
  }
  await screen.press('ctrl-p');
  await screen.type('vol-1');
  await screen.press('enter');
  expect(screen.row(1)).toContain('vol-1  ● active  4401');
});

test('Find with a field of a filter shows the words to type instead', async () => {
  const screen = await openConsole();
  await screen.press('ctrl-p');
  await screen.type('tag:web');
  screen.expectText('nothing loaded has tag:web. Find takes words without fields, such as web');
  await screen.press('ctrl-u');
  await screen.type('2001:db8::zz');
  screen.expectText('nothing loaded has 2001:db8::zz ');
});

test('Find shows the same state as the list', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  await account.call('POST /v4/compute/instances/102/reboot');
  await screen.advance(16_000);
  screen.expectRow('web-02', 'rebooting');
  await screen.press('ctrl-p');
  await screen.type('web-02');
  screen.expectText('◐ rebooting');
});

test('help lists the keys of the screen, filters them, and presses one', async () => {
  const screen = await openConsole();
  await screen.press('?');
  screen.expectText('Open this resource.');
  await screen.type('sort by');
  screen.expectText('Choose the column to sort by.');
  await screen.press('enter');
  screen.expectText('Sort Instances');
});

test('history goes back and forward, and - switches between the last two views', async () => {
  const screen = await openConsole();
  screen.context.showList('volumes');
  screen.context.showList('regions');
  await screen.settle();
  await screen.press('alt-left');
  expect(screen.row(1)).toContain('Volumes  3');
  await screen.press('alt-left');
  expect(screen.row(1)).toContain('Instances  40');
  await screen.press('alt-right');
  expect(screen.row(1)).toContain('Volumes  3');
  await screen.press('-');
  expect(screen.row(1)).toContain('Instances  40');
  await screen.press('-');
  expect(screen.row(1)).toContain('Volumes  3');
});

test('tabs of a detail are opened by number and with brackets', async () => {
  const screen = await openConsole();
  await screen.press('2');
  screen.expectText(/configs?.*loading…/is);
  await screen.press('9');
  screen.expectText('No event about it');
  await screen.press('1');
  screen.expectText('INSTANCE');
  await screen.press('[', ']');
  screen.expectText('INSTANCE');
  await screen.press('[', '[', '[', '[');
  screen.expectText('No event about it');
  await screen.press('esc');
  await screen.command('volumes');
  await screen.press('enter', '9');
  screen.expectText(/This view has \d tabs/);
});

test('the sidebar marks the entry that the current view belongs to', async () => {
  const screen = await openConsole({size: [120, 44]});
  for (const [view, title] of [
    ['contacts', 'Managed'],
    ['access key', 'Object Storage'],
    ['invoices', 'Billing'],
  ] as const) {
    await screen.type(`:${view}`);
    await screen.press('enter');
    screen.expectText(new RegExp(`▌ ${title} `));
  }
});

test('the name of a list opens the list, from one of its rows and from other views', async () => {
  const screen = await openConsole({size: [80, 24]});
  const go = async (family: string): Promise<void> => {
    await screen.type(`:${family}`);
    await screen.press('enter');
  };
  await screen.press('enter');
  expect(screen.row(2)).toContain('web-00  ● running');
  await go('instances');
  expect(screen.row(2)).toContain('Instances  40');
  await screen.press('enter');
  await go('volumes');
  await go('instances');
  expect(screen.row(2)).toContain('Instances  40');
});

test('q quits at the top level and goes back below it; ctrl-c closes a menu, then quits', async () => {
  const screen = await openConsole();
  await screen.press('enter', 'q');
  expect(screen.quits()).toBe(0);
  expect(screen.row(1)).toContain('Instances  40');
  await screen.press('q');
  expect(screen.quits()).toBe(1);
  await screen.press('a', 'ctrl-c');
  expect(screen.quits()).toBe(1);
  await screen.press('ctrl-c');
  expect(screen.quits()).toBe(2);
});

test('pasted text does nothing in a list, and is typed into a filter', async () => {
  const screen = await openConsole();
  await screen.paste('xxq\njjj');
  expect(screen.quits()).toBe(0);
  screen.expectText('▌ web-00');
  await screen.press('/');
  await screen.paste('web-3\n');
  expect(screen.row(1)).toContain('10 of 40');
});

test('keys can be changed in the settings', async () => {
  const screen = await openConsole({keys: {'list.sort': ['o'], 'list.copy': ['o']}});
  await screen.press('s');
  screen.expectNoText('Sort Instances');
  await screen.press('o');
  screen.expectText('Sort Instances');
});

test('bug: the command bar accepted no name after a verb, and no filter after a resource type', async () => {
  const screen = await openConsole();
  await screen.command('reboot web-02');
  screen.expectText('Reboot instance web-02?');
  await screen.press('esc');
  await screen.command('shut down web-04');
  screen.expectText('Shut down instance web-04?');
  await screen.press('esc');
  await screen.command('instances status:offline');
  screen.expectText('/status:offline');
  await screen.command('filter status:running');
  screen.expectText('/status:running');
  await screen.command('sort');
  screen.expectText('Sort Instances');
  await screen.press('esc');
  await screen.command('columns');
  screen.expectText('Columns of Instances');
  await screen.press('esc');
  await screen.command('q!');
  expect(screen.quits()).toBe(1);
});

test('bug: help did not explain the signs on the screen', async () => {
  const screen = await openConsole({size: [120, 40]});
  await screen.press('?');
  screen.expectText(/1 of \d\d/);
  await screen.type('sign');
  screen.expectText(/▲ +Needs attention/);
  screen.expectText(/✉ +Replies to tickets/);
});

test('bug: a key without a meaning was ignored silently, and the switcher ignored left and right', async () => {
  const screen = await openConsole({size: [80, 24]});
  await screen.press('d');
  screen.expectText('d isn’t a key of this screen. Press x to delete.');
  await screen.press('shift-tab', 'right', 'right', 'left', 'enter');
  expect(screen.context.navigation.current.getState()?.destination).toEqual({family: 'images'});
});

test('bug: pickers for several entries used different keys to select, confirm and cancel', async () => {
  const screen = await openConsole({size: [120, 40]});
  const deselect = async () => {
    await screen.press('C');
    screen.expectFooter(/space select {2}enter done {2}esc cancel/);
    // Space selects while filtering, too.
    await screen.type('vcpu');
    screen.expectText(/\[x] vCPU/i);
    await screen.press('space');
    screen.expectText(/\[ ] vCPU/i);
  };
  await deselect();
  await screen.press('esc');
  expect(screen.row(2)).toContain('VCPU');
  await deselect();
  await screen.press('enter');
  expect(screen.row(2)).not.toContain('VCPU');
});

test('bug: a list with a similar name stood above the resource of exactly that name', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo', dialect: 'today'}), view: 'kube.clusters'});
  await screen.press(':');
  await screen.type('shop');
  screen.expectRow('Share groups');
  await screen.press('enter');
  screen.expectText(/shop {2}1201/);
  screen.expectNoText('Share groups');
  await screen.command('volumes');
  expect(screen.row(1)).toContain('Volumes  ');
});

test('the command bar opens the tabs of a resource by name, after the views with the same name', async () => {
  const account = openAccount({accounts: 'demo', dialect: 'today'});
  const screen = await openConsole({account, size: [140, 40], view: 'kube.clusters'});
  await screen.moveTo('shop');
  await screen.command('kubeconfig');
  await screen.advance(2000);
  await screen.press('v');
  screen.expectText('apiVersion: v1');
  await screen.command('node pools');
  screen.expectText('web');
  screen.expectText('jobs');
  await screen.press('esc');
  await screen.command('instances');
  await screen.moveTo('web-01');
  await screen.press('enter');
  await screen.command('volumes');
  screen.expectText(/Volumes {2}\d+/);
  await screen.press('-', ':');
  await screen.type('volumes');
  screen.expectText('Volumes: web-01');
  await screen.press('down', 'enter');
  screen.expectText(/web-01 .*running/);
});
