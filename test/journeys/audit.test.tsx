import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openDemo} from '../support/console.tsx';
import {openLive} from '../support/live.tsx';

test('what was changed is known where it was changed, listed, filtered and exported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-audit-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const screen = await openLive({columns: 150, rows: 45, initialDestination: {family: 'volumes'}, folder});
  await screen.expectText(/Volumes {2}\d+/);
  await screen.press('enter');
  await screen.expectText('LAST CHANGE');
  await screen.press('esc', 'e');
  const [, before = ''] = /─ Edit: (\S+) ─/.exec(screen.text()) ?? [];
  await screen.press('ctrl-u');
  await screen.type('renamed-here');
  await screen.press('ctrl-o');
  await screen.expectText('PUT /v4/volumes/');
  await screen.press('enter');
  await screen.expectText(/renamed-here +● active/);
  await screen.press('enter');
  await screen.expectText(`Edit: Label ${before} →`);
  await screen.command('audit');
  await screen.expectText(/● \S+ +volumes\.update/);
  expect(screen.text()).toContain(`Label ${before} → renamed-here`);
  await screen.press('/');
  await screen.type('no-such');
  expect(screen.text()).toContain('nothing fits no-such');
  await screen.press('ctrl-u');
  await screen.type('volumes renamed');
  await screen.press('enter', 'w');
  await screen.expectGlimpse('saved as');
  const [name = ''] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const [record] = readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map(text => JSON.parse(text));
  expect(record).toMatchObject({operation: 'volumes.update', method: 'PUT', outcome: 'done', status: 200});
  await screen.press('enter');
  await screen.expectText('"operation": "volumes.update"');
  await screen.press('esc', 'o');
  expect(screen.text()).not.toContain('Change log');
  expect(screen.text()).toContain('renamed-here');
  await screen.close();
});

test('a filter longer than the box is cut, and the border stays', async () => {
  const screen = await openDemo({columns: 60, rows: 15});
  await screen.command('audit');
  await screen.press('/');
  await screen.type('volumes-of-a-name-that-is-longer-than-all-of-this-narrow-box');
  await screen.press('enter');
  expect(screen.text()).toMatch(/│ \/volumes-of-a-name[-a-z]+…│/);
  await screen.close();
});

test('eighty columns have room for what became of a change', async () => {
  const screen = await openDemo({columns: 80, rows: 24, initialDestination: {family: 'volumes'}});
  const record = {
    at: 1_700_000_000_000,
    profile: 'demo',
    as: 'ops',
    user: 'ops',
    host: 'desk',
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
  screen.session.recentChanges.patch({records: [record]});
  await screen.command('audit');
  await screen.expectText(/front-of-the-databases {2}refused 409 {2}networking\.f/);
  // The label and what was done to it stand in full, whatever cells its letters take.
  const names = ['thirty-two-characters-lo', '東京-バックアップ-第二号'];
  screen.session.recentChanges.patch({
    records: names.map(label => ({...record, label, operation: 'support.tickets.replies.create', outcome: 'done'})),
  });
  for (const label of names) await screen.expectText(`${label}  support.tickets.replies.create`);
  await screen.close();
});
