/**
 * Changes that were sent and are not settled. Their rows show the expected values and a pending mark until the response
 * or a later event confirms them; then the rows show the API's values again.
 */
import type {Event} from '../../../contract/account/events.ts';
import {toMillis} from '../../../families/format/format.ts';
import type {AnyRow, PathParams, Ref, RowId} from '../../../families/shape/define-family.ts';
import type {LiveCollection} from '../../cache/collection.ts';
import type {Clock} from '../../core/clock.ts';
import {type EventLog, isRunning} from '../../sync/event-log.ts';
import type {PendingChange} from '../../sync/operations.ts';
import {isEventOf, maxEventWaitMs} from './change-event.ts';

/**
 * Tolerance for the age of an event, milliseconds: events have times in whole seconds, and two clocks always differ a
 * little.
 */
const clockToleranceMs = 2000;

export interface ChangeIntent {
  readonly collection: LiveCollection;
  /** The row of the change; undefined for a row that is being created. */
  readonly id: RowId | undefined;
  readonly params: PathParams;
  readonly label: string;
  readonly word: string;
  readonly patch: AnyRow | undefined;
  /** The event actions that settle the change. */
  readonly eventActions: readonly string[];
  /**
   * True if the change is shown as running until its event: the response only starts an operation, or the deleted row is
   * still in its list.
   */
  readonly isRunningUntilEvent: boolean;
}

export interface TrackedChange extends PendingChange {
  readonly intent: ChangeIntent;
  /**
   * The newest event that can't belong to the change: the newest known event when it was sent, or the last event before
   * the change's event. Undefined until either is known.
   */
  afterEventId: number | undefined;
  /** The rows at the time of the request. */
  readonly rowsBefore: readonly AnyRow[];
  /** True if `rowsBefore` are all rows of the list; false if it was read in part, or not in this session. */
  readonly isListComplete: boolean;
  /** The time by the monotonic clock. */
  readonly beganAt: number;
  /** The start time by the API's clock, which may differ; undefined until the difference of the clocks is known. */
  apiBeganAt: number | undefined;
  id: number;
  rowId: RowId | undefined;
  isAnswered: boolean;
  /** True if the response contained the row's current values. */
  isFresh: boolean;
  hasEvent: boolean;
  isDone: boolean;
  isChecking: boolean;
  /** True if `afterEventId` was read for this change, right before its request. */
  hasReadEvents: boolean;
  cancel: (() => void) | undefined;
}

export interface PendingChangesHost {
  readonly clock: Clock;
  readonly eventLog: EventLog;
  /** The API's clock minus this machine's clock, milliseconds; undefined before the first response. */
  clockSkewMs(): number | undefined;
  /** Called when the list of pending changes has changed. */
  onChange(): void;
}

export class PendingChanges {
  readonly #host: PendingChangesHost;
  #pending: readonly TrackedChange[] = [];
  #next = 1;

  constructor(host: PendingChangesHost) {
    this.#host = host;
  }

  get list(): readonly TrackedChange[] {
    return this.#pending;
  }

  /** True while a change of this row waits for an event with this action. */
  isExpected(action: string, id: RowId): boolean {
    return this.#pending.some(
      ({intent, rowId}) => intent.eventActions.includes(action) && String(rowId) === String(id),
    );
  }

  /** Adds a change that was sent: its row shows the expected values at once. */
  add(intent: ChangeIntent): TrackedChange {
    const {collection, id, label, word, patch, params} = intent;
    const target: Ref | undefined = id === undefined ? undefined : {family: collection.family.id, id, params};
    const beganAt = this.#host.clock.monotonic();
    const {rows: rowsBefore, isComplete, isFromSnapshot} = collection.getState();
    const pending: TrackedChange = {
      intent,
      id: this.#next++,
      target,
      // For a row without a label, the name of its family.
      label: label || collection.family.one,
      word,
      startedAt: this.#host.clock.now(),
      beganAt,
      // The difference at the time of the request: one of the clocks may be set, or run faster, while the outcome is
      // unknown.
      apiBeganAt: this.#host.clockSkewMs() === undefined ? undefined : this.#apiBeganAt({beganAt}),
      afterEventId: this.#host.eventLog.newestId,
      rowsBefore,
      isListComplete: isComplete && !isFromSnapshot,
      rowId: id,
      isAnswered: false,
      isFresh: false,
      hasEvent: false,
      isDone: false,
      isChecking: false,
      hasReadEvents: false,
      cancel: undefined,
    };
    if (id !== undefined) {
      if (patch) collection.patch(id, patch);
      collection.setPending(id, word);
    }
    this.#setState([...this.#pending, pending]);
    return pending;
  }

  /** A change whose request has no response so far. */
  findUnanswered(): PendingChange | undefined {
    return this.#pending.find(({isAnswered}) => !isAnswered);
  }

  /**
   * Handles a success; the change is settled at once if no event follows.
   * @param createdId the row that the change created
   */
  onResponse(pending: TrackedChange, createdId: RowId | undefined): void {
    pending.isAnswered = true;
    pending.apiBeganAt ??= this.#apiBeganAt(pending);
    pending.rowId ??= createdId;
    pending.isFresh = createdId !== undefined && createdId === pending.rowId;
    if (pending.intent.eventActions.length === 0) void this.settle(pending);
    else {
      if (!pending.intent.isRunningUntilEvent) this.#markDone(pending);
      pending.cancel = this.#host.clock.schedule(maxEventWaitMs, () => void this.settle(pending));
      this.#follow(pending);
    }
  }

  /** The expected values stay until the event, but the change isn't shown as running. */
  #markDone(pending: TrackedChange): void {
    pending.isDone = true;
    if (pending.rowId !== undefined) pending.intent.collection.setPending(pending.rowId, undefined);
    this.#host.onChange();
  }

  /** Handles a failure: the row shows its earlier values again. */
  rollBack(pending: TrackedChange): void {
    this.#release(pending);
  }

  /** Marks a change without a response, and its row, as unknown. */
  markUnknown(pending: TrackedChange): void {
    pending.isChecking = true;
    this.#host.onChange();
    if (pending.rowId !== undefined)
      pending.intent.collection.setPending(pending.rowId, pending.word, {isChecking: true});
  }

  /** Shows the API's values again. */
  async settle(pending: TrackedChange): Promise<void> {
    pending.cancel?.();
    if (!this.#pending.includes(pending)) return;
    // Its result is known, perhaps from a read: quitting doesn't warn about it while the row is read again.
    pending.isAnswered = true;
    const {collection} = pending.intent;
    // The settled state is computed before the expectation is removed; otherwise the row would show its old value for a
    // moment.
    const isSettled = pending.isFresh && pending.intent.eventActions.length === 0;
    if (!isSettled && pending.rowId !== undefined && collection.serverRow(pending.rowId))
      await collection.refetchRows([pending.rowId], 'user');
    this.#release(pending);
  }

  /** Handles new events. */
  onEvents(): void {
    for (const pending of this.#pending) if (pending.isAnswered) this.#follow(pending);
  }

  /** The newest event that must belong to this change. */
  findEvent(pending: TrackedChange): Event | undefined {
    const {rowId, intent} = pending;
    const subject = {...intent, family: intent.collection.family, rowId};
    return this.#host.eventLog.all.find(event => this.#isLater(event, pending) && isEventOf(event, subject));
  }

  /**
   * True if the event is newer than the change. Before the first poll no event is known, so the poll also returns old
   * events, which are recognized by their date.
   */
  #isLater({id, created}: Event, pending: TrackedChange): boolean {
    return pending.afterEventId === undefined ? this.isAfter(created, pending) : id > pending.afterEventId;
  }

  /** True if this time of the API isn't before the change, within the tolerance of clocks. */
  isAfter(created: string, pending: TrackedChange): boolean {
    const at = toMillis(created);
    return at !== undefined && at >= (pending.apiBeganAt ?? this.#apiBeganAt(pending)) - clockToleranceMs;
  }

  /** The start time by the API's clock, with its offset as known now. */
  #apiBeganAt({beganAt}: Pick<TrackedChange, 'beganAt'>): number {
    const {clock, clockSkewMs} = this.#host;
    return clock.now() + (clockSkewMs() ?? 0) - (clock.monotonic() - beganAt);
  }

  #follow(pending: TrackedChange): void {
    const event = this.findEvent(pending);
    if (!event) return;
    if (!isRunning(event)) {
      void this.settle(pending);
      return;
    }
    if (pending.hasEvent) return;
    // Later progress finds the event by its ID, because the difference of the clocks may be larger at its end.
    pending.hasEvent = true;
    pending.afterEventId ??= event.id - 1;
    pending.cancel?.();
    if (pending.rowId !== undefined) pending.intent.collection.setPending(pending.rowId, undefined);
    this.#host.onChange();
  }

  #release(pending: TrackedChange): void {
    pending.cancel?.();
    const {collection, patch} = pending.intent;
    this.#setState(this.#pending.filter(other => other !== pending));
    if (pending.rowId === undefined) return;
    // If another change of the same row is pending, its expectation stays.
    const other = this.#pending.findLast(
      ({rowId, intent}) => rowId === pending.rowId && intent.collection === collection,
    );
    if (patch || other) collection.patch(pending.rowId, other?.intent.patch);
    collection.setPending(pending.rowId, other && !other.hasEvent && !other.isDone ? other.word : undefined);
  }

  #setState(list: readonly TrackedChange[]): void {
    this.#pending = list;
    this.#host.onChange();
  }
}
