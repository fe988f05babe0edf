/**
 * Runs: one change to many rows, the many changes that an edited text asks for, or the undo of another run. Each row is
 * written down separately, so that a run that was killed resumes with exactly the remaining rows.
 *
 * A row is noted before its request leaves and again when its outcome is known. A row that was noted and has no outcome
 * may have been changed: Skydeck never sends it again automatically.
 */

import {withoutEllipsis} from '../../../families/format/format.ts';
import type {AnyRow, FamilyId, PathParams, RowId} from '../../../families/shape/define-family.ts';
import type {TextStep} from '../../../families/shape/list-text.ts';
import {memoryStateFiles, type StateFiles} from '../../../platform/files/state-files.ts';
import {currentAuthor} from '../../../platform/files/xdg-paths.ts';
import {ownPidNamespace, type PidNamespace, processStartTime} from '../../../platform/process/process-alive.ts';
import {isObject} from '../../core/dotted-paths.ts';
import type {UndoneChange} from '../change-subject.ts';

export type RowOutcome = 'ok' | 'failed' | 'unknown';

/** The action of a run and the rows it applies to. */
export interface BatchRecord {
  /** The start of the run, milliseconds since 1970. */
  readonly at: number;
  readonly family: FamilyId;
  /** The action's name in the family; `text` or `undo` if each row has a step of its own. */
  readonly action: string;
  readonly title: string;
  /** The subject of the run if it isn't a row: "example.org". */
  readonly about?: string | undefined;
  readonly params: PathParams;
  /** Form values by path, without secrets. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Paths of secrets, which must be typed again. */
  readonly secrets: readonly string[];
  readonly rows: readonly BatchRow[];
}

export interface BatchRow {
  /** The row's ID, or a step's place in the plan: a resource that is still to be created has no ID. */
  readonly id: RowId;
  readonly label: string;
  /** The change that an edited text asks for in this row. */
  readonly step?: TextStep<AnyRow> | undefined;
  /** The step that undoes a change of this row. */
  readonly back?: UndoStep | undefined;
}

export interface UndoStep {
  /** The action of the undo. */
  readonly does: string;
  /** The row to change; undefined for a resource that is created again. */
  readonly of: RowId | undefined;
  /** Form values by path. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly takesBack: UndoneChange;
}

/** The action of a run whose steps differ, as an edited text asks for them. */
export const editedTextAction = 'text';
/** The action of a run that undoes another. */
export const undoAction = 'undo';

/** A run that has not ended. */
export interface InterruptedBatch extends BatchRecord {
  readonly run: string;
  /** The process that started the run, then each one that resumed it. */
  readonly by: readonly JournalWriter[];
  /** The host of a process that may still be working on the run; this machine cannot check it. */
  readonly elsewhere?: string | undefined;
  /** The states by row key; `sending` means that the outcome was never written. */
  readonly states: ReadonlyMap<string, RowOutcome | 'sending'>;
}

/** A process on its machine. */
export interface JournalWriter {
  readonly pid: number;
  readonly host: string;
  /**
   * The start time of the process, because the system may since have given its ID to another. Unknown for runs of older
   * versions and on some systems.
   */
  readonly started?: string | undefined;
  readonly place?: PidNamespace | undefined;
}

/** The journal of one run. */
export interface BatchJournal {
  /** Resolves when the note is in the file; the request may be sent only after that. */
  markSending(id: RowId): Promise<void>;
  markEnded(id: RowId, outcome: RowOutcome): Promise<void>;
  /** This process stops working on the run for now; any process may resume it. */
  release(): void;
  /** Ends the run: every row is done, or the user discards the remaining ones. */
  close(): Promise<void>;
}

export interface BatchJournals {
  start(plan: BatchRecord): Promise<BatchJournal>;
  /**
   * Resumes the journal of an interrupted run. Undefined if another process took it first, or may still be working on
   * it.
   * @param options `takeOver`: the user says that the process on the other machine has ended
   */
  resume(run: string, options?: {readonly takeOver?: boolean}): Promise<BatchJournal | undefined>;
  /** Interrupted runs, newest first; without those that another process of this machine is working on. */
  interrupted(): Promise<readonly InterruptedBatch[]>;
}

export interface BatchJournalsHost {
  readonly files: StateFiles;
  readonly path: string;
  readonly writer: JournalWriter;
  /** True while a process of this machine with this ID and start time is running. */
  isRunning(pid: number, started?: string): boolean;
}

/** This process. */
export const thisProcess = (): JournalWriter => ({
  pid: process.pid,
  host: currentAuthor().host,
  started: processStartTime(process.pid),
  place: ownPidNamespace(),
});

/** The file that holds a profile's runs. */
export const batchJournalPath = (profile: string): string => `${encodeURIComponent(profile)}.runs.ndjson`;

type JournalLine = {readonly run: string} & (
  | {readonly begin: BatchRecord & {readonly by: JournalWriter}}
  /** `after` is the number of earlier processes. If several take the run at once, the first one gets it. */
  | {readonly taken: JournalWriter; readonly after?: number | undefined}
  | {readonly row: string; readonly state: RowOutcome | 'sending'}
  | {readonly end: true}
);

export function openBatchJournals({files, path, writer, isRunning}: BatchJournalsHost): BatchJournals {
  let number = 0;
  /** Active runs of this program. */
  const activeRuns = new Set<string>();
  const appendLine = (line: JournalLine) => files.append(path, `${JSON.stringify(line)}\n`);
  /** A damaged journal may be wrong about the rows that were sent, so none of its runs is resumed. */
  const readInterrupted = async (): Promise<InterruptedBatch[]> => {
    const records = parseJournal((await files.read(path)) ?? '');
    if (records === 'damaged') await files.quarantineDamaged(path);
    return records === 'damaged' ? [] : records;
  };
  const fate = (by: JournalWriter): ProcessFate => processFate(by, writer, isRunning);
  const claims = `${path}.claims`;
  /** True if another process took the run from this one, which was number `ownCount` of those that worked on it. */
  const isTaken = async (run: string, ownCount: number): Promise<boolean> =>
    ((await files.read(claims)) ?? '').split('\n').some(text => {
      const line = parseLine(text);
      return typeof line === 'object' && line.run === run && 'taken' in line && (line.after ?? 0) > ownCount;
    });
  const journal = (run: string, ownCount: number): BatchJournal => {
    activeRuns.add(run);
    return {
      async markSending(id) {
        activeRuns.add(run);
        await appendLine({run, row: String(id), state: 'sending'});
        // A process that takes the run writes its claim before it reads which rows were sent, so one of the two sees
        // the other.
        if (await isTaken(run, ownCount)) throw new Error('another Skydeck has resumed this batch');
      },
      markEnded: (id, outcome) => appendLine({run, row: String(id), state: outcome}),
      release: () => void activeRuns.delete(run),
      async close() {
        activeRuns.delete(run);
        await appendLine({run, end: true});
        // With no run remaining, the file starts again with the next run. The lock keeps a run from starting in
        // between.
        await files.withLock(path, async () => {
          if ((await readInterrupted()).length > 0) return;
          await files.remove(path);
          await files.remove(claims);
        });
      },
    };
  };
  const find = async (run: string) => (await readInterrupted()).find(batch => batch.run === run);
  /** Returns the number of earlier processes; undefined if the run can't be taken. */
  const claimRun = async (run: string, takeOver: boolean): Promise<number | undefined> => {
    const before = (await find(run))?.by;
    const isFree = before?.every(
      by => isSameProcess(by, writer) || fate(by) === 'ended' || (takeOver && fate(by) === 'unknown'),
    );
    if (before === undefined || !isFree) return undefined;
    const claim = {run, taken: writer, after: before.length};
    await files.append(claims, `${JSON.stringify(claim)}\n`);
    await appendLine(claim);
    const taker = (await find(run))?.by[before.length];
    return taker && isSameProcess(taker, writer) ? before.length : undefined;
  };
  return {
    async start(plan) {
      const run = `${writer.host}-${writer.pid}-${plan.at}-${number++}`;
      await files.withLock(path, async () => {
        // The file is created at the start, because a shared file system may show a new name late.
        await files.append(claims, '');
        await appendLine({run, begin: {...plan, by: writer}});
      });
      return journal(run, 0);
    },
    async resume(run, {takeOver = false} = {}) {
      if (activeRuns.has(run)) return undefined;
      activeRuns.add(run);
      let place: number | undefined;
      try {
        place = await claimRun(run, takeOver);
      } finally {
        if (place === undefined) activeRuns.delete(run);
      }
      return place === undefined ? undefined : journal(run, place);
    },
    async interrupted() {
      const isLive = ({run, by}: InterruptedBatch) =>
        activeRuns.has(run) || by.some(candidate => !isSameProcess(candidate, writer) && fate(candidate) === 'running');
      const withElsewhere = (run: InterruptedBatch): InterruptedBatch => {
        const elsewhere = run.by.findLast(by => !isSameProcess(by, writer) && fate(by) === 'unknown')?.host;
        return elsewhere === undefined ? run : {...run, elsewhere};
      };
      return (await readInterrupted())
        .filter(run => !isLive(run))
        .map(withElsewhere)
        .reverse();
    },
  };
}

type ProcessFate = 'running' | 'ended' | 'unknown';

const isSameProcess = (by: JournalWriter, me: JournalWriter): boolean =>
  by.pid === me.pid && by.host === me.host && by.started === me.started && by.place?.space === me.place?.space;

/** The state of another process, as far as this one can tell. */
function processFate(by: JournalWriter, me: JournalWriter, isRunning: BatchJournalsHost['isRunning']): ProcessFate {
  const isComparable = by.place !== undefined && me.place !== undefined;
  const isHere = isComparable
    ? by.place.boot === me.place.boot && by.place.space === me.place.space
    : by.host === me.host;
  if (isHere) return isRunning(by.pid, by.started) ? 'running' : 'ended';
  // The machine itself has restarted since.
  const isSameMachine = isComparable && by.place.machine !== '' && by.place.machine === me.place.machine;
  return isSameMachine && by.host === me.host && by.place.boot !== me.place.boot ? 'ended' : 'unknown';
}

/** The rows of a run that are still to be sent, and the rows that failed or whose outcome is unknown. */
export interface RemainingRows {
  readonly remaining: readonly BatchRow[];
  readonly notRetried: readonly {readonly label: string; readonly words: string}[];
}

/** "Reboot: 12 of 40 were left when it was interrupted" */
export const interruptedText = (run: InterruptedBatch): string =>
  `${[withoutEllipsis(run.title), run.about].filter(Boolean).join(' ')}: ${remainingRows(run).remaining.length} of ${run.rows.length} remaining after the interruption${run.elsewhere === undefined ? '' : `, and it may still be running on ${run.elsewhere}`}`;

export function remainingRows({rows, states}: InterruptedBatch): RemainingRows {
  const dueRows: BatchRow[] = [];
  const doneRows: {label: string; words: string}[] = [];
  for (const row of rows) {
    const state = states.get(String(row.id));
    if (state === undefined) dueRows.push(row);
    else if (state === 'failed') doneRows.push({label: row.label, words: 'failed before; not retried'});
    else if (state !== 'ok')
      doneRows.push({label: row.label, words: 'was sent, but no response came; check its state before you retry'});
  }
  return {remaining: dueRows, notRetried: doneRows};
}

/** Runs that end with the program, for the demo. */
export function memoryBatchJournals(): BatchJournals {
  return openBatchJournals({
    files: memoryStateFiles(),
    path: 'runs',
    writer: {pid: 0, host: ''},
    isRunning: () => false,
  });
}

/** The runs of a file that have not ended. A line that was cut off in the middle is ignored. */
function parseJournal(text: string): InterruptedBatch[] | 'damaged' {
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

function parseLine(text: string): JournalLine | 'damaged' | undefined {
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
