import {beforeEach, describe, expect, it} from 'vitest';
import {UnauthorizedError} from '../../client/core/errors.ts';
import {user} from '../../families/testing/account-rows.ts';
import {ticket} from '../../families/testing/support-rows.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {manualClock} from '../../store/testing/manual-clock.ts';
import {event, instanceEntity, offlineError, TestAccount} from '../../store/testing/test-account.ts';
import {instance} from '../../store/testing/test-families.ts';
import {UsageError} from '../io/command-errors.ts';
import {type MonitorOptions, monitor} from './monitor.ts';

let api: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  api = new TestAccount();
  clock = manualClock();
  api.lists.set('instances.list', [instance(1, {status: 'running'}), instance(2, {status: 'stopped'})]);
  api.events = [event({action: 'compute_create', entity: instanceEntity(1)})];
});

const accountOf = (name: string, of: () => TestAccount): OpenedAccount => ({
  profile: {name, production: false, readOnly: true},
  connect: () => of().connect(),
  close: async () => {},
});
const account = accountOf('test', () => api);

function startMonitor(options: MonitorOptions = {}, accounts = [account]) {
  let text = '';
  let errors = '';
  const leaving = new AbortController();
  const ended = monitor(
    accounts,
    {...options, signal: leaving.signal},
    {
      startDemo: () => Promise.reject(new Error('no demo')),
      env: {},
      out: more => (text += more),
      err: more => (errors += more),
      columns: undefined,
      clock,
    },
  );
  /** The lines since the last call, without their times. */
  const lines = (): string[] => {
    const all = text.trimEnd().split('\n');
    text = '';
    return all.map(line => line.replace(/^\S+ \S+ UTC {2}/, ''));
  };
  return {ended, lines, leave: () => leaving.abort(), errors: () => errors};
}

const set = (id: number, status: string, action: string) => {
  const rows = api.lists.get('instances.list') ?? [];
  api.lists.set(
    'instances.list',
    rows.map(row => (row.id === id ? {...row, status} : row)),
  );
  api.events.push(event({action, entity: instanceEntity(id)}));
};

it('prints a line for each problem at the start, and for each change', async () => {
  const {ended, lines, leave} = startMonitor();
  await clock.advance(5000);
  const start = lines();
  expect(start[0]).toBe('data: connecting');
  expect(start).toContain('data: live');
  expect(start.find(line => line.startsWith('watching '))).toContain('2 instances');
  expect(start.filter(line => line.startsWith('wrong: '))).toEqual([
    expect.stringMatching(/^wrong: instance web-2 stopped since /),
  ]);
  set(1, 'offline', 'compute_shutdown');
  await clock.advance(16_000);
  expect(lines()).toEqual(['event: web-1 was shut down by wsmith', 'instance web-1: running → offline']);
  await clock.advance(60_000);
  expect(lines()).toEqual(['']);
  api.lists.set('instances.list', [instance(1, {status: 'offline'})]);
  api.events.push(event({action: 'compute_delete', entity: instanceEntity(2)}));
  await clock.advance(20_000);
  expect(lines()).toContain('instance web-2: deleted, was stopped');
  leave();
  expect(await ended).toBe(0);
  expect(clock.timers).toBe(0);
});

it('reports an outage with the time of the last data, and its end', async () => {
  const {ended, lines, leave} = startMonitor();
  await clock.advance(5000);
  lines();
  api.failure = offlineError();
  await clock.advance(20_000);
  expect(lines()).toEqual([
    expect.stringMatching(/^data: offline, last data 2026-01-15 .* UTC: api\.example\.com refused/),
  ]);
  api.failure = undefined;
  await clock.advance(70_000);
  expect(lines()[0]).toBe('data: live');
  leave();
  await ended;
});

it('exits with 3 and prints the row last when a row matches --exit-on', async () => {
  const {ended, lines, errors} = startMonitor({exitOn: 'instances status:offline'});
  await clock.advance(20_000);
  lines();
  set(1, 'offline', 'compute_shutdown');
  await clock.advance(16_000);
  expect(await ended).toBe(3);
  expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({id: 1, label: 'web-1', status: 'offline'});
  expect(errors()).toBe('skydeck: instance web-1 (1) is offline\n');
});

it('exits at once when a row matches --exit-on at the start', async () => {
  const {ended} = startMonitor({exitOn: 'instances !status:running'});
  await clock.advance(5000);
  expect(await ended).toBe(3);
});

it.each([
  ['instances', /needs a resource type and a filter/],
  ['spaceships status:lost', /unknown resource type spaceships/],
  ['configs label:x', /belong to another resource/],
])('refuses %s', async (text, words) => {
  await expect(startMonitor({exitOn: text}).ended).rejects.toThrow(words);
  await expect(startMonitor({exitOn: text}).ended).rejects.toBeInstanceOf(UsageError);
});

it('refuses a field that no row has, after the first rows have loaded', async () => {
  const {ended} = startMonitor({exitOn: 'instances nosuch:1'});
  const refused = expect(ended).rejects.toThrow('No field “nosuch”');
  await clock.advance(5000);
  await refused;
});

it.each([
  ['instances status:runing', 'No status “runing”. Did you mean running?'],
  ['instances age>30', 'age>30 has no unit. Example: age>30d'],
  ['instances cpu>50', 'cpu needs a request for each instance, and is not watched'],
])('refuses a filter that can’t match or can’t be watched: %s', async (filter, message) => {
  const {ended} = startMonitor({exitOn: filter});
  const refused = expect(ended).rejects.toThrow(message);
  await clock.advance(5000);
  await refused;
});

it('matches a state that Skydeck doesn’t know', async () => {
  const {ended} = startMonitor({exitOn: 'instances status:hibernating'});
  api.lists.set('instances.list', [instance(1, {status: 'hibernating'})]);
  await clock.advance(5000);
  expect(await ended).toBe(3);
});

it('reports a problem once when a later list shows that it existed before the start', async () => {
  api.lists.set('support.tickets.list', [ticket({id: 9, summary: 'Slow disk', updated_by: 'staff'})]);
  api.lists.set('account.users.list', [user({username: 'ada'})]);
  const {ended, lines, leave} = startMonitor();
  await clock.advance(60_000);
  expect(lines().filter(line => line.includes('Slow disk'))).toEqual([
    expect.stringMatching(/^wrong: ticket Slow disk waiting for you since /),
  ]);
  leave();
  expect(await ended).toBe(0);
});

describe('several accounts', () => {
  let lab: TestAccount;
  let both: OpenedAccount[];
  beforeEach(() => {
    lab = new TestAccount();
    lab.lists.set('instances.list', [instance(1, {status: 'running'})]);
    both = [accountOf('prod', () => api), accountOf('lab', () => lab)];
  });

  it('names the account in every line', async () => {
    const {ended, lines, leave} = startMonitor({}, both);
    await clock.advance(5000);
    const start = lines();
    expect(start.filter(line => !/^(prod|lab): /.test(line))).toEqual([]);
    expect(start.filter(line => line.includes('wrong: '))).toEqual([
      expect.stringMatching(/^prod: wrong: instance web-2 stopped since /),
    ]);
    expect(start.find(line => line.startsWith('lab: watching '))).toMatch(/1 instance: no problems/);
    set(1, 'offline', 'compute_shutdown');
    await clock.advance(16_000);
    expect(lines()).toEqual(['prod: event: web-1 was shut down by wsmith', 'prod: instance web-1: running → offline']);
    leave();
    expect(await ended).toBe(0);
    expect(clock.timers).toBe(0);
  });

  const refused = () => new UnauthorizedError('token', 'The API rejected the token.', {status: 401});
  const reason =
    'The API rejected the token. Check SKYDECK_TOKEN, or run "skydeck profile test" for the token of a profile.';

  it('gives the reason for a refused token once, and continues when the token is accepted', async () => {
    const {ended, lines, leave} = startMonitor();
    await clock.advance(5000);
    lines();
    api.failure = refused();
    await clock.advance(120_000);
    expect(lines()).toEqual([expect.stringMatching(/^data: stopped, last data .*: The API rejected the token\. /)]);
    api.failure = undefined;
    await clock.advance(60_000);
    expect(lines()).toContain('data: live');
    leave();
    expect(await ended).toBe(0);
  });

  it.each([
    ['', {}],
    [' with --exit-on', {exitOn: 'instances status:offline'}],
    [' with --ndjson', {ndjson: true}],
    [' with --exec', {exec: 'true {label}'}],
  ])('bug: a monitor%s whose token was refused at the start never ended', async (_, options) => {
    api.failure = refused();
    lab.failure = refused();
    const single = startMonitor(options);
    await clock.advance(2000);
    expect(await single.ended).toBe(1);
    expect(single.errors()).toContain(`skydeck: ${reason}\n`);
    const merged = startMonitor(options, both);
    await clock.advance(2000);
    expect(await merged.ended).toBe(1);
    const errors = merged.errors();
    expect(errors).toContain(`lab: ${reason}\n`);
    // The first account to be refused is named before the second.
    expect(errors.match(/prod: (data: stopped: )?The API rejected/g)).toHaveLength(1);
    expect(errors.indexOf('prod: ')).toBeLessThan(errors.indexOf('lab: '));
    expect(clock.timers).toBe(0);
  });

  it('bug: monitor --ndjson gave the reason for a refused token twice', async () => {
    const occurrences = (text: string) => text.split(reason).length - 1;
    api.failure = refused();
    const atStart = startMonitor({ndjson: true});
    await clock.advance(2000);
    expect(await atStart.ended).toBe(1);
    expect(occurrences(atStart.errors())).toBe(1);
    expect(atStart.errors().endsWith(`skydeck: ${reason}\n`)).toBe(true);
    api.failure = undefined;
    const later = startMonitor({ndjson: true});
    await clock.advance(5000);
    api.failure = refused();
    await clock.advance(10 * 60_000);
    expect(await later.ended).toBe(1);
    expect(occurrences(later.errors())).toBe(1);
    expect(later.errors()).toMatch(
      /data: stopped, last data .*: The API rejected the token\. .*\n(.*\n)*skydeck: The account can’t be read\.\n$/,
    );
  });

  it('continues while at least one account can be read', async () => {
    lab.failure = refused();
    const {ended, leave} = startMonitor({exitOn: 'instances status:migrating'}, both);
    await clock.advance(15 * 60_000);
    // A token that is refused later may be replaced at its source.
    api.failure = refused();
    await clock.advance(60_000);
    leave();
    expect(await ended).toBe(0);
  });

  it('bug: a monitor whose token was revoked never ended, and its service sent no alerts', async () => {
    const {ended, errors, lines} = startMonitor();
    let code: number | undefined;
    void ended.then(result => (code = result));
    await clock.advance(5000);
    lines();
    api.failure = refused();
    await clock.advance(4 * 60_000);
    expect(code).toBeUndefined();
    await clock.advance(3 * 60_000);
    expect(code).toBe(1);
    expect(errors()).toBe(`skydeck: ${reason}\n`);
    expect(lines()).toEqual([expect.stringMatching(/^data: stopped, last data /)]);
    expect(clock.timers).toBe(0);
  });

  it('bug: a token command that printed a new refused token each time kept the monitor alive', async () => {
    const {ended} = startMonitor();
    let code: number | undefined;
    void ended.then(result => (code = result));
    await clock.advance(5000);
    let tokens = 0;
    const rejection = () =>
      new UnauthorizedError('token', 'The API rejected the token.', {status: 401, remedy: `Check token ${++tokens}.`});
    Object.defineProperty(api, 'failure', {get: rejection});
    await clock.advance(4 * 60_000);
    expect(code).toBeUndefined();
    await clock.advance(3 * 60_000);
    expect(code).toBe(1);
    expect(tokens).toBeGreaterThan(2);
  });

  it('continues with the other accounts when one is offline, and names it', async () => {
    const {ended, lines, leave} = startMonitor({}, both);
    await clock.advance(5000);
    lines();
    lab.failure = offlineError();
    set(1, 'offline', 'compute_shutdown');
    await clock.advance(20_000);
    const output = lines();
    expect(output).toContainEqual(
      expect.stringMatching(/^lab: data: offline, last data .*: api\.example\.com refused/),
    );
    expect(output).toContain('prod: instance web-1: running → offline');
    expect(output.filter(line => line.startsWith('prod: data'))).toEqual([]);
    leave();
    await ended;
  });

  it('shows the first account at once while another is offline', async () => {
    lab.failure = offlineError();
    const {ended, lines, leave} = startMonitor({}, both);
    await clock.advance(5000);
    const output = lines();
    expect(output).toContainEqual(expect.stringMatching(/^prod: watching 2 instances/));
    // The reason for an unreachable account is shown once, and not for each of its lists.
    expect(output.filter(line => line.includes('refused'))).toEqual([expect.stringMatching(/^lab: data: offline: /)]);
    // An account without a successful read is never reported as free of problems.
    expect(output.filter(line => line.startsWith('lab: watching'))).toEqual([]);
    lab.failure = undefined;
    await clock.advance(120_000);
    expect(lines()).toContainEqual(
      expect.stringMatching(/^lab: watching 1 instance: no problems in the lists that were read$/),
    );
    leave();
    await ended;
  });

  it('exits with 3 for a match in any account, and names the account', async () => {
    api.failure = offlineError();
    const {ended, lines, errors} = startMonitor({exitOn: 'instances status:offline'}, both);
    await clock.advance(20_000);
    lines();
    lab.setFacts('instances.list', 1, {status: 'offline'});
    lab.events.push(event({action: 'compute_shutdown', entity: instanceEntity(1)}));
    await clock.advance(16_000);
    expect(await ended).toBe(3);
    expect(errors()).toBe('skydeck: lab: instance web-1 (1) is offline\n');
    expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({profile: 'lab', id: 1, status: 'offline'});
    expect(clock.timers).toBe(0);
  });

  it.each([
    ['profile:lab !status:offline', 'lab'],
    ['lab', 'lab'],
    ['profile:prod status:stopped', 'prod'],
  ])('a filter can name the account: %s', async (filter, profile) => {
    const {ended, lines} = startMonitor({exitOn: `instances ${filter}`}, both);
    await clock.advance(5000);
    expect(await ended).toBe(3);
    expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({profile});
  });
});
