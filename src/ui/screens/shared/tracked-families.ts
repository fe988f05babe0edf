/**
 * Records the other families that a table reads, so that it can follow them: a plan's name may arrive after its
 * instance.
 */
import type {FamilyId, Lookup, PathParams} from '../../../families/shape/define-family.ts';
import {trackLookups} from '../../../store/core/track-lookups.ts';
import type {Session} from '../../../store/session/session.ts';

export interface TrackedLookup {
  readonly lookup: Lookup;
  /** Follows every family that has been or will be read; returns the function that stops. */
  subscribe(session: Session, changed: () => void): () => void;
}

export function createTrackedLookup(inner: Lookup): TrackedLookup {
  const families = new Map<string, {readonly family: FamilyId; readonly params: PathParams | undefined}>();
  let onTracked: (() => void) | undefined;
  const note = (family: FamilyId, params: PathParams | undefined): void => {
    const key = params === undefined ? family : `${family} ${JSON.stringify(params)}`;
    if (families.has(key)) return;
    families.set(key, {family, params});
    onTracked?.();
  };
  const lookup = trackLookups(inner, note);
  return {
    lookup,
    subscribe(session, changed) {
      const stops = new Map<string, () => void>();
      let isStopped = false;
      const follow = (): void => {
        for (const [key, {family, params}] of families) {
          if (!stops.has(key)) stops.set(key, session.collection(family, params).subscribe(changed));
        }
      };
      // A paint records the list: following it starts requests, which a paint must not do.
      onTracked = () => queueMicrotask(() => !isStopped && follow());
      follow();
      return () => {
        isStopped = true;
        onTracked = undefined;
        for (const stop of stops.values()) stop();
      };
    },
  };
}
