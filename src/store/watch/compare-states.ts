/** Compares the conditions of a family's rows with the earlier ones. */
import type {State} from '../../families/format/cells.ts';
import type {AnyRow, Family, RowId} from '../../families/shape/define-family.ts';

/** A resource with its current condition. */
export interface ObservedState {
  readonly family: Family;
  readonly id: RowId;
  readonly row: AnyRow;
  readonly state: State;
}

/** A resource that was created, deleted, or has another condition than before. */
export interface StateChange {
  readonly family: Family;
  readonly id: RowId;
  readonly label: string;
  /** Undefined for a created resource. */
  readonly before: State | undefined;
  /** Undefined for a deleted resource. */
  readonly after: State | undefined;
  readonly row: AnyRow | undefined;
  readonly at: number;
}

export interface KnownState {
  readonly label: string;
  readonly state: State;
  /** The time of the change to this condition; undefined if the row had it from the start. */
  readonly since: number | undefined;
}

interface Comparison {
  readonly family: Family;
  readonly before: ReadonlyMap<RowId, KnownState> | undefined;
  readonly states: readonly ObservedState[];
  /** The time by this machine's clock, and by the API's clock, which users can't set. */
  readonly at: number;
  readonly now: number;
  /** True if the rows didn't change, but a list that the conditions depend on has arrived. */
  readonly isLearned: boolean;
}

export function compareStates({family, before, states, at, now, isLearned}: Comparison): {
  readonly knownStates: ReadonlyMap<RowId, KnownState>;
  readonly changes: readonly StateChange[];
} {
  const knownStates = new Map<RowId, KnownState>();
  const changes: StateChange[] = [];
  for (const {id, row, state} of states) {
    const old = before?.get(id);
    const isSame = old?.state.word === state.word && old.state.condition === state.condition;
    // The condition was unknown from the start, and a list that it depends on has now arrived: that isn't a change.
    const isFound = isLearned || (old?.state.condition === 'unknown' && old.since === undefined);
    const label = family.label(row);
    // A row that appears may have had its condition for a long time; only observed changes have a start.
    knownStates.set(id, isSame ? old : {label, state, since: old && !isFound ? now : undefined});
    if (before && !isSame && !isFound) changes.push({family, id, label, before: old?.state, after: state, row, at});
  }
  for (const [id, {label, state}] of before ?? [])
    if (!knownStates.has(id)) changes.push({family, id, label, before: state, after: undefined, row: undefined, at});
  return {knownStates, changes};
}
