import {mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile} from 'node:fs/promises';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {saveAs} from './save-as.ts';
import {resolveTypedPath} from './xdg-paths.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keep-'));
});
afterEach(() => rm(folder, {recursive: true}));

test('a file is written completely, ends with a newline, and has the permissions of the user’s mask', async () => {
  const path = join(folder, 'ca.pem');
  expect(await saveAs(path, 'certificate')).toEqual({path});
  expect(await readFile(path, 'utf8')).toBe('certificate\n');
  expect((await stat(path)).mode & 0o777).toBe(0o666 & ~process.umask());
});

test('a secret is written to a file that only the user may read', async () => {
  const path = join(folder, 'kubeconfig.yaml');
  expect(await saveAs(path, 'apiVersion: v1', {isSecret: true})).toEqual({path});
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('an existing file is never overwritten', async () => {
  const path = join(folder, 'ca.pem');
  await writeFile(path, 'another');
  expect(await saveAs(path, 'certificate')).toEqual({problem: 'ca.pem exists. Choose another name'});
  expect(await readFile(path, 'utf8')).toBe('another');
});

test('bug: a secret got another name if its name was a link to a missing file', async () => {
  await symlink(join(folder, 'nowhere'), join(folder, 'dangling'));
  expect(await saveAs(join(folder, 'dangling'), 'apiVersion: v1', {isSecret: true})).toEqual({
    problem: 'dangling is a link to a missing file. Choose another name',
  });
  expect(await readdir(folder)).toEqual(['dangling']);
});

test('bug: a folder was reported as a file that exists', async () => {
  const problem = 'things is a folder. Add the name of a file';
  await mkdir(join(folder, 'things'));
  await symlink(join(folder, 'things'), join(folder, 'linked'));
  expect(await saveAs(join(folder, 'things'), 'text')).toEqual({problem});
  expect(await saveAs(`${join(folder, 'things')}/`, 'text')).toEqual({problem});
  expect(await saveAs(join(folder, 'linked'), 'text')).toEqual({problem: problem.replace('things', 'linked')});
  expect(await readdir(join(folder, 'things'))).toEqual([]);
});

test('a missing folder isn’t created', async () => {
  const path = join(folder, 'nowhere', 'ca.pem');
  expect(await saveAs(path, 'certificate')).toEqual({problem: `no such folder: ${join(folder, 'nowhere')}`});
});

test('a leading ~/ is the home folder, and ~x is a file name', () => {
  expect(resolveTypedPath('~/ca.pem')).toBe(join(homedir(), 'ca.pem'));
  expect(resolveTypedPath('~x')).toBe(join(process.cwd(), '~x'));
});
