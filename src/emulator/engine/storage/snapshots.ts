/** Copies of a whole account, beside it in memory. */
import {type DatabaseSync, tables} from './database.ts';

/** SQLite attaches ten databases at most, so all copies are in one. */
const snapshotSchema = 'kept';

export class Snapshots {
  readonly #sql: DatabaseSync;
  /** Number in the table names of each copy, by name of the snapshot. */
  readonly #numbers = new Map<string, number>();
  #next = 0;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  /** Names in the order in which the snapshots were taken. */
  names(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  save(name: string): void {
    if (this.#next === 0) this.#sql.exec(`ATTACH ':memory:' AS ${snapshotSchema}`);
    this.drop(name);
    const number = this.#next++;
    for (const table of tables)
      this.#sql.exec(`CREATE TABLE ${snapshotSchema}.${table}_${number} AS SELECT * FROM main.${table}`);
    this.#numbers.set(name, number);
  }

  /** Must run inside a transaction, as a partial account is invalid. Answers false for an unknown name. */
  restore(name: string): boolean {
    const number = this.#numbers.get(name);
    if (number === undefined) return false;
    for (const table of tables)
      this.#sql.exec(
        `DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM ${snapshotSchema}.${table}_${number}`,
      );
    return true;
  }

  /** Answers false for an unknown name. */
  drop(name: string): boolean {
    const number = this.#numbers.get(name);
    if (number === undefined) return false;
    for (const table of tables) this.#sql.exec(`DROP TABLE ${snapshotSchema}.${table}_${number}`);
    this.#numbers.delete(name);
    return true;
  }
}
