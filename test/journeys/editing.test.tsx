import {expect, test, vi} from 'vitest';
import {openDemo} from '../support/console.tsx';
import {fakeEditor} from '../support/editor.ts';
import {type LiveScreen, openLive} from '../support/live.tsx';

async function openVolumes(): Promise<LiveScreen> {
  const screen = await openLive({initialDestination: {family: 'volumes'}});
  await screen.expectText('metrics');
  await screen.filter('metrics');
  await screen.expectText('1 of 18');
  return screen;
}

/** What was said is gone soon in compressed time: everything that was, in its order. */
function hearing(screen: LiveScreen): {heard(words: string): Promise<void>} {
  const said: string[] = [];
  const {toasts} = screen.deck.session;
  toasts.subscribe(() => void said.push(...toasts.get().map(({text}) => text)));
  return {
    heard: words => screen.until(() => said.some(text => text.includes(words)), `“${words}” among ${said.join(' | ')}`),
  };
}

test('an object opens as commented YAML: what can be changed is active; the difference is previewed and sent', async () => {
  const editor = fakeEditor('sed -i -e "s/^label: .*/label: vol-renamed/" "$1"');
  const screen = await openVolumes();
  const {heard} = hearing(screen);
  await screen.press('E');
  await screen.expectText('· preview');
  const [text = ''] = editor.seen();
  expect(editor.names()[0]).toMatch(/\.yaml$/);
  expect(text).toMatch(/^# Volume metrics \(\d+\) of the profile demo\n/);
  expect(text).toMatch(/^label: metrics$/m);
  expect(text).toMatch(/^# 1 to 32 characters/m);
  expect(text).toMatch(/^# {3}size: \d+$/m);
  expect(text).not.toMatch(/^size:/m);
  expect(screen.text()).toMatch(/Label +metrics → vol-renamed/);
  await screen.press('enter');
  await heard('Edit metrics: done');
  await screen.close();
});

test('an editor that changed nothing changes nothing, and an emptied file is a no', async () => {
  fakeEditor('true', ': > "$1"', 'exit 7');
  const screen = await openVolumes();
  const {heard} = hearing(screen);
  await screen.press('E');
  await heard('nothing was changed');
  await screen.press('E');
  await heard('the text was emptied: nothing is changed');
  await screen.press('E');
  await heard('editor ended with 7');
  expect(screen.text()).not.toContain('preview');
  expect(screen.text()).toContain('1 of 18');
  await screen.close();
});

test('what is wrong goes back into the editor, beside its lines, until it is right', async () => {
  const editor = fakeEditor(
    'sed -i -e "s/^label: .*/label: [half/" "$1"',
    'sed -i -e "s/^label: .*/label: x12345678901234567890123456789012/" "$1"',
    'printf "size: 7\\n" >> "$1"',
    'sed -i -e "s/^label: .*/label: vol-right/" -e "/^size/d" "$1"',
  );
  const screen = await openVolumes();
  await screen.press('E');
  await screen.expectText('· preview');
  const [, broken = '', long = '', readOnly = ''] = editor.seen();
  expect(broken).toMatch(/# ✗ .*\n/);
  expect(long).toMatch(/# ✗ label must be 1 to 32 characters\nlabel: x1234/);
  expect(readOnly).toMatch(/# ✗ size can’t be changed here\nsize: 7/);
  expect(readOnly).not.toContain('✗ label');
  expect(screen.text()).toMatch(/Label +metrics → vol-right/);
  await screen.close();
});

test('a text closed with its mistakes is a draft, and the next time goes on with it', async () => {
  const editor = fakeEditor(
    'sed -i -e "s/^label: .*/label: [half/" "$1"',
    'true',
    'sed -i -e "s/^label: .*/label: vol-whole/" "$1"',
  );
  const screen = await openVolumes();
  const {heard} = hearing(screen);
  await screen.press('E');
  await heard('kept as a draft');
  await screen.press('E');
  await screen.expectText('· preview');
  expect(editor.seen()[2]).toContain('label: [half');
  expect(screen.text()).toMatch(/Label +metrics → vol-whole/);
  await screen.close();
});

test('a secret that was typed into a text with mistakes is in no file, and the rest of the draft is', async () => {
  const editor = fakeEditor(
    'printf "root_pass: cAn4ry-9Q\\nflavour: vanilla\\n" >> "$1"',
    'true',
    'printf "tags: [half\\n" >> "$1"',
    'true',
  );
  const screen = await openLive({initialDestination: {family: 'instances'}});
  await screen.expectText('Instances  42');
  const put = vi.spyOn(screen.deck.session.draftStore, 'put');
  const written = (): string => JSON.stringify(put.mock.calls.map(([, values, about]) => about?.kept ?? values));
  const {heard} = hearing(screen);
  await screen.press('n', 'ctrl-x');
  await heard('kept as a draft, E goes on');
  expect(editor.seen()[1]).toContain('cAn4ry-9Q');
  expect(written()).toContain('root_pass: null');
  expect(written()).toContain('vanilla');
  await screen.press('ctrl-x');
  await heard('for as long as this runs: it may hold a secret');
  // In memory nothing of it is lost.
  expect(editor.seen()[3]).toMatch(/cAn4ry-9Q.*half/s);
  expect(written()).not.toContain('cAn4ry-9Q');
  await screen.close();
});

test('left at the preview, it is a draft of the form too', async () => {
  const editor = fakeEditor('sed -i -e "s/^label: .*/label: vol-drafted/" "$1"', 'true');
  const screen = await openVolumes();
  const {heard} = hearing(screen);
  await screen.press('E');
  await screen.expectText('· preview');
  await screen.press('esc');
  expect(screen.text()).toMatch(/Label +\*? *vol-drafted/);
  await screen.press('esc', 'E');
  await heard('nothing was changed');
  expect(editor.seen()[1]).toMatch(/# With what was typed .* and was not sent\./);
  expect(editor.seen()[1]).toContain('label: vol-drafted');
  await screen.close();
});

test('JSON, by a setting: the same object, the same comments, the same way back', async () => {
  const editor = fakeEditor('sed -i -e "s/\\"label\\": .*/\\"label\\": \\"vol-json\\",/" "$1"');
  const screen = await openVolumes();
  await screen.command('set edit json');
  await screen.press('E');
  await screen.expectText('· preview');
  expect(editor.names()[0]).toMatch(/\.jsonc$/);
  expect(editor.seen()[0]).toMatch(/^ {2}"label": "metrics",$/m);
  expect(editor.seen()[0]).toMatch(/^\/\/ {3} {2}"size": \d+,?$/m);
  expect(screen.text()).toMatch(/Label +metrics → vol-json/);
  await screen.close();
});

test('what cannot be edited says so before any editor opens', async () => {
  const editor = fakeEditor('true');
  const screen = await openLive({initialDestination: {family: 'regions'}, readOnly: true});
  const {heard} = hearing(screen);
  await screen.expectText('us-east');
  await screen.press('E');
  await heard('cannot be edited');
  await screen.command('volumes');
  await screen.expectText('metrics');
  await screen.press('E');
  await heard('is read-only');
  expect(editor.seen()).toEqual([]);
  await screen.close();
});

test('one at a time: marked ones are not edited by chance', async () => {
  const screen = await openDemo();
  await screen.press('space', 'space', 'E');
  expect(screen.text()).toContain('the editor takes one instance at a time: 2 are selected');
  await screen.close();
});
