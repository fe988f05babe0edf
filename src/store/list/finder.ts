/** Finds any loaded resource by label, ID, address or tag: exact matches first, then similar ones. */

import fuzzysort, {type SnapshotKey} from 'fuzzysort';
import type {AnyRow, Family, Lookup, Ref} from '../../families/shape/define-family.ts';
import {hasSameItems} from '../../platform/runtime/memoize.ts';
import type {Collection} from '../cache/collection-state.ts';
import {visibleId} from '../core/secret-fields.ts';
import {isCoherent} from './coherent-match.ts';
import {hasWord, impliesWord} from './word-match.ts';

export interface FindResult {
  readonly ref: Ref;
  readonly family: Family;
  readonly row: AnyRow;
  readonly label: string;
  /** A text that distinguishes the resource from others with the same label. */
  readonly detail: string;
}

export interface Finder {
  /** Searches in steps of a fraction of a millisecond, so that key presses are handled in between. Best match first. */
  find(typed: string, atMost?: number): Generator<void, readonly FindResult[]>;
}

/** Longer lists are searched only for exact matches. */
const maxFuzzyRows = 20_000;
const minFuzzyScore = 0.3;
/** The number of rows per step: for exact matches, and for fuzzy ones. */
const rowsPerStep = 256;
const labelsPerStep = 500;

interface Candidate {
  readonly collection: Collection;
  readonly row: AnyRow;
  readonly score: number;
}

/** @param collections every list that was opened */
export function createFinder(collections: () => Iterable<Collection>, lookup: Lookup): Finder {
  const targets = new WeakMap<Collection, LabelTargets[]>();
  const searches = new WeakMap<Collection, readonly Search[]>();
  const entries = new WeakMap<Collection, RowTexts>();

  /** The texts of rows, read once and kept while the list stays the same. */
  function* entriesOf(collection: Collection): Generator<void, readonly SearchEntry[]> {
    const {rows, textVersion} = collection.getState();
    const known = entries.get(collection);
    if (known?.rows === rows && known.textVersion === textVersion) return known.all;
    const all: SearchEntry[] = [];
    for (const row of rows) {
      all.push(new SearchEntry(collection, row, lookup));
      if (all.length % rowsPerStep === 0) yield;
    }
    entries.set(collection, {rows, textVersion, all});
    return all;
  }

  /** The labels of some rows, prepared once and kept while the rows stay the same. */
  const labelsOf = (collection: Collection, part: number): LabelTargets['labels'] => {
    const start = part * labelsPerStep;
    const rows = collection.getState().rows.slice(start, start + labelsPerStep);
    const parts = targets.get(collection) ?? [];
    targets.set(collection, parts);
    const cached = parts[part];
    if (cached && hasSameItems(cached.rows, rows)) return cached.labels;
    const labels = fuzzysort.snapshot(rows, {key: (row: AnyRow) => collection.family.label(row)});
    parts[part] = {rows, labels};
    return labels;
  };
  /**
   * Earlier searches for the same text or a shorter one, whose words are parts of these words; the last one found the
   * fewest rows.
   */
  const broaderSearches = (collection: Collection, words: readonly string[], query: string): readonly Search[] => {
    const {rows, textVersion} = collection.getState();
    const known = searches.get(collection) ?? [];
    const last = known.findLastIndex(
      search =>
        search.rows === rows &&
        search.textVersion === textVersion &&
        search.query.length <= query.length &&
        search.words.every(part => words.some(word => impliesWord(word, part))),
    );
    return known.slice(0, last + 1);
  };
  function* exactMatches(words: readonly string[], query: string, best: TopCandidates): Generator<void, void> {
    for (const collection of searchableLists(collections())) {
      const {rows, textVersion} = collection.getState();
      const broader = broaderSearches(collection, words, query);
      const candidates = broader.at(-1)?.matches ?? (yield* entriesOf(collection));
      const matches: SearchEntry[] = [];
      let rowCount = 0;
      for (const entry of candidates) {
        if (++rowCount % rowsPerStep === 0) yield;
        if (!words.every(word => hasWord(entry.text, word))) continue;
        matches.push(entry);
        best.add(collection, entry.row, matchScore(query, entry.label, entry.id));
      }
      const search: Search = {rows, textVersion, query, words, matches};
      searches.set(collection, [...broader.filter(other => other.query !== query), search]);
    }
  }
  function* fuzzyMatches(text: string, atMost: number): Generator<void, Candidate[]> {
    const matches: Candidate[] = [];
    for (const collection of searchableLists(collections())) {
      const {length} = collection.getState().rows;
      if (length > maxFuzzyRows) continue;
      for (let part = 0; part * labelsPerStep < length; part++) {
        const results = fuzzysort.go(text, labelsOf(collection, part), {limit: atMost, threshold: minFuzzyScore});
        for (const {obj, score, indexes} of results)
          if (isCoherent(text, indexes)) matches.push({collection, row: obj, score: score / 2});
        if (length > labelsPerStep) yield;
      }
    }
    return matches;
  }

  return {
    *find(text, atMost = 50) {
      const lowerCase = text.trim().toLowerCase();
      if (lowerCase === '') return [];
      // A row that represents another resource is dropped if that resource was found itself, so twice the maximum is
      // enough.
      const best = new TopCandidates(2 * atMost);
      yield* exactMatches(lowerCase.split(/\s+/), lowerCase, best);
      const results = best.sorted();
      if (results.length < atMost) {
        const rows = new Set(results.map(({row}) => row));
        const others = yield* fuzzyMatches(lowerCase, atMost);
        results.push(...others.filter(({row}) => !rows.has(row)).sort((first, second) => second.score - first.score));
      }
      return withoutDuplicates(results.slice(0, 2 * atMost), lookup)
        .slice(0, atMost)
        .map(match => toFindResult(match, lookup));
    },
  };
}

/**
 * The candidates with the highest scores; among equal scores, the first ones. There are few different scores, but up to
 * 100,000 candidates.
 */
class TopCandidates {
  readonly #maxCount: number;
  readonly #byScore = new Map<number, Candidate[]>();

  constructor(atMost: number) {
    this.#maxCount = atMost;
  }

  add(collection: Collection, row: AnyRow, score: number): void {
    const equals = this.#byScore.get(score);
    if (!equals) this.#byScore.set(score, [{collection, row, score}]);
    else if (equals.length < this.#maxCount) equals.push({collection, row, score});
  }

  sorted(): Candidate[] {
    return [...this.#byScore]
      .sort(([firstScore], [secondScore]) => secondScore - firstScore)
      .flatMap(([, equals]) => equals);
  }
}

/** The rows of a list with their texts. */
interface RowTexts {
  readonly rows: readonly AnyRow[];
  readonly textVersion: number;
  readonly all: readonly SearchEntry[];
}

/** The rows of a list that contain the words of a text, in order. */
interface Search {
  readonly rows: readonly AnyRow[];
  readonly textVersion: number;
  readonly query: string;
  readonly words: readonly string[];
  readonly matches: readonly SearchEntry[];
}

/** A row with its texts. They are stored, because a list of 10,000 rows is searched at each key press. */
class SearchEntry {
  readonly row: AnyRow;
  readonly text: string;
  readonly #family: Family;
  readonly #lookup: Lookup;
  #label: string | undefined;
  #id: string | undefined;

  constructor(collection: Collection, row: AnyRow, lookup: Lookup) {
    this.row = row;
    const {family} = collection;
    this.#family = family;
    this.#lookup = lookup;
    this.text = collection.searchText(family.key(row));
  }

  get label(): string {
    this.#label ??= this.#family.label(this.row).toLowerCase();
    return this.#label;
  }

  get id(): string {
    this.#id ??= this.#family.idText(this.row, this.#lookup);
    return this.#id;
  }
}

interface LabelTargets {
  readonly rows: readonly AnyRow[];
  readonly labels: SnapshotKey<AnyRow>;
}

/** Lists to search; events are not resources. */
function* searchableLists(collections: Iterable<Collection>): Generator<Collection> {
  for (const collection of collections) if (collection.family.id !== 'account.events') yield collection;
}

interface Match extends Candidate {
  /** The resource that the row is, or represents. */
  readonly ref: Ref;
}

/**
 * Drops a database of the list of all engines if the list of its engine has it, too; if that list isn't loaded, the row
 * in the list of all engines represents it.
 */
function withoutDuplicates(candidates: readonly Candidate[], lookup: Lookup): readonly Match[] {
  const once = new Map<string, Match>();
  for (const candidate of candidates) {
    const ref = representedRef(candidate, lookup);
    const {family, id, params} = ref;
    const key = params ? `${family} ${id} ${JSON.stringify(params)}` : `${family} ${id}`;
    if (!once.has(key) || candidate.collection.family.id === family) once.set(key, {...candidate, ref});
  }
  return [...once.values()];
}

function representedRef({collection: {family, params}, row}: Candidate, lookup: Lookup): Ref {
  const id = family.key(row);
  const rowRef: Ref = Object.keys(params).length === 0 ? {family: family.id, id} : {family: family.id, id, params};
  return family.represents?.(row, lookup, params)?.ref ?? rowRef;
}

/** The score: an exact name or ID, then the start of a name, then the middle, then any other match. */
function matchScore(text: string, label: string, id: string): number {
  if (label === text || id === text) return 1;
  if (label.startsWith(text)) return 0.9;
  return label.includes(text) ? 0.8 : 0.6;
}

function toFindResult({collection: {family}, row, ref}: Match, lookup: Lookup): FindResult {
  const detail =
    family.summary?.(row, lookup) ?? (visibleId(family, row) === undefined ? '' : family.idText(row, lookup));
  return {ref, family, row, label: family.label(row) || String(family.key(row)), detail};
}
