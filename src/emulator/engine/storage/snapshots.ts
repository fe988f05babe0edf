/** Copies of a whole account, in memory and as files: the file of a snapshot is a data file. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type DatabaseSync, DataFileError, openDatabase, tables} from './database.ts';

/** SQLite attaches at most ten databases, so all copies are in one. */
const snapshotSchema = 'kept';

export class StoreSnapshots {
  readonly #sql: DatabaseSync;
  /** Number in the table names of each copy, by the name of the snapshot. */
  readonly #numbers = new Map<string, number>();
  #next = 0;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  /** Names in the order of creation. */
  names(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  has(name: string): boolean {
    return this.#numbers.has(name);
  }

  save(name: string): void {
    this.#copy(name, 'main');
  }

  #copy(name: string, schema: string): void {
    if (this.#next === 0) this.#sql.exec(`ATTACH ':memory:' AS ${snapshotSchema}`);
    const number = this.#next++;
    try {
      for (const table of tables)
        this.#sql.exec(`CREATE TABLE ${snapshotSchema}.${table}_${number} AS SELECT * FROM ${schema}.${table}`);
    } catch (error) {
      for (const table of tables) this.#sql.exec(`DROP TABLE IF EXISTS ${snapshotSchema}.${table}_${number}`);
      throw error;
    }
    this.drop(name);
    this.#numbers.set(name, number);
  }

  /** Must run inside a transaction, because a partial account is invalid. Returns false for an unknown name. */
  restore(name: string): boolean {
    const number = this.#numbers.get(name);
    if (number === undefined) return false;
    for (const table of tables)
      this.#sql.exec(
        `DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM ${snapshotSchema}.${table}_${number}`,
      );
    return true;
  }

  /** Returns false for an unknown name. */
  drop(name: string): boolean {
    const number = this.#numbers.get(name);
    if (number === undefined) return false;
    for (const table of tables) this.#sql.exec(`DROP TABLE ${snapshotSchema}.${table}_${number}`);
    this.#numbers.delete(name);
    return true;
  }

  /** The bytes of a data file. Undefined for an unknown name. */
  toFile(name: string): Uint8Array | undefined {
    const number = this.#numbers.get(name);
    if (number === undefined) return undefined;
    return withTemporaryFile(file => {
      openDatabase(file).sql.close();
      this.#withAttached(file, schema => {
        for (const table of tables)
          this.#sql.exec(`INSERT INTO ${schema}.${table} SELECT * FROM ${snapshotSchema}.${table}_${number}`);
      });
      return readFileSync(file);
    });
  }

  /**
   * Stores the account of a data file as a snapshot.
   * @throws DataFileError for bytes that aren't a data file of this program
   */
  fromFile(name: string, bytes: Uint8Array): void {
    if (bytes.length === 0) throw new DataFileError('the snapshot is empty');
    withTemporaryFile(file => {
      writeFileSync(file, bytes, {mode: 0o600});
      // Opening the file validates it.
      openDatabase(file, undefined, 'the snapshot').sql.close();
      try {
        this.#withAttached(file, schema => this.#copy(name, schema));
      } catch (cause) {
        throw new DataFileError(`cannot use the snapshot: ${cause instanceof Error ? cause.message : cause}`, {cause});
      }
    });
  }

  #withAttached(file: string, run: (schema: string) => void): void {
    this.#sql.prepare('ATTACH ? AS outside').run(file);
    try {
      run('outside');
    } finally {
      this.#sql.exec('DETACH outside');
    }
  }
}

/** The file has tokens; only this user can open the folder. */
function withTemporaryFile<T>(run: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-snapshot-'));
  try {
    return run(join(folder, 'account.db'));
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}
