/**
 * The journal of batches: one change to many rows, the changes that an edited text asks for, or the undo of another
 * batch. Each row is written separately, so that a batch whose process was killed resumes with exactly the remaining
 * rows.
 *
 * A row is written before its request is sent and again when its outcome is known. A row that was written and has no
 * outcome may have been changed: Skydeck never sends it again automatically.
 */

import type {RowId} from '../../../families/shape/define-family.ts';
import {memoryStateFiles, type StateFiles} from '../../../platform/files/state-files.ts';
import {UserFileError} from '../../../platform/files/user-files.ts';
import {currentAuthor} from '../../../platform/files/xdg-paths.ts';
import {ownPidNamespace, processStartTime} from '../../../platform/process/process-alive.ts';
import {errorMessage} from '../../../platform/text/error-message.ts';
import type {BatchRecord, InterruptedBatch, JournalWriter, RowOutcome} from './interrupted-batch.ts';
import {type JournalLine, journalVersion, type ParsedJournal, parseJournal, parseLine} from './parse-journal.ts';

/** The journal of one batch. */
export interface BatchJournal {
  /** The same after the batch was resumed. */
  readonly id: string;
  /** Resolves when the line is in the file; the request may be sent only after that. */
  markSending(id: RowId): Promise<void>;
  markEnded(id: RowId, outcome: RowOutcome): Promise<void>;
  /** Releases the batch: this process may resume it again, and any other process after this one has ended. */
  release(): void;
  /** Keeps rows that can’t be sent now in the batch: `close` then only releases it, so that they can be resumed later. */
  keepUnsent(): void;
  /** Ends the batch: every row is done, or the user discards the remaining rows. */
  close(): Promise<void>;
}

/** An interrupted batch that this process has taken. */
export interface TakenBatch {
  /** The batch as it is since this process took it; another process may have sent rows after an earlier reading. */
  readonly batch: InterruptedBatch;
  readonly journal: BatchJournal;
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

/** The file with a profile's batches. */
export const batchJournalPath = (profile: string): string => `${encodeURIComponent(profile)}.runs.ndjson`;

interface Claim {
  /** The batch as it is after the claim. */
  readonly batch: InterruptedBatch;
  /** The number of processes that worked on the batch before. */
  readonly earlierCount: number;
}

/** The file of the batches, and a second file with the claims: the process that resumed each batch. */
export class BatchJournals {
  readonly #host: BatchJournalsHost;
  readonly #claimsPath: string;
  /** Batches that this process is working on. */
  readonly #activeBatches = new Set<string>();
  #number = 0;

  constructor(host: BatchJournalsHost) {
    this.#host = host;
    this.#claimsPath = `${host.path}.claims`;
  }

  async start(plan: BatchRecord): Promise<BatchJournal> {
    const {files, path, writer} = this.#host;
    const batchId = `${writer.host}-${writer.pid}-${plan.at}-${this.#number++}`;
    await files.withLock(path, async () => {
      // The file is created at the start, because a shared file system may show a new name late.
      await files.append(this.#claimsPath, '');
      await this.#append(path, {run: batchId, begin: {...plan, by: writer}});
    });
    return this.#open(batchId, 0);
  }

  /**
   * Takes an interrupted batch. Undefined if another process took it first, may still be working on it, or has ended
   * it.
   * @param options `takeOver`: the user confirms that the process on the other machine has ended
   */
  async resume(
    batchId: string,
    {takeOver = false}: {readonly takeOver?: boolean} = {},
  ): Promise<TakenBatch | undefined> {
    if (this.#activeBatches.has(batchId)) return undefined;
    this.#activeBatches.add(batchId);
    let claim: Claim | undefined;
    try {
      claim = await namingFileErrors(() => this.#claim(batchId, takeOver));
    } finally {
      if (claim === undefined) this.#activeBatches.delete(batchId);
    }
    return claim && {batch: claim.batch, journal: this.#open(batchId, claim.earlierCount)};
  }

  /** Interrupted batches, newest first; without those that another process of this machine is working on. */
  async listInterrupted(): Promise<readonly InterruptedBatch[]> {
    const isOther = (by: JournalWriter): boolean => !isSameProcess(by, this.#host.writer);
    const isLive = ({id, by}: InterruptedBatch): boolean =>
      this.#activeBatches.has(id) ||
      by.some(candidate => isOther(candidate) && this.#processState(candidate) === 'running');
    const withOtherHost = (batch: InterruptedBatch): InterruptedBatch => {
      const otherHost = batch.by.findLast(by => isOther(by) && this.#processState(by) === 'unknown')?.host;
      return otherHost === undefined ? batch : {...batch, otherHost};
    };
    const {batches} = await namingFileErrors(() => this.#read());
    return batches
      .filter(batch => !isLive(batch))
      .map(withOtherHost)
      .reverse();
  }

  /** The number of batches that a newer version of Skydeck wrote. This version doesn't change them. */
  async countNewer(): Promise<number> {
    return (await namingFileErrors(() => this.#read())).newerBatches;
  }

  /** A file with damaged lines is set aside when none of its lines is needed any longer. */
  async #read(): Promise<ParsedJournal> {
    const {files, path} = this.#host;
    const journal = parseJournal((await files.read(path)) ?? '');
    if (journal.unreadableLines > 0 && !isNeeded(journal)) await files.quarantineDamaged(path);
    return journal;
  }

  #append(file: string, {run: batchId, ...line}: JournalLine): Promise<void> {
    return this.#host.files.append(file, `${JSON.stringify({run: batchId, v: journalVersion, ...line})}\n`);
  }

  #processState(by: JournalWriter): ProcessState {
    return processState(by, this.#host.writer, this.#host.isRunning);
  }

  /** @param ownCount this process's number among those that worked on the batch */
  #open(batchId: string, ownCount: number): BatchJournal {
    const {path} = this.#host;
    this.#activeBatches.add(batchId);
    let keepsUnsent = false;
    const release = (): void => void this.#activeBatches.delete(batchId);
    return {
      id: batchId,
      markSending: async id => {
        this.#activeBatches.add(batchId);
        await this.#append(path, {run: batchId, row: String(id), state: 'sending'});
        // A process that takes the batch writes its claim before it reads which rows were sent, so at least one of the
        // two processes notices the other.
        if (await this.#isTaken(batchId, ownCount)) throw new Error('another Skydeck has resumed this batch');
      },
      markEnded: (id, outcome) => this.#append(path, {run: batchId, row: String(id), state: outcome}),
      release,
      keepUnsent() {
        keepsUnsent = true;
      },
      close: () => namingFileErrors(() => (keepsUnsent ? release() : this.#end(batchId))),
    };
  }

  /** After the last batch, the next one starts the file again. The lock prevents a batch from starting meanwhile. */
  async #end(batchId: string): Promise<void> {
    const {files, path} = this.#host;
    this.#activeBatches.delete(batchId);
    await this.#append(path, {run: batchId, end: true});
    await files.withLock(path, async () => {
      if (isNeeded(await this.#read())) return;
      await files.remove(path);
      await files.remove(this.#claimsPath);
    });
  }

  /** True if another process took the batch from this one, which is number `ownCount` of those that worked on it. */
  async #isTaken(batchId: string, ownCount: number): Promise<boolean> {
    const claims = (await this.#host.files.read(this.#claimsPath)) ?? '';
    return claims.split('\n').some(text => {
      const line = parseLine(text);
      if (typeof line !== 'object' || line.run !== batchId) return false;
      return 'newer' in line || ('taken' in line && (line.after ?? 0) > ownCount);
    });
  }

  async #find(batchId: string): Promise<InterruptedBatch | undefined> {
    return (await this.#read()).batches.find(({id}) => id === batchId);
  }

  /** Undefined if the batch can't be taken. */
  async #claim(batchId: string, takeOver: boolean): Promise<Claim | undefined> {
    const {path, writer} = this.#host;
    const before = (await this.#find(batchId))?.by;
    const isFree = before?.every(by => {
      const state = this.#processState(by);
      return isSameProcess(by, writer) || state === 'ended' || (takeOver && state === 'unknown');
    });
    if (before === undefined || !isFree) return undefined;
    const claim = {run: batchId, taken: writer, after: before.length};
    await this.#append(this.#claimsPath, claim);
    await this.#append(path, claim);
    const batch = await this.#find(batchId);
    const nextWriter = batch?.by[before.length];
    return nextWriter && isSameProcess(nextWriter, writer) ? {batch, earlierCount: before.length} : undefined;
  }
}

/** Does work with the files of the journal; a failure of the system is shown as one of a file, and not as a defect. */
async function namingFileErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new UserFileError(`The batch journal can’t be read or written: ${errorMessage(error)}`);
  }
}

const isNeeded = ({batches, newerBatches}: ParsedJournal): boolean => batches.length > 0 || newerBatches > 0;

type ProcessState = 'running' | 'ended' | 'unknown';

const isSameProcess = (by: JournalWriter, me: JournalWriter): boolean =>
  by.pid === me.pid && by.host === me.host && by.started === me.started && by.place?.space === me.place?.space;

/** The state of another process, as far as this process can check it. */
function processState(by: JournalWriter, me: JournalWriter, isRunning: BatchJournalsHost['isRunning']): ProcessState {
  const isComparable = by.place !== undefined && me.place !== undefined;
  const isThisMachine = isComparable
    ? by.place.boot === me.place.boot && by.place.space === me.place.space
    : by.host === me.host;
  if (isThisMachine) return isRunning(by.pid, by.started) ? 'running' : 'ended';
  // The machine itself was restarted meanwhile.
  const isSameMachine = isComparable && by.place.machine !== '' && by.place.machine === me.place.machine;
  return isSameMachine && by.host === me.host && by.place.boot !== me.place.boot ? 'ended' : 'unknown';
}

/** Batches in memory, for the demo. */
export const memoryBatchJournals = (): BatchJournals =>
  new BatchJournals({
    files: memoryStateFiles(),
    path: 'runs',
    writer: {pid: 0, host: ''},
    isRunning: () => false,
  });
