/** Reads the journal of batches, line by line. */

import {isObject} from '../../../families/shape/json-object.ts';
import type {RowId} from '../../../families/shape/resource.ts';
import type {BatchRecord, InterruptedBatch, JournalWriter, RowOutcome, RowState} from './interrupted-batch.ts';
import {withCurrentLineNames} from './older-names.ts';

/** The version of the lines that this program writes. */
export const journalVersion = 2;
/** In version 1 some fields of rows have other names. Lines without a version have it, too. */
const firstVersion = 1;

/** `run` is the ID of the batch. */
export type JournalLine = {readonly run: string; readonly v?: number | undefined} & (
  | {readonly begin: BatchRecord & {readonly by: JournalWriter}}
  /** `after` is the number of earlier processes. If several processes take the batch at once, the first one gets it. */
  | {readonly taken: JournalWriter; readonly after?: number | undefined}
  | {readonly row: string; readonly state: RowOutcome | 'sending'}
  | {readonly end: true}
);

/** A line of a newer version. */
interface NewerLine {
  readonly run: string;
  readonly newer: true;
}

export interface ParsedJournal {
  /** The batches that have not ended. */
  readonly batches: readonly InterruptedBatch[];
  /** The number of batches that a newer version wrote, which this version can't read. */
  readonly newerBatches: number;
  /** The number of damaged lines, and of lines about batches whose first line is missing. */
  readonly unreadableLines: number;
}

interface OpenBatch extends InterruptedBatch {
  readonly by: JournalWriter[];
  readonly states: Map<string, RowState>;
  unreadableLines: number;
}

/** Reads every line separately: a damaged line doesn't affect the others. */
export function parseJournal(text: string): ParsedJournal {
  const batches = new Map<string, OpenBatch>();
  const newerBatches = new Set<string>();
  /** Batches whose first line was read, also those that have ended. */
  const startedBatches = new Set<string>();
  let unreadableLines = 0;
  for (const lineText of text.split('\n')) {
    const line = parseLine(lineText);
    if (line === 'damaged') {
      unreadableLines++;
      for (const batch of batchesOfDamaged(lineText, batches)) batch.unreadableLines++;
    } else if (line !== undefined && 'newer' in line) newerBatches.add(line.run);
    else if (line !== undefined) {
      if ('begin' in line) startedBatches.add(line.run);
      else if (!startedBatches.has(line.run)) unreadableLines++;
      applyLine(line, batches);
    }
  }
  for (const id of newerBatches) batches.delete(id);
  for (const batch of batches.values()) markDoubtfulRows(batch);
  // If the process was killed before it wrote the end of the batch, every row may be done: nothing remains to resume.
  const isOver = ({rows, states}: InterruptedBatch) =>
    rows.every(({id}) => ['ok', 'failed'].includes(states.get(String(id)) ?? ''));
  return {
    batches: [...batches.values()].filter(batch => !isOver(batch)),
    newerBatches: newerBatches.size,
    unreadableLines,
  };
}

function applyLine(line: JournalLine, batches: Map<string, OpenBatch>): void {
  if ('begin' in line)
    batches.set(line.run, {...line.begin, by: [line.begin.by], id: line.run, states: new Map(), unreadableLines: 0});
  else if ('taken' in line) {
    const by = batches.get(line.run)?.by;
    // A second process that claims the batch with the same number doesn't get it.
    if (line.after === undefined || line.after === by?.length) by?.push(line.taken);
  } else if ('end' in line) batches.delete(line.run);
  else batches.get(line.run)?.states.set(line.row, line.state);
}

/** The batches that a damaged line may be about: the batch that it names, or all that have not ended. */
function batchesOfDamaged(lineText: string, batches: ReadonlyMap<string, OpenBatch>): readonly OpenBatch[] {
  const match = batches.get(/^\{"run":"([^"]*)"/.exec(lineText)?.[1] ?? '');
  return match ? [match] : [...batches.values()];
}

/**
 * Marks the rows that may have been sent although no line shows it. A damaged line hides one row at most, and rows are
 * sent in order, so the row is before the last known row, or one of the next.
 */
function markDoubtfulRows({rows, states, unreadableLines}: OpenBatch): void {
  if (unreadableLines === 0) return;
  const keys = rows.map(({id}) => String(id));
  const lastKnown = keys.findLastIndex(key => states.has(key));
  let hiddenRows = unreadableLines;
  for (const [index, key] of keys.entries()) {
    if (states.has(key) || (index > lastKnown && hiddenRows-- <= 0)) continue;
    states.set(key, 'unreadable');
  }
}

/** The start of every line, even of an incomplete one. */
const linePrefix = '{"run":"';

/** Undefined for an empty line and for an incomplete one, whose request was never sent. */
export function parseLine(text: string): JournalLine | NewerLine | 'damaged' | undefined {
  const isStart = text.length < linePrefix.length ? linePrefix.startsWith(text) : text.startsWith(linePrefix);
  if (text === '' || !isStart) return text === '' ? undefined : 'damaged';
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return text.endsWith('}') ? 'damaged' : undefined;
  }
  if (isObject(line) && isText(line.run) && typeof line.v === 'number' && line.v > journalVersion)
    return {run: line.run, newer: true};
  const currentLine = withCurrentLineNames(line);
  return isLine(currentLine) ? currentLine : 'damaged';
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isId = (value: unknown): value is RowId => isText(value) || Number.isFinite(value);

const isWriter = (value: unknown): value is JournalWriter =>
  isObject(value) &&
  Number.isFinite(value.pid) &&
  isText(value.host) &&
  (value.started === undefined || isText(value.started)) &&
  (value.place === undefined || isPlace(value.place));

const isPlace = (value: unknown): boolean => isObject(value) && [value.machine, value.boot, value.space].every(isText);

function isLine(value: unknown): value is JournalLine {
  if (!isObject(value) || !isText(value.run)) return false;
  if (![undefined, firstVersion, journalVersion].includes(value.v as number | undefined)) return false;
  if ('begin' in value) return isBatchRecord(value.begin) && isWriter(value.begin.by);
  if ('taken' in value) return isWriter(value.taken) && (value.after === undefined || Number.isFinite(value.after));
  if ('end' in value) return value.end === true;
  return isText(value.row) && ['ok', 'failed', 'unknown', 'sending'].includes(String(value.state));
}

function isBatchRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    isObject(value) &&
    Number.isFinite(value.at) &&
    [value.family, value.action, value.title].every(isText) &&
    (value.about === undefined || isText(value.about)) &&
    isObject(value.params) &&
    Object.values(value.params).every(isId) &&
    isObject(value.values) &&
    Array.isArray(value.secrets) &&
    value.secrets.every(isText) &&
    Array.isArray(value.rows) &&
    value.rows.every(isRow)
  );
}

const isRow = (value: unknown): boolean =>
  isObject(value) &&
  isId(value.id) &&
  isText(value.label) &&
  (value.step === undefined || isStep(value.step)) &&
  (value.undo === undefined || isUndoStep(value.undo));

const isStep = (value: unknown): boolean =>
  isObject(value) &&
  ['create', 'update', 'delete'].includes(String(value.action)) &&
  (value.row === undefined || isObject(value.row)) &&
  isObject(value.values) &&
  isText(value.label) &&
  [value.before, value.after].every(text => text === undefined || isText(text));

const isLogEntryRef = (value: unknown): boolean => isObject(value) && isText(value.at) && isText(value.path);

const isUndoStep = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.action) &&
  (value.id === undefined || isId(value.id)) &&
  isObject(value.values) &&
  isObject(value.undoneChange) &&
  isText(value.undoneChange.title) &&
  (value.undoneChange.actionTitle === undefined || isText(value.undoneChange.actionTitle)) &&
  (value.undoneChange.valuesAfter === undefined || isObject(value.undoneChange.valuesAfter)) &&
  (value.undoneChange.logEntry === undefined || isLogEntryRef(value.undoneChange.logEntry)) &&
  ['Undo', 'Redo'].includes(String(value.undoneChange.kind));
