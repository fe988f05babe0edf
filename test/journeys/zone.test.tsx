import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {type FakeEditor, fakeEditor} from '../support/editor.ts';

async function openZone(): Promise<TestConsole> {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 45], view: 'domains'});
  screen.expectText('Domains  24');
  await screen.filter('acme-infra.example');
  await screen.press('enter');
  await screen.advance(1000);
  screen.expectText('Records  14');
  return screen;
}

const active = (editor: FakeEditor, round: number): string[] =>
  (editor.contents()[round] ?? '').split('\n').filter(line => / IN /.test(line));

test('records are grouped under their types, with the number of each', async () => {
  const screen = await openZone();
  screen.expectText(/ A {2}3\s/);
  screen.expectText(/ CAA {2}2\s/);
});

test('bug: the API refuses a new CAA record without a tag, which the form does not ask for', async () => {
  const screen = await openZone();
  await screen.press('n', 'enter');
  await screen.type('caa');
  await screen.press('enter');
  screen.expectText(/Tag \* +issue: may issue certificates/);
  await screen.press('tab', 'tab', 'tab');
  await screen.type('letsencrypt.org');
  await screen.press('ctrl-o', 'y');
  screen.expectText('Records  15');
  screen.expectText(/ CAA {2}3\s/);
});

/** Adds a record, changes one and deletes one; the next time the editor leaves the text as it is. */
const editThree = () =>
  fakeEditor(
    `sed -i -e '/^www .* A /s/192[0-9.]*/192.0.2.99/' -e '/^docs /d' -e '$a blog 1h IN CNAME hosted.example.net.' "$1"`,
    'true',
  );

test('a zone is edited as text, and the plan is shown record by record', async () => {
  const editor = editThree();
  const screen = await openZone();
  await screen.press('Z');
  screen.expectText('1 added, 1 changed, 1 deleted');
  expect(editor.names()[0]).toMatch(/\.zone$/);
  expect(active(editor, 0)).toHaveLength(14);
  expect(editor.contents()[0]).toMatch(/^_sip\._tcp +IN SRV +5 50 5060 sip\.acme-infra\.example\.$/m);
  screen.expectText(/\+ CNAME blog +hosted\.example\.net\. {2}TTL 1 hour/);
  screen.expectText(/~ A www .*→ 192\.0\.2\.99/);
  screen.expectText(/- CNAME docs +www\.acme-infra\.example\./);
  expect(screen.focusedButton()).toBe('Cancel');
});

test('bug: two presses while the records were read opened the editor twice', async () => {
  const editor = fakeEditor('true');
  const screen = await openZone();
  await screen.send('ZZ');
  screen.expectRecentText('nothing was changed');
  expect(editor.names()).toHaveLength(1);
});

test('the plan of a zone is sent as one batch, and the zone matches the text', async () => {
  const editor = editThree();
  const screen = await openZone();
  await screen.press('Z', 'tab', 'enter');
  screen.expectRecentText('accepted for 3 records');
  await screen.advance(3000);
  screen.expectText(/blog +hosted\.example\.net/);
  screen.expectNoText(/CNAME {2,}docs/);
  screen.expectText(/www +192\.0\.2\.99/);
  await screen.press('Z');
  screen.expectRecentText('nothing was changed');
  expect(active(editor, 1).some(line => line.startsWith('blog'))).toBe(true);
});

test('bug: u undoes the whole plan of a zone, with the number of changes in its title', async () => {
  editThree();
  const screen = await openZone();
  await screen.press('Z', 'tab', 'enter');
  await screen.advance(3000);
  await screen.press('u');
  screen.expectText(/Undo: 3 changes to .*records\?/);
  screen.expectText('[Cancel]   Undo');
  screen.expectText('1 added, 1 changed, 1 deleted');
  await screen.press('tab', 'enter');
  await screen.advance(3000);
  screen.expectText(/CNAME {2,}docs/);
  screen.expectNoText(/blog +hosted/);
  screen.expectNoText(/www +192\.0\.2\.99/);
});

test('mistakes are shown in the editor above their lines, also values out of the bounds of the API', async () => {
  const editor = fakeEditor(
    `sed -i -e '$a bad IN A 192.0.2.300' "$1"`,
    `sed -i -e 's/192.0.2.300/192.0.2.30/' -e '$a many IN MX 900 mail.example.net.' "$1"`,
    `sed -i -e '/^many/d' "$1"`,
  );
  const screen = await openZone();
  await screen.press('Z');
  screen.expectText('1 added, 0 changed, 0 deleted');
  expect(editor.contents()[1]).toMatch(/; ✗ 192\.0\.2\.300 is not an IPv4 address\nbad IN A/);
  expect(editor.contents()[2]).toMatch(/; ✗ the priority is a number from 0 to 255\nmany IN MX/);
  expect(editor.contents()[2]).not.toContain('✗ 192');
});

test('bug: a duplicate was reported twice, with lines of the text without the comments', async () => {
  const editor = fakeEditor(`sed -i -e '/^docs /p' "$1"`, 'true');
  const screen = await openZone();
  await screen.press('Z');
  const lines = editor.contents()[1]?.split('\n') ?? [];
  expect(lines.filter(line => line.startsWith('; ✗ '))).toHaveLength(2);
  const at = lines.findIndex(line => line.startsWith('; ✗ repeats line '));
  expect(lines[at + 1]).toMatch(/^docs /);
  expect(lines[Number(lines[at]?.split(' ').at(-1)) - 1]).toBe(lines[at + 1]);
  screen.expectRecentText('Draft saved');
});

test('bug: the note about a rounded TTL counted lines without the comments in the editor', async () => {
  const editor = fakeEditor(
    `sed -i -e '$a bad IN A 192.0.2.300\\nlong 93600 IN A 192.0.2.31' "$1"`,
    `sed -i -e 's/192.0.2.300/192.0.2.30/' "$1"`,
  );
  const screen = await openZone();
  await screen.press('Z');
  screen.expectText('2 added, 0 changed, 0 deleted');
  const lines = editor.contents()[1]?.split('\n') ?? [];
  expect(lines.filter(line => line.startsWith('; ✗ '))).toHaveLength(2);
  const line = lines.findIndex(text => text.startsWith('long ')) + 1;
  screen.expectText(`line ${line}: a TTL of 93600 seconds is kept as 1 day`);
});

test('a closed plan is a draft, and changes by others are neither undone nor repeated', async () => {
  fakeEditor(`sed -i -e '/^docs /d' -e '/^status /s/status-page/other-page/' "$1"`, 'true');
  const screen = await openZone();
  await screen.press('Z');
  screen.expectText('0 added, 1 changed, 1 deleted');
  await screen.press('esc');
  screen.expectRecentText('Draft saved');
  await screen.moveTo('docs');
  await screen.press('x', 'y');
  await screen.advance(3000);
  screen.expectNoText(/CNAME {2,}docs/);
  await screen.press('Z');
  screen.expectText('0 added, 1 changed, 0 deleted');
  screen.expectText('not delete CNAME docs: deleted meanwhile');
});

/** The path of a record of the zone, by its name and type. */
async function recordPath({account}: TestConsole, name: string, type: string): Promise<string> {
  interface Entry {
    readonly id: number;
    readonly domain?: string;
    readonly name?: string;
    readonly type?: string;
  }
  const entries = async (path: string): Promise<readonly Entry[]> =>
    ((await account.call(`GET ${path}`)) as {data: Entry[]}).data;
  const {id} = (await entries('/v4/domains')).find(({domain}) => domain === 'acme-infra.example') ?? {};
  const records = await entries(`/v4/domains/${id}/records`);
  const record = records.find(candidate => candidate.name === name && candidate.type === type);
  return `/v4/domains/${id}/records/${record?.id}`;
}

test('bug: a zone whose deleted record another program deleted, too, could not be sent', async () => {
  fakeEditor(`sed -i -e '/^docs /d' -e '/^www .* A /s/192[0-9.]*/192.0.2.99/' "$1"`);
  const screen = await openZone();
  const www = await recordPath(screen, 'www', 'A');
  const docs = await recordPath(screen, 'docs', 'CNAME');
  await screen.press('Z');
  screen.expectText('0 added, 1 changed, 1 deleted');
  await screen.account.call(`DELETE ${docs}`);
  await screen.advance(60_000);
  screen.expectText('0 added, 1 changed, 0 deleted');
  await screen.press('y');
  await screen.advance(3000);
  screen.expectRequest(`PUT ${www}`, {target: '192.0.2.99'});
  expect(screen.context.session.draftStore.getState()).toEqual([]);
});

test('bug: a record that another program changed while the editor was open was overwritten', async () => {
  fakeEditor(`sed -i -e '/^www .* A /s/192[0-9.]*/192.0.2.99/' "$1"`);
  const screen = await openZone();
  const path = await recordPath(screen, 'www', 'A');
  const list = `GET ${path.replace(/\/\d+$/, '')}`;
  // The first read precedes the editor, and the second follows it.
  screen.account.holdNext(list)();
  const answerSecond = screen.account.holdNext(list);
  await screen.press('Z');
  await screen.account.call(`PUT ${path}`, {target: '192.0.2.111'});
  answerSecond();
  await screen.advance(100);
  screen.expectRecentText('update A www: changed meanwhile');
  expect(await screen.account.call(`GET ${path}`)).toMatchObject({target: '192.0.2.111'});
});

test('bug: a record that another program changed after the preview of a zone was overwritten', async () => {
  fakeEditor(`sed -i -e '/^www .* A /s/192[0-9.]*/192.0.2.99/' "$1"`);
  const screen = await openZone();
  const path = await recordPath(screen, 'www', 'A');
  await screen.press('Z');
  screen.expectText('0 added, 1 changed, 0 deleted');
  await screen.account.call(`PUT ${path}`, {target: '192.0.2.111'});
  await screen.confirm();
  screen.expectRecentText('changed since this preview');
  // A second press sends nothing, either.
  await screen.press('y');
  expect(await screen.account.call(`GET ${path}`)).toMatchObject({target: '192.0.2.111'});
});

test('bug: a record that another program added after the preview of a zone was added twice', async () => {
  fakeEditor(`sed -i -e '$a blog IN A 192.0.2.77' "$1"`);
  const screen = await openZone();
  const records = (await recordPath(screen, 'www', 'A')).replace(/\/\d+$/, '');
  await screen.press('Z');
  screen.expectText('1 added, 0 changed, 0 deleted');
  await screen.account.call(`POST ${records}`, {type: 'A', name: 'blog', target: '192.0.2.77', ttl_sec: 0});
  await screen.press('y');
  await screen.press('y');
  screen.expectRecentText('Nothing was sent: A blog changed since this preview.');
  const {data} = (await screen.account.call(`GET ${records}`)) as {data: {name: string}[]};
  expect(data.filter(({name}) => name === 'blog')).toHaveLength(1);
});

test('bug: the next edit after a failed one deleted records that others had added meanwhile', async () => {
  const editor = fakeEditor(`sed -i -e '$a blog IN CNAME hosted.example.net.' "$1"`, 'true');
  const screen = await openZone();
  const records = (await recordPath(screen, 'www', 'A')).replace(/\/\d+$/, '');
  screen.account.answerNext(`POST ${records}`, 403, {errors: [{reason: 'Unauthorized'}]});
  await screen.press('Z');
  await screen.confirm();
  await screen.account.call(`POST ${records}`, {type: 'A', name: 'theirs', target: '192.0.2.55'});
  await screen.press('esc', 'Z');
  expect(editor.contents()[1]).toMatch(/^; Your draft, last saved .*\. Delete all lines to discard it\.$/m);
  screen.expectText('1 added, 0 changed, 0 deleted');
});

test('a failed part of a plan is named, and no record is deleted for one that was not created', async () => {
  const editor = fakeEditor(`sed -i -e '/^status /d' -e '$a blog IN CNAME hosted.example.net.' "$1"`, 'true');
  const screen = await openZone();
  const {data} = (await screen.account.call('GET /v4/domains')) as {data: {id: number; domain: string}[]};
  const {id} = data.find(({domain}) => domain === 'acme-infra.example') ?? {};
  screen.account.answerNext(`POST /v4/domains/${id}/records`, 403, {errors: [{reason: 'Unauthorized'}]});
  await screen.press('Z');
  screen.expectText('1 added, 0 changed, 1 deleted');
  await screen.confirm();
  screen.expectText('was left alone, because something before it failed');
  screen.expectText(/✗ \+ CNAME blog: /);
  await screen.press('enter');
  screen.expectText(/CNAME +status/);
  await screen.press('Z');
  screen.expectText('1 added, 0 changed, 1 deleted');
  expect(active(editor, 1).some(line => line.startsWith('blog'))).toBe(true);
  await screen.confirm();
  screen.expectRecentText('accepted for 2 records');
});

test('bug: a new SRV record of a zone edit whose answer was lost was never found, although it existed', async () => {
  fakeEditor(
    `sed -i -e '$a _x._tcp IN SRV 5 50 5060 sip' -e '$a two IN A 192.0.2.77' -e '$a www2 IN CNAME Hosted.Example.net.' "$1"`,
  );
  const faults = {faults: [{on: 'domains.records.create', kind: 'reset', when: 'after'} as const]};
  const account = openAccount({accounts: 'demo', faults});
  const screen = await openConsole({account, size: [140, 45], view: 'domains'});
  await screen.filter('acme-infra.example');
  await screen.press('enter');
  await screen.advance(1000);
  await screen.press('Z');
  screen.expectText('3 added, 0 changed, 0 deleted');
  await screen.press('y');
  screen.expectText(/SRV _x\._tcp: .*checking whether it was/);
  await screen.advance(30_000);
  for (const record of ['SRV _x._tcp', 'A two', 'CNAME www2'])
    screen.expectText(`+ ${record}: New record: no response, but a check found the change applied`);
});
