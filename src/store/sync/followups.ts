/** Reads rows again a little later, if no event reports the end of their operation or if their status isn't final. */
import type {FamilyId, Lookup, RowId} from '../../families/shape/define-family.ts';
import type {LiveCollection} from '../cache/collection.ts';
import type {Clock} from '../core/clock.ts';

const firstDelayMs = 5000;
const maxDelayMs = 300_000;
/** The number of reads that always happen, 5 and 15 seconds after an event ended. */
const unconditionalFetches = 2;
/** The maximum number of rows per read; the others follow a little later. */
const maxRowsPerFetch = 20;

interface Followup {
  dueAt: number;
  delayMs: number;
  /** The remaining reads that don't depend on the row's state. */
  unconditionalReads: number;
}

/** Rows checked per turn of the event loop. */
const rowsPerTurn = 200;
/** The maximum number of followed rows per list. */
const maxFollowedPerList = 50;

export interface FollowupsHost {
  readonly clock: Clock;
  readonly lookup: Lookup;
  /** True if a running event will report the end of the row's transition. */
  hasRunningOperation(family: FamilyId, id: RowId): boolean;
}

export class Followups {
  readonly #host: FollowupsHost;
  readonly #planned = new Map<LiveCollection, Map<RowId, Followup>>();
  #cancel: (() => void) | undefined;

  constructor(host: FollowupsHost) {
    this.#host = host;
  }

  /** Reads a row twice more, and then while it is in transition. */
  scheduleAfterEvent(collection: LiveCollection, id: RowId): void {
    this.#add(collection, id, {
      dueAt: this.#host.clock.monotonic() + firstDelayMs,
      delayMs: firstDelayMs,
      unconditionalReads: unconditionalFetches,
    });
  }

  /** Reads a row while it is in transition. */
  scheduleWhileBusy(collection: LiveCollection, id: RowId): void {
    if (this.#planned.get(collection)?.has(id)) return;
    this.#add(collection, id, {
      dueAt: this.#host.clock.monotonic() + firstDelayMs,
      delayMs: firstDelayMs,
      unconditionalReads: 0,
    });
  }

  /** Reads a row while it is in transition, after a read that found it so. */
  scheduleIfBusy(collection: LiveCollection, id: RowId): void {
    const isFull = (this.#planned.get(collection)?.size ?? 0) >= maxFollowedPerList;
    if (!collection.hasSubscribers || isFull || !canFollow(collection)) return;
    if (this.#isInTransition(collection, id)) this.scheduleWhileBusy(collection, id);
  }

  /** Reads the rows of a list that are in transition until they no longer are. */
  async scheduleBusyRows(collection: LiveCollection): Promise<void> {
    const {family} = collection;
    if (!canFollow(collection)) return;
    let foundCount = 0;
    let checked = 0;
    for (const row of collection.getState().rows) {
      const id = family.key(row);
      if (this.#isInTransition(collection, id) && foundCount++ < maxFollowedPerList)
        this.scheduleWhileBusy(collection, id);
      if (++checked % rowsPerTurn === 0) await this.#host.clock.yieldToLoop();
    }
  }

  stop(): void {
    this.#cancel?.();
    this.#planned.clear();
  }

  /** True for a row in transition without an event that will report its end. */
  #isInTransition(collection: LiveCollection, id: RowId): boolean {
    const row = collection.serverRow(id);
    const {family, params} = collection;
    // The state is checked first: in a long list few rows are in transition, and only those need the check for an
    // operation.
    if (!row || family.state?.(row, this.#host.lookup, params).condition !== 'busy') return false;
    return !this.#host.hasRunningOperation(family.id, id);
  }

  #add(collection: LiveCollection, id: RowId, followup: Followup): void {
    const planned = this.#planned.get(collection) ?? new Map<RowId, Followup>();
    this.#planned.set(collection, planned.set(id, followup));
    this.#plan();
  }

  #plan(): void {
    this.#cancel?.();
    let next = Number.POSITIVE_INFINITY;
    for (const planned of this.#planned.values())
      for (const followup of planned.values()) next = Math.min(next, followup.dueAt);
    if (next === Number.POSITIVE_INFINITY) return;
    // Rows that become due at about the same time are read together.
    const waitMs = Math.max(500, next - this.#host.clock.monotonic());
    this.#cancel = this.#host.clock.schedule(waitMs, () => this.#run());
  }

  #run(): void {
    const now = this.#host.clock.monotonic();
    for (const [collection, planned] of this.#planned) {
      const dueRows = [...planned].filter(([, followup]) => followup.dueAt <= now).slice(0, maxRowsPerFetch);
      // The next listener starts again.
      if (!collection.hasSubscribers) this.#planned.delete(collection);
      else if (dueRows.length > 0) void this.#fetch(collection, planned, dueRows);
      for (const [, followup] of dueRows) followup.dueAt = Number.POSITIVE_INFINITY;
    }
    this.#plan();
  }

  async #fetch(collection: LiveCollection, planned: Map<RowId, Followup>, dueRows: [RowId, Followup][]): Promise<void> {
    const ids = dueRows.map(([id]) => id);
    const neededRows = dueRows.filter(
      ([id, followup]) => followup.unconditionalReads > 0 || this.#isInTransition(collection, id),
    );
    await collection.refetchRows(neededRows.map(([id]) => id));
    const now = this.#host.clock.monotonic();
    for (const id of ids) {
      const followup = planned.get(id);
      // A request that arrived meanwhile made a new plan, which stays.
      if (!followup || followup.dueAt !== Number.POSITIVE_INFINITY) continue;
      followup.unconditionalReads--;
      followup.delayMs = Math.min(maxDelayMs, followup.delayMs * 2);
      followup.dueAt = now + followup.delayMs;
      if (followup.unconditionalReads <= 0 && !this.#isInTransition(collection, id)) planned.delete(id);
    }
    // A listener that came meanwhile may have made a new plan for the list, which stays.
    if (planned.size === 0 && this.#planned.get(collection) === planned) this.#planned.delete(collection);
    this.#plan();
  }
}

/**
 * True for a list whose rows have states of their own. The list of the represented resource follows the others, and the
 * poll reads running events.
 */
const canFollow = ({family}: LiveCollection): boolean =>
  family.state !== undefined &&
  (family.entity !== undefined || (family.represents === undefined && family.id !== 'account.events'));
