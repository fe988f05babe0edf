import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {memoryAuditLog} from '../../src/store/changes/audit-log.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

test('a change is shown in the detail and in the change log, which is filtered and exported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-audit-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [150, 45],
    view: 'volumes',
    folder,
  });
  screen.expectText(/Volumes {2}\d+/);
  await screen.press('enter');
  screen.expectText('LAST CHANGE');
  await screen.press('esc', 'e');
  const [, before = ''] = /─ Edit: (\S+) ─/.exec(screen.text()) ?? [];
  await screen.press('ctrl-u');
  await screen.type('renamed-here');
  await screen.press('ctrl-o');
  screen.expectText('PUT /v4/volumes/');
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText(/renamed-here +● active/);
  await screen.press('enter');
  screen.expectText('Edit: Label');
  screen.expectText(new RegExp(`${before} →`));
  await screen.command('audit');
  screen.expectText(/● \S+ +Edit +/);
  screen.expectText(`Label ${before} → renamed-here`);
  await screen.press('/');
  await screen.type('no-such');
  screen.expectText('no change matches no-such');
  await screen.press('ctrl-u');
  await screen.type('volumes renamed');
  await screen.press('enter', 'w');
  screen.expectRecentText('saved as');
  const [name = ''] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const [record] = readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map(text => JSON.parse(text));
  expect(record).toMatchObject({operation: 'volumes.update', method: 'PUT', outcome: 'done', status: 200});
  await screen.press('enter');
  screen.expectText('"operation": "volumes.update"');
  await screen.press('esc', 'o');
  screen.expectNoText('Change log');
  screen.expectText('renamed-here');
});

test('a filter longer than its box is cut inside the border', async () => {
  const screen = await openConsole({size: [60, 15]});
  await screen.command('audit');
  await screen.press('/');
  await screen.type('volumes-of-a-name-that-is-longer-than-all-of-this-narrow-box');
  await screen.press('enter');
  screen.expectText(/│ \/volumes-of-a-name[-a-z]+…│/);
});

const change = {
  at: 1_700_000_000_000,
  profile: 'demo',
  as: 'ops',
  api: 'api.example',
  operation: 'networking.firewalls.rules.update',
  method: 'PUT',
  path: '/v4/networking/firewalls/1/rules',
  target: undefined,
  label: 'front-of-the-databases',
  changes: [],
  outcome: 'refused',
  status: 409,
  requestId: undefined,
  milliseconds: 12,
} as const;

test('the change log shows the outcome of a change at 80 columns', async () => {
  const audit = memoryAuditLog({host: 'desk', user: 'ops'});
  audit.write(change);
  const screen = await openConsole({size: [80, 24], view: 'volumes', storedData: {auditLog: audit}});
  await screen.command('audit');
  screen.expectText(/front-of-the-databases {2}refused 409 {2}networking\.f/);
});

test('the selected change stays selected while a batch writes others', async () => {
  const audit = memoryAuditLog({host: 'desk', user: 'ops'});
  for (const label of ['first', 'second']) audit.write({...change, label});
  const screen = await openConsole({size: [80, 24], view: 'volumes', storedData: {auditLog: audit}});
  await screen.command('audit');
  await screen.moveTo('first');
  for (const minutes of [1, 2]) audit.write({...change, at: change.at + minutes * 60_000, label: `later-${minutes}`});
  await screen.advance(100);
  expect(screen.bar()).toContain('first');
  await screen.press('enter');
  screen.expectText('"label": "first"');
});

test('the change log shows label and operation in full at 80 columns, also with wide characters', async () => {
  const audit = memoryAuditLog({host: 'desk', user: 'ops'});
  const labels = ['thirty-two-characters-lo', '東京-バックアップ-第二号'];
  for (const label of labels)
    audit.write({...change, label, operation: 'support.tickets.replies.create', outcome: 'done'});
  const screen = await openConsole({size: [80, 24], view: 'volumes', storedData: {auditLog: audit}});
  await screen.command('audit');
  for (const label of labels) screen.expectText(`${label}  support.tickets.replies.create`);
});

test('bug: the change log forgot from where a volume was detached', async () => {
  const auditLog = memoryAuditLog({host: 'laptop', user: 'alex'});
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [150, 45],
    view: 'volumes',
    storedData: {auditLog},
  });
  await screen.moveTo('vol-db ');
  await screen.press('D');
  screen.expectText(/Attached to +db-01 → nothing/);
  await screen.confirm();
  await screen.advance(3000);
  await screen.command('audit');
  screen.expectRow('vol-db', 'Detach', 'Attached to db-01 → nothing');
});
