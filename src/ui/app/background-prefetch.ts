/**
 * Reads each family once, so that the sidebar can show its number of rows and problems, and the resource types that only
 * the API of today has. The reads run one by one with the lowest priority: the current screen comes first. Lists that
 * aren't on the screen are read again after events that changed them.
 *
 * Child lists that a row's condition depends on, such as the ports of a NodeBalancer, are read after that and at
 * intervals: no event reports a backend that goes down.
 */
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import {type Collection, listOfToday} from '../../store/cache/collection-state.ts';
import {trackLookups} from '../../store/core/track-lookups.ts';
import type {Session} from '../../store/session/session.ts';
import type {Liveness} from '../../store/sync/status.ts';
import type {ConsoleClock} from '../context/console-types.ts';

/** Milliseconds before the first read, which leave time for the current screen, and between two reads, for keys. */
const PREFETCH_DELAY_MS = 2000;
const PREFETCH_PAUSE_MS = 250;
/** The time in which the changes of a list usually arrive, milliseconds. */
const CHANGE_LISTEN_MS = 2000;
/** The interval between two rounds through lists with unread changes. */
const CHANGE_ROUND_MS = 15_000;
/** Each of this many rounds goes through child lists. For 50 NodeBalancers that is ten requests per minute. */
const ROUNDS_PER_CHILD_ROUND = 20;
/** Longer lists show no conditions that need a request for each row, and are read again only when they are opened. */
const MAX_ROWS = 1000;

/** The interval at which Skydeck checks if the API is available again, milliseconds. */
const OFFLINE_RETRY_MS = 5000;
const offlineStates: readonly Liveness[] = ['offline', 'unauthorized', 'closed'];

interface PrefetchStep {
  readonly family: Family;
  readonly collection: Collection;
}

/** The list that shows which others there are comes first. */
const rankOf = ({id}: Family): number => (id === listOfToday ? 0 : 1);

/** @param onCounted called after another list was read, with the rows whose condition may have changed */
export function prefetchCounts(
  session: Session,
  families: readonly Family[],
  clock: ConsoleClock,
  onCounted: (rows: readonly AnyRow[]) => void,
): () => void {
  let countedFamilies = families
    .filter(
      ({group, state, today}) =>
        group !== undefined && group !== 'catalog' && group !== 'more' && (state !== undefined || today === true),
    )
    .sort((one, other) => rankOf(one) - rankOf(other));
  const stepOf = (family: Family): PrefetchStep => ({family, collection: session.collection(family.id)});
  let queue: PrefetchStep[] = countedFamilies.map(stepOf);

  /** The sidebar shows a number from last time, which may be wrong by now. */
  const isOld = (family: Family): boolean =>
    family.group !== undefined &&
    !countedFamilies.includes(family) &&
    session.collection(family.id).getState().isFromSnapshot;
  let rounds = 0;
  let stop: (() => void) | undefined;
  let cancel: (() => void) | undefined;

  const rowsOf = (family: Family): readonly AnyRow[] => session.collection(family.id).getState().rows;

  /** The list of a family, if events have changed it since it was read. */
  function changedStep(family: Family): PrefetchStep[] {
    const collection = session.collection(family.id);
    return collection.hasUnreadChanges && rowsOf(family).length <= MAX_ROWS ? [{family, collection}] : [];
  }

  /** Child lists that the conditions of these rows depend on. */
  function childSteps(family: Family): PrefetchStep[] {
    const rows = rowsOf(family);
    if (rows.length > MAX_ROWS) return [];
    const found = new Map<string, PrefetchStep>();
    const lookup = trackLookups(session.lookup, (id, params) => {
      if (params === undefined || Object.keys(params).length === 0) return;
      found.set(JSON.stringify([id, params]), {family, collection: session.collection(id, params)});
    });
    for (const row of rows) family.state?.(row, lookup, {});
    return [...found.values()];
  }

  function next(): void {
    // While the API is unavailable no list can be read, and a skipped list would stay unread.
    if (offlineStates.includes(session.account.getState().status.liveness)) {
      cancel = clock.schedule(OFFLINE_RETRY_MS, next);
      return;
    }
    const at = queue.shift();
    if (at !== undefined) prefetch(at);
    else cancel = clock.schedule(CHANGE_ROUND_MS, startRound);
  }

  function startRound(): void {
    rounds++;
    queue = countedFamilies.flatMap(changedStep);
    if (rounds % ROUNDS_PER_CHILD_ROUND === 0) queue.push(...countedFamilies.flatMap(childSteps));
    if (queue.length > 0) next();
    else cancel = clock.schedule(CHANGE_ROUND_MS, startRound);
  }

  function prefetch({family, collection}: PrefetchStep): void {
    // A list that was read need not be complete: events are read only in part, and one of several accounts may fail.
    const isRead = (): boolean => ['ready', 'failed'].includes(collection.getState().phase);
    function leave(): void {
      stop?.();
      stop = undefined;
      onCounted(rowsOf(family));
      // An older API has no list of today: the others would be refused, too.
      if (family.id === listOfToday && collection.getState().isUnsupported)
        queue = queue.filter(step => !step.family.today);
      // The condition is unknown until the list is read.
      if (collection.family === family)
        queue.unshift(...childSteps(family).filter(({collection}) => collection.getState().phase === 'idle'));
      cancel = clock.schedule(PREFETCH_PAUSE_MS, next);
    }
    if (isRead()) {
      // A list that is known already is read again automatically if it is old enough or has unread changes; that needs a
      // listener for a moment.
      const listenMs = collection.hasUnreadChanges ? CHANGE_LISTEN_MS : PREFETCH_PAUSE_MS;
      stop = collection.subscribe(() => {});
      cancel = clock.schedule(listenMs, leave);
      return;
    }
    let left = false;
    stop = collection.subscribe(() => {
      if (left || !isRead()) return;
      left = true;
      // Unsubscribes in a later turn, because the listener may be called while it is being added.
      cancel = clock.schedule(0, leave);
    });
  }

  cancel = clock.schedule(PREFETCH_DELAY_MS, () => {
    const oldFamilies = families.filter(isOld);
    countedFamilies = [...countedFamilies, ...oldFamilies];
    queue.push(...oldFamilies.map(stepOf));
    next();
  });
  return () => {
    cancel?.();
    stop?.();
  };
}
