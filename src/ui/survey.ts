/**
 * Reads each family once, so that the sidebar can say how many there are and what needs a look. One after the other
 * and at leisure: what is on screen goes first, and a list that nobody shows is not kept true.
 */
import type {Family} from '../families/define.ts';
import type {Session} from '../store/types.ts';
import type {DeckClock} from './deck.ts';

/** Milliseconds before the first, for what is on screen; and between two, for keys pressed meanwhile. */
const HEAD_START = 2000;
const PAUSE = 250;

/** @param counted called when another list is known. */
export function survey(
  session: Session,
  families: readonly Family[],
  clock: DeckClock,
  counted: () => void,
): () => void {
  const waiting = families.filter(
    ({group, state}) => group !== undefined && group !== 'catalogue' && state !== undefined,
  );
  let stop: (() => void) | undefined;
  let cancel: (() => void) | undefined;

  function next(): void {
    const family = waiting.shift();
    if (family === undefined) return;
    const collection = session.collection(family.id);
    const done = (): boolean => {
      const {complete, phase} = collection.get();
      return complete || phase === 'failed';
    };
    const leave = (): void => {
      stop?.();
      stop = undefined;
      counted();
      cancel = clock.schedule(PAUSE, next);
    };
    if (done()) {
      next();
      return;
    }
    stop = collection.subscribe(() => {
      // Left in a turn of its own: the listener may be called while it is being added.
      if (done()) cancel = clock.schedule(0, leave);
    });
  }
  cancel = clock.schedule(HEAD_START, next);
  return () => {
    cancel?.();
    stop?.();
  };
}
