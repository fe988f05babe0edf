/**
 * Every file that Skydeck keeps, damaged at random: the console starts nevertheless, sets the file aside and reports it
 * in one line. Only the settings file is never changed: the console refuses it and names the line and the column.
 */
import {execFileSync} from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import {TokenError} from '../../src/profiles/fetch-token.ts';
import {openLoginFile} from '../../src/profiles/login-file.ts';
import {auditPath} from '../../src/store/changes/audit-log.ts';
import {batchJournalPath} from '../../src/store/changes/batch/batch-journal.ts';
import {remainingRows} from '../../src/store/changes/batch/interrupted-batch.ts';
import {type AccountSession, AccountSessions} from '../../src/ui/app/account-session.ts';
import {App} from '../../src/ui/app/app.tsx';
import type {ConsoleOptions} from '../../src/ui/app/console-options.ts';
import {type InitialState, loadInitialState} from '../../src/ui/app/initial-state.ts';
import {openProfileStorage} from '../../src/ui/state/profile-storage.ts';
import {openScreen} from '../support/screen.ts';
import {odd, spoilt} from './values.ts';

/** The number of runs, relative to the regular test suite. */
const FACTOR = Number(process.env.SKYDECK_FUZZ ?? 1);
const runs = (quick: number) => ({numRuns: quick * FACTOR});
const timeout = 60_000 + FACTOR * 60_000;

const SETTINGS = 'default_profile: prod\nprofiles:\n  - name: prod\n    base_url: URL\n    token: {env: FUZZ_TOKEN}\n';
const nothing: ConsoleOptions = {
  monitor: false,
  ndjson: false,
  demo: false,
  readOnly: false,
  ascii: false,
  mouse: false,
  plain: false,
  lowBandwidth: false,
};

let account: RunningEmulator;
let home: string;
let env: Record<string, string>;
/** The files that a session left, by name below the home folder. */
let whole: ReadonlyMap<string, Buffer>;

const SNAPSHOT = 'state/skydeck/prod.snapshot.json';
const DRAFTS = 'state/skydeck/prod.drafts.json';
const AUDIT = `state/skydeck/${auditPath('prod')}`;
const RUNS = `state/skydeck/${batchJournalPath('prod')}`;
const LOOKS = 'state/skydeck/console.json';
const CONFIG = 'config/skydeck/config.yaml';
const KEPT = [SNAPSHOT, DRAFTS, AUDIT, RUNS, LOOKS];

beforeAll(async () => {
  account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  home = mkdtempSync(join(tmpdir(), 'skydeck-kept-'));
  env = {
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    FUZZ_TOKEN: account.token,
  };
  process.env.FUZZ_TOKEN = account.token;
  mkdirSync(join(home, 'config/skydeck'), {recursive: true});
  writeFileSync(join(home, CONFIG), SETTINGS.replace('URL', account.url));
  await firstSession();
  await account.close();
  whole = new Map([...KEPT, CONFIG].map(name => [name, readFileSync(join(home, name))]));
});
afterAll(() => {
  delete process.env.FUZZ_TOKEN;
  rmSync(home, {recursive: true, force: true});
});

const seatsOf = ({loaded}: InitialState) =>
  new AccountSessions({
    settings: loaded.settings,
    env,
    startDemo: () => Promise.reject(new Error('no demo here')),
    readOnly: false,
    changed: () => {},
    quit: () => {},
  });

async function begun(): Promise<InitialState> {
  const beginning = await loadInitialState(nothing, env);
  if ('refused' in beginning) throw new Error(beginning.refused);
  return beginning;
}

/** Writes to every file: rows, a draft, a change, an interrupted batch, a theme and a bookmark. */
async function firstSession(): Promise<void> {
  const beginning = await begun();
  const seats = seatsOf(beginning);
  const {session, context} = await seats.open(beginning.profiles, beginning.preferences, beginning.destination);
  const screen = openScreen({columns: 100, rows: 30});
  await screen.render(<App context={context} />);
  await screen.until(() => screen.text().includes('bastion'), 'the instances');
  context.preferences.setState({
    theme: 'light',
    bookmarks: [{family: 'instances', id: 101, label: 'web-01', word: 'Instance'}],
    sorts: {instances: {column: 'region', descending: true}},
    columns: {volumes: ['label', 'size']},
  });
  await screen.send(':volumes\r');
  await screen.until(() => screen.text().includes('batch-scratch-free'), 'the volumes');
  await screen.press('n');
  await screen.type('half-typed');
  await screen.press('esc');
  const {profile} = context;
  const plan = {
    at: 1,
    family: 'volumes' as const,
    action: 'delete',
    title: 'Delete',
    params: {},
    values: {},
    secrets: [],
    rows: [
      {id: 1, label: 'data-1'},
      {id: 2, label: 'data-2'},
    ],
  };
  const journal = await session.batchJournals.start(plan);
  await journal.markSending(1);
  await journal.markEnded(1, 'ok');
  journal.release();
  const {sessionOptions} = await openProfileStorage(profile.name, env);
  sessionOptions.auditLog?.write({
    at: 1,
    profile: 'prod',
    as: 'ada',
    api: '127.0.0.1',
    operation: 'volumes.update',
    method: 'PUT',
    path: '/v4/volumes/1',
    target: {family: 'volumes', id: 1},
    label: 'data-1',
    changes: [{path: 'label', title: 'Label', before: 'a', after: 'b'}],
    outcome: 'done',
    status: 200,
    requestId: 'r',
    milliseconds: 3,
  });
  await sessionOptions.auditLog?.flush();
  await screen.close();
  await seats.close();
}

/** Restores the files of the first session. */
function restore(): void {
  for (const folder of ['state', 'config', 'cache']) rmSync(join(home, folder), {recursive: true, force: true});
  mkdirSync(join(home, 'state/skydeck'), {recursive: true, mode: 0o700});
  mkdirSync(join(home, 'config/skydeck'), {recursive: true, mode: 0o700});
  for (const [name, bytes] of whole) writeFileSync(join(home, name), bytes, {mode: 0o600});
}

/** Starts the console, opens the pages that read the files, and closes it. @returns the messages about renamed files */
async function session(): Promise<readonly string[]> {
  const beginning = await begun();
  const said = [...beginning.notices];
  const seats = seatsOf(beginning);
  const seat = await seats.open(beginning.profiles, beginning.preferences, beginning.destination);
  seat.session.account.subscribe(
    state => state.toasts,
    () => said.push(...seat.session.account.getState().toasts.map(({text}) => text)),
  );
  said.push(...seat.session.account.getState().toasts.map(({text}) => text));
  const screen = openScreen({columns: 100, rows: 30});
  try {
    await screen.render(<App context={seat.context} />);
    await look(seat, screen);
  } finally {
    await screen.close();
    await seats.close();
  }
  return [...new Set(said.filter(message => message.includes('renamed to')))];
}

async function look({context, session}: AccountSession, screen: ReturnType<typeof openScreen>): Promise<void> {
  await session.batchJournals.listInterrupted();
  for (const command of ['volumes', 'audit', 'bookmarks', 'drafts', 'instances']) {
    context.overlays.closeAll();
    await screen.enterAt(':', command);
    if (command === 'drafts' || command === 'bookmarks') await screen.send('\r');
    expect(screen.text()).toContain('skydeck');
  }
}

const setAside = (name: string): string[] => {
  const [folder, file] = [join(home, name, '..'), name.split('/').at(-1) ?? ''];
  return readdirSync(folder).filter(other => other.startsWith(`${file}.damaged-`));
};

describe.each(KEPT)('%s', name => {
  const path = () => join(home, name);
  const bytes = () => whole.get(name) ?? Buffer.alloc(0);

  test('damaged at random or cut off: is set aside with at most one message', {timeout}, async () => {
    const damage = fc.oneof(
      fc.uint8Array({minLength: 1, maxLength: 2000}).map(random => Buffer.from(random)),
      fc.nat().map(at => bytes().subarray(0, at % bytes().length)),
      fc.tuple(fc.nat(), fc.integer({min: 1, max: 255})).map(([at, mask]) => {
        const copy = Buffer.from(bytes());
        const place = at % copy.length;
        copy[place] = (copy[place] ?? 0) ^ mask;
        return copy;
      }),
      fc.constantFrom(
        Buffer.alloc(0),
        Buffer.alloc(5000),
        Buffer.from('null'),
        Buffer.from('[]\n'),
        Buffer.from('{}\n'),
      ),
    );
    await fc.assert(
      fc.asyncProperty(damage, async damaged => {
        restore();
        writeFileSync(path(), damaged);
        const said = await session();
        expect(said.length).toBeLessThanOrEqual(1);
        expect(setAside(name)).toHaveLength(said.length);
        if (said.length > 0) expect(readFileSync(join(path(), '..', setAside(name)[0] ?? ''))).toEqual(damaged);
        expect(await session()).toEqual([]);
      }),
      runs(2),
    );
  });

  test('JSON of another shape: causes at most one message', {timeout}, async () => {
    const text = bytes().toString('utf8').trimEnd();
    const [head = '', ...rest] = text.split('\n');
    const isOne = name === LOOKS || name === DRAFTS;
    const texts = isOne ? [text] : name === SNAPSHOT ? [head, rest.join('\n')] : [head, ...rest];
    const shapes = fc
      .nat(texts.length - 1)
      .chain(at =>
        fc
          .oneof(spoilt(JSON.parse(texts[at] ?? 'null')), odd)
          .map(value => texts.with(at, JSON.stringify(value) ?? '').join('\n')),
      );
    await fc.assert(
      fc.asyncProperty(shapes, async text => {
        restore();
        writeFileSync(path(), `${text}\n`);
        expect((await session()).length).toBeLessThanOrEqual(1);
        expect(await session()).toEqual([]);
      }),
      runs(2),
    );
  });

  test.each<[string, () => void]>([
    ['a pipe', () => execFileSync('mkfifo', [path()])],
    ['a device without end', () => symlinkSync('/dev/zero', path())],
    ['a folder', () => mkdirSync(path())],
    ['a link to itself', () => symlinkSync(path(), path())],
    [
      'a file without end',
      () => {
        writeFileSync(path(), '');
        truncateSync(path(), 2 ** 36);
      },
    ],
  ])('%s in its place: is set aside with one message', {timeout}, async (_, put) => {
    restore();
    rmSync(path());
    put();
    const said = await session();
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(name.split('/').at(-1));
    expect(setAside(name)).toHaveLength(1);
    expect(await session()).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('a file of another user: is set aside with a message', {timeout}, async () => {
    restore();
    chownSync(path(), 54_321, 54_321);
    expect(await session()).toEqual([expect.stringContaining('belongs to another user')]);
    expect(setAside(name)).toHaveLength(1);
  });
});

test('only the newest three damaged files are kept', {timeout}, async () => {
  restore();
  for (let round = 0; round < 6; round++) {
    writeFileSync(join(home, DRAFTS), `nonsense ${round}`);
    await openProfileStorage('prod', env);
  }
  const kept = setAside(DRAFTS).map(name => readFileSync(join(home, 'state/skydeck', name), 'utf8'));
  expect(kept.sort()).toEqual(['nonsense 3', 'nonsense 4', 'nonsense 5']);
});

test('a damaged login file is set aside, and the message names the command to log in again', async () => {
  restore();
  const file = openLoginFile('prod', env);
  const good = {api: account.url, client: 'c', access: 'a', issuedAt: 1};
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        spoilt(good).map(value => JSON.stringify(value) ?? ''),
        fc.string(),
      ),
      async text => {
        writeFileSync(file.path, text, {mode: 0o600});
        const read = await file.read().catch((error: unknown) => error);
        if (read instanceof TokenError)
          expect([read.remedy, existsSync(file.path)]).toEqual(['Run "skydeck login prod".', false]);
        else expect(read).toMatchObject({api: expect.any(String), access: expect.any(String)});
      },
    ),
    runs(200),
  );
  rmSync(file.path, {force: true});
  execFileSync('mkfifo', ['-m', '600', file.path]);
  await expect(file.read()).rejects.toThrow('was renamed to prod.login.json.damaged-');
});

test('rows that a damaged line of a batch journal may refer to are not resumed', async () => {
  restore();
  const text = whole.get(RUNS)?.toString('utf8') ?? '';
  for (const damaged of [`${text}nonsense\n`, text.replace('"state":"ok"', '"state":"yes"')]) {
    writeFileSync(join(home, RUNS), damaged);
    const {sessionOptions} = await openProfileStorage('prod', env);
    const [batch] = (await sessionOptions.batchJournals?.listInterrupted()) ?? [];
    expect(batch?.unreadableLines).toBe(1);
    expect(batch && remainingRows(batch).remaining).toEqual([]);
    expect(readFileSync(join(home, RUNS), 'utf8')).toBe(damaged);
  }
  // A file without its first line has no run, so it is no longer needed.
  writeFileSync(join(home, RUNS), `\0${text}`);
  const {sessionOptions} = await openProfileStorage('prod', env);
  expect(await sessionOptions.batchJournals?.listInterrupted()).toEqual([]);
  expect(existsSync(join(home, RUNS))).toBe(false);
});

describe('the settings file', () => {
  const path = () => join(home, CONFIG);

  test('is never set aside: a mistake is reported with its line and column', {timeout}, async () => {
    const bytes = whole.get(CONFIG) ?? Buffer.alloc(0);
    const damage = fc.oneof(
      fc.uint8Array({minLength: 1, maxLength: 500}).map(random => Buffer.from(random)),
      fc.nat(bytes.length - 1).map(at => bytes.subarray(0, at)),
      fc
        .constantFrom('profiles: 3\n', 'profiles: [null]\n', '- a\n', 'null\n', '{', 'a: &a [*a]\n')
        .map(text => Buffer.from(text)),
    );
    restore();
    await fc.assert(
      fc.asyncProperty(damage, async damaged => {
        // A start keeps parsed settings there.
        rmSync(join(home, 'cache'), {recursive: true, force: true});
        writeFileSync(path(), damaged);
        const beginning = await loadInitialState(nothing, env);
        // A file that can't be parsed never opens the demo account.
        if ('refused' in beginning) expect(beginning.refused).toMatch(/config\.yaml:\d+:\d+: /);
        else if (beginning.profile === undefined) expect(beginning.loaded.mistakes).toEqual([]);
        expect(readFileSync(path())).toEqual(damaged);
        expect(readdirSync(join(home, 'config/skydeck'))).toEqual(['config.yaml']);
      }),
      runs(200),
    );
  });

  test.each<[string, () => void]>([
    ['a pipe', () => execFileSync('mkfifo', [path()])],
    ['a device without end', () => symlinkSync('/dev/zero', path())],
    ['a folder', () => mkdirSync(path())],
  ])('is refused and not moved if it is %s', async (_, put) => {
    restore();
    rmSync(path());
    put();
    expect(await loadInitialState(nothing, env)).toMatchObject({
      refused: expect.stringMatching(/config\.yaml:1:1: is not a regular file/),
    });
    expect(readdirSync(join(home, 'config/skydeck'))).toEqual(['config.yaml']);
  });

  test('is empty if it is /dev/null', async () => {
    restore();
    expect(await loadInitialState({...nothing, demo: true}, {...env, SKYDECK_CONFIG: '/dev/null'})).toMatchObject({
      loaded: {mistakes: []},
    });
  });
});
