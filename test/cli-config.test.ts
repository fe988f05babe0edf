import {chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {parseSettings} from '../src/profiles/parse-settings.ts';
import {knownNames} from '../src/store/list/known-names.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
let config: string;
beforeEach(async () => {
  line = await openCommandLine();
  config = join(line.folder, 'config.yaml');
});
afterEach(() => line.close());
const run = (words: readonly string[], env = {}, ask?: (question: string) => Promise<string>) =>
  line.run(words, {SKYDECK_CONFIG: config, ...env}, ask && {ask});
/** An editor that replaces the file with one text after the other. */
const editor = (...texts: string[]) => {
  const script = join(line.folder, 'editor.cjs');
  const rounds = join(line.folder, 'rounds.json');
  writeFileSync(rounds, JSON.stringify(texts));
  writeFileSync(
    script,
    `const fs = require('node:fs'); const rounds = JSON.parse(fs.readFileSync(${JSON.stringify(rounds)}, 'utf8'));
     fs.writeFileSync(process.argv[2], rounds.shift()); fs.writeFileSync(${JSON.stringify(rounds)}, JSON.stringify(rounds));`,
  );
  return {EDITOR: `${process.execPath} ${script}`};
};

describe('config', () => {
  it('prints the path of the file', async () => {
    expect(await run(['config', 'path'])).toEqual({code: 0, out: `${config}\n`, err: ''});
  });

  it('names every mistake with line and column, including unknown columns and keys used twice', async () => {
    expect(await run(['config', 'check'])).toMatchObject({code: 0, out: expect.stringContaining('not found')});
    writeFileSync(config, 'theme: drak\nkeys:\n  list.sort: c\ncolumns:\n  volumes: [label, colour]\n');
    const {code, out, err} = await run(['config', 'check']);
    expect([code, out]).toEqual([1, '']);
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringContaining(`${config}:1:8: theme: unknown theme drak`),
      expect.stringMatching(/:3:14: keys: c is both list\.sort and list\.copy/),
      expect.stringMatching(/:5:20: columns\.volumes: unknown column colour/),
    ]);
    writeFileSync(config, 'theme: light\n');
    expect(await run(['config', 'check'])).toMatchObject({code: 0, out: `${config}: valid\n`});
  });

  it('checks filters, views, keys, own commands and the file of signers', async () => {
    writeFileSync(
      config,
      `plan_signers: /nofile
filters: {broken: 'stauts:x', old: 'age>30'}
views:
  web: {view: instances, filter: 'stauts:x'}
keys: {list.sort: ctrl-shift-F13}
commands:
  look: {on: [instances], run: [ls, '{nope}']}
`,
    );
    const {code, err} = await run(['config', 'check']);
    expect(code).toBe(1);
    const [signers, broken, old, web, sort, look, ...others] = err.trimEnd().split('\n');
    expect(broken).toMatch(
      /:2:19: filters\.broken: No field “stauts”\. Did you mean status\? Put a text with a colon in/,
    );
    expect(old).toMatch(/:2:36: filters\.old: age>30 has no unit\. Example: age>30d$/);
    expect(web).toMatch(/:4:34: views\.web\.filter: No field “stauts”\. Did you mean status\?/);
    expect(sort).toMatch(/:5:19: keys\.list\.sort: “ctrl-shift-F13” isn’t a valid key\./);
    expect(look).toMatch(
      /:7:37: commands\.look\.run\.1: no field nope in instances\. Placeholders: id, label, profile, /,
    );
    expect(signers).toMatch(/:1:1: plan_signers \/nofile doesn’t exist$/);
    expect(others).toEqual([]);
    expect((await run(['doctor'])).out).toContain('plan_signers /nofile doesn’t exist');
  });

  it('accepts filters whose names may be tags, and placeholders that the provider may know', async () => {
    writeFileSync(
      config,
      `profiles: [{name: a, base_url: 'https://a.example', brand: acme}]
filters: {a: 'env:prod role:db', b: '"stage:prod"', c: 'status:offline tag:web size>10GB', d: 'specs.memory>4000'}
views: {web: {view: instances, filter: 'env:prod backups.enabled:no'}}
commands:
  look: {on: [instances], run: [ls, '{id} {label} {profile} {ipv4} {specs.memory} {acme_id} {tags}']}
plan_signers: ${config}
`,
    );
    expect(await run(['config', 'check'])).toMatchObject({code: 0, err: ''});
  });

  it('shows the effective settings without a token', async () => {
    writeFileSync(
      config,
      "profiles: [{name: a, base_url: 'https://a.example/v4', token: {env: T}}]\nsort: {volumes: -size}\n",
    );
    const {out} = await run(['config', 'show'], {T: 'canary'});
    expect(out).toMatch(/read_only: false[\s\S]*volumes: -size/);
    expect(out).not.toContain('canary');
    expect(JSON.parse((await run(['config', 'show', '--json'])).out)).toMatchObject({
      found: true,
      settings: {keys: {}},
    });
  });

  it('shows settings that config check accepts and that have the same meaning', async () => {
    const text = `default_profile: prod
profiles:
  - {name: prod, base_url: https://api.example.com/v4, token: {env: X}, production: true, theme: mine}
  - name: lab
    base_url: https://api.example.com/v4
    token: {login: {url: https://login.example.com, client_id: abc}}
theme: light
themes: {mine: {base: dark, ok: bright-green}}
keys: {list.sort: o, list.filter: false}
columns: {volumes: [label, size]}
sort: {volumes: -size}
filters: {bad: 'status:offline'}
views: {full: {view: volumes, filter: 'size>10', sort: -size, columns: [label]}}
commands: {ping: {on: [instances], run: [ping, '{ipv4}'], key: f7}}
ssh: {user: root}
edit_as: json
`;
    writeFileSync(config, text);
    expect(await run(['config', 'check'])).toMatchObject({code: 0});
    const {code, out} = await run(['config', 'show']);
    expect(code).toBe(0);
    writeFileSync(config, out);
    expect(await run(['config', 'check'])).toMatchObject({code: 0, err: ''});
    expect(parseSettings(out, knownNames).settings).toEqual(parseSettings(text, knownNames).settings);
    expect((await run(['config', 'show'])).out).toBe(out);
  });

  it('bug: get ignores the columns and the sort order of the settings', async () => {
    const table = async (...words: string[]) => (await run(['get', 'volumes', ...words])).out.trimEnd().split('\n');
    writeFileSync(config, '');
    expect((await table())[0]).not.toMatch(/^LABEL +SIZE$/);
    writeFileSync(config, 'columns: {volumes: [label, size]}\nsort: {volumes: -size}\n');
    const [header, ...rows] = await table();
    expect(header).toMatch(/^LABEL +SIZE$/);
    const volumes: readonly {label: string; size: number}[] = JSON.parse((await run(['get', 'volumes', '--json'])).out);
    const sizes = rows.map(row => volumes.find(({label}) => row.startsWith(`${label} `))?.size ?? Number.NaN);
    expect(new Set(sizes).size).toBeGreaterThan(1);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    // Flags go before the settings.
    expect((await table('--columns', 'size'))[0]?.trim()).toBe('SIZE');
  });

  it('edits the file, and saves no mistakes', async () => {
    const answers = ['e'];
    const ask = async () => answers.shift() ?? '';
    const edited = await run(['config', 'edit'], editor('theme: drak\n', 'theme: light\n'), ask);
    expect(edited).toMatchObject({code: 0, err: expect.stringContaining(':1:8: ')});
    expect(readFileSync(config, 'utf8')).toBe('theme: light\n');
    expect(statSync(config).mode & 0o777).toBe(0o600);
    expect((await run(['config', 'edit'], editor('theme: drak\n'), ask)).code).toBe(1);
    expect(readFileSync(config, 'utf8')).toBe('theme: light\n');
    expect(await run(['config', 'edit'], editor('theme: mono\n'))).toMatchObject({code: 2});
  });

  it.each([
    ['fails', 'exit 3', ' ended with 3. Nothing was changed.'],
    ['fails after a change', 'echo "theme: dark" > "$1"; exit 3', 'is unchanged. Your text is in'],
    ['empties the file', ': > "$1"', 'The file came back empty. Nothing was changed.'],
  ])('reports an editor that %s, and doesn’t call it a bug', async (_, command, message) => {
    const path = join(dirname(config), 'failing-editor');
    writeFileSync(path, `#!/bin/sh\n${command}\n`, {mode: 0o700});
    const {code, err} = await run(['config', 'edit'], {EDITOR: path}, async () => '');
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err).not.toContain('bug');
    expect(existsSync(config)).toBe(false);
  });

  it.each([
    [
      'with valid settings',
      'profiles:\n  - name: prod\n    base_url: https://api.example.com/v4\n    token: {env: SETTINGS_PROD}\n',
    ],
    ['with settings that aren’t valid YAML', 'profiles: [\n  - token: {env: SETTINGS_PROD}\n'],
  ])('hides the tokens that the settings file names from the editor, %s', async (_, text) => {
    const folder = dirname(config);
    writeFileSync(config, text);
    const seen = join(folder, 'seen');
    const path = join(folder, 'spy');
    writeFileSync(path, `#!/bin/sh\nenv > ${seen}\n`, {mode: 0o700});
    vi.stubEnv('SETTINGS_PROD', 'canary-token');
    vi.stubEnv('SETTINGS_API_KEY', text.includes('base_url') ? 'shown' : 'canary-key');
    await run(['config', 'edit'], {EDITOR: path, SETTINGS_API_KEY: 'canary-key'}, async () => '');
    vi.unstubAllEnvs();
    expect(readFileSync(seen, 'utf8')).toContain('PATH=');
    expect(readFileSync(seen, 'utf8')).not.toContain('canary');
  });
});

describe('doctor', () => {
  const findings = async (env = {}) => {
    const {code, out} = await run(['doctor', '--json'], env);
    return {code, found: JSON.parse(out) as {check: string; state: string; words: string; remedy?: string}[]};
  };

  it('reports no failure for a working setup', async () => {
    const {code, found} = await findings();
    expect(code).toBe(0);
    expect(found.filter(({state}) => state === 'failed')).toEqual([]);
    const names = found.map(({check}) => check);
    for (const check of ['runtime', 'settings', 'profile', 'reach', 'clock', 'token', 'scopes', 'limits'])
      expect(names).toContain(check);
    expect((await run(['doctor'])).out).toMatch(/^ok {4}token +valid, user /m);
  });

  it('distinguishes a wrong token, an empty token and an unreachable API, each with a remedy', async () => {
    const wrong = await findings({SKYDECK_TOKEN: 'canary'});
    expect(wrong.code).toBe(1);
    expect(wrong.found).toContainEqual(
      expect.objectContaining({
        check: 'token',
        state: 'failed',
        words: 'The API rejected the token: Invalid Token.',
        remedy: 'Check SKYDECK_TOKEN, or run "skydeck profile test" for the token of a profile.',
      }),
    );
    expect(JSON.stringify(wrong.found)).not.toContain('canary');
    const missing = await findings({SKYDECK_TOKEN: ''});
    expect(missing.found).toContainEqual(
      expect.objectContaining({
        check: 'token',
        words: 'SKYDECK_TOKEN is empty.',
        remedy: 'Put an access token there.',
      }),
    );
    // Bug: the remedy was to record requests, although none was sent.
    const malformed = await findings({SKYDECK_TOKEN: 'two words'});
    expect(malformed.found).toContainEqual(
      expect.objectContaining({
        check: 'token',
        words: 'SKYDECK_TOKEN is not a token: it has spaces or control characters',
        remedy: 'Change the source of the token with skydeck config edit.',
      }),
    );
    const nobody = await findings({SKYDECK_BASE_URL: 'http://127.0.0.1:9/v4'});
    expect(nobody).toMatchObject({code: 1});
    expect(nobody.found).toContainEqual(
      expect.objectContaining({
        check: 'reach',
        words: expect.stringMatching(/ECONNREFUSED\)\.$/),
        remedy: expect.any(String),
      }),
    );
  });

  it('checks the certificate of a numeric address without a warning of Node', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    const {found} = await findings({SKYDECK_BASE_URL: 'https://127.0.0.1:9/v4'});
    expect(found).toContainEqual(expect.objectContaining({check: 'reach', state: 'failed'}));
    expect(warned).not.toHaveBeenCalled();
  });

  it('names files that others can read, with the chmod command', async () => {
    writeFileSync(config, 'theme: light\n');
    chmodSync(config, 0o644);
    mkdirSync(join(line.folder, 'skydeck'), {recursive: true});
    chmodSync(join(line.folder, 'skydeck'), 0o755);
    const remedies = (await findings()).found.map(({remedy}) => remedy);
    expect(remedies).toContain(`chmod 600 '${config}'`);
    expect(remedies).toContain(`chmod 700 '${join(line.folder, 'skydeck')}'`);
  });

  it('names mistakes in the settings, and limited scopes', async () => {
    writeFileSync(config, 'theme: drak\n');
    const token = line.account.tokenFor('half', {scopes: 'account:read_only'});
    const {code, found} = await findings({SKYDECK_TOKEN: token});
    expect(code).toBe(1);
    expect(found).toContainEqual(
      expect.objectContaining({check: 'settings', words: expect.stringContaining(':1:8: ')}),
    );
    expect(found).toContainEqual(expect.objectContaining({check: 'scopes', words: 'account:read_only'}));
  });
});
