/** Dependencies: few packages, each with a reason, a hash and a compatible license. */
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {nodeProblem} from '../scripts/verify-node.mjs';

interface Locked {
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  /** A package of this repository. */
  readonly link?: boolean;
}
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const manifest = json('package.json') as {
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const locked = Object.entries((json('package-lock.json') as {packages: Record<string, Locked>}).packages)
  .filter(([path, {link}]) => path.startsWith('node_modules/') && !link)
  .map(([path, facts]) => ({name: path.split('node_modules/').at(-1) ?? path, ...facts}));

/** Licenses that require only attribution. */
const LICENSES =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Python-2\.0|Unlicense)\b/;
/** Used unmodified by the test runner, and not in the bundle. */
const UNCHANGED = /^lightningcss(-|$)/;

test('every locked package has a hash', () => {
  expect(locked.length).toBeGreaterThan(50);
  expect(locked.filter(({integrity}) => !integrity?.startsWith('sha512-')).map(({name}) => name)).toEqual([]);
});

test('the Node that builds, tests and ships has the recorded checksum, and another file doesn’t', () => {
  const problem = nodeProblem();
  // The message names a system without a recorded hash.
  expect(problem ?? '').toMatch(/^(?:No SHA-256 of Node .* for (?!linux-x64).*)?$/);
  expect(nodeProblem('package.json')).toMatch(/SHA-256/);
});

test('only the listed packages run scripts when they are installed', () => {
  const scripted = new Set(locked.filter(({hasInstallScript}) => hasInstallScript).map(({name}) => name));
  expect([...scripted].filter(name => manifest.allowScripts[name] === undefined)).toEqual([]);
});

test('every license of a dependency is compatible', () => {
  const odd = locked.filter(({name, license}) => !LICENSES.test(license ?? '') && !UNCHANGED.test(name));
  expect(odd.map(({name, license}) => `${name}: ${license}`)).toEqual([]);
});

test('every dependency has its reason', () => {
  const reasons = readFileSync('docs/dev/decisions/0002-dependencies.md', 'utf8').toLowerCase();
  const names = Object.keys(manifest.devDependencies);
  const known = names.filter(name => !name.startsWith('@types/'));
  const said = (name: string) => [name, name.replace(/^.*\//, ''), name.replace(/^@/, '').replace(/\/.*$/, '')];
  expect(known.filter(name => !said(name.toLowerCase()).some(word => reasons.includes(word)))).toEqual([]);
});
