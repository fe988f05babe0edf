/** What was carried out in a session: undo takes the last change that is not undone, redo the last one that is. */
import type {CompletedChange} from './change-registry.ts';
import type {UndoneChange} from './types.ts';

/** Older changes are undone from the change log. */
const maxChanges = 200;

export class UndoStack {
  /** The newest last. */
  #done: readonly CompletedChange[] = [];
  /** The undos that can be redone, the newest last. */
  #undone: readonly CompletedChange[] = [];

  /** A change, an undo or a redo was carried out. */
  add(carried: CompletedChange): void {
    const {way, of} = carried.subject.takesBack ?? {};
    const isOther = (one: CompletedChange): boolean => one !== of;
    if (way === 'Undo') {
      this.#done = this.#done.filter(isOther);
      this.#undone = [...this.#undone, carried].slice(-maxChanges);
      return;
    }
    // What was undone before a new change is not redone over it.
    this.#undone = way === 'Redo' ? this.#undone.filter(isOther) : [];
    this.#done = [...this.#done, carried].slice(-maxChanges);
  }

  /** What there is to take back, the newest first; parts of one plan together, the newest part first. */
  batches(way: UndoneChange['way']): readonly (readonly CompletedChange[])[] {
    const plans: CompletedChange[][] = [];
    for (const carried of (way === 'Undo' ? this.#done : this.#undone).toReversed()) {
      const {batch} = carried.subject;
      const last = plans.at(-1);
      if (last && batch !== undefined && last[0]?.subject.batch === batch) last.push(carried);
      else plans.push([carried]);
    }
    return plans;
  }
}
