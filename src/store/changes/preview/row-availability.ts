/** Finds the rows that a change can apply to. It follows the lists that this check needs until they are loaded. */
import type {AnyRow, FamilyId, Lookup, PathParams} from '../../../families/shape/define-family.ts';
import type {Collection} from '../../cache/collection-state.ts';
import {trackLookups} from '../../core/track-lookups.ts';

/**
 * The maximum number of rows whose lists are read for the check: more would use up the rate limit of other requests.
 */
const maxCheckedRows = 60;

export interface RowAvailabilityHost {
  /** A lookup of data in memory, which follows no list. */
  readonly lookup: Lookup;
  /** Returns a list and follows it from then on. */
  list(family: FamilyId, params?: PathParams): Collection | undefined;
  /** The reason why the change can't apply to a row; undefined if it can. */
  unless(row: AnyRow | undefined, lookup: Lookup): string | undefined;
}

export interface RowAvailability {
  /** Rows that the change can't apply to, with the reason. */
  readonly unavailable: ReadonlyMap<AnyRow, string>;
  /** Rows whose check waits for a list. */
  readonly checking: readonly AnyRow[];
}

export function rowAvailability(
  rows: readonly (AnyRow | undefined)[],
  {lookup, list, unless}: RowAvailabilityHost,
): RowAvailability {
  const unavailable = new Map<AnyRow, string>();
  const checking: AnyRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (row === undefined) continue;
    const lists: Collection[] = [];
    const tracked = trackLookups(lookup, (family, params) => {
      const collection = list(family, params);
      if (collection) lists.push(collection);
    });
    const reason = unless(row, index < maxCheckedRows ? tracked : lookup);
    if (reason !== undefined) unavailable.set(row, reason);
    else if (lists.some(collection => ['idle', 'loading'].includes(collection.getState().phase))) checking.push(row);
  }
  return {unavailable, checking};
}

/** True if the same rows are unavailable for the same reasons. */
export const isSameUnavailable = (
  first: RowAvailability['unavailable'],
  second: RowAvailability['unavailable'],
): boolean => first.size === second.size && [...first].every(([row, reason]) => second.get(row) === reason);
