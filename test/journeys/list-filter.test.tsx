/** The filter of a list. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

test('a filter narrows the list while it is typed, and esc clears it', async () => {
  const screen = await openConsole();
  await screen.press('/');
  await screen.type('web-1');
  expect(screen.row(1)).toContain('Instances  10 of 40');
  screen.expectText(' /web-1');
  screen.expectFooter('enter keep');
  await screen.press('enter');
  expect(screen.row(1)).toContain('/web-1');
  await screen.press('j');
  screen.expectText('▌ web-11');
  await screen.press('esc');
  expect(screen.row(1)).toContain('Instances  40');
  screen.expectText('▌ web-11');
});

test('tab completes the names of fields and their values', async () => {
  const screen = await openConsole();
  await screen.press('/');
  await screen.type('stat');
  await screen.press('tab');
  screen.expectText('/status:');
  await screen.type('of');
  await screen.press('tab', 'enter');
  expect(screen.row(1)).toContain('1 of 40');
  screen.expectText('▌ web-05');
});

test('tab on an empty filter lists fields and operators with an example of each', async () => {
  const screen = await openConsole();
  await screen.press('/', 'tab');
  screen.expectText('─ Filter Instances ─');
  screen.expectText(/status +status:running/);
  screen.expectText(/ram +ram>8GB/);
  screen.expectText(/age +age>30d/);
  screen.expectText(/region +region:eu-west/);
  await screen.press('G');
  screen.expectText(/status:offline,booting +, any of these/);
  screen.expectText(/vcpus>4 +> >= < <= compare/);
  await screen.press('g', '/');
  await screen.type('age');
  await screen.press('enter');
  screen.expectText(/│ \/age>$/m);
  await screen.type('1y');
  await screen.press('space', 'tab', 'esc', 'enter');
  expect(screen.row(1)).toContain('0 of 40');
});

test('a comparison with an invalid value matches nothing, and shows an example', async () => {
  const screen = await openConsole();
  await screen.press('/');
  await screen.type('age>30');
  expect(screen.row(1)).toContain('0 of 40 · age>30 has no unit. Example: age>30d');
  screen.expectText('   age>30 has no unit. Example: age>30d');
  await screen.press('backspace', 'backspace');
  await screen.type('3d');
  expect(screen.row(1)).toMatch(/Instances {2}40 of 40 · 38 running .*\/age>3d/);
  await screen.press('esc', '/');
  await screen.type('status:offlien');
  expect(screen.row(1)).toContain('0 of 40 · No status “offlien”. Did you mean offline?');
  await screen.press('esc', '/');
  await screen.type('!status:offlien');
  // All rows would look like those of other states.
  expect(screen.row(1)).toContain('0 of 40 · No status');
});

test('a filter on a partly read list offers to read more, and down reads more', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), view: 'account.events'});
  const read = () => Number(/(\d+) read\. Press ↓ to read more\./.exec(screen.text())?.[1]);
  await screen.filter('zzzz');
  screen.expectText(/Nothing matches zzzz among the \d+ events that were read\./);
  const before = read();
  expect(before).toBeGreaterThan(100);
  await screen.press('down');
  screen.expectText(new RegExp(`0 of (?!${before}\\+)\\d+`));
});

test('a slash on a kept filter adds a word, or extends the last word after a backspace', async () => {
  const screen = await openConsole();
  await screen.press('/');
  await screen.type('web');
  await screen.press('enter', '/');
  await screen.type('status:offline');
  expect(screen.row(1)).toMatch(/\/web status:offline/);
  expect(screen.row(1)).toContain('1 of 40');
  await screen.press('esc', '/');
  await screen.type('web');
  await screen.press('enter', '/', 'backspace');
  await screen.type('-11');
  await screen.press('enter');
  expect(screen.row(1)).toContain('/web-11');
  // A filter line that is opened and left unchanged adds no text.
  await screen.press('/', 'enter');
  expect(screen.row(1)).toMatch(/\/web-11 *$/);
  expect(screen.row(1)).toContain('1 of 40');
});

test('a slash in a detail filters the list, and typed letters are not keys of the detail', async () => {
  const screen = await openConsole();
  await screen.press('enter', '/');
  await screen.type('web-11');
  expect(screen.row(1)).toContain('1 of 40');
  screen.expectText('▌ web-11');
});

test('a filter without a match is reported', async () => {
  const screen = await openConsole();
  await screen.press('/');
  await screen.type('zzzz');
  expect(screen.row(1)).toContain('0 of 40');
  screen.expectText('Nothing matches zzzz.');
});

test('bug: with a filter the footer called the key that clears it “back”', async () => {
  const screen = await openConsole();
  await screen.filter('web-1');
  screen.expectFooter('esc clear filter');
  await screen.press('esc');
  expect(screen.footer()).not.toContain('clear filter');
  await screen.press('!');
  screen.expectFooter('esc show all');
});

test('a filter of another tool that matches nothing shows the same condition in Skydeck’s language', async () => {
  const screen = await openConsole();
  for (const [typed, instead] of [
    ['web|db', 'label:web,db'],
    ['web or db', 'label:web,db'],
    ['not web', '!web'],
    ['web*', 'web'],
    ['region!:us-east', '!region:us-east'],
    ['192.0.2.0/24', '192.0.2.'],
    ['created:yesterday', 'created<2d'],
    ['status:running|offline', 'status:running,offline'],
  ] as const) {
    await screen.filter(typed);
    screen.expectText(`Example: ${instead}\n`);
    await screen.press('esc');
    await screen.filter(instead);
    screen.expectNoText('Example:');
    await screen.press('esc');
  }
});

test('an empty list names the keys of the settings', async () => {
  const screen = await openConsole({view: 'volumes', keys: {'list.back': ['z']}});
  await screen.filter('no-such-volume');
  screen.expectText('Press z to clear the filter.');
  await screen.press('z');
  screen.expectText('vol-1');
});
