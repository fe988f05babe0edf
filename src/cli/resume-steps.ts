/**
 * `skydeck do --resume` of a run that has a step of its own for each row: of a list that was edited as text, such as a zone,
 * and of an undo of several changes.
 */
import {families} from '../families/registry.ts';
import {sanitize} from '../platform/text/clean.ts';
import {printableJson} from '../platform/text/json.ts';
import type {Account} from '../store/account.ts';
import type {Change} from '../store/changes/types.ts';
import {realClock} from '../store/clock.ts';
import type {Identifiers} from '../store/identifiers.ts';
import {editedText, interruptedWords} from '../store/runs.ts';
import {prepareBack} from '../store/taken-back.ts';
import {leftAlone, prepareRest} from '../store/texts/steps.ts';
import {type Surroundings, Usage} from './account.ts';
import {actionNamed} from './actions.ts';
import {dryText, isAgreed} from './agree.ts';
import {exitCodes} from './exit.ts';
import {keptIn, type Resumed, takenWords} from './journal.ts';
import {createKnown} from './known.ts';
import {type DoLine, readLine} from './line.ts';
import {openPassages, type Passages} from './moving.ts';
import {notSent, sendOneByOne} from './one-by-one.ts';
import type {Ready} from './prepare.ts';
import {type Result, send} from './send.ts';
import {openSession} from './session.ts';
import {telling} from './telling.ts';
import {until} from './time.ts';

/** An action that the run has a step of: the flags that any takes are read with it. */
const actionOf = ({family, action, rows}: Resumed['run']): string =>
  `${family}.${action === editedText ? 'update' : rows[0]?.back?.does}`;

/** A step at its preview. */
interface ReadyStep {
  readonly key: string;
  readonly step: {readonly does: string};
  readonly change: Change;
}

interface Around {
  readonly account: Account;
  readonly line: DoLine;
  readonly surroundings: Surroundings;
}

/** A step that can be sent. */
interface Due {
  readonly from: ReadyStep;
  readonly ready: Ready;
}

/** @returns the exit code */
export async function resumeSteps(
  account: Account,
  resumed: Resumed,
  flags: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const line = lineOf(resumed, flags, account.profile.identifiers);
  if ('help' in line) {
    surroundings.out(line.help);
    return exitCodes.done;
  }
  const passages = openPassages(surroundings);
  try {
    return await perform(resumed, {account, line, surroundings}, passages);
  } finally {
    await passages.close();
  }
}

/** The flags that are not about fields: those stand in what was written down. @throws Usage */
function lineOf(
  {run}: Resumed,
  flags: readonly string[],
  identifiers: Identifiers | undefined,
): DoLine | {readonly help: string} {
  const line = readLine([actionOf(run), ...flags], identifiers);
  const [of, says] = run.action === editedText ? ['edited text', 'the text'] : ['undo', 'what it takes back'];
  if (!('help' in line) && (line.ids.length > 0 || line.filter !== undefined || line.fields.size > 0 || line.body))
    throw new Usage(`--resume of an ${of} takes no IDs, --filter or fields: ${says} says what is done`);
  return line;
}

async function perform(resumed: Resumed, around: Around, passages: Passages): Promise<number> {
  const {run} = resumed;
  const {account, line, surroundings} = around;
  const {clock = realClock, env, err} = surroundings;
  const family = families.find(({id}) => id === run.family);
  const isText = run.action === editedText;
  if (!family || (isText && !family.text))
    throw new Usage(`${run.family} was changed by another version, which alone can go on with it`);
  err(`${sanitize(interruptedWords(run))}\n`);
  const {session, connection, close} = await openSession(account, telling(account, err, surroundings), {
    clock,
    env,
    err,
  });
  const collection = session.collection(family.id, run.params);
  const stop = collection.subscribe(() => {});
  const opened: ReadyStep[] = [];
  try {
    const read = await until(collection, ({complete, failure}) => complete || failure !== undefined);
    if (read?.failure) {
      err(`skydeck: ${sanitize(read.failure.words)}\n`);
      return exitCodes.failed;
    }
    // What the token may not do is said before it is tried.
    await session.permits();
    const {steps, skipped} = await (isText ? prepareRest : prepareBack)(session, run, family);
    opened.push(...steps);
    for (const {label, words} of skipped) err(`skydeck: ${sanitize(label)}: ${sanitize(words)}\n`);
    const due = await Promise.all(steps.map(step => dueOf(step, run.params)));
    const ready = due.map(one => one.ready);
    if (ready.length === 0) {
      if (!line.dryRun) await (await resumed.runs.resume(run.run))?.close();
      err('nothing is left to send\n');
      return exitCodes.failed;
    }
    if (line.dryRun) {
      surroundings.out(dryText(ready, true, line));
      return skipped.length > 0 ? exitCodes.failed : exitCodes.done;
    }
    if (!(await isAgreed(ready, line, account, surroundings))) {
      err('nothing was sent\n');
      return exitCodes.failed;
    }
    const source = {connection, known: createKnown(clock.now, connection.identifiers)};
    const sending = {values: new Map(), session, clock, source, passages, surroundings};
    const code = await sendAll(due, resumed, around, (one, step) =>
      send({...sending, named: actionNamed(`${family.id}.${step.does}`, account.profile.identifiers)}, one, err),
    );
    return code === exitCodes.done && skipped.length > 0 ? exitCodes.failed : code;
  } finally {
    for (const {change} of opened) change.close();
    stop();
    await close();
  }
}

async function dueOf(from: ReadyStep, params: Resumed['run']['params']): Promise<Due> {
  const {change} = from;
  await until(change, ({preview}) => preview?.loading !== true);
  const {preview, typing} = change.get();
  if (!preview) throw new Error('there is nothing to preview');
  const {row} = change;
  const place = {at: params, id: row && String(change.family.key(row))};
  return {from, ready: {kind: 'ready', row, place, change, preview, typing}};
}

async function sendAll(
  due: readonly Due[],
  {run, runs}: Resumed,
  {line, surroundings}: Around,
  sendOne: (one: Ready, step: ReadyStep['step']) => Promise<Result>,
): Promise<number> {
  const {out, err} = surroundings;
  const journal = await runs.resume(run.run);
  if (!journal) {
    err(takenWords);
    return exitCodes.failed;
  }
  const keyOf = new Map(due.map(({ready, from}) => [ready, from.key]));
  const keeping = keptIn(journal, err, one => keyOf.get(one));
  const labels = new Map(run.rows.map(({id, label}) => [String(id), label]));
  const told: object[] = [];
  let failed = false;
  const early = await sendOneByOne(due, keeping, surroundings, async ({ready, from: {step, key}}) => {
    // What did not come must not have taken anything away.
    const waits = run.action === editedText && step.does === 'delete' && failed;
    const result = waits ? undefined : await keeping.keep(ready, () => sendOne(ready, step));
    if (!waits && !result) return false;
    const label = labels.get(key) ?? '';
    const failure = waits ? `was ${leftAlone}` : result?.refusal;
    failed ||= failure !== undefined;
    told.push(failure === undefined ? {label, ok: true, answer: result?.told ?? {}} : {label, ok: false, failure});
    if (failure !== undefined) err(`skydeck: ${sanitize(label)}: ${failure}\n`);
    else if (!line.json) out((result?.lines ?? []).map(text => `${text}\n`).join(''));
    return true;
  });
  for (const {from} of due.slice(told.length))
    told.push({label: labels.get(from.key) ?? '', ok: false, failure: notSent});
  if (line.json) out(`${printableJson(told, 2)}\n`);
  return early ?? (failed ? exitCodes.failed : exitCodes.done);
}
