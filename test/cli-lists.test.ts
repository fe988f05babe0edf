/** Lists in an edit: replaced as a whole, or changed in part, and what becomes of them is seen before. */
import {hostname} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {openStateFiles} from '../src/platform/files/state-files.ts';
import {BatchJournals, batchJournalPath} from '../src/store/changes/batch/batch-journal.ts';
import {addressProfile, type CommandLine, openCommandLine} from './support/cli.ts';

/** No process has this number. */
const NOBODY = 2 ** 30;

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const newVolume = (label: string, tags: string[]) =>
  cli.account.ok(contract.volumes.create, {body: {label, region: 'us-east', size: 20, tags}});
const tagsOf = async (volumeId: number) => (await cli.account.ok(contract.volumes.get, {params: {volumeId}})).tags;
const update = (...line: string[]) => cli.run(['do', 'volumes.update', ...line]);

it('adds values to the list of each resource, and removes values from it', async () => {
  const [one, two] = [await newVolume('list-1', ['one', 'two']), await newVolume('list-2', ['three'])];
  const line = ['list-1', 'list-2', '--add-tags', 'new,three', '--remove-tags', 'one', '--yes'];
  expect(await update(...line)).toMatchObject({code: 0, err: ''});
  expect([await tagsOf(one.id), await tagsOf(two.id)]).toEqual([
    ['two', 'new', 'three'],
    ['three', 'new'],
  ]);
  expect(await update(...line)).toEqual({
    code: 0,
    out: '',
    err: 'list-1 is unchanged: it already has these values\nlist-2 is unchanged: it already has these values\n',
  });
  expect((await update('list-2', '--remove-tags', 'three', '--remove-tags', 'new', '--yes')).code).toBe(0);
  expect(await tagsOf(two.id)).toEqual([]);
});

it('shows the old and the new list before the question and with --dry-run', async () => {
  const {id} = await newVolume('seen', ['one']);
  const dry = await update('seen', '--add-tags', 'two', '--dry-run');
  expect(dry.out).toContain(`PUT /v4/volumes/${id} (seen)\n  Tags: one → one, two\n`);
  expect((await update('seen', '--tags', 'two', '--dry-run')).out).toContain('  Tags: one → two\n');
  const asked = await cli.run(['do', 'volumes.update', 'seen', '--remove-tags', 'one'], {}, {ask: async () => ''});
  expect(asked).toMatchObject({code: 1, err: expect.stringContaining('  Tags: one → none\n')});
  expect(await tagsOf(id)).toEqual(['one']);
});

it.each([
  [['--tags', 'a', '--add-tags', 'b'], '--add-tags keeps the other values, --tags replaces them. Use one of them.'],
  [
    ['--body', '{"tags": []}', '--remove-tags', 'b'],
    '--remove-tags keeps the other values, --body replaces them. Use one of them.',
  ],
  [['--add-tags', 'a,b', '--remove-tags', 'b'], '"b" is both added and removed'],
  [['--label', '-x'], '--label needs a value. Write a value that starts with a dash as --label=-…'],
  [['--add-tags', ''], '--add-tags needs a value'],
])('%s: refuses contradictory or missing values', async (line, message) => {
  expect(await update('vol-db', ...line, '--yes')).toEqual({code: 2, out: '', err: `skydeck: ${message}\n`});
});

it('flags to add and remove values exist for lists of words in an edit, and not for a new resource or other lists', async () => {
  const help = async (action: string) => (await cli.run(['do', action, '--help'])).out;
  expect(await help('volumes.update')).toMatch(
    /--tags LIST +Tags · Replaces all values\n +--add-tags LIST +Adds values\n +--remove-tags LIST +Removes values/,
  );
  expect(await help('volumes.create')).not.toContain('add-tags');
  expect(await help('domains.update')).toContain('--add-axfr-ips');
  expect(await help('profile.update')).toContain('--remove-authorized-keys');
  expect(await help('databases.mysql.update')).toContain('--add-allow-list');
  expect(await help('networking.firewalls.rules.update')).not.toContain('add-inbound');
  const hidden = await cli.run(['do', 'domains.update', 'acme.shop', '--add-master-ips', '192.0.2.1', '--yes']);
  expect(hidden).toMatchObject({
    code: 2,
    err: expect.stringContaining('--add-master-ips, which goes with --type slave'),
  });
});

it('accepts labels for the references in a list, and checks added values', async () => {
  const [credential] = (await cli.json('get', 'managed.credentials')) as {id: number; label: string}[];
  const line = [
    'do',
    'services.update',
    'Public API',
    '--add-credentials',
    JSON.stringify([credential?.label]),
    '--dry-run',
  ];
  const {body} = (await cli.json(...line)) as {body: {credentials: number[]}};
  expect(body.credentials).toContain(credential?.id);
  const wrong = await cli.run(['do', 'domains.update', 'acme.shop', '--add-axfr-ips', 'nowhere', '--yes']);
  expect(wrong).toMatchObject({code: 2, err: expect.stringMatching(/axfr-ips.* must be/)});
});

it('names the refused entry and its flag', async () => {
  await newVolume('entries', ['kept']);
  expect((await update('entries', '--add-tags', 'good,no', '--yes')).err).toBe(
    'skydeck: --add-tags "no" must be 3 to 50 characters\n',
  );
  expect((await update('entries', '--tags', 'no', '--yes')).err).toBe(
    'skydeck: --tags "no" must be 3 to 50 characters\n',
  );
});

it('resumes an interrupted batch with the added values', async () => {
  const {id} = await newVolume('resumed', ['own']);
  const writer = {pid: NOBODY, host: hostname()};
  const files = openStateFiles(join(cli.folder, 'skydeck'), () => {});
  const runs = new BatchJournals({
    files,
    path: batchJournalPath(addressProfile(cli.account)),
    writer,
    isRunning: () => false,
  });
  await runs.start({
    at: 1,
    family: 'volumes',
    action: 'update',
    title: 'Edit',
    params: {},
    values: {tags: {adds: ['late'], removes: []}},
    secrets: [],
    rows: [{id, label: 'resumed'}],
  });
  expect((await cli.run(['do', '--resume', '--yes'])).code).toBe(0);
  expect(await tagsOf(id)).toEqual(['own', 'late']);
});
