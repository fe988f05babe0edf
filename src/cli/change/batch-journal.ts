/**
 * Journal of a command that changes several rows, so that after a kill `do --resume` continues with exactly the
 * remaining rows.
 */
import type {RowId} from '../../families/shape/define-family.ts';
import {openStateFiles} from '../../platform/files/state-files.ts';
import {stateFolder} from '../../platform/files/xdg-paths.ts';
import {isProcessRunning} from '../../platform/process/process-alive.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {demoProfileName} from '../../profiles/profile.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {
  type BatchJournal,
  type BatchJournals,
  batchJournalPath,
  interruptedText,
  memoryBatchJournals,
  openBatchJournals,
  thisProcess,
} from '../../store/changes/batch/batch-journal.ts';
import type {InterruptedBatch} from '../../store/changes/batch/interrupted-batch.ts';
import {isSecretId} from '../../store/core/secret-fields.ts';
import type {CommandContext} from '../io/open-account.ts';
import type {PreparedChange, PrepareInput} from './prepare-change.ts';
import type {SendResult} from './send-change.ts';

/** The runs of an account, the console's among them; the demo's end with the program. */
export function runsOf({profile}: OpenedAccount, {env, err}: Pick<CommandContext, 'env' | 'err'>): BatchJournals {
  if (profile.name === demoProfileName) return memoryBatchJournals();
  const files = openStateFiles(stateFolder(env), words => err(`skydeck: ${words}\n`));
  return openBatchJournals({
    files,
    path: batchJournalPath(profile.name),
    writer: thisProcess(),
    isRunning: isProcessRunning,
  });
}

/** A run that was interrupted, taken up again. */
export interface ResumedBatch {
  readonly run: InterruptedBatch;
  readonly runs: BatchJournals;
}

/** Journal of sending to several rows, written step by step; a change of one row needs none. */
export interface SendJournal {
  /** True when the remaining rows of the batch can be resumed. */
  readonly isPersisted: boolean;
  /** Sends one change; undefined if it can't be journaled, and so must not be sent. */
  record(prepared: PreparedChange, send: () => Promise<SendResult>): Promise<SendResult | undefined>;
  /** Ends the journal: every row that could be sent was sent. */
  close(): Promise<void>;
}

const noJournal: SendJournal = {isPersisted: false, record: (_, send) => send(), close: async () => {}};

interface JournalOptions {
  readonly account: OpenedAccount;
  readonly resumed: ResumedBatch | undefined;
  readonly context: Pick<CommandContext, 'env' | 'err'>;
}

/** Starts a journal, or continues that of an earlier batch; warns when it can't be written. */
export async function openJournal(
  input: PrepareInput,
  ready: readonly PreparedChange[],
  {account, resumed, context}: JournalOptions,
): Promise<SendJournal | undefined> {
  const {err} = context;
  if (resumed) {
    const resumedJournal = await resumed.runs.resume(resumed.run.run);
    if (!resumedJournal) err(alreadyResumedText);
    return resumedJournal && recordIn(resumedJournal, err);
  }
  const isSecret = ({row}: PreparedChange) => row && isSecretId(input.namedAction.family.key(row), row);
  // Rows that are identified by a secret can't be named in a file, and the demo account is lost when the program ends.
  if (ready.length < 2 || ready.some(isSecret) || account.profile.name === demoProfileName) return noJournal;
  const runs = runsOf(account, context);
  // A journal that can't be read can't be written either, which is reported below.
  for (const run of await runs.interrupted().catch(() => []))
    err(`${sanitize(interruptedText(run))}. Run "skydeck do --resume" to resume it.\n`);
  try {
    return recordIn(await runs.start(batchOf(input, ready)), err);
  } catch (error) {
    err(`Can’t write the batch journal: ${errorMessage(error)}. If interrupted, this batch can’t be resumed.\n`);
    return noJournal;
  }
}

export const alreadyResumedText = 'skydeck: Another process has resumed this batch. Nothing was sent.\n';

const rowIdOf = ({change: {family, row}}: PreparedChange): RowId | undefined => row && family.key(row);

function batchOf({namedAction, clock}: PrepareInput, ready: readonly PreparedChange[]) {
  const {family, name, action} = namedAction;
  const [first] = ready;
  const {values, secrets} = first?.change.typed() ?? {values: {}, secrets: []};
  const rows = ready.flatMap(({row}) => (row ? [{id: family.key(row), label: family.label(row)}] : []));
  const title = action.title ?? name;
  return {
    at: clock.now(),
    family: family.id,
    action: name,
    title,
    params: first?.ref.at ?? {},
    values,
    secrets,
    rows,
  };
}

/** @param idOf returns the ID of a change in the journal */
export function recordIn(
  journal: BatchJournal,
  err: CommandContext['err'],
  idOf: (prepared: PreparedChange) => RowId | undefined = rowIdOf,
): SendJournal {
  return {
    isPersisted: true,
    async record(prepared, send) {
      const {family, row} = prepared.change;
      const id = idOf(prepared);
      if (id === undefined) return send();
      try {
        await journal.markSending(id);
      } catch (error) {
        err(
          `skydeck: ${sanitize(row ? family.label(row) : family.one)} was not sent, for it could not be written down: ${errorMessage(error)}\n`,
        );
        return undefined;
      }
      const result = await send();
      const isUnknown = prepared.change.get().outcome?.unknown === true;
      const outcome = isUnknown ? 'unknown' : result.refusal === undefined ? 'ok' : 'failed';
      // A row whose outcome is missing is not sent again: nothing else is lost.
      await journal
        .markEnded(id, outcome)
        .catch(error => err(`Can’t write the results to the batch journal: ${errorMessage(error)}\n`));
      return result;
    },
    // Every row has its outcome in the journal: nothing remains to be resumed, even if the closing line is missing.
    close: () => journal.close().catch(() => undefined),
  };
}
