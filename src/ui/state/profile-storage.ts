/** A profile's storage between sessions: drafts, the last known data, and the change log. The demo stores nothing. */
import {type FilePort, filesIn} from '../../platform/files/private-files.ts';
import {type StateFiles, stateFilesOn} from '../../platform/files/state-files.ts';
import {currentAuthor, type Environment, stateFolder} from '../../platform/files/xdg-paths.ts';
import {isProcessRunning} from '../../platform/process/process-alive.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {openSnapshots} from '../../store/cache/snapshot.ts';
import {auditPath, createAuditLog} from '../../store/changes/audit-log.ts';
import {BatchJournals, batchJournalPath, thisProcess} from '../../store/changes/batch/batch-journal.ts';
import {openDraftStore} from '../../store/changes/draft-store.ts';
import {realClock} from '../../store/core/clock.ts';
import {forecastsPath, openPastForecasts} from '../../store/cost/past-forecasts.ts';
import {openPlanQueue, type PlanQueue} from '../../store/plans/plan-queue.ts';
import type {SessionOptions} from '../../store/session/session-options.ts';

export interface ProfileStorage {
  readonly sessionOptions: Pick<
    SessionOptions,
    'drafts' | 'forecasts' | 'snapshots' | 'cachedLists' | 'auditLog' | 'batchJournals'
  >;
  /** The files of the state folder. */
  readonly files: StateFiles;
  /** Reports a failure to store something once until a success, and a damaged file that was set aside. */
  onProblem(say: (message: string) => void): void;
  /** Sets aside the data shown before the first response, because it may be the cause of a crash. */
  discardSnapshot(): Promise<void>;
  /** Reports another failure to store data of this session. */
  reportFailure(error: unknown): void;
  /** Writes all unwritten data. */
  close(): Promise<void>;
}

/** @param disk the files of the state folder, unless a test provides others */
export async function openProfileStorage(profile: string, env: Environment, disk?: FilePort): Promise<ProfileStorage> {
  const folder = stateFolder(env);
  const name = encodeURIComponent(profile);
  let say: ((message: string) => void) | undefined;
  const pendingReports: string[] = [];
  const report = (message: string): void => {
    if (say) say(message);
    else pendingReports.push(message);
  };
  let failure: string | undefined;
  const onFailure = (error: unknown): void => {
    if (failure !== undefined) return;
    failure = `${folder} can’t be used, so nothing is saved: ${errorMessage(error)}`;
    say?.(failure);
  };
  // After a successful write, the next failure is reported again.
  const onDisk = stateFilesOn(disk ?? filesIn(folder, {isOwnOnly: true}), report);
  const files = withWriteHook(onDisk, () => {
    failure = undefined;
  });
  const host = {files, clock: realClock, onFailure};
  const snapshots = openSnapshots({...host, path: `${name}.snapshot.json`});
  const [drafts, cachedLists] = await Promise.all([
    openDraftStore({...host, path: `${name}.drafts.json`}),
    snapshots.load(),
  ]);
  const audit = createAuditLog({...host, path: auditPath(profile), author: currentAuthor()});
  const forecasts = openPastForecasts({...host, path: forecastsPath(profile)});
  const journals = new BatchJournals({
    files,
    path: batchJournalPath(profile),
    writer: thisProcess(),
    isRunning: isProcessRunning,
  });
  return {
    files,
    reportFailure: onFailure,
    sessionOptions: {drafts, forecasts, auditLog: audit, batchJournals: journals, snapshots, cachedLists},
    onProblem(listener) {
      say = listener;
      for (const message of pendingReports.splice(0)) listener(message);
      if (failure !== undefined) listener(failure);
    },
    discardSnapshot: () => snapshots.discard(),
    async close() {
      await Promise.all([drafts.flush(), audit.flush()]);
    },
  };
}

/** Files that report each write. */
function withWriteHook(files: StateFiles, written: () => void): StateFiles {
  const withHook =
    <A extends unknown[]>(write: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      await write(...args);
      written();
    };
  return {
    ...files,
    write: withHook(files.write),
    update: withHook(files.update),
    append: withHook(files.append),
  };
}

/** The plans of agents for an account. */
export const planQueueOf = ({profile: {name}, baseUrl = name}: OpenedAccount, storage: ProfileStorage): PlanQueue =>
  openPlanQueue({
    files: storage.files,
    profile: name,
    address: baseUrl,
    clock: realClock,
    onFailure: storage.reportFailure,
  });
