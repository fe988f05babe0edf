/** What a profile keeps between sessions: drafts, what was last known, and who changed what. The demo keeps nothing. */
import {type FilePort, filesIn} from '../platform/files.ts';
import {author, type Environment, stateFolder} from '../platform/paths.ts';
import {isRunning} from '../platform/processes.ts';
import {reasonOf} from '../platform/reason.ts';
import {auditPath, openAudit} from '../store/audit.ts';
import {realClock} from '../store/clock.ts';
import {openDrafts} from '../store/drafts.ts';
import {openRuns, runsPath} from '../store/runs.ts';
import type {SessionOptions} from '../store/session.ts';
import {openSnapshots} from '../store/snapshot.ts';

export interface Memory {
  readonly parts: Pick<SessionOptions, 'drafts' | 'snapshots' | 'remembered' | 'audit' | 'runs'>;
  /** Says that something cannot be kept: once, until something can. */
  tell(say: (words: string) => void): void;
  /** Something else of this session could not be kept. */
  failed(error: unknown): void;
  /** Writes what was not written yet. */
  close(): Promise<void>;
}

/** @param disk the state folder's, unless a test brings another */
export async function openMemory(profile: string, env: Environment, disk?: FilePort): Promise<Memory> {
  const folder = stateFolder(env);
  const name = encodeURIComponent(profile);
  let say: ((words: string) => void) | undefined;
  let failure: string | undefined;
  const failed = (error: unknown): void => {
    if (failure !== undefined) return;
    failure = `${folder} cannot be used, so nothing is kept: ${reasonOf(error)}`;
    say?.(failure);
  };
  // Room again: the next failure is news.
  const files = heeding(disk ?? filesIn(folder), () => {
    failure = undefined;
  });
  const host = {files, clock: realClock, failed};
  const snapshots = openSnapshots({...host, path: `${name}.snapshot.json`});
  const [drafts, remembered] = await Promise.all([
    openDrafts({...host, path: `${name}.drafts.json`}),
    snapshots.load(),
  ]);
  const audit = openAudit({...host, path: auditPath(profile), author: author()});
  const runs = openRuns({
    files,
    path: runsPath(profile),
    writer: {pid: process.pid, host: author().host},
    isRunning,
  });
  return {
    failed,
    parts: {drafts, audit, runs, snapshots, remembered},
    tell(listener) {
      say = listener;
      if (failure !== undefined) say(failure);
    },
    async close() {
      await Promise.all([drafts.flush(), audit.flush()]);
    },
  };
}

/** Files that say when something was written. */
function heeding(files: FilePort, written: () => void): FilePort {
  const heeded =
    <A extends unknown[]>(write: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      await write(...args);
      written();
    };
  const {read, remove, exclusively} = files;
  return {
    read,
    remove,
    exclusively,
    write: heeded(files.write),
    update: heeded(files.update),
    append: heeded(files.append),
  };
}
