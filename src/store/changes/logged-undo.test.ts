/** The undo of entries of the change log, and the reasons why an entry or its batch has none. */
import {expect, test} from 'vitest';
import type {AuditOutcome, AuditRecord} from './audit-log.ts';
import {batchUndoUnavailable, loggedBatch, undoUnavailable} from './logged-undo.ts';

const undo = {
  family: 'volumes',
  params: {},
  action: 'update',
  id: 1,
  values: {},
  undoneChange: {kind: 'Undo', title: 'Edit'},
};

/** A change of volume 1 in a batch. */
const entry = (at: number, outcome: AuditOutcome, more: object = {}): AuditRecord =>
  ({at, outcome, path: `/volumes/${at}`, label: `vol-${at}`, profile: 'demo', batch: 'b1', undo, ...more}) as never;

/** An undo of the entry of a time. */
const undoing = (at: number, undone: number, more: object = {}): AuditRecord =>
  entry(at, 'done', {
    batch: undefined,
    undoes: {at: new Date(undone).toISOString(), path: `/volumes/${undone}`},
    ...more,
  });

const reasonOf = (...records: AuditRecord[]) => batchUndoUnavailable(records.at(-1) as AuditRecord, records);

test('bug: U called a batch “already undone” of which the API refused every request', () => {
  expect(reasonOf(entry(2, 'failed'), entry(1, 'refused'))).toBe('not applied');
  expect(reasonOf(entry(2, 'found not done', {path: '/volumes/1', at: 1}), entry(1, 'unknown'))).toBe('not applied');
});

test('bug: U had “no undo” for a batch whose outcome is unknown', () => {
  expect(reasonOf(entry(2, 'unknown'), entry(1, 'refused'))).toBe('its outcome is unknown');
});

test('U names the reason of a batch without an undo, and of a batch that is undone', () => {
  expect(reasonOf(entry(2, 'unknown'), entry(1, 'done', {undo: undefined}))).toBe(
    'Skydeck has no undo for this change',
  );
  expect(reasonOf(undoing(4, 2), undoing(3, 1), entry(2, 'done'), entry(1, 'done'))).toBe('already undone');
  expect(reasonOf(undoing(3, 1), entry(2, 'done'), entry(1, 'done'))).toBeUndefined();
  expect(reasonOf(entry(1, 'done', {batch: undefined}))).toBe('not part of a batch');
});

test('a change whose undo was undone can be undone again', () => {
  const changed = entry(1, 'done');
  const records = [undoing(3, 2), undoing(2, 1), changed];
  expect(undoUnavailable(changed, records)).toBeUndefined();
  expect(undoUnavailable(changed, records.slice(1))).toBe('already undone');
});

test('bug: on an entry of a large batch, each repaint of the change log compared every pair of entries', () => {
  let reads = 0;
  const records = Array.from({length: 2000}, (_, index) => {
    const record = entry(2000 - index, 'done', {undo: index < 500 ? undo : undefined});
    return Object.defineProperty(record, 'undoes', {get: () => void reads++});
  });
  const [first] = records as [AuditRecord];
  for (let repaint = 0; repaint < 10; repaint++) {
    expect(batchUndoUnavailable(first, records)).toBeUndefined();
    expect(loggedBatch(first, records)?.due).toHaveLength(500);
  }
  expect(reads).toBe(records.length);
});
