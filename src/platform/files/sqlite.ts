/**
 * `node:sqlite`, without the warning that Node 22 prints when it is loaded. The emulator has its own, because it shares
 * only the contract with the client.
 *
 * Remove this when Node 22 is no longer supported.
 */
import type * as Sqlite from 'node:sqlite';

export type SqliteDatabase = Sqlite.DatabaseSync;
export type SqliteStatement = Sqlite.StatementSync;

/** Opens an SQLite file; `:memory:` is a database that ends with the program. */
export function openSqlite(path: string, options: Sqlite.DatabaseSyncOptions = {}): SqliteDatabase {
  const {emitWarning} = process;
  const isExpected = (warning: unknown) => /SQLite is an experimental feature/.test(String(warning));
  process.emitWarning = (...args: unknown[]) => {
    if (!isExpected(args[0])) Reflect.apply(emitWarning, process, args);
  };
  try {
    const {DatabaseSync} = process.getBuiltinModule('node:sqlite');
    return new DatabaseSync(path, options);
  } finally {
    process.emitWarning = emitWarning;
  }
}
