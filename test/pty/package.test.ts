/** The package as it is published: installed without a network, it runs with nothing but Node. */
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, inject, onTestFinished, test} from 'vitest';

const withoutNpm = spawnSync('npm', ['--version']).status !== 0;

describe.skipIf(withoutNpm)('the npm package (skipped if npm is not installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-package-'));
  const empty = join(folder, 'empty');
  const prefix = join(folder, 'prefix');
  const program = join(prefix, 'bin/skydeck');
  // Node's folder alone: no shell tool, no development dependency.
  const env = {PATH: dirname(process.execPath), HOME: empty};
  const npm = (...args: readonly string[]): string => {
    const {status, stdout, stderr} = spawnSync('npm', args, {
      cwd: process.cwd(),
      encoding: 'utf8',
      env: {...process.env, npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false'},
    });
    if (status !== 0) throw new Error(`npm ${args.join(' ')}\n${stderr}`);
    return stdout;
  };
  const run = (...args: readonly string[]) => {
    const {status, stdout, stderr} = spawnSync(process.execPath, [program, ...args], {
      cwd: empty,
      env,
      encoding: 'utf8',
    });
    return {status, stdout, stderr};
  };

  beforeAll(() => {
    const failure = inject('buildFailure');
    if (failure) throw new Error(`the program did not build: ${failure}`);
    mkdirSync(empty);
    npm('pack', '--ignore-scripts', '--pack-destination', folder);
    const [tarball = ''] = readdirSync(folder).filter(name => name.endsWith('.tgz'));
    // With an empty cache and no network, no dependency could be downloaded.
    npm('install', '--global', '--offline', '--prefix', prefix, join(folder, tarball));
  });
  afterAll(() => rmSync(folder, {recursive: true, force: true}));

  test('installs no other package and no unneeded file', () => {
    expect(readdirSync(join(prefix, 'lib/node_modules'))).toEqual(['skydeck']);
    const installed = join(prefix, 'lib/node_modules/skydeck');
    expect(readdirSync(installed).sort()).toEqual([
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'CODE_OF_CONDUCT.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'SUPPORT.md',
      'dist',
      'docs',
      'package.json',
    ]);
    expect(readdirSync(join(installed, 'docs'), {recursive: true}).sort()).toEqual(
      readdirSync('docs', {recursive: true}).sort(),
    );
    const built = readdirSync(join(installed, 'dist'));
    expect(built).toEqual(expect.arrayContaining(['LICENSES.txt', 'chunks', 'main.js', 'skydeck.js']));
    expect(built.filter(name => name.startsWith('.'))).toEqual([]);
  });

  test('has no links to files that it does not contain', () => {
    const installed = join(prefix, 'lib/node_modules/skydeck');
    const documents = globSync('{*.md,docs/**/*.md}', {cwd: installed});
    expect(documents.length).toBeGreaterThan(20);
    const dead = documents.flatMap(document =>
      Array.from(
        readFileSync(join(installed, document), 'utf8').matchAll(/\]\((?!\w+:)([^)#\s]+)/g),
        ([, to = '']) => to,
      )
        .filter(to => !existsSync(join(installed, dirname(document), to)))
        .map(to => `${document}: ${to}`),
    );
    expect(dead).toEqual([]);
  });

  test('installs its manual page where man looks for it', () => {
    expect(readFileSync(join(prefix, 'share/man/man1/skydeck.1'), 'utf8')).toMatch(/^\.TH SKYDECK 1/m);
  });

  test('prints its version, and the licenses of the bundled packages', () => {
    const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(run('--version')).toEqual({status: 0, stdout: `${version}\n`, stderr: ''});
    const {status, stdout} = run('--licenses');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^react \d.*MIT License/ms);
  });

  test('prints the overview of the demo account into a pipe', () => {
    const {status, stdout, stderr} = run('--demo');
    expect(stderr).toBe('skydeck: this is not a terminal. Skydeck shows the overview as text instead\n');
    expect(stdout).toMatch(/^Instances +\d+/m);
    expect(status).toBe(0);
  });

  test('runs the emulator', async () => {
    const emulator = spawn(process.execPath, [program, 'emulator', '--port', '0'], {
      cwd: empty,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void emulator.kill('SIGKILL'));
    let said = '';
    for await (const data of emulator.stdout.setEncoding('utf8')) {
      said += data;
      if (/http:\/\/\S+\s/.test(said)) break;
    }
    const [url = ''] = /http:\/\/\S+/.exec(said) ?? [];
    expect((await fetch(`${url}/regions`)).status).toBe(200);
    emulator.kill('SIGTERM');
    await once(emulator, 'exit');
  });
});
