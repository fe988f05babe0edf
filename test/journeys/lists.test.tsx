import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {runExport} from '../../src/ui/screens/overlays/export.ts';
import {instance, openDemo, volume} from '../support/console.tsx';

test('a list opens, its cursor moves, and the detail follows it without being asked', async () => {
  const screen = await openDemo({columns: 160, rows: 30});
  expect(screen.row(0)).toContain('skydeck  demo ▸ acme-infra');
  expect(screen.row(1)).toContain('Instances  40 · 38 running · 1 booting · 1 offline');
  await screen.press('j', 'j');
  expect(screen.text()).toContain('▌ web-02');
  expect(screen.row(1)).toContain('web-02  ● running  102');
  expect(screen.footer()).toContain('3/40');
  const [hints] = screen.footer().split(/ +3\/40/);
  await screen.press('G');
  expect(screen.text()).toContain('▌ web-39');
  // What can be done stays where it was, however many digits the row's number has.
  expect(screen.footer().split(/ +40\/40/)).toEqual([hints, '']);
  await screen.press('ctrl-u', 'g');
  expect(screen.text()).toContain('▌ web-00');
  await screen.close();
});

test('a cursor move is one write, and React has no part in it', async () => {
  const screen = await openDemo({columns: 160, rows: 30});
  await screen.press('j');
  screen.takeBytes();
  const before = screen.writes;
  await screen.press('j');
  expect(screen.writes - before).toBe(1);
  expect(screen.takeBytes().length).toBeLessThan(1500);
  await screen.close();
});

test('a key in a detail has its lines put together for the paint, and not for every hint', async () => {
  const screen = await openDemo({initialDestination: {family: 'instances', id: 101}});
  const [tab] = screen.deck.family('instances').detail;
  const line = tab && 'sections' in tab ? tab.sections[0]?.lines[0] : undefined;
  if (!line) throw new Error('the first tab of an instance has no lines');
  const asked = vi.spyOn(line, 'value');
  onTestFinished(() => asked.mockRestore());
  await screen.press('j');
  expect(asked.mock.calls.length).toBe(1);
  await screen.press('k', 'b');
  expect(asked.mock.calls.length).toBeLessThanOrEqual(4);
  await screen.close();
});

test('nothing is written while nothing changes', async () => {
  const screen = await openDemo();
  const before = screen.writes;
  await screen.settled();
  screen.session.setRows('instances', screen.session.collection('instances').get().rows);
  await screen.settled();
  expect(screen.writes).toBe(before);
  await screen.close();
});

test('a filter narrows while it is typed, and esc takes it away', async () => {
  const screen = await openDemo();
  await screen.press('/');
  await screen.type('web-1');
  expect(screen.row(1)).toContain('Instances  10 of 40');
  expect(screen.text()).toContain(' /web-1');
  expect(screen.footer()).toContain('enter keep');
  await screen.press('enter');
  expect(screen.row(1)).toContain('/web-1');
  await screen.press('j');
  expect(screen.text()).toContain('▌ web-11');
  await screen.press('esc');
  expect(screen.row(1)).toContain('Instances  40');
  expect(screen.text()).toContain('▌ web-11');
  await screen.close();
});

test('tab completes the names of fields and their values', async () => {
  const screen = await openDemo();
  await screen.press('/');
  await screen.type('stat');
  await screen.press('tab');
  expect(screen.text()).toContain('/status:');
  await screen.type('of');
  await screen.press('tab', 'enter');
  expect(screen.row(1)).toContain('1 of 40');
  expect(screen.text()).toContain('▌ web-05');
  await screen.close();
});

test('tab on an empty filter lists fields and operators with an example of each', async () => {
  const screen = await openDemo();
  await screen.press('/', 'tab');
  expect(screen.text()).toContain('─ Filter Instances ─');
  expect(screen.text()).toMatch(/status +status:running/);
  expect(screen.text()).toMatch(/ram +ram>8GB/);
  expect(screen.text()).toMatch(/age +age>30d/);
  expect(screen.text()).toMatch(/region +region:eu-west/);
  await screen.press('G');
  expect(screen.text()).toMatch(/status:offline,booting +, any of these/);
  expect(screen.text()).toMatch(/vcpus>4 +> >= < <= compare/);
  await screen.press('g', '/');
  await screen.type('age');
  await screen.press('enter');
  expect(screen.text()).toMatch(/│ \/age>$/m);
  await screen.type('1y');
  await screen.press('space', 'tab', 'esc', 'enter');
  expect(screen.row(1)).toContain('0 of 40');
  await screen.close();
});

test('a filter that compares what has no order is refused with an example, and keeps nothing', async () => {
  const screen = await openDemo();
  await screen.press('/');
  await screen.type('age>30');
  expect(screen.row(1)).toContain('0 of 40 · age>30 has no unit. Example: age>30d');
  expect(screen.text()).toContain('   age>30 has no unit. Example: age>30d');
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
  await screen.close();
});

test('the end of what a filter found in a list that continues offers to read on, and down does', async () => {
  const screen = await openDemo();
  const collection = screen.session.collection('instances');
  const {rows} = collection.get();
  let asked = 0;
  Object.assign(collection, {hasMore: true, fetchMore: () => ++asked > 0});
  screen.session.setRows('instances', rows, {complete: false, total: 900});
  await screen.filter('web-1');
  expect(screen.row(1)).toContain('Instances  10 of 40+');
  expect(screen.text()).toContain('   40 read. Press ↓ to read more.');
  await screen.press('G');
  expect(asked).toBe(1);
  await screen.expectText('Reading more Instances…');
  // Nothing passes: the way on is the same.
  await screen.press('/', 'down');
  expect(asked).toBe(2);
  await screen.press('esc');
  await screen.filter('zzzz');
  expect(screen.text()).toContain('Nothing matches zzzz among the 40 Instances that were read.');
  expect(screen.text()).toContain('40 read. Press ↓ to read more.');
  await screen.close();
});

test('a slash on a kept filter adds a word to it, or goes on with the last one after a backspace', async () => {
  const screen = await openDemo();
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
  // Opened and left as it was, it says no more than before.
  await screen.press('/', 'enter');
  expect(screen.row(1)).toMatch(/\/web-11 *$/);
  expect(screen.row(1)).toContain('1 of 40');
  await screen.close();
});

test('a slash in a detail filters the list, and what is typed is no key of the detail', async () => {
  const screen = await openDemo();
  await screen.press('enter', '/');
  await screen.type('web-11');
  expect(screen.row(1)).toContain('1 of 40');
  expect(screen.text()).toContain('▌ web-11');
  await screen.close();
});

test('a filter that nothing matches says so', async () => {
  const screen = await openDemo();
  await screen.press('/');
  await screen.type('zzzz');
  expect(screen.row(1)).toContain('0 of 40');
  expect(screen.text()).toContain('Nothing matches zzzz.');
  await screen.close();
});

test('the list is sorted by a column from the picker, and turned around', async () => {
  const screen = await openDemo();
  await screen.press('s');
  expect(screen.text()).toContain('─ Sort Instances ─');
  // None of them has a key.
  expect(screen.text()).toMatch(/│ type a name +│/);
  await screen.press('g', 'j', 'enter');
  expect(screen.row(2)).toContain('LABEL↓');
  expect(screen.footer()).toContain('40/40');
  await screen.press('S');
  expect(screen.row(2)).toContain('LABEL↑');
  expect(screen.footer()).toContain('1/40');
  await screen.close();
});

test('rows are marked, as a range and all at once, and esc unmarks before it leaves', async () => {
  const screen = await openDemo();
  await screen.press('space', 'j', 'j', 'V');
  expect(screen.row(1)).toContain('4 selected');
  expect(screen.row(3)).toContain('◆web-00');
  await screen.press('*');
  expect(screen.row(1)).toContain('40 selected');
  await screen.press('esc');
  expect(screen.row(1)).not.toContain('selected');
  await screen.close();
});

test('of more than a thousand marked nothing is changed, and each key says why; they can be exported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-marked-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const screen = await openDemo({folder});
  const [row] = screen.session.collection('instances').get().rows;
  const many = Array.from({length: 6000}, (_, index) => ({...row, id: index + 1, label: `app-${index + 1}`}));
  screen.session.setRows('instances', many);
  await screen.expectText('/6000');
  await screen.press('*', 'x');
  await screen.expectText('6,000 are selected: at most 1,000 can be changed at a time');
  await screen.press('a');
  expect(screen.text()).toContain('at most 1,000 can be changed at a time');
  await screen.press('esc', 'c');
  expect(screen.text()).toMatch(/JSON +of 6,000 rows/);
  await screen.press('j');
  expect(screen.text()).toContain('too large for the terminal');
  await screen.press('esc');
  await screen.command('export ndjson');
  await screen.expectText('writing 6,000 rows to skydeck-instances.ndjson');
  const file = join(folder, 'skydeck-instances.ndjson');
  await screen.until(() => screen.deck.fileSaver.names().length === 0, 'it is written');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line).id)).toEqual(many.map(({id}) => id));
  expect(screen.session.sent).toEqual([]);
  await screen.close();
});

test('what takes all rows waits until all are in their place, and says so', async () => {
  const saved: string[] = [];
  const saver = {save: async (name: string) => saved.push(name).toString(), names: () => [], end: async () => {}};
  const screen = await openDemo({saver});
  const [row] = screen.session.collection('instances').get().rows;
  const many = Array.from({length: 150_000}, (_, index) => ({...row, id: index + 1, label: `app-${index + 1}`}));
  const words = 'not all Instances are in their place yet: once more in a moment';
  await screen.press('c');
  screen.session.setRows('instances', many);
  await screen.press('t');
  await screen.expectGlimpse(words);
  await screen.expectText('/150000');
  screen.session.setRows('instances', many.slice(1));
  await runExport(screen.deck, 'csv');
  screen.session.setRows('instances', many.slice(2));
  await screen.press('*');
  await screen.expectText(words);
  expect(screen.row(1)).not.toContain('selected');
  expect(saved).toEqual([]);
  await screen.expectText('/149998');
  await screen.press('*');
  expect(screen.row(1)).toContain('149,998 selected');
  await runExport(screen.deck, 'csv');
  expect(saved).toHaveLength(1);
  await screen.close();
});

test('states of a long list are told when all of it is there: while it arrives, it says how much has', async () => {
  const screen = await openDemo();
  const [row] = screen.session.collection('instances').get().rows;
  const many = Array.from({length: 1500}, (_, index) => ({...row, id: index + 1, status: 'booting'}));
  screen.session.setRows('instances', many, {phase: 'loading', complete: false, total: 3000});
  await screen.settled();
  expect(screen.row(1)).toContain('Instances  1,500+');
  expect(screen.row(1)).not.toContain('booting');
  expect(screen.text()).toMatch(/▌ Instances +1,500\+ /);
  screen.session.setRows('instances', many);
  await screen.settled();
  expect(screen.row(1)).toContain('Instances  1,500 · 1,500 booting');
  expect(screen.text()).toMatch(/▌ Instances +1,500 ◐1500/);
  await screen.close();
});

test('a test waits for a long list on a slow machine, where a turn of the event loop has time for one step only', async () => {
  const screen = await openDemo();
  const [row] = screen.session.collection('instances').get().rows;
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
  onTestFinished(() => clock.mockRestore());
  const many = Array.from({length: 1500}, (_, index) => ({...row, id: index + 1, status: 'booting'}));
  screen.session.setRows('instances', many, {phase: 'loading', complete: false, total: 3000});
  await screen.settled();
  expect(screen.row(1)).toContain('Instances  1,500+');
  screen.session.setRows('instances', many);
  await screen.settled();
  expect(screen.row(1)).toContain('Instances  1,500 · 1,500 booting');
  await screen.close();
});

test('rows that arrive between two keys come with the second, in one frame; what a filter finds does not wait', async () => {
  const screen = await openDemo({coalescePaints: true});
  const renamed = (label: string) => {
    const {rows} = screen.session.collection('instances').get();
    screen.session.setRows(
      'instances',
      rows.map(row => (row.id === 103 ? {...row, label} : row)),
    );
  };
  await screen.press('j');
  screen.takeBytes();
  renamed('mail-03');
  await screen.settled();
  expect(screen.takeBytes()).toBe('');
  await screen.press('j');
  expect(screen.takeBytes().split('\x1b[?2026h')).toHaveLength(2);
  expect(screen.text()).toContain('mail-03');
  await screen.filter('mail');
  expect(screen.row(1)).toContain('1 of 40');
  await screen.close();
});

test('whoever quits while a file is written is told what would be lost', async () => {
  const saver = {save: () => new Promise<string>(() => {}), names: () => ['all.csv'], end: async () => {}};
  const screen = await openDemo({saver});
  await screen.press('q');
  await screen.expectText('all.csv is still being written, and would be lost; once more quits');
  expect(screen.quits()).toBe(0);
  await screen.press('q');
  expect(screen.quits()).toBe(1);
  await screen.close();
});

test('columns are chosen, and drop from the right on a narrow screen', async () => {
  const screen = await openDemo({columns: 80});
  expect(screen.row(3)).not.toContain('TAGS');
  await screen.resize(170, 30);
  expect(screen.row(2)).toContain('REGION');
  await screen.press('C');
  expect(screen.text()).toContain('[x] Region');
  expect(screen.text()).toMatch(/1 of \d+/);
  await screen.press('down', 'down', 'down', 'space');
  expect(screen.text()).toMatch(/4 of \d+/);
  expect(screen.text()).toContain('[ ] Region');
  // As in every picker, esc leaves things as they were.
  await screen.press('esc');
  expect(screen.row(2)).toContain('REGION');
  await screen.press('C');
  await screen.type('region');
  await screen.press('tab', 'enter');
  expect(screen.row(2)).not.toContain('REGION');
  await screen.press('C', 'ctrl-d');
  expect(screen.text()).not.toMatch(/ 1 of \d+/);
  await screen.press('ctrl-u');
  expect(screen.text()).toMatch(/ 1 of \d+/);
  await screen.close();
});

test('the cursor follows the resource, not the row number', async () => {
  const screen = await openDemo();
  await screen.press('j', 'j');
  const rows = screen.session.collection('instances').get().rows;
  screen.session.setRows('instances', [instance(99, {label: 'aaa'}), ...rows]);
  await screen.settled();
  expect(screen.row(3)).toContain('aaa');
  expect(screen.text()).toContain('▌ web-02');
  await screen.close();
});

test('what is being done to a row stands in its status', async () => {
  const screen = await openDemo();
  screen.session.annotate('instances', 100, {busy: {word: 'rebooting', percent: 62}});
  await screen.settled();
  expect(screen.row(3)).toContain('◐ rebooting 62%');
  screen.session.annotate('instances', 100, {pending: 'resizing'});
  await screen.settled();
  expect(screen.row(3)).toContain('◐ resizing…');
  await screen.close();
});

test('a list says how much of the truth it shows', async () => {
  const screen = await openDemo();
  const rows = screen.session.collection('instances').get().rows;
  screen.session.setRows('instances', rows, {complete: false, total: 900});
  await screen.settled();
  expect(screen.row(1)).toContain('Instances  40+');
  screen.session.setRows('instances', rows, {unreadable: [{}, {}]});
  await screen.settled();
  expect(screen.row(1)).toContain('40 · 2 unreadable');
  screen.session.setRows('instances', [], {complete: false, phase: 'loading'});
  await screen.settled();
  expect(screen.row(1)).toContain('Instances  loading…');
  const failure = {code: 'unreachable', words: 'the API does not answer; it is tried again', problems: []};
  screen.session.setRows('instances', [], {complete: false, phase: 'failed', failure});
  await screen.settled();
  expect(screen.row(1)).toContain('Instances  unknown · the API does not answer');
  expect(screen.text()).toContain('r tries again.');
  screen.session.setRows('instances', []);
  await screen.settled();
  expect(screen.text()).toContain('n makes the first instance.');
  await screen.close();
});

test('wide characters and hostile labels stay in their cells', async () => {
  const screen = await openDemo();
  screen.session.setRows('instances', [
    instance(1, {label: '東京-データベース'}),
    instance(2, {label: 'evil\x1b[31m\u202ered\n\x07'}),
    instance(3, {label: '🚀-rocket'}),
  ]);
  await screen.settled();
  const at = [3, 4, 5].map(y => {
    for (let x = 0; x < 120; x++) if (screen.cell(x, y).char === '●') return x;
    return -1;
  });
  expect(new Set(at).size).toBe(1);
  expect(screen.text()).toContain('evilred');
  await screen.close();
});

test('Volumes lead to their instance and esc comes back', async () => {
  const screen = await openDemo({initialDestination: {family: 'volumes'}});
  await screen.press('enter');
  await screen.moveTo('Attached to');
  await screen.press('enter');
  expect(screen.row(1)).toContain('web-01  ● running  101');
  await screen.press('esc');
  expect(screen.row(1)).toContain('vol-0');
  await screen.close();
});

test('a resource that is not there is said to be unknown, and never replaced by another', async () => {
  const screen = await openDemo();
  screen.deck.openResource({family: 'volumes', id: 9999});
  await screen.settled();
  expect(screen.text()).toContain('Volume 9999 is not known here');
  screen.session.setRows('volumes', [volume(1), volume(5599)]);
  await screen.settled();
  expect(screen.row(1)).toContain('vol-5599');
  await screen.close();
});
