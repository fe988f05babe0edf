/** The changes made in a session. Undo applies to the last change that is not undone, redo to the last undo. */
import type {CompletedChange, LogEntryRef, UndoneChange} from './change-subject.ts';

/** Older changes can be undone from the change log. */
const maxChanges = 200;

export class UndoStack {
  /** The changes, newest last. */
  #completedChanges: readonly CompletedChange[] = [];
  /** The undos that can be redone, newest last. */
  #undone: readonly CompletedChange[] = [];

  /** Records a change, an undo or a redo. */
  add(change: CompletedChange): void {
    const {kind, change: undoneChange, logEntry} = change.subject.undoneChange ?? {};
    // The change log has changes of this session as well.
    const isOther = (completed: CompletedChange): boolean =>
      completed !== undoneChange && (logEntry === undefined || !isSameEntry(completed.logEntry, logEntry));
    if (kind === 'Undo') {
      this.#completedChanges = this.#completedChanges.filter(isOther);
      this.#undone = [...this.#undone, change].slice(-maxChanges);
      return;
    }
    // After a new change, earlier undos can't be redone.
    this.#undone = kind === 'Redo' ? this.#undone.filter(isOther) : [];
    this.#completedChanges = [...this.#completedChanges, change].slice(-maxChanges);
  }

  /** The changes that can be undone or redone, newest first; changes of one batch are one entry, its newest change first. */
  batches(kind: UndoneChange['kind']): readonly (readonly CompletedChange[])[] {
    const batches: CompletedChange[][] = [];
    for (const change of (kind === 'Undo' ? this.#completedChanges : this.#undone).toReversed()) {
      const {batch} = change.subject;
      const last = batches.at(-1);
      if (last && batch !== undefined && last[0]?.subject.batch === batch) last.push(change);
      else batches.push([change]);
    }
    return batches;
  }
}

const isSameEntry = (one: LogEntryRef | undefined, other: LogEntryRef): boolean =>
  one?.at === other.at && one.path === other.path;
