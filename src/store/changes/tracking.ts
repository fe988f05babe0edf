/**
 * Changes that were sent and are not settled yet: their rows look changed and are marked pending until the answer or
 * the event that follows agrees; then what the API says is shown again.
 */
import type {Event} from '../../contract/account/events.ts';
import type {AnyRow, PathParams, Ref, RowId} from '../../families/define.ts';
import {entityOf, entityRef} from '../../families/entities.ts';
import {toMillis} from '../../families/format.ts';
import type {Clock} from '../clock.ts';
import type {LiveCollection} from '../collection.ts';
import {type EventBook, isRunning} from '../events.ts';
import type {PendingChange} from '../operations.ts';

/** An event that does not come within this many milliseconds is not waited for. */
const patience = 30_000;
/** Events tell their time in whole seconds, and two clocks never quite agree: so much older may be its own; milliseconds. */
const tolerance = 2000;

export interface Intent {
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

export interface Pending extends PendingChange {
  readonly intent: Intent;
  /** The newest event that cannot be about it: what was known when it was sent, or comes before its own. Undefined before either. */
  since: number | undefined;
  /** The rows there were when it was sent. */
  readonly before: readonly AnyRow[];
  /** By the monotonic clock. */
  readonly beganAt: number;
  /** The same moment by the API's clock, which runs as it likes: known from the answer on. */
  apiBeganAt: number | undefined;
  id: number;
  row: RowId | undefined;
  answered: boolean;
  /** The answer brought the row as it is now. */
  fresh: boolean;
  following: boolean;
  cancel: (() => void) | undefined;
}

export interface TrackingHost {
  readonly clock: Clock;
  readonly book: EventBook;
  /** Milliseconds that the API's clock is ahead of ours. */
  skew(): number;
  /** The list of pending changes is another one. */
  changed(): void;
}

export class Tracking {
  readonly #host: TrackingHost;
  #pending: readonly Pending[] = [];
  #next = 1;

  constructor(host: TrackingHost) {
    this.#host = host;
  }

  get list(): readonly Pending[] {
    return this.#pending;
  }

  /** Sent: the row changes at once. */
  begin(intent: Intent): Pending {
    const {collection, id, label, word, patch, at} = intent;
    const target: Ref | undefined = id === undefined ? undefined : {family: collection.family.id, id, params: at};
    const pending: Pending = {
      intent,
      id: this.#next++,
      target,
      // What has no name of its own is told by its kind.
      label: label || collection.family.one,
      word,
      startedAt: this.#host.clock.now(),
      beganAt: this.#host.clock.monotonic(),
      apiBeganAt: undefined,
      since: this.#host.book.newestId,
      before: collection.get().rows,
      row: id,
      answered: false,
      fresh: false,
      following: false,
      cancel: undefined,
    };
    if (id !== undefined) {
      if (patch) collection.patch(id, patch);
      collection.wait(id, word);
    }
    this.#become([...this.#pending, pending]);
    return pending;
  }

  /** The API agreed. Settled at once where no event follows. `made`: the row that it made. */
  answered(pending: Pending, made: RowId | undefined): void {
    pending.answered = true;
    pending.apiBeganAt = this.#apiBeganAt(pending);
    pending.row ??= made;
    pending.fresh = made !== undefined && made === pending.row;
    if (pending.intent.tracks.length === 0) void this.settle(pending);
    else {
      pending.cancel = this.#host.clock.schedule(patience, () => void this.settle(pending));
      this.#follow(pending);
    }
  }

  /** It did not happen: the row goes back. */
  rollBack(pending: Pending): void {
    this.#release(pending);
  }

  /** No answer: the mark says that nobody knows. */
  doubt(pending: Pending): void {
    if (pending.row !== undefined) pending.intent.collection.wait(pending.row, pending.word, true);
  }

  /** Shows again what the API says. */
  async settle(pending: Pending): Promise<void> {
    pending.cancel?.();
    if (!this.#pending.includes(pending)) return;
    const {collection} = pending.intent;
    // Read before the expectation goes: in between, the row would flicker back to what it was.
    const known = pending.fresh && pending.intent.tracks.length === 0;
    if (!known && pending.row !== undefined && collection.asRead(pending.row))
      await collection.reread([pending.row], 'user');
    this.#release(pending);
  }

  /** Events were read. */
  heard(): void {
    for (const pending of this.#pending) if (pending.answered) this.#follow(pending);
  }

  /** The newest event that can only be about this change. */
  event(pending: Pending): Event | undefined {
    const {tracks, collection, at} = pending.intent;
    const places = Object.values(at).map(String);
    return this.#host.book.all.find(event => {
      if (!tracks.includes(event.action) || !this.#isLater(event, pending)) return false;
      // What there is one of is named in none of its events: settings, a second factor.
      if (event.entity === null) return collection.family.single;
      const ref = entityRef(entityOf(event));
      if (!ref) return false;
      const isOurs = (entity: Event['entity'] | Event['secondary_entity'], {id}: Ref): boolean =>
        pending.row === undefined ? entity?.label === pending.intent.label : String(id) === String(pending.row);
      if (ref.family === collection.family.id) return isOurs(event.entity, ref);
      // An Image is made of a disk: the event is about the instance, and the Image comes second.
      const other = entityRef(event.secondary_entity);
      if (other?.family === collection.family.id) return isOurs(event.secondary_entity, other);
      // An address of an instance is known to events as one of the account.
      if (pending.row !== undefined && isOurs(event.entity, ref) && event.entity.label === pending.intent.label)
        return true;
      // A payment's event is about the account.
      return ref.family === 'account' || places.includes(String(ref.id));
    });
  }

  /** Before the first poll no event is known: what it brings is history, told from news by its date. */
  #isLater({id, created}: Event, pending: Pending): boolean {
    if (pending.since !== undefined) return id > pending.since;
    const at = toMillis(created);
    return at !== undefined && at >= (pending.apiBeganAt ?? this.#apiBeganAt(pending)) - tolerance;
  }

  /** By the API's clock as it is known now. */
  #apiBeganAt({beganAt}: Pending): number {
    const {clock, skew} = this.#host;
    return clock.now() + skew() - (clock.monotonic() - beganAt);
  }

  #follow(pending: Pending): void {
    const event = this.event(pending);
    if (!event) return;
    if (!isRunning(event)) {
      void this.settle(pending);
      return;
    }
    if (pending.following) return;
    // From here on the event tells how far it is, and is known by its number: two clocks may agree less by its end.
    pending.following = true;
    pending.since ??= event.id - 1;
    pending.cancel?.();
    if (pending.row !== undefined) pending.intent.collection.wait(pending.row, undefined);
    this.#host.changed();
  }

  #release(pending: Pending): void {
    pending.cancel?.();
    const {collection, patch} = pending.intent;
    this.#become(this.#pending.filter(other => other !== pending));
    if (pending.row === undefined) return;
    // Another change of the same row still waits: its expectation stands.
    const other = this.#pending.findLast(({row, intent}) => row === pending.row && intent.collection === collection);
    if (patch || other) collection.patch(pending.row, other?.intent.patch);
    collection.wait(pending.row, other && !other.following ? other.word : undefined);
  }

  #become(list: readonly Pending[]): void {
    this.#pending = list;
    this.#host.changed();
  }
}
