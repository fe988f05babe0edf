import {expect, test} from 'vitest';
import {fakeEditor} from '../support/editor.ts';
import {openLive} from '../support/live.tsx';

test('a script is shown in colours, and E on it opens the script alone', async () => {
  const editor = fakeEditor(`printf 'echo "all done"\\n' >> "$1"`);
  const screen = await openLive({columns: 140, rows: 40, initialDestination: {family: 'stackscripts'}});
  await screen.expectText('acme base');
  await screen.filter('acme base');
  await screen.press('2');
  await screen.expectText('#!/bin/bash');
  await screen.press('E');
  await screen.expectText('· preview');
  expect(editor.names()[0]).toMatch(/\.sh$/);
  expect(editor.seen()[0]).toMatch(/^#!\/bin\/bash\n# <UDF/);
  expect(screen.text()).toContain('echo "all done"');
  await screen.close();
});

test('a long text of a form is written in the editor', async () => {
  const editor = fakeEditor(`printf '#!/usr/bin/env python3\\nprint(1)\\n' > "$1"`, ': > "$1"');
  const screen = await openLive({columns: 140, rows: 40, initialDestination: {family: 'stackscripts'}});
  await screen.expectText('acme base');
  await screen.press('n', 'tab', 'tab', 'tab');
  expect(screen.footer()).toContain('ctrl-x editor');
  await screen.press('ctrl-x');
  await screen.expectText('print(1)');
  expect(editor.names()[0]).toMatch(/\.sh$/);
  await screen.press('ctrl-x');
  await screen.until(() => editor.names().length === 2, 'the editor was opened again');
  expect(editor.names()[1]).toMatch(/\.py$/);
  await screen.expectText('print(1)');
  await screen.close();
});

test('that a script becomes public for good is said before it is confirmed', async () => {
  fakeEditor('sed -i -e "s/^is_public: .*/is_public: true/" "$1"');
  const screen = await openLive({columns: 140, rows: 40, initialDestination: {family: 'stackscripts'}});
  await screen.expectText('acme base');
  await screen.filter('acme base');
  await screen.press('E');
  await screen.expectText('The StackScript becomes visible to everyone.');
  expect(screen.text()).toContain('· preview');
  await screen.close();
});
