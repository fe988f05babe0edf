/** `skydeck do FAMILY.ACTION [ID…] [--field value …]`: runs any action of any family, by the rules of the console. */

import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Connection} from '../../store/api/connection.ts';
import type {JournalPort} from '../../store/changes/batch/batch-run.ts';
import {remainingRows} from '../../store/changes/batch/interrupted-batch.ts';
import {realClock} from '../../store/core/clock.ts';
import {noteApplied} from '../../store/plans/applied-plans.ts';
import type {Plan} from '../../store/plans/plan-file.ts';
import type {Session} from '../../store/session/session.ts';
import type {DoLine} from '../args/do-line.ts';
import {filterHintLine} from '../args/filter-flag.ts';
import {flagValues, resumedValues} from '../args/flag-values.ts';
import {hasPipedIds, readIds} from '../args/piped-ids.ts';
import {keepRefused, openJournal, type ResumedBatch} from '../change/batch-journal.ts';
import {readCosts} from '../change/change-costs.ts';
import {commandStateFiles, openChangeSession} from '../change/change-session.ts';
import {confirm, dryRunText} from '../change/confirm.ts';
import {type FileStaging, openFileStaging} from '../change/file-staging.ts';
import {type ChangeTarget, type PrepareResult, prepareChange, type ReadyChange} from '../change/prepare-change.ts';
import {resultsText, unchangedResult, withFinalRows} from '../change/print-results.ts';
import {batchRefusal, sendBatch} from '../change/send-batch.ts';
import {type SendOptions, type SendResult, sendChange} from '../change/send-change.ts';
import {createTargetTexts, reportExcluded, type TargetTexts} from '../change/target-text.ts';
import {newestEventId, reportCompletions, type SentChange} from '../change/wait-for-changes.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import type {CommandContext} from '../io/command-context.ts';
import {exitCodes, worstExitCode} from '../io/exit-codes.ts';
import {reportDrift} from '../plan/plan-drift.ts';
import {writePlanForLine} from '../plan/write-plan.ts';
import {createRowCache} from '../read/command-lookup.ts';
import {resolveLabels} from '../read/resolve-labels.ts';
import {plannedTargets, remainingTargets, targetRows} from '../read/target-rows.ts';

/** The batch that a line resumes, or the plan that it applies, instead of IDs. */
export interface ActionOrigin {
  readonly resumed?: ResumedBatch;
  readonly plan?: Plan;
}

/** @returns the exit code */
export async function runAction(
  account: OpenedAccount,
  line: DoLine,
  context: CommandContext,
  {resumed, plan}: ActionOrigin = {},
): Promise<number> {
  const staging = openFileStaging(context);
  try {
    const connect = connectWithWarnings(account, context.err, context);
    return await runWithStaging({account, line, context, resumed, plan, connect}, staging);
  } finally {
    await staging.close();
  }
}

interface ActionRun {
  readonly account: OpenedAccount;
  readonly line: DoLine;
  readonly context: CommandContext;
  readonly resumed: ResumedBatch | undefined;
  readonly plan: Plan | undefined;
  /** Connects to the account, and prints the warnings of its API. */
  readonly connect: () => Promise<Connection>;
}

async function runWithStaging(actionRun: ActionRun, staging: FileStaging): Promise<number> {
  const {account, line, context, resumed, plan, connect} = actionRun;
  const {namedAction} = line;
  const {clock = realClock, env, err} = context;
  const ids = await readIds(line, context);
  if (hasPipedIds(line) && ids.length < line.ids.length) {
    err('No IDs on standard input. Nothing was sent.\n');
    return exitCodes.done;
  }
  const typedValues = await flagValues(line, staging, context);
  const saved = resumed?.batch ?? plan;
  const savedValues = saved && resumedValues(saved, namedAction, typedValues, plan && 'skydeck plan apply FILE');
  const {connection, session, close} = await openChangeSession(account, connect, {clock, env, err});
  try {
    const targets = resumed
      ? await remainingTargets(connection, line, resumed, err)
      : plan
        ? await plannedTargets(connection, line, plan)
        : await targetRows(connection, {...line, ids});
    if (targets.length === 0 && resumed) {
      await resumed.journal?.close();
      err('Nothing remains to send.\n');
      return exitCodes.failed;
    }
    if (targets.length === 0) {
      err('No resource matches the filter. Nothing was sent.\n');
      err(filterHintLine(line.filter, namedAction.family));
      return exitCodes.done;
    }
    const values = await resolveLabels(connection, namedAction, typedValues);
    // Missing permissions of the token are reported before the first request.
    await session.whenPermissionsLoaded();
    const refusal = resumed && resumeRefusal(session, account, line);
    if (refusal !== undefined) {
      err(`skydeck: ${refusal}. The batch is kept.\n`);
      return exitCodes.failed;
    }
    const source = {connection, cache: createRowCache(connection, clock.now)};
    const options = {namedAction, values, resumedValues: savedValues, session, clock, source, staging, context};
    return await runChanges(options, targets, actionRun);
  } finally {
    await close();
  }
}

/** The reason why no row of an interrupted batch can be changed now: the batch stays resumable. */
const resumeRefusal = (
  session: Session,
  {profile}: OpenedAccount,
  {namedAction: {action, family, name}}: DoLine,
): string | undefined =>
  profile.guards?.refusal(action.operation, `${family.id}.${name}`) ?? session.operationRefusal(action.operation);

async function runChanges(
  options: SendOptions,
  targets: readonly ChangeTarget[],
  actionRun: ActionRun,
): Promise<number> {
  const prepared: PrepareResult[] = [];
  try {
    for (const target of targets) prepared.push(await prepareChange(options, target));
    return await sendPrepared(options, targets, prepared, actionRun);
  } finally {
    for (const entry of prepared) if (entry.kind === 'ready') entry.change.close();
  }
}

async function sendPrepared(
  options: SendOptions,
  targets: readonly ChangeTarget[],
  prepared: readonly PrepareResult[],
  {account, line, context, resumed, plan, connect}: ActionRun,
): Promise<number> {
  const {err} = context;
  const {namedAction, session, staging} = options;
  // Messages must not be mixed into stdout if it receives the file.
  const out = staging.usesStdout ? err : context.out;
  const hasSeveral = targets.length > 1 || line.filter !== undefined || resumed !== undefined;
  const texts = createTargetTexts(namedAction.family, hasSeveral);
  const now = (): number => (context.clock ?? realClock).now();
  const ready = prepared.filter(entry => entry.kind === 'ready');
  if (plan && reportDrift(plan, prepared, err)) return exitCodes.failed;
  // Impossible changes are reported before the question about the others.
  reportExcluded(prepared, texts, err);
  const refusedCount = prepared.filter(({kind}) => kind === 'refused').length;
  if (resumed) keepRefused(resumed, {count: refusedCount, family: namedAction.family}, err);
  const refusal = batchRefusal(ready);
  if (refusal !== undefined) {
    err(`skydeck: ${refusal}. Nothing was sent.\n`);
    return exitCodes.failed;
  }
  const costs = await readCosts(options, ready, line);
  if (ready.length > 0 && line.dryRun) {
    out(dryRunText(ready, {hasSeveral}, line, costs));
    return exitCodeOf(prepared, [], line);
  }
  if (line.plan)
    return writePlanForLine(
      line.plan,
      {account, namedAction, prepared, ready, totals: costs.totals, now: now()},
      context,
    );
  if (ready.length > 0 && !(await confirm(ready, {line, account}, context, costs.totals))) {
    err('Nothing was sent.\n');
    return exitCodes.failed;
  }
  const sinceEventId = line.wait && ready.length > 0 ? await newestEventId(session) : 0;
  const journal = await openJournal(options, ready, {account, resumed, context});
  const planRefusal = plan && (await noteApplied(plan, now(), commandStateFiles(context)));
  if (planRefusal !== undefined) {
    err(`skydeck: ${planRefusal}\n`);
    return exitCodes.failed;
  }
  const {results, earlyExitCode} = await sendReady(options, {prepared, ready, journal, texts, line, out});
  if (plan && results.some(({refusal}) => refusal !== undefined))
    err('skydeck: The plan counts as applied. Write a new plan for the changes that failed.\n');
  const sent = sentOf(options, results);
  const completions = await reportCompletions(sent, {session, context, connect, sinceEventId, line}, (prepared, text) =>
    texts.withLabel(prepared, text),
  );
  // The JSON of several rows includes the refused ones.
  if (line.format !== undefined && (hasSeveral || results.some(({refusal}) => refusal === undefined))) {
    const finalResults = withFinalRows(session, sent, results, completions);
    out(resultsText(options, {prepared, results: finalResults, hasSeveral, format: line.format}));
  }
  if (!completions) return exitCodes.interrupted;
  if (earlyExitCode !== undefined) return earlyExitCode;
  const hasMissingTargets = resumed !== undefined && targets.length < remainingRows(resumed.batch).remaining.length;
  return (
    exitCodeOf(prepared, results, line) ||
    worstExitCode([...completions.map(({code}) => code), ...(hasMissingTargets ? [exitCodes.failed] : [])])
  );
}

interface ReadyBatch {
  readonly prepared: readonly PrepareResult[];
  readonly ready: readonly ReadyChange[];
  readonly journal: JournalPort;
  readonly texts: TargetTexts;
  readonly line: DoLine;
  readonly out: (text: string) => void;
}

/** Sends the changes and prints their results; rows that already have the values count as results. */
async function sendReady(options: SendOptions, {prepared, ready, journal, texts, line, out}: ReadyBatch) {
  const {context, namedAction} = options;
  const {err} = context;
  const {family} = namedAction;
  const results: SendResult[] = prepared.flatMap(entry =>
    entry.kind === 'same' ? unchangedResult(options, entry) : [],
  );
  const items = ready.map(entry => {
    const {row} = entry.change;
    return {prepared: entry, label: entry.change.label ?? family.one, key: row && family.key(row)};
  });
  const {earlyExitCode} = await sendBatch(items, {
    context,
    journal,
    async send({prepared}, batchId) {
      const result = await sendChange({...options, batchId}, prepared, err);
      results.push(result);
      return result;
    },
    print({prepared}, {refusal, lines = []}) {
      if (line.format === undefined) out(lines.map(text => `${texts.withLabel(prepared, text)}\n`).join(''));
      if (refusal !== undefined) err(`skydeck: ${texts.prefix(prepared)}${refusal}\n`);
    },
  });
  return {results, earlyExitCode};
}

/** The accepted changes, without rows that already had the values. */
const sentOf = ({namedAction}: SendOptions, results: readonly SendResult[]): readonly SentChange[] =>
  results.flatMap(result => {
    const {subject, refusal} = result;
    return subject.kind === 'ready' && refusal === undefined ? [{namedAction, prepared: subject, result}] : [];
  });

/**
 * With a filter, rows that can't be changed are skipped, as in the console; for rows given by name, that is a failure.
 */
function exitCodeOf(prepared: readonly PrepareResult[], results: readonly SendResult[], {filter}: DoLine): number {
  if (results.some(({isInterrupted}) => isInterrupted)) return exitCodes.interrupted;
  const refusals = prepared.filter(result => result.kind === 'refused');
  const isLeftOut = filter !== undefined && refusals.length < prepared.length;
  if (results.some(({refusal}) => refusal !== undefined)) return exitCodes.failed;
  if (refusals.length === 0 || isLeftOut) return exitCodes.done;
  return refusals.some(({isMistake}) => isMistake) ? exitCodes.usage : exitCodes.failed;
}
