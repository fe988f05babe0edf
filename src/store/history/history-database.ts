/**
 * The file with the versions of rows. It contains the latest version of each row, and for each change the patch back to
 * the previous version, so that the oldest records can be deleted without touching others.
 */
import type {AnyRow, FamilyId, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {SqliteDatabase, SqliteStatement} from '../../platform/files/sqlite.ts';
import {jsonEqual} from '../core/json-equal.ts';
import type {HistoryLimits, RowObservation, VersionKind} from './history-types.ts';
import {patchBetween} from './row-patch.ts';

/** Incremented with every change of the tables. */
export const historyFormat = 1;

const schema = `
  CREATE TABLE lists (
    id INTEGER PRIMARY KEY, family TEXT NOT NULL, params TEXT NOT NULL, read_at INTEGER, UNIQUE (family, params)
  );
  CREATE TABLE latest (
    list INTEGER NOT NULL, row TEXT NOT NULL, json TEXT, seen_at INTEGER NOT NULL, unsettled INTEGER,
    PRIMARY KEY (list, row)
  );
  CREATE TABLE changes (
    id INTEGER PRIMARY KEY, list INTEGER NOT NULL, row TEXT NOT NULL, kind TEXT NOT NULL, known_until INTEGER,
    at INTEGER NOT NULL, before TEXT, authors TEXT
  );
  CREATE INDEX changes_row ON changes (list, row, id);
  CREATE INDEX changes_at ON changes (at);
  CREATE TABLE spans (
    id INTEGER PRIMARY KEY, list INTEGER NOT NULL, kind TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL
  );
  CREATE INDEX spans_list ON spans (list, end);
  CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
`;

/** Thrown for a file that a newer version of Skydeck wrote. */
export class NewerHistoryError extends Error {
  override readonly name = 'NewerHistoryError';
}

/** `followed`: every event was read. `reads`: the list was read repeatedly. */
export type SpanKind = 'followed' | 'reads';

interface AddedChange {
  readonly kind: VersionKind;
  /** The last time at which the stored version was known to be current. */
  readonly knownUntil: number | undefined;
  readonly observation: RowObservation;
  /** JSON of the fields as they were before; null without a difference. */
  readonly before: string | null;
}

interface LatestRecord {
  readonly json: string | null;
  readonly seen_at: number;
  readonly unsettled: number | null;
}

/** The number of records that one step of pruning deletes. */
const prunedPerStep = 500;

/**
 * The write-ahead log is copied to the file at the end, or beyond this size: copying waits for the disk, about 30 ms. A
 * page has 4 KB.
 */
const maxLogPages = 4000;

/**
 * Up to this difference to the newest time in the file, the clock counts as correct: two consoles may differ this much.
 */
const maxClockDifferenceMs = 2000;

export class HistoryDatabase {
  readonly sql: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();
  readonly #listIds = new Map<string, number>();

  /** @throws NewerHistoryError, and errors of SQLite for a damaged file */
  constructor(sql: SqliteDatabase) {
    this.sql = sql;
    // If two consoles write the same file, the second waits for the first.
    this.setMaxWait(2000);
    const format = Number(sql.prepare('PRAGMA user_version').get()?.user_version ?? 0);
    if (format > historyFormat)
      throw new NewerHistoryError(`has format ${format}, and this Skydeck reads ${historyFormat}`);
    if (format === 0) sql.exec('PRAGMA auto_vacuum=INCREMENTAL');
    sql.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=${maxLogPages}`);
    if (format === 0) this.#createTables();
  }

  /** Sets the time for which later statements wait for another console; meanwhile the program does nothing else. */
  setMaxWait(maxWaitMs: number): void {
    this.sql.exec(`PRAGMA busy_timeout=${maxWaitMs}`);
  }

  /** Another console may create the tables at the same time. */
  #createTables(): void {
    this.transaction(() => {
      const {user_version: format} = this.sql.prepare('PRAGMA user_version').get() ?? {};
      if (format === 0) this.sql.exec(`${schema} PRAGMA user_version=${historyFormat}`);
    });
  }

  prepare(text: string): SqliteStatement {
    const existing = this.#statements.get(text);
    if (existing) return existing;
    const statement = this.sql.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  /** Runs work completely or not at all, with no write of another console in between. */
  transaction(work: () => void): void {
    this.sql.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.sql.exec('COMMIT');
    } catch (error) {
      // SQLite itself ends the transaction when the disk is full.
      if (this.sql.isTransaction) this.sql.exec('ROLLBACK');
      throw error;
    }
  }

  listId(family: FamilyId, params: PathParams): number {
    const key = paramsText(params);
    const name = `${family} ${key}`;
    const known = this.#listIds.get(name);
    if (known !== undefined) return known;
    this.prepare('INSERT OR IGNORE INTO lists (family, params) VALUES (?, ?)').run(family, key);
    const row = this.prepare('SELECT id FROM lists WHERE family = ? AND params = ?').get(family, key);
    const id = Number(row?.id);
    this.#listIds.set(name, id);
    return id;
  }

  /** Clears the cached numbers of lists, because a transaction that created them failed. */
  forgetLists(): void {
    this.#listIds.clear();
  }

  /** Stores a version, unless the file already has it or a newer one. */
  record(list: number, observation: RowObservation): void {
    const {id, row, at, isDisturbed} = observation;
    const key = JSON.stringify(id);
    const stored = this.prepare('SELECT json, seen_at, unsettled FROM latest WHERE list = ? AND row = ?').get(
      list,
      key,
    ) as LatestRecord | undefined;
    // Another console read the row later.
    if (stored && at < stored.seen_at) return;
    const text = row === undefined ? null : JSON.stringify(row);
    if (!stored && text === null && !isDisturbed) return;
    // Nearly every row of a list has the stored text, which is not parsed then.
    const hasSameText = (stored?.json ?? null) === text;
    const before = hasSameText || stored?.json == null ? undefined : (JSON.parse(stored.json) as AnyRow);
    const isSame = hasSameText || (before !== undefined && row !== undefined && jsonEqual(before, row));
    // A row that was created and deleted between two reads gets a record, too.
    if (isSame && !isDisturbed && (stored?.unsettled ?? null) === null) return;
    const knownUntil = this.#knownUntil(list, stored, observation);
    const kind = isSame ? 'same' : kindOf(before, row, knownUntil);
    const patch = isSame ? undefined : before && row ? patchBetween(row, before) : before;
    this.#addChange(list, key, {kind, knownUntil, observation, before: patch ? JSON.stringify(patch) : null});
    this.#putLatest(list, key, isSame ? (stored?.json ?? null) : text, at);
  }

  /** The last time at which the stored version was known to be current. */
  #knownUntil(list: number, stored: LatestRecord | undefined, {knownUntil, at}: RowObservation): number | undefined {
    if (knownUntil !== undefined) return Math.min(at, Math.max(knownUntil, stored?.seen_at ?? 0));
    const {read_at: readAt} = this.prepare('SELECT read_at FROM lists WHERE id = ?').get(list) ?? {};
    const lastRead = Math.max(Number(readAt ?? 0), stored?.seen_at ?? 0);
    if (lastRead === 0) return undefined;
    return Math.min(at, lastRead, stored?.unsettled ?? Number.POSITIVE_INFINITY);
  }

  #addChange(list: number, key: string, {kind, knownUntil, observation, before}: AddedChange): void {
    const {at, authors: authorsSince} = observation;
    const {users, actions} = kind === 'first' ? {users: [], actions: []} : authorsSince(knownUntil);
    const authors = users.length + actions.length > 0 ? JSON.stringify([users, actions]) : null;
    this.prepare(
      'INSERT INTO changes (list, row, kind, known_until, at, before, authors) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(list, key, kind, knownUntil ?? null, at, before, authors);
  }

  #putLatest(list: number, key: string, json: string | null, at: number): void {
    this.prepare(
      `INSERT INTO latest (list, row, json, seen_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (list, row) DO UPDATE SET json = excluded.json, seen_at = excluded.seen_at, unsettled = NULL`,
    ).run(list, key, json, at);
  }

  /** Rows that exist according to the file, ordered by key, after the given key. */
  existingIds(list: number, after: string, limit: number): {readonly ids: readonly RowId[]; readonly last: string} {
    const sql = 'SELECT row FROM latest WHERE list = ? AND row > ? AND json IS NOT NULL ORDER BY row LIMIT ?';
    const keys = this.prepare(sql)
      .all(list, after, limit)
      .map(({row}) => String(row));
    return {ids: keys.map(key => JSON.parse(key) as RowId), last: keys.at(-1) ?? after};
  }

  setReadAt(list: number, at: number): void {
    this.prepare('UPDATE lists SET read_at = ? WHERE id = ?').run(at, list);
  }

  /** Marks rows that an event named and that have not been read since. */
  setUnsettled(list: number, id: RowId, since: number): void {
    this.prepare('UPDATE latest SET unsettled = ? WHERE list = ? AND row = ? AND unsettled IS NULL').run(
      since,
      list,
      JSON.stringify(id),
    );
  }

  /** @returns the number of the span, for `extendSpan` */
  addSpan(list: number, kind: SpanKind, start: number, end: number): number {
    const sql = 'INSERT INTO spans (list, kind, start, end) VALUES (?, ?, ?, ?)';
    return Number(this.prepare(sql).run(list, kind, start, end).lastInsertRowid);
  }

  extendSpan(id: number, end: number): void {
    this.prepare('UPDATE spans SET end = ? WHERE id = ?').run(end, id);
  }

  /**
   * Times in the file never decrease: after the clock was set back, records from the future get the current time, and
   * are approximate.
   */
  rewindTo(now: number): boolean {
    const newest = this.prepare(
      'SELECT max((SELECT ifnull(max(at), 0) FROM changes), (SELECT ifnull(max(end), 0) FROM spans)) AS at',
    ).get();
    if (Number(newest?.at ?? 0) <= now + maxClockDifferenceMs) return false;
    this.transaction(() => {
      this.prepare('UPDATE changes SET at = ?, known_until = NULL WHERE at > ?').run(now, now);
      this.prepare('DELETE FROM spans WHERE start > ?').run(now);
      this.prepare('UPDATE spans SET end = ? WHERE end > ?').run(now, now);
      this.prepare('UPDATE latest SET seen_at = ? WHERE seen_at > ?').run(now, now);
      this.prepare('UPDATE latest SET unsettled = ? WHERE unsettled > ?').run(now, now);
      this.prepare('UPDATE lists SET read_at = ? WHERE read_at > ?').run(now, now);
    });
    return true;
  }

  /**
   * Deletes one step of the oldest records, if the file exceeds its limits.
   * @returns true if more steps may follow
   */
  pruneStep(now: number, {maxBytes, maxAgeMs}: HistoryLimits): boolean {
    const oldest = this.prepare('SELECT id, at FROM changes ORDER BY at LIMIT 1 OFFSET ?');
    const isLarge = this.usedBytes > maxBytes;
    const limit = isLarge
      ? Number(oldest.get(prunedPerStep - 1)?.at ?? this.prepare('SELECT max(at) AS at FROM changes').get()?.at ?? 0)
      : now - maxAgeMs;
    const {count} = this.prepare('SELECT count(*) AS count FROM changes WHERE at <= ?').get(limit) ?? {};
    const hasOldSpans = this.prepare('SELECT 1 FROM spans WHERE end <= ? LIMIT 1').get(limit) !== undefined;
    if (Number(count) === 0 && !hasOldSpans) return false;
    this.transaction(() => {
      const step = `SELECT id FROM changes WHERE at <= ? ORDER BY at LIMIT ${prunedPerStep}`;
      const last = this.prepare(`SELECT max(at) AS at FROM changes WHERE id IN (${step})`).get(limit);
      const floor = Math.max(Number(last?.at ?? 0), Number(count) > prunedPerStep ? 0 : limit);
      // Changes with the same time are deleted together, because the state after them is known and the state before
      // them isn't.
      this.prepare('DELETE FROM changes WHERE at <= ?').run(floor);
      this.prepare('DELETE FROM spans WHERE end <= ?').run(floor);
      this.prepare('DELETE FROM latest WHERE json IS NULL AND seen_at <= ?').run(floor);
      this.prepare(
        `INSERT INTO meta (name, value) VALUES ('floor', ?)
         ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
      ).run(floor);
    });
    this.sql.exec('PRAGMA incremental_vacuum');
    return true;
  }

  /** The size of the data, without free pages. */
  get usedBytes(): number {
    const pragma = (name: string) => Number(this.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  }

  /** States before this time are deleted. */
  get floor(): number {
    return Number(this.prepare("SELECT value FROM meta WHERE name = 'floor'").get()?.value ?? 0);
  }

  close(): void {
    if (this.sql.isOpen) this.sql.close();
  }
}

function kindOf(before: AnyRow | undefined, row: AnyRow | undefined, knownUntil: number | undefined): VersionKind {
  if (row === undefined) return 'deleted';
  if (before !== undefined) return 'changed';
  return knownUntil === undefined ? 'first' : 'created';
}

/** The parameters of a list as a key; equal parameters give the same key. */
export const paramsText = (params: PathParams): string =>
  JSON.stringify(Object.fromEntries(Object.entries(params).sort(([first], [second]) => (first < second ? -1 : 1))));
