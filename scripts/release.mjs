// @ts-check
/**
 * `node scripts/release.mjs X.Y.Z`: prepares a release in the working folder. It sets the version in `package.json` and
 * `package-lock.json`, dates the unreleased changes in `CHANGELOG.md`, commits, and creates the tag `vX.Y.Z`. It pushes
 * nothing. Refuses a dirty tree, a version that isn't newer, and a changelog without unreleased changes.
 */
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';

const unreleased = '## [Unreleased]';

/** @param {string} version */
const partsOf = version => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);

/**
 * @param {string} version
 * @param {string} current
 */
function isNewer(version, current) {
  const [next, before] = [partsOf(version), partsOf(current)];
  if (!next || !before) return false;
  const first = next.findIndex((part, index) => part !== before[index]);
  return first >= 0 && Number(next[first]) > Number(before[first]);
}

/**
 * The changelog with its unreleased changes under the version, and an empty list of unreleased changes.
 *
 * @param {string} text
 * @param {string} version
 * @param {string} day as in 2026-01-31
 * @returns {string | undefined} undefined without unreleased changes
 */
export function datedChangelog(text, version, day) {
  const start = text.indexOf(`${unreleased}\n`);
  if (start < 0) return undefined;
  const rest = text.slice(start + unreleased.length);
  const end = rest.search(/\n## \[/);
  const changes = (end < 0 ? rest : rest.slice(0, end)).trim();
  if (changes === '') return undefined;
  const older = end < 0 ? '' : rest.slice(end);
  return `${text.slice(0, start)}${unreleased}\n\n## [${version}] - ${day}\n\n${changes}\n${older}`;
}

/**
 * The problem that prevents the release; undefined if none does.
 *
 * @param {{version: string | undefined, current: string, changedFiles: string, changelog: string}} facts
 */
export function releaseProblem({version, current, changedFiles, changelog}) {
  if (version === undefined || !partsOf(version)) return 'Usage: node scripts/release.mjs X.Y.Z';
  if (changedFiles !== '') return `The working folder has uncommitted changes:\n${changedFiles}`;
  if (!isNewer(version, current)) return `${version} isn’t newer than ${current}`;
  if (datedChangelog(changelog, version, '') === undefined) return 'CHANGELOG.md has no unreleased changes';
  return undefined;
}

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, {encoding: 'utf8'}).trim();

/** @param {string} file */
const readJson = file => JSON.parse(readFileSync(file, 'utf8'));

function release() {
  const version = process.argv[2];
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const manifest = readJson('package.json');
  const changedFiles = git('status', '--porcelain');
  const problem = releaseProblem({version, current: manifest.version, changedFiles, changelog});
  if (problem !== undefined) {
    console.error(problem);
    return 1;
  }
  const tag = `v${version}`;
  const lock = readJson('package-lock.json');
  manifest.version = version;
  lock.version = version;
  lock.packages[''].version = version;
  // The emulator's package has the version of the program.
  const emulatorFile = 'packages/emulator/package.json';
  const emulator = readJson(emulatorFile);
  emulator.version = version;
  lock.packages['packages/emulator'].version = version;
  writeFileSync(emulatorFile, `${JSON.stringify(emulator, undefined, 2)}\n`);
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync('package-lock.json', `${JSON.stringify(lock, undefined, 2)}\n`);
  writeFileSync('CHANGELOG.md', datedChangelog(changelog, String(version), day) ?? changelog);
  git('commit', '--all', '--quiet', '--message', `release: ${version}`);
  git('tag', '--annotate', tag, '--message', tag);
  console.log(`Committed and tagged ${tag}. Push both: git push --follow-tags`);
  return 0;
}

if (import.meta.main) process.exitCode = release();
