/** Forms: fields, pickers, switches, refusals. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

test('the button of a form stays in view while the help of a field makes the form grow', async () => {
  const screen = await openConsole({size: [80, 24], view: 'volumes'});
  await screen.press('j', 'A', 'tab');
  screen.expectText('▌Attach on boot');
  screen.expectText('[ Preview ]');
  screen.expectFooter(/ctrl-o preview/);
  await screen.press('tab');
  screen.expectFooter(/enter preview/);
  expect(screen.footer()).not.toMatch(/ctrl-o/);
});

test('bug: after a refused submit the footer showed "enter preview" while a field had the focus', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('n');
  for (let keys = 0; !/enter preview/.test(screen.footer()) && keys < 12; keys++) await screen.press('tab');
  screen.expectFooter(/enter preview/);
  await screen.press('enter');
  screen.expectText(/▌Region|▌Label/);
  screen.expectFooter(/ctrl-o preview/);
  expect(screen.footer()).not.toMatch(/enter preview/);
});

test('a refusal is shown beside its field, and all typed values are kept', async () => {
  const account = openAccount();
  account.answerNext('PUT /v4/volumes/4400', 400, {errors: [{field: 'label', reason: 'is taken by another volume'}]});
  const screen = await openConsole({account, view: 'volumes'});
  await screen.press('e', 'ctrl-u');
  await screen.type('new-name');
  await screen.press('ctrl-o', 'enter');
  screen.expectText('✗ is taken by another volume');
  screen.expectText(/▌Label \*? +new-name /);
  await screen.type('x');
  screen.expectNoText(/│ +✗ is taken/);
  await screen.press('ctrl-o', 'enter');
  screen.expectRequest('PUT /v4/volumes/4400', {label: 'new-namex'});
  await screen.advance(3000);
  screen.expectRow('new-namex', 'active');
});

test('tags are selected, deselected, and added by typing', async () => {
  const screen = await openConsole();
  await screen.press('e', 'tab', 'enter');
  screen.expectText('[x] prod');
  await screen.press('tab');
  screen.expectText('[ ] prod');
  screen.expectText('[x] web');
  await screen.type('edge');
  screen.expectText('[ ] edge');
  await screen.press('enter');
  screen.expectText(/Tags +web {2}edge/);
});

test('bug: tab after a choice skipped the next field of a form', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('n');
  screen.expectText(/▌Label/);
  await screen.press('tab', 'tab');
  const region = /▌(\w+)[^\n]*▾/.exec(screen.text())?.[1] ?? '';
  await screen.press('enter', 'enter');
  screen.expectText(`▌${region}`);
  await screen.press('tab');
  screen.expectNoText(`▌${region}`);
  await screen.press('shift-tab');
  screen.expectText(`▌${region}`);
});

test('the space bar toggles a switch', async () => {
  const screen = await openConsole();
  await screen.press('e', 'tab');
  screen.expectText('tab next  enter choose  ctrl-o preview');
  await screen.press('tab');
  screen.expectText('▌Watchdog               [x] yes');
  // The footer shows the action of enter on the fields that have one; on this one enter only moves on.
  screen.expectText(/space switch {2}ctrl-o preview/);
  await screen.press('space');
  screen.expectText('▌Watchdog               [ ] no');
});

test('the first digit replaces a suggested number, and the next digits extend it', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('j', 'Z');
  screen.expectText(/▌New size \*? +\d+ /);
  await screen.type('730');
  screen.expectText(/▌New size \*? +730 /);
});

test('a label that another volume has is pointed out and not refused', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('e');
  screen.expectNoText('has this label');
  await screen.press('ctrl-u');
  await screen.type('vol-1');
  screen.expectText('Another volume has this label.');
  await screen.type('2');
  screen.expectNoText('has this label');
  await screen.press('backspace', 'ctrl-o', 'enter');
  screen.expectRequest('PUT /v4/volumes/4400', {label: 'vol-1'});
});

test('the note about a label reads no list', async () => {
  const account = openAccount();
  const screen = await openConsole({account, view: 'instances'});
  await screen.press('e');
  await screen.press('ctrl-u');
  await screen.type('web-02');
  screen.expectText('Another instance has this label.');
  expect(account.requests.filter(({path}) => path.startsWith('/v4/volumes'))).toEqual([]);
});

test('bug: the preview of a new volume accepted a size of -5 GB and of 0', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('n');
  await screen.type('small');
  for (let field = 0; field < 3; field++) await screen.press('tab');
  screen.expectText('at least 1 GB');
  await screen.type('-5');
  await screen.press('ctrl-o');
  screen.expectText('must be at least 1 GB');
  screen.expectNoText('POST /v4/volumes');
  // The focus is on the region, which comes first among the problems.
  await screen.press('tab', 'ctrl-u');
  await screen.type('0');
  screen.expectText('must be at least 1 GB');
  await screen.press('ctrl-u');
  await screen.type('30');
  screen.expectNoText('must be at least 1 GB');
});
