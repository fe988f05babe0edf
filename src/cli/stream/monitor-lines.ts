/** The lines of `skydeck monitor` without a screen. */
import {isInProgress} from '../../families/events/event-entities.ts';
import {sentenceText} from '../../families/events/event-sentence.ts';
import {shortSpan as lengthOf, utcTimestamp} from '../../families/format/format.ts';
import {countInSentence, nounInSentence} from '../../families/format/nouns.ts';
import type {Clock} from '../../store/core/clock.ts';
import type {Session} from '../../store/session/session.ts';
import {freshnessState} from '../../store/sync/freshness-text.ts';
import type {Liveness} from '../../store/sync/status.ts';
import type {StateChange} from '../../store/watch/compare-states.ts';
import type {StateWatch, WatchedProblem} from '../../store/watch/state-watch.ts';

/** States whose reason makes sense without the state's name. */
const selfExplainedStates: readonly Liveness[] = ['unauthorized', 'closed'];

/**
 * Reports the freshness of the data before its content.
 * @param line writes a line; `reason` is the part of it that names a failure
 */
export function followData(
  session: Session,
  clock: Pick<Clock, 'now'>,
  line: (text: string, reason?: string) => void,
): () => void {
  let before: string | undefined;
  const report = (): void => {
    const status = session.account.getState().status;
    const {liveness, failure} = status;
    // A log has no focus, so `idle` means the same as `live`.
    const state = liveness === 'paused' ? 'live' : freshnessState(status, clock.now());
    const now = failure && selfExplainedStates.includes(liveness) ? 'stopped' : state;
    if (now === before) return;
    before = now;
    const {at} = session.account.getState().pulse;
    const since = now === 'live' || at === undefined ? '' : `, last data ${utcTimestamp(at)}`;
    const reason = now === 'live' ? undefined : failure?.message;
    line(`data: ${now}${since}${reason === undefined ? '' : `: ${reason}`}`, reason);
  };
  const stop = session.account.subscribe(state => state.status, report);
  report();
  return stop;
}

/** Returns a function that reports lists that can't be read, and lists that can be read again. */
export function unreadReporter(watch: StateWatch, line: (text: string) => void): () => void {
  const reportedFamilies = new Set<string>();
  return () => {
    for (const {id, title} of watch.families) {
      const {failure, unreadable} = watch.collection(id).getState();
      if (failure && watch.isAccountFailure(failure)) continue;
      const text = failure?.message ?? (unreadable.length > 0 ? `${unreadable.length} unreadable` : undefined);
      if (text === undefined) {
        if (reportedFamilies.delete(id)) line(`${title}: readable again`);
      } else if (!reportedFamilies.has(id)) {
        reportedFamilies.add(id);
        line(`${title}: ${text}`);
      }
    }
  };
}

/** Reports problems, and each change of a state. */
export function followStateChanges(session: Session, watch: StateWatch, line: (text: string) => void): () => void {
  let hasStarted = false;
  let problemKeys: ReadonlySet<string> = new Set();
  const keyOf = ({family, id}: Pick<StateChange, 'family' | 'id'>): string => `${family.id} ${id}`;
  /** Reports problems that existed from the start, and are found only now because the lists for them were read late. */
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
    hasStarted = true;
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
      const {isComplete, phase, failure} = watch.collection(id).getState();
      // If an account can't be read at all, the state of its rows is unknown.
      return isComplete || (phase === 'failed' && !(failure && watch.isAccountFailure(failure)));
    });
  const reportUnread = unreadReporter(watch, line);
  const report = (stateChanges: readonly StateChange[]): void => {
    // The first poll reports an error that blocks the whole account, but a list may fail earlier.
    if (session.account.getState().status.liveness === 'connecting') return;
    reportUnread();
    for (const stateChange of stateChanges) line(stateChangeText(stateChange));
    if (hasStarted) reportFound(stateChanges);
    else if (isLoaded()) begin();
  };
  const stopWaiting = session.account.subscribe(
    state => state.status,
    () => {
      if (!hasStarted) report([]);
    },
  );
  const unsubscribe = watch.subscribe(report);
  return () => {
    stopWaiting();
    unsubscribe();
  };
}

/** Reports each event that has ended. */
export function followEvents(session: Session, line: (text: string) => void): () => void {
  // The reported status of each event, by ID: progress alone adds no line.
  let reported: Map<number, string> | undefined;
  return session.account.subscribe(
    state => state.events,
    () => {
      const events = session.account.getState().events;
      const before = reported;
      reported = new Map(events.map(({id, status}) => [id, status]));
      // Events from before the start are not reported.
      if (!before) return;
      // The status of a resource already shows the start of an operation.
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
