import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {guardLines, matchesOperation, mergeGuards, noGuards} from './guard-rules.ts';
import {guardsOf} from './load-guards.ts';
import {loadSettings, mistakeLines} from './load-settings.ts';
import {parseGuards} from './parse-guards.ts';
import {parseSettings} from './parse-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-guards-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const profile = (name: string, more = '') => `{name: ${name}, base_url: 'https://${name}.example/v4'${more}}`;
const load = (text: string, team?: string) => {
  const path = join(folder, 'config.yaml');
  writeFileSync(path, text);
  if (team !== undefined) writeFileSync(join(folder, 'team.yaml'), team);
  return loadSettings({SKYDECK_CONFIG: path, XDG_CACHE_HOME: join(folder, 'cache')});
};

test('guards of the settings, of a profile and of their team files apply together', async () => {
  const loaded = await load(
    `guards: {protected_tags: [prod-db], never: [account.cancel]}
guards_file: team.yaml
profiles: [${profile('prod', ', guards: {protected_tags: [vip]}')}, ${profile('lab')}]\n`,
    'never: ["*.delete", account.cancel]\n',
  );
  expect(loaded.mistakes).toEqual([]);
  const common = {...noGuards, protectedTags: ['prod-db'], never: ['account.cancel', '*.delete']};
  expect(guardsOf(loaded, 'prod')).toEqual({...common, protectedTags: ['prod-db', 'vip']});
  expect(guardsOf(loaded, 'lab')).toEqual(common);
  expect(guardsOf(loaded, undefined)).toEqual(common);
  expect(guardsOf(loaded, 'a profile that was removed')).toEqual(common);
});

test.each([
  ['doesn’t exist', undefined, 'doesn’t exist'],
  ['isn’t YAML', 'never: [', 'has a mistake (line 1)'],
  ['has an unknown name', 'never: []\nforbidden: []\n', 'has a mistake (line 2)'],
  ['has a wrong pattern', 'never:\n  - "delete everything"\n', 'has a mistake (line 2)'],
  ['is a list', '- instances.delete\n', 'has a mistake (line 1)'],
])('a team file that %s refuses every change, and is a mistake', async (_, team, message) => {
  const loaded = await load(`theme: dark\nguards_file: team.yaml\nprofiles: [${profile('prod')}]\n`, team);
  expect(guardsOf(loaded, 'prod').problem).toBe(`the guards file ${join(folder, 'team.yaml')} ${message}`);
  expect(loaded.settings.profiles).toHaveLength(1);
  expect(mistakeLines(loaded).join('\n')).toContain(`${loaded.path}:2:1: guards_file ${join(folder, 'team.yaml')}`);
});

test.runIf(process.geteuid?.() !== 0)('a team file that can’t be read refuses every change', async () => {
  writeFileSync(join(folder, 'team.yaml'), 'never: []\n');
  chmodSync(join(folder, 'team.yaml'), 0);
  expect((await load('guards_file: team.yaml\n')).settings.guards.problem).toContain('can’t be read (EACCES)');
});

test('a folder in place of the team file refuses every change', async () => {
  const loaded = await load(`guards_file: ${folder}\n`);
  expect(loaded.settings.guards.problem).toContain('is not a regular file');
});

test('a mistake in a team file is reported with its line and column', () => {
  const {mistakes} = parseGuards('protected_tags: [a]\nnever:\n  - instances.delete\n  - ".."\n');
  expect(mistakes).toMatchObject([
    {line: 4, column: 5, message: expect.stringContaining('never.1 must be an operation')},
  ]);
});

test.each([
  ['a wrong pattern', 'guards:\n  never: [".."]\n', 2],
  ['an unknown name', 'guards:\n  frozen: true\n', 2],
  ['a text in place of a list', 'guards: {protected_tags: prod}\n', 1],
  ['a misspelled name', 'guard: {never: []}\n', 1],
  ['a name with swapped letters', 'gaurds: {never: []}\n', 1],
  ['a mistake of YAML', 'guards: {never: [}\n', 1],
  ['an empty path', 'guards_file: ""\n', 1],
])('settings whose guards have %s refuse every change', (_, text, line) => {
  const {settings, mistakes} = parseSettings(text);
  expect(mistakes.length).toBeGreaterThan(0);
  expect(settings.guards.problem).toBe(`the guards in the settings have a mistake (line ${line})`);
});

test("a mistake outside of the guards in the settings doesn't affect the guards", () => {
  const {settings} = parseSettings('theme: 7\nguards: {never: [account.cancel]}\n');
  expect(settings.guards).toEqual({...noGuards, never: ['account.cancel']});
  expect(parseSettings('profiles: [').settings.guards).toEqual(noGuards);
});

test('a profile with a mistake in its guards can’t be opened', async () => {
  const loaded = await load(`profiles: [${profile('prod', ', guards: {never: 1}')}]\n`);
  expect(loaded.settings.profiles).toEqual([]);
  expect(mistakeLines(loaded)[0]).toContain('profiles.0.guards.never');
});

test('the smallest of several limits applies', () => {
  const limits = (text: string) => parseGuards(text).rules;
  const merged = mergeGuards(
    limits('max_resources: 10\nmax_monthly_increase: 200'),
    limits('max_resources: 25\nmax_monthly_increase: 12.5'),
    noGuards,
  );
  expect(merged).toEqual({...noGuards, maxResources: 10, maxMonthlyIncrease: 12.5});
  expect(guardLines(merged)).toEqual(['at most 10 resources per change', 'at most $12.50/mo more per change']);
  for (const wrong of ['max_resources: 0', 'max_resources: 1.5', 'max_resources: ten', 'max_monthly_increase: -1'])
    expect(parseGuards(`${wrong}\n`).mistakes, wrong).toMatchObject([{line: 1}]);
  expect(limits('max_monthly_increase: 0').maxMonthlyIncrease).toBe(0);
});

test('freeze windows are parsed, and a mistake in one is reported with its position', () => {
  const window = "{from: 'Fri 18:00', to: 'Mon 08:00', time_zone: Europe/Berlin}";
  const {rules} = parseGuards(`freeze:\n  - ${window}\n  - {from: 2026-12-24, to: 2026-12-27, time_zone: UTC}\n`);
  expect(guardLines(rules)).toEqual([
    'no changes from Fri 18:00 to Mon 08:00 Europe/Berlin',
    'no changes from 2026-12-24 to 2026-12-27 UTC',
  ]);
  const wrong =
    'freeze:\n  - from: Fri\n    to: Mon 08:00\n    time_zone: Berlin\n  - {from: Fri 18:00, to: Mon 08:00}\n';
  expect(parseGuards(wrong).mistakes).toMatchObject([
    {line: 4, column: 16, message: expect.stringContaining('freeze.0.time_zone must be a time zone')},
    {line: 2, column: 11, message: expect.stringContaining('freeze.0.from must be a day and a time')},
    {line: 5, message: expect.stringContaining('freeze.1.time_zone')},
  ]);
});

test('a pattern matches whole operations, case-insensitively', () => {
  expect(matchesOperation('*.delete', 'instances.disks.delete')).toBe(true);
  expect(matchesOperation('Instances.Delete', 'instances.delete')).toBe(true);
  expect(matchesOperation('instances.delete', 'instances.deleteAll')).toBe(false);
  expect(matchesOperation('instances.*', 'volumes.delete')).toBe(false);
  expect(matchesOperation('a.b', 'axb')).toBe(false);
});

test('merged guards keep the first problem, and each guard has a line', () => {
  const [first, second] = [
    {...noGuards, problem: 'unreadable'},
    {...noGuards, problem: 'not YAML'},
  ];
  const merged = mergeGuards({...noGuards, protectedTags: ['a']}, undefined, first, second);
  expect(merged).toEqual({...noGuards, protectedTags: ['a'], problem: 'unreadable'});
  expect(guardLines(merged)).toEqual(['changes are refused: unreadable', 'protected tags: a']);
  expect(guardLines(noGuards)).toEqual([]);
});

test('bug: the mistakes of a team file were in the words of a library, and at its first line', () => {
  const {mistakes} = parseGuards('never: []\nfreeze:\n  - {from: Fri 18:00, to: Mon 08:00}\n\nmax_resource: 3\n');
  expect(mistakes).toEqual([
    {line: 3, column: 5, message: 'freeze.0.time_zone is required'},
    {line: 5, column: 1, message: 'unknown setting max_resource. Did you mean max_resources?'},
  ]);
});
