/**
 * `skydeck monitor` without a terminal, or for a screen reader: the wallboard as a log, a line for every change. It
 * ends only for `--exit-on`, and then the last line is the row that matched.
 */

import {isInProgress} from '../../families/events/event-entities.ts';
import {sentenceText} from '../../families/events/event-sentence.ts';
import {shortSpan as lengthOf, utcTimestamp} from '../../families/format/format.ts';
import {countInSentence, nounInSentence} from '../../families/format/nouns.ts';
import {families} from '../../families/registry.ts';
import {parseRequestTimeout} from '../../platform/text/duration.ts';
import {printableJson} from '../../platform/text/pretty-json.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {ProfileRequest} from '../../profiles/choose-profile.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {type Clock, realClock} from '../../store/core/clock.ts';
import type {AccountMember} from '../../store/multi/merged-account.ts';
import {createSession} from '../../store/session/create-session.ts';
import type {Session} from '../../store/session/session.ts';
import {freshnessState} from '../../store/sync/freshness-text.ts';
import type {Liveness} from '../../store/sync/status.ts';
import {parseExitOn, watchForMatch} from '../../store/watch/exit-on.ts';
import {isWatchable, type StateChange, StateWatch, type WatchedProblem} from '../../store/watch/state-watch.ts';
import {createCommandLog} from '../io/command-log.ts';
import {exitCodes, failureText} from '../io/exit-codes.ts';
import {type CommandContext, openAccounts, UsageError} from '../io/open-account.ts';
import {safeOutput} from '../io/safe-output.ts';

export interface MonitorOptions {
  /** `instances status:offline` */
  readonly exitOn?: string | undefined;
  /** Ends the watch from outside, as ctrl-c does. */
  readonly signal?: AbortSignal | undefined;
}

/** States whose reason says enough without the state's name. */
const selfExplainedStates: readonly Liveness[] = ['unauthorised', 'closed'];

/**
 * Each account is followed separately, so that a failure of one hides nothing of another; with several, every line
 * starts with its account.
 * @returns `exitCodes.found` when `exitOn` was met, `exitCodes.done` when it was ended from outside
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
    ({profile, connect}): AccountMember => ({
      profile,
      session: createSession({families, connect, clock, random: Math.random, profile}),
    }),
  );
  const exitCode = Promise.withResolvers<number>();
  let isOver = false;
  const stops = members.flatMap(({profile, session}): (() => void)[] => {
    const prefix = members.length > 1 ? `${profile.name}: ` : '';
    const line = (text: string): void => {
      // The row that ended it is the last line.
      if (!isOver) out(`${utcTimestamp(clock.now())}  ${sanitize(`${prefix}${text}`)}\n`);
    };
    const watch = new StateWatch(session, watchedFamilies, clock.now);
    return [followData(session, clock, line), followStateChanges(session, watch, line), followEvents(session, line)];
  });
  if (exitCondition) {
    const stop = watchForMatch(members, exitCondition, {
      clock,
      onMatch({words, row}) {
        isOver = true;
        err(`skydeck: ${sanitize(words)}\n`);
        out(`${printableJson(row)}\n`);
        exitCode.resolve(exitCodes.found);
      },
      onRefused: hint => exitCode.reject(new UsageError(`--exit-on: ${hint}`)),
    });
    stops.push(stop, endWhenRefused(members, err, exitCode.resolve));
  }
  const finish = (): void => exitCode.resolve(exitCodes.done);
  options.signal?.addEventListener('abort', finish, {once: true});
  // Interrupted while the accounts were opened.
  if (options.signal?.aborted) finish();
  try {
    return await exitCode.promise;
  } finally {
    options.signal?.removeEventListener('abort', finish);
    for (const stop of stops) stop();
    await Promise.all(members.map(({session}) => session.close()));
  }
}

/**
 * `--exit-on` ends with 1 when no account can be opened: when each was closed, or its token refused before anything was
 * read. A token that is refused later may be replaced at its source.
 */
function endWhenRefused(
  members: readonly AccountMember[],
  err: CommandContext['err'],
  end: (code: number) => void,
): () => void {
  const openMembers = new Set<AccountMember>();
  const check = (): void => {
    const isRefused = members.map(member => {
      const {liveness} = member.session.account.getState().status;
      if (liveness === 'live' || liveness === 'paused') openMembers.add(member);
      return liveness === 'closed' || (liveness === 'unauthorised' && !openMembers.has(member));
    });
    if (isRefused.includes(false)) return;
    for (const {profile, session} of members) {
      const {failure} = session.account.getState().status;
      err(
        `skydeck: ${members.length > 1 ? `${profile.name}: ` : ''}${failure?.words ?? 'the account can’t be opened'}
`,
      );
    }
    end(exitCodes.failed);
  };
  const stops = members.map(({session}) => session.account.subscribe(state => state.status, check));
  check();
  return () => {
    for (const stop of stops) stop();
  };
}

/** The part of a command line that concerns the wallboard. */
interface MonitorLine extends ProfileRequest, Pick<MonitorOptions, 'exitOn'> {
  readonly log?: string | undefined;
  /** Such as `10s`. */
  readonly requestTimeout?: string | undefined;
}

/** The whole command: opens the accounts of the flags, and reports failures. @returns the exit code */
export async function monitorCommand(
  {exitOn, log, requestTimeout, ...request}: MonitorLine,
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
      code = await monitor(accounts, {exitOn, signal}, context);
    } finally {
      await Promise.all(accounts.map(account => account.close()));
    }
  } catch (error) {
    context.err(`skydeck: ${failureText(error)}\n`);
    if (error instanceof UsageError) code = exitCodes.usage;
  }
  await commandLog.close(code);
  return code;
}

/** Reports the freshness of the data before its content. */
function followData(session: Session, clock: Pick<Clock, 'now'>, line: (text: string) => void): () => void {
  let before: string | undefined;
  const report = (): void => {
    const status = session.account.getState().status;
    const {liveness, failure} = status;
    // A log has no viewer who could be idle: `idle` would save nothing here.
    const state = liveness === 'paused' ? 'live' : freshnessState(status, clock.now());
    const now = failure && selfExplainedStates.includes(liveness) ? 'stopped' : state;
    if (now === before) return;
    before = now;
    const {at} = session.account.getState().pulse;
    const since = now === 'live' || at === undefined ? '' : `, last data ${utcTimestamp(at)}`;
    line(`data: ${now}${since}${failure && now !== 'live' ? `: ${failure.words}` : ''}`);
  };
  const stop = session.account.subscribe(state => state.status, report);
  report();
  return stop;
}

function followStateChanges(session: Session, watch: StateWatch, line: (text: string) => void): () => void {
  let hasBegun = false;
  const reportedFamilies = new Set<string>();
  let problemKeys: ReadonlySet<string> = new Set();
  const keyOf = ({family, id}: Pick<StateChange, 'family' | 'id'>): string => `${family.id} ${id}`;
  /** Problems that existed from the start, and are found only now because their sources were read late. */
  const reportFound = (stateChanges: readonly StateChange[]): void => {
    const problems = watch.problems();
    const movedKeys = new Set(stateChanges.map(keyOf));
    for (const problem of problems) {
      const key = keyOf(problem);
      if (!problemKeys.has(key) && !movedKeys.has(key)) line(problemText(problem, watch));
    }
    problemKeys = new Set(problems.map(keyOf));
  };
  const begin = (): void => {
    hasBegun = true;
    const problems = watch.problems();
    const countTexts = watch.families.flatMap(family => {
      const {length} = watch.states(family.id);
      return length === 0 ? [] : [family.single ? nounInSentence(family.one) : countInSentence(length, family)];
    });
    const calmText = watch.isComplete ? 'no problems' : 'no problems in the lists that were read';
    line(
      `watching ${countTexts.join(', ') || 'nothing'}: ${problems.length === 0 ? calmText : `${problems.length} wrong`}`,
    );
    reportFound([]);
  };
  const isLoaded = (): boolean =>
    watch.families.every(({id}) => {
      const {complete, phase, failure} = watch.collection(id).getState();
      // For an account that can't be read at all, the state of the rows is unknown.
      return complete || (phase === 'failed' && !(failure && watch.isAccountFailure(failure)));
    });
  const reportUnread = (): void => {
    for (const {id, title} of watch.families) {
      const {failure, unreadable} = watch.collection(id).getState();
      if (failure && watch.isAccountFailure(failure)) continue;
      const text = failure?.words ?? (unreadable.length > 0 ? `${unreadable.length} unreadable` : undefined);
      if (text === undefined) {
        if (reportedFamilies.delete(id)) line(`${title}: readable again`);
      } else if (!reportedFamilies.has(id)) {
        reportedFamilies.add(id);
        line(`${title}: ${text}`);
      }
    }
  };
  const report = (stateChanges: readonly StateChange[]): void => {
    // An error that blocks the whole account shows with the first poll, and a list may fail earlier.
    if (session.account.getState().status.liveness === 'connecting') return;
    reportUnread();
    for (const shift of stateChanges) line(stateChangeText(shift));
    if (hasBegun) reportFound(stateChanges);
    else if (isLoaded()) begin();
  };
  const stopWaiting = session.account.subscribe(
    state => state.status,
    () => {
      if (!hasBegun) report([]);
    },
  );
  const unsubscribe = watch.subscribe(report);
  return () => {
    stopWaiting();
    unsubscribe();
  };
}

function followEvents(session: Session, line: (text: string) => void): () => void {
  // Reported status of each event, by ID: progress alone adds no line.
  let reported: Map<number, string> | undefined;
  return session.account.subscribe(
    state => state.events,
    () => {
      const events = session.account.getState().events;
      const before = reported;
      reported = new Map(events.map(({id, status}) => [id, status]));
      // Events from before the start are history.
      if (!before) return;
      // The start of an operation shows in the status of its resource.
      for (const event of events.toReversed())
        if (before.get(event.id) !== event.status && !isInProgress(event))
          line(`event: ${sentenceText(event, session.lookup)}${event.username ? ` by ${event.username}` : ''}`);
    },
  );
}

function problemText({family, row, state, since}: WatchedProblem, watch: StateWatch): string {
  const duration =
    since === undefined ? '' : ` since ${utcTimestamp(since)} (${lengthOf(Math.max(0, watch.now - since))})`;
  return `wrong: ${family.one} ${family.label(row)} ${state.word}${duration}`;
}

function stateChangeText({family, label, before, after}: StateChange): string {
  const name = `${family.one} ${label}`;
  if (!after) return `${name}: deleted, was ${before?.word ?? 'unknown'}`;
  if (!before) return `${name}: appeared, ${after.word}`;
  return `${name}: ${before.word} → ${after.word}`;
}
