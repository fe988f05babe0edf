/** What is gone to by name, how often and how lately: it comes first where names are typed. */
import type {Ref} from '../families/define.ts';
import type {DeckClock, DeckProfile, Preferences} from './deck.ts';
import type {Cell} from './observe.ts';

/** How much something was used when it was used last. */
export interface Use {
  /** Uses, of which a week takes half away. */
  readonly weight: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type UseRecord = Readonly<Record<string, Use>>;

export interface Uses {
  note(key: string): void;
  /** Stably, what is used most first. */
  sorted<T>(items: readonly T[], keyOf: (item: T) => string | undefined): readonly T[];
  /** The key of a resource, which is one of this account. */
  keyOf(ref: Ref): string;
}

const HALF_LIFE = 7 * 86_400_000;
/** More are forgotten, the least used first. */
const KEPT = 200;

const weightAt = ({weight, at}: Use, now: number): number => weight * 0.5 ** (Math.max(0, now - at) / HALF_LIFE);

/** As many as are kept. */
export function bounded(uses: UseRecord, now: number): UseRecord {
  const all = Object.entries(uses);
  if (all.length <= KEPT) return uses;
  return Object.fromEntries(all.toSorted(([, a], [, b]) => weightAt(b, now) - weightAt(a, now)).slice(0, KEPT));
}

export function createUses(preferences: Cell<Preferences>, profile: DeckProfile, clock: Pick<DeckClock, 'now'>): Uses {
  return {
    keyOf: ({family, id, params}) => [profile.name, family, ...Object.values(params ?? {}), id].join(' '),
    note(key) {
      const now = clock.now();
      const {uses} = preferences.get();
      const before = uses[key];
      const use = {weight: (before ? weightAt(before, now) : 0) + 1, at: now};
      // The one at hand is never the one to go.
      const {[key]: _, ...others} = bounded({...uses, [key]: {weight: Number.MAX_VALUE, at: now}}, now);
      preferences.patch({uses: {...others, [key]: use}});
    },
    sorted(items, keyOf) {
      const now = clock.now();
      const {uses} = preferences.get();
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
