/**
 * Runs: one change to many rows, written down row by row, so that a run that was killed goes on with exactly the rest.
 *
 * A row is noted before its request leaves and again when its outcome is known. What was noted and has no outcome may
 * have been done: it is never sent again by itself.
 */
import type {FamilyId, PathParams, RowId} from '../families/define.ts';
import {type FilePort, memoryFiles} from '../platform/files.ts';

export type RowOutcome = 'ok' | 'failed' | 'unknown';

/** What a run does, and to what. */
export interface RunPlan {
  /** When it began, milliseconds since 1970. */
  readonly at: number;
  readonly family: FamilyId;
  /** The action's name in the family. */
  readonly action: string;
  readonly title: string;
  readonly params: PathParams;
  /** Form values by path, secrets left out. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Paths of secrets that were typed: they must be typed again. */
  readonly secrets: readonly string[];
  readonly rows: readonly {readonly id: RowId; readonly label: string}[];
}

/** A run that did not come to its end. */
export interface Interrupted extends RunPlan {
  readonly run: string;
  /** The process that wrote it, on its machine. */
  readonly by: Writer;
  /** By row key; `sending` was noted, and nothing after that. */
  readonly states: ReadonlyMap<string, RowOutcome | 'sending'>;
}

export interface Writer {
  readonly pid: number;
  readonly host: string;
}

/** The journal of one run. */
export interface Journal {
  /** Resolves when it is in the file: only then may the request leave. */
  sending(id: RowId): Promise<void>;
  ended(id: RowId, outcome: RowOutcome): Promise<void>;
  /** Nothing of it is left to do, or nobody wants to. */
  close(): Promise<void>;
}

export interface Runs {
  begin(plan: RunPlan): Promise<Journal>;
  /** Goes on with the journal of one that was interrupted. */
  resume(run: string): Journal;
  /** What was interrupted, the newest first; not what another console is at just now. */
  interrupted(): Promise<readonly Interrupted[]>;
}

export interface RunsHost {
  readonly files: FilePort;
  readonly path: string;
  readonly writer: Writer;
  /** Whether a process of this machine still runs. */
  isRunning(pid: number): boolean;
}

type Line = {readonly run: string} & (
  | {readonly begin: RunPlan & {readonly by: Writer}}
  | {readonly row: string; readonly state: RowOutcome | 'sending'}
  | {readonly end: true}
);

export function openRuns({files, path, writer, isRunning}: RunsHost): Runs {
  let number = 0;
  /** Runs of this program that are under way. */
  const own = new Set<string>();
  const note = (line: Line) => files.append(path, `${JSON.stringify(line)}\n`);
  const unfinished = async (): Promise<Interrupted[]> => readRuns((await files.read(path)) ?? '');
  const journal = (run: string): Journal => {
    own.add(run);
    return {
      sending: id => note({run, row: String(id), state: 'sending'}),
      ended: (id, outcome) => note({run, row: String(id), state: outcome}),
      async close() {
        await note({run, end: true});
        own.delete(run);
        // Nothing is left of any of them: the file begins anew with the next.
        if ((await unfinished()).length === 0) await files.remove(path);
      },
    };
  };
  return {
    async begin(plan) {
      const run = `${writer.host}-${writer.pid}-${plan.at}-${number++}`;
      await note({run, begin: {...plan, by: writer}});
      return journal(run);
    },
    resume: journal,
    async interrupted() {
      const isLive = ({run, by}: Interrupted) =>
        own.has(run) || (by.host === writer.host && by.pid !== writer.pid && isRunning(by.pid));
      return (await unfinished()).filter(run => !isLive(run)).reverse();
    },
  };
}

/** Runs that end with the program: the demo's. */
export function memoryRuns(): Runs {
  return openRuns({files: memoryFiles(), path: 'runs', writer: {pid: 0, host: ''}, isRunning: () => false});
}

/** The runs of a file that have no end. A line that was cut off in the middle is none. */
function readRuns(text: string): Interrupted[] {
  const runs = new Map<string, Interrupted & {states: Map<string, RowOutcome | 'sending'>}>();
  for (const line of text.split('\n').flatMap(parse)) {
    if ('begin' in line) runs.set(line.run, {...line.begin, run: line.run, states: new Map()});
    else if ('end' in line) runs.delete(line.run);
    else runs.get(line.run)?.states.set(line.row, line.state);
  }
  return [...runs.values()];
}

function parse(line: string): Line[] {
  if (line === '') return [];
  try {
    return [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}
