/**
 * `skydeck monitor` without a terminal, or for a screen reader: the wallboard as a log, a line for every change. It ends
 * when no account can be read any longer, or with `--exit-on`, and the last line is then the row that matched.
 */

import {utcTimestamp} from '../../families/format/format.ts';
import {families} from '../../families/registry.ts';
import {hideFromChildren} from '../../platform/process/child-env.ts';
import {parseRequestTimeout} from '../../platform/text/duration.ts';
import {printableJson} from '../../platform/text/pretty-json.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {ProfileRequest} from '../../profiles/choose-profile.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {realClock} from '../../store/core/clock.ts';
import type {AccountMember} from '../../store/multi/merged-account.ts';
import {createSession} from '../../store/session/create-session.ts';
import {parseExitOn, watchForMatch} from '../../store/watch/exit-on.ts';
import {isWatchable, StateWatch} from '../../store/watch/state-watch.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {createCommandLog} from '../io/command-log.ts';
import {exitCodes, failureText} from '../io/exit-codes.ts';
import {openAccounts} from '../io/open-account.ts';
import {safeOutput} from '../io/safe-output.ts';
import type {Receiver} from '../stream/change-queue.ts';
import type {ChangeRecord} from '../stream/change-record.ts';
import {followData, followEvents, followStateChanges, unreadReporter} from '../stream/monitor-lines.ts';
import {outputReceiver} from '../stream/output-receiver.ts';
import {StateStream} from '../stream/state-stream.ts';
import {type UnusableAccount, unreadableText, watchForUnusableAccounts} from '../stream/unusable-accounts.ts';

export interface MonitorOptions {
  /** `instances status:offline` */
  readonly exitOn?: string | undefined;
  /** Prints each change of state as a line of JSON, instead of the lines for people. */
  readonly ndjson?: boolean | undefined;
  /** The file that stores the position of the stream between two starts. */
  readonly cursor?: string | undefined;
  /** The URL that receives each change. */
  readonly hook?: string | undefined;
  readonly hookFormat?: string | undefined;
  /** The command that runs for each change. */
  readonly exec?: string | undefined;
  /** Ends the watch, as ctrl-c does. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Each account is followed separately, so that a failure of one hides no data of another; with several accounts, every
 * line starts with the account's name.
 * @returns `exitCodes.found` if `exitOn` matched, `exitCodes.done` if the signal ended it, `exitCodes.failed` if no
 *   account can be read
 */
export async function monitor(
  accounts: readonly OpenedAccount[],
  options: MonitorOptions,
  context: CommandContext,
): Promise<number> {
  const {out, err, clock = realClock} = context;
  const exitCondition = options.exitOn === undefined ? undefined : parseExitOn(options.exitOn);
  if (exitCondition && 'refused' in exitCondition) throw new UsageError(exitCondition.refused);
  const watchedFamilies = families.filter(family => isWatchable(family) || family === exitCondition?.family);
  const members = accounts.map(
    ({profile, connect, history}): AccountMember => ({
      profile,
      session: createSession({families, connect, clock, random: Math.random, profile, history}),
    }),
  );
  const stream = await openStream(options, context);
  const exitCode = Promise.withResolvers<number>();
  let isOver = false;
  const prefixOf = ({profile}: AccountMember): string => (members.length > 1 ? `${profile.name}: ` : '');
  /** The reasons on stderr why accounts have no data. */
  const shownReasons = new Map<AccountMember, string | undefined>();
  const endWhenUnusable = (unusable: readonly UnusableAccount[]): void => {
    for (const {member, reason} of unusable) {
      const isShown = shownReasons.get(member) === reason;
      err(`skydeck: ${prefixOf(member)}${isShown ? unreadableText : reason}\n`);
    }
    if (options.ndjson) isOver = true;
    exitCode.resolve(exitCodes.failed);
  };
  // It comes first, so that the line that ends the watch is the only one with its reason.
  const stopWatching = watchForUnusableAccounts(members, clock, endWhenUnusable);
  const stops = members.flatMap((member): (() => void)[] => {
    const {session} = member;
    const prefix = prefixOf(member);
    // If stdout carries data, texts for people go to stderr.
    const print = options.ndjson ? err : out;
    const line = (text: string): void => {
      // No line follows the row that ended the watch.
      if (!isOver) print(`${utcTimestamp(clock.now())}  ${sanitize(`${prefix}${text}`)}\n`);
    };
    const newWatch = () => new StateWatch(session, watchedFamilies, clock.now);
    const streamed = newWatch();
    const reportUnread = options.ndjson ? unreadReporter(streamed, line) : () => {};
    return [
      followData(session, clock, (text, reason) => {
        if (options.ndjson && !isOver) shownReasons.set(member, reason);
        line(text);
      }),
      ...(options.ndjson ? [] : [followStateChanges(session, newWatch(), line), followEvents(session, line)]),
      ...(stream ? [stream.follow(member, streamed, reportUnread)] : []),
    ];
  });
  if (exitCondition) {
    const stop = watchForMatch(members, exitCondition, {
      clock,
      onMatch({message, row}) {
        isOver = true;
        err(`skydeck: ${sanitize(message)}\n`);
        out(`${printableJson(row)}\n`);
        exitCode.resolve(exitCodes.found);
      },
      onRefused: hint => exitCode.reject(new UsageError(`--exit-on: ${hint}`)),
    });
    stops.push(stop);
  }
  stops.push(stopWatching);
  const finish = (): void => exitCode.resolve(exitCodes.done);
  options.signal?.addEventListener('abort', finish, {once: true});
  // The signal arrived while the accounts were being opened.
  if (options.signal?.aborted) finish();
  let isStored: boolean | undefined;
  let code: number;
  try {
    code = await exitCode.promise;
  } finally {
    options.signal?.removeEventListener('abort', finish);
    for (const stop of stops) stop();
    isStored = await stream?.close();
    await Promise.all(members.map(({session}) => session.close()));
  }
  return isStored === false ? exitCodes.failed : code;
}

/** Undefined if no receiver of changes is set. */
async function openStream(options: MonitorOptions, context: CommandContext): Promise<StateStream | undefined> {
  const {ndjson, cursor, hook: url, hookFormat: format, exec} = options;
  const {clock = realClock, err, env} = context;
  const receivers: Receiver<ChangeRecord>[] = ndjson ? [outputReceiver(context)] : [];
  if (url !== undefined) {
    const {HookReceiver, hookKeyVariable} = await import('../stream/hook-receiver.ts');
    hideFromChildren(hookKeyVariable);
    receivers.push(new HookReceiver({url, format, env, clock, err, isPersistent: cursor !== undefined}));
  }
  if (exec !== undefined)
    receivers.push((await import('../stream/command-receiver.ts')).commandReceiver({command: exec, err}));
  if (receivers.length === 0) return undefined;
  return StateStream.open({cursorPath: cursor, receivers, clock, err});
}

/** The flags of a command line for the wallboard. */
interface MonitorLine extends ProfileRequest, Omit<MonitorOptions, 'signal'> {
  readonly log?: string | undefined;
  /** A duration such as `10s`. */
  readonly requestTimeout?: string | undefined;
}

/**
 * The whole command: opens the accounts of the flags, and reports failures.
 * @returns the exit code
 */
export async function monitorCommand(
  {exitOn, ndjson, cursor, hook, hookFormat, exec, log, requestTimeout, ...request}: MonitorLine,
  signal: AbortSignal,
  rawContext: CommandContext,
): Promise<number> {
  const commandLog = createCommandLog();
  const context = {...safeOutput(rawContext), log: commandLog.log};
  let code: number = exitCodes.failed;
  try {
    await commandLog.open(log);
    const requestTimeoutMs = parseRequestTimeout(requestTimeout);
    const {accounts} = await openAccounts({...request, requestTimeoutMs}, context);
    try {
      code = await monitor(accounts, {exitOn, ndjson, cursor, hook, hookFormat, exec, signal}, context);
    } finally {
      await Promise.all(accounts.map(account => account.close()));
    }
  } catch (error) {
    context.err(`skydeck: ${failureText(error)}\n`);
    if (error instanceof UsageError) code = exitCodes.usage;
  }
  return commandLog.close(code, context.err);
}
