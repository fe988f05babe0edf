/**
 * The account: documents by kind, on SQLite.
 *
 * A document is stored as the JSON text of responses. Lists are read by ID ranges and sent as concatenated text. The
 * IDs of complete lists are in memory (`id-lists.ts`), so the last page of 100,000 costs as much as the first.
 */
import type {Page} from '../../../contract/schema/page.ts';
import type {Json} from '../http/json.ts';
import {formatTimestamp, parseTimestamp} from '../time/clock.ts';
import {type DatabaseSync, type SQLInputValue, tables} from './database.ts';
import {IdLists} from './id-lists.ts';
import {type Kind, type KindColumn, type RawRow, rowOf, type StoredRow} from './kind.ts';
import {type PageQuery, readPageOf} from './paging.ts';
import type {Clause} from './selection.ts';
import {Statements} from './statements.ts';
import {isRepriced, UsageSpans, unbilledUsage} from './usage-ledger.ts';

/** Data stored with a new document. */
export interface InsertOptions<H> {
  readonly hidden?: H | undefined;
  readonly parent?: number | undefined;
  readonly key?: string | undefined;
}

export class Store {
  readonly sql: DatabaseSync;
  /** Called after a transaction that stored something. */
  onStored: () => void = () => {};
  readonly #now: () => number;
  readonly #statements: Statements;
  readonly #ids: IdLists;
  #isWriting = false;
  /** The next IDs of the kinds that this transaction has inserted into. */
  readonly #sequences = new Map<string, number>();

  constructor(sql: DatabaseSync, now: () => number) {
    this.sql = sql;
    this.#now = now;
    this.#statements = new Statements(sql);
    this.#ids = new IdLists(this.#statements);
  }

  /** Runs a function in a transaction, or in the current one. Rolls back if the function throws. */
  transaction<T>(run: () => T): T {
    if (this.#isWriting) return run();
    const runsBefore = this.#statements.runCount;
    this.sql.exec('BEGIN IMMEDIATE');
    this.#isWriting = true;
    try {
      const result = run();
      for (const [kind, next] of this.#sequences)
        this.run(
          'INSERT INTO sequence (kind, next) VALUES (?, ?) ON CONFLICT (kind) DO UPDATE SET next=excluded.next',
          kind,
          next,
        );
      this.sql.exec('COMMIT');
      if (this.#statements.runCount > runsBefore) this.onStored();
      return result;
    } catch (error) {
      // Runs first, so that lists in memory match the account even if the rollback fails.
      this.#ids.forgetChanged();
      this.#rollBack(error);
      throw error;
    } finally {
      this.#isWriting = false;
      this.#sequences.clear();
      this.#ids.settle();
    }
  }

  /** @throws AggregateError with the original error, if the rollback fails as well */
  #rollBack(reason: unknown): void {
    // SQLite rolls back on its own after some errors, a full disk among them.
    if (!this.sql.isTransaction) return;
    try {
      this.sql.exec('ROLLBACK');
    } catch (error) {
      throw new AggregateError([reason, error], 'Cannot undo a change that failed');
    }
  }

  /** The document with this ID. */
  get<D extends object, H extends object>(kind: Kind<D, H>, id: number): D | undefined {
    return this.row(kind, id)?.doc;
  }

  /** The document with its parent and its hidden data. */
  row<D extends object, H extends object>(kind: Kind<D, H>, id: number): StoredRow<D, H> | undefined {
    return rowOf<D, H>(this.one(`SELECT id, parent, doc, hidden FROM entity WHERE kind='${kind.name}' AND id=?`, id));
  }

  /** The only document whose key column holds this text. */
  byKey<D extends object, H extends object>(kind: Kind<D, H>, key: string): StoredRow<D, H> | undefined {
    return rowOf<D, H>(this.one(`SELECT id, parent, doc, hidden FROM entity WHERE kind='${kind.name}' AND key=?`, key));
  }

  /** The stored text of the document with this ID. */
  text(kind: Kind, id: number): string | undefined {
    return this.one<{doc: string}>(`SELECT doc FROM entity WHERE kind='${kind.name}' AND id=?`, id)?.doc;
  }

  has(kind: Kind, id: number): boolean {
    return this.one(`SELECT 1 FROM entity WHERE kind='${kind.name}' AND id=?`, id) !== undefined;
  }

  /** Documents in the order of their IDs: all, or those with this parent. */
  all<D extends object, H extends object>(kind: Kind<D, H>, parent?: number): D[] {
    return this.rows(kind, parent).map(row => row.doc);
  }

  rows<D extends object, H extends object>(kind: Kind<D, H>, parent?: number): StoredRow<D, H>[] {
    const select = `SELECT id, parent, doc, hidden FROM entity WHERE kind='${kind.name}'`;
    const rows =
      parent === undefined
        ? this.many(`${select} ORDER BY id`)
        : this.many(`${select} AND parent=? ORDER BY id`, parent);
    return rows.map(raw => rowOf<D, H>(raw)).filter(row => row !== undefined);
  }

  /** Documents that meet a condition in SQL over the columns and `doc`. */
  where<D extends object, H extends object>(kind: Kind<D, H>, {sql, values}: Clause): StoredRow<D, H>[] {
    const rows = this.many(
      `SELECT id, parent, doc, hidden FROM entity WHERE kind='${kind.name}' AND ${sql} ORDER BY id`,
      ...values,
    );
    return rows.map(raw => rowOf<D, H>(raw)).filter(row => row !== undefined);
  }

  count(kind: Kind, parent?: number): number {
    return this.#ids.select(kind, {parent}).length;
  }

  /** A page of a list, as JSON text for the response. */
  page<D extends object, H extends object>(kind: Kind<D, H>, listing: PageQuery): Json<Page<D>> {
    return readPageOf<D>(this.#statements, this.#ids, kind, listing);
  }

  /** The next ID of a kind; IDs are never reused. */
  nextId(kind: Kind): number {
    this.#requireTransaction();
    const next = this.#next(kind);
    this.#sequences.set(kind.name, next + 1);
    return next;
  }

  /** Makes the IDs of a kind continue from `next` or higher; seeds use the IDs below. */
  reserve(kind: Kind, next: number): void {
    this.#requireTransaction();
    this.#sequences.set(kind.name, Math.max(next, this.#next(kind)));
  }

  #next(kind: Kind): number {
    let next = this.#sequences.get(kind.name);
    if (next === undefined) {
      next = this.one<{next: number}>('SELECT next FROM sequence WHERE kind=?', kind.name)?.next ?? kind.firstId;
      this.#sequences.set(kind.name, next);
    }
    return next;
  }

  /** Inserts a document with the next ID and returns the document. */
  insert<D extends object, H extends object>(
    kind: Kind<D, H>,
    make: (id: number) => D,
    insertOptions: InsertOptions<H> = {},
  ): D {
    const id = this.nextId(kind);
    const doc = make(id);
    this.insertWithId(kind, id, doc, insertOptions);
    return doc;
  }

  /** Inserts a document with an ID that the caller chooses; `nextId` continues above that ID. */
  insertWithId<D extends object, H extends object>(
    kind: Kind<D, H>,
    id: number,
    doc: D,
    insertOptions: InsertOptions<H> = {},
  ): void {
    this.#requireTransaction();
    if (id >= this.#next(kind)) this.#sequences.set(kind.name, id + 1);
    this.run(
      'INSERT INTO entity (kind, id, key, parent, at, doc, hidden) VALUES (?, ?, ?, ?, ?, ?, ?)',
      kind.name,
      id,
      insertOptions.key ?? this.#column(kind, 'key', doc),
      insertOptions.parent ?? this.#column(kind, 'parent', doc),
      this.#column(kind, 'at', doc),
      JSON.stringify(doc),
      insertOptions.hidden === undefined ? null : JSON.stringify(insertOptions.hidden),
    );
    this.#ids.onAdd(kind, id);
  }

  /** Changes some fields of a document and returns the whole document. */
  update<D extends object, H extends object>(kind: Kind<D, H>, id: number, change: Partial<D>): D {
    const before = this.get(kind, id);
    if (!before) throw new Error(`No ${kind.name} ${id} to change`);
    const touched = kind.hasUpdatedField ? {updated: formatTimestamp(this.#now())} : {};
    return this.replace(kind, id, {...before, ...touched, ...change});
  }

  /** Replaces the document with this ID. */
  replace<D extends object, H extends object>(kind: Kind<D, H>, id: number, doc: D): D {
    this.#requireTransaction();
    if (kind.meteredFields) {
      const before = this.get(kind, id);
      if (before && isRepriced(kind, before, doc)) this.#recordUsage(kind, id, before);
    }
    const columns: string[] = ['doc=?'];
    const values: SQLInputValue[] = [JSON.stringify(doc)];
    for (const column of Object.keys(kind.columns) as KindColumn[]) {
      columns.push(`${column}=?`);
      values.push(this.#column(kind, column, doc));
    }
    this.run(`UPDATE entity SET ${columns.join(', ')} WHERE kind='${kind.name}' AND id=?`, ...values, id);
    this.#ids.onChange(kind, id);
    return doc;
  }

  /** Changes some of the hidden data of a document. */
  setHidden<D extends object, H extends object>(kind: Kind<D, H>, id: number, change: Partial<H>): void {
    this.#requireTransaction();
    const before = this.row(kind, id);
    if (!before) throw new Error(`No ${kind.name} ${id} to change`);
    const hidden = JSON.stringify({...before.hidden, ...change});
    this.run(`UPDATE entity SET hidden=? WHERE kind='${kind.name}' AND id=?`, hidden, id);
  }

  remove(kind: Kind, id: number): void {
    this.#requireTransaction();
    const before = kind.meteredFields && this.get(kind, id);
    if (before) this.#recordUsage(kind, id, before);
    this.run(`DELETE FROM entity WHERE kind='${kind.name}' AND id=?`, id);
    this.#ids.onRemove(kind, id);
  }

  /** Removes all documents with this parent. */
  removeAll(kind: Kind, parent: number): void {
    for (const {id} of this.rows(kind, parent)) this.remove(kind, id);
  }

  /** Removes everything, IDs in use included: an empty account. */
  clear(): void {
    this.#requireTransaction();
    for (const table of tables) this.run(`DELETE FROM ${table}`);
    this.#sequences.clear();
    this.refresh();
  }

  /** Incremented by `refresh`; values cached earlier are invalid. */
  generation = 0;

  /** Invalidates cached values after a change of the database that bypassed the store. */
  refresh(): void {
    this.#ids.forgetAll();
    this.generation++;
  }

  one<T = RawRow>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#statements.one<T>(sql, ...values);
  }

  many<T = RawRow>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#statements.many<T>(sql, ...values);
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#statements.run(sql, ...values);
  }

  #recordUsage(kind: Kind, id: number, before: object): void {
    const span = unbilledUsage(this.#statements, {kind, id, before, now: this.#now()});
    if (span) this.insert(UsageSpans, () => span);
  }

  #requireTransaction(): void {
    if (!this.#isWriting) throw new Error('a reading call must not change the account');
  }

  #column(kind: Kind, column: KindColumn, doc: object): SQLInputValue {
    const path = kind.paths[column];
    if (path === undefined) return null;
    let value: unknown = doc;
    for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
    if (value === null || value === undefined) return null;
    if (column === 'at') return parseTimestamp(String(value));
    if (column === 'parent') return /^\d{1,15}$/.test(String(value)) ? Number(value) : null;
    return String(value);
  }
}
