/** The history of long lists: all rows of a read are one task. */
import {expect, test} from 'vitest';
import {familyOf} from '../../families/registry.ts';
import type {AnyRow, RowId} from '../../families/shape/define-family.ts';
import type {LiveCollection} from '../cache/collection.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {memoryHistoryFile} from './history-file.ts';
import {defaultHistoryLimits} from './history-types.ts';
import {VersionRecorder} from './version-recorder.ts';

async function openRecorder(count: number) {
  const clock = manualClock();
  const file = memoryHistoryFile(defaultHistoryLimits);
  const database = await file.open();
  const rows = new Map<RowId, AnyRow>();
  for (let id = 1; id <= count; id++) rows.set(id, {id, label: `volume-${id}`, size: 20});
  const collection = {
    family: familyOf('volumes'),
    params: {},
    fetchStartedAt: clock.now(),
    getState: () => ({rows: [...rows.values()], isComplete: true, isUnsupported: false, failure: undefined}),
    serverRow: (id: RowId) => rows.get(id),
  } as unknown as LiveCollection;
  const reports: string[] = [];
  const hooks: {onTurn?: () => void} = {};
  const recorder = new VersionRecorder({
    clock: {...clock, yieldToLoop: async () => hooks.onTurn?.()},
    file: {...file, close: () => {}},
    withoutSecrets: (_, row) => row,
    affected: () => ({rows: new Map(), lists: new Set()}),
    events: () => [],
    running: () => [],
    clockSkewMs: () => 0,
    report: message => reports.push(message),
  });
  const stored = () => Number(database.sql.prepare('SELECT count(*) AS count FROM latest').get()?.count);
  const labelOf = (id: number): unknown => {
    const {json} = database.sql.prepare('SELECT json FROM latest WHERE row = ?').get(String(id)) ?? {};
    return JSON.parse(String(json)).label;
  };
  return {clock, collection, recorder, rows, reports, hooks, stored, labelOf};
}

test('bug: the first read of a list with more than 50,000 rows left no history', async () => {
  const {clock, collection, recorder, rows, reports, stored} = await openRecorder(60_000);
  await recorder.recordList(collection);
  await clock.advance(1000);
  const written = stored();
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThanOrEqual(250);
  // A change while the first rows are being written drops none of them.
  rows.set(7, {id: 7, label: 'renamed', size: 20});
  recorder.recordRow(collection, 7);
  await recorder.close();
  expect(stored()).toBe(60_000);
  expect(reports).toEqual([]);
});

test('the history has the newest value of a row that changes while its long list is being compared', async () => {
  const {collection, recorder, rows, hooks, labelOf} = await openRecorder(2500);
  await recorder.recordList(collection);
  let turn = 0;
  hooks.onTurn = () => {
    turn++;
    rows.set(2400, {id: 2400, label: `turn-${turn}`, size: 20});
    if (turn === 1) recorder.recordRow(collection, 2400);
  };
  for (const id of [1, 2400]) rows.set(id, {id, label: 'changed', size: 20});
  await recorder.recordList(collection);
  await recorder.close();
  expect(turn).toBe(2);
  expect([labelOf(1), labelOf(2400)]).toEqual(['changed', 'turn-2']);
});
