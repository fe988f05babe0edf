import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

const profiles = [
  {name: 'demo', production: false, readOnly: false, address: 'built in'},
  {name: 'prod', production: true, readOnly: true, address: 'https://api.example.com/v4'},
];

test('profiles are shown in a table, and enter switches to one', async () => {
  const chosen: string[] = [];
  const screen = await openConsole({profiles, onSwitch: name => chosen.push(name)});
  await screen.press('@');
  screen.expectText('https://api.example.com/v4');
  screen.expectText(/prod +│ https.* │ production +│ read-only/);
  screen.expectText('❯ [ ] demo (here)');
  await screen.press('down', 'enter');
  expect(chosen).toEqual(['prod']);
  screen.expectNoText('api.example.com');
});

test.each([
  [80, 24],
  [60, 15],
])('more profiles than fit into a table take one line each at %i×%i', async (columns, rows) => {
  const many = Array.from({length: 14}, (_, index) => ({
    name: `account-${index + 1}`,
    production: index === 12,
    readOnly: false,
    address: `https://api-${index + 1}.example.com/v4`,
  }));
  const chosen: string[] = [];
  const screen = await openConsole({
    size: [columns, rows],
    profiles: [...profiles, ...many],
    onSwitch: name => chosen.push(name),
  });
  await screen.press('@');
  screen.expectText('❯ [ ] demo (here)');
  screen.expectText(/ \[ ] prod +production {2}read-only {2}https:\/\//);
  for (let index = 1; index <= 6; index++)
    screen.expectText(new RegExp(` \\[ ] account-${index} +https://api-${index}`));
  screen.expectText('Space selects');
  for (let step = 0; step < 14; step++) await screen.press('down');
  screen.expectText(/❯ \[ ] account-13 +production/);
  await screen.press('enter');
  expect(chosen).toEqual(['account-13']);
});

test('bug: letters in the list of profiles did nothing, and enter opened another profile', async () => {
  const chosen: string[] = [];
  const others = ['spare', 'good', 'kube', 'joint'].map(name => ({
    ...profiles[0],
    name,
    address: `https://${name}.net`,
  }));
  const screen = await openConsole({
    profiles: [...profiles, ...others] as typeof profiles,
    size: [80, 24],
    onSwitch: name => chosen.push(name),
  });
  await screen.press('@');
  screen.expectText(/demo \(here\).*\n.*prod .*\n.*spare .*\n.*good .*\n.*kube .*\n.*joint .*\n.*Type to filter/);
  await screen.type('nothing');
  screen.expectText('No profile matches.');
  await screen.press('ctrl-u');
  await screen.type('goox');
  await screen.press('backspace');
  screen.expectText(/❯ \[ ] good /);
  screen.expectNoText(/\[ ] kube/);
  await screen.press('enter');
  expect(chosen).toEqual(['good']);
});

test('bug: the profile dialog showed each profile twice, in a table and in a list', async () => {
  const screen = await openConsole({profiles, size: [120, 40]});
  await screen.press('@');
  const lines = screen.text().split('\n');
  // The list and the table show the profile on the same line.
  expect(lines.filter(line => /\bprod\b/.test(line))).toEqual([
    expect.stringMatching(/\[ ] prod .*│ https:\S+ +│ production │ read-only │/),
  ]);
  screen.expectText(/│ ADDRESS +│ TYPE +│ CHANGES +│/);
});

test('selected profiles are opened together, and :merge opens them in the typed order', async () => {
  const chosen: string[] = [];
  const screen = await openConsole({profiles, onSwitch: names => chosen.push(names)});
  await screen.press('@');
  screen.expectText('❯ [ ] demo (here)');
  await screen.press('down', 'space');
  screen.expectText('[x] prod');
  await screen.press('up', 'space', 'enter');
  expect(chosen).toEqual(['demo,prod']);
  await screen.command('merge prod demo');
  expect(chosen).toEqual(['demo,prod', 'prod,demo']);
});

test('a dialog receives all keys, and esc closes it', async () => {
  const screen = await openConsole({profiles});
  await screen.press('@');
  screen.expectText('Profiles');
  await screen.press('q', 'x', '/');
  expect(screen.quits()).toBe(0);
  await screen.press('esc');
  screen.expectNoText('Profiles:');
});

test(':profile switches to another profile', async () => {
  const chosen: string[] = [];
  const screen = await openConsole({profiles, onSwitch: name => chosen.push(name)});
  await screen.command('profile pr');
  expect(chosen).toEqual(['prod']);
});

test('after a login expires, a dialog offers a new login once and names the command', async () => {
  const login = {name: 'demo', production: false, readOnly: false, address: 'https://api.example.com/v4', login: true};
  const account = openAccount();
  const screen = await openConsole({account, profiles: [login], onToken: () => {}});
  await account.revokeToken();
  await screen.advance(20_000);
  screen.expectText('leaves the screen to: skydeck login demo');
  await screen.press('esc');
  await screen.advance(120_000);
  screen.expectNoText('leaves the screen');
});

test('the token field has room below a long reason on the smallest screen', async () => {
  const account = openAccount();
  const screen = await openConsole({account, size: [60, 15], onToken: () => {}});
  await account.revokeToken();
  await screen.advance(20_000);
  screen.expectText('Access token for demo');
  await screen.type('s3cret');
  screen.expectText('******');
  screen.expectText('skydeck profile add');
});

test('a rejected token is asked for once, and the typed token is never shown', async () => {
  const tokens: string[] = [];
  const account = openAccount();
  const screen = await openConsole({account, onToken: token => tokens.push(token)});
  await account.revokeToken();
  await screen.advance(20_000);
  screen.expectText('Access token for demo');
  expect(screen.row(0)).toContain('✗ token rejected');
  await screen.type('s3cret');
  screen.expectText('******');
  screen.expectNoText('s3cret');
  await screen.press('enter');
  expect(tokens).toEqual(['s3cret']);
  await screen.advance(120_000);
  screen.expectNoText('Access token');
});

test('bug: ctrl-u clears the typed token, and other keys with ctrl don’t change it', async () => {
  const tokens: string[] = [];
  const screen = await openConsole({onToken: token => tokens.push(token)});
  await screen.command('use-token');
  await screen.type('abcdef');
  screen.expectText(/(?<!\*)\*{6}(?!\*)/);
  await screen.press('ctrl-u');
  screen.expectNoText('*');
  await screen.type('s3c');
  await screen.press('ctrl-k');
  await screen.type('ret');
  screen.expectText(/(?<!\*)\*{6}(?!\*)/);
  await screen.press('enter');
  expect(tokens).toEqual(['s3cret']);
});

test('the token dialog does not cover the wallboard, and opens when the user leaves it', async () => {
  const account = openAccount();
  const screen = await openConsole({account, view: {page: 'monitor'}, onToken: () => {}});
  await account.revokeToken();
  await screen.advance(20_000);
  screen.expectText(/no data: The API rejected the token/);
  screen.expectNoText('Access token');
  await screen.command('instances');
  await screen.advance(2000);
  screen.expectText('Access token for demo');
});

test('bug: a token that was rejected while a form was open took the words typed next', async () => {
  const tokens: string[] = [];
  const account = openAccount();
  const screen = await openConsole({account, view: 'volumes', onToken: token => tokens.push(token)});
  await screen.press('e');
  await screen.type('one');
  await account.revokeToken();
  await screen.advance(20_000);
  screen.expectNoText('Access token');
  expect(screen.row(0)).toContain('✗ token rejected');
  screen.expectText('asks for another token when you close this, or type :use-token.');
  await screen.type(' two three');
  screen.expectText('one two three');
  await screen.press('esc', 'esc');
  screen.expectNoText('Access token');
  await screen.advance(2000);
  screen.expectText('Access token for demo');
  expect(tokens).toEqual([]);
});

test.each([
  ['the filter line', '/', 'web'],
  ['the command bar', ':', 'volumes'],
  ['a menu', 'a', ''],
])('the token dialog waits until %s is closed and no key is pressed for a moment', async (_, key, text) => {
  const account = openAccount();
  const screen = await openConsole({account, onToken: () => {}});
  await screen.press(key);
  await screen.type(text);
  await account.revokeToken();
  await screen.advance(20_000);
  screen.expectNoText('Access token for demo');
  await screen.press('esc');
  await screen.advance(1000);
  screen.expectNoText('Access token for demo');
  await screen.press('j');
  await screen.advance(1500);
  screen.expectNoText('Access token for demo');
  await screen.advance(500);
  screen.expectText('Access token for demo');
});

test('a user who has closed :use-token is not asked for a token again', async () => {
  const account = openAccount();
  const screen = await openConsole({account, onToken: () => {}});
  await screen.press('/');
  await account.revokeToken();
  await screen.advance(20_000);
  await screen.press('esc');
  await screen.command('use-token');
  screen.expectText('Access token for demo');
  await screen.press('esc');
  await screen.advance(60_000);
  screen.expectNoText('Access token for demo');
});

test('text that can’t be a token stays in the console, and the dialog names the reason', async () => {
  const tokens: string[] = [];
  const screen = await openConsole({onToken: token => tokens.push(token)});
  await screen.command('use-token');
  await screen.type('two words');
  await screen.press('enter');
  screen.expectText('The typed text is not a token: it has spaces or control characters.');
  await screen.press('ctrl-u');
  await screen.type(':tickets');
  await screen.press('enter');
  screen.expectText('A token doesn’t start with a colon.');
  expect(tokens).toEqual([]);
});
