/**
 * `skydeck do --resume` of a batch with a separate step for each row: a list that was edited as text, such as a zone,
 * or an undo of several changes.
 */
import {families} from '../../families/registry.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';
import {editedTextAction, type InterruptedBatch, interruptedText} from '../../store/changes/batch/interrupted-batch.ts';
import type {Change} from '../../store/changes/change.ts';
import {prepareUndo} from '../../store/changes/resume-undo.ts';
import {prepareRemaining} from '../../store/changes/text/list-diff.ts';
import {realClock} from '../../store/core/clock.ts';
import {type NamedAction, resolveAction} from '../args/action-names.ts';
import {type DoLine, parseDoLine} from '../args/do-line.ts';
import {keepRefused, type ResumedBatch, resumedJournal} from '../change/batch-journal.ts';
import {openChangeSession} from '../change/change-session.ts';
import {confirm, dryRunText} from '../change/confirm.ts';
import {type FileStaging, openFileStaging} from '../change/file-staging.ts';
import {jsonText, withFinalRows} from '../change/print-results.ts';
import {type BatchItem, batchRefusal, type ItemResult, notSentText, sendBatch} from '../change/send-batch.ts';
import {type SendResult, sendChange} from '../change/send-change.ts';
import {type CompletionWait, newestEventId, reportCompletions, type SentChange} from '../change/wait-for-changes.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {until} from '../io/deadline.ts';
import {exitCodes, worstExitCode} from '../io/exit-codes.ts';
import {createRowCache} from '../read/command-lookup.ts';

/** The name of an action of the batch, whose parser reads the flags of all steps. */
const actionNameOf = ({family, action, rows}: InterruptedBatch): string =>
  `${family}.${action === editedTextAction ? 'update' : rows[0]?.undo?.action}`;

/** A step at its preview. */
interface ReadyStep {
  readonly key: string;
  readonly step: {readonly action: string};
  readonly change: Change;
  readonly isDependent: boolean;
}

interface StepRun {
  readonly account: OpenedAccount;
  readonly line: DoLine;
  readonly context: CommandContext;
}

/** A step that can be sent. */
interface StepItem extends BatchItem {
  readonly namedAction: NamedAction;
}

/** @returns the exit code */
export async function resumeSteps(
  account: OpenedAccount,
  line: DoLine,
  context: CommandContext,
  resumed: ResumedBatch,
): Promise<number> {
  const staging = openFileStaging(context);
  try {
    return await runSteps(resumed, {account, line, context}, staging);
  } finally {
    await staging.close();
  }
}

/**
 * The flags other than those of fields, whose values come from the journal.
 * @throws UsageError
 */
export function parseStepLine(
  batch: InterruptedBatch,
  flags: readonly string[],
  identifiers: Identifiers | undefined,
): DoLine | {readonly help: string} {
  const line = parseDoLine([actionNameOf(batch), ...flags], identifiers);
  const of = batch.action === editedTextAction ? 'edited text' : 'undo';
  if (!('help' in line) && (line.ids.length > 0 || line.filter !== undefined || line.fields.size > 0 || line.body))
    throw new UsageError(`--resume of an ${of} takes no IDs, --filter or fields`);
  if (!('help' in line) && line.format === 'name')
    throw new UsageError(`--output name doesn’t work with --resume of an ${of}. Use --output json`);
  if (!('help' in line) && line.plan)
    throw new UsageError(`--plan doesn’t work with --resume of an ${of}. Use --dry-run to see its requests`);
  return line;
}

async function runSteps(resumed: ResumedBatch, stepRun: StepRun, staging: FileStaging): Promise<number> {
  const {batch} = resumed;
  const {account, line, context} = stepRun;
  const {clock = realClock, env, err} = context;
  const family = families.find(({id}) => id === batch.family);
  const isEditedText = batch.action === editedTextAction;
  if (!family || (isEditedText && !family.text))
    throw new UsageError(`${batch.family} was changed by another Skydeck version. Resume it with that version.`);
  err(`${sanitize(interruptedText(batch))}\n`);
  const connect = connectWithWarnings(account, err, context);
  const {session, connection, close} = await openChangeSession(account, connect, {clock, env, err});
  const collection = session.collection(family.id, batch.params);
  const stop = collection.subscribe(() => {});
  const openedSteps: ReadyStep[] = [];
  try {
    const state = await until(collection, ({isComplete, failure}) => isComplete || failure !== undefined);
    if (state?.failure) {
      err(`skydeck: ${sanitize(state.failure.message)}\n`);
      return exitCodes.failed;
    }
    // Missing permissions of the token are reported before the first request.
    await session.whenPermissionsLoaded();
    const notNow = session.operationRefusal(family.source, batch.params);
    if (notNow !== undefined) {
      err(`skydeck: ${notNow}. The batch is kept.\n`);
      return exitCodes.failed;
    }
    const {steps, skipped} = await (isEditedText ? prepareRemaining : prepareUndo)(session, batch, family);
    openedSteps.push(...steps);
    for (const {label, message} of skipped) err(`skydeck: ${sanitize(label)}: ${sanitize(message)}\n`);
    const kept = skipped.filter(({canResume}) => canResume).length;
    keepRefused(resumed, {count: kept, family}, err);
    const actionOf = ({step}: ReadyStep) => resolveAction(`${family.id}.${step.action}`, account.profile.identifiers);
    const items = await Promise.all(steps.map(step => stepItem(step, actionOf(step), resumed)));
    const ready = items.map(({prepared}) => prepared);
    if (ready.length === 0) {
      await resumed.journal?.close();
      err(kept > 0 ? 'Nothing was sent.\n' : 'Nothing remains to send.\n');
      return exitCodes.failed;
    }
    const refusal = batchRefusal(ready);
    if (refusal !== undefined) {
      err(`skydeck: ${refusal}. Nothing was sent.\n`);
      return exitCodes.failed;
    }
    if (line.dryRun) {
      context.out(dryRunText(ready, {hasSeveral: true}, line));
      return skipped.length > 0 ? exitCodes.failed : exitCodes.done;
    }
    if (!(await confirm(ready, {line, account}, context))) {
      err('Nothing was sent.\n');
      return exitCodes.failed;
    }
    const source = {connection, cache: createRowCache(connection, clock.now)};
    const options = {values: new Map(), session, clock, source, staging, context};
    const sinceEventId = line.wait ? await newestEventId(session) : 0;
    const wait = {session, context, connect, sinceEventId, line};
    const code = await sendSteps(items, resumed, wait, ({namedAction, prepared}, batchId) =>
      sendChange({...options, batchId, namedAction}, prepared, err),
    );
    return code === exitCodes.done && skipped.length > 0 ? exitCodes.failed : code;
  } finally {
    for (const {change} of openedSteps) change.close();
    stop();
    await close();
  }
}

async function stepItem(
  {key, change, isDependent}: ReadyStep,
  namedAction: NamedAction,
  {batch}: ResumedBatch,
): Promise<StepItem> {
  await until(change, ({preview}) => preview?.isLoading !== true);
  const {preview, confirmText} = change.getState();
  if (!preview) throw new Error('no preview');
  const {row} = change;
  const ref = {params: batch.params, id: row && String(change.family.key(row))};
  return {
    prepared: {kind: 'ready', row, ref, change, preview, confirmText},
    key,
    label: batch.rows.find(({id}) => String(id) === key)?.label ?? '',
    namedAction,
    isDependent,
  };
}

async function sendSteps(
  items: readonly StepItem[],
  resumed: ResumedBatch,
  wait: CompletionWait,
  send: (item: StepItem, batchId: string | undefined) => Promise<SendResult>,
): Promise<number> {
  const {session, context, line} = wait;
  const {out, err} = context;
  const sent: SentChange[] = [];
  const {results, earlyExitCode} = await sendBatch(items, {
    context,
    journal: resumedJournal(resumed),
    async send(item, batchId) {
      const result = await send(item, batchId);
      if (result.refusal === undefined) sent.push({...item, result});
      return result;
    },
    print({label}, {refusal, lines = []}) {
      if (refusal !== undefined) err(`skydeck: ${sanitize(label)}: ${refusal}\n`);
      else if (line.format === undefined) out(lines.map(text => `${text}\n`).join(''));
    },
  });
  // A step names its resource.
  const completions = await reportCompletions(sent, wait, (_, text) => text);
  const finalResults = withFinalRows(session, sent, results, completions);
  if (line.format !== undefined)
    out(
      jsonText(
        items.map(({label}, index) => stepJson(label, finalResults[index])),
        line.format,
      ),
    );
  if (!completions) return exitCodes.interrupted;
  const hasFailed = results.some(result => result?.refusal !== undefined);
  return earlyExitCode ?? (hasFailed ? exitCodes.failed : worstExitCode(completions.map(({code}) => code)));
}

const stepJson = (label: string, result: ItemResult | undefined): object => {
  const failure = result === undefined ? notSentText : result.refusal;
  return failure === undefined ? {label, ok: true, answer: result?.spelledResponse ?? {}} : {label, ok: false, failure};
};
