/** `skydeck do FAMILY.ACTION [ID…] [--field value …]`: any action of any family, by the rules of the console. */
import type {AnyRow} from '../families/define.ts';
import {sanitize} from '../platform/text/clean.ts';
import {printableJson} from '../platform/text/json.ts';
import type {Account} from '../store/account.ts';
import type {Change} from '../store/changes/types.ts';
import {endingClock, realClock} from '../store/clock.ts';
import type {Connection} from '../store/connection.ts';
import {leftOf} from '../store/runs.ts';
import type {Surroundings} from './account.ts';
import {dryText, isAgreed} from './agree.ts';
import {exitCodes} from './exit.ts';
import {keptValues, valuesOf} from './given.ts';
import {keepingOf, type Resumed} from './journal.ts';
import {createKnown} from './known.ts';
import type {DoLine} from './line.ts';
import {openPassages, type Passages} from './moving.ts';
import {notSent, sendOneByOne} from './one-by-one.ts';
import {withIds} from './picked.ts';
import {type Doing, type Prepared, prepare, type Ready, type Target} from './prepare.ts';
import {type Result, type Sending, send} from './send.ts';
import {openSession} from './session.ts';
import {type Settled, settle} from './settle.ts';
import {targetsLeft, targetsOf} from './targets.ts';
import {telling} from './telling.ts';
import {until} from './time.ts';

/** @returns the exit code */
export async function perform(
  account: Account,
  line: DoLine,
  surroundings: Surroundings,
  resumed?: Resumed,
): Promise<number> {
  const passages = openPassages(surroundings);
  try {
    const connect = telling(account, surroundings.err, surroundings);
    return await performWith({account, line, surroundings, resumed, connect}, passages);
  } finally {
    await passages.close();
  }
}

interface Around {
  readonly account: Account;
  readonly line: DoLine;
  readonly surroundings: Surroundings;
  readonly resumed: Resumed | undefined;
  /** Connects to the account, and tells what its API warns of. */
  readonly connect: () => Promise<Connection>;
}

async function performWith(around: Around, passages: Passages): Promise<number> {
  const {account, line, surroundings, resumed, connect} = around;
  const {named} = line;
  const {clock = realClock, env, err} = surroundings;
  const given = await valuesOf(line, passages, surroundings);
  const kept = resumed ? keptValues(resumed.run, named, given) : undefined;
  const {connection, session, close} = await openSession(account, connect, {clock, env, err});
  const opened: Change[] = [];
  try {
    const targets = resumed ? await targetsLeft(connection, line, resumed, err) : await targetsOf(connection, line);
    if (targets.length === 0 && resumed) {
      await (await resumed.runs.resume(resumed.run.run))?.close();
      err('nothing is left to send\n');
      return exitCodes.failed;
    }
    if (targets.length === 0) {
      err('nothing is as the filter says: nothing was sent\n');
      return exitCodes.done;
    }
    const values = await withIds(connection, named, given);
    // What the token may not do is said before it is tried.
    await session.permits();
    const source = {connection, known: createKnown(clock.now, connection.identifiers)};
    const doing = {named, values, kept, session, clock, source, passages, surroundings};
    return await run(doing, targets, opened, around);
  } finally {
    for (const change of opened) change.close();
    await close();
  }
}

async function run(
  doing: Sending,
  targets: readonly Target[],
  opened: Change[],
  {account, line, surroundings, resumed, connect}: Around,
): Promise<number> {
  const {err} = surroundings;
  // Where the output is the file, what is said about it is no part of it.
  const out = doing.passages.isOutput ? err : surroundings.out;
  const several = targets.length > 1 || line.filter !== undefined || resumed !== undefined;
  const prepared: Prepared[] = [];
  for (const target of targets) prepared.push(await prepare(doing, target, opened));
  const ready = prepared.filter(one => one.kind === 'ready');
  const label = ({row}: Target) => (several && row ? `${sanitize(doing.named.family.label(row))}: ` : '');
  // What names it already need not be told whom it is about.
  const about = (target: Target, text: string) =>
    target.row && text.includes(sanitize(doing.named.family.label(target.row))) ? text : `${label(target)}${text}`;
  // "is off: boot it instead" says no more than that: in the console it stands beside its row.
  const refused = (one: Target & {readonly words: string}) =>
    one.row && one.words.startsWith('is ')
      ? `${sanitize(doing.named.family.label(one.row))} ${one.words}`
      : `${label(one)}${one.words}`;
  const sameWords = ({row, words}: Target & {readonly words: string}) =>
    row && words.startsWith('is ') ? `${sanitize(doing.named.family.label(row))} ${words}` : words;
  // What cannot be done is said before anybody is asked about the rest.
  for (const one of prepared) {
    if (one.kind === 'refused') err(`skydeck: ${refused(one)}\n`);
    if (one.kind === 'same') err(`${sameWords(one)}\n`);
  }
  if (ready.length > 0 && line.dryRun) {
    out(dryText(ready, several, line));
    return codeOf(prepared, [], line);
  }
  if (ready.length > 0 && !(await isAgreed(ready, line, account, surroundings))) {
    err('nothing was sent\n');
    return exitCodes.failed;
  }
  // Only events after this one can be about what is sent.
  if (line.wait && ready.length > 0) await until(doing.session.status, ({liveness}) => liveness !== 'connecting');
  const since = doing.session.events.get()[0]?.id ?? 0;
  const keeping = await keepingOf(doing, ready, {account, resumed, surroundings});
  if (!keeping) return exitCodes.failed;
  const results: Result[] = prepared.flatMap(one => (one.kind === 'same' ? sameResult(doing, one) : []));
  const early = await sendOneByOne(ready, keeping, surroundings, async one => {
    const result = await keeping.keep(one, () => send(doing, one, err));
    if (!result) return false;
    results.push(result);
    if (!line.json) out(result.lines.map(text => `${about(one, text)}\n`).join(''));
    if (result.refusal !== undefined) err(`skydeck: ${label(one)}${result.refusal}\n`);
    return true;
  });
  // Of several, those that were refused have their place in it, too.
  if (line.json && (several || results.some(({refusal}) => refusal === undefined)))
    out(jsonOf(doing, prepared, results, several));
  const sent = ready.filter(one => results.some(({of, refusal}) => of === one && refusal === undefined));
  const settled = line.wait ? await wait(doing, sent, {connect, since, line}, results) : [];
  if (!settled) {
    err('skydeck: no longer waited for: what was sent goes on\n');
    return exitCodes.interrupted;
  }
  for (const [index, {words}] of settled.entries()) {
    const one = sent[index];
    if (words === undefined) continue;
    err(`${one ? about(one, sanitize(words)) : sanitize(words)}\n`);
  }
  if (early !== undefined) return early;
  const gone = resumed !== undefined && targets.length < leftOf(resumed.run).due.length;
  return (
    codeOf(prepared, results, line) || worst([...settled.map(({code}) => code), ...(gone ? [exitCodes.failed] : [])])
  );
}

interface Waiting {
  readonly connect: () => Promise<Connection>;
  readonly since: number;
  readonly line: DoLine;
}

/** How each of them ended; undefined where the person interrupts, which ends the waiting alone. */
async function wait(
  doing: Sending,
  sent: readonly Ready[],
  {connect, since, line}: Waiting,
  results: readonly Result[],
): Promise<readonly Settled[] | undefined> {
  const clock = endingClock(doing.clock);
  const given = Promise.withResolvers<undefined>();
  const release = doing.surroundings.interrupted?.(() => given.resolve(undefined));
  const settling = sent.map(({row, place, change}) => {
    const result = results.find(({of}) => of.kind === 'ready' && of.change === change);
    const {answer, moved = false} = result ?? {};
    return settle({...doing, clock, row, place, answer, moved, connect, since, timeout: line.timeout});
  });
  try {
    return await Promise.race([Promise.all(settling), given.promise]);
  } finally {
    release?.();
    clock.end();
  }
}

/** A filter leaves out what cannot be done, as the console does with what is marked; who names it wants it done. */
function codeOf(prepared: readonly Prepared[], results: readonly Result[], {filter}: DoLine): number {
  if (results.some(({interrupted}) => interrupted)) return exitCodes.interrupted;
  const refused = prepared.filter(one => one.kind === 'refused');
  const isLeftOut = filter !== undefined && refused.length < prepared.length;
  if (results.some(({refusal}) => refusal !== undefined)) return exitCodes.failed;
  if (refused.length === 0 || isLeftOut) return exitCodes.done;
  return refused.some(({isMistake}) => isMistake) ? exitCodes.usage : exitCodes.failed;
}

const worst = (codes: readonly number[]): number =>
  codes.includes(exitCodes.failed) ? exitCodes.failed : Math.max(exitCodes.done, ...codes);

/** The answer of one, or what became of each of several. */
/** Nothing is sent, and what is there already is the answer. */
function sameResult({named: {family}, session}: Doing, one: Prepared): Result {
  const told = one.row && family.spelled(one.row, session.look);
  return {of: one, lines: [], answer: one.row, told, refusal: undefined, moved: false};
}

function jsonOf(
  {named: {family, identifiers}}: Doing,
  prepared: readonly Prepared[],
  results: readonly Result[],
  several: boolean,
) {
  const entry = (one: Prepared): object => {
    const result = results.find(({of}) => of === one);
    const failure = one.kind === 'refused' ? one.words : result ? result.refusal : notSent;
    const {row} = one;
    const key = row && family.key(row);
    const id = typeof key === 'string' && row ? family.idText(row, identifiers) : key;
    const about: AnyRow = row ? {id, label: family.label(row)} : {};
    return {
      ...about,
      ok: failure === undefined,
      ...(failure === undefined ? {answer: result?.told ?? {}} : {failure}),
    };
  };
  const value = several ? prepared.map(entry) : (results[0]?.told ?? {});
  return `${printableJson(value, 2)}\n`;
}
