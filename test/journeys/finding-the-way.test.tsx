import {expect, test} from 'vitest';
import {managedService, ticket, user} from '../../src/families/testing/account-rows.ts';
import {event} from '../../src/families/testing/rows.ts';
import {instance, openDemo} from '../support/console.tsx';

test('tab goes around sidebar, list and detail, and the sidebar opens families', async () => {
  const screen = await openDemo();
  await screen.press('tab');
  expect(screen.row(1)).toContain('web-00  ● running');
  await screen.press('tab');
  expect(screen.bar()).toContain('Instances');
  await screen.moveTo('Volumes');
  await screen.press('enter');
  expect(screen.deck.places.current.get()?.destination).toEqual({family: 'volumes'});
  expect(screen.row(1)).toContain('Volumes  3');
  await screen.press('shift-tab', 'esc');
  expect(screen.bar()).toContain('vol-0');
  await screen.close();
});

test('the command line goes to families by name, alias and resemblance', async () => {
  const screen = await openDemo();
  for (const [typed, title] of [
    ['volumes', 'Volumes  3'],
    ['inst', 'Instances  40'],
    ['vol', 'Volumes  3'],
    ['overview', 'Overview  acme-infra'],
    ['instances /web-1', 'Instances  10 of 40'],
  ] as const) {
    await screen.press(':');
    await screen.type(typed);
    await screen.press('enter');
    expect(screen.row(1), typed).toContain(title);
  }
  await screen.close();
});

test('the command line opens a resource by name and comes back with esc', async () => {
  const screen = await openDemo();
  await screen.press(':');
  await screen.type('open vol-db');
  expect(screen.text()).toContain('Volume  vol-db');
  await screen.press('enter');
  expect(screen.row(1)).toContain('vol-db  ◐ resizing');
  await screen.press('esc');
  expect(screen.row(1)).toContain('Instances  40');
  await screen.close();
});

test('the command line completes, offers actions, and changes the theme', async () => {
  const screen = await openDemo();
  await screen.press(':');
  await screen.type('rebo');
  expect(screen.text()).toContain('act  Reboot: web-00');
  await screen.press('tab');
  expect(screen.text()).toContain(':reboot');
  await screen.press('esc', ':');
  await screen.type('theme li');
  await screen.press('enter');
  expect(screen.deck.skin().theme).toBe('light');
  await screen.press(':');
  await screen.type('nonsense here');
  await screen.press('enter');
  expect(screen.text()).toContain('nothing is called nonsense here');
  await screen.close();
});

test('the finder finds by label, ID, address and tag, in every family that was loaded', async () => {
  const screen = await openDemo();
  for (const [typed, found] of [
    ['web-07', 'instance  web-07'],
    ['4401', 'Volume  vol-1'],
    ['192.0.2.31', 'instance  web-31'],
  ] as const) {
    await screen.press('ctrl-p');
    await screen.type(typed);
    expect(screen.text()).toContain(found);
    await screen.press('esc');
  }
  await screen.press('ctrl-p');
  await screen.type('vol-1');
  await screen.press('enter');
  expect(screen.row(1)).toContain('vol-1  ● active  4401');
  await screen.close();
});

test('help lists the keys of this place, filters, and presses one', async () => {
  const screen = await openDemo();
  await screen.press('?');
  expect(screen.text()).toContain('Show this resource in full.');
  await screen.type('sort by');
  expect(screen.text()).toContain('Choose the column to sort by.');
  await screen.press('enter');
  expect(screen.text()).toContain('Sort Instances');
  await screen.close();
});

test('history goes back, forward, and to and fro', async () => {
  const screen = await openDemo();
  screen.deck.show('volumes');
  screen.deck.show('regions');
  await screen.settled();
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
  await screen.close();
});

test('tabs of a detail are reached by number and brackets; secrets are shown only when asked for', async () => {
  const screen = await openDemo();
  await screen.press('2');
  expect(screen.text()).toMatch(/profiles?.*loading…/is);
  await screen.press('9');
  expect(screen.text()).toContain('No event about it among those read so far.');
  await screen.press('1');
  expect(screen.text()).toContain('INSTANCE');
  await screen.press('[', ']');
  expect(screen.text()).toContain('INSTANCE');
  await screen.press('[', '[', '[');
  expect(screen.text()).toContain('No event about it');
  await screen.press('esc', ':');
  await screen.type('volumes');
  await screen.press('enter', 'enter', '9');
  expect(screen.text()).toMatch(/there are \d tabs here/);
  await screen.close();
});

test('the object is shown as JSON: folded, searched and closed', async () => {
  const screen = await openDemo();
  await screen.press('y');
  expect(screen.text()).toContain('"label": "web-00"');
  await screen.press('/');
  await screen.type('memory');
  await screen.press('enter');
  expect(screen.bar()).toContain('"memory": 4096');
  await screen.press('enter');
  expect(screen.bar()).toContain('"specs": { 4 }');
  await screen.press('esc');
  expect(screen.text()).not.toContain('"specs"');
  await screen.close();
});

test('searching folded JSON goes on from where the cursor is, not from a line of the same number', async () => {
  const screen = await openDemo();
  await screen.press('y', '/');
  await screen.type('memory');
  await screen.press('enter', 'enter', 'j');
  expect(screen.text()).toContain('"specs": { 4 }');
  expect(screen.bar()).toContain('"alerts"');
  await screen.press('/');
  await screen.type('cpu');
  await screen.press('enter');
  expect(screen.bar()).toContain('"cpu": 90');
  await screen.press('N');
  expect(screen.bar()).toContain('"vcpus": 2');
  await screen.close();
});

test('what is typed into a menu finds by name, and a letter that is a key does what it stands before', async () => {
  const screen = await openDemo();
  await screen.press('a');
  expect(screen.text()).toContain('type a name, or press the key before it');
  await screen.type('reboot');
  expect(screen.text()).toContain('/reboot');
  expect(screen.text()).not.toContain('Edit…');
  await screen.press('enter');
  expect(screen.text()).toContain('Reboot: web-00');
  await screen.press('esc', 'a', 'j');
  // Moving is no typing, and esc takes back what was typed before it leaves.
  expect(screen.text()).toContain('type a name');
  await screen.type('zzz');
  expect(screen.text()).toContain('nothing fits zzz');
  await screen.press('esc', 'e');
  expect(screen.text()).toContain('Edit: web-00');
  await screen.close();
});

test('the address that is copied, and that ssh goes to, is the one that the list shows', async () => {
  const screen = await openDemo();
  const line = async (ipv4: readonly string[], ipv6: string | null): Promise<string> => {
    screen.session.setRows('instances', [instance(0, {ipv4, ipv6})]);
    await screen.settled();
    screen.takeBytes();
    await screen.press('c', 's');
    const [, copied = ''] = /\x1b\]52;c;([^\x07]+)\x07/.exec(screen.takeBytes()) ?? [];
    return Buffer.from(copied, 'base64').toString();
  };
  expect(await line(['192.168.128.7', '192.0.2.7'], null)).toBe('ssh root@192.0.2.7');
  expect(await line(['192.168.128.7'], null)).toBe('ssh root@192.168.128.7');
  // The prefix length is no part of it.
  expect(await line([], '2001:db8::7/128')).toBe('ssh root@2001:db8::7');
  await screen.close();
});

test('ssh is not offered where what is called an address is none', async () => {
  const screen = await openDemo({start: {family: 'managed.services'}});
  screen.session.setRows('managed.services', [managedService({address: 'https://www.acme.example/health'})]);
  await screen.settled();
  await screen.press('t');
  await screen.expectText('it has no address to connect to');
  await screen.close();
});

test('copying goes through the terminal', async () => {
  const screen = await openDemo();
  screen.takeBytes();
  await screen.press('c');
  expect(screen.text()).toMatch(/address\s+192\.0\.2\.0/);
  await screen.press('s');
  expect(screen.takeBytes()).toContain(Buffer.from('ssh root@192.0.2.0').toString('base64'));
  expect(screen.text()).toContain('copied ssh line');
  await screen.press('c', 't');
  const [, table = ''] = /\x1b\]52;c;([^\x07]+)\x07/.exec(screen.takeBytes()) ?? [];
  expect(Buffer.from(table, 'base64').toString()).toMatch(/^Label,Status,.*\r\nweb-00,running,/);
  await screen.close();
});

test('the cursor, the filter and a half-typed line survive a resize, down to nothing and back', async () => {
  const screen = await openDemo({columns: 160, rows: 30});
  await screen.press('/');
  await screen.type('web-1');
  await screen.press('enter', 'j', 'j', ':');
  await screen.type('half');
  for (const [columns, rows] of [
    [120, 40],
    [80, 24],
    [59, 14],
    [20, 5],
    [100, 30],
  ] as const) {
    await screen.resize(columns, rows);
    if (columns < 60) expect(screen.text().replaceAll('\n', '')).toContain('skydeck');
  }
  expect(screen.text()).toContain(':half');
  await screen.press('esc');
  expect(screen.text()).toContain('▌ web-12');
  expect(screen.row(1)).toContain('/web-1');
  await screen.close();
});

test('a small terminal gets one sentence, and no key acts on what cannot be seen', async () => {
  const screen = await openDemo({columns: 60, rows: 10});
  expect(screen.text().trim()).toBe('skydeck needs 60x15; this is 60x10; ctrl-c quits');
  await screen.press('j', 'n', 'x', 'enter', 'q');
  expect(screen.deck.overlays.stack.get()).toEqual([]);
  expect(screen.quits()).toBe(0);
  await screen.resize(80, 24);
  expect(screen.text()).toContain('▌ web-00');
  await screen.press('ctrl-c');
  expect(screen.quits()).toBe(1);
  await screen.close();
});

test('a key counts by the size the terminal has when it comes, heard of or not', async () => {
  const screen = await openDemo({columns: 80, rows: 24});
  screen.terminal.resize(50, 10);
  await screen.press('?');
  expect(screen.deck.overlays.stack.get()).toEqual([]);
  screen.terminal.resize(80, 24);
  await screen.press('?');
  expect(screen.text()).toContain('Keys that work here');
  await screen.close();
});

test('the sidebar marks the family that what is shown hangs from', async () => {
  const screen = await openDemo({columns: 120, rows: 44});
  for (const [view, title] of [
    ['contacts', 'Managed'],
    ['access key', 'Object Storage'],
    ['invoices', 'Billing'],
  ] as const) {
    await screen.type(`:${view}`);
    await screen.press('enter');
    await screen.expectText(new RegExp(`▌ ${title} `));
  }
  await screen.close();
});

test('narrow: a switcher for the sidebar, and the detail in place of the list', async () => {
  const screen = await openDemo({columns: 80, rows: 24});
  expect(screen.row(1)).toContain('Overview  Instances  Images');
  await screen.press('/');
  await screen.type('status:running region:us-east');
  await screen.press('enter');
  await screen.expectText(/Instances +\d+ of 40 +\/status:running region:us-east *$/m);
  await screen.press('esc');
  await screen.expectText(/Instances +40 · /);
  await screen.press('enter');
  expect(screen.row(2)).toContain('web-00  ● running');
  await screen.press('esc', 'shift-tab');
  expect(screen.bar()).toBe(' Instances ');
  await screen.moveTo('Volumes');
  await screen.press('enter');
  expect(screen.row(2)).toContain('Volumes  3');
  await screen.close();
});

test('naming a list shows the list, from one of its rows and from elsewhere', async () => {
  const screen = await openDemo({columns: 80, rows: 24});
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
  await screen.close();
});

test('q leaves at the top and goes back below it; ctrl-c leaves from anywhere', async () => {
  const screen = await openDemo();
  await screen.press('enter', 'q');
  expect(screen.quits()).toBe(0);
  expect(screen.row(1)).toContain('Instances  40');
  await screen.press('q');
  expect(screen.quits()).toBe(1);
  await screen.press('a', 'ctrl-c');
  expect(screen.quits()).toBe(2);
  await screen.close();
});

test('text that is pasted into a list does nothing', async () => {
  const screen = await openDemo();
  await screen.paste('xxq\njjj');
  expect(screen.quits()).toBe(0);
  expect(screen.text()).toContain('▌ web-00');
  await screen.press('/');
  await screen.paste('web-3\n');
  expect(screen.row(1)).toContain('10 of 40');
  await screen.close();
});

test('keys can be changed', async () => {
  const screen = await openDemo({keys: {'list.sort': ['o'], 'list.copy': ['o']}});
  await screen.press('s');
  expect(screen.text()).not.toContain('Sort Instances');
  await screen.press('o');
  expect(screen.text()).toContain('Sort Instances');
  await screen.close();
});

test('what is watched tells when it changes', async () => {
  const screen = await openDemo();
  await screen.press('w');
  expect(screen.text()).toContain('watching web-00');
  const rows = screen.session.collection('instances').get().rows;
  screen.session.setRows('instances', [instance(0, {status: 'offline'}), ...rows.slice(1)]);
  await screen.settled();
  expect(screen.text()).toContain('web-00 is offline');
  expect(screen.takeBytes()).toContain('\x07');
  await screen.close();
});

test('what is watched tells what was done to it, where its condition stays as it is', async () => {
  const screen = await openDemo({start: {family: 'volumes'}});
  const entity = {id: 4401, label: 'vol-1', type: 'volume', url: '/v4/volumes/4401'} as const;
  const attaching = event({id: 7, action: 'volume_attach', status: 'started', percent_complete: 25, entity});
  const old = event({id: 6, action: 'volume_detach', status: 'finished', percent_complete: 100, entity});
  screen.session.events.set([old]);
  await screen.moveTo('vol-1');
  await screen.press('w');
  screen.session.events.set([attaching, old]);
  await screen.settled();
  screen.takeBytes();
  screen.session.events.set([{...attaching, status: 'finished', percent_complete: 100}, old]);
  await screen.settled();
  expect(screen.text()).toContain('vol-1 was attached');
  expect(screen.text()).not.toContain('detached');
  expect(screen.takeBytes()).toContain('\x07');
  await screen.close();
});

test('what hangs from another resource is watched and bookmarked where it is', async () => {
  const params = {instanceId: 101};
  const screen = await openDemo({start: {family: 'instances.disks', params}});
  const disk = {id: 7, label: 'swap', status: 'ready', size: 512, filesystem: 'swap', created: null, updated: null};
  screen.session.setRows('instances.disks', [disk], {complete: true}, params);
  await screen.settled();
  await screen.press('w', 'b');
  screen.session.setRows('instances.disks', [{...disk, status: 'deleting'}], {complete: true}, params);
  await screen.settled();
  expect(screen.text()).toContain('swap is deleting');
  await screen.type(':bookmarks');
  await screen.press('enter');
  expect(screen.text()).toMatch(/disk swap +deleting, was ready/);
  await screen.press('enter');
  expect(screen.deck.places.current.get()?.destination).toMatchObject({family: 'instances.disks', id: 7, params});
  await screen.close();
});

test('a terminal without Unicode sees ASCII only', async () => {
  const screen = await openDemo({preferences: {ascii: true}});
  await screen.press('a');
  expect(screen.text()).toMatch(/^[\x20-\x7e\n]+$/);
  expect(screen.text()).toContain('* running');
  await screen.close();
});

test('production looks like production, and read-only says so', async () => {
  const screen = await openDemo({profile: {name: 'prod', production: true, readOnly: true}});
  expect(screen.row(0)).toContain('prod');
  expect(screen.row(0)).toContain('READ-ONLY');
  const x = screen.row(0).indexOf('prod');
  expect(screen.cell(x, 0).bg).toBe(1);
  await screen.close();
});

test('the frame tells how live it is', async () => {
  const screen = await openDemo();
  const status = screen.session.status.get();
  const now = screen.deck.clock.now();
  const budget = {remaining: 612, limit: 800, resetsAt: now + 41_000};
  screen.session.setRows('account.users', [user({username: 'ada'})]);
  screen.session.setRows('support.tickets', [
    ...[1, 2, 3].map(id => ticket({id, status: 'open', updated_by: 'support'})),
    ticket({id: 4, status: 'open', updated_by: 'ada'}),
    ticket({id: 5, status: 'closed', updated_by: 'support'}),
  ]);
  screen.session.status.set({...status, heardAt: now - 2000, budget, notices: 2});
  await screen.settled();
  expect(screen.row(0)).toMatch(/● live {3}api 612\/800 · 41s {3}⚑ 2 notices {3}✉ 3/);
  const failure = {code: 'unreachable', words: 'no answer', problems: [], retryAt: now + 8000};
  screen.session.status.set({...status, liveness: 'offline', failure});
  await screen.settled();
  expect(screen.row(0)).toContain('✗ offline · retry 8s');
  await screen.close();
});

test('running operations have a line while there are any', async () => {
  const screen = await openDemo();
  expect(screen.text()).not.toContain('left');
  screen.session.operations.set([
    {
      id: '1',
      target: undefined,
      label: 'web-02',
      word: 'booting',
      percent: 62,
      startedAt: 0,
      secondsLeft: 14,
      by: 'ada',
    },
  ]);
  await screen.settled();
  expect(screen.row(28)).toContain('◐ web-02 booting ██████░░░░ 62% 0:14 left');
  screen.session.operations.set([]);
  await screen.settled();
  expect(screen.text()).not.toContain('booting ██');
  await screen.close();
});
