/**
 * `node:sqlite` without the warning that Node 22 prints when the module is loaded: the emulator's stderr is for users
 * and their logs, and the functions that Skydeck uses are the same in all supported versions.
 *
 * Remove this when Node 22 is no longer supported.
 */
import type * as Sqlite from 'node:sqlite';

function load(): typeof Sqlite {
  const {emitWarning} = process;
  const isExpected = (warning: string | Error) => /SQLite is an experimental feature/.test(String(warning));
  process.emitWarning = (...args: unknown[]) => {
    if (!isExpected(args[0] as string | Error)) Reflect.apply(emitWarning, process, args);
  };
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

export const {DatabaseSync} = load();
export type DatabaseSync = Sqlite.DatabaseSync;
export type SQLInputValue = Sqlite.SQLInputValue;
