/**
 * The journal of a command that changes several rows: if the command is killed, `do --resume` continues with exactly
 * the remaining rows.
 */
import type {Family} from '../../families/shape/define-family.ts';
import {openStateFiles} from '../../platform/files/state-files.ts';
import {stateFolder} from '../../platform/files/xdg-paths.ts';
import {isProcessRunning} from '../../platform/process/process-alive.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {demoProfileName} from '../../profiles/profile.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {
  type BatchJournal,
  BatchJournals,
  batchJournalPath,
  memoryBatchJournals,
  thisProcess,
} from '../../store/changes/batch/batch-journal.ts';
import {batchRecord, hasSecretId, rowsRecord} from '../../store/changes/batch/batch-record.ts';
import type {JournalPort} from '../../store/changes/batch/batch-run.ts';
import {type InterruptedBatch, interruptedText, keptText} from '../../store/changes/batch/interrupted-batch.ts';
import type {CommandContext} from '../io/command-context.ts';
import type {PrepareInput, ReadyChange} from './prepare-change.ts';

/** The journals of an account, including batches of the console; for the demo account in memory. */
export function journalsOf({profile}: OpenedAccount, {env, err}: Pick<CommandContext, 'env' | 'err'>): BatchJournals {
  if (profile.name === demoProfileName) return memoryBatchJournals();
  const files = openStateFiles(stateFolder(env), message => err(`skydeck: ${message}\n`));
  return new BatchJournals({
    files,
    path: batchJournalPath(profile.name),
    writer: thisProcess(),
    isRunning: isProcessRunning,
  });
}

/** An interrupted batch that the command resumes. */
export interface ResumedBatch {
  readonly batch: InterruptedBatch;
  /** Undefined if the command only shows the remaining changes: the batch then stays as it is. */
  readonly journal: BatchJournal | undefined;
}

/** Keeps the resources that can't be changed now in the batch, and reports that. */
export function keepRefused(
  {journal}: ResumedBatch,
  {count, family}: {readonly count: number; readonly family: Family},
  err: CommandContext['err'],
): void {
  if (count === 0 || !journal) return;
  journal.keepUnsent();
  err(`skydeck: ${keptText(count, family)}. Run "skydeck do --resume" to resume later.\n`);
}

/** For a batch that needs no journal, or can’t have one. */
const noJournal: JournalPort = {journal: undefined, begin: async () => undefined};

interface JournalOptions {
  readonly account: OpenedAccount;
  readonly resumed: ResumedBatch | undefined;
  readonly context: Pick<CommandContext, 'env' | 'err'>;
}

/** The journal for these changes. */
export async function openJournal(
  {namedAction: {family, name, action}, clock}: PrepareInput,
  ready: readonly ReadyChange[],
  {account, resumed, context}: JournalOptions,
): Promise<JournalPort> {
  const {err} = context;
  if (resumed) return resumedJournal(resumed);
  const [first] = ready;
  const changes = ready.map(({change}) => change);
  // The demo account doesn't outlive the program.
  if (!first || ready.length < 2 || hasSecretId(changes) || account.profile.name === demoProfileName) return noJournal;
  const journals = journalsOf(account, context);
  // A journal that can't be read can't be written either; that problem is reported when the batch starts.
  for (const batch of await journals.listInterrupted().catch(() => []))
    err(`${sanitize(interruptedText(batch))}. Run "skydeck do --resume" to resume it.\n`);
  const facts = {at: clock.now(), family: family.id, title: action.title ?? name, params: first.ref.params};
  return {...noJournal, begin: () => journals.start(batchRecord(facts, rowsRecord(first.change, changes)))};
}

export const resumedJournal = ({journal}: ResumedBatch): JournalPort => ({...noJournal, journal});
