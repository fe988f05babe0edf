/** The wallboard of several accounts: whose everything is, and that one that is silent hides nothing and is not hidden. */
import {expect, test} from 'vitest';
import {families} from '../../src/families/registry.ts';
import type {AnyRow} from '../../src/families/shape/define-family.ts';
import {mergeSessions} from '../../src/store/multi/merged-session.ts';
import type {EventRow, Failure} from '../../src/store/session/session.ts';
import {event} from '../../src/store/testing/test-account.ts';
import {isWatchable} from '../../src/store/watch/state-watch.ts';
import {type FakeSession, fakeSession, fixedClock} from '../../src/ui/testing/fake-session.ts';
import {type ConsoleOptions, fleet, instance, openConsole} from '../support/console.tsx';

const refused: Failure = {code: 'unreachable', words: 'api.example.com refused the connection', problems: []};

async function open(names: readonly string[], options: ConsoleOptions = {}) {
  const clock = fixedClock();
  const members = names.map(name => {
    const session: FakeSession = fakeSession(families);
    for (const family of families) if (isWatchable(family)) session.setRows(family.id, []);
    session.status.patch({account: `${name} Inc`});
    return {profile: {name, production: name === 'prod', readOnly: false}, session};
  });
  const merged = mergeSessions({
    members,
    families,
    clock: {...clock, monotonic: clock.now, yieldToLoop: async () => {}},
  });
  const screen = await openConsole(merged.session, {
    merged,
    clock,
    profile: {name: names.join(' + '), production: false, readOnly: false},
    initialDestination: {page: 'monitor'},
    ...options,
  });
  const of = (name: string): FakeSession => {
    const member = members.find(({profile}) => profile.name === name);
    if (!member) throw new Error(`no ${name}`);
    return member.session;
  };
  return {screen, of};
}

const silence = (session: FakeSession): void => {
  session.pulse.set({beats: 3, at: session.lookup.now - 240_000});
  session.status.patch({liveness: 'offline', failure: refused});
};

const named = (label: string, facts: AnyRow = {}): AnyRow => instance(label.length, {label, ...facts});

test('the fleet of all accounts in one map, in every grouping and by account; names that two have say whose', async () => {
  const {screen, of} = await open(['prod', 'lab'], {columns: 80, rows: 24});
  of('prod').setRows('instances', [named('web-1', {region: 'us-east'}), named('db', {region: 'eu-west', tags: []})]);
  of('lab').setRows('instances', [named('web-1', {region: 'us-east'}), named('scratch', {region: 'us-east'})]);
  await screen.settled();
  expect(screen.text()).toMatch(/Instances 4 {2}● 4 running/);
  expect(screen.text()).toMatch(/eu-west +1 +● db/);
  expect(screen.text()).toMatch(/us-east +3 +● prod\/web-1 +● lab\/web-1 +● scratch/);
  await screen.press('l');
  expect(screen.text()).toMatch(/BY TAG.*\n prod +3 .*\n web +3 .*\n no tag +1 +● db/);
  await screen.press('l');
  expect(screen.text()).toMatch(/EVERYTHING BY FAMILY.*\n Instances +4 /);
  await screen.press('l');
  expect(screen.text()).toMatch(/INSTANCES BY PROFILE.*\n prod +2 +● web-1 +● db.*\n lab +2 +● web-1 +● scratch/);
  expect(screen.text()).not.toContain('lab/web-1');
  await screen.press('l');
  expect(screen.text()).toContain('INSTANCES BY REGION');
  await screen.close();
});

test('problems, what runs, notices and the ticker say whose they are, the newest of all first', async () => {
  const {screen, of} = await open(['prod', 'lab'], {columns: 100, rows: 30});
  of('prod').setRows('instances', [named('web', {status: 'stopped', updated: '2026-03-14T09:00:00'})]);
  of('lab').setRows('instances', [named('web', {status: 'stopped', updated: '2026-03-14T11:00:00'})]);
  const happened = (name: string, created: string): void =>
    of(name).events.set([
      event({action: 'compute_boot', created, entity: {id: 1, label: name, type: 'compute', url: ''}}),
    ] as EventRow[]);
  happened('prod', '2026-03-14T10:00:00');
  happened('lab', '2026-03-14T11:30:00');
  of('lab').operations.set([
    {id: '1', target: undefined, label: 'vol', word: 'resizing', percent: 40, startedAt: 0, secondsLeft: 75, by: 'ada'},
  ]);
  of('prod').setRows('account.notifications', [
    {type: 'notice', severity: 'minor', label: 'A note', message: 'read it', entity: null, when: null, until: null},
  ]);
  await screen.settled();
  expect(screen.text()).toMatch(/▲ lab +instance web stopped +1h *\n ▲ +prod +instance web stopped +3h/);
  expect(screen.text()).toMatch(/◐ lab +vol resizing/);
  expect(screen.text()).toMatch(/prod +A note/);
  expect(screen.text()).toMatch(/11:30 lab +● lab booted.*\n 10:00 prod +● prod booted/);
  expect(screen.row(0)).toMatch(/ prod +1 wrong ▸ prod Inc .*█.* heard 12:00:00 UTC/);
  expect(screen.row(1)).toMatch(/ lab +1 wrong ▸ lab Inc .*█.* heard 12:00:00 UTC/);
  await screen.close();
});

test('the heart of one stops in sight while the others go on, and what is wrong in it is no secret', async () => {
  const {screen, of} = await open(['prod', 'lab'], {columns: 80, rows: 24});
  of('prod').setRows('instances', fleet(3));
  expect(screen.text()).toContain('● nothing is wrong');
  silence(of('lab'));
  of('prod').pulse.set({beats: 7, at: of('prod').lookup.now});
  await screen.settled();
  expect(screen.row(0)).toMatch(/prod .*█.* heard 12:00:00 UTC/);
  expect(screen.row(1)).toMatch(/lab .*─{12} {2}NO DATA FOR 4m {2}since 11:56:00 UTC/);
  expect(screen.text()).toMatch(/✗ lab +no data: api\.example\.com refused/);
  expect(screen.text()).toMatch(/● prod: nothing is wrong/);
  expect(screen.text()).toContain('lab: nothing was wrong when data last came');
  of('lab').status.patch({liveness: 'unauthorised'});
  await screen.settled();
  expect(screen.row(1)).toMatch(/TOKEN REJECTED/);
  await screen.close();
});

test('lists of one that are not read are folded by reason, and named beside the problems of the others', async () => {
  const {screen, of} = await open(['prod', 'lab'], {columns: 120, rows: 30});
  const failure: Failure = {code: 'rejected', words: 'a fault of its own', problems: []};
  for (const id of ['volumes', 'domains', 'images'] as const)
    of('lab').setRows(id, [], {phase: 'failed', complete: false, failure});
  of('lab').setRows('instances', fleet(3), {complete: false});
  of('prod').setRows('instances', [named('web', {status: 'stopped'})]);
  await screen.settled();
  expect(screen.text()).toMatch(/▲ prod +instance web stopped/);
  expect(screen.text()).toMatch(/\? lab +Images, Volumes and 1 more: a fault of i/);
  expect(screen.text()).toContain('lab 3 read so far');
  expect(screen.text()).toMatch(/Instances 4\+/);
  // What the whole account fails for is said once.
  silence(of('lab'));
  for (const id of ['volumes', 'domains', 'images'] as const)
    of('lab').setRows(id, [], {phase: 'failed', complete: false, failure: refused});
  await screen.settled();
  expect(screen.text().match(/example.com refused/g)).toHaveLength(1);
  await screen.close();
});

test('60x15 with more accounts than lines: those that are silent first, problems before the rest, and a notice by name', async () => {
  const {screen, of} = await open(['a', 'b', 'c', 'd', 'e'], {columns: 60, rows: 15});
  of('a').setRows(
    'instances',
    [1, 2, 3, 4, 5].map(at => instance(at, {status: 'stopped'})),
  );
  of('b').setRows('account.notifications', [
    {type: 'notice', severity: 'minor', label: 'A note', message: 'read it', entity: null, when: null, until: null},
    {type: 'notice', severity: 'minor', label: 'Another', message: 'read it', entity: null, when: null, until: null},
  ]);
  await screen.settled();
  expect(screen.text()).toMatch(/ a +5 wrong .* heard .*\n b .* heard .*\n and 3 more accounts .* heard /);
  expect(screen.text()).toMatch(/PROBLEMS {2}5 ─+.*\n ▲ a .*\n ▲ a .*\n and 3 more: a 3/);
  expect(screen.text()).toMatch(/NOTICES AND MAINTENANCE {2}2 ─+\n . b +A note: read it/);
  silence(of('e'));
  await screen.settled();
  expect(screen.text()).toMatch(/ a .* heard .*\n e .*NO DATA FOR 4m.*\n and 3 more accounts/);
  silence(of('c'));
  silence(of('d'));
  await screen.settled();
  expect(screen.text()).toMatch(/ c .*NO DATA FOR 4m.*\n d .*NO DATA FOR 4m.*\n and 3 more accounts .*NO DATA FROM 1/);
  for (let y = 0; y < 15; y++) expect([...screen.row(y)].length).toBeLessThanOrEqual(60);
  await screen.close();
});
