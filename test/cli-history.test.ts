/** `skydeck history`, `skydeck since` and `skydeck get --at`: states and changes of the past, without a request. */
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {volume} from '../src/families/testing/rows.ts';
import {openHistoryFile} from '../src/store/history/history-file.ts';
import {defaultHistoryLimits, type RowObservation} from '../src/store/history/history-types.ts';
import {manualClock} from '../src/store/testing/manual-clock.ts';
import {addressProfile, type CommandLine, openCommandLine} from './support/cli.ts';
import {startRecorder} from './support/recorder.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;
const now = noon + 60 * minute;
let line: CommandLine;

/** Volumes that were followed from 12:00 to 12:30, and from 12:50 to 12:55. */
async function record(folder: string, profile: string): Promise<void> {
  const file = openHistoryFile(join(folder, 'skydeck'), profile, defaultHistoryLimits);
  const database = await file.open();
  const list = database.listId('volumes', {});
  const by = (user: string, action: string) => () => ({users: [user], actions: [action]});
  const seen = (row: RowObservation['row'], at: number, more: Partial<RowObservation> = {}): RowObservation => ({
    ...{id: 4400, row, at, knownUntil: undefined, isDisturbed: false, authors: () => ({users: [], actions: []})},
    ...more,
  });
  const data = volume({id: 4400, label: 'data-01', size: 20});
  const logs = volume({id: 4401, label: 'logs-01', size: 50});
  database.record(list, seen(data, noon));
  database.record(list, seen(logs, noon, {id: 4401}));
  database.addSpan(list, 'followed', noon, noon + 30 * minute);
  database.record(
    list,
    seen({...data, size: 40}, noon + 10 * minute, {
      knownUntil: noon + 9 * minute,
      authors: by('intern', 'volume_resize'),
    }),
  );
  database.record(
    list,
    seen(undefined, noon + 50 * minute, {
      id: 4401,
      knownUntil: noon + 30 * minute,
      authors: by('terraform', 'volume_delete'),
    }),
  );
  database.addSpan(list, 'followed', noon + 50 * minute, noon + 55 * minute);
  file.close();
}

beforeAll(async () => {
  line = await openCommandLine({accounts: 'demo'});
  await record(line.folder, addressProfile(line.account));
});
afterAll(() => line.close());

const clock = {...manualClock(now)};
const run = (...words: string[]) => line.run(words, {}, {clock});

describe('get --at', () => {
  it('shows a list at a past time, and reports on stderr that it is exact', async () => {
    const {code, out, err} = await run('get', 'volumes', '--at', '12:05', '--columns', 'label,size');
    expect([code, err]).toEqual([0, 'Volumes at 2026-01-15 12:05:00 UTC: exact.\n']);
    expect(out.split('\n').map(text => text.trim().split(/ +/)[0])).toEqual(['LABEL', 'data-01', 'logs-01', '']);
    expect(out).toMatch(/^data-01 +20 GB$/m);
    expect((await run('get', 'volumes', '--at', '12:15', '--columns', 'label,size')).out).toMatch(/^data-01 +40 GB$/m);
  });

  it('names both values of a field that changed around the instant', async () => {
    const {out} = await run('get', 'volumes', 'data-01', '--at', '12:09:30', '--json');
    expect(JSON.parse(out)).toMatchObject({
      label: 'data-01',
      history: {certainty: 'approximate', uncertain: {size: [20, 40]}},
    });
    const {err} = await run('get', 'volumes', '--at', '12:09:30');
    expect(err).toContain('exact, except for 1:\n  data-01: size 20 or 40\n');
  });

  it('marks rows in a gap as approximate, with the times before and after the gap', async () => {
    const {code, out} = await run('get', 'volumes', '--at', '12:40', '-o', 'ndjson');
    expect(code).toBe(0);
    const rows = out
      .trim()
      .split('\n')
      .map(text => JSON.parse(text));
    expect(rows.map(({id, history}) => [id, history.certainty, history.existence])).toEqual([
      [4400, 'approximate', undefined],
      [4401, 'approximate', 'uncertain'],
    ]);
    expect((await run('get', 'volumes', '--at', '12:40')).err).toContain(
      'Volumes at 2026-01-15 12:40:00 UTC: approximate; last recorded at 2026-01-15 12:30:00 UTC, next recorded at 2026-01-15 12:50:00 UTC. Both differ for 1:\n  logs-01 may have been deleted\n',
    );
    expect((await run('get', 'volumes', '--at', '12:58')).err).toContain(
      'unknown; last recorded at 2026-01-15 12:55:00',
    );
  });

  it('filters and sorts by the values of that time', async () => {
    const {out} = await run('get', 'volumes', '--at', '12:05', '--filter', 'size<30', '-o', 'name');
    expect(out).toBe('4400\n');
  });

  it('shows nothing from before the record, and refuses invalid times', async () => {
    const before = await run('get', 'volumes', '--at', 'yesterday');
    expect([before.code, before.out]).toEqual([1, '']);
    expect(before.err).toContain(
      'No record of Volumes at 2026-01-14 00:00:00 UTC. The history covers 2026-01-15 12:00:00',
    );
    expect((await run('get', 'instances', '--at', '12:05')).err).toContain('No record of Instances');
    expect(await run('get', 'volumes', '--at', 'soon')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Examples: 2h ago'),
    });
    expect(await run('get', 'volumes', '--at', '14:00')).toMatchObject({
      code: 2,
      err: expect.stringContaining('in the future'),
    });
    expect((await run('get', 'volumes', '--at', '12:05', '--watch')).err).toContain('--at works without --watch');
    expect((await run('get', 'volumes', 'other', '--at', '12:05')).err).toContain('volume other has no record');
  });

  it('sends no request', async () => {
    const {reads, changes, url} = await startRecorder(line.account.url);
    await record(line.folder, addressProfile({url}));
    for (const words of [
      ['get', 'volumes', '--at', '12:05'],
      ['history', 'volumes', 'data-01'],
      ['since', '1h'],
    ])
      expect(await line.run(words, {SKYDECK_BASE_URL: url}, {clock})).toMatchObject({code: 0});
    expect([...reads, ...changes]).toEqual([]);
  });
});

describe('history', () => {
  it('lists the changes of a resource with their time, values and user, also of a deleted one', async () => {
    const {out} = await run('history', 'volumes', 'data-01');
    expect(out).toMatch(/^2026-01-15 12:00:00 UTC +volume +data-01 +4400 +first record +—$/m);
    expect(out).toMatch(
      /^2026-01-15 12:09:00 UTC to 2026-01-15 12:10:00 UTC +volume +data-01 +4400 +size: 20 → 40 +intern$/m,
    );
    expect((await run('history', 'volumes', '4401')).out).toMatch(/ deleted +terraform$/m);
  });

  it('is data with --json', async () => {
    const {out} = await run('history', 'volumes', '4400', '--json');
    expect(JSON.parse(out)[1]).toMatchObject({
      change: 'resized',
      after: '2026-01-15T12:09:00.000Z',
      until: '2026-01-15T12:10:00.000Z',
      fields: [{path: 'size', old: 20, new: 40}],
      users: ['intern'],
    });
  });

  it('refuses a missing resource and a missing record', async () => {
    expect((await run('history', 'volumes')).err).toContain('history needs one volume: its ID or label');
    expect(await run('history', 'volumes', '99')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no record'),
    });
  });
});

describe('since', () => {
  it('sums up the changes in one sentence, lists them, and names the times without a record', async () => {
    const {code, out, err} = await run('since', '1h');
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      '60m: 1 resized, 1 deleted, by intern and terraform'.replace('60m', '1h'),
    ]);
    expect(out).toMatch(/size: 20 → 40 +intern$/m);
    expect(err).toBe(
      'Not recorded: 2026-01-15 12:30:00 UTC to 2026-01-15 12:50:00 UTC\nNot recorded: 2026-01-15 12:55:00 UTC to 2026-01-15 13:00:00 UTC\n',
    );
    expect((await run('since', '12:52')).out).toBe('8m: no changes\n');
  });

  it('bug: a time span was rounded in the sentence', async () => {
    expect((await run('since', '1.5h ago')).out).toMatch(/^1\.5h: 1 resized/);
  });

  it('bug: on the demo, the reason for the missing history named the settings', async () => {
    expect(await run('since', '1h', '--demo')).toEqual({
      code: 2,
      out: '',
      err: 'skydeck: A command on the demo has no history, because it starts a new demo\n',
    });
  });

  it('bug: a long value made each line thousands of characters long', async () => {
    const own = await openCommandLine({accounts: 'demo'});
    onTestFinished(() => own.close());
    const file = openHistoryFile(join(own.folder, 'skydeck'), addressProfile(own.account), defaultHistoryLimits);
    const database = await file.open();
    const list = database.listId('volumes', {});
    const tags = Array.from({length: 400}, (_, index) => `tag-${index}`);
    for (const [index, row] of [volume({id: 1, tags: []}), volume({id: 1, tags})].entries())
      database.record(list, {
        ...{id: 1, row, at: noon + index * minute, knownUntil: undefined, isDisturbed: false},
        authors: () => ({users: [], actions: []}),
      });
    database.addSpan(list, 'followed', noon, noon + 5 * minute);
    file.close();
    const {out, err} = await own.run(['since', '12:00'], {}, {clock});
    expect(err).toContain('Not recorded');
    expect(out).toContain('tags: [] → ["tag-0","tag-1",');
    expect(Math.max(...out.split('\n').map(text => text.length))).toBeLessThan(200);
    const {changes} = JSON.parse((await own.run(['since', '12:00', '--json'], {}, {clock})).out);
    expect(changes[0].fields).toEqual([{path: 'tags', old: [], new: tags}]);
  });

  it('is data with --json', async () => {
    const {out} = await run('since', '12:00', '--json');
    expect(JSON.parse(out)).toMatchObject({
      since: '2026-01-15T12:00:00.000Z',
      summary: '1h: 1 resized, 1 deleted, by intern and terraform',
      changes: [{label: 'data-01'}, {label: 'logs-01', change: 'deleted'}],
      gaps: [{from: '2026-01-15T12:30:00.000Z', to: '2026-01-15T12:50:00.000Z'}, {}],
    });
  });
});

it('get --watch records the list that it follows', async () => {
  // Its clock is the real one, by which the records of the other tests are too old to keep.
  const own = await openCommandLine({accounts: 'demo'});
  onTestFinished(() => own.close());
  let interrupt = () => {};
  const watching = own.run(
    ['get', 'domains', '--watch', '--ndjson'],
    {},
    {
      out: text => {
        if (String(text).includes('"listed"')) interrupt();
      },
      onInterrupt: stop => {
        interrupt = stop;
        return () => {};
      },
    },
  );
  expect((await watching).code).toBe(130);
  const {out} = await own.run(['get', 'domains', '--at', 'now', '-o', 'name']);
  expect(out).toBe((await own.run(['get', 'domains', '-o', 'name'])).out);
});

it('without a record, the commands report that the history is empty', async () => {
  const env = {XDG_STATE_HOME: join(line.folder, 'other')};
  const {code, err} = await line.run(['since', '1h'], env);
  expect([code, err]).toEqual([1, expect.stringContaining('The history is empty')]);
  expect((await line.run(['doctor'], env)).out).toMatch(
    /history +.*127\.0\.0\.1%3A\d+\.history\.sqlite: .*at most 64 MB and 30 days/,
  );
});
