import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {AnyRow} from '../../families/shape/define-family.ts';
import {openSqlite} from '../../platform/files/sqlite.ts';
import {isShownGap} from './change-summary.ts';
import {HistoryDatabase, NewerHistoryError} from './history-database.ts';
import {HistoryReader} from './history-reader.ts';
import {defaultHistoryLimits, type RowObservation} from './history-types.ts';

const noAuthors = () => ({users: [], actions: []});
const opened: HistoryDatabase[] = [];
let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skydeck-history-'));
});
afterAll(async () => {
  for (const database of opened) database.close();
  await rm(folder, {recursive: true});
});

function openDatabase(path = ':memory:'): HistoryDatabase {
  const database = new HistoryDatabase(openSqlite(path));
  opened.push(database);
  return database;
}

const observation = (row: AnyRow, at: number, more: Partial<RowObservation> = {}): RowObservation => ({
  id: 1,
  row,
  at,
  knownUntil: undefined,
  isDisturbed: false,
  authors: noAuthors,
  ...more,
});
const deletion = (at: number, knownUntil: number): RowObservation => ({
  ...observation({}, at, {knownUntil}),
  row: undefined,
});

/** A list with versions at 100, 200 and 300, followed from 100 to 400. */
function recordVersions(database = openDatabase()) {
  const list = database.listId('volumes', {});
  database.record(list, observation({id: 1, size: 10}, 100));
  database.addSpan(list, 'followed', 100, 400);
  database.record(
    list,
    observation({id: 1, size: 20}, 200, {
      knownUntil: 190,
      authors: () => ({users: ['intern'], actions: ['volume_resize']}),
    }),
  );
  database.record(list, deletion(300, 290));
  return {database, list, reader: new HistoryReader(database)};
}

test('a state is exact between versions, approximate at a change, and unavailable before the first version', () => {
  const {reader} = recordVersions();
  const at = (time: number) => reader.listAt('volumes', {}, time);
  expect(at(99)).toMatchObject({certainty: 'unavailable', rows: []});
  expect(at(150)).toMatchObject({certainty: 'exact', rows: [{id: 1, certainty: 'exact', earlier: {size: 10}}]});
  expect(at(195).rows).toEqual([
    {id: 1, certainty: 'approximate', earlier: {id: 1, size: 10}, later: {id: 1, size: 20}},
  ]);
  expect(at(250)).toMatchObject({certainty: 'exact', rows: [{earlier: {size: 20}}]});
  expect(at(295).rows).toMatchObject([{certainty: 'approximate', earlier: {size: 20}, later: undefined}]);
  expect(at(350)).toEqual({certainty: 'exact', rows: [], knownBefore: 350, knownAfter: 350});
});

test('no state is exact outside of the periods in which the list was followed', () => {
  const {database, list, reader} = recordVersions();
  database.record(list, observation({id: 2, size: 5}, 350, {id: 2, knownUntil: 340}));
  expect(reader.listAt('volumes', {}, 500)).toMatchObject({
    certainty: 'unknown',
    knownBefore: 400,
    knownAfter: undefined,
  });
  database.addSpan(list, 'followed', 600, 700);
  expect(reader.listAt('volumes', {}, 500)).toMatchObject({
    certainty: 'approximate',
    rows: [{id: 2, earlier: {size: 5}, later: {size: 5}}],
    knownBefore: 400,
    knownAfter: 600,
  });
  expect(reader.gapsBetween(50, 800)).toEqual([
    {from: 50, to: 100},
    {from: 400, to: 600},
    {from: 700, to: 800},
  ]);
});

test('a gap is shown if its start and end differ by at least a second', () => {
  expect([isShownGap({from: 0, to: 999}), isShownGap({from: 0, to: 1000})]).toEqual([false, true]);
});

test('bug: the provider, whose events have an empty name, was listed as a user', () => {
  const database = openDatabase();
  const list = database.listId('volumes', {});
  database.record(list, observation({id: 1, size: 10}, 100));
  const authors = () => ({users: ['', 'intern'], actions: ['volume_resize']});
  database.record(list, observation({id: 1, size: 20}, 200, {knownUntil: 190, authors}));
  expect(new HistoryReader(database).changesOf('volumes', {}, 1)).toMatchObject([{}, {users: ['intern']}]);
});

test('changes include the versions before and after, and the users of their events', () => {
  const {reader} = recordVersions();
  expect(reader.changesOf('volumes', {}, 1)).toMatchObject([
    {kind: 'first', at: 100, after: {size: 10}},
    {kind: 'changed', knownUntil: 190, at: 200, before: {size: 10}, after: {size: 20}, users: ['intern']},
    {kind: 'deleted', knownUntil: 290, at: 300, before: {size: 20}, after: undefined},
  ]);
  expect(reader.changesSince(250)).toMatchObject([{family: 'volumes', kind: 'deleted', id: 1}]);
  expect(reader.changesOf('volumes', {}, 2)).toEqual([]);
});

test('two consoles write an equal version only once, and an outdated version is ignored', () => {
  const path = join(folder, `${files++}.sqlite`);
  const first = openDatabase(path);
  const second = openDatabase(path);
  recordVersions(first);
  const list = second.listId('volumes', {});
  second.record(list, observation({id: 2, size: 1}, 500, {id: 2}));
  first.record(first.listId('volumes', {}), observation({id: 2, size: 1}, 510, {id: 2, knownUntil: 505}));
  first.record(first.listId('volumes', {}), observation({id: 2, size: 7}, 490, {id: 2, knownUntil: 480}));
  expect(new HistoryReader(second).changesOf('volumes', {}, 2)).toHaveLength(1);
});

test('records beyond the maximum age are deleted, and later states remain complete', () => {
  const {database, list, reader} = recordVersions();
  database.record(list, observation({id: 2, size: 5}, 150, {id: 2}));
  while (database.pruneStep(1200, {maxBytes: 1e9, maxAgeMs: 1000}));
  expect(database.floor).toBe(200);
  expect(reader.listAt('volumes', {}, 150)).toMatchObject({certainty: 'unavailable'});
  expect(reader.listAt('volumes', {}, 250)).toMatchObject({
    certainty: 'exact',
    rows: [
      {id: 1, earlier: {size: 20}},
      {id: 2, earlier: {size: 5}},
    ],
  });
  while (database.pruneStep(5000, {maxBytes: 1e9, maxAgeMs: 1000}));
  expect(reader.bounds).toBeUndefined();
});

test('the oldest records of a file beyond its maximum size are deleted', () => {
  const database = openDatabase();
  const list = database.listId('volumes', {});
  const text = 'x'.repeat(500);
  database.transaction(() => {
    for (let at = 1; at <= 4000; at++)
      database.record(list, observation({id: 1, label: `${at} ${text}`}, at, {knownUntil: at - 1}));
  });
  const maxBytes = database.usedBytes / 2;
  while (database.pruneStep(5000, {...defaultHistoryLimits, maxBytes}));
  expect(database.usedBytes).toBeLessThanOrEqual(maxBytes);
  expect(database.floor).toBeGreaterThan(1500);
  expect(new HistoryReader(database).changesOf('volumes', {}, 1).at(-1)?.after?.label).toBe(`4000 ${text}`);
});

test('records later than a clock that was set back end at the present and become approximate', () => {
  const hour = 3_600_000;
  const {database, list, reader} = recordVersions();
  database.addSpan(list, 'followed', 2 * hour, 3 * hour);
  database.record(list, observation({id: 3, size: 1}, 150, {id: 3, knownUntil: 140}));
  database.record(list, observation({id: 3, size: 2}, 2.5 * hour, {id: 3, knownUntil: 2.4 * hour}));
  expect(database.rewindTo(3 * hour - 1000)).toBe(false);
  expect(database.rewindTo(hour)).toBe(true);
  expect(database.rewindTo(hour)).toBe(false);
  expect(reader.bounds).toEqual({start: 100, end: 400});
  const state = reader.listAt('volumes', {}, 350);
  expect(state.rows).toEqual([{id: 3, certainty: 'approximate', earlier: {id: 3, size: 1}, later: {id: 3, size: 2}}]);
  database.record(list, observation({id: 3, size: 9}, hour + 10, {id: 3, knownUntil: hour + 5}));
  expect(reader.changesOf('volumes', {}, 3).map(({at}) => at)).toEqual([150, hour, hour + 10]);
});

test('a file of a newer version is not opened', () => {
  const sql = openSqlite(':memory:');
  sql.exec('PRAGMA user_version=99');
  expect(() => new HistoryDatabase(sql)).toThrow(NewerHistoryError);
  sql.close();
});
