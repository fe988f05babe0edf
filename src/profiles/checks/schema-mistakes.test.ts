import {expect, it} from 'vitest';
import {parseSettings} from '../parse-settings.ts';

const mistakesOf = (text: string) =>
  parseSettings(text).mistakes.map(({line, column, message}) => `${line}:${column} ${message}`);

it.each([
  ['theme: dark\n\ncolums: {}', '3:1 unknown setting colums. Did you mean columns?'],
  ['guards:\n  never: []\n  nver: [x.y]', '3:3 guards: unknown setting nver. Did you mean never?'],
  ['profiles:\n  - name: a\n    base_url: https://a.example\n    reed_only: true', /^4:5 profiles\.0: .*read_only\?$/],
  ['views: {web: {view: volumes, colums: [id]}}', '1:30 views.web: unknown setting colums. Did you mean columns?'],
  ['monitor: {grup: tag}', '1:11 monitor: unknown setting grup. Did you mean group?'],
  ['history: {zzz: 1}', '1:11 history: unknown setting zzz. Settings: max_mb, max_days'],
])('an unknown setting is reported on its own line, with the settings that exist: %j', (text, expected) => {
  const [first, ...more] = mistakesOf(text);
  expect(first).toMatch(expected);
  expect(more).toEqual([]);
});

it('two unknown settings in one map are two mistakes', () => {
  expect(mistakesOf('colums: {}\nthme: dark')).toEqual([
    '1:1 unknown setting colums. Did you mean columns?',
    '2:1 unknown setting thme. Did you mean theme?',
  ]);
});

it('a misspelled setting of guards refuses every change with the line of that setting', () => {
  const {settings} = parseSettings('colums: {}\nprofilse: []\nguards_fle: x');
  expect(settings.guards.problem).toContain('(line 3)');
});

it.each([
  ['theme: [a]', '1:8 theme must be text'],
  ['theme: 5', '1:8 theme must be text. Put the value in quotes'],
  ['- a', '1:1 the file must be a map of settings, such as theme: dark'],
  ['keys: x', '1:7 keys must be a map of names and values'],
  ['keys: {list.sort: 3}', '1:19 keys.list.sort must be a key, a list of keys, or false'],
  ['monitor: 5', '1:10 monitor must be a layout, such as {group: region}, or a list of layouts'],
  ['monitor: [{name: a, group: nope}]', '1:28 monitor.0.group must be one of region, tag, family, profile'],
  ['history: {max_days: -1}', '1:21 history.max_days must be a whole number from 1 to 3650'],
  ['profiles: [{name: a}]', '1:12 profiles.0.base_url is required'],
  ['profiles: [x]', /^1:12 profiles\.0 must be a map with name, base_url, /],
  ['edit_as: yml', '1:10 edit_as must be one of yaml, json. Did you mean yaml?'],
  ['views: {web: x}', '1:14 views.web must be a map with view, filter, sort, columns'],
  ['columns: {volumes: []}', '1:20 columns.volumes must have at least 1 entry'],
  ['filters: {x: ""}', '1:14 filters.x must not be empty'],
  ['commands: {x: {on: instances, run: [ls]}}', '1:20 commands.x.on must be a list'],
  ['commands: {x: {on: [instances], run: [ls], pause: 1}}', '1:51 commands.x.pause must be true or false'],
  ['ssh: {address: ip6}', '1:16 ssh.address must be one of public, private, ipv6, ask. Did you mean ipv6?'],
  ['themes: {"a b": {bar: red}}', '1:17 themes.a b must be a name of letters, digits, . _ @ and -'],
  ['guards: {max_monthly_increase: a}', '1:32 guards.max_monthly_increase must be a number'],
])('a wrong value is reported with the allowed values: %j', (text, expected) => {
  const [first, ...more] = mistakesOf(text);
  expect(first).toMatch(expected);
  expect(more).toEqual([]);
});

it('the mistake in a token names the wrong part and no value', () => {
  const tokenMistakes = (token: string) =>
    mistakesOf(`profiles:\n  - name: a\n    base_url: https://a.example\n    token: ${token}`);
  expect(tokenMistakes('{env: ""}')).toEqual(['4:18 profiles.0.token.env must not be empty']);
  expect(tokenMistakes('{login: {url: https://a.example}}')).toEqual([
    '4:20 profiles.0.token.login.client_id is required',
  ]);
  for (const token of ['canary', '{evn: canary}', '{env: {canary: 1}}', '[canary]'])
    expect(tokenMistakes(token).join('')).not.toContain('canary');
});
