/**
 * Reads each family once, so that the sidebar can say how many there are and what needs a look. One after the other
 * and at leisure: what is on screen goes first, and a list that nobody shows is not kept true.
 *
 * What the condition of a row looks at below it, the ports of a NodeBalancer, is read after that, and from time to time
 * again: no event tells that a backend went down.
 */
import type {AnyRow, Family, FamilyId, PathParams} from '../families/define.ts';
import {notingLook} from '../store/noting.ts';
import type {Collection, Session} from '../store/types.ts';
import type {DeckClock} from './deck.ts';

/** Milliseconds before the first, for what is on screen; and between two, for keys pressed meanwhile. */
const HEAD_START = 2000;
const PAUSE = 250;
/** Between two rounds through what hangs below rows. Of fifty NodeBalancers that is ten requests a minute. */
const ROUND = 300_000;
/** Of longer lists nobody is told conditions that cost a request each. */
const FEW = 1000;

interface Stop {
  readonly collection: Collection;
  /** Rows whose condition may be another then. */
  readonly concerns: () => readonly AnyRow[];
}

/** @param counted called when another list is known, with the rows whose condition may be another */
export function survey(
  session: Session,
  families: readonly Family[],
  clock: DeckClock,
  counted: (rows: readonly AnyRow[]) => void,
): () => void {
  const surveyed = families.filter(
    ({group, state}) => group !== undefined && group !== 'catalogue' && state !== undefined,
  );
  let waiting: Stop[] = surveyed.map(({id}) => {
    const collection = session.collection(id);
    return {collection, concerns: () => collection.get().rows};
  });
  let stop: (() => void) | undefined;
  let cancel: (() => void) | undefined;

  /** Lists below rows that the conditions of these rows look at. */
  function below(): Stop[] {
    const found = new Map<string, Stop>();
    for (const family of surveyed) {
      const concerns = () => session.collection(family.id).get().rows;
      const rows = concerns();
      if (rows.length > FEW) continue;
      const note = (id: FamilyId, params: PathParams | undefined): void => {
        if (params === undefined || Object.keys(params).length === 0) return;
        found.set(JSON.stringify([id, params]), {collection: session.collection(id, params), concerns});
      };
      const look = notingLook(session.look, note);
      for (const row of rows) family.state?.(row, look, {});
    }
    return [...found.values()];
  }

  function next(): void {
    const at = waiting.shift();
    if (at === undefined) {
      const again = below();
      // The first time they follow at once: until then the condition is unknown.
      const unread = again.filter(({collection}) => !collection.get().complete && collection.get().phase === 'idle');
      waiting = unread.length > 0 ? unread : again;
      cancel = clock.schedule(unread.length > 0 ? PAUSE : ROUND, next);
      return;
    }
    visit(at);
  }

  function visit({collection, concerns}: Stop): void {
    const known = collection.get().complete;
    const settled = (): boolean => {
      const {complete, phase} = collection.get();
      return complete || phase === 'failed';
    };
    let leaving = false;
    const leave = (): void => {
      if (leaving) return;
      leaving = true;
      // Left in a turn of its own: the listener may be called while it is being added.
      cancel = clock.schedule(0, () => {
        stop?.();
        stop = undefined;
        counted(concerns());
        cancel = clock.schedule(PAUSE, next);
      });
    };
    stop = collection.subscribe(() => settled() && leave());
    // What is known is read again by itself, if it is old enough: that takes somebody who looks for a moment.
    if (known) cancel = clock.schedule(PAUSE, leave);
    else if (settled()) leave();
  }

  cancel = clock.schedule(HEAD_START, next);
  return () => {
    cancel?.();
    stop?.();
  };
}
