import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {Script} from 'node:vm';
import {transform} from 'rolldown/utils';
import {describe, expect, onTestFinished, test} from 'vitest';
import {openPty, skydeck} from '../support/pty.ts';

describe('a Node.js version that is too old', () => {
  test.each(['0.10.48', '12.22.12', '20.20.2', '22.18.0'])('%s: one line names the required version', async version => {
    const pretend = `Object.defineProperty(process, 'versions', {value: {...process.versions, node: '${version}'}})`;
    const pty = openPty(skydeck([], ['--import', `data:text/javascript,${pretend}`]));
    expect(await pty.exit).toEqual({code: 1, signal: undefined});
    expect(pty.text().trim()).toBe(
      `skydeck needs Node.js 22.19 or newer and this is ${version}: see https://nodejs.org/en/download`,
    );
  });

  test('can parse the launcher, which has no import and no syntax newer than 2015', async () => {
    const [, file = ''] = skydeck();
    const text = readFileSync(file, 'utf8');
    expect(text.split('\n')[0]).toBe('#!/usr/bin/env -S node --max-semi-space-size=8');
    // A classic script: a static import, an export or a top-level await would throw.
    new Script(text);
    const today = await transform('skydeck.js', text, {target: 'esnext'});
    const then = await transform('skydeck.js', text, {target: 'es2015'});
    expect(then.code).toBe(today.code);
  });
});

test.each(['22.19.0', '24.0.0', '30.1.0'])('Node %s is new enough', async version => {
  const pretend = `Object.defineProperty(process, 'versions', {value: {...process.versions, node: '${version}'}})`;
  const pty = openPty(skydeck(['--version'], ['--import', `data:text/javascript,${pretend}`]));
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
});

test('--version prints only the version', async () => {
  const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
  const pty = openPty(skydeck(['--version']));
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
  expect(pty.text().trim()).toBe(version);
});

test('the launcher finds its files through a symbolic link, and without its file extension', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-link-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const [node, file = ''] = skydeck();
  const link = join(folder, 'skydeck');
  symlinkSync(file, link);
  for (const called of [link, file.replace(/\.js$/, '')]) {
    const pty = openPty([node, called, '--version']);
    expect(await pty.exit, called).toEqual({code: 0, signal: undefined});
  }
});

test('--help lists commands and flags, and fits 80 columns', async () => {
  const pty = openPty(skydeck(['--help']), {columns: 80, rows: 24});
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
  expect(pty.output()).toMatch(/^ {2}monitor +wallboard/m);
  expect(pty.output()).toMatch(/^ {2}--read-only/m);
  expect(
    pty
      .output()
      .split(/\r?\n/)
      .filter(line => line.length > 80),
  ).toEqual([]);
});

test('an unknown flag ends with code 2 and one line that refers to --help', async () => {
  const pty = openPty(skydeck(['--porfile', 'prod']));
  expect(await pty.exit).toEqual({code: 2, signal: undefined});
  expect(pty.text().trim()).toBe('skydeck: Unknown flag --porfile; see skydeck --help');
  expect(pty.modesLeftOn()).toEqual([]);
});

test('the console takes the terminal, and restores it at its end', async () => {
  const pty = openPty(skydeck(['--demo']));
  await pty.until(/skydeck/, 'the first paint');
  expect(pty.modesLeftOn()).toContain('alternate screen');
  pty.press('q');
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
  expect(pty.modesLeftOn()).toEqual([]);
});

test('without a terminal the console prints a message and the overview as text', async () => {
  const pty = openPty(['sh', '-c', '"$0" "$@" < /dev/null', ...skydeck(['--demo'])]);
  await pty.until(/skydeck: this is not a terminal. Skydeck shows the overview as text instead/);
  await pty.until(/^Databases +\d/m);
  await pty.exit;
  expect(pty.modesLeftOn()).toEqual([]);
});

test.each([
  ['a command', ['get', '--help']],
  ['the console', ['--demo']],
])('%s reuses the code that its previous start compiled', async (_, args) => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-compiled-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const kept = async () => {
    const argv: [string, ...string[]] = ['env', '-u', 'NODE_COMPILE_CACHE', ...skydeck(args)];
    const pty = openPty(argv, {env: {XDG_CACHE_HOME: folder}});
    if (args.includes('--demo')) {
      await pty.until(/web-01/, 'a row of the demo account');
      pty.press('q');
    }
    expect(await pty.exit).toEqual({code: 0, signal: undefined});
    const compiled = join(folder, 'skydeck/compiled');
    const [build = ''] = readdirSync(compiled);
    // A cache that doesn't match would be written again.
    const folder_ = join(compiled, build);
    return readdirSync(folder_, {recursive: true, encoding: 'utf8'})
      .filter(name => statSync(join(folder_, name)).isFile())
      .map(name => [name, statSync(join(folder_, name)).ino]);
  };
  const first = await kept();
  expect(first.length).toBeGreaterThan(0);
  expect(await kept()).toEqual(expect.arrayContaining(first));
});

test('a program that was replaced on disk shows one sentence, and quits with a restored terminal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-replaced-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const [node, file = ''] = skydeck();
  const copy = join(folder, 'dist');
  cpSync(dirname(file), copy, {recursive: true});
  cpSync('package.json', join(folder, 'package.json'));
  const pty = openPty([node, join(copy, 'skydeck.js'), '--demo']);
  await pty.until(/web-01/, 'a row of the demo account');
  rmSync(join(copy, 'chunks'), {recursive: true});
  pty.press('@');
  await pty.until(/Skydeck was updated on disk\. Quit and start it again/, 'the sentence');
  pty.press('q');
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
  expect(pty.modesLeftOn()).toEqual([]);
});
