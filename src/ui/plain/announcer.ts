/**
 * Announcements that wait until they can be read out: messages, and the progress of operations that the user started
 * here.
 */
import {createStore} from 'zustand/vanilla';
import type {AnyRow, Family, PathParams, Ref, RowId} from '../../families/shape/define-family.ts';
import type {Collection} from '../../store/cache/collection-state.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import {freshnessState, freshnessWords} from '../../store/sync/freshness-text.ts';
import type {Operation} from '../../store/sync/operation.ts';
import type {ClockPort, SessionPort} from '../context/ports.ts';
import {newestEventId, operationOutcome} from '../state/watchlist.ts';

export interface Announcer {
  /** Grows with every change that may matter. */
  readonly changes: ReadonlyStore<number>;
  /** Reports a change that no source reports. */
  notify(): void;
  /** Reads out the waiting announcements; returns true if there were any. */
  announce(): boolean;
  /** Follows a resource that is changed in plain mode. */
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
  readonly isLeaving: boolean;
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
  isGone: boolean;
  stop(): void;
}

const keyOf = ({family, id}: Ref): string => `${family} ${id}`;

/** Follows the sources of a session and keeps what they announce until it can be read out. */
export class SessionAnnouncer implements Announcer {
  readonly #changes = createStore(() => 0);
  readonly changes: ReadonlyStore<number> = this.#changes;
  readonly #context: ClockPort & SessionPort;
  readonly #say: (line: string) => void;
  readonly #followed = new Map<string, FollowState>();
  /** The number of announced progress steps, by target. */
  readonly #steps = new Map<string, number>();
  readonly #stops: readonly (() => void)[];
  #pending: readonly Announcement[] = [];
  #lastToast = 0;
  #operations: readonly Operation[];
  /** The newest event when each running operation was seen first. */
  readonly #newestEvents = new Map<string, number>();
  /** The freshness at the last announcement. */
  #connection = 'live';

  constructor(context: ClockPort & SessionPort, say: (line: string) => void) {
    const {session} = context;
    this.#context = context;
    this.#say = say;
    this.#operations = session.account.getState().operations;
    this.#stops = [
      session.account.subscribe(
        state => state.toasts,
        () => this.#onToasts(),
      ),
      session.account.subscribe(
        state => state.operations,
        () => this.#onOperations(),
      ),
      session.account.subscribe(
        state => state.events,
        () => this.notify(),
      ),
      session.account.subscribe(
        state => state.status,
        () => this.notify(),
      ),
    ];
    this.#onToasts();
  }

  notify(): void {
    this.#changes.setState(count => count + 1, true);
  }

  announce(): boolean {
    this.#enqueueConnection();
    const lines = this.#pending;
    this.#pending = [];
    for (const {text} of lines) this.#say(text);
    return lines.length > 0;
  }

  follow(what: FollowedResource): void {
    const key = keyOf({family: what.family.id, id: what.id});
    this.#followed.get(key)?.stop();
    const one: FollowState = {...what, word: '', isGone: false, stop: () => {}};
    this.#followed.set(key, one);
    // A resource that was just created may not be in its list yet and doesn't count as deleted.
    one.isGone = this.#rowOf(one) === undefined;
    one.stop = this.#collectionOf(one).subscribe(() => this.#onRow(one));
    this.#onRow(one);
  }

  isBusy(): boolean {
    if (this.#session.account.getState().operations.some(({target}) => this.#isFollowed(target))) return true;
    return [...this.#followed.values()].some(one => {
      if (one.isGone) return false;
      if (one.isLeaving) return this.#rowOf(one) !== undefined;
      const annotation = this.#collectionOf(one).annotation(one.id);
      if (annotation?.busy || annotation?.pending !== undefined || annotation?.isChecking) return true;
      return this.#conditionOf(one)?.condition === 'busy';
    });
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const {stop} of this.#followed.values()) stop();
  }

  get #session() {
    return this.#context.session;
  }

  #enqueue(text: string, progressOf?: string): void {
    if (this.#pending.at(-1)?.text !== text) this.#pending = [...this.#pending, {text, progressOf}];
  }

  #dropProgress(target: string): void {
    this.#pending = this.#pending.filter(({progressOf}) => progressOf !== target);
  }

  #isFollowed(target: Ref | undefined): boolean {
    return target !== undefined && this.#followed.has(keyOf(target));
  }

  #collectionOf({family, params}: FollowState): Collection {
    return this.#session.collection(family.id, params);
  }

  #rowOf(one: FollowState): AnyRow | undefined {
    return this.#collectionOf(one).getState().byId.get(one.id);
  }

  #conditionOf(one: FollowState) {
    const row = this.#rowOf(one);
    return row && one.family.state?.(row, this.#session.lookup, one.params);
  }

  #onToasts(): void {
    for (const {id, text, tone} of this.#session.account.getState().toasts) {
      if (id <= this.#lastToast) continue;
      this.#lastToast = id;
      this.#enqueue(tone === 'failed' ? `Failed: ${text}` : text);
    }
    this.notify();
  }

  /**
   * Follows operations: one starts as a change of this program and continues as its event, and only the end of the last
   * is announced.
   */
  #onOperations(): void {
    const now = this.#session.account.getState().operations;
    const isRunning = ({id, target}: Operation): boolean =>
      now.some(
        other => other.id === id || (other.target?.family === target?.family && other.target?.id === target?.id),
      );
    const ended = this.#operations.filter(operation => this.#isFollowed(operation.target) && !isRunning(operation));
    this.#operations = now;
    for (const {id} of now) if (!this.#newestEvents.has(id)) this.#newestEvents.set(id, newestEventId(this.#session));
    for (const operation of ended) {
      if (operation.target) {
        this.#dropProgress(keyOf(operation.target));
        this.#steps.delete(keyOf(operation.target));
      }
      // The result of a change without an event is read out already.
      const outcome = operationOutcome(this.#session, operation, this.#newestEvents.get(operation.id) ?? 0);
      if (outcome !== undefined) this.#enqueue(outcome);
    }
    for (const id of this.#newestEvents.keys()) if (!now.some(one => one.id === id)) this.#newestEvents.delete(id);
    for (const operation of now) this.#announceProgress(operation);
    this.notify();
  }

  #announceProgress({target, label, word, percent = 0}: Operation): void {
    if (!target || !this.#isFollowed(target) || percent >= 100) return;
    const key = keyOf(target);
    const step = Math.floor(percent / PROGRESS_STEP_PERCENT);
    if (step <= (this.#steps.get(key) ?? 0)) return;
    this.#steps.set(key, step);
    this.#dropProgress(key);
    this.#enqueue(`${label} is ${word}, ${percent}%`, key);
  }

  #onRow(one: FollowState): void {
    const {family, id} = one;
    const collection = this.#collectionOf(one);
    const row = this.#rowOf(one);
    const isGone = row === undefined ? collection.getState().isComplete : collection.annotation(id)?.isDeleted === true;
    const condition = this.#conditionOf(one);
    if (isGone && !one.isGone) {
      this.#enqueue(`${one.label} was deleted`);
      // Its list is no longer polled; the end of the deletion is still announced.
      one.stop();
      one.stop = () => {};
    }
    one.isGone = isGone;
    if (row && !isGone && !one.isLeaving && condition && condition.word !== one.word) {
      const label = family.label(row);
      if (condition.condition !== 'busy' && one.word !== '') this.#enqueue(`${label} is ${condition.word} now`);
      one.word = condition.word;
    }
    this.notify();
  }

  /** Announces the connection only along with something else, because a missed poll may be over by then. */
  #enqueueConnection(): void {
    const status = this.#session.account.getState().status;
    const now = this.#context.clock.now();
    const state = status.liveness === 'paused' ? 'live' : freshnessState(status, now);
    if (state === this.#connection || state === 'connecting') return;
    this.#connection = state;
    // A token problem is announced when something is to be read.
    if (status.liveness !== 'unauthorized' && status.liveness !== 'closed')
      this.#enqueue(`Connection: ${state === 'live' ? state : freshnessWords(status, now)}`);
  }
}
