/** `skydeck do --resume`: resumes an interrupted batch, with exactly the changes that were never sent. */

import {families} from '../../families/registry.ts';
import type {Family} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';
import {
  editedTextAction,
  type InterruptedBatch,
  interruptedText,
  newerBatchesText,
  remainingRows,
  takenText,
  undoAction,
} from '../../store/changes/batch/interrupted-batch.ts';
import {actionName, allActions, resolveAction} from '../args/action-names.ts';
import {type DoLine, findActionWord, parseDoLine} from '../args/do-line.ts';
import {journalsOf, type ResumedBatch} from '../change/batch-journal.ts';
import {runAction} from '../commands/do.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {parseStepLine, resumeSteps} from './resume-steps.ts';

/**
 * @param words words after `do`: the action if several batches can be resumed, secrets of its fields, `--yes`
 * @returns the exit code
 */
export async function resumeBatch(
  account: OpenedAccount,
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const {err} = context;
  const takeOver = words.includes('--take-over');
  const own = words.filter(word => word !== '--resume' && word !== '--take-over');
  const {name: nameText, others, isAmbiguous} = findActionWord(own);
  const batchName = nameText === undefined || isAmbiguous ? undefined : parseBatchName(nameText);
  const flags = batchName ? others : own;
  const journals = journalsOf(account, context);
  const interrupted = await journals.listInterrupted();
  const batch = interrupted.find(
    ({family, action}) => !batchName || (batchName.family.id === family && batchName.name === action),
  );
  if ((await journals.countNewer()) > 0) {
    if (!batch) throw new UsageError(newerBatchesText);
    err(`${newerBatchesText}\n`);
  }
  if (!batch) {
    err('No interrupted batch to resume.\n');
    return exitCodes.done;
  }
  if (batch.otherHost !== undefined && !takeOver)
    throw new UsageError(
      `${sanitize(interruptedText(batch))}. If it has ended there, add --take-over. Two runs at once would send requests twice.`,
    );
  if (flags.includes('--forget')) {
    if (flags.length > 1) throw new UsageError('--resume --forget discards the batch and takes no other flags');
    const taken = await journals.resume(batch.id, {takeOver});
    if (!taken) {
      err(`skydeck: ${takenText} Nothing was discarded.\n`);
      return exitCodes.failed;
    }
    await taken.journal.close();
    err(`${sanitize(interruptedText(taken.batch))}: discarded. The remaining resources are unchanged\n`);
    return exitCodes.done;
  }
  const isSteps = batch.action === editedTextAction || batch.action === undoAction;
  const line = (isSteps ? parseStepLine : parseActionLine)(batch, flags, account.profile.identifiers);
  if ('help' in line) {
    context.out(line.help);
    return exitCodes.done;
  }
  // From now on no other process sends rows of the batch, so the remaining rows are read only after this.
  const resumed: ResumedBatch | undefined =
    line.dryRun || line.plan ? {batch, journal: undefined} : await journals.resume(batch.id, {takeOver});
  if (!resumed) {
    err(`skydeck: ${takenText} Nothing was sent.\n`);
    return exitCodes.failed;
  }
  try {
    return await (isSteps ? resumeSteps : resumeAction)(account, line, context, resumed);
  } finally {
    resumed.journal?.release();
  }
}

/** @throws UsageError */
function parseActionLine(
  batch: InterruptedBatch,
  flags: readonly string[],
  identifiers: Identifiers | undefined,
): DoLine | {readonly help: string} {
  const namedAction = allActions().find(({family, name}) => family.id === batch.family && name === batch.action);
  if (!namedAction)
    throw new UsageError(
      `${batch.family}.${batch.action} was started by another Skydeck version. Resume it with that version.`,
    );
  const line = parseDoLine([actionName(namedAction), ...flags], identifiers);
  if (!('help' in line) && (line.ids.length > 0 || line.filter !== undefined))
    throw new UsageError('--resume takes no IDs and no --filter: it continues with the remaining resources');
  return line;
}

/** @returns the exit code */
async function resumeAction(
  account: OpenedAccount,
  line: DoLine,
  context: CommandContext,
  resumed: ResumedBatch,
): Promise<number> {
  const {err} = context;
  err(`${sanitize(interruptedText(resumed.batch))}\n`);
  const {notRetried} = remainingRows(resumed.batch);
  for (const {label, message} of notRetried) err(`skydeck: ${sanitize(label)}: ${message}\n`);
  const code = await runAction(account, line, context, {resumed});
  return code === exitCodes.done && notRetried.length > 0 ? exitCodes.failed : code;
}

/**
 * Parses the name of a batch: an action, a list as text (`domains.records.text`), or an undo (`instances.undo`).
 * @throws UsageError
 */
function parseBatchName(text: string): {readonly family: Family; readonly name: string} {
  for (const name of [editedTextAction, undoAction]) {
    const family = families.find(({id}) => `${id}.${name}`.toLowerCase() === text.toLowerCase());
    if (family && (name === undoAction || family.text)) return {family, name};
  }
  return resolveAction(text);
}
