/**
 * The data that a family's functions may read besides the row: everything that the store has loaded. A lookup sends no
 * request.
 */
import type {FamilyId, Lookup, PathParams, RowId, RowOf} from '../../families/shape/define-family.ts';
import type {Annotation} from '../cache/annotations.ts';
import type {CollectionState} from '../cache/collection-state.ts';
import type {EventLog} from '../sync/event-log.ts';
import type {Clock} from './clock.ts';

/** The part of a list that a lookup reads. */
export interface KnownList {
  getState(): Pick<CollectionState, 'rows' | 'byId' | 'isComplete' | 'phase' | 'failure'>;
  /** The ID in the type that the list uses. */
  idOf(id: RowId): RowId;
  annotation(id: RowId): Annotation | undefined;
}

/** The accuracy of the measured difference between the clocks, milliseconds: responses have dates in whole seconds. */
const clockAccuracyMs = 2000;

export interface LookupHost {
  readonly clock: Pick<Clock, 'now'>;
  readonly eventLog: Pick<EventLog, 'newestOn' | 'runningOn'>;
  /** The API's clock minus this machine's clock, milliseconds; undefined before the first response. */
  clockSkewMs(): number | undefined;
  isExpected: Lookup['isExpected'];
  sampled: Lookup['sampled'];
  spell: Lookup['spell'];
  spelled: Lookup['spelled'];
  /** An existing list; undefined if no code has requested it. */
  findList(family: FamilyId, params: PathParams | undefined): KnownList | undefined;
}

export function createLookup(host: LookupHost): Lookup {
  const {clock, eventLog, clockSkewMs, findList, isExpected, sampled, spell, spelled} = host;
  return {
    get now() {
      const skewMs = clockSkewMs() ?? 0;
      return clock.now() + (Math.abs(skewMs) < clockAccuracyMs ? 0 : skewMs);
    },
    find<F extends FamilyId>(family: F, id: RowId | null | undefined, params?: PathParams) {
      if (id === null || id === undefined) return undefined;
      const collection = findList(family, params);
      return collection?.getState().byId.get(collection.idOf(id)) as RowOf<F> | undefined;
    },
    rows<F extends FamilyId>(family: F, params?: PathParams) {
      return (findList(family, params)?.getState().rows ?? []) as readonly RowOf<F>[];
    },
    complete: (family, params) => findList(family, params)?.getState().isComplete ?? false,
    failed(family, params) {
      const state = findList(family, params)?.getState();
      return state !== undefined && !state.isComplete && (state.failure !== undefined || state.phase === 'failed');
    },
    pending: (family, id, params) => findList(family, params)?.annotation(id)?.pending !== undefined,
    sampled,
    lastEvent: (entity, id) => eventLog.newestOn(entity, id),
    running: (entity, id) => eventLog.runningOn(entity, id),
    isExpected,
    spell,
    spelled,
  };
}

/** A lookup without data, except the time. */
export const emptyLookup = (clock: Pick<Clock, 'now'>): Lookup => ({
  get now() {
    return clock.now();
  },
  find: () => undefined,
  rows: () => [],
  complete: () => false,
  failed: () => false,
  pending: () => false,
  sampled: () => undefined,
  lastEvent: () => undefined,
  running: () => undefined,
  isExpected: () => false,
  spell: (_, text) => text,
  spelled: (_, row) => row,
});
