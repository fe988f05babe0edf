/** `--plain`: the console as a conversation, by its transcripts. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import type {Profile} from '../../src/profiles/profile.ts';
import {memoryBatchJournals} from '../../src/store/changes/batch/batch-journal.ts';
import {memoryDraftStore} from '../../src/store/changes/draft-store.ts';
import {openPlainMode, runSessionLoop, type TestPlainMode} from '../support/plain-mode.ts';

let plainMode: TestPlainMode;
beforeAll(() => {
  plainMode = openPlainMode();
});
afterAll(() => plainMode.close());

test('bug: a mistyped command in plain mode had no suggestion', async () => {
  const transcript = await plainMode.run({family: 'instances'}, 'rebot 1', 'statsu', 'quit');
  expect(transcript).toContain('No command or resource named rebot 1. Did you mean reboot? Type ? for help.\n');
  expect(transcript).toContain('Did you mean status');
});

test('bug: plain mode did not read a list without events again when it was opened again', async () => {
  const other = openPlainMode();
  const {account} = other;
  account.intercept(({method, path}) => {
    if (method !== 'GET' || !path.startsWith('/v4/volumes?')) return undefined;
    const {promise, resolve} = Promise.withResolvers<undefined>();
    account.clock.schedule(
      20_000,
      () => void account.call('POST /v4/object-storage/keys', {label: 'by-colleague'}).then(() => resolve(undefined)),
    );
    return promise;
  });
  const transcript = await other.run({family: 'objectStorage.keys'}, 'volumes', 'keys', 'list', 'quit');
  const [before = '', after = ''] = transcript.split('> keys');
  expect(before).not.toContain('by-colleague');
  expect(after).toContain('Access keys 4.');
  expect(after).toContain('by-colleague');
  other.close();
});

test('the first audit command prints the changes of this session', async () => {
  const transcript = await plainMode.run({family: 'volumes'}, 'audit', 'quit');
  expect(transcript).toMatch(/Change log · demo:\nno changes from this computer yet\n/);
});

test('bug: plain mode pointed to audit for an earlier undo, but could not undo an entry of the change log', async () => {
  const other = openPlainMode();
  const names = Array.from({length: 22}, (_, index) => `scratch-${index + 1}`);
  const edits = names.flatMap((name, index) => [
    `edit ${names[index - 1] ?? 'batch-scratch-1'}`,
    name,
    '.preview',
    'yes',
  ]);
  const transcript = await other.run(
    {family: 'volumes'},
    ...['undo 1', ...edits],
    ...['audit', 'next', 'next', '22', 'undo 99', 'undo 22', 'no', 'list', 'undo 1', 'quit'],
  );
  expect(transcript).toMatch(/^Change log · demo: page 1 of 2\n1\. 2026\S+ .*scratch-21 {2}Edit .*\n2\. /m);
  expect(transcript).toMatch(
    /^20\. .*\nType undo and a number to undo a change: undo 1\. Type next for more changes\.$/m,
  );
  expect(transcript).toMatch(
    /> next\nChange log · demo: page 2 of 2\n21\. .*\n22\. .*\n.*undo 21\.\n.*> next\nThis is the last page\./,
  );
  expect(transcript).toMatch(/> 22\nEdit batch-scratch-1:\n\{/);
  expect(transcript).toContain('No change 99. The change log has 22.');
  expect(transcript).toMatch(
    /> undo 22\nUndo: Edit batch-scratch-1\.\n(.+\n)*Label: scratch-22 becomes batch-scratch-1\n/,
  );
  // After another list its numbers no longer refer to the change log.
  expect(transcript.match(/> undo 1\nType audit first/g)).toHaveLength(2);
  other.close();
});

test('bug: open and a label opened a resource of another type with the same label', async () => {
  const other = openPlainMode();
  const rename = ['edit batch-scratch-1', 'web-01', '.preview', 'yes'];
  const transcript = await other.run({family: 'volumes'}, ...rename, 'list', 'open web-01', 'quit');
  expect(transcript).toContain('volumes web-01> quit');
  other.close();
});

test('undo batch undoes the whole batch of an entry of the change log', async () => {
  const other = openPlainMode();
  const transcript = await other.run(
    {family: 'volumes', filter: 'batch-scratch'},
    ...['select all', 'edit', '+mine', '.preview', 'yes', 'deselect', 'edit 1', 'aa-first', '.preview', 'yes'],
    ...['audit', 'undo batch 1', 'undo batch 2', 'yes', 'audit', 'undo batch 5', 'undo batch', 'quit'],
  );
  expect(transcript).toContain('> undo batch\nAdd the number of a change: undo batch 3.');
  expect(transcript).toContain('> undo batch 1\nNot now: not part of a batch.');
  expect(transcript).toMatch(/> undo batch 2\nUndo: Edit 3 volumes/);
  expect(transcript).toContain('> undo batch 5\nNot now: already undone.');
  other.close();
});

test('an instance is created, booted and deleted, and the end of each change is announced', async () => {
  const transcript = await plainMode.run(
    {family: 'instances', filter: 'plain-1'},
    ...['new', 'plain-1', 'us-east', 'g6-nanode-1', 'debian12', 'root_pass9A!xyzzy', '.preview', 'yes', 'wait', 'list'],
    ...['shutdown 1', 'yes', 'wait', 'boot plain-1', 'yes', 'wait'],
    ...['delete 1', 'nope', 'plain-1', 'wait', 'quit', 'never heard'],
  );
  expect(transcript).toContain('Region, required, 11 choices: us-east\n');
  expect(transcript).toMatch(/^Preview\. POST \/v4\/compute\/instances\nLabel: plain-1\nRegion: us-east\n/m);
  expect(transcript).toContain('Cost: +$5.00/mo, billed from creation.');
  // A secret is neither echoed nor shown.
  expect(transcript).not.toContain('root_pass');
  expect(transcript).toMatch(/^Send it\? yes, no, form or curl \[no\]: yes\nSending\.\n/m);
  expect(transcript).toMatch(/instances> wait\n(.+\n)*plain-1 is running now\n/);
  expect(transcript).toMatch(/^1\. plain-1, running, Plan g6-nanode-1, Region us-east, /m);
  expect(transcript).toMatch(/instances> wait\n(.+\n)*plain-1 is offline now\n/);
  expect(transcript).toMatch(/boot plain-1\nBoot: plain-1\.\nPreview\. POST .*\/boot\n/);
  // A destructive change is confirmed by name, as on the screen.
  expect(transcript).toContain(
    'Delete: plain-1? Type plain-1 to confirm, or press enter to cancel: nope\nThat doesn’t match plain-1. Type it exactly as written.\n',
  );
  expect(transcript).toMatch(/instances> wait\n(.+\n)*plain-1 was deleted/);
  expect(transcript).not.toContain('never heard');
  expect(transcript).not.toContain('\x1b');
});

test('bug: a new resource was not found by its name until the list was printed again', async () => {
  const other = openPlainMode();
  const transcript = await other.run(
    {family: 'instances'},
    ...['new', 'fresh-1', 'us-east', 'g6-nanode-1', 'debian12', 'root_pass9A!xyzzy', '.preview', 'yes', 'wait'],
    ...['shutdown fresh-1', 'no', 'shutdown nowhere-1', 'quit'],
  );
  expect(transcript).toMatch(/^Preview\. POST .*\/shutdown$/m);
  expect(transcript).not.toContain('fresh-1 not found');
  expect(transcript).toContain('nowhere-1 not found in this list.');
  other.close();
});

test('bug: y without an open question listed commands, and a wrong answer repeated the whole list', async () => {
  const transcript = await plainMode.run(
    {family: 'instances', filter: 'web-01'},
    ...['y', 'no', '1', 'actions', 'y', ''],
  );
  expect(transcript).toContain('instances> y\nNo question is open. Type a command, or ? for help.\n');
  expect(transcript).toContain('> no\nNo question is open.');
  expect(transcript).toMatch(/goes back: y\nNo entry y\. Type a number or a name of the list\.\nNumber or name, enter/);
  expect(transcript.match(/^Actions: web-01:$/gm)).toHaveLength(1);
});

test('a ticket is read and answered, also with a line that starts with “loading”', async () => {
  const transcript = await plainMode.run(
    {family: 'support.tickets'},
    ...['1', 'actions', 'reply', 'It answers again.', 'loading took a while…', '.', 'yes', 'refresh'],
  );
  expect(transcript).toMatch(/^Ticket .+, waiting for you\.\nTab 1 of \d+: Conversation\.$/m);
  expect(transcript).toMatch(/^\d\. Reply…$/m);
  // The whole text is read before it is sent.
  expect(transcript).toContain('Reply: It answers again.\nloading took a while…\n');
  expect(transcript).toMatch(/^Reply “.+”: done$/m);
  expect(transcript.slice(transcript.indexOf('Sending.'))).toMatch(
    /^acme: .*\nIt answers again\.\nloading took a while…$/m,
  );
});

test('the indentation of the first line of a long text is kept', async () => {
  const transcript = await plainMode.run(
    {family: 'support.tickets'},
    ...['1', 'actions', 'reply', '    Device  r/s', '    sda     12', '.', 'no'],
  );
  expect(transcript).toContain('Reply:     Device  r/s\n    sda     12\n');
});

test('a list waits for states that depend on another list, and a tab opens by its name', async () => {
  const transcript = await plainMode.run(
    {family: 'support.tickets', filter: 'disk latency'},
    ...['nodebalancers', 'front', 'overview', 'configs', '..', 'instances', 'web-01', 'volumes'],
  );
  expect(transcript).toMatch(/^1\. db-01: disk latency since the maintenance, waiting for you, /m);
  expect(transcript).not.toContain('reading');
  expect(transcript).toMatch(/front> configs\nNodeBalancer front, [^,\n]+\.\nTab 1 of 7: Configs\.\n/);
  expect(transcript).toContain('Protocol HTTP,');
  // A word that names a tab and a family means the family, as elsewhere.
  expect(transcript).toMatch(/web-01> volumes\ntab volumes reads only these\.\nVolumes 18\./);
});

test('a row that stands for another resource opens it, and rows of a tab have their own actions', async () => {
  const transcript = await plainMode.run(
    {family: 'databases.instances'},
    ...['shop-mysql', 'back', '2', 'tab credentials', 'buckets', 'acme-site', 'actions 1', '', '2', 'back'],
  );
  expect(transcript).toMatch(/databases> shop-mysql\nDatabase shop-mysql, active\.\nTab 1 of 7: Overview\.\n/);
  expect(transcript).toMatch(/databases> 2\nDatabase shop-mysql/);
  expect(transcript).toContain('Tab 3 of 7: Credentials.\n');
  expect(transcript).toContain('Actions: 404.html:\n');
  expect(transcript).toMatch(/acme-site> 2\nObjects acme-site\/css\/, \d/);
});

test('an event that the user has not seen is marked as new, and no dot is printed', async () => {
  const transcript = await plainMode.run({family: 'instances', filter: 'db-01'}, 'reboot 1', 'yes', 'wait', 'events');
  expect(transcript).toMatch(/^\d+\. db-01 rebooted, finished, new, When \d+[sm], Date UTC [-\d]+ [:\d]+, By acme$/m);
  expect(transcript).not.toMatch(/[•·]/);
});

test('an input that ends before a change is confirmed is answered with “Nothing more was sent”', async () => {
  const place = {family: 'volumes', filter: 'staging-data'} as const;
  const end = 'The input ended. Nothing more was sent.';
  expect(await plainMode.run(place, 'attach 1', 'staging-db', '.preview')).toMatch(
    new RegExp(`^Send it\\? yes, no, form or curl \\[no\\]: \\n${end}$`, 'm'),
  );
  expect(plainMode.end()).toBe('unanswered');
  expect(await plainMode.run(place, 'list')).not.toContain(end);
  expect(plainMode.end()).toBe('left');
  // The same holds for a question whose answer is not echoed.
  await plainMode.run({family: 'instances'}, 'new', 'plain-9', 'us-east', 'g6-nanode-1', 'debian12');
  expect(plainMode.end()).toBe('unanswered');
});

test('bug: enter alone sent a change that the screen considers harmless', async () => {
  const own = openPlainMode();
  const rename = await own.run({family: 'volumes', filter: 'staging-data'}, 'edit 1', 'renamed', '', '', 'quit');
  expect(rename).toMatch(/^Send it\? yes, no, form or curl \[no\]: \nCanceled\. Nothing was sent\.$/m);
  const batch = await own.run({family: 'volumes', filter: 'vol-db'}, ...['select all', 'edit', '+five', '', 'quit']);
  expect(batch).toMatch(/^Send it\? yes, no, form or curl \[no\]: \nCanceled\. Nothing was sent\.$/m);
  const undone = await own.run(
    {family: 'volumes', filter: 'staging-data'},
    ...['edit 1', 'renamed', '', 'yes', 'undo', '', 'edit 1', 'staging-data', '', 'yes', 'quit'],
  );
  expect(undone).toMatch(/^Undo: (.|\n)*?^Send it\? .*\[no\]: \nCanceled\. Nothing was sent\.$/m);
  expect(`${rename}${batch}`).not.toContain('Sending.');
  expect(undone.match(/^Sending\.$/gm)).toHaveLength(2);
  own.close();
});

test('bug: after a volume was renamed, an event of another change was read out', async () => {
  const other = openPlainMode();
  const transcript = await other.run(
    {family: 'volumes'},
    ...[
      'new',
      'fresh-vol',
      '',
      'us-east',
      '.preview',
      'yes',
      'wait',
      'edit fresh-vol',
      'renamed-vol',
      '',
      'yes',
      'wait',
    ],
    ...['wait', 'list', 'quit'],
  );
  other.close();
  const [, later = ''] = transcript.split('edit fresh-vol');
  expect(later).toContain('Sending.');
  expect(later).not.toMatch(/was created|has ended/);
});

test('bug: a list in plain mode counted and numbered deleted volumes', async () => {
  const other = openPlainMode();
  const transcript = await other.run(
    {family: 'volumes', filter: ''},
    ...['delete batch-scratch-free', 'batch-scratch-free', 'wait', 'list', 'quit'],
  );
  other.close();
  const listed = transcript.slice(transcript.lastIndexOf('> list\n'));
  expect(listed).toMatch(/Volumes 17\./);
  expect(listed).not.toContain('deleted');
  expect(listed).not.toContain('batch-scratch-free');
});

test('progress is printed at most once per quarter, and the end once', async () => {
  const transcript = await plainMode.run(
    {family: 'volumes', filter: 'vol-db-02'},
    ...['resize 1', '120', '.preview', 'yes', 'events', 'volumes', 'wait', 'events'],
  );
  expect(transcript).toMatch(
    /^\d+\. vol-db-02 is being resized, (waiting, scheduled|started), new, When \S+, Date UTC [-\d]+ [:\d]+, (\d+%, )?By acme$/m,
  );
  const told = [...transcript.matchAll(/^vol-db-02 is resizing, (\d+)%$/gm)].map(([, percent]) => Number(percent));
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThanOrEqual(3);
  expect(new Set(told.map(percent => Math.floor(percent / 25))).size).toBe(told.length);
  expect(transcript.match(/^vol-db-02 was resized/gm)).toHaveLength(1);
});

test('input from a pipe starts with an empty form, and an older draft is kept', async () => {
  const drafts = memoryDraftStore();
  const other = openPlainMode(undefined, {}, {drafts});
  const labels = () => drafts.getState().map(({values}) => values.label);
  await other.run({family: 'volumes'}, 'new', 'half', '.cancel', 'quit');
  const transcript = await other.run({family: 'volumes'}, 'new', 'whole', '', 'us-east', '.cancel', 'quit');
  expect(transcript).toMatch(/^A draft from .* exists\. This form starts empty\. Type drafts to open the draft\.$/m);
  expect(transcript).toContain('Label, required: whole\n');
  expect(transcript).toContain('Canceled. Nothing was sent.\n');
  expect(labels()).toEqual(['half']);
  const resumed = await other.run({family: 'volumes'}, 'drafts', '1', 'continue', 'done', '.cancel', 'quit');
  other.close();
  expect(resumed).toMatch(/^Resuming the draft from .*\.\nLabel, required \[half\]: done$/m);
  expect(labels()).toEqual(['done']);
});

test('a volume is attached to an instance of its region, and the attachment is undone', async () => {
  const transcript = await plainMode.run(
    {family: 'volumes', filter: 'batch'},
    ...['attach 3', '?', 'web-01', 'batch-3', '', 'yes', 'wait', 'undo', 'yes', 'wait'],
  );
  expect(transcript).toMatch(/^\d+\. db-01, .*; not now: in eu-west$|^\d+ more\. Type a part of the name/m);
  expect(transcript).toContain('web-01 cannot be chosen: in us-east.\n');
  expect(transcript).toContain('Attach on boot, yes or no [yes]: \n');
  expect(transcript).toContain('Undo: Attach batch-scratch-free.\nPreview. POST ');
  expect(transcript).toContain('Attached to: batch-3 becomes nothing\n');
  expect(transcript).toContain('Undo: Attach batch-scratch-free: under way');
  expect(transcript).toMatch(/batch-scratch-free was attached(.|\n)*batch-scratch-free was detached/);
});

test('a label can be the word `constructor`', async () => {
  const transcript = await plainMode.run(
    {family: 'volumes'},
    'new',
    'constructor',
    '',
    'us-east',
    '.preview',
    'no',
    'quit',
  );
  expect(transcript).toMatch(/^Preview\. POST .*\nLabel: constructor\n/m);
});

test('a problem is printed with its field, and only fields with problems are asked for again', async () => {
  const transcript = await plainMode.run(
    {family: 'domains', filter: 'spoken'},
    ...['new', '.preview', 'acme-infra.example', 'ops@spoken.example', 'yes', 'spoken.example', 'yes', 'list'],
  );
  // The first problem is reported before the request is sent, the second one by the API.
  expect(transcript).toContain(
    'Not sent yet: 2 fields need another answer.\nDomain: is required.\nDomain, required: acme-infra.example\n',
  );
  expect(transcript).toContain('Contact: is required.\nContact, required: ops@spoken.example\nPreview. ');
  expect(transcript).toMatch(
    /Not sent yet: 1 field needs another answer\.\nDomain: is taken already\.\n(.+\n)?Domain, required \[acme-infra\.example\]: spoken\.example\nPreview\. POST \/v4\/domains\nDomain: spoken\.example\n/,
  );
  expect(transcript).toMatch(/^1\. spoken\.example, /m);
});

test('bug: .. led to the next field with a problem instead of the one before', async () => {
  const transcript = await plainMode.run(
    {family: 'domains', filter: 'again'},
    ...['new', '.preview', 'agian.example', '..', 'again.example', 'ops@again.example', 'no', 'quit'],
  );
  expect(transcript).toMatch(
    /Contact, required: \.\.\nDomain, required \[agian\.example\]: again\.example\n.*\nContact, required: ops@/,
  );
});

test('bug: a resource whose label has spaces could not be named', async () => {
  const transcript = await plainMode.run({family: 'stackscripts'}, 'json Hardened SSH', 'quit');
  expect(transcript).not.toContain('not found in this list');
  expect(transcript).toContain('"label": "Hardened SSH"');
});

test('bug: plain mode ignored the words after list', async () => {
  const transcript = await plainMode.run(
    {family: 'instances'},
    ...['list volumes status:active', 'list nonsense', '?', 'resources', 'quit'],
  );
  expect(transcript).toContain('filter status:active.');
  expect(transcript).toContain('Unknown resource type nonsense. Type filter and the words to filter this list.');
  expect(transcript).toContain('resources lists all resource types.');
  expect(transcript).toContain('Resource types, opened by number or name:');
});

test('lists are filtered, sorted, selected and paged, and numbers open their entries', async () => {
  const transcript = await plainMode.run(
    {family: 'instances'},
    ...[
      'next',
      'sort -vcpu',
      'filter web',
      'filter',
      'select 2 3',
      'deselect',
      'sort',
      '',
      'columns',
      'age',
      'done',
      'edit 1',
      '.preview',
    ],
    ...['/web-01', '1', 'tab configs', '1', 'back', 'tab stats', 'find db-01', '1', 'json', 'instnaces', 'nonsense!'],
  );
  expect(transcript).toContain('page 2 of 3.\n21. ');
  expect(transcript).toMatch(/by VCPU, descending\. page 1 of 3\.\n1\. .*, VCPU 8,/);
  expect(transcript).toMatch(/^2 selected: \S+, \S+\.$/m);
  expect(transcript).toContain('No changes. Nothing was sent.\ninstances> ');
  expect(transcript).toContain('instances> deselect\nNothing is selected.\n');
  expect(transcript).toContain('Sort Instances:\n1. as the API orders them\n');
  expect(transcript).toMatch(/^8\. Age, .*, chosen\n(.*\n)*8\. Age, hidden first if the screen is narrow\n/m);
  expect(transcript).toMatch(/^Instance web-01, running\.\nTab 2 of \d+: Configs\.\n1\. /m);
  expect(transcript).toMatch(/^Config .*\.\nTab 1 of 2: Overview\.$/m);
  expect(transcript).toMatch(/find db-01\n1\. instance db-01, /);
  expect(transcript).toMatch(/instances db-01> json\nThe object:\n\{\n {2}"id"/);
  expect(transcript).toContain('No command or resource named nonsense!. Type ? for help.\n');
});

test('a bulk edit adds and removes tags of rows with different tags', async () => {
  const transcript = await plainMode.run(
    {family: 'volumes', filter: 'vol-db'},
    ...['select all', 'edit', '+five, -nothing', 'yes', 'list', 'quit'],
  );
  expect(transcript).toMatch(/Tags, several with commas between, \+NAME adds, -NAME removes \[.*\]: \+five, -nothing/);
  expect(transcript).toContain('Tags: prod, database becomes prod, database, five\n');
  // The selection ends with its action.
  expect(transcript).toContain('volumes> list\nVolumes 4 of 18. filter');
});

test('a read-only profile is reported before any question', async () => {
  const other = openPlainMode({name: 'look', production: false, readOnly: true});
  const transcript = await other.run({family: 'volumes'}, 'delete 1', 'new', 'status');
  other.close();
  expect(transcript).toContain('Delete cannot be done now: the profile look is read-only.\n');
  expect(transcript).toContain('New volume cannot be done now: the profile look is read-only.\n');
  expect(transcript).toContain('Profile look, read-only, ');
});

test('a batch whose journal can’t be written asks before it continues', async () => {
  const journals = memoryBatchJournals();
  let failures = 2;
  const start = journals.start.bind(journals);
  journals.start = async plan => {
    if (failures-- > 0) throw new Error('ENOSPC: no space left on device');
    return start(plan);
  };
  const full = openPlainMode(undefined, {}, {batchJournals: journals});
  const transcript = await full.run(
    {family: 'instances', filter: 'web-0'},
    ...['mark 3 4', 'reboot', 'yes', 'no', 'reboot', 'yes', 'yes', 'quit'],
  );
  full.close();
  const asked = 'The journal can’t be written: ENOSPC: no space left on device.\nTry to continue? yes or no [no]: ';
  expect(transcript.split(asked)).toHaveLength(3);
  // A run without a journal file makes no promise to resume.
  expect(transcript).toMatch(/Try to continue\?.*: no\nweb-03: waiting\nweb-04: waiting\ninstances> /);
  expect(transcript).toMatch(/Try to continue\?.*: yes\nReboot: accepted for 2 instances\n/);
});

test('a batch that stops after a failure names the command that resumes it, and resumes', async () => {
  const fails = {on: 'instances.reboot', kind: 'error', status: 400, count: 1} as const;
  const failing = openPlainMode(undefined, {faults: {faults: [fails]}});
  const transcript = await failing.run(
    {family: 'instances', filter: 'web-0'},
    ...['mark 3 4', 'reboot', 'yes', 'no', 'resume', 'yes', 'quit'],
  );
  failing.close();
  expect(transcript).toMatch(/web-03 failed: Internal server error\n(.*\n)*Continue with the others\? .*: no\n/);
  expect(transcript).toContain('\nweb-04: waiting\nStopped. Type resume to continue with the rest.\n');
  expect(transcript).toMatch(
    /> resume\nReboot: web-04\.\nPreview\. POST .*\/104\/reboot\n(.*\n)*Send it\?.*: yes\nSending\.\nReboot web-04: under way/,
  );
});

describe('accounts', () => {
  let home: string;
  let emulator: RunningEmulator;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'skydeck-plain-'));
    emulator = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  });
  afterAll(async () => {
    await emulator.close();
    rmSync(home, {recursive: true});
  });
  const profileOf = (name: string, facts: Partial<Profile> = {}): Profile => ({
    name,
    baseUrl: emulator.url,
    production: false,
    readOnly: false,
    ...facts,
  });

  test('a profile without a token asks for one at its first start, and continues with its list', async () => {
    const {token} = emulator;
    const transcript = await runSessionLoop(
      {profiles: [profileOf('home')], env: {XDG_STATE_HOME: home}},
      ...['never a token', 'never-a-token', token, '1', 'quit'],
    );
    const question = 'Access token for home. Paste a token for this session. To save one, run "skydeck profile add".\n';
    // The text with spaces is refused at once, and the API rejects the first typed token, so the question is repeated.
    expect(transcript.split(question)).toHaveLength(3);
    expect(transcript).toContain(
      'The typed text is not a token: it has spaces or control characters. Nothing was sent.',
    );
    expect(transcript).toContain('Token, hidden while you type, enter cancels: \nThis is home now.\n');
    expect(transcript).toMatch(/This is home now\.\nVolumes(.|\n)*volumes> 1\nVolume /);
    expect(transcript).not.toContain(token);
    expect(transcript).not.toMatch(/never.a.token/);
  });

  test('a user without a token is asked for one once, and again by use-token', async () => {
    const transcript = await runSessionLoop(
      {profiles: [profileOf('home')], env: {XDG_STATE_HOME: home}},
      ...['', 'status', 'use-token', emulator.token, 'quit'],
    );
    expect(transcript).toMatch(/enter cancels: \nvolumes> status\nProfile home, no token\.\nSKYDECK_TOKEN is empty\. /);
    expect(transcript).toMatch(
      /volumes> use-token\nAccess token for home\..*\n.*enter cancels: \nThis is home now\.\n/,
    );
  });

  test('bug: after a wrong typed token, the file of the profile’s own token was not named', async () => {
    const file = join(home, 'token');
    writeFileSync(file, '', {mode: 0o600});
    const transcript = await runSessionLoop(
      {profiles: [profileOf('home', {token: {file}})], env: {XDG_STATE_HOME: home}},
      ...['wrong', '', 'status', 'quit'],
    );
    expect(transcript).toContain(`Type another one with :use-token, or check the token in ${file}, which profile home`);
    expect(transcript).not.toContain('SKYDECK_TOKEN');
  });

  test('a condition that depends on another list is waited for, and a number opens a row', async () => {
    const transcript = await runSessionLoop(
      {profiles: [profileOf('home')], env: {XDG_STATE_HOME: home, SKYDECK_TOKEN: emulator.token}},
      ...['nodebalancers', 'open 2', 'quit'],
    );
    expect(transcript).toMatch(/^NodeBalancers 3\. 1 all down, 1 no ports, 1 some down\./m);
    expect(transcript).not.toContain('reading');
    expect(transcript).toMatch(/^NodeBalancer front, some down\.$/m);
  });

  test('profiles are listed, and one is opened by its number or name', async () => {
    const transcript = await runSessionLoop(
      {
        profiles: [profileOf('one'), profileOf('two', {production: true, readOnly: true})],
        env: {XDG_STATE_HOME: home, SKYDECK_TOKEN: emulator.token},
      },
      ...['profile', '', '@', '3', 'status', 'profiles', 'one', 'status', 'quit'],
    );
    expect(transcript).toMatch(/volumes> profile\nProfiles:\n1\. demo, built in\n2\. one, here, .*\n/);
    expect(transcript).toMatch(/\n3\. two, .*, production, read-only\nNumber or name, enter goes back: \nvolumes> @\n/);
    expect(transcript).toMatch(
      /enter goes back: 3\nThis is two now\.\n(.|\n)*> status\nProfile two, production, read-only, /,
    );
    expect(transcript).toMatch(/enter goes back: one\nThis is one now\.\n(.|\n)*> status\nProfile one, /);
  });
});
