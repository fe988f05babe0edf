import {expect, test} from 'vitest';
import {families} from '../../src/families/registry.ts';
import {parseSettings} from '../../src/profiles/parse-settings.ts';
import {manualClock} from '../../src/store/core/clock.ts';
import {isWatchable} from '../../src/store/watch/state-watch.ts';
import {fleet, instance, openDemo} from '../support/console.tsx';
import {openLive} from '../support/live.tsx';

const open = (options: Parameters<typeof openDemo>[0] = {}) =>
  openDemo({initialDestination: {page: 'monitor'}, ...options});
const long = (count: number) =>
  fleet(count).map((row, index) => ({...row, label: `machine-with-a-long-name-${index}`, tags: [`tag-${index % 7}`]}));

test('the wallboard: problems first with since when, the fleet by region, what happened; no frame around it', async () => {
  const screen = await open({columns: 80, rows: 24});
  const {session} = screen;
  session.setRows('instances', [...fleet(), instance(41, {status: 'stopped', updated: '2026-03-14T09:00:00'})]);
  session.operations.set([
    {
      id: 'event 1',
      target: {family: 'volumes', id: 4402},
      label: 'vol-db',
      word: 'resizing',
      percent: 40,
      startedAt: 0,
      secondsLeft: 75,
      by: 'ada',
    },
  ]);
  await screen.settled();
  expect(screen.row(0)).toMatch(/skydeck {2}demo ▸ acme-infra .*█.* heard 12:00:00 UTC/);
  expect(screen.row(1)).toMatch(/Instances 41 {2}● 38 running/);
  expect(screen.row(2)).toMatch(/PROBLEMS {2}1 ─+/);
  expect(screen.row(3)).toMatch(/▲ instance web-41 stopped +3h/);
  expect(screen.text()).toMatch(/INSTANCES BY REGION .*● ok/);
  expect(screen.text()).toMatch(/eu-west +20 +● web-00 ● web-02/);
  expect(screen.text()).toMatch(/us-east +21 +● web-01 ◐ web-03 ○ web-05/);
  expect(screen.text()).toMatch(/◐ vol-db resizing ████░░░░░░ 40% +1:15 left {2}ada/);
  expect(screen.text()).not.toContain('COMPUTE');
  expect(screen.footer()).toContain('q quit');
  await screen.close();
});

test('60x15: what is wrong and what the provider says have names, and off by intent is no alarm', async () => {
  const screen = await open({columns: 60, rows: 15});
  const {session} = screen;
  const notice = (label: string) => ({type: 'notice', severity: 'minor', label, message: 'read it', entity: null});
  session.setRows('account.notifications', ['One', 'Two', 'Three'].map(notice));
  const off = (index: number) => (index % 10 === 0 ? 'offline' : 'running');
  const many = Array.from({length: 5000}, (_, index) => instance(index, {status: off(index)}));
  session.setRows('instances', many);
  await screen.settled();
  expect(screen.row(0)).toMatch(/skydeck {2}demo ▸ acme-infra +▁+█/);
  expect(screen.text()).toMatch(/NOTICES AND MAINTENANCE {2}3 ─+\n . One: read it/);
  const map = (): string =>
    screen.text().slice(screen.text().indexOf('INSTANCES BY'), screen.text().indexOf('NOTICES'));
  expect(map()).not.toContain('○');
  session.setRows('instances', [...many.slice(0, 4000), ...many.slice(4000).map(row => ({...row, status: 'offline'}))]);
  await screen.settled();
  expect(map()).toContain('○');
  const wrong = [1, 2, 3, 4, 5, 6].map(index =>
    instance(index, {label: `a-machine-with-${index}-long-name`, status: 'stopped'}),
  );
  session.setRows('instances', [...wrong, ...many]);
  await screen.settled();
  expect(screen.text()).toMatch(
    /PROBLEMS {2}6 ─+\n( ▲ instance a-machine-with-\d-long-name stopped +0s\n){2} and 4 more/,
  );
  // What is wrong is counted first.
  expect(screen.row(1)).toContain('▲ 6 stopped');
  await screen.close();
});

test('a refused token is said as such, and what is from last time is not said to be read', async () => {
  const screen = await open({columns: 80, rows: 24});
  const {session} = screen;
  const failure = {
    code: 'unauthorised',
    words: 'The API rejected the token. Take another.',
    advice: 'Take another.',
    problems: [],
  };
  session.setRows('instances', fleet(3), {complete: false, remembered: true});
  session.pulse.set({beats: 0, at: undefined});
  session.status.patch({liveness: 'unauthorised', failure});
  await screen.settled();
  expect(screen.row(0)).toMatch(/demo .*─{12} {2}TOKEN REJECTED/);
  expect(screen.text()).toMatch(
    /PROBLEMS {2}some from last time ─+\n ✗ no data: The API rejected the token\.\n {3}Take another\./,
  );
  expect(screen.text()).toMatch(/INSTANCES BY REGION · from last time/);
  expect(screen.text()).not.toContain('read so far');
  // Nothing is on its way.
  session.setRows('instances', [], {complete: false, phase: 'loading'});
  session.events.set([]);
  await screen.settled();
  expect(screen.row(1)).toMatch(/^ Instances unknown /);
  expect(screen.text()).toMatch(/EVENTS .*\n none read$/m);
  expect(screen.text()).not.toMatch(/loading|yet/);
  await screen.close();
});

test.each([
  [60, 15],
  [80, 24],
  [100, 30],
  [109, 40],
  [110, 24],
  [150, 45],
  [200, 50],
])('%ix%i holds the fleet, however large', async (columns, rows) => {
  const screen = await open({columns, rows});
  for (const count of [0, 3, 400, 12_000]) {
    screen.session.setRows('instances', long(count));
    for (const group of ['REGION', 'TAG', 'FAMILY']) {
      await screen.settled();
      expect(screen.text(), `${count}`).toContain(group);
      expect(screen.text()).toContain('PROBLEMS');
      expect(screen.text()).toContain('EVENTS');
      expect(screen.footer()).toContain('l layout');
      for (let y = 0; y < rows; y++) expect([...screen.row(y)].length).toBeLessThanOrEqual(columns);
      await screen.press('l');
    }
    if (count === 12_000) expect(screen.text()).toMatch(/a cell is the worst of \d+/);
  }
  await screen.close();
});

test('one bad one among thousands is seen: a cell is as bad as the worst it stands for', async () => {
  const screen = await open({columns: 80, rows: 24});
  const many = long(9000).map((row, index) => (index === 4321 ? {...row, status: 'stopped'} : row));
  screen.session.setRows('instances', many);
  await screen.settled();
  const from = screen.text().indexOf('INSTANCES BY');
  const map = screen.text().slice(from).split('\n').slice(1).join('\n');
  expect(map.match(/▲/g)).toHaveLength(1);
  await screen.close();
});

test('the heart beats with every poll, and lies flat in alarm when no data comes', async () => {
  const screen = await open({columns: 80, rows: 24});
  const {session} = screen;
  const quiet = families.filter(family => isWatchable(family) && !['instances', 'volumes'].includes(family.id));
  for (const {id} of quiet) session.setRows(id, []);
  const spike = () => screen.row(0).indexOf('█');
  const before = spike();
  const now = session.lookup.now;
  session.pulse.set({beats: 2, at: now});
  await screen.settled();
  expect(spike()).toBe(before + 1);
  session.pulse.set({beats: 3, at: now - 240_000});
  session.status.patch({liveness: 'stale'});
  await screen.settled();
  expect(spike()).toBe(-1);
  expect(screen.row(0)).toMatch(/─{12} {2}NO DATA FOR 4m {2}since 11:56:00 UTC/);
  expect(screen.cell(screen.row(0).indexOf('NO DATA'), 0).bg).toBe(1);
  expect(screen.text()).toContain('nothing was wrong when data last came');
  session.status.patch({liveness: 'live'});
  session.pulse.set({beats: 4, at: now});
  await screen.settled();
  expect(spike()).toBeGreaterThan(0);
  await screen.close();
});

test('what cannot be read or is not all there is said, not left out', async () => {
  const screen = await open({columns: 120, rows: 30});
  const {session} = screen;
  session.setRows('instances', fleet(200), {complete: false});
  session.setRows('volumes', [], {
    phase: 'failed',
    complete: false,
    failure: {code: 'rejected', words: 'Unauthorised: ask whoever administers the account', problems: []},
  });
  await screen.settled();
  expect(screen.row(1)).toContain('Instances 200+');
  expect(screen.text()).toContain('200 read so far');
  expect(screen.text()).toMatch(/\? Volumes: Unauthorised/);
  await screen.close();
});

test('the settings say what stands on the wall; several layouts change with l', async () => {
  const {settings, mistakes} = parseSettings(`
monitor:
  - name: fleet
    group: tag
    tags: [prod]
    show: [map]
  - name: trouble
    families: [volumes]
    show: [problems, events]
`);
  expect(mistakes).toEqual([]);
  const screen = await open({columns: 120, rows: 30, monitor: settings.monitor});
  expect(screen.text()).toMatch(/INSTANCES BY TAG/);
  expect(screen.text()).toMatch(/prod +40 +● web-00/);
  expect(screen.text()).not.toContain('PROBLEMS');
  expect(screen.row(1)).toMatch(/fleet$/);
  await screen.press('l');
  expect(screen.row(1)).toMatch(/trouble$/);
  expect(screen.text()).toContain('PROBLEMS');
  expect(screen.text()).not.toContain('INSTANCES BY');
  await screen.close();
  expect(parseSettings('monitor: {group: planet}').mistakes[0]?.words).toMatch(/monitor/);
  expect(parseSettings('monitor: {group: tag}').settings.monitor).toMatchObject([{name: 'tag', group: 'tag'}]);
});

test(':monitor opens it, q and esc come back; started on it, q leaves', async () => {
  const screen = await openDemo({columns: 100, rows: 30});
  for (const key of ['q', 'esc']) {
    await screen.command('monitor');
    expect(screen.text()).toContain('INSTANCES BY REGION');
    await screen.press(key);
    expect(screen.row(1)).toContain('Instances  40');
  }
  expect(screen.quits()).toBe(0);
  await screen.close();
  const alone = await open();
  await alone.press('q');
  expect(alone.quits()).toBe(1);
  await alone.close();
});

test('an idle minute is a few hundred bytes', async () => {
  const clock = manualClock(Date.UTC(2026, 2, 14, 12));
  const screen = await open({columns: 200, rows: 50, clock});
  await screen.settled();
  screen.takeBytes();
  let written = 0;
  for (let beat = 2; beat <= 5; beat++) {
    await clock.advance(15_000);
    screen.session.pulse.set({beats: beat, at: clock.now()});
    await screen.settled();
    written += screen.takeBytes().length;
  }
  expect(screen.row(0)).toContain('heard 12:01:00 UTC');
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThanOrEqual(600);
  await screen.close();
});

test('on a real account it follows by itself: an outage, and the way back', async () => {
  const screen = await openLive({columns: 140, rows: 40, initialDestination: {page: 'monitor'}});
  await screen.expectText(/Instances 42/);
  await screen.expectText(/▲ instance batch-12 stopped +\d+h/);
  await screen.expectText(/heard \d\d:\d\d:\d\d UTC/);
  const {port, token} = screen.account;
  await screen.account.close();
  await screen.expectText(/NO DATA FOR/);
  expect(screen.text()).toContain('batch-12');
  const {startEmulator} = await import('../../src/emulator/server/start-server.ts');
  const again = await startEmulator({accounts: 'demo', seed: 1, limits: 'none', port, token});
  await screen.expectText(/heard \d\d:\d\d:\d\d UTC/);
  await screen.close().catch(() => undefined);
  await again.close();
});
