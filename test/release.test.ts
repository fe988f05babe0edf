/** `scripts/release.mjs` in a repository of its own. */
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A change.\n\n## [1.2.3] - 2026-01-01\n\n- An older change.\n';

/** A repository with one commit. */
function createRepository(text = changelog) {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-release-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const git = (...args: string[]) => execFileSync('git', args, {cwd: folder, encoding: 'utf8'}).trim();
  const write = (name: string, value: string) => {
    mkdirSync(dirname(join(folder, name)), {recursive: true});
    writeFileSync(join(folder, name), value);
  };
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  write('package.json', '{"name": "skydeck", "version": "1.2.3"}');
  write(
    'package-lock.json',
    '{"version": "1.2.3", "packages": {"": {"version": "1.2.3"}, "packages/emulator": {"version": "1.2.3"}, "node_modules/ink": {"version": "8.0.0"}}}',
  );
  write('packages/emulator/package.json', '{"name": "@skydeck/emulator", "version": "1.2.3"}');
  write('CHANGELOG.md', text);
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.email', 'a@example.com');
  git('config', 'user.name', 'A Person');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  const release = (...args: string[]) => {
    const script = join(process.cwd(), 'scripts/release.mjs');
    const {status, stdout, stderr} = spawnSync(process.execPath, [script, ...args], {cwd: folder, encoding: 'utf8'});
    return {status, stdout: stdout.trim(), stderr: stderr.trim()};
  };
  return {git, read, write, release};
}

test('a release sets the version, dates the changes, commits and tags', () => {
  const {git, read, release} = createRepository();
  expect(release('1.3.0')).toMatchObject({status: 0, stderr: ''});
  expect(JSON.parse(read('package.json')).version).toBe('1.3.0');
  expect(JSON.parse(read('packages/emulator/package.json')).version).toBe('1.3.0');
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.version, lock.packages[''].version, lock.packages['node_modules/ink'].version]).toEqual([
    '1.3.0',
    '1.3.0',
    '8.0.0',
  ]);
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n\n## \[Unreleased\]\n\n## \[1\.3\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A change\.\n\n## \[1\.2\.3\]/,
  );
  expect(git('log', '-1', '--format=%s')).toBe('release: 1.3.0');
  expect(git('describe', '--exact-match')).toBe('v1.3.0');
  expect(git('status', '--porcelain')).toBe('');
});

test.each([
  ['no version', [], 'Usage: node scripts/release.mjs X.Y.Z'],
  ['a version that is no number', ['next'], 'Usage: node scripts/release.mjs X.Y.Z'],
  ['the present version', ['1.2.3'], '1.2.3 isn’t newer than 1.2.3'],
  ['an older version', ['1.2.2'], '1.2.2 isn’t newer than 1.2.3'],
])('%s is refused, and nothing is written', (_, args, message) => {
  const {git, release} = createRepository();
  expect(release(...args)).toEqual({status: 1, stdout: '', stderr: message});
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag')).toBe('');
});

test('uncommitted changes are refused', () => {
  const {write, git, release} = createRepository();
  write('notes.txt', 'unfinished');
  expect(release('1.3.0')).toMatchObject({status: 1, stderr: expect.stringContaining('?? notes.txt')});
  expect(git('tag')).toBe('');
});

test('a changelog without unreleased changes is refused', () => {
  const {release} = createRepository('# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-01-01\n\n- Older.\n');
  expect(release('1.3.0')).toMatchObject({status: 1, stderr: 'CHANGELOG.md has no unreleased changes'});
});
