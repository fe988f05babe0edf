/** The frequency and age of resources that the user opened by name; often used ones come first in name lists. */
import type {StoreApi} from 'zustand/vanilla';
import type {Ref} from '../../families/shape/define-family.ts';
import type {ConsoleClock, ConsoleProfile, Preferences, Usage, UsageRecord} from '../context/console-types.ts';

export interface Frecency {
  record(key: string): void;
  /** Stable sort, most used first. */
  sort<T>(items: readonly T[], keyOf: (item: T) => string | undefined): readonly T[];
  /** The key of a resource of this account. */
  keyOf(ref: Ref): string;
}

const HALF_LIFE_MS = 7 * 86_400_000;
/** The maximum number of entries; the least used are dropped first. */
const MAX_ENTRIES = 200;

const weightAt = ({weight, at}: Usage, now: number): number => weight * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);

/** Drops the least used entries beyond the maximum. */
export function trimUsage(uses: UsageRecord, now: number): UsageRecord {
  const all = Object.entries(uses);
  if (all.length <= MAX_ENTRIES) return uses;
  return Object.fromEntries(all.toSorted(([, a], [, b]) => weightAt(b, now) - weightAt(a, now)).slice(0, MAX_ENTRIES));
}

export function createFrecency(
  preferences: StoreApi<Preferences>,
  profile: ConsoleProfile,
  clock: Pick<ConsoleClock, 'now'>,
): Frecency {
  return {
    keyOf: ({family, id, params}) => [profile.name, family, ...Object.values(params ?? {}), id].join(' '),
    record(key) {
      const now = clock.now();
      const {uses} = preferences.getState();
      const before = uses[key];
      const use = {weight: (before ? weightAt(before, now) : 0) + 1, at: now};
      // The current entry is never dropped.
      const {[key]: _, ...others} = trimUsage({...uses, [key]: {weight: Number.MAX_VALUE, at: now}}, now);
      preferences.setState({uses: {...others, [key]: use}});
    },
    sort(items, keyOf) {
      const now = clock.now();
      const {uses} = preferences.getState();
      const weight = (item: (typeof items)[number]): number => {
        const key = keyOf(item);
        const use = key === undefined ? undefined : uses[key];
        return use ? weightAt(use, now) : 0;
      };
      const weighed = items.map(item => ({item, weight: weight(item)}));
      if (weighed.every(({weight}) => weight === 0)) return items;
      return weighed.toSorted((a, b) => b.weight - a.weight).map(({item}) => item);
    },
  };
}
