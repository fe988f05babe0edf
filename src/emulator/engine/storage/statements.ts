/** Prepared statements, kept for reuse. */
import type {DatabaseSync, SQLInputValue} from './database.ts';

type Statement = ReturnType<DatabaseSync['prepare']>;

/** Filters produce an unlimited number of statements; those in use are soon prepared again. */
const maxStatements = 500;

export class Statements {
  readonly #sql: DatabaseSync;
  readonly #byText = new Map<string, Statement>();
  /** Number of statements that may have changed the database. */
  runCount = 0;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  one<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#statement(sql).get(...values) as T | undefined;
  }

  many<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#statement(sql).all(...values) as T[];
  }

  /** Returns the ID of the last inserted row. */
  run(sql: string, ...values: SQLInputValue[]): number {
    this.runCount++;
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  #statement(sql: string): Statement {
    const cachedStatement = this.#byText.get(sql);
    if (cachedStatement) return cachedStatement;
    const statement = this.#sql.prepare(sql);
    if (this.#byText.size >= maxStatements) this.#byText.clear();
    this.#byText.set(sql, statement);
    return statement;
  }
}
