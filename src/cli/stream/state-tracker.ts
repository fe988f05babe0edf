/** The last reported states of an account's resources, and their differences to the current states. */
import {isProblem} from '../../families/format/cells.ts';
import type {Family} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Session} from '../../store/session/session.ts';
import type {ObservedState} from '../../store/watch/compare-states.ts';
import type {StateWatch} from '../../store/watch/state-watch.ts';
import type {RecordedState, StateTransition} from './change-record.ts';
import {storedKey, storedLabel} from './stored-key.ts';

/** The states of one account, by resource type and key. */
export type KnownStates = Map<string, Map<string, RecordedState>>;

/** The states as a cursor stores them. */
export type StoredStates = Readonly<
  Record<string, readonly (readonly [string, string, RecordedState['is'], string])[]>
>;

export const storeStates = (known: KnownStates): StoredStates =>
  Object.fromEntries(
    [...known].map(([type, rows]) => [
      type,
      [...rows].map(([key, {label, is, word}]) => [key, label, is, word] as const),
    ]),
  );

export const restoreStates = (stored: StoredStates): KnownStates =>
  new Map(
    Object.entries(stored).map(([type, rows]) => [
      type,
      new Map(rows.map(([key, label, is, word]) => [key, {label, is, word}])),
    ]),
  );

export class StateTracker {
  readonly known: KnownStates;
  /** The number of types whose states were read for the first time. */
  baselines = 0;
  readonly #session: Pick<Session, 'lookup'>;
  readonly #watch: StateWatch;
  /** The states that were compared last, by type: for the same array there are no changes. */
  readonly #compared = new Map<string, readonly ObservedState[]>();

  /** @param known states that an earlier run reported */
  constructor(session: Pick<Session, 'lookup'>, watch: StateWatch, known: KnownStates) {
    this.#session = session;
    this.#watch = watch;
    this.known = known;
  }

  /** The changes since the last call. The states of a list that can't be read now are compared later. */
  takeChanges(): readonly StateTransition[] {
    return this.#watch.families.flatMap(family => {
      const {isComplete, isFromSnapshot, isUnsupported} = this.#watch.collection(family.id).getState();
      if (!isComplete || isFromSnapshot || isUnsupported) return [];
      const states = this.#watch.states(family.id);
      if (states === this.#compared.get(family.id) || !this.#watch.hasAllSources(family.id)) return [];
      this.#compared.set(family.id, states);
      return this.#compare(family, states);
    });
  }

  #compare(family: Family, states: readonly ObservedState[]): readonly StateTransition[] {
    const known = this.known.get(family.id);
    const next = new Map<string, RecordedState>();
    const changes: StateTransition[] = [];
    for (const {row, state} of states) {
      const resource = storedKey(family, row);
      const label = storedLabel(family, row, this.#session.lookup);
      const before = known?.get(resource) ?? null;
      // A state that is unknown now will be known later.
      if (state.condition === 'unknown') {
        if (before) next.set(resource, before);
        continue;
      }
      const after: RecordedState = {label, is: state.condition, word: sanitize(state.word)};
      next.set(resource, after);
      const facts = {type: family.id, resource, label, before, after};
      if (!known) {
        if (isProblem(state)) changes.push({kind: 'found', ...facts});
      } else if (!before) changes.push({kind: 'added', ...facts});
      else if (before.is !== after.is || before.word !== after.word) changes.push({kind: 'changed', ...facts});
    }
    const present = new Set(states.map(({row}) => storedKey(family, row)));
    for (const [resource, before] of known ?? [])
      if (!present.has(resource))
        changes.push({kind: 'deleted', type: family.id, resource, label: before.label, before, after: null});
    this.known.set(family.id, next);
    if (!known) this.baselines++;
    return changes;
  }
}
