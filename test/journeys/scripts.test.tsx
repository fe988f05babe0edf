import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {fakeEditor} from '../support/editor.ts';

test('a script is shown in colors, and E on its tab opens only the script in the editor', async () => {
  const editor = fakeEditor(`printf 'echo "all done"\\n' >> "$1"`);
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 40], view: 'stackscripts'});
  screen.expectText('acme base');
  await screen.filter('acme base');
  await screen.press('2');
  screen.expectText('#!/bin/bash');
  const rows = screen.text().split('\n');
  const cell = (word: string) => {
    const y = rows.findIndex(row => row.includes(word));
    return screen.cell((rows[y] ?? '').indexOf(word), y);
  };
  expect([cell('# <UDF').dim, cell('pipefail').dim]).toEqual([true, false]);
  expect(cell('"$ROLE"').fg).not.toBe(cell('pipefail').fg);
  await screen.press('E');
  screen.expectText(/─ [^─\n]+\? ─/);
  expect(editor.names()[0]).toMatch(/\.sh$/);
  expect(editor.contents()[0]).toMatch(/^#!\/bin\/bash\n# <UDF/);
  screen.expectText('echo "all done"');
});

test('a long text in a form is written in the editor', async () => {
  const editor = fakeEditor(`printf '#!/usr/bin/env python3\\nprint(1)\\n' > "$1"`, ': > "$1"');
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 40], view: 'stackscripts'});
  screen.expectText('acme base');
  await screen.press('n', 'tab', 'tab', 'tab');
  screen.expectFooter('ctrl-x editor');
  await screen.press('ctrl-x');
  screen.expectText('print(1)');
  expect(editor.names()[0]).toMatch(/\.sh$/);
  await screen.press('ctrl-x');
  expect(editor.names()).toHaveLength(2);
  expect(editor.names()[1]).toMatch(/\.py$/);
  screen.expectText('print(1)');
});

test('the preview of a script that becomes public warns that the script stays public', async () => {
  fakeEditor('sed -i -e "s/^is_public: .*/is_public: true/" "$1"');
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 40], view: 'stackscripts'});
  screen.expectText('acme base');
  await screen.filter('acme base');
  await screen.press('E');
  screen.expectText('The StackScript becomes visible to everyone. A public StackScript can’t be made private');
  screen.expectText('Can’t be undone.');
  screen.expectText(/─ [^─\n]+\? ─/);
});
