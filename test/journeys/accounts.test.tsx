import {expect, test} from 'vitest';
import {openDemo} from '../support/console.tsx';

const profiles = [
  {name: 'demo', production: false, readOnly: false, address: 'in this program'},
  {name: 'prod', production: true, readOnly: true, address: 'https://api.example.com/v4'},
];

test('the profiles are a table, and one of them is chosen with enter', async () => {
  const chosen: string[] = [];
  const screen = await openDemo({profiles, onSwitch: name => chosen.push(name)});
  await screen.press('@');
  await screen.expectText('https://api.example.com/v4');
  expect(screen.text()).toMatch(/prod +│ https.* │ production +│ read-only/);
  expect(screen.text()).toContain('❯ demo (here)');
  await screen.press('j', 'enter');
  expect(chosen).toEqual(['prod']);
  expect(screen.text()).not.toContain('api.example.com');
  await screen.close();
});

test.each([
  [80, 24],
  [60, 15],
])('more profiles than a table has room for are one line each at %i×%i, none over another', async (columns, rows) => {
  const many = Array.from({length: 14}, (_, index) => ({
    name: `account-${index + 1}`,
    production: index === 12,
    readOnly: false,
    address: `https://api-${index + 1}.example.com/v4`,
  }));
  const chosen: string[] = [];
  const screen = await openDemo({
    columns,
    rows,
    profiles: [...profiles, ...many],
    onSwitch: name => chosen.push(name),
  });
  await screen.press('@');
  await screen.expectText('❯ demo (here)');
  expect(screen.text()).toMatch(/ prod +production {2}read-only {2}https:\/\/api/);
  for (let index = 1; index <= 6; index++)
    expect(screen.text()).toMatch(new RegExp(` account-${index} +https://api-${index}`));
  expect(screen.text()).toContain('space marks');
  for (let step = 0; step < 14; step++) await screen.press('j');
  expect(screen.text()).toMatch(/❯ account-13 +production/);
  await screen.press('enter');
  expect(chosen).toEqual(['account-13']);
  await screen.close();
});

test('those that are marked are shown together', async () => {
  const chosen: string[] = [];
  const screen = await openDemo({profiles, onSwitch: names => chosen.push(names)});
  await screen.press('@');
  await screen.expectText('❯ demo (here)');
  await screen.press('j', 'space');
  await screen.expectText('✓ prod');
  await screen.press('k', 'space', 'enter');
  expect(chosen).toEqual(['demo,prod']);
  await screen.command('merge prod demo');
  expect(chosen).toEqual(['demo,prod', 'prod,demo']);
  await screen.close();
});

test('keys in a dialog reach nothing below it, and esc leaves it', async () => {
  const screen = await openDemo({profiles});
  await screen.press('@');
  await screen.expectText('Profiles');
  await screen.press('q', 'x', '/');
  expect(screen.quits()).toBe(0);
  await screen.press('esc');
  expect(screen.text()).not.toContain('Profiles:');
  await screen.close();
});

test('the command line shows another profile too', async () => {
  const chosen: string[] = [];
  const screen = await openDemo({profiles, onSwitch: name => chosen.push(name)});
  await screen.command('profile pr');
  expect(chosen).toEqual(['prod']);
  await screen.close();
});

test('a login that has ended is offered again, once, in words that say how', async () => {
  const login = {name: 'demo', production: false, readOnly: false, address: 'https://api.example.com/v4', login: true};
  const screen = await openDemo({profiles: [login], onToken: () => {}});
  const status = screen.session.status.get();
  const words = 'The login of demo has ended: run skydeck login demo';
  const failure = {code: 'unauthorised', words, problems: []};
  screen.session.status.set({...status, liveness: 'unauthorised', failure});
  await screen.expectText(words);
  expect(screen.text()).toContain('leaves the screen to: skydeck login demo');
  await screen.press('esc');
  screen.session.status.set({...status, liveness: 'unauthorised', failure: {...failure}});
  await screen.settled();
  expect(screen.text()).not.toContain('leaves the screen');
  await screen.close();
});

test('the line that a token is typed in has its place below a long reason on the smallest screen', async () => {
  const screen = await openDemo({columns: 60, rows: 15, onToken: () => {}});
  const words =
    'the token was refused: it was good until now, so it has expired or was revoked since; make another one';
  const failure = {code: 'unauthorised', words, problems: []};
  screen.session.status.set({...screen.session.status.get(), liveness: 'unauthorised', failure});
  await screen.expectText('Access token for demo');
  await screen.type('s3cret');
  expect(screen.text()).toContain('******');
  expect(screen.text()).toContain('or a command.');
  await screen.close();
});

test('a token that is refused is asked for, once, and never shown', async () => {
  const tokens: string[] = [];
  const screen = await openDemo({onToken: token => tokens.push(token)});
  const status = screen.session.status.get();
  const failure = {code: 'unauthorised', words: 'the token was refused', problems: []};
  screen.session.status.set({...status, liveness: 'unauthorised', failure});
  await screen.expectText('Access token for demo');
  expect(screen.row(0)).toContain('✗ token refused');
  await screen.type('s3cret');
  expect(screen.text()).toContain('******');
  expect(screen.text()).not.toContain('s3cret');
  await screen.press('enter');
  expect(tokens).toEqual(['s3cret']);
  screen.session.status.set({...status, liveness: 'unauthorised', failure: {...failure}});
  await screen.settled();
  expect(screen.text()).not.toContain('Access token');
  await screen.close();
});

test('the question for another token covers no wallboard, and comes where the wall is left', async () => {
  const screen = await openDemo({initialDestination: {page: 'monitor'}, onToken: () => {}});
  const failure = {code: 'unauthorised', words: 'the token was refused', problems: []};
  screen.session.status.set({...screen.session.status.get(), liveness: 'unauthorised', failure});
  await screen.expectText('no data: the token was refused');
  expect(screen.text()).not.toContain('Access token');
  await screen.command('instances');
  await screen.expectText('Access token for demo');
  await screen.close();
});
