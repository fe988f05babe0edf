/** The history of an account's rows: their versions, and the certainty of the state at an instant. */
import type {AnyRow, FamilyId, PathParams, RowId} from '../../families/shape/define-family.ts';

/** One version of a row that was read. Times are milliseconds since 1970, by this machine's clock. */
export interface RowObservation {
  readonly id: RowId;
  /** Without secrets; undefined if the row was deleted. */
  readonly row: AnyRow | undefined;
  /** The time at which it was read. */
  readonly at: number;
  /** The last time at which the earlier version was known to be current; undefined if this session doesn't know it. */
  readonly knownUntil: number | undefined;
  /** True if an event named the row meanwhile: an equal version may have had other values in between. */
  readonly isDisturbed: boolean;
  /** The users of the events about the row after `knownUntil` and until `at`; called when the version is stored. */
  authors(knownUntil: number | undefined): Authors;
}

export interface Authors {
  readonly users: readonly string[];
  readonly actions: readonly string[];
}

/** `first`: the earlier state is unknown. `same`: the row may have had other values in between. */
export type VersionKind = 'first' | 'created' | 'changed' | 'deleted' | 'same';

/** A change as it is stored: it happened after `knownUntil` and not after `at`. */
export interface VersionRecord {
  readonly id: RowId;
  readonly kind: VersionKind;
  /** Undefined if the clock was set back, so that only the previous record bounds the time. */
  readonly knownUntil: number | undefined;
  readonly at: number;
  readonly before: AnyRow | undefined;
  readonly after: AnyRow | undefined;
  readonly users: readonly string[];
  readonly actions: readonly string[];
}

/** A change with the list of its row. */
export interface ListedVersionRecord extends VersionRecord {
  readonly family: FamilyId;
  readonly params: PathParams;
}

/**
 * - `exact`: the row was followed without a gap, and no change is possible at the instant.
 * - `approximate`: the row is known before and after the instant, and either it changed in between, or nothing followed
 *   it then.
 * - `unknown`: the row is known only before the instant.
 */
export type Certainty = 'exact' | 'approximate' | 'unknown';

/**
 * A row at an instant. Unless it is exact, the row had the values of `earlier`, of `later`, or other values in between.
 */
export interface PastRow {
  readonly id: RowId;
  readonly certainty: Certainty;
  /** The last known version before the instant; undefined if the row didn't exist then. */
  readonly earlier: AnyRow | undefined;
  /** The first known version after the instant; undefined if the row didn't exist then, or if that is unknown. */
  readonly later: AnyRow | undefined;
}

export interface PastList {
  /** The lowest certainty of its rows; `unavailable` if the list wasn't recorded at the instant. */
  readonly certainty: Certainty | 'unavailable';
  /**
   * The rows of the list, in the order of their first record. A row without versions may have existed for a moment
   * between two reads.
   */
  readonly rows: readonly PastRow[];
  /** The last time before the instant, and the first after it, at which the list is known. */
  readonly knownBefore: number | undefined;
  readonly knownAfter: number | undefined;
}

export interface HistoryLimits {
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

export const defaultHistoryLimits: HistoryLimits = {maxBytes: 64 * 1024 * 1024, maxAgeMs: 30 * 86_400_000};

/** The file with the versions of a profile's rows, in the state folder. */
export const historyPath = (profile: string): string => `${encodeURIComponent(profile)}.history.sqlite`;
