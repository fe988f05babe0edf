/** `monitor --ndjson --cursor FILE` prints each change of state once, also across restarts. */
import {existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {transfer, user} from '../../families/testing/account-rows.ts';
import {ticket} from '../../families/testing/support-rows.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {manualClock} from '../../store/testing/manual-clock.ts';
import {event, instanceEntity, notFoundError, offlineError, TestAccount} from '../../store/testing/test-account.ts';
import {instance} from '../../store/testing/test-families.ts';
import {monitor} from '../commands/monitor.ts';
import {UsageError} from '../io/command-errors.ts';
import type {ChangeRecord} from './change-record.ts';

let api: TestAccount;
let clock: ReturnType<typeof manualClock>;
let folder: string;
let cursor: string;
beforeEach(() => {
  api = new TestAccount();
  clock = manualClock();
  folder = mkdtempSync(join(tmpdir(), 'skydeck-stream-'));
  cursor = join(folder, 'cursor.json');
  api.lists.set('instances.list', [instance(1, {status: 'running'}), instance(2, {status: 'stopped'})]);
  api.events = [event({action: 'compute_create', entity: instanceEntity(1)})];
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const accountOf = (name: string, of: () => TestAccount): OpenedAccount => ({
  profile: {name, production: false, readOnly: true},
  connect: () => of().connect(),
  close: async () => {},
});

/** Starts the stream, and stops it after `during`. */
async function run(
  during: (printed: () => number) => Promise<void> = async () => {},
  {
    path = cursor,
    accounts = [accountOf('prod', () => api)],
    isLost = () => false,
  }: {path?: string | undefined; accounts?: readonly OpenedAccount[]; isLost?: () => boolean} = {},
) {
  let [text, err] = ['', ''];
  const leaving = new AbortController();
  const ended = monitor(
    accounts,
    {ndjson: true, cursor: path, signal: leaving.signal},
    {
      startDemo: () => Promise.reject(new Error('no demo')),
      env: {},
      out(more) {
        if (!isLost()) text += String(more);
      },
      err: more => (err += more),
      output: {endWithReader() {}, isLost},
      columns: undefined,
      clock,
    },
  );
  ended.catch(() => {});
  // Opening the cursor takes real time.
  while (clock.timers === 0 && (await Promise.race([ended.then(() => true), new Promise(setImmediate)])) !== true);
  await clock.advance(20_000);
  await during(() => text.split('\n').length - 1);
  leaving.abort();
  const code = await ended;
  const records = text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as ChangeRecord);
  return {code, records, err, lines: records.map(lineOf)};
}

const lineOf = ({kind, label, from, to}: ChangeRecord): string => `${kind} ${label}: ${from} → ${to}`;

const set = (id: number, status: string) => {
  api.setFacts('instances.list', id, {status});
  api.events.push(event({action: 'compute_shutdown', entity: instanceEntity(id)}));
};

it('prints problems that exist at the start, and then each change, as lines of JSON', async () => {
  const {code, records, err, lines} = await run(
    async () => {
      set(1, 'offline');
      await clock.advance(20_000);
    },
    {path: undefined},
  );
  expect(code).toBe(0);
  expect(lines).toEqual(['found web-2: null → stopped', 'changed web-1: running → offline']);
  expect(records[1]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}-2$/),
    time: expect.stringMatching(/^2026-01-15T.*Z$/),
    ...{kind: 'changed', profile: 'prod', type: 'instances', resource: '1', label: 'web-1'},
    ...{from: 'running', to: 'offline', fromState: 'ok', toState: 'off', isProblem: false, wasProblem: false},
  });
  expect(err.split('\n').map(line => line.replace(/^\S+ \S+ UTC {2}/, ''))).toContain('data: live');
  expect(clock.timers).toBe(0);
});

describe('with a cursor', () => {
  it('a restart prints only the changes since the last run', async () => {
    const first = await run();
    expect(first.lines).toEqual(['found web-2: null → stopped']);
    expect(statSync(cursor).mode & 0o777).toBe(0o600);
    expect((await run()).lines).toEqual([]);
    api.lists.set('instances.list', [instance(1, {status: 'offline'}), instance(3, {status: 'running'})]);
    const {lines, records} = await run();
    expect(lines.toSorted()).toEqual([
      'added web-3: null → running',
      'changed web-1: running → offline',
      'deleted web-2: stopped → null',
    ]);
    const ids = [...first.records, ...records].map(({id}) => id);
    expect(new Set(ids.map(id => id.slice(0, 36))).size).toBe(1);
    expect(ids.map(id => id.slice(37))).toEqual(['1', '2', '3', '4']);
    expect((await run()).lines).toEqual([]);
  });

  it('a line that was not written is printed at the next start, with the same ID', async () => {
    let isLost = false;
    const first = await run(
      async printed => {
        // The cursor is written in real time.
        while (printed() === 0) await new Promise(setImmediate);
        isLost = true;
        set(1, 'offline');
        await clock.advance(20_000);
      },
      {isLost: () => isLost},
    );
    expect(first.lines).toEqual(['found web-2: null → stopped']);
    expect(first.err).toContain('skydeck: 1 change not delivered. The next start sends them again.\n');
    const second = await run();
    expect(second.lines).toEqual(['changed web-1: running → offline']);
    expect(second.records[0]?.id).toBe(`${first.records[0]?.id.slice(0, 36)}-2`);
    expect((await run()).lines).toEqual([]);
  });

  it('a list that can’t be read reports no deletions, and is compared after its next read', async () => {
    await run();
    set(1, 'offline');
    api.beforeAnswer = ({operation}) => {
      if (operation === 'instances.list') throw offlineError();
    };
    const {lines, err} = await run();
    expect(lines).toEqual([]);
    expect(err).toMatch(/Instances: api\.example\.com refused/);
    api.beforeAnswer = undefined;
    expect((await run()).lines).toEqual(['changed web-1: running → offline']);
  });

  it('a state that depends on another list is compared after that list was read', async () => {
    api.lists.set('support.tickets.list', [ticket({id: 9, summary: 'Slow disk', updated_by: 'staff'})]);
    api.lists.set('account.users.list', [user({username: 'ada'})]);
    expect((await run(() => clock.advance(60_000))).lines.toSorted()).toEqual([
      'found Slow disk: null → waiting for you',
      'found web-2: null → stopped',
    ]);
    api.beforeAnswer = ({operation}) => {
      if (operation === 'account.users.list') throw offlineError();
    };
    expect((await run(() => clock.advance(60_000))).lines).toEqual([]);
    api.beforeAnswer = undefined;
    expect((await run(() => clock.advance(60_000))).lines).toEqual([]);
  });

  it('keeps the states of accounts that this run doesn’t follow', async () => {
    const lab = new TestAccount();
    lab.lists.set('instances.list', [instance(1, {status: 'stopped'})]);
    const both = [accountOf('prod', () => api), accountOf('lab', () => lab)];
    expect((await run(undefined, {accounts: both})).records.map(({profile}) => profile).toSorted()).toEqual([
      'lab',
      'prod',
    ]);
    expect((await run()).lines).toEqual([]);
    expect((await run(undefined, {accounts: both})).lines).toEqual([]);
  });

  it('no secret is printed or stored', async () => {
    const token = '12345678-AAAA-4444-8888-ABCDEF123456';
    api.lists.set('account.serviceTransfers.list', [transfer({token, status: 'pending', is_sender: false})]);
    const {records} = await run();
    const found = records.find(({type}) => type === 'account.serviceTransfers');
    expect(found?.resource).toMatch(/^hash:[0-9a-f]{12}$/);
    expect(JSON.stringify(records)).not.toContain(token);
    expect(readFileSync(cursor, 'utf8')).not.toContain(token);
  });

  it('the lines lead from state to state without a gap or a repetition, across any stops', async () => {
    const statuses = ['running', 'offline', 'stopped', 'deleted'] as const;
    const step = fc.record({
      id: fc.integer({min: 1, max: 3}),
      status: fc.constantFrom(...statuses),
      stops: fc.boolean(),
      loses: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, {minLength: 1, maxLength: 8}), async steps => {
        rmSync(cursor, {force: true});
        const current = new Map<number, string>([[1, 'running']]);
        const publish = () =>
          api.lists.set(
            'instances.list',
            [...current].map(([id, status]) => instance(id, {status})),
          );
        publish();
        const received: ChangeRecord[] = [];
        const rest = [...steps];
        await run();
        while (rest.length > 0) {
          let isLost = false;
          const {records} = await run(
            async () => {
              for (let next = rest.shift(); next; next = rest.shift()) {
                const {id, status, stops, loses} = next;
                if (status === 'deleted') current.delete(id);
                else current.set(id, status);
                publish();
                api.events.push(event({action: 'compute_update', entity: instanceEntity(id)}));
                isLost ||= loses;
                if (stops) return;
                await clock.advance(20_000);
              }
            },
            {isLost: () => isLost},
          );
          received.push(...records);
        }
        received.push(...(await run()).records);
        expect(new Set(received.map(({id}) => id)).size).toBe(received.length);
        const replayed = new Map<string, string | null>([['1', 'running']]);
        for (const {resource, from, to} of received.filter(({type}) => type === 'instances')) {
          expect(replayed.get(resource) ?? null).toBe(from);
          expect(to).not.toBe(from);
          replayed.set(resource, to);
        }
        const states = [...replayed].filter(([, state]) => state !== null);
        expect(Object.fromEntries(states)).toEqual(
          Object.fromEntries([...current].map(([id, status]) => [String(id), status])),
        );
      }),
      {numRuns: 12},
    );
  });
});

describe('refuses a cursor', () => {
  it.each([
    ['text', /^--cursor: .* is not a cursor of Skydeck\. Use another file$/],
    [
      '{"skydeck": "cursor", "version": 99}',
      /^--cursor: another version of Skydeck has written .*\. Use another file$/,
    ],
    [
      '{"skydeck": "cursor", "version": 1, "subject": "get volumes"}',
      /^--cursor: .* belongs to "get volumes", not to "monitor"\. Use another file$/,
    ],
  ])('with the content %s', async (text, message) => {
    writeFileSync(cursor, text);
    await expect(run()).rejects.toThrow(message);
    await expect(run()).rejects.toBeInstanceOf(UsageError);
    expect(readFileSync(cursor, 'utf8')).toBe(text);
    expect(existsSync(`${cursor}.lock`)).toBe(false);
  });

  it('in a folder that doesn’t exist', async () => {
    await expect(run(undefined, {path: join(folder, 'missing', 'cursor')})).rejects.toThrow(
      /^--cursor: the folder .*missing doesn’t exist$/,
    );
  });

  it('that is a folder', async () => {
    await expect(run(undefined, {path: folder})).rejects.toThrow(/^--cursor: can’t read /);
  });

  it('that another stream uses', async () => {
    await run(async () => {
      await expect(run()).rejects.toThrow(/^--cursor: another Skydeck uses .*\. Use a file for each stream$/);
    });
  });
});

it('an instance that isn’t found in a later reading is deleted', async () => {
  await run();
  api.lists.set('instances.list', [instance(2, {status: 'stopped'})]);
  api.answers.set('instances.get', () => {
    throw notFoundError();
  });
  const {lines} = await run(async () => {
    api.events.push(event({action: 'compute_delete', entity: instanceEntity(1)}));
    await clock.advance(20_000);
  });
  expect(lines).toEqual(['deleted web-1: running → null']);
});
