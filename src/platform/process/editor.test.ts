import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {editorCommand, editText, removeAbandonedEdits} from './editor.ts';

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

test('returns the edited text, and deletes the private file afterwards', async () => {
  const seen = join(folder, 'seen');
  const env = editor(`echo "$1" > ${seen}; stat -c %a "$1" >> ${seen}; echo more >> "$1"`);
  expect(await editText('text\n', '.json', env)).toEqual({kind: 'changed', text: 'text\nmore\n'});
  const [file = '', mode] = readFileSync(seen, 'utf8').split('\n');
  expect(file).toMatch(/\.json$/);
  expect(mode).toBe('600');
  expect(existsSync(file)).toBe(false);
  expect(() => statSync(join(file, '..'))).toThrow();
});

test('a blank $VISUAL counts as unset, and never runs the edited text', () => {
  expect(editorCommand({VISUAL: ' ', EDITOR: 'nano -w'})).toEqual(['nano', '-w']);
  expect(editorCommand({VISUAL: ' ', EDITOR: '\t'})).toEqual(['vi']);
});

test('a text that the editor doesn’t change is reported as unchanged', async () => {
  expect(await editText('text', '.txt', editor('true'))).toEqual({kind: 'unchanged'});
});

test('an editor that fails or isn’t installed changes nothing and is reported', async () => {
  expect(await editText('text', '.txt', editor('exit 3'))).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('ended with 3'),
  });
  expect(await editText('text', '.txt', {EDITOR: '/nowhere/edit'})).toMatchObject({
    kind: 'failed',
    message: '/nowhere/edit: not found in PATH. Set EDITOR to your editor.',
  });
});

test('an editor that isn’t executable is reported as such, not as missing', async () => {
  const {EDITOR} = editor('true');
  chmodSync(EDITOR, 0o600);
  expect(await editText('text', '.txt', {EDITOR})).toMatchObject({
    kind: 'failed',
    message: `${EDITOR}: permission denied. Set EDITOR to your editor.`,
  });
});

test('a temporary folder that can’t be written to is reported, and nothing crashes', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'nowhere'));
  const editedText = await editText('text', '.txt', editor('true'));
  vi.unstubAllEnvs();
  expect(editedText).toMatchObject({kind: 'failed', message: expect.stringMatching(/nowhere: ENOENT.*Set TMPDIR/)});
});

test('edited text is kept when the editor is killed or exits with an error', async () => {
  vi.stubEnv('TMPDIR', folder);
  const result = await editText(
    'text\n',
    '.txt',
    editor('echo more >> "$1"; echo swap > "$(dirname "$1")/.swp"; kill -HUP $$'),
  );
  const failure = await editText('text\n', '.txt', editor('echo more >> "$1"; exit 1'));
  vi.unstubAllEnvs();
  expect(result).toEqual({
    kind: 'broken off',
    text: 'text\nmore\n',
    message: expect.stringMatching(/SIGHUP\. Its files are in /),
  });
  // The folder is kept with the recovery file of the editor.
  const editFolders = readdirSync(folder).filter(name => name.startsWith('skydeck-edit-'));
  expect(editFolders.map(name => readdirSync(join(folder, name)).sort())).toEqual([['.swp', 'edit.txt']]);
  expect(failure).toEqual({kind: 'broken off', text: 'text\nmore\n', message: expect.stringContaining('ended with 1')});
});

test('edit folders of killed consoles are deleted after a week', async () => {
  const old = new Date(Date.now() - 8 * 86_400_000);
  for (const name of ['skydeck-edit-999999999-a', `skydeck-edit-${process.pid}-b`, 'skydeck-other-999999999-c']) {
    mkdirSync(join(folder, name));
    utimesSync(join(folder, name), old, old);
  }
  const recent = join(folder, 'skydeck-edit-999999999-new');
  mkdirSync(recent);
  // A new folder gets the time of the file system, which may differ from the clock of the test.
  utimesSync(recent, new Date(), new Date());
  await removeAbandonedEdits(folder);
  const remaining = ['skydeck-edit-999999999-new', `skydeck-edit-${process.pid}-b`, 'skydeck-other-999999999-c'];
  expect(readdirSync(folder).sort()).toEqual(remaining.sort());
});

test('an editor that accepts a line number opens at the line of the mistake', async () => {
  const seen = join(folder, 'seen');
  for (const name of ['vim', 'other']) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\necho "$@" >> ${seen}\n`);
    chmodSync(path, 0o700);
    await editText('text', '.txt', {EDITOR: path}, 38);
  }
  expect(readFileSync(seen, 'utf8')).toMatch(/^\+38 \S+edit\.txt\n\S+edit\.txt\n$/);
});

test('an emptied or deleted file is reported as emptied', async () => {
  expect(await editText('text', '.txt', editor(': > "$1"'))).toEqual({kind: 'emptied'});
  expect(await editText('text', '.txt', editor('rm "$1"'))).toEqual({kind: 'emptied'});
});

test('VISUAL takes precedence over EDITOR, its arguments are split, and vi is the default', () => {
  expect(editorCommand({VISUAL: 'code --wait', EDITOR: 'ed'})).toEqual(['code', '--wait']);
  expect(editorCommand({EDITOR: 'ed'})).toEqual(['ed']);
  expect(editorCommand({})).toEqual(['vi']);
});
