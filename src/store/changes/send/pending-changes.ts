/**
 * Changes that were sent and are not settled yet: their rows look changed and are marked pending until the answer or
 * the event that follows agrees; then what the API says is shown again.
 */
import type {Event} from '../../../contract/account/events.ts';
import {entityOf, entityRef} from '../../../families/events/event-entities.ts';
import {toMillis} from '../../../families/format/format.ts';
import type {AnyRow, PathParams, Ref, RowId} from '../../../families/shape/define-family.ts';
import type {LiveCollection} from '../../cache/collection.ts';
import type {Clock} from '../../core/clock.ts';
import {type EventLog, isRunning} from '../../sync/event-log.ts';
import type {PendingChange} from '../../sync/operations.ts';

/** An event that does not come within this many milliseconds is not waited for. */
const maxEventWaitMs = 30_000;
/** Events tell their time in whole seconds, and two clocks never quite agree: so much older may be its own; milliseconds. */
const clockToleranceMs = 2000;

export interface ChangeIntent {
  readonly collection: LiveCollection;
  /** The row it changes; undefined for one that is being made. */
  readonly id: RowId | undefined;
  readonly at: PathParams;
  readonly label: string;
  readonly word: string;
  readonly patch: AnyRow | undefined;
  /** Actions of the events that settle it. */
  readonly tracks: readonly string[];
}

export interface TrackedChange extends PendingChange {
  readonly intent: ChangeIntent;
  /**
   * The newest event that cannot belong to the change: the newest one known when it was sent, or the last one before
   * its own. Undefined until either is known.
   */
  afterEventId: number | undefined;
  /** The rows there were when it was sent. */
  readonly rowsBefore: readonly AnyRow[];
  /** By the monotonic clock. */
  readonly beganAt: number;
  /** The same moment by the API's clock, which runs as it likes: known from the answer on. */
  apiBeganAt: number | undefined;
  id: number;
  rowId: RowId | undefined;
  isAnswered: boolean;
  /** The answer brought the row as it is now. */
  isFresh: boolean;
  hasEvent: boolean;
  cancel: (() => void) | undefined;
}

export interface PendingChangesHost {
  readonly clock: Clock;
  readonly eventLog: EventLog;
  /** Milliseconds that the API's clock is ahead of ours. */
  clockSkewMs(): number;
  /** The list of pending changes is another one. */
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

  /** Sent: the row changes at once. */
  add(intent: ChangeIntent): TrackedChange {
    const {collection, id, label, word, patch, at} = intent;
    const target: Ref | undefined = id === undefined ? undefined : {family: collection.family.id, id, params: at};
    const pending: TrackedChange = {
      intent,
      id: this.#next++,
      target,
      // A row without a label is named by its family.
      label: label || collection.family.one,
      word,
      startedAt: this.#host.clock.now(),
      beganAt: this.#host.clock.monotonic(),
      apiBeganAt: undefined,
      afterEventId: this.#host.eventLog.newestId,
      rowsBefore: collection.get().rows,
      rowId: id,
      isAnswered: false,
      isFresh: false,
      hasEvent: false,
      cancel: undefined,
    };
    if (id !== undefined) {
      if (patch) collection.patch(id, patch);
      collection.setPending(id, word);
    }
    this.#become([...this.#pending, pending]);
    return pending;
  }

  /** The API agreed. Settled at once where no event follows. `made`: the row that it made. */
  onResponse(pending: TrackedChange, createdId: RowId | undefined): void {
    pending.isAnswered = true;
    pending.apiBeganAt = this.#apiBeganAt(pending);
    pending.rowId ??= createdId;
    pending.isFresh = createdId !== undefined && createdId === pending.rowId;
    if (pending.intent.tracks.length === 0) void this.settle(pending);
    else {
      pending.cancel = this.#host.clock.schedule(maxEventWaitMs, () => void this.settle(pending));
      this.#follow(pending);
    }
  }

  /** It did not happen: the row goes back. */
  rollBack(pending: TrackedChange): void {
    this.#release(pending);
  }

  /** Marks the row of a request without a response as unknown. */
  markUnknown(pending: TrackedChange): void {
    if (pending.rowId !== undefined) pending.intent.collection.setPending(pending.rowId, pending.word, true);
  }

  /** Shows again what the API says. */
  async settle(pending: TrackedChange): Promise<void> {
    pending.cancel?.();
    if (!this.#pending.includes(pending)) return;
    const {collection} = pending.intent;
    // The settled state is computed before the expectation is removed; otherwise the row would flash its old value.
    const isSettled = pending.isFresh && pending.intent.tracks.length === 0;
    if (!isSettled && pending.rowId !== undefined && collection.serverRow(pending.rowId))
      await collection.refetchRows([pending.rowId], 'user');
    this.#release(pending);
  }

  /** Events were read. */
  onEvents(): void {
    for (const pending of this.#pending) if (pending.isAnswered) this.#follow(pending);
  }

  /** The newest event that can only be about this change. */
  findEvent(pending: TrackedChange): Event | undefined {
    const {tracks, collection, at} = pending.intent;
    const places = Object.values(at).map(String);
    return this.#host.eventLog.all.find(event => {
      if (!tracks.includes(event.action) || !this.#isLater(event, pending)) return false;
      // Events of a family with a single object, such as settings or 2FA, name no entity.
      if (event.entity === null) return collection.family.single;
      const ref = entityRef(entityOf(event));
      if (!ref) return false;
      const isOurs = (entity: Event['entity'] | Event['secondary_entity'], {id}: Ref): boolean =>
        pending.rowId === undefined ? entity?.label === pending.intent.label : String(id) === String(pending.rowId);
      if (ref.family === collection.family.id) return isOurs(event.entity, ref);
      // An Image is made of a disk: the event is about the instance, and the Image comes second.
      const other = entityRef(event.secondary_entity);
      if (other?.family === collection.family.id) return isOurs(event.secondary_entity, other);
      // An address of an instance is known to events as one of the account.
      if (pending.rowId !== undefined && isOurs(event.entity, ref) && event.entity.label === pending.intent.label)
        return true;
      // A payment's event is about the account.
      return ref.family === 'account' || places.includes(String(ref.id));
    });
  }

  /**
   * True if the event came after the change. Before the first poll no event is known: the poll returns old events,
   * which their date tells apart from new ones.
   */
  #isLater({id, created}: Event, pending: TrackedChange): boolean {
    if (pending.afterEventId !== undefined) return id > pending.afterEventId;
    const at = toMillis(created);
    return at !== undefined && at >= (pending.apiBeganAt ?? this.#apiBeganAt(pending)) - clockToleranceMs;
  }

  /** By the API's clock as it is known now. */
  #apiBeganAt({beganAt}: TrackedChange): number {
    const {clock, clockSkewMs} = this.#host;
    return clock.now() + clockSkewMs() - (clock.monotonic() - beganAt);
  }

  #follow(pending: TrackedChange): void {
    const event = this.findEvent(pending);
    if (!event) return;
    if (!isRunning(event)) {
      void this.settle(pending);
      return;
    }
    if (pending.hasEvent) return;
    // From here on the event tells how far it is, and is known by its number: two clocks may agree less by its end.
    pending.hasEvent = true;
    pending.afterEventId ??= event.id - 1;
    pending.cancel?.();
    if (pending.rowId !== undefined) pending.intent.collection.setPending(pending.rowId, undefined);
    this.#host.onChange();
  }

  #release(pending: TrackedChange): void {
    pending.cancel?.();
    const {collection, patch} = pending.intent;
    this.#become(this.#pending.filter(other => other !== pending));
    if (pending.rowId === undefined) return;
    // Another change of the same row still waits: its expectation stands.
    const other = this.#pending.findLast(
      ({rowId, intent}) => rowId === pending.rowId && intent.collection === collection,
    );
    if (patch || other) collection.patch(pending.rowId, other?.intent.patch);
    collection.setPending(pending.rowId, other && !other.hasEvent ? other.word : undefined);
  }

  #become(list: readonly TrackedChange[]): void {
    this.#pending = list;
    this.#host.onChange();
  }
}
