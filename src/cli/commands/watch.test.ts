/** Tests of `get TYPE --watch`. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {UnauthorizedError} from '../../client/core/errors.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {manualClock} from '../../store/testing/manual-clock.ts';
import {event, instanceEntity, offlineError, TestAccount} from '../../store/testing/test-account.ts';
import {instance} from '../../store/testing/test-families.ts';
import {UsageError} from '../io/command-errors.ts';
import {type WatchOptions, watchRows} from './watch.ts';

let api: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  api = new TestAccount();
  clock = manualClock();
  api.lists.set('instances.list', [instance(1, {status: 'running'}), instance(2, {status: 'offline'})]);
  api.events = [event({action: 'compute_create', entity: instanceEntity(1)})];
});

const account: OpenedAccount = {
  profile: {name: 'test', production: false, readOnly: true},
  connect: () => api.connect(),
  close: async () => {},
};

function startWatch(options: Partial<WatchOptions> = {}, ids: readonly string[] = []) {
  let text = '';
  let errors = '';
  const interruption = new AbortController();
  const all: WatchOptions = {format: 'ndjson', hasHeaders: true, all: false, query: [], forMs: undefined, ...options};
  const ended = watchRows(account, {name: 'instances', ids}, all, {
    startDemo: () => Promise.reject(new Error('no demo')),
    env: {},
    out: more => (text += String(more)),
    err: more => (errors += more),
    columns: undefined,
    clock,
    onInterrupt(run) {
      interruption.signal.addEventListener('abort', run);
      return () => interruption.signal.removeEventListener('abort', run);
    },
  });
  // Without this handler, Node reports a rejection before a test awaits `ended`.
  ended.catch(() => {});
  /** The lines since the last call. */
  const lines = (): string[] => {
    const printed = text.split('\n').filter(Boolean);
    text = '';
    return printed;
  };
  /** The kind, label and status of each object since the last call. */
  const changes = () =>
    lines()
      .map(line => JSON.parse(line))
      .map(({kind, row}) => `${kind} ${row.label} ${row.status}`);
  return {ended, lines, changes, errors: () => errors, interrupt: () => interruption.abort()};
}

function set(
  rows: readonly ReturnType<typeof instance>[],
  id: number,
  action: 'compute_shutdown' | 'compute_delete' | 'compute_create',
) {
  api.lists.set('instances.list', [...rows]);
  api.events.push(event({action, entity: instanceEntity(id)}));
}

it('prints the list, and an object for each added, changed and removed row', async () => {
  const {ended, changes, interrupt} = startWatch();
  await clock.advance(5000);
  expect(changes()).toEqual(['listed web-1 running', 'listed web-2 offline']);
  const [one, two, three] = [instance(1, {status: 'offline'}), instance(2, {status: 'offline'}), instance(3)];
  set([one, two], 1, 'compute_shutdown');
  await clock.advance(20_000);
  expect(changes()).toEqual(['changed web-1 offline']);
  set([one, two, three], 3, 'compute_create');
  await clock.advance(20_000);
  expect(changes()).toEqual(['added web-3 running']);
  set([one, three], 2, 'compute_delete');
  await clock.advance(20_000);
  expect(changes()).toEqual(['removed web-2 offline']);
  interrupt();
  expect(await ended).toBe(130);
  expect(clock.timers).toBe(0);
});

it('an object has the time, the kind and the row', async () => {
  const {lines, interrupt, ended} = startWatch({columns: ['id', 'label']});
  await clock.advance(5000);
  expect(JSON.parse(lines()[0] ?? '')).toEqual({
    time: expect.stringMatching(/^2026-01-\d\dT.*Z$/),
    kind: 'listed',
    row: {id: 1, label: 'web-1'},
  });
  interrupt();
  await ended;
});

it('a table has a header line, and a change of a field without a column prints nothing', async () => {
  const {lines, interrupt, ended} = startWatch({format: 'table', columns: ['label', 'status']});
  await clock.advance(5000);
  const table = lines();
  expect(table[0]).toMatch(/^TIME +CHANGE +LABEL +STATUS$/);
  expect(table[1]).toMatch(/^2026-01-\d\d \S+ UTC {2}listed {3}web-1 {2}running$/);
  set([instance(1, {status: 'running', group: 'other'}), instance(2, {status: 'offline'})], 1, 'compute_shutdown');
  await clock.advance(20_000);
  expect(lines()).toEqual([]);
  interrupt();
  await ended;
});

it('a row that starts to match the filter is added, and one that stops is removed', async () => {
  const {changes, interrupt, ended} = startWatch({filter: 'status:offline'});
  await clock.advance(5000);
  expect(changes()).toEqual(['listed web-2 offline']);
  set([instance(1, {status: 'offline'}), instance(2, {status: 'running'})], 1, 'compute_shutdown');
  api.events.push(event({action: 'compute_boot', entity: instanceEntity(2)}));
  await clock.advance(20_000);
  expect(changes().toSorted()).toEqual(['added web-1 offline', 'removed web-2 offline']);
  interrupt();
  await ended;
});

it('watches only the named resources', async () => {
  const {changes, interrupt, ended} = startWatch({}, ['web-2']);
  await clock.advance(5000);
  expect(changes()).toEqual(['listed web-2 offline']);
  interrupt();
  await ended;
});

it('ends with 0 after the time of --for', async () => {
  const {ended} = startWatch({forMs: 30_000});
  await clock.advance(30_000);
  expect(await ended).toBe(0);
  expect(clock.timers).toBe(0);
});

it('a token that expires during the watch ends it with code 1 and one line', async () => {
  const {ended, changes, errors} = startWatch();
  await clock.advance(5000);
  changes();
  api.failure = new UnauthorizedError('token', 'The API rejected the token.', {status: 401});
  await clock.advance(20_000);
  expect(await ended).toBe(1);
  expect(errors()).toBe(
    'skydeck: The API rejected the token. Check SKYDECK_TOKEN, or run "skydeck profile test" for the token of a profile.\n',
  );
  expect(clock.timers).toBe(0);
});

it('an outage is reported once, and the watch continues', async () => {
  const {ended, changes, errors, interrupt} = startWatch();
  await clock.advance(5000);
  changes();
  api.failure = offlineError();
  await clock.advance(60_000);
  expect(errors()).toMatch(/^skydeck: api\.example\.com refused the connection .* Retrying\.\n$/);
  api.failure = undefined;
  set([instance(1, {status: 'offline'}), instance(2, {status: 'offline'})], 1, 'compute_shutdown');
  await clock.advance(90_000);
  expect(errors()).toContain('The API answers again.\n');
  expect(changes()).toEqual(['changed web-1 offline']);
  interrupt();
  await ended;
});

it('fails at once when the list can’t be read at the start', async () => {
  api.failure = offlineError();
  const {ended, errors} = startWatch();
  await clock.advance(1000);
  expect(await ended).toBe(1);
  expect(errors().split('\n')[0]).toMatch(/^skydeck: api\.example\.com refused the connection/);
  expect(clock.timers).toBe(0);
});

it.each([
  ['profile', {}, 'My profile isn’t a list. --watch works only with lists'],
  ['instances.stats', {}, 'instances.stats isn’t a list. --watch works only with lists'],
  ['instances', {format: 'json'}, '--watch prints a table or --ndjson, not json'],
  ['instances', {sort: 'label'}, '--watch works without --sort and --all'],
  ['instances', {columns: ['nosuch']}, 'Instances have no field "nosuch"'],
  ['instances', {filter: 'status:offlien'}, 'No status “offlien”. Did you mean offline?'],
  ['instances', {filter: 'size>'}, 'size'],
] as const)('a watch that isn’t possible is refused: %s %o', async (name, options, message) => {
  const all: WatchOptions = {format: 'ndjson', hasHeaders: true, all: false, query: [], forMs: undefined, ...options};
  const ended = watchRows(account, {name, ids: []}, all, {
    startDemo: () => Promise.reject(new Error('no demo')),
    env: {},
    out: () => {},
    err: () => {},
    columns: undefined,
    clock,
  });
  const outcome = ended.catch((error: unknown) => error);
  await clock.advance(5000);
  expect(await outcome).toBeInstanceOf(UsageError);
  expect(await outcome).toMatchObject({message: expect.stringContaining(message)});
  expect(clock.timers).toBe(0);
});

describe('--cursor', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skydeck-watch-'));
  });
  afterEach(() => rmSync(folder, {recursive: true, force: true}));

  /** The lines that one run prints. */
  async function changesOf(options: Partial<WatchOptions> = {}): Promise<readonly string[]> {
    const {ended, changes, interrupt} = startWatch({cursor: join(folder, 'cursor'), ...options});
    // Opening the cursor takes real time.
    while (clock.timers === 0) await new Promise(setImmediate);
    await clock.advance(20_000);
    interrupt();
    expect(await ended).toBe(130);
    return changes();
  }

  it('a restart prints the changes since the last line, and not the list', async () => {
    expect(await changesOf()).toEqual(['listed web-1 running', 'listed web-2 offline']);
    expect(await changesOf()).toEqual([]);
    api.lists.set('instances.list', [instance(2, {status: 'running'}), instance(3, {status: 'running'})]);
    expect((await changesOf()).toSorted()).toEqual([
      'added web-3 running',
      'changed web-2 running',
      'removed web-1 running',
    ]);
    expect(await changesOf()).toEqual([]);
  });

  it('a cursor belongs to its filter and its columns', async () => {
    await changesOf({filter: 'status:running'});
    const {ended} = startWatch({cursor: join(folder, 'cursor'), filter: 'status:offline'});
    await expect(ended).rejects.toThrow(
      /belongs to "get instances --filter status:running", not to "get instances --filter status:offline"/,
    );
  });

  it('a cursor of one filter with a space isn’t taken for that of a filter and columns', async () => {
    await changesOf({filter: 'running --columns id'});
    const {ended} = startWatch({cursor: join(folder, 'cursor'), filter: 'running', columns: ['id']});
    await expect(ended).rejects.toThrow(
      `belongs to "get instances --filter 'running --columns id'", not to "get instances --filter running --columns id"`,
    );
  });

  it('needs --ndjson', async () => {
    const {ended} = startWatch({cursor: join(folder, 'cursor'), format: 'table'});
    await expect(ended).rejects.toThrow('--cursor needs --watch --ndjson');
  });
});
