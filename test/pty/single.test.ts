/** The program as one file: nothing of it is installed, and nothing is on the path. */
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {openPty} from '../support/pty.ts';

const elsewhere = process.platform !== 'linux' || process.arch !== 'x64';

describe.skipIf(elsewhere)('the single executable (skipped except on Linux x64)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-single-'));
  const program = join(folder, 'skydeck');
  const env = {PATH: '', HOME: folder};
  const run = (...args: readonly string[]) => {
    const {status, stdout, stderr} = spawnSync(program, args, {cwd: folder, env, encoding: 'utf8'});
    return {status, stdout, stderr};
  };

  beforeAll(() => {
    const {status, stderr} = spawnSync(process.execPath, ['scripts/sea.mjs', program], {encoding: 'utf8'});
    if (status !== 0) throw new Error(stderr);
  });
  afterAll(() => rmSync(folder, {recursive: true, force: true}));

  test('prints its version, and the licenses of the bundled packages and of Node.js', () => {
    const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(run('--version')).toEqual({status: 0, stdout: `${version}\n`, stderr: ''});
    expect(run('--licenses').stdout).toMatch(/^react \d.*^node \d/ms);
  });

  test('reads the demo account, whose worker thread is bundled as well', () => {
    const {status, stdout} = run('--demo', 'get', 'volumes', '4402', '--json');
    expect(JSON.parse(stdout)).toMatchObject({id: 4402});
    expect(status).toBe(0);
  });

  const hasDpkg = spawnSync('dpkg-deb', ['--version']).error === undefined;
  test.skipIf(!hasDpkg)('is in the Debian package, with completions and the manual page', () => {
    const made = spawnSync(process.execPath, ['scripts/packages.mjs', folder], {encoding: 'utf8'});
    expect(made).toMatchObject({status: 0, stderr: expect.stringMatching(/^made .*\.deb/)});
    const [, deb = ''] = /^made (\S+\.deb)/.exec(made.stderr) ?? [];
    const tree = join(folder, 'tree');
    expect(spawnSync('dpkg-deb', ['--extract', deb, tree]).status).toBe(0);
    const fields = spawnSync('dpkg-deb', ['--field', deb], {encoding: 'utf8'}).stdout;
    expect(fields).toMatch(/^Package: skydeck\nVersion: \d/);
    const {stdout} = spawnSync(join(tree, 'usr/bin/skydeck'), ['--version'], {env, encoding: 'utf8'});
    expect(fields).toContain(`Version: ${stdout}`);
    const text = (path: string) => readFileSync(join(tree, 'usr/share', path), 'utf8');
    expect(text('man/man1/skydeck.1')).toMatch(/^\.TH/m);
    expect(text('bash-completion/completions/skydeck')).toContain('complete');
    expect(text('zsh/vendor-completions/_skydeck')).toMatch(/^#compdef skydeck/);
    expect(text('fish/vendor_completions.d/skydeck.fish')).toContain('complete -c skydeck');
  });

  test('opens the console, and restores the terminal', async () => {
    const pty = openPty([program, '--demo'], {cwd: folder, env});
    await pty.until(/web-01/, 'a row of the demo account');
    pty.press('q');
    expect(await pty.exit).toEqual({code: 0, signal: undefined});
    expect(pty.modesLeftOn()).toEqual([]);
  });
});
