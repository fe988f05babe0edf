/** What was carried out in a session: undo takes the last change that is not undone, redo the last one that is. */
import type {Carried} from './changes.ts';
import type {TakenBack} from './types.ts';

/** Older changes are undone from the change log. */
const maxKept = 200;

export class UndoStack {
  /** The newest last. */
  #done: readonly Carried[] = [];
  /** The undos that can be redone, the newest last. */
  #undone: readonly Carried[] = [];

  /** A change, an undo or a redo was carried out. */
  add(carried: Carried): void {
    const {way, of} = carried.subject.takesBack ?? {};
    const isOther = (one: Carried): boolean => one !== of;
    if (way === 'Undo') {
      this.#done = this.#done.filter(isOther);
      this.#undone = [...this.#undone, carried].slice(-maxKept);
      return;
    }
    // What was undone before a new change is not redone over it.
    this.#undone = way === 'Redo' ? this.#undone.filter(isOther) : [];
    this.#done = [...this.#done, carried].slice(-maxKept);
  }

  /** What there is to take back, the newest first; parts of one plan together, the newest part first. */
  plans(way: TakenBack['way']): readonly (readonly Carried[])[] {
    const plans: Carried[][] = [];
    for (const carried of (way === 'Undo' ? this.#done : this.#undone).toReversed()) {
      const {plan} = carried.subject;
      const last = plans.at(-1);
      if (last && plan !== undefined && last[0]?.subject.plan === plan) last.push(carried);
      else plans.push([carried]);
    }
    return plans;
  }
}
