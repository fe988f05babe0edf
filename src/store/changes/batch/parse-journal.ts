/** Reads the journal of batches, line by line. */
import type {RowId} from '../../../families/shape/resource.ts';
import {isObject} from '../../core/dotted-paths.ts';
import type {BatchRecord, InterruptedBatch, JournalWriter, RowOutcome} from './interrupted-batch.ts';

export type JournalLine = {readonly run: string} & (
  | {readonly begin: BatchRecord & {readonly by: JournalWriter}}
  /** `after` is the number of earlier processes. If several take the run at once, the first one gets it. */
  | {readonly taken: JournalWriter; readonly after?: number | undefined}
  | {readonly row: string; readonly state: RowOutcome | 'sending'}
  | {readonly end: true}
);

/** The runs of a file that have not ended. A line that was cut off in the middle is ignored. */
export function parseJournal(text: string): InterruptedBatch[] | 'damaged' {
  const runs = new Map<string, InterruptedBatch & {by: JournalWriter[]; states: Map<string, RowOutcome | 'sending'>}>();
  for (const lineText of text.split('\n')) {
    const line = parseLine(lineText);
    if (line === 'damaged') return line;
    if (line === undefined) continue;
    if ('begin' in line) runs.set(line.run, {...line.begin, by: [line.begin.by], run: line.run, states: new Map()});
    else if ('taken' in line) {
      const by = runs.get(line.run)?.by;
      // A second process that claims the run at the same place did not get it.
      if (line.after === undefined || line.after === by?.length) by?.push(line.taken);
    } else if ('end' in line) runs.delete(line.run);
    else runs.get(line.run)?.states.set(line.row, line.state);
  }
  // A run that was killed before its end was written may have every row done: it has nothing to resume.
  const isOver = ({rows, states}: InterruptedBatch) =>
    rows.every(({id}) => ['ok', 'failed'].includes(states.get(String(id)) ?? ''));
  return [...runs.values()].filter(run => !isOver(run));
}

/** The start of every line, even of one that was cut off. */
const linePrefix = '{"run":"';

export function parseLine(text: string): JournalLine | 'damaged' | undefined {
  const isCut = text.length < linePrefix.length ? linePrefix.startsWith(text) : text.startsWith(linePrefix);
  if (text === '' || !isCut) return text === '' ? undefined : 'damaged';
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isLine(line) ? line : 'damaged';
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
  if ('begin' in value) return isPlan(value.begin) && isWriter(value.begin.by);
  if ('taken' in value) return isWriter(value.taken) && (value.after === undefined || Number.isFinite(value.after));
  if ('end' in value) return value.end === true;
  return isText(value.row) && ['ok', 'failed', 'unknown', 'sending'].includes(String(value.state));
}

function isPlan(value: unknown): value is Readonly<Record<string, unknown>> {
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
  (value.back === undefined || isBackStep(value.back));

const isStep = (value: unknown): boolean =>
  isObject(value) &&
  ['create', 'update', 'delete'].includes(String(value.does)) &&
  (value.row === undefined || isObject(value.row)) &&
  isObject(value.values) &&
  isText(value.label) &&
  [value.before, value.after].every(text => text === undefined || isText(text));

const isBackStep = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.does) &&
  (value.of === undefined || isId(value.of)) &&
  isObject(value.values) &&
  isObject(value.takesBack) &&
  isText(value.takesBack.what) &&
  ['Undo', 'Redo'].includes(String(value.takesBack.way));
