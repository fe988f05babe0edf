/** The same sources are the same program, whichever folder they are built in. */
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {skydeck} from '../support/pty.ts';

const INPUTS = ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE'];

function sums(folder: string): Record<string, string> {
  const files = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
  const paths = files.map(entry => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map(path => [path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

/** Every package, as hard links. */
function linkPackages(to: string): void {
  mkdirSync(to);
  for (const name of readdirSync('node_modules'))
    if (!name.startsWith('.')) execFileSync('cp', ['-al', join('node_modules', name), to]);
}

test('a build does not depend on the folder that it is made in', {timeout: 300_000}, () => {
  // Built from the same sources before the tests.
  const [file, program = ''] = skydeck();
  // Beside the packages: they are linked, and links do not reach another disk.
  const parent = mkdtempSync(join(process.cwd(), 'node_modules/.folder-'));
  onTestFinished(() => rmSync(parent, {recursive: true, force: true}));
  const folder = join(parent, 'another/of/other-length');
  for (const input of INPUTS) cpSync(input, join(folder, input), {recursive: true});
  linkPackages(join(folder, 'node_modules'));
  execFileSync(file, [join(folder, 'scripts/build.mjs')], {stdio: 'pipe'});
  const built = sums(join(folder, 'dist'));
  expect(Object.keys(built).length).toBeGreaterThan(20);
  expect(built).toEqual(sums(dirname(program)));
});
