/** Facts about rows besides their values: pending changes, running operations, recent changes and deletions. */
import type {RowId} from '../../families/shape/define-family.ts';
import type {Clock} from '../core/clock.ts';

/** Facts that the store knows about a row besides its values. */
export interface Annotation {
  /** The status word of a pending change: Skydeck waits for its response or event. */
  readonly pending?: string;
  /** A running operation on the row. */
  readonly busy?: {readonly word: string; readonly percent: number | undefined};
  /** True if the row changed within the last seconds. */
  readonly isChanged?: true;
  /** True if the row was deleted; it stays visible for a moment. */
  readonly isDeleted?: true;
  /** True if the change got no response; Skydeck determines its outcome by reading. */
  readonly isChecking?: true;
  /** True if the row changed but could not be read since: it shows its earlier values. */
  readonly isStale?: true;
}

/** The time that a changed row stays marked and a deleted row stays visible, milliseconds. */
const changedMarkMs = 4000;

export const deletedRowMs = 3000;

const maxCachedAnnotations = 5000;

export interface AnnotationHost {
  readonly clock: Clock;
  /** The running operation on a row, from events. */
  runningOperationOn(id: RowId): Annotation['busy'];
  isVanishing(id: RowId): boolean;
  /** Called when the annotations of some rows have changed. */
  onChange(): void;
}

interface PendingMark {
  readonly word: string | undefined;
  readonly isChecking: boolean;
}

export class Annotations {
  readonly #host: AnnotationHost;
  readonly #waiting = new Map<RowId, PendingMark>();
  readonly #changedIds = new Set<RowId>();
  /** Rows whose values on screen are out of date, with the tick at which that became known. */
  readonly #stale = new Map<RowId, number>();
  /**
   * The last annotation of each row: an unchanged annotation stays the same object, so that caches keyed by it stay
   * valid.
   */
  readonly #annotations = new Map<RowId, Annotation>();
  #timers = new Set<() => void>();

  constructor(host: AnnotationHost) {
    this.#host = host;
  }

  /**
   * True if no row is known to be out of date or to have a pending change or running operation; recent changes have a
   * separate mark.
   */
  isSettled(): boolean {
    return this.#waiting.size === 0 && this.#stale.size === 0;
  }

  annotationOf(id: RowId): Annotation | undefined {
    const busy = this.#host.runningOperationOn(id);
    const isVanishing = this.#host.isVanishing(id);
    // Every frame checks every visible row, and few rows have an annotation.
    if (!busy && !isVanishing && this.#isQuiet) return undefined;
    const waiting = this.#waiting.get(id);
    const isChanged = this.#changedIds.has(id);
    const stale = this.#stale.has(id);
    if (!waiting && !busy && !isChanged && !isVanishing && !stale) {
      this.#annotations.delete(id);
      return undefined;
    }
    const now: Annotation = {
      ...(waiting?.word !== undefined && {pending: waiting.word}),
      ...(busy && {busy}),
      ...(isChanged && {isChanged: true as const}),
      ...(isVanishing && {isDeleted: true as const}),
      ...(waiting?.isChecking && {isChecking: true as const}),
      ...(stale && {isStale: true as const}),
    };
    const before = this.#annotations.get(id);
    if (before && sameAnnotation(before, now)) return before;
    // Annotations of rows that are no longer painted would otherwise stay in memory.
    if (this.#annotations.size > maxCachedAnnotations) this.#annotations.clear();
    this.#annotations.set(id, now);
    return now;
  }

  get #isQuiet(): boolean {
    return this.#waiting.size === 0 && this.#changedIds.size === 0 && this.#stale.size === 0;
  }

  /** Marks a row while its change waits for its response or event; undefined removes the mark. */
  setPending(id: RowId, word: string | undefined, {isChecking = false}: {isChecking?: boolean} = {}): void {
    if (word === undefined && !isChecking) {
      if (!this.#waiting.delete(id)) return;
    } else this.#waiting.set(id, {word, isChecking});
    this.#host.onChange();
  }

  /** Marks rows that changed but could not be read since. */
  markStale(ids: readonly RowId[], tick: number): void {
    if (ids.length === 0) return;
    for (const id of ids) this.#stale.set(id, tick);
    this.#host.onChange();
  }

  /** Removes the marks of rows for which `isRead` returns true. */
  clearStale(isRead: (id: RowId, tick: number) => boolean): void {
    const fetchedIds = [...this.#stale].filter(([id, tick]) => isRead(id, tick)).map(([id]) => id);
    if (fetchedIds.length === 0) return;
    for (const id of fetchedIds) this.#stale.delete(id);
    this.#host.onChange();
  }

  /**
   * Marks rows for a few seconds. The caller notifies listeners of the new marks; this class notifies them when the
   * marks disappear.
   */
  markChanged(ids: Iterable<RowId>): void {
    const markedIds = [...ids];
    if (markedIds.length === 0) return;
    for (const id of markedIds) this.#changedIds.add(id);
    const cancel = this.#host.clock.schedule(changedMarkMs, () => {
      this.#timers.delete(cancel);
      for (const id of markedIds) this.#changedIds.delete(id);
      this.#host.onChange();
    });
    this.#timers.add(cancel);
  }

  /** Drops the marks and their timers when the last listener leaves. */
  clearChanged(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#changedIds.clear();
  }
}

const sameAnnotation = (first: Annotation, second: Annotation): boolean =>
  first.pending === second.pending &&
  first.isChanged === second.isChanged &&
  first.isDeleted === second.isDeleted &&
  first.isChecking === second.isChecking &&
  first.isStale === second.isStale &&
  first.busy?.word === second.busy?.word &&
  first.busy?.percent === second.busy?.percent;
