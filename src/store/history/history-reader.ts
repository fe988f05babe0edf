/** Reads past states and changes from the history file, and their certainty. */
import type {AnyRow, FamilyId, PathParams, RowId} from '../../families/shape/define-family.ts';
import {type HistoryDatabase, paramsText, type SpanKind} from './history-database.ts';
import type {Certainty, ListedVersionRecord, PastList, PastRow, VersionKind, VersionRecord} from './history-types.ts';
import {applyPatch, type RowPatch} from './row-patch.ts';

interface StoredChange {
  readonly row: string;
  readonly kind: VersionKind;
  readonly known_until: number | null;
  readonly at: number;
  readonly before: string | null;
  readonly authors: string | null;
}

interface StoredRow {
  readonly row: string;
  readonly json: string | null;
  readonly unsettled: number | null;
}

interface Span {
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
}

const order: readonly (Certainty | 'unavailable')[] = ['exact', 'approximate', 'unknown', 'unavailable'];

const least = (grades: readonly (Certainty | 'unavailable')[]): Certainty | 'unavailable' =>
  order[Math.max(0, ...grades.map(grade => order.indexOf(grade)))] ?? 'exact';

const nothing: PastList = {certainty: 'unavailable', rows: [], knownBefore: undefined, knownAfter: undefined};

export class HistoryReader {
  readonly #database: HistoryDatabase;

  constructor(database: HistoryDatabase) {
    this.#database = database;
  }

  /** The rows of a list at an instant. */
  listAt(family: FamilyId, params: PathParams, at: number): PastList {
    const list = this.#list(family, params);
    if (list === undefined) return nothing;
    const {start, before, after, isFollowed} = this.#coverage(list, at);
    const bounds = {knownBefore: before, knownAfter: after};
    if (start === undefined || at < start || at < this.#database.floor) return {...nothing, ...bounds};
    const changes = Map.groupBy(this.#changesAfter(list, at), ({row}) => row);
    const rows = this.#latest(list).flatMap(stored => {
      const past = pastRow(stored, changes.get(stored.row) ?? [], at, {isFollowed, hasLater: after !== undefined});
      return past ? [past] : [];
    });
    const whole: Certainty = isFollowed ? 'exact' : after === undefined ? 'unknown' : 'approximate';
    return {certainty: least([whole, ...rows.map(({certainty}) => certainty)]), rows, ...bounds};
  }

  /** Every row that the list ever had, in its last version. */
  everyRowOf(family: FamilyId, params: PathParams): PastList {
    const list = this.#list(family, params);
    if (list === undefined) return nothing;
    const sql =
      'SELECT row, kind, known_until, at, before, authors FROM changes WHERE list = ? AND row = ? ORDER BY id';
    const rows = this.#latest(list).flatMap((stored): PastRow[] => {
      const deletion = (this.#database.prepare(sql).all(list, stored.row) as unknown as StoredChange[]).at(-1);
      const latest = stored.json ?? (deletion?.kind === 'deleted' ? deletion.before : null);
      if (latest === null) return [];
      const earlier = JSON.parse(latest) as AnyRow;
      return [{id: JSON.parse(stored.row) as RowId, certainty: 'unknown', earlier, later: undefined}];
    });
    return {...nothing, rows};
  }

  /** The recorded changes of a row, oldest first. */
  changesOf(family: FamilyId, params: PathParams, id: RowId): VersionRecord[] {
    const list = this.#list(family, params);
    if (list === undefined) return [];
    const key = JSON.stringify(id);
    const latest = 'SELECT row, json, unsettled FROM latest WHERE list = ? AND row = ?';
    const stored = this.#database.prepare(latest).get(list, key) as StoredRow | undefined;
    if (!stored) return [];
    const sql =
      'SELECT row, kind, known_until, at, before, authors FROM changes WHERE list = ? AND row = ? ORDER BY id';
    return recordsOf(stored, this.#database.prepare(sql).all(list, key) as unknown as StoredChange[]);
  }

  /** The changes of all rows that were read after an instant, oldest first, without the first record of each row. */
  changesSince(at: number): ListedVersionRecord[] {
    const lists = this.#database.prepare('SELECT id, family, params FROM lists').all();
    const records = lists.flatMap(({id, family, params}) => {
      const changes = Map.groupBy(this.#changesAfter(Number(id), at), ({row}) => row);
      if (changes.size === 0) return [];
      return this.#latest(Number(id)).flatMap(stored =>
        recordsOf(stored, changes.get(stored.row) ?? [])
          .filter(({kind}) => kind !== 'first' && kind !== 'same')
          .map(record => ({
            ...record,
            family: String(family) as FamilyId,
            params: JSON.parse(String(params)) as PathParams,
          })),
      );
    });
    return records.sort((first, second) => first.at - second.at);
  }

  /** The first and last time with records; undefined without records. */
  get bounds(): {readonly start: number; readonly end: number} | undefined {
    const {start, end} = this.#database.prepare('SELECT min(start) AS start, max(end) AS end FROM spans').get() ?? {};
    if (typeof start !== 'number' || typeof end !== 'number') return undefined;
    return {start: Math.max(start, this.#database.floor), end};
  }

  /** The end of the last record before a time. */
  lastRecordBefore(at: number): number | undefined {
    const end = this.#database.prepare('SELECT max(end) AS end FROM spans WHERE end < ?').get(at)?.end;
    return typeof end === 'number' ? end : undefined;
  }

  /** The times within these bounds at which no list was recorded. */
  gapsBetween(from: number, to: number): {readonly from: number; readonly to: number}[] {
    const sql = 'SELECT kind, start, end FROM spans WHERE end > ? AND start < ? ORDER BY start';
    const gaps: {from: number; to: number}[] = [];
    let covered = from;
    for (const {start, end} of this.#database.prepare(sql).all(from, to) as unknown as Span[]) {
      if (start > covered) gaps.push({from: covered, to: start});
      covered = Math.max(covered, end);
    }
    if (covered < to) gaps.push({from: covered, to});
    return gaps;
  }

  #list(family: FamilyId, params: PathParams): number | undefined {
    const sql = 'SELECT id FROM lists WHERE family = ? AND params = ?';
    const id = this.#database.prepare(sql).get(family, paramsText(params))?.id;
    return typeof id === 'number' ? id : undefined;
  }

  #latest(list: number): StoredRow[] {
    const sql = 'SELECT row, json, unsettled FROM latest WHERE list = ? ORDER BY rowid';
    return this.#database.prepare(sql).all(list) as unknown as StoredRow[];
  }

  /** In the order of their recording. */
  #changesAfter(list: number, at: number): StoredChange[] {
    const sql = 'SELECT row, kind, known_until, at, before, authors FROM changes WHERE list = ? AND at > ? ORDER BY id';
    return this.#database.prepare(sql).all(list, at) as unknown as StoredChange[];
  }

  /** The first record of a list, and the records of the whole list around an instant. */
  #coverage(list: number, at: number) {
    const spans = this.#database
      .prepare('SELECT kind, start, end FROM spans WHERE list = ? ORDER BY start')
      .all(list) as unknown as Span[];
    const currentSpans = spans.filter(({start, end}) => start <= at && at <= end);
    const ends = spans.filter(({end}) => end < at).map(({end}) => end);
    const starts = spans.filter(({start}) => start > at).map(({start}) => start);
    const isFollowed = currentSpans.some(({kind}) => kind === 'followed');
    return {
      start: spans[0]?.start,
      isFollowed,
      before: currentSpans.length > 0 ? at : ends.length > 0 ? Math.max(...ends) : undefined,
      after: currentSpans.length > 0 ? at : starts.length > 0 ? Math.min(...starts) : undefined,
    };
  }
}

interface Coverage {
  readonly isFollowed: boolean;
  readonly hasLater: boolean;
}

/** The version before each of these changes of a row; `undefined` for a row that didn't exist or was unknown. */
function versionsBefore({json}: StoredRow, changes: readonly StoredChange[]): (AnyRow | undefined)[] {
  const versions: (AnyRow | undefined)[] = [];
  let version = json === null ? undefined : (JSON.parse(json) as AnyRow);
  for (const change of changes.toReversed()) {
    version = versionBefore(change, version);
    versions.push(version);
  }
  return versions.reverse();
}

function versionBefore({kind, before}: StoredChange, after: AnyRow | undefined): AnyRow | undefined {
  if (kind === 'same') return after;
  if (before === null) return undefined;
  if (kind === 'deleted') return JSON.parse(before) as AnyRow;
  return applyPatch(after ?? {}, JSON.parse(before) as RowPatch) as AnyRow;
}

/** @param changes the changes after the instant, oldest first */
function pastRow(
  stored: StoredRow,
  changes: readonly StoredChange[],
  at: number,
  {isFollowed, hasLater}: Coverage,
): PastRow | undefined {
  const id = JSON.parse(stored.row) as RowId;
  const latest = stored.json === null ? undefined : (JSON.parse(stored.json) as AnyRow);
  const versions = [...versionsBefore(stored, changes), latest];
  const [next] = changes;
  const earlier = versions[0];
  if (next === undefined) {
    if (earlier === undefined) return undefined;
    const isUnsettled = stored.unsettled !== null && at > stored.unsettled;
    if (isUnsettled || (!isFollowed && !hasLater)) return {id, certainty: 'unknown', earlier, later: undefined};
    return {id, certainty: isFollowed ? 'exact' : 'approximate', earlier, later: earlier};
  }
  // The state before the first record is unknown.
  if (next.kind === 'first') return {id, certainty: 'unknown', earlier: undefined, later: versions[1]};
  if (next.known_until === null || at > next.known_until) {
    const later = versions[1];
    return {id, certainty: 'approximate', earlier, later};
  }
  if (earlier === undefined) return undefined;
  return {id, certainty: isFollowed ? 'exact' : 'approximate', earlier, later: earlier};
}

function recordsOf(stored: StoredRow, changes: readonly StoredChange[]): VersionRecord[] {
  const latest = stored.json === null ? undefined : (JSON.parse(stored.json) as AnyRow);
  const versions = [...versionsBefore(stored, changes), latest];
  return changes.map((change, index) => {
    const [users, actions] = change.authors === null ? [[], []] : (JSON.parse(change.authors) as [string[], string[]]);
    return {
      id: JSON.parse(stored.row) as RowId,
      kind: change.kind,
      knownUntil: change.known_until ?? undefined,
      at: change.at,
      before: versions[index],
      after: versions[index + 1],
      // Older files contain the empty user names of the provider's events.
      users: users.filter(user => user !== ''),
      actions,
    };
  });
}
