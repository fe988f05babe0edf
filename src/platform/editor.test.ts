import {chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {editorOf, editText} from './editor.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-editor-'));
});
afterEach(() => rmSync(folder, {recursive: true}));

function editor(script: string): {EDITOR: string} {
  const path = join(folder, 'editor');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o700);
  return {EDITOR: path};
}

test('the text comes back as the editor left it, and the file is private and gone', async () => {
  const seen = join(folder, 'seen');
  const env = editor(`echo "$1" > ${seen}; stat -c %a "$1" >> ${seen}; echo more >> "$1"`);
  expect(await editText('text\n', '.json', env)).toEqual({kind: 'changed', text: 'text\nmore\n'});
  const [file = '', mode] = readFileSync(seen, 'utf8').split('\n');
  expect(file).toMatch(/\.json$/);
  expect(mode).toBe('600');
  expect(existsSync(file)).toBe(false);
  expect(() => statSync(join(file, '..'))).toThrow();
});

test('a text that was left alone is no change', async () => {
  expect(await editText('text', '.txt', editor('true'))).toEqual({kind: 'unchanged'});
});

test('an editor that fails or is not there changes nothing and says so', async () => {
  expect(await editText('text', '.txt', editor('exit 3'))).toMatchObject({
    kind: 'failed',
    words: expect.stringContaining('ended with 3'),
  });
  expect(await editText('text', '.txt', {EDITOR: '/nowhere/edit'})).toMatchObject({kind: 'failed'});
});

test('a text that was emptied, or taken away, is a no', async () => {
  expect(await editText('text', '.txt', editor(': > "$1"'))).toEqual({kind: 'emptied'});
  expect(await editText('text', '.txt', editor('rm "$1"'))).toEqual({kind: 'emptied'});
});

test('VISUAL goes before EDITOR, arguments are words, and vi is what is always there', () => {
  expect(editorOf({VISUAL: 'code --wait', EDITOR: 'ed'})).toEqual(['code', '--wait']);
  expect(editorOf({EDITOR: 'ed'})).toEqual(['ed']);
  expect(editorOf({})).toEqual(['vi']);
});
