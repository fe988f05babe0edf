import {fork} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {replaceFolder} from '../scripts/bundle/replace-folder.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-folder-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

test('a folder with files is replaced as a whole, and the old one is removed', () => {
  const target = join(folder, 'dist');
  for (const content of ['first', 'second']) {
    const next = join(folder, `dist.${content}`);
    mkdirSync(next);
    writeFileSync(join(next, content), '');
    replaceFolder(next, target);
    expect(readdirSync(target)).toEqual([content]);
  }
  expect(readdirSync(folder)).toEqual(['dist']);
});

test('a build that has no new folder keeps the old one', () => {
  const target = join(folder, 'dist');
  mkdirSync(target);
  writeFileSync(join(target, 'old'), '');
  expect(() => replaceFolder(join(folder, 'missing'), target)).toThrow('ENOENT');
  expect(existsSync(join(target, 'old'))).toBe(true);
});

test('bug: of two builds at the same time, one failed and left its folder', async () => {
  const module = join(folder, 'build.mjs');
  writeFileSync(
    module,
    `import {mkdirSync, writeFileSync} from 'node:fs';
    import {replaceFolder} from ${JSON.stringify(join(import.meta.dirname, '../scripts/bundle/replace-folder.mjs'))};
    for (let round = 0; round < 50; round++) {
      const next = 'dist.' + process.pid;
      mkdirSync(next);
      writeFileSync(next + '/a', String(process.pid));
      writeFileSync(next + '/b', String(process.pid));
      replaceFolder(next, 'dist');
    }`,
  );
  const builds = [1, 2, 3].map(() => fork(module, {cwd: folder}));
  const codes = await Promise.all(builds.map(async build => (await once(build, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0]);
  expect(readdirSync(folder).sort()).toEqual(['build.mjs', 'dist']);
  const read = (name: string) => readFileSync(join(folder, 'dist', name), 'utf8');
  expect(read('a')).toBe(read('b'));
});
