import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {manualClock} from '../../src/store/core/clock.ts';
import {instance, openDemo} from '../support/console.tsx';
import {openHeld} from '../support/held.tsx';
import {openLive} from '../support/live.tsx';

test('attaching a Volume: pick the instance in its own region, see the request, confirm', async () => {
  const screen = await openDemo({initialDestination: {family: 'volumes'}});
  await screen.press('j', 'A');
  expect(screen.text()).toContain('─ Attach: vol-1 ─');
  expect(screen.text()).toContain('▌Attach to');
  await screen.press('enter');
  expect(screen.text()).toContain('web-01');
  await screen.type('web-02');
  expect(screen.text()).toMatch(/web-02 +in eu-west/);
  await screen.press('enter');
  expect(screen.text()).toContain('▲ in eu-west');
  await screen.press('ctrl-u');
  await screen.type('web-03');
  await screen.press('enter');
  expect(screen.text()).toMatch(/Attach to +web-03/);
  await screen.press('ctrl-o');
  expect(screen.text()).toContain('POST /volumes/attach');
  expect(screen.text()).toContain('103');
  // Nothing is destroyed, interrupted, charged or opened by it.
  expect(screen.focusedButton()).toBe('Attach');
  await screen.press('enter');
  expect(screen.session.sent).toMatchObject([{operation: 'volumes.attach', values: {compute_id: 103}}]);
  expect(screen.text()).toContain('Attach…: done');
  expect(screen.text()).not.toContain('─ Attach: vol-1');
  await screen.close();
});

test('what a preview has no room for is announced, and scrolls, also while a name is typed', async () => {
  const screen = await openHeld(
    {'instances.list': [instance(4)]},
    {columns: 60, rows: 15, initialDestination: {family: 'instances'}},
  );
  await screen.expectText(/web-04 +● running/);
  await screen.press('x');
  await screen.expectText(/↓ \d+ more lines below: the arrow keys scroll/);
  expect(screen.text()).not.toMatch(/Status +running →/);
  // The request is in sight all the same.
  expect(screen.text()).toContain('DELETE /v4/compute/instances/104');
  await screen.type('web');
  for (let page = 0; page < 6; page++) await screen.press('pagedown');
  await screen.expectText(/Status +running →/);
  expect(screen.text()).toContain('Type web-04 to go on: web');
  expect(screen.text()).not.toMatch(/more lines? below/);
  await screen.close();
});

test('a name too long for its line is typed below, inside the frame', async () => {
  const screen = await openDemo({columns: 80, rows: 24, initialDestination: {family: 'volumes'}});
  const label = `warehouse-${'loader-'.repeat(7)}01234`;
  const [, ...rows] = screen.session.collection('volumes').get().rows;
  screen.session.setRows('volumes', [{...rows[0], id: 1, label, compute_id: null}]);
  await screen.settled();
  await screen.press('x');
  await screen.type(label);
  expect(screen.text()).toMatch(new RegExp(`│ Type ${label} +│`));
  expect(screen.text()).toMatch(/│ to go on: +│/);
  expect(screen.text()).toMatch(new RegExp(`│ ${label} +│`));
  expect(screen.focusedButton()).toBe('Delete');
  await screen.close();
});

test('from field to field a form grows with what is said of them, and its button stays in view', async () => {
  const screen = await openDemo({columns: 80, rows: 24, initialDestination: {family: 'volumes'}});
  await screen.press('j', 'A', 'tab');
  expect(screen.text()).toContain('▌Keep across boots');
  expect(screen.text()).toContain('[ Preview ]');
  expect(screen.footer()).toMatch(/ctrl-o preview/);
  await screen.press('tab');
  expect(screen.footer()).toMatch(/enter preview/);
  expect(screen.footer()).not.toMatch(/ctrl-o/);
  await screen.close();
});

test('an action that is off is dimmed with its reason, and says it when it is tried', async () => {
  const screen = await openDemo({initialDestination: {family: 'volumes'}});
  await screen.press('a');
  expect(screen.text()).toMatch(/Attach… +the Volume is attached to web-01: detach it first/);
  await screen.press('A');
  expect(screen.text()).toContain('▲ the Volume is attached to web-01: detach it first');
  await screen.press('esc', 'x');
  expect(screen.text()).toContain('▲ the Volume is attached to web-01');
  expect(screen.session.sent).toEqual([]);
  await screen.close();
});

test('nothing is deleted before its name is typed', async () => {
  const screen = await openDemo({initialDestination: {family: 'volumes'}});
  await screen.press('j', 'x');
  expect(screen.text()).toContain('Type vol-1 to go on:');
  expect(screen.text()).toContain('All data on vol-1 is lost for good.');
  await screen.press('tab', 'enter');
  expect(screen.session.sent).toEqual([]);
  await screen.press('x');
  await screen.type('vol-');
  await screen.press('enter');
  expect(screen.session.sent).toEqual([]);
  expect(screen.text()).toContain('▲ that is not vol-1');
  await screen.type('1');
  await screen.press('enter');
  expect(screen.session.sent).toMatchObject([{operation: 'volumes.delete'}]);
  await screen.close();
});

test('Cancel has the focus, so that two enters hurt nobody', async () => {
  const screen = await openDemo();
  await screen.press('O', 'enter');
  expect(screen.session.sent).toEqual([]);
  expect(screen.text()).not.toContain('─ Reboot');
  expect(screen.text()).toContain('Reboot: cancelled, nothing was sent');
  await screen.press('O', 'y');
  expect(screen.session.sent).toHaveLength(1);
  await screen.close();
});

test('what the API refuses comes back beside the field, with everything that was typed', async () => {
  const screen = await openDemo({initialDestination: {family: 'volumes'}});
  await screen.press('e', 'ctrl-u');
  await screen.type('new-name');
  screen.session.refuseNext({label: 'is taken by another Volume'});
  await screen.press('ctrl-o', 'enter');
  expect(screen.text()).toContain('✗ is taken by another Volume');
  expect(screen.text()).toMatch(/▌Label +new-name/);
  await screen.press('backspace');
  await screen.type('x');
  expect(screen.text()).not.toContain('✗ is taken');
  await screen.press('ctrl-o', 'enter');
  expect(screen.session.sent.at(-1)?.values).toMatchObject({label: 'new-namx'});
  await screen.close();
});

test('tags are added and taken away; a new one is typed', async () => {
  const screen = await openDemo();
  await screen.press('e', 'tab', 'enter');
  expect(screen.text()).toContain('[x] prod');
  await screen.press('tab');
  expect(screen.text()).toContain('[ ] prod'.replace('[ ] prod', '[x] web'));
  await screen.type('edge');
  expect(screen.text()).toContain('[ ] edge');
  await screen.press('enter');
  expect(screen.text()).toMatch(/Tags +web {2}edge/);
  await screen.close();
});

test('a switch is flipped with the space bar', async () => {
  const screen = await openDemo();
  await screen.press('e', 'tab');
  expect(screen.text()).toContain('tab next  enter choose  ctrl-o preview');
  await screen.press('tab');
  expect(screen.text()).toContain('▌Watchdog               [x] yes');
  // What enter does is said where it does it: here it only goes on.
  expect(screen.text()).toMatch(/space switch {2}ctrl-o preview/);
  await screen.press('space');
  expect(screen.text()).toContain('▌Watchdog               [ ] no');
  await screen.close();
});

test('the request is copied as a curl line without the token', async () => {
  const screen = await openDemo();
  await screen.press('O');
  screen.takeBytes();
  await screen.press('c');
  const [, copied = ''] = /\x1b\]52;c;([^\x07]+)\x07/.exec(screen.takeBytes()) ?? [];
  expect(Buffer.from(copied, 'base64').toString()).toContain('Bearer $TOKEN');
  await screen.close();
});

test('the request is kept as a private file, without the token', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-saved-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const screen = await openDemo({folder});
  await screen.press('O', 'w');
  await screen.expectText(`saved as`);
  expect(readFileSync(join(folder, 'skydeck-request.sh'), 'utf8')).toContain('Bearer $TOKEN');
  await screen.press('w');
  await screen.until(() => existsSync(join(folder, 'skydeck-request-2.sh')));
  expect(screen.session.sent).toEqual([]);
  await screen.close();
});

test('marked rows are one plan with a result for each, and what cannot is named', async () => {
  const screen = await openDemo();
  await screen.press('space', 'space', 'j', 'j', 'j', 'space');
  expect(screen.row(1)).toContain('3 selected');
  await screen.press('O');
  expect(screen.text()).toContain('─ Reboot: 2 Instances');
  expect(screen.text()).toContain('for 2 Instances: web-00, web-01');
  expect(screen.text()).toContain('not web-05:');
  await screen.press('y');
  expect(screen.session.sent).toHaveLength(2);
  expect(screen.text()).toContain('Reboot: accepted for 2 Instances');
  await screen.close();
});

test('what cannot be read to go on with is said, and not asked for again and again', async () => {
  const clock = manualClock();
  const screen = await openDemo({initialDestination: {family: 'instances'}, clock});
  const {session} = screen;
  const list = session.collection('volumes');
  const more = vi.fn();
  Object.assign(list, {fetchMore: more});
  session.setRows('volumes', [], {complete: false});
  const rows = [{id: 4400, label: 'vol-0'}];
  const plan = {
    at: 1,
    family: 'volumes',
    action: 'delete',
    title: 'Delete',
    params: {},
    values: {},
    secrets: [],
  } as const;
  const journal = await session.batchJournals.start({...plan, rows});
  journal.release();
  await screen.command('resume');
  await clock.advance(10);
  expect(more).toHaveBeenCalledTimes(1);
  const failure = {code: 'unreachable', words: 'the API does not answer', problems: []} as const;
  session.setRows('volumes', [], {complete: false, failure});
  await clock.advance(1000);
  await screen.expectText('the API does not answer');
  expect(more).toHaveBeenCalledTimes(1);
  await screen.close();
});

test('who asks twice for the way back sees it once', async () => {
  const screen = await openDemo({initialDestination: {family: 'volumes'}});
  const {session} = screen;
  const {promise: ready, resolve: arrive} = Promise.withResolvers<void>();
  const row = session.collection('volumes').get().rows[1];
  const back = session.change('volumes', 'update', row, {}, {takesBack: {way: 'Undo', what: 'Edit vol-1'}});
  const toPreview = vi.spyOn(back, 'toPreview');
  session.undo = () => ({changes: [Object.assign(back, {ready})], left: [], passed: []});
  await screen.press('u', 'u');
  expect(screen.text()).toContain('the undo is still being put together');
  arrive();
  await screen.expectText('─ Undo: Edit vol-1');
  expect(screen.deck.overlays.stack.get()).toHaveLength(1);
  expect(toPreview).toHaveBeenCalledTimes(1);
  await screen.close();
});

test('marked rows are changed as they are by now, not as they were when they were marked', async () => {
  const screen = await openDemo({initialDestination: {family: 'instances'}});
  await screen.press('space', 'space');
  const rows = screen.session.collection('instances').get().rows;
  screen.session.setRows(
    'instances',
    rows.map((row, index) => (index < 2 ? {...row, tags: ['by-now']} : row)),
  );
  await screen.settled();
  await screen.press('e');
  await screen.expectText(/▌? *Tags +by-now/);
  await screen.close();
});

test('a run whose window was closed leaves the rest when one fails, and says so: nobody is there to go on', async () => {
  const screen = await openDemo({initialDestination: {family: 'instances'}});
  const {session} = screen;
  const {promise: gate, resolve: open} = Promise.withResolvers<void>();
  const change = session.change;
  session.change = (...args) => {
    const made = change(...args);
    const {send} = made;
    return Object.assign(made, {
      async send() {
        await gate;
        session.refuseNext({label: 'is busy'});
        await send();
      },
    });
  };
  await screen.press('space', 'space', 'space', 'O', 'y');
  await screen.expectText('under way');
  await screen.press('esc');
  open();
  await screen.expectText('stopped, 2 of 3 are left; :resume goes on with them');
  expect(session.sent).toHaveLength(1);
  expect(await session.batchJournals.interrupted()).toHaveLength(1);
  await screen.close();
});

test('bug: ctrl-c in a form, in the filter or in the command bar leaves Skydeck: it cancels the innermost', async () => {
  const screen = await openDemo();
  await screen.press('e');
  await screen.expectText('Edit: web-00');
  await screen.press('ctrl-c');
  expect(screen.deck.overlays.stack.get()).toEqual([]);
  await screen.press('/');
  await screen.type('web-01');
  await screen.press('ctrl-c');
  expect(screen.text()).toContain('web-00');
  await screen.press(':');
  await screen.type('vol');
  await screen.press('ctrl-c');
  expect(screen.deck.overlays.stack.get()).toEqual([]);
  expect(screen.quits()).toBe(0);
  await screen.press('ctrl-c');
  expect(screen.quits()).toBe(1);
  await screen.close();
});

test('in production even a harmless edit begins on Cancel, and names where it is', async () => {
  const profile = {name: 'prod', production: true, readOnly: false};
  const screen = await openDemo({profile, initialDestination: {family: 'volumes'}});
  await screen.press('e', 'ctrl-u');
  await screen.type('other');
  await screen.press('ctrl-o');
  expect(screen.text()).toMatch(/│ +prod +Edit vol-0/);
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('enter');
  expect(screen.session.sent).toEqual([]);
  await screen.close();
});

test('the first digit replaces a number that was proposed; the next ones are added to it', async () => {
  const screen = await openDemo({initialDestination: {family: 'volumes'}});
  await screen.press('j', 'Z');
  expect(screen.text()).toMatch(/▌New size +\d+ /);
  await screen.type('730');
  expect(screen.text()).toMatch(/▌New size +730 /);
  await screen.close();
});

test('a state has the color that it has in the list, and other values have none', async () => {
  const screen = await openHeld(
    {'instances.list': [instance(4), instance(6)]},
    {initialDestination: {family: 'instances'}},
  );
  await screen.expectText(/web-06 +● running/);
  await screen.press('H');
  await screen.expectText(/Status +running → shutting down/);
  const rows = screen.text().split('\n');
  const at = (row: RegExp, word: string) => {
    const y = rows.findIndex(line => row.test(line));
    return screen.cell((rows[y] ?? '').indexOf(word), y).fg;
  };
  expect(at(/Status +running →/, 'running')).toBe(at(/web-06 +● running/, '●'));
  expect(at(/Status +running →/, 'shutting')).not.toBe(at(/Status +running →/, 'running'));
  await screen.close();
});

test.each([
  60, 80, 120, 200,
])('at %i columns y stands first in the footer of a preview, and consequences above the fields', async columns => {
  const screen = await openHeld(
    {'instances.list': [instance(4)]},
    {columns, rows: 24, initialDestination: {family: 'instances'}},
  );
  await screen.expectText(/web-04 +● running/);
  await screen.press('H');
  await screen.expectText(/Status +running →/);
  expect(screen.footer()).toMatch(/^ y yes, do it {2}/);
  const text = screen.text();
  expect(text.indexOf('▲')).toBeLessThan(text.search(/Status +running →/));
  expect(text.search(/Status +running →/)).toBeLessThan(text.indexOf('POST /v4/'));
  await screen.close();
});

test('bulk edit keeps the tags of each: walk 3, the form of several held those of the first', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'volumes'}});
  const volumes = screen.deck.session.collection('volumes');
  await screen.until(() => volumes.get().complete, 'the volumes are read');
  const before = new Map(volumes.get().rows.map(({id, tags}) => [id, tags as readonly string[]]));
  await screen.press('*', 'e');
  await screen.expectText(`Edit: ${before.size} Volumes`);
  expect(screen.text()).not.toMatch(/▌? *Label +/);
  await screen.expectText(/Tags .*\(\d+ of \d+\)/);
  // Left as it is, a form of several has nothing to send.
  await screen.press('enter');
  await screen.type('five');
  await screen.press('enter');
  await screen.expectText(/Tags .*\+five/);
  await screen.press('ctrl-o');
  await screen.expectText(`for ${before.size} Volumes`);
  await screen.press('y');
  await screen.until(
    () => volumes.get().rows.every(({tags}) => (tags as readonly string[]).includes('five')),
    'all have it',
  );
  for (const {id, tags} of volumes.get().rows) expect(tags).toEqual([...(before.get(id) ?? []), 'five']);
  // The selection ends with its action.
  await screen.until(() => !screen.row(1).includes('selected'), 'nothing is selected');
  await screen.close();
});

test('tags are added to and removed from a selection by an action of their own', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'volumes'}});
  const volumes = screen.deck.session.collection('volumes');
  await screen.until(() => volumes.get().complete, 'the volumes are read');
  const tagsOf = () => volumes.get().rows.map(({tags}) => tags as readonly string[]);
  const before = tagsOf();
  await screen.press('*', 'a');
  await screen.type('add tags');
  await screen.press('enter');
  await screen.expectText('Add tags: ');
  await screen.type('audited');
  await screen.press('enter');
  await screen.expectText(/─ Add tags: /);
  await screen.press('y');
  await screen.until(() => tagsOf().every(tags => tags.includes('audited')), 'all have it');
  await screen.until(() => screen.deck.overlays.stack.get().length === 0, 'it is over');
  await screen.press('*', 'a');
  await screen.type('remove tags');
  await screen.press('enter');
  await screen.type('audited');
  await screen.press('tab', 'enter');
  await screen.press('y');
  await screen.until(() => !tagsOf().some(tags => tags.includes('audited')), 'none has it');
  expect(tagsOf()).toEqual(before);
  await screen.close();
});

test('selections: hidden rows are counted, the footer speaks of them, and esc clears them before the filter', async () => {
  const screen = await openDemo();
  expect(screen.footer()).not.toContain('clear selection');
  await screen.press('space', 'space');
  expect(screen.footer()).toContain('act on 2');
  expect(screen.footer()).toContain('edit 2');
  expect(screen.footer()).toContain('clear selection');
  await screen.press('/');
  await screen.type('web-01');
  await screen.press('enter');
  await screen.expectText('2 selected · 1 of them hidden');
  await screen.press('esc');
  expect(screen.row(1)).not.toContain('selected');
  expect(screen.row(1)).toContain('/web-01');
  await screen.close();
});
