/** Finds any loaded resource by label, ID, address or tag: what was typed as it stands first, then what is like it. */
import fuzzysort, {type SnapshotKey} from 'fuzzysort';
import type {AnyRow, Family, Look, Ref} from '../families/define.ts';
import {shownId} from './secrets.ts';
import type {Collection} from './types.ts';

export interface Found {
  readonly ref: Ref;
  readonly family: Family;
  readonly row: AnyRow;
  readonly label: string;
  /** Tells it apart from others of the same label. */
  readonly detail: string;
}

export interface Finder {
  /** The best first. */
  find(typed: string, atMost?: number): readonly Found[];
}

/** Longer lists are searched for what was typed as it stands only. */
const fuzzyAtMost = 20_000;
const threshold = 0.3;

interface Candidate {
  readonly collection: Collection;
  readonly row: AnyRow;
  readonly score: number;
}

/** @param collections every list that was ever looked at */
export function createFinder(collections: () => Iterable<Collection>, look: Look): Finder {
  const targets = new WeakMap<Collection, {readonly version: number; readonly labels: LabelTargets}>();

  const labelsOf = (collection: Collection): LabelTargets => {
    const {version, rows} = collection.get();
    const known = targets.get(collection);
    if (known?.version === version) return known.labels;
    const labels = fuzzysort.snapshot(rows, {key: (row: AnyRow) => collection.family.label(row)});
    targets.set(collection, {version, labels});
    return labels;
  };
  const asTyped = (words: readonly string[], typed: string): Candidate[] => {
    const found: Candidate[] = [];
    for (const collection of searched(collections())) {
      const {family} = collection;
      for (const row of collection.get().rows) {
        const id = family.key(row);
        const text = collection.searchText(id);
        if (!words.every(word => text.includes(word))) continue;
        found.push({collection, row, score: scoreOf(typed, family.label(row).toLowerCase(), String(id))});
      }
    }
    return found;
  };
  const alike = (typed: string, atMost: number): Candidate[] =>
    [...searched(collections())].flatMap(collection => {
      if (collection.get().rows.length > fuzzyAtMost) return [];
      const results = fuzzysort.go(typed, labelsOf(collection), {limit: atMost, threshold});
      return results.map(({obj, score}) => ({collection, row: obj, score: score / 2}));
    });

  return {
    find(typed, atMost = 50) {
      const wanted = typed.trim().toLowerCase();
      if (wanted === '') return [];
      const found = asTyped(wanted.split(/\s+/), wanted);
      const rows = new Set(found.map(({row}) => row));
      if (found.length < atMost) found.push(...alike(wanted, atMost).filter(({row}) => !rows.has(row)));
      // What stands for another is dropped where that was found itself: twice as many are enough to choose from.
      const best = found.sort((left, right) => right.score - left.score).slice(0, 2 * atMost);
      return eachOnce(best.map(({collection, row}) => foundIn(collection, row, look))).slice(0, atMost);
    },
  };
}

type LabelTargets = SnapshotKey<AnyRow>;

/** Events are no resources. */
function* searched(collections: Iterable<Collection>): Generator<Collection> {
  for (const collection of collections) if (collection.family.id !== 'account.events') yield collection;
}

/** The list of all databases may be read, and that of their engine not: then a row there stands for its database. */
function eachOnce(found: readonly Found[]): readonly Found[] {
  const once = new Map<string, Found>();
  for (const one of found) {
    const {family, id, params} = one.ref;
    const key = `${family} ${id} ${JSON.stringify(params ?? {})}`;
    if (!once.has(key) || one.family.id === family) once.set(key, one);
  }
  return [...once.values()];
}

/** An exact name or ID, then the beginning of a name, then the middle, then anything else that was found. */
function scoreOf(typed: string, label: string, id: string): number {
  if (label === typed || id === typed) return 1;
  if (label.startsWith(typed)) return 0.9;
  return label.includes(typed) ? 0.8 : 0.6;
}

function foundIn({family, params}: Collection, row: AnyRow, look: Look): Found {
  const id = family.key(row);
  const own: Ref = Object.keys(params).length === 0 ? {family: family.id, id} : {family: family.id, id, params};
  const ref = family.standsFor?.(row, look, params)?.ref ?? own;
  const detail = family.summary?.(row, look) ?? String(shownId(family, row) ?? '');
  return {ref, family, row, label: family.label(row) || String(id), detail};
}
