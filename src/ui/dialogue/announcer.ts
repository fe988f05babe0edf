/**
 * Announcements that wait until they can be read out: messages, and the progress of operations that the user started
 * here.
 */
import type {AnyRow, Family, PathParams, Ref, RowId} from '../../families/shape/define-family.ts';
import type {Operation} from '../../store/session/session.ts';
import {freshnessState, freshnessWords} from '../../store/sync/freshness-text.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import {createObservable, type ObservableValue} from '../context/observable.ts';
import {operationOutcome} from '../state/watchlist.ts';

export interface Announcer {
  /** Grows with every change that may matter. */
  readonly changes: ObservableValue<number>;
  /** Reports a change that no source reports. */
  notify(): void;
  /** Reads out the waiting announcements; returns true if there were any. */
  announce(): boolean;
  /** Follows a resource that is changed in this dialogue. */
  follow(what: FollowedResource): void;
  /** True while a followed change is still running. */
  isBusy(): boolean;
  close(): void;
}

export interface FollowedResource {
  readonly family: Family;
  readonly id: RowId;
  readonly params: PathParams;
  readonly label: string;
  /** True if the resource is expected to disappear; its conditions until then are not announced. */
  readonly leaves: boolean;
}

/** A line to read out; of several progress lines only the newest is read. */
interface Announcement {
  readonly text: string;
  readonly progressOf?: string | undefined;
}

/** The progress, in percent, between two announcements. */
const PROGRESS_STEP_PERCENT = 25;

interface FollowState extends FollowedResource {
  /** The condition of the last announcement; empty while it is unknown. */
  word: string;
  gone: boolean;
  stop(): void;
}

export function createAnnouncer(context: ConsoleContext, say: (line: string) => void): Announcer {
  const {session} = context;
  let pending: readonly Announcement[] = [];
  const changes = createObservable(0);
  const followed = new Map<string, FollowState>();
  let lastToast = 0;
  let operations: readonly Operation[] = session.operations.get();
  /** The freshness at the last announcement. */
  let connection = 'live';
  /** The number of announced progress steps, by target. */
  const steps = new Map<string, number>();

  const enqueue = (text: string, progressOf?: string): void => {
    if (pending.at(-1)?.text !== text) pending = [...pending, {text, progressOf}];
  };
  const dropProgress = (target: string): void => {
    pending = pending.filter(({progressOf}) => progressOf !== target);
  };
  const keyOf = ({family, id}: Ref): string => `${family} ${id}`;
  const stir = (): void => changes.set(changes.get() + 1);
  const isFollowed = (target: Ref | undefined): boolean => target !== undefined && followed.has(keyOf(target));
  const rowOf = ({family, id, params}: FollowState): AnyRow | undefined =>
    session.collection(family.id, params).get().byId.get(id);
  const conditionOf = (one: FollowState) => {
    const row = rowOf(one);
    return row && one.family.state?.(row, session.lookup, one.params);
  };

  function onToasts(): void {
    for (const {id, text, tone} of session.toasts.get()) {
      if (id <= lastToast) continue;
      lastToast = id;
      enqueue(tone === 'failed' ? `Failed: ${text}` : text);
    }
    stir();
  }
  /**
   * Follows operations: one starts as a change of this program and continues as its event, and only the end of the last
   * is announced.
   */
  function onOperations(): void {
    const now = session.operations.get();
    const ended = operations.filter(
      ({id, target}) =>
        isFollowed(target) &&
        !now.some(
          other => other.id === id || (other.target?.family === target?.family && other.target?.id === target?.id),
        ),
    );
    operations = now;
    for (const operation of ended) {
      if (operation.target) {
        dropProgress(keyOf(operation.target));
        steps.delete(keyOf(operation.target));
      }
      enqueue(operationOutcome(session, operation));
    }
    for (const {target, label, word, percent = 0} of now) {
      if (!target || !isFollowed(target) || percent >= 100) continue;
      const key = keyOf(target);
      const step = Math.floor(percent / PROGRESS_STEP_PERCENT);
      if (step <= (steps.get(key) ?? 0)) continue;
      steps.set(key, step);
      dropProgress(key);
      enqueue(`${label} is ${word}, ${percent} %`, key);
    }
    stir();
  }
  function onRow(one: FollowState): void {
    const {family, id, params} = one;
    const collection = session.collection(family.id, params);
    const row = rowOf(one);
    const isGone = row === undefined ? collection.get().complete : collection.annotation(id)?.gone === true;
    const condition = conditionOf(one);
    if (isGone && !one.gone) enqueue(`${one.label} is gone`);
    one.gone = isGone;
    if (row && !isGone && !one.leaves && condition && condition.word !== one.word) {
      const label = family.label(row);
      if (condition.is !== 'busy' && one.word !== '') enqueue(`${label} is ${condition.word} now`);
      one.word = condition.word;
    }
    stir();
  }

  /** Announces the connection only along with something else, because a missed poll may be over by then. */
  function enqueueConnection(): void {
    const status = session.status.get();
    const now = context.clock.now();
    const state = status.liveness === 'paused' ? 'live' : freshnessState(status, now);
    if (state === connection || state === 'connecting') return;
    connection = state;
    // A token problem is announced when something is to be read.
    if (status.liveness !== 'unauthorised' && status.liveness !== 'closed')
      enqueue(`Connection: ${state === 'live' ? state : freshnessWords(status, now)}`);
  }

  const stops = [
    session.toasts.subscribe(onToasts),
    session.operations.subscribe(onOperations),
    session.events.subscribe(stir),
    session.status.subscribe(stir),
  ];
  onToasts();
  return {
    changes,
    notify: stir,
    announce() {
      enqueueConnection();
      const lines = pending;
      pending = [];
      for (const {text} of lines) say(text);
      return lines.length > 0;
    },
    follow(what) {
      const key = keyOf({family: what.family.id, id: what.id});
      followed.get(key)?.stop();
      const one: FollowState = {...what, word: '', gone: false, stop: () => {}};
      followed.set(key, one);
      // A resource that was just created may not be in its list yet and doesn't count as deleted.
      one.gone = rowOf(one) === undefined;
      one.stop = session.collection(what.family.id, what.params).subscribe(() => onRow(one));
      onRow(one);
    },
    isBusy() {
      if (session.operations.get().some(({target}) => isFollowed(target))) return true;
      return [...followed.values()].some(one => {
        if (one.gone) return false;
        if (one.leaves) return rowOf(one) !== undefined;
        const annotation = session.collection(one.family.id, one.params).annotation(one.id);
        if (annotation?.busy || annotation?.pending !== undefined || annotation?.checking) return true;
        return conditionOf(one)?.is === 'busy';
      });
    },
    close() {
      for (const stop of stops) stop();
      for (const {stop} of followed.values()) stop();
    },
  };
}
