import {expect, test} from 'vitest';
import type {FaultPlan} from '../../src/emulator/faults/fault-plan.ts';
import {type FakeEditor, fakeEditor} from '../support/editor.ts';
import {type LiveScreen, openLive} from '../support/live.tsx';

async function openZone(faults?: FaultPlan): Promise<LiveScreen & {heard(words: string): Promise<void>}> {
  const screen = await openLive({columns: 140, rows: 45, initialDestination: {family: 'domains'}}, {faults});
  const said: string[] = [];
  const {toasts} = screen.deck.session;
  toasts.subscribe(() => void said.push(...toasts.get().map(({text}) => text)));
  await screen.expectText('Domains  24');
  await screen.filter('acme-infra.example');
  await screen.press('enter');
  await screen.expectText('Records  14');
  return Object.assign(screen, {
    heard: (words: string) => screen.until(() => said.some(text => text.includes(words)), `“${words}” to be said`),
  });
}

const active = (editor: FakeEditor, round: number): string[] =>
  (editor.seen()[round] ?? '').split('\n').filter(line => / IN /.test(line));

test('records stand under their types, with their number', async () => {
  const screen = await openZone();
  expect(screen.text()).toMatch(/ A {2}3\s/);
  expect(screen.text()).toMatch(/ CAA {2}2\s/);
  await screen.close();
});

test('a zone is edited as text: the plan is shown record by record, and run as one', async () => {
  const editor = fakeEditor(
    `sed -i -e '/^www .* A /s/192[0-9.]*/192.0.2.99/' -e '/^docs /d' -e '$a blog 1h IN CNAME hosted.example.net.' "$1"`,
    'true',
  );
  const screen = await openZone();
  await screen.press('Z');
  await screen.expectText('1 added, 1 changed, 1 deleted');
  expect(editor.names()[0]).toMatch(/\.zone$/);
  expect(active(editor, 0)).toHaveLength(14);
  expect(editor.seen()[0]).toMatch(/^_sip\._tcp +IN SRV +5 50 5060 sip\.acme-infra\.example\.$/m);
  expect(screen.text()).toMatch(/\+ CNAME blog +hosted\.example\.net\. {2}TTL 1 hour/);
  expect(screen.text()).toMatch(/~ A www .*→ 192\.0\.2\.99/);
  expect(screen.text()).toMatch(/- CNAME docs +www\.acme-infra\.example\./);
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('tab', 'enter');
  await screen.heard('accepted for 3 Records');
  await screen.until(() => /blog +hosted\.example\.net/.test(screen.text()), 'the new record is in the table');
  await screen.until(() => !/CNAME +docs/.test(screen.text()), 'the deleted one is gone');
  await screen.until(() => /www +192\.0\.2\.99/.test(screen.text()), 'the changed one is changed');
  await screen.press('Z');
  await screen.heard('nothing was changed');
  expect(active(editor, 1).some(line => line.startsWith('blog'))).toBe(true);
  // The whole plan is undone as one.
  await screen.press('u');
  await screen.expectText('Undo: the last plan');
  await screen.expectText('1 added, 1 changed, 1 deleted');
  await screen.press('tab', 'enter');
  await screen.until(() => /CNAME +docs/.test(screen.text()), 'the deleted one is there again');
  await screen.until(() => !/blog +hosted/.test(screen.text()), 'the new one is gone again');
  await screen.until(() => !/www +192\.0\.2\.99/.test(screen.text()), 'the changed one is as it was');
  await screen.close();
});

test('mistakes come back into the editor by their lines, also those that only the bounds of the API know', async () => {
  const editor = fakeEditor(
    `sed -i -e '$a bad IN A 192.0.2.300' "$1"`,
    `sed -i -e 's/192.0.2.300/192.0.2.30/' -e '$a many IN MX 900 mail.example.net.' "$1"`,
    `sed -i -e '/^many/d' "$1"`,
  );
  const screen = await openZone();
  await screen.press('Z');
  await screen.expectText('1 added, 0 changed, 0 deleted');
  expect(editor.seen()[1]).toMatch(/; ✗ 192\.0\.2\.300 is not an IPv4 address\nbad IN A/);
  expect(editor.seen()[2]).toMatch(/; ✗ the priority is a number from 0 to 255\nmany IN MX/);
  expect(editor.seen()[2]).not.toContain('✗ 192');
  await screen.close();
});

test('left at the plan, the text is a draft; others’ changes meanwhile are neither undone nor repeated', async () => {
  fakeEditor(`sed -i -e '/^docs /d' -e '/^status /s/status-page/other-page/' "$1"`, 'true');
  const screen = await openZone();
  await screen.press('Z');
  await screen.expectText('0 added, 1 changed, 1 deleted');
  await screen.press('esc');
  await screen.heard('Draft saved');
  await screen.moveTo('docs');
  await screen.press('x', 'y');
  await screen.until(() => !/CNAME +docs/.test(screen.text()), 'the record is gone');
  await screen.press('Z');
  await screen.expectText('0 added, 1 changed, 0 deleted');
  expect(screen.text()).toContain('not delete CNAME docs: deleted by someone else in the meantime');
  await screen.close();
});

test('what fails is told by its row, and nothing is taken away for what did not come', async () => {
  const editor = fakeEditor(`sed -i -e '/^status /d' -e '$a blog IN CNAME hosted.example.net.' "$1"`, 'true');
  const screen = await openZone({faults: [{on: 'domains.records.create', kind: 'error', status: 403, count: 1}]});
  await screen.press('Z');
  await screen.expectText('1 added, 0 changed, 1 deleted');
  await screen.press('y');
  await screen.expectText('was left alone, because something before it failed');
  expect(screen.text()).toMatch(/✗ \+ CNAME blog: /);
  await screen.press('enter');
  expect(screen.text()).toMatch(/CNAME +status/);
  await screen.press('Z');
  await screen.expectText('1 added, 0 changed, 1 deleted');
  expect(active(editor, 1).some(line => line.startsWith('blog'))).toBe(true);
  await screen.press('y');
  await screen.heard('accepted for 2 Records');
  await screen.close();
});
