import {chmod, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {parseAddress} from '../client/core/api-address.ts';
import {knownNames} from '../store/list/known-names.ts';
import {type ChoiceContext, chooseProfile, chooseProfiles} from './choose-profile.ts';
import {fetchToken} from './fetch-token.ts';
import {loadSettings, mistakeLines} from './load-settings.ts';
import {parseSettings} from './parse-settings.ts';
import {baseUrlProblem} from './profile.ts';
import {emptySettings} from './settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skydeck-settings-'));
});
afterEach(() => rm(folder, {recursive: true, force: true}));

const good = `default_profile: prod
profiles:
  - name: prod
    base_url: https://api.example.com/v4
    brand: acme
    token: {file: ~/token}
    production: true
keys:
  list.sort: [o]
  list.mark: false
`;

describe('the settings file', () => {
  it('is optional', async () => {
    const settings = await loadSettings({SKYDECK_CONFIG: join(folder, 'none.yaml')});
    expect(settings).toMatchObject({isFound: false, mistakes: [], settings: {profiles: []}});
  });

  it('has profiles and keys', () => {
    const {settings, mistakes} = parseSettings(good);
    expect(mistakes).toEqual([]);
    expect(settings.defaultProfile).toBe('prod');
    expect(settings.profiles[0]).toMatchObject({name: 'prod', brand: 'acme', production: true, readOnly: false});
    expect(settings.keys).toEqual({'list.sort': ['o'], 'list.mark': []});
  });

  it('reports the line of each mistake and keeps the valid settings', async () => {
    const path = join(folder, 'config.yaml');
    await writeFile(
      path,
      `${good.replace('name: prod', 'name: prod\n    prodction: true')}  - name: spare\n    base_url: http://example.com/v4\n`.replace(
        'keys:\n  list.sort: [o]\n  list.mark: false\n',
        '',
      ),
    );
    const settings = await loadSettings({SKYDECK_CONFIG: path});
    const lines = mistakeLines(settings);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/config\.yaml:4:5: .*prodction/);
    expect(lines[1]).toMatch(
      /config\.yaml:10:15: profiles\.1\.base_url example\.com would receive the token unencrypted/,
    );
    expect(settings.settings.defaultProfile).toBe('prod');
  });

  it('reports invalid YAML as a mistake', () => {
    const {settings, mistakes} = parseSettings('profiles: [\n  - {');
    expect(settings.profiles).toEqual([]);
    expect(mistakes[0]).toMatchObject({line: expect.any(Number), message: expect.any(String)});
  });

  it('reports YAML without a mapping as a mistake', () => {
    expect(parseSettings('- a\n- b').mistakes).toHaveLength(1);
    expect(parseSettings('').mistakes).toEqual([]);
  });

  it('rejects two profiles with the same name', () => {
    const twice = `profiles:\n  - {name: a, base_url: 'https://a.example/v4'}\n  - {name: a, base_url: 'https://b.example/v4'}\n`;
    const {settings, mistakes} = parseSettings(twice);
    expect(settings.profiles.map(({baseUrl}) => baseUrl)).toEqual(['https://a.example/v4']);
    expect(mistakes).toEqual([{line: 3, column: 12, hidesProfile: true, message: 'profiles.1.name "a" is taken'}]);
  });
});

it('the parser emits no warning, because a warning would appear in the middle of the screen', () => {
  const warn = vi.spyOn(process, 'emitWarning');
  const {mistakes} = parseSettings('{}: x\n[a]: {b: c}\ntheme: !!odd dark\n');
  expect(mistakes.length).toBeGreaterThan(0);
  expect(warn).not.toHaveBeenCalled();
});

it.each([
  ['history: off', {isOff: true}],
  ['history: false', {isOff: true}],
  ['history: {max_mb: 10, max_days: 7}', {isOff: false, maxMb: 10, maxDays: 7}],
])('%s is a valid setting', (text, history) => {
  expect(parseSettings(`${text}\n`)).toMatchObject({mistakes: [], settings: {history}});
});

it('reports an invalid value of history', () => {
  const {mistakes, settings} = parseSettings('history: {max_mb: 0}\n');
  expect(mistakes[0]?.message).toContain('history');
  expect(settings.history).toBeUndefined();
});

describe('a base URL', () => {
  it.each([
    'https://api.example.com/v4',
    'http://127.0.0.1:4400/v4',
    'http://localhost/v4',
    'http://[::1]:1/v4',
  ])('can be %s', url => expect(baseUrlProblem(url)).toBeUndefined());
  it.each([
    ['http://api.example.com/v4', /Use https/],
    ['http://127.0.0.1.example.com/', /Use https/],
    ['ftp://x/', /isn’t supported/],
    ['nonsense', /isn’t a valid URL/],
  ])("can't be %s", (url, words) => expect(baseUrlProblem(url)).toMatch(words));
  // Two modules decide this question, because the settings must not load the client. If only one of them treats an address
  // as loopback, the token is sent unencrypted.
  it.each([
    'localhost',
    'LOCALHOST',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '127.0.0.1.example.com',
    'localhost.example.com',
    '0.0.0.0',
    '[::]',
  ])('on http://%s is a loopback address exactly if the client agrees', host => {
    expect(baseUrlProblem(`http://${host}/v4`) === undefined).toBe(parseAddress(`http://${host}/v4`).isPrivate);
  });
});

describe('the account of a command or a console', () => {
  const none = {settings: emptySettings, mistakes: [], isFound: false, path: '/c.yaml'};
  const loadedFrom = (text: string) => ({...parseSettings(text), isFound: true, path: '/c.yaml'});
  const commandContext = (env = {}, settings: ChoiceContext['loaded'] = loadedFrom(good)): ChoiceContext => ({
    loaded: settings,
    env,
    canFallBack: false,
  });
  const consoleContext = (env = {}, settings: ChoiceContext['loaded'] = none): ChoiceContext => ({
    ...commandContext(env, settings),
    canFallBack: true,
  });

  it('is the demo in a console without any configuration, marked as a fallback', () => {
    expect(chooseProfile({}, consoleContext())).toEqual({demo: true, readOnly: false, isFallback: true});
    expect(chooseProfile({}, consoleContext({}, loadedFrom('theme: light')))).toMatchObject({isFallback: true});
    expect(chooseProfile({demo: true}, consoleContext())).toMatchObject({isFallback: false});
  });
  it('is never the demo as a fallback in a command', () => {
    expect(chooseProfile({}, commandContext({}, none))).toEqual({
      refused: expect.stringMatching(/^No account is configured\. .*profile add.*--demo/),
    });
    for (const flags of [{demo: true}, {profile: 'demo'}])
      expect(chooseProfile(flags, commandContext({SKYDECK_TOKEN: 't'}, none))).toMatchObject({demo: true});
    expect(chooseProfile({}, commandContext({}, loadedFrom('default_profile: demo')))).toMatchObject({demo: true});
  });
  it('is refused for a token without a base URL, also in the console', () => {
    for (const context of [commandContext({SKYDECK_TOKEN: 't'}, none), consoleContext({SKYDECK_TOKEN: 't'})])
      expect(chooseProfile({}, context)).toEqual({
        refused: expect.stringMatching(/^SKYDECK_TOKEN is set, but no base URL/),
      });
  });
  it('is the profile of SKYDECK_PROFILE when no flag selects an account', () => {
    const lab = loadedFrom(
      'profiles:\n  - {name: prod, base_url: "https://p.example"}\n  - {name: lab, base_url: "https://l.example"}\n',
    );
    const env = {SKYDECK_PROFILE: 'lab', SKYDECK_BASE_URL: 'https://other.example'};
    expect(chooseProfile({}, commandContext(env, lab))).toMatchObject({profile: {name: 'lab'}});
    expect(chooseProfile({profile: 'prod'}, commandContext(env, lab))).toMatchObject({profile: {name: 'prod'}});
    expect(chooseProfile({baseUrl: 'https://x.example'}, commandContext(env, lab))).toMatchObject({
      profile: {name: 'x.example'},
    });
    expect(chooseProfile({demo: true}, commandContext(env, lab))).toMatchObject({demo: true});
    expect(chooseProfiles({}, commandContext({SKYDECK_PROFILE: 'prod,lab'}, lab))).toHaveLength(2);
    expect(chooseProfile({}, commandContext({SKYDECK_PROFILE: 'none'}, lab))).toEqual({
      refused: expect.stringMatching(/^No profile named "none"/),
    });
    expect(chooseProfile({}, commandContext({SKYDECK_PROFILE: ''}, lab))).toMatchObject({profile: {name: 'prod'}});
  });
  it("is refused when the file in SKYDECK_CONFIG doesn't exist, also in the console", () => {
    const env = {SKYDECK_CONFIG: '/c.yaml'};
    for (const flags of [{}, {profile: 'prod'}])
      for (const context of [commandContext(env, none), consoleContext(env)])
        expect(chooseProfile(flags, context)).toEqual({
          refused: expect.stringMatching(/^SKYDECK_CONFIG names \/c\.yaml/),
        });
    expect(chooseProfile({demo: true}, commandContext(env, none))).toMatchObject({demo: true});
    expect(chooseProfile({baseUrl: 'https://x.example'}, commandContext(env, none))).toHaveProperty('profile');
  });
  it('is refused for broken settings, with line and column, unless the selected profile is intact', () => {
    const broken = loadedFrom('default_profile: prod\nprofiles: [\n');
    for (const context of [commandContext({}, broken), consoleContext({}, broken)]) {
      expect(chooseProfile({}, context)).toEqual({
        refused: expect.stringMatching(/default profile is not known\.\n\/c\.yaml:3:1: /),
      });
      expect(chooseProfile({profile: 'prod'}, context)).toEqual({
        refused: expect.stringMatching(
          /^No profile "prod" in the settings file, which has mistakes\.\n\/c\.yaml:3:1: /,
        ),
      });
    }
    const lab = '  - {name: lab, base_url: "https://lab.example"}\n';
    // The first profile is invalid, and the second profile must not become the default instead.
    const first = loadedFrom(`profiles:\n  - {name: prod, base_url: nonsense}\n${lab}`);
    expect(chooseProfile({}, commandContext({}, first))).toEqual({refused: expect.stringContaining('/c.yaml:2:28: ')});
    expect(chooseProfile({profile: 'lab'}, commandContext({}, first))).toMatchObject({profile: {name: 'lab'}});
    // The setting with the default profile is misspelled, and the first profile must not become the default instead.
    const misspelled = loadedFrom(`defualt_profile: prod\nprofiles:\n${lab}`);
    expect(chooseProfile({}, consoleContext({}, misspelled))).toHaveProperty('refused');
    // A mistake outside of the profiles doesn’t prevent the choice.
    expect(chooseProfile({}, commandContext({}, loadedFrom(`theme: drak\nprofiles:\n${lab}`)))).toHaveProperty(
      'profile',
    );
  });
  it('bug: --profile found no profile in a file with an error of its syntax, although the profile is complete before it', () => {
    const prod = 'profiles:\n  - name: prod\n    base_url: https://prod.example\n    production: true\n';
    const broken = loadedFrom(`${prod}theme: "dark\n`);
    expect(chooseProfile({profile: 'prod'}, commandContext({}, broken))).toMatchObject({
      profile: {name: 'prod', production: true},
    });
    expect(chooseProfile({}, commandContext({}, broken))).toHaveProperty('refused');
    const second = loadedFrom(`${prod}  - name: lab\n    base_url: https://lab.example\n    token: [\n`);
    expect(chooseProfile({profile: 'prod'}, commandContext({}, second))).toHaveProperty('profile');
    // A profile that isn't complete could lack its protection.
    expect(chooseProfile({profile: 'lab'}, commandContext({}, second))).toHaveProperty('refused');
    const signed = loadedFrom(`${prod}plan_signers: "~/signers\n`);
    expect(signed.settings.guards).not.toEqual(emptySettings.guards);
  });
  it('is refused for two accounts in one command line', () => {
    expect(chooseProfile({demo: true, profile: 'prod'}, commandContext())).toHaveProperty('refused');
    expect(chooseProfile({demo: true, baseUrl: 'https://x.example'}, commandContext())).toHaveProperty('refused');
  });
  it('is the default profile with settings', () => {
    expect(chooseProfile({}, commandContext())).toMatchObject({profile: {name: 'prod'}});
  });
  it('comes from the environment before the settings', () => {
    expect(chooseProfile({}, commandContext({SKYDECK_BASE_URL: 'https://x.example/v4'}))).toMatchObject({
      profile: {name: 'x.example', baseUrl: 'https://x.example/v4'},
    });
  });
  it('bug: two emulators on one machine shared the history, the last known rows and the change log', () => {
    const nameOf = (port: number) => chooseProfile({baseUrl: `http://127.0.0.1:${port}/v4`}, commandContext());
    expect(nameOf(4001)).toMatchObject({profile: {name: '127.0.0.1:4001'}});
    expect(nameOf(4002)).toMatchObject({profile: {name: '127.0.0.1:4002'}});
  });
  it('is refused for an unknown profile, with the list of profiles', () => {
    expect(chooseProfile({profile: 'nope'}, commandContext())).toEqual({
      refused: 'No profile named "nope". Choose one of prod, demo',
    });
  });
  it('is read-only on request, also the demo', () => {
    expect(chooseProfile({readOnly: true}, commandContext())).toMatchObject({profile: {readOnly: true}});
    expect(chooseProfile({readOnly: true, demo: true}, commandContext())).toMatchObject({demo: true, readOnly: true});
  });
});

describe('a token', () => {
  it('is read from the environment', async () => {
    await expect(fetchToken({env: 'T'}, {T: ' abc \n'})).resolves.toBe('abc');
    await expect(fetchToken(undefined, {SKYDECK_TOKEN: 'abc'})).resolves.toBe('abc');
  });
  it('is read from a private file only', async () => {
    const file = join(folder, 'token');
    await writeFile(file, 'abc\n', {mode: 0o600});
    await expect(fetchToken({file}, {})).resolves.toBe('abc');
    await chmod(file, 0o644);
    await expect(fetchToken({file}, {})).rejects.toThrow(/run chmod 600/);
  });
  it('is read from the output of a command, without a shell', async () => {
    await expect(fetchToken({command: [process.execPath, '-p', '"a" + "$HOME".length']}, {})).resolves.toBe('a5');
  });
  it('never appears in an error message', async () => {
    const command = [process.execPath, '-e', 'console.log("secret-token"); process.exit(3)'];
    await expect(fetchToken({command}, {})).rejects.toThrow(/^The token command .* failed \(3\)$/);
    await expect(fetchToken({env: 'T'}, {T: 'sec ret'})).rejects.toThrow(/^T is not a token/);
    await expect(fetchToken({env: 'T'}, {})).rejects.toThrow(/^T is empty/);
  });
});

describe('names in the settings', () => {
  const wordsOf = (text: string) =>
    parseSettings(text, knownNames).mistakes.map(({line, column, message}) => `${line}:${column} ${message}`);
  it.each([
    ['theme: drak', /^1:8 theme: unknown theme drak\. Choose one of dark, light/],
    ['themes: {mine: {bar: pink}}', /^1:22 themes\.mine\.bar must be words of: none, bold/],
    ['themes: {dark: {bar: red}}', /themes\.dark is built in/],
    ['keys: {list.fly: f}', /^1:18 keys: unknown command list\.fly/],
    ['keys: {instances.fly: f}', /unknown command instances\.fly/],
    ['keys: {list.sort: c}', /^1:19 keys: c is both list\.copy and list\.sort|c is both list\.sort and list\.copy/],
    ['keys: {instances.boot: s}', /s is both list\.sort and instances\.boot/],
    ['keys: {instances.reboot: O, instances.boot: O}', /O is both instances\.boot and instances\.reboot$/],
    ['monitor: [{families: [nope]}]', /^1:23 monitor\.0\.families\.0: unknown resource type nope$/],
    [
      'keys: {list.delete: D}',
      /^1:21 D is both list\.delete and [\w.]+ and \d+ more actions; list\.delete has it now$/,
    ],
    ['columns: {widgets: [label]}', /columns\.widgets: unknown resource type widgets/],
    ['columns: {instances: [label, colour]}', /^1:30 columns\.instances: unknown column colour\. Columns: label/],
    ['sort: {instances: -colour}', /sort\.instances: unknown column colour/],
    ['views: {x: {view: widgets}}', /views\.x\.view: unknown resource type widgets/],
    ['start: nowhere', /^1:8 start: unknown view nowhere/],
    ['start: constructor', /^1:8 start: unknown view constructor/],
    ['commands: {x: {on: [widgets], run: [ls]}}', /commands\.x\.on\.0: unknown resource type widgets/],
    ['commands: {x: {on: [instances], run: [ls], key: s}}', /s is both list\.sort and commands\.x/],
    ['commands: {x: {on: [instances], run: [ls], key: g}}', /g is both moving\.first and commands\.x/],
    ['commands: {x: {on: [instances], run: [ls], key: q}}', /q is both everywhere\.\w+ and commands\.x/],
    ['default_profile: gone', /no profile named gone/],
    ['profiles: {prod: {token: x}}', /^1:1\d? profiles must be a list, in which each profile starts with "- name:"/],
    ['ssh: {jump: "-oProxyCommand=sh"}', /^1:13 ssh\.jump must be a host/],
    ['ssh: {serial: "-oProxyCommand=sh"}', /^1:15 ssh\.serial must be USER@HOST/],
    ['ssh: {serial: "ann@{host}.example.com"}', /^1:15 ssh\.serial must be USER@HOST/],
    ['ssh: {adress: ipv6}', /^1:7 ssh: unknown setting adress\. Did you mean address\?/],
  ])('%s is reported as a single mistake', (text, words) => {
    const [first, ...more] = wordsOf(text);
    expect(first).toMatch(words);
    expect(more).toEqual([]);
  });

  it('of placeholders of ssh are checked strictly', () => {
    const {mistakes} = parseSettings("ssh: [ssh, '{adress}']", knownNames, {isStrict: true});
    expect(mistakes.map(({message}) => message)).toEqual([
      'ssh.1: unknown placeholder {adress}. Placeholders: {address}, {user}, {jump}',
    ]);
  });

  it('may be any name of a resource type, and unknown columns are omitted', () => {
    const {settings, mistakes} = parseSettings(
      'columns: {instances: [label, colour], volume: [label]}\nsort: {volumes: -size}\nkeys: {instances.boot: B}\nstart: overview\n',
      knownNames,
    );
    expect(mistakes).toHaveLength(1);
    expect(settings).toMatchObject({
      columns: {instances: ['label'], volumes: ['label']},
      sorts: {volumes: {column: 'size', descending: true}},
    });
  });
});

it.each([
  '*a',
  'profiles: *nobody',
  'a: &a [*a, *a]\nb: &b [*a, *a, *a, *a]\nc: *c',
])("%s is reported as a mistake, and doesn't crash", text => {
  const {mistakes} = parseSettings(text);
  expect(mistakes.length).toBeGreaterThan(0);
});
