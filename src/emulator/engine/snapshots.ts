/** Copies of a whole account, beside it in memory. */
import {type DatabaseSync, tables} from './database.ts';

export class Snapshots {
  readonly #sql: DatabaseSync;
  readonly #names = new Map<string, string>();

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  take(name: string): void {
    const schema = this.#names.get(name) ?? `snapshot${this.#names.size}`;
    if (this.#names.has(name)) this.#sql.exec(`DETACH ${schema}`);
    this.#sql.exec(`ATTACH ':memory:' AS ${schema}`);
    for (const table of tables) this.#sql.exec(`CREATE TABLE ${schema}.${table} AS SELECT * FROM main.${table}`);
    this.#names.set(name, schema);
  }

  /** Must run inside a transaction: half an account would be none. */
  restore(name: string): boolean {
    const schema = this.#names.get(name);
    if (schema === undefined) return false;
    for (const table of tables)
      this.#sql.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM ${schema}.${table}`);
    return true;
  }
}
