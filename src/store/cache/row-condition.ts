/** The condition of a row, the same on every screen: a pending operation takes precedence over the API's last state. */
import type {State} from '../../families/format/cells.ts';
import type {AnyRow, Lookup} from '../../families/shape/define-family.ts';
import type {Annotation} from './annotations.ts';
import type {Collection, CollectionState} from './collection-state.ts';

/** The state of a row that changed but could not be read since. */
export const unconfirmedState: State = {condition: 'unknown', word: 'unconfirmed'};

export function rowCondition(
  {family, params}: Pick<Collection, 'family' | 'params'>,
  row: AnyRow,
  lookup: Lookup,
  annotation: Annotation | undefined,
): State | undefined {
  return (annotation && annotatedState(annotation)) ?? family.state?.(row, lookup, params);
}

function annotatedState({isDeleted, isChecking, busy, pending, isStale}: Annotation): State | undefined {
  if (isDeleted) return {condition: 'off', word: 'deleted'};
  if (isChecking) return {condition: 'unknown', word: 'checking'};
  if (busy) return {condition: 'busy', word: busy.word, ...(busy.percent !== undefined && {percent: busy.percent})};
  if (pending !== undefined) return {condition: 'busy', word: pending};
  return isStale ? unconfirmedState : undefined;
}

/** The maximum number of rows whose conditions are counted; with more, every poll would cause a noticeable delay. */
export const maxCountedRows = 20_000;
/** The maximum number of counted rows while pages arrive; a count of half the rows is of little use. */
const maxCountedWhileLoading = 1000;

/** True if counting the conditions of this many rows is fast enough. */
export function isCountable({phase, isComplete, isFromSnapshot}: CollectionState, rows: number): boolean {
  const isArriving = phase === 'loading' && !isComplete && !isFromSnapshot;
  return rows <= (isArriving ? maxCountedWhileLoading : maxCountedRows);
}

export type ConditionCount = State & {readonly count: number};

/** Rows to count: an array of them, or the shown rows of a list. */
export interface Countable {
  readonly length: number;
  forEach(visit: (row: AnyRow) => void): void;
}

/**
 * The number of rows in each condition, most common first. Equal numbers are sorted by name, so that the order of the
 * rows has no effect. Empty if there are too many rows to count.
 */
export function countConditions(collection: Collection, rows: Countable, lookup: Lookup): readonly ConditionCount[] {
  const {family, params} = collection;
  if (family.state === undefined || !isCountable(collection.getState(), rows.length)) return [];
  const counts = new Map<string, {readonly state: State; count: number}>();
  let last: {readonly state: State; count: number} | undefined;
  // With 10,000 rows, checking annotations would take most of the time of a filter.
  const isSettled = collection.isSettled();
  rows.forEach(row => {
    const state = isSettled
      ? family.state?.(row, lookup, params)
      : rowCondition(collection, row, lookup, collection.annotation(family.key(row)));
    if (state === undefined) return;
    // Most rows have the state of the previous one.
    if (state.word !== last?.state.word) {
      last = counts.get(state.word);
      if (!last) {
        last = {state, count: 0};
        counts.set(state.word, last);
      }
    }
    last.count++;
  });
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || (a.state.word < b.state.word ? -1 : 1))
    .map(({state, count}) => ({...state, count}));
}
