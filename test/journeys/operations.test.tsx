import {expect, test} from 'vitest';
import {manualClock} from '../../src/store/core/clock.ts';
import type {EventRow, Operation} from '../../src/store/session/session.ts';
import {openDemo} from '../support/console.tsx';
import {openLive} from '../support/live.tsx';

const at = Date.UTC(2026, 2, 14, 12);

const operation = (facts: Partial<Operation> = {}): Operation => ({
  id: 'event 7',
  target: {family: 'volumes', id: 4402},
  label: 'vol-db',
  word: 'resizing',
  percent: 40,
  startedAt: at - 65_000,
  secondsLeft: 75,
  by: 'ada',
  ...facts,
});

const ended = (facts: Partial<EventRow> = {}): EventRow => ({
  id: 7,
  action: 'volume_resize',
  created: '2026-03-14T11:58:00',
  duration: 95,
  entity: {id: 4402, label: 'vol-db', type: 'volume', url: '/v4/volumes/4402'},
  secondary_entity: null,
  percent_complete: 100,
  rate: null,
  read: false,
  seen: false,
  status: 'finished',
  time_remaining: null,
  username: 'ada',
  message: null,
  ...facts,
});

const open = () => openDemo({columns: 120, rows: 30, clock: manualClock(at), initialDestination: {page: 'operations'}});

test('everything that runs, of every family: how far, how long, how much longer, by whom; enter opens it', async () => {
  const screen = await open();
  const {session} = screen;
  expect(screen.text()).toContain('nothing is running');
  session.operations.set([
    operation(),
    operation({
      id: 'change 1',
      target: {family: 'instances', id: 101},
      label: 'web-01',
      word: 'rebooting',
      percent: undefined,
      secondsLeft: undefined,
      by: undefined,
      startedAt: at - 2000,
    }),
  ]);
  session.events.set([ended({id: 3, status: 'failed', duration: 12, created: '2026-03-14T11:30:00'})]);
  await screen.settled();
  expect(screen.text()).toMatch(/Operations {2}2 running/);
  expect(screen.text()).toMatch(/◐ vol-db +Volume +resizing +████░░░░░░ 40% +1:05 +1:15 {2}ada/);
  expect(screen.text()).toMatch(/◐ web-01 +instance +rebooting +0:02 +\? {2}this console/);
  expect(screen.text()).toMatch(/✗ vol-db .* took 0:12 {2}by ada {2}30m ago/);
  await screen.moveTo('vol-db');
  await screen.press('enter');
  expect(screen.text()).toContain('vol-db  ◐ resizing');
  await screen.close();
});

test('w tells when it is over, and how: message, bell and title', async () => {
  const screen = await open();
  const {session} = screen;
  await screen.press('w');
  expect(screen.text()).toContain('choose an operation that is running');
  session.operations.set([operation()]);
  await screen.settled();
  // Nobody has moved: the cursor is on the first one.
  expect(screen.bar()).toContain('vol-db');
  await screen.press('w');
  expect(screen.text()).toContain('you will be told when vol-db is no longer resizing');
  screen.takeBytes();
  session.events.set([ended()]);
  session.operations.set([]);
  await screen.settled();
  expect(screen.text()).toContain('vol-db was resized');
  const bytes = screen.takeBytes();
  expect(bytes).toContain('\x07');
  expect(bytes).toContain('\x1b]2;skydeck: vol-db was resized');
  await screen.close();
});

test('w again stops; where the terminal knows notifications, one is sent', async () => {
  const screen = await openDemo({
    columns: 120,
    rows: 30,
    initialDestination: {page: 'operations'},
    env: {TERM: 'xterm-kitty', LANG: 'C.UTF-8'},
  });
  const {session} = screen;
  session.operations.set([
    operation(),
    operation({id: 'event 8', label: 'vol-1', target: {family: 'volumes', id: 4401}}),
  ]);
  await screen.settled();
  await screen.moveTo('vol-db');
  await screen.press('w', 'w', 'j', 'w');
  screen.takeBytes();
  session.operations.set([]);
  await screen.settled();
  const bytes = screen.takeBytes();
  expect(bytes).toContain('\x1b]9;skydeck: vol-1: resizing has ended\x07');
  expect(bytes).not.toContain('vol-db: no longer');
  await screen.close();
});

test(':operations and :net on a real account', async () => {
  const screen = await openLive({columns: 140, rows: 45, initialDestination: {page: 'operations'}});
  await screen.expectGlimpse(/web-02 +instance +booting +[█░]+ \d+% +\d:\d\d +\d:\d\d/);
  await screen.command('net');
  await screen.expectText(/Network {2}\d+ requests in/);
  await screen.expectText(/general +\S+ +[█░]+ .* (API|docs)/);
  await screen.expectText(/account\.events\.list +\d+/);
  await screen.expectText(/requests .*[▁▂▃▄▅▆▇█]/);
  expect(screen.text()).toMatch(/● none/);
  await screen.press('esc');
  await screen.command('overview');
  await screen.press(':');
  await screen.type('operations');
  await screen.press('enter');
  expect(screen.row(1)).toContain('Operations');
  // The overview has asked for more than there are lines for here.
  await screen.command('net');
  await screen.expectText(/^.*│ and \d+ more *$/m);
  await screen.close();
});

test('at 80 columns :net leaves columns out rather than cut them', async () => {
  const screen = await openLive({columns: 80, rows: 40});
  await screen.expectText('Instances  42');
  await screen.command('net');
  await screen.expectText(/CLASS +LEFT +RENEWS +SENT +IN +FAILED +429 +BY$/m);
  expect(screen.text()).toMatch(/OPERATION +SENT +IN +AGAIN +FAILED +429$/m);
  expect(screen.text()).toMatch(/an answer takes \d+ ms, the slowest \d+ ms$/m);
  expect(screen.text()).not.toContain('…');
  await screen.resize(200, 40);
  await screen.expectText(/RENEWS +SENT +IN +OUT +SAME +AGAIN +FAILED +429 +BY$/m);
  await screen.close();
});
