import {expect, test, vi} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {fakeEditor} from '../support/editor.ts';

async function openVolumes(): Promise<TestConsole> {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), view: 'volumes'});
  screen.expectText('metrics');
  await screen.filter('metrics');
  screen.expectText('1 of 18');
  return screen;
}

test('a resource opens as commented YAML with its editable fields; the difference is previewed and sent', async () => {
  const editor = fakeEditor('sed -i -e "s/^label: .*/label: vol-renamed/" "$1"');
  const screen = await openVolumes();
  await screen.press('E');
  screen.expectText(/─ [^─\n]+\? ─/);
  const [text = ''] = editor.contents();
  expect(editor.names()[0]).toMatch(/\.yaml$/);
  expect(text).toMatch(/^# volume metrics \(\d+\) of the profile demo\n/);
  expect(text).toMatch(/^label: metrics$/m);
  expect(text).toMatch(/^# 1 to 32 characters/m);
  expect(text).toMatch(/^# {3}size: \d+$/m);
  expect(text).not.toMatch(/^size:/m);
  screen.expectText(/Label +metrics → vol-renamed/);
  await screen.press('enter');
  screen.expectRecentText('Edit metrics: done');
});

test('an editor that changes nothing, empties the text or fails changes nothing', async () => {
  fakeEditor('true', ': > "$1"', 'exit 7');
  const screen = await openVolumes();
  await screen.press('E');
  screen.expectRecentText('nothing was changed');
  await screen.press('E');
  screen.expectRecentText('the text was emptied: nothing is changed');
  await screen.press('E');
  screen.expectRecentText('editor ended with 7');
  screen.expectNoText(/─ [^─\n]+\? ─/);
  screen.expectText('1 of 18');
  screen.expectNoChanges();
});

test('a text with mistakes opens again with each mistake above its line, until it is valid', async () => {
  const editor = fakeEditor(
    'sed -i -e "s/^label: .*/label: [half/" "$1"',
    'sed -i -e "s/^label: .*/label: x12345678901234567890123456789012/" "$1"',
    'printf "size: 7\\n" >> "$1"',
    'sed -i -e "s/^label: .*/label: vol-right/" -e "/^size/d" "$1"',
  );
  const screen = await openVolumes();
  await screen.press('E');
  screen.expectText(/─ [^─\n]+\? ─/);
  const [, broken = '', long = '', readOnly = ''] = editor.contents();
  expect(broken).toMatch(/# ✗ .*\n/);
  expect(long).toMatch(/# ✗ label must be 1 to 32 characters\nlabel: x1234/);
  expect(readOnly).toMatch(/# ✗ size can’t be changed\nsize: 7/);
  expect(readOnly).not.toContain('✗ label');
  screen.expectText(/Label +metrics → vol-right/);
});

test('bug: an editor with wrong ports of a rule closed without a word, and its text was lost', async () => {
  const editor = fakeEditor('sed -i -e "s/3306/99999/" "$1"', 'sed -i -e "s/99999/3307/" "$1"');
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [120, 40], view: {family: 'networking.firewalls', filter: ''}});
  await screen.press('enter', '2');
  await screen.press('L', 'ctrl-x');
  screen.expectText(/Inbound rule 1 .*3306 .*\n.*→ mysql-web accept TCP 3307/);
  const [, refused = ''] = editor.contents();
  expect(refused).toMatch(/# ✗ inbound\.0\.ports must be ports of 1 to 65535 .*\ninbound:/);
});

test('a text that is closed with mistakes is a draft, which the editor opens the next time', async () => {
  const editor = fakeEditor(
    'sed -i -e "s/^label: .*/label: [half/" "$1"',
    'true',
    'sed -i -e "s/^label: .*/label: vol-whole/" "$1"',
  );
  const screen = await openVolumes();
  await screen.press('E');
  screen.expectRecentText('Draft saved');
  await screen.press('E');
  screen.expectText(/─ [^─\n]+\? ─/);
  expect(editor.contents()[2]).toContain('label: [half');
  screen.expectText(/Label +metrics → vol-whole/);
});

test('a secret in a text with mistakes is not saved, and the rest of the draft is', async () => {
  const editor = fakeEditor(
    'printf "root_pass: cAn4ry-9Q\\nflavour: vanilla\\n" >> "$1"',
    'true',
    'printf "tags: [half\\n" >> "$1"',
    'true',
  );
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), view: 'instances'});
  screen.expectText('Instances  42');
  const put = vi.spyOn(screen.context.session.draftStore, 'put');
  const written = (): string => JSON.stringify(put.mock.calls.map(([, values, about]) => about?.kept ?? values));
  await screen.press('n', 'ctrl-x');
  screen.expectRecentText('Draft saved');
  expect(editor.contents()[1]).toContain('cAn4ry-9Q');
  expect(written()).toContain('root_pass: null');
  expect(written()).toContain('vanilla');
  await screen.press('ctrl-x');
  screen.expectRecentText('for as long as this runs: it may hold a secret');
  // The draft in memory keeps the secret.
  expect(editor.contents()[3]).toMatch(/cAn4ry-9Q.*half/s);
  expect(written()).not.toContain('cAn4ry-9Q');
});

test('a text whose preview is closed is a draft of the form, too', async () => {
  const editor = fakeEditor('sed -i -e "s/^label: .*/label: vol-drafted/" "$1"', 'true');
  const screen = await openVolumes();
  await screen.press('E');
  screen.expectText(/─ [^─\n]+\? ─/);
  await screen.press('esc');
  screen.expectText(/Label +\*? *vol-drafted/);
  await screen.press('esc', 'E');
  screen.expectRecentText('nothing was changed');
  expect(editor.contents()[1]).toMatch(/# Contains your draft from .*\./);
  expect(editor.contents()[1]).toContain('label: vol-drafted');
});

test('with the setting `edit json` the same resource opens as commented JSON', async () => {
  const editor = fakeEditor('sed -i -e "s/\\"label\\": .*/\\"label\\": \\"vol-json\\",/" "$1"');
  const screen = await openVolumes();
  await screen.command('set edit json');
  await screen.press('E');
  screen.expectText(/─ [^─\n]+\? ─/);
  expect(editor.names()[0]).toMatch(/\.jsonc$/);
  expect(editor.contents()[0]).toMatch(/^ {2}"label": "metrics",$/m);
  expect(editor.contents()[0]).toMatch(/^\/\/ {3} {2}"size": \d+,?$/m);
  screen.expectText(/Label +metrics → vol-json/);
});

test('a resource that can’t be edited is reported before an editor opens', async () => {
  const editor = fakeEditor('true');
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), view: 'regions', readOnly: true});
  screen.expectText('us-east');
  await screen.press('E');
  screen.expectRecentText('can’t be edited');
  await screen.command('volumes');
  screen.expectText('metrics');
  await screen.press('E');
  screen.expectRecentText('is read-only');
  expect(editor.contents()).toEqual([]);
});

test('the editor refuses several selected rows', async () => {
  const screen = await openConsole();
  await screen.press('space', 'space', 'E');
  screen.expectText('only one instance at a time; 2 are selected');
});

test('bug: a text of a new resource that was closed with mistakes could not be continued from the list of drafts', async () => {
  const editor = fakeEditor(
    'sed -i -e "s/^label:.*/label: [half/" "$1"',
    'true',
    'sed -i -e "s/^label:.*/label: vol-new/" -e "s/^region:.*/region: us-east/" "$1"',
  );
  const screen = await openVolumes();
  await screen.press('n', 'ctrl-x');
  screen.expectRecentText('Draft saved');
  await screen.press('esc');
  await screen.command('drafts');
  screen.expectText(/New volume +a text/);
  await screen.press('enter', 'enter');
  expect(editor.contents()[2]).toContain('label: [half');
  screen.expectText(/Label +vol-new/);
});

test('bug: the text of an instance from an image could not be continued from the list of drafts', async () => {
  const editor = fakeEditor(
    'sed -i -e "s/^label:.*/label: [half/" "$1"',
    'true',
    'sed -i -e "s/^label:.*/label: from-image/" -e "s/^region:.*/region: us-east/" -e "s/^type:.*/type: g6-standard-1/" -e "s/^# root_pass:.*/root_pass: Secret-12-word/" "$1"',
  );
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'images'});
  await screen.press('D', 'ctrl-x');
  screen.expectRecentText('Type :drafts to continue');
  await screen.press('esc');
  await screen.command('drafts');
  await screen.press('enter', 'enter');
  expect(editor.contents()[2]).toContain('label: [half');
  screen.expectText(/Label +from-image/);
  screen.expectText(/Image +\S+/);
});
