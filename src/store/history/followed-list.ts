/**
 * The recording state of one list: the last versions of its rows, the time up to which they are current, and the rows
 * that later events named.
 */
import type {AnyRow, RowId} from '../../families/shape/define-family.ts';
import type {SpanKind} from './history-database.ts';

/** A version that will be written to the file. */
export interface PendingVersion {
  readonly id: RowId;
  readonly row: AnyRow | undefined;
  readonly at: number;
  readonly isDisturbed: boolean;
  /**
   * The last time at which the earlier version was known to be current; undefined if this session hadn't read the list
   * before.
   */
  knownUntil: number | undefined;
}

/** The time of the last read of a row, and the time of its last record. */
interface RowTimes {
  readonly readAt: number;
  readonly recordedAt: number;
}

interface KnownRow {
  readonly row: AnyRow;
  /** Shared by all rows of a read, because a long list has many. */
  readonly times: RowTimes;
}

interface Uncertainty {
  /** The last time at which the row was known to be current. */
  readonly since: number | undefined;
  readonly markedAt: number;
}

export interface RecordedSpan {
  readonly kind: SpanKind;
  readonly start: number;
  end: number;
  /** The number of the span in the file; undefined before it is written. */
  id: number | undefined;
  isSaved: boolean;
}

/** With more time than this between two polls, the list wasn't followed meanwhile, milliseconds. */
export const maxPollGapMs = 5 * 60_000;

export class FollowedList {
  readonly rows = new Map<RowId, KnownRow>();
  readonly uncertainties = new Map<RowId, Uncertainty>();
  readonly spans: RecordedSpan[] = [];
  /** The start of the last complete read; undefined before the first. */
  readStart: number | undefined;
  /** Versions that the next poll may find an event for, with the last time at which their row was followed. */
  readonly #open = new Map<RowId, {readonly version: PendingVersion; readonly followedUntil: number | undefined}>();
  #span: RecordedSpan | undefined;
  #previousEnd: number | undefined;
  #times: RowTimes | undefined;

  /** Returns the version to store; undefined if the row is unchanged. */
  observe(id: RowId, row: AnyRow | undefined, now: number): PendingVersion | undefined {
    const known = this.rows.get(id);
    const disturbance = this.uncertainties.get(id);
    if (known && row === known.row && !disturbance) {
      this.rows.set(id, {row, times: {...known.times, readAt: now}});
      return undefined;
    }
    if (!known && row === undefined && !disturbance) return undefined;
    const followedUntil = this.#followedUntil(known);
    const readAt = known ? Math.max(known.times.readAt, this.readStart ?? 0) : this.readStart;
    const isDisturbed = disturbance !== undefined;
    const version = {id, row, at: now, isDisturbed, knownUntil: isDisturbed ? disturbance.since : readAt};
    if (!isDisturbed && this.#span?.kind === 'followed') this.#open.set(id, {version, followedUntil});
    this.uncertainties.delete(id);
    if (row === undefined) this.rows.delete(id);
    else this.rows.set(id, {row, times: this.#timesAt(now)});
    return version;
  }

  /** For a complete read: true if a row is the same as before. */
  isUnchanged(id: RowId, row: AnyRow | undefined, startedAt: number): boolean {
    const known = this.rows.get(id);
    if (!known || known.row !== row) return false;
    const disturbance = this.uncertainties.get(id);
    // An event that was read after the request of the list may be about a later change.
    return !disturbance || disturbance.markedAt > startedAt;
  }

  /** Records the end of a complete read. */
  endRead(startedAt: number, now: number, kind: SpanKind, maxGapMs: number): void {
    this.readStart = startedAt;
    if (this.#span?.kind !== kind) this.endSpan();
    if (kind === 'followed') this.#span ??= this.#addSpan(kind, now);
    else if (this.#span && now - this.#span.end <= maxGapMs) this.#extend(now);
    else this.#span = this.#addSpan(kind, now);
  }

  /**
   * Records a poll, sent at this time, that read all events up to then; rows that its events name were marked before.
   */
  confirm(sentAt: number): void {
    this.#open.clear();
    const span = this.#span;
    if (span?.kind !== 'followed' || sentAt <= span.end) return;
    this.#previousEnd = span.end;
    if (sentAt - span.end > maxPollGapMs) this.#span = this.#addSpan('followed', sentAt);
    else this.#extend(sentAt);
  }

  /** Records that the last poll didn't read all events. */
  revokeConfirmation(): void {
    if (this.#span?.kind !== 'followed') return;
    if (this.#previousEnd !== undefined && this.#previousEnd >= this.#span.start) this.#extend(this.#previousEnd);
    this.endSpan();
  }

  endSpan(): void {
    this.#span = undefined;
    this.#previousEnd = undefined;
  }

  /** Marks a row that an event names as uncertain until it is read. */
  markUncertain(id: RowId, now: number): void {
    const open = this.#open.get(id);
    // The event is about the version that was read just before it.
    if (open?.followedUntil !== undefined)
      open.version.knownUntil = Math.max(open.followedUntil, open.version.knownUntil ?? 0);
    if (this.readStart === undefined) return;
    const before = this.uncertainties.get(id);
    const since = before ? before.since : this.#followedUntil(this.rows.get(id));
    this.uncertainties.set(id, {since, markedAt: now});
  }

  markAllUncertain(now: number): void {
    for (const id of this.rows.keys()) this.markUncertain(id, now);
  }

  isOpen(version: PendingVersion): boolean {
    return this.#open.get(version.id)?.version === version;
  }

  /** The last time at which a row, or its absence, was known to be current. */
  #followedUntil(known: KnownRow | undefined): number | undefined {
    if (this.#span?.kind !== 'followed')
      return known ? Math.max(known.times.readAt, this.readStart ?? 0) : this.readStart;
    return Math.max(this.#span.end, known?.times.recordedAt ?? 0);
  }

  #timesAt(now: number): RowTimes {
    if (this.#times?.readAt !== now) this.#times = {readAt: now, recordedAt: now};
    return this.#times;
  }

  #addSpan(kind: SpanKind, at: number): RecordedSpan {
    const span: RecordedSpan = {kind, start: at, end: at, id: undefined, isSaved: false};
    this.spans.push(span);
    return span;
  }

  #extend(end: number): void {
    if (!this.#span) return;
    this.#span.end = end;
    this.#span.isSaved = false;
  }
}
