import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {fakeEditor} from '../support/editor.ts';

test('E on the tab of a script opens only the script in the editor', async () => {
  const editor = fakeEditor(`printf 'echo "all done"\\n' >> "$1"`);
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 40], view: 'stackscripts'});
  screen.expectText('acme base');
  await screen.filter('acme base');
  await screen.press('2');
  screen.expectText('#!/bin/bash');
  await screen.press('E');
  screen.expectText(/─ [^─\n]+\? ─/);
  expect(editor.names()[0]).toMatch(/\.sh$/);
  expect(editor.seen()[0]).toMatch(/^#!\/bin\/bash\n# <UDF/);
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

test('a script that becomes public causes a warning before the confirmation', async () => {
  fakeEditor('sed -i -e "s/^is_public: .*/is_public: true/" "$1"');
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 40], view: 'stackscripts'});
  screen.expectText('acme base');
  await screen.filter('acme base');
  await screen.press('E');
  screen.expectText('The StackScript becomes visible to everyone.');
  screen.expectText(/─ [^─\n]+\? ─/);
});
