/** What is known about rows beside the rows: who waits, what runs, what just changed, what is about to go. */
import type {RowId} from '../../families/shape/define-family.ts';
import type {Clock} from '../core/clock.ts';
import type {Annotation} from '../session/session.ts';

/** How long a changed row stays marked, and a vanished one stays at all; milliseconds. */
const changedMarkMs = 4000;
export const deletedRowMs = 3000;

const maxCachedAnnotations = 5000;

export interface AnnotationHost {
  readonly clock: Clock;
  /** The running operation on a row, by events. */
  busy(id: RowId): Annotation['busy'];
  isGone(id: RowId): boolean;
  /** Some rows' annotations are others now. */
  onChange(): void;
}

interface PendingMark {
  readonly word: string | undefined;
  readonly checking: boolean;
}

export class Annotations {
  readonly #host: AnnotationHost;
  readonly #waiting = new Map<RowId, PendingMark>();
  readonly #changedIds = new Set<RowId>();
  /** Rows that are not as they are shown any more, with the tick at which that was known. */
  readonly #stale = new Map<RowId, number>();
  /** What was said last: an annotation keeps its identity, so that what is cached by it stays good. */
  readonly #annotations = new Map<RowId, Annotation>();
  #timers = new Set<() => void>();

  constructor(host: AnnotationHost) {
    this.#host = host;
  }

  /** Whether no row's condition is another than it says, as far as is known here; what just changed says so itself. */
  isSettled(): boolean {
    return this.#waiting.size === 0 && this.#stale.size === 0;
  }

  of(id: RowId): Annotation | undefined {
    const busy = this.#host.busy(id);
    const isGone = this.#host.isGone(id);
    // Every row asks in every frame, and hardly any has one.
    if (!busy && !isGone && this.#isQuiet) return undefined;
    const waiting = this.#waiting.get(id);
    const isChanged = this.#changedIds.has(id);
    const stale = this.#stale.has(id);
    if (!waiting && !busy && !isChanged && !isGone && !stale) {
      this.#annotations.delete(id);
      return undefined;
    }
    const now: Annotation = {
      ...(waiting?.word !== undefined && {pending: waiting.word}),
      ...(busy && {busy}),
      ...(isChanged && {changed: true as const}),
      ...(isGone && {gone: true as const}),
      ...(waiting?.checking && {checking: true as const}),
      ...(stale && {stale: true as const}),
    };
    const before = this.#annotations.get(id);
    if (before && sameAnnotation(before, now)) return before;
    // Rows that were never painted again would be remembered for ever.
    if (this.#annotations.size > maxCachedAnnotations) this.#annotations.clear();
    this.#annotations.set(id, now);
    return now;
  }

  get #isQuiet(): boolean {
    return (
      this.#waiting.size === 0 && this.#changedIds.size === 0 && this.#stale.size === 0 && this.#annotations.size === 0
    );
  }

  /** A change of ours waits for its answer or event; undefined when it is settled. */
  setPending(id: RowId, word: string | undefined, checking = false): void {
    if (word === undefined && !checking) {
      if (!this.#waiting.delete(id)) return;
    } else this.#waiting.set(id, {word, checking});
    this.#host.onChange();
  }

  /** Rows that could not be read although something was done to them. */
  markStale(ids: readonly RowId[], tick: number): void {
    if (ids.length === 0) return;
    for (const id of ids) this.#stale.set(id, tick);
    this.#host.onChange();
  }

  /** They were read, those that pass. */
  clearStale(isRead: (id: RowId, tick: number) => boolean): void {
    const fetchedIds = [...this.#stale].filter(([id, tick]) => isRead(id, tick)).map(([id]) => id);
    if (fetchedIds.length === 0) return;
    for (const id of fetchedIds) this.#stale.delete(id);
    this.#host.onChange();
  }

  /** Marks rows for a few seconds. The caller tells about them; this tells when the marks go. */
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

  /** Drops the marks and their timers, when nobody looks any more. */
  clearChanged(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#changedIds.clear();
  }
}

const sameAnnotation = (first: Annotation, second: Annotation): boolean =>
  first.pending === second.pending &&
  first.changed === second.changed &&
  first.gone === second.gone &&
  first.checking === second.checking &&
  first.stale === second.stale &&
  first.busy?.word === second.busy?.word &&
  first.busy?.percent === second.busy?.percent;
