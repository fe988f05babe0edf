/** `skydeck do --resume`: goes on with a change to several rows that was killed, with exactly those that were never sent. */

import type {Family} from '../families/define.ts';
import {families} from '../families/registry.ts';
import {sanitize} from '../platform/text/clean.ts';
import type {Account} from '../store/account.ts';
import {editedText, interruptedWords, leftOf, type Runs, takenBack} from '../store/runs.ts';
import {type Surroundings, Usage} from './account.ts';
import {actionName, actionNamed, allActions} from './actions.ts';
import {perform} from './do.ts';
import {exitCodes} from './exit.ts';
import {runsOf} from './journal.ts';
import {readLine} from './line.ts';
import {resumeSteps} from './resume-steps.ts';

/**
 * @param words those after `do`: the action where there may be several runs, secrets of its fields, `--yes`
 * @returns the exit code
 */
export async function resume(account: Account, words: readonly string[], surroundings: Surroundings): Promise<number> {
  const {err} = surroundings;
  const takeOver = words.includes('--take-over');
  const [typed, ...further] = words.filter(word => word !== '--resume' && word !== '--take-over');
  const wanted = typed === undefined || typed.startsWith('-') ? undefined : wantedBy(typed);
  const flags = wanted || typed === undefined ? further : [typed, ...further];
  const kept = runsOf(account, surroundings);
  const runs: Runs = {...kept, resume: id => kept.resume(id, {takeOver})};
  const interrupted = await runs.interrupted();
  const run = interrupted.find(
    ({family, action}) => !wanted || (wanted.family.id === family && wanted.name === action),
  );
  if (!run) {
    err('nothing was interrupted: there is nothing to go on with\n');
    return exitCodes.done;
  }
  if (run.elsewhere !== undefined && !takeOver)
    throw new Usage(
      `${sanitize(interruptedWords(run))}. If it has ended there, add --take-over: two at once would send requests twice.`,
    );
  if (flags.includes('--forget')) {
    if (flags.length > 1) throw new Usage('--resume --forget throws it away, and takes no further flags');
    await (await runs.resume(run.run))?.close();
    err(`${sanitize(interruptedWords(run))}: forgotten, the rest is left as it is\n`);
    return exitCodes.done;
  }
  if (run.action === editedText || run.action === takenBack)
    return resumeSteps(account, {run, runs}, flags, surroundings);
  const named = allActions().find(({family, name}) => family.id === run.family && name === run.action);
  if (!named)
    throw new Usage(`${run.family}.${run.action} was begun by another version, which alone can go on with it`);
  const line = readLine([actionName(named), ...flags], account.profile.identifiers);
  if ('help' in line) {
    surroundings.out(line.help);
    return exitCodes.done;
  }
  if (line.ids.length > 0 || line.filter !== undefined)
    throw new Usage('--resume takes neither IDs nor --filter: it goes on with those that are left');
  err(`${sanitize(interruptedWords(run))}\n`);
  const {told} = leftOf(run);
  for (const {label, words} of told) err(`skydeck: ${sanitize(label)}: ${words}\n`);
  const code = await perform(account, line, surroundings, {run, runs});
  return code === exitCodes.done && told.length > 0 ? exitCodes.failed : code;
}

/** What a run may have been begun as: an action, a list as text, `domains.records.text`, or an undo, `instances.undo`. @throws Usage */
function wantedBy(typed: string): {readonly family: Family; readonly name: string} {
  for (const name of [editedText, takenBack]) {
    const family = families.find(({id}) => `${id}.${name}`.toLowerCase() === typed.toLowerCase());
    if (family && (name === takenBack || family.text)) return {family, name};
  }
  return actionNamed(typed);
}
