/**
 * The SQLite file: format, settings, transactions.
 *
 * Write-ahead logging with `synchronous=NORMAL`: every commit reaches the operating system before the response is sent,
 * so a killed process loses no data. Only a power cut can lose the last transactions, and never a part of one. An
 * emulated account isn't worth a disk flush per request.
 */
import {closeSync, existsSync, openSync, statSync} from 'node:fs';
import {DatabaseSync, type SQLInputValue} from './sqlite.ts';

/** Version of the tables below; increment it for every change. Newer files are refused. Migrations belong here. */
export const format = 1;
/** "SKYD": identifies data files of the emulator among other SQLite files. */
export const applicationId = 0x534b5944;

const schema = `
  CREATE TABLE entity (
    kind TEXT NOT NULL, id INTEGER NOT NULL, key TEXT, parent INTEGER, at INTEGER, doc TEXT NOT NULL, hidden TEXT,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID;
  CREATE INDEX entity_key ON entity (kind, key) WHERE key IS NOT NULL;
  CREATE INDEX entity_parent ON entity (kind, parent, id) WHERE parent IS NOT NULL;
  CREATE INDEX entity_at ON entity (kind, at) WHERE at IS NOT NULL;
  CREATE TABLE sequence (kind TEXT PRIMARY KEY, next INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE job (
    id INTEGER PRIMARY KEY, due INTEGER NOT NULL, since INTEGER NOT NULL, name TEXT NOT NULL, data TEXT NOT NULL,
    event INTEGER, entity TEXT
  );
  CREATE INDEX job_due ON job (due, id);
  CREATE INDEX job_entity ON job (entity) WHERE entity IS NOT NULL;
  CREATE INDEX job_event ON job (event) WHERE event IS NOT NULL;
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/**
 * Statistics for the query planner, written while the tables are empty: a kind has many rows; a key, a parent or a time
 * has few. Without statistics the planner scans a whole kind to find a key, a parent or a time.
 */
const statistics = `
  ANALYZE;
  INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('entity', 'entity', '2000000 100000 1'),
    ('entity', 'entity_key', '2000000 100000 2'),
    ('entity', 'entity_parent', '2000000 100000 4 1'),
    ('entity', 'entity_at', '2000000 100000 4'),
    ('job', 'job_due', '1000 2 1'),
    ('job', 'job_entity', '1000 2'),
    ('job', 'job_event', '1000 1');
  ANALYZE sqlite_schema;
`;

/** The tables of an account. */
export const tables = ['entity', 'sequence', 'job', 'meta'] as const;

/** The data file cannot be used; the message is one line for the user. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
}

/**
 * Opens the file, or without one an in-memory account.
 * @param contents the bytes of a data file, for an in-memory account
 * @param shownName the name of the file in messages
 * @throws DataFileError when the file isn't an account, is newer than this program, unreadable or in use.
 */
export function openDatabase(
  file: string | undefined,
  contents?: Uint8Array,
  shownName?: string,
): {sql: DatabaseSync; isNew: boolean} {
  const name = shownName ?? file ?? ':memory:';
  let sql: DatabaseSync | undefined;
  try {
    if (file !== undefined) {
      // The file has tokens, so other users of the machine must not be able to open it.
      if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
      for (const part of [file, `${file}-wal`, `${file}-shm`]) mustBePrivate(part);
    }
    sql = new DatabaseSync(file ?? ':memory:');
    if (contents) sql.deserialize(contents);
    // One process owns the file, because it caches data. A second process fails at once.
    sql.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA busy_timeout=0');
    const isNew = prepareFile(sql, name);
    sql.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-65536');
    // SQLite takes the exclusive lock at the first write.
    sql.exec('BEGIN IMMEDIATE; COMMIT');
    return {sql, isNew};
  } catch (cause) {
    sql?.close();
    if (cause instanceof DataFileError) throw cause;
    throw new DataFileError(`cannot use ${shownName ?? `the data file ${name}`}: ${wordsFor(cause)}`, {cause});
  }
}

/** @throws DataFileError for a file that another user owns, can read or can change */
function mustBePrivate(file: string): void {
  const state = statSync(file, {throwIfNoEntry: false});
  if (!state) return;
  if (!state.isFile()) throw new DataFileError(`${file} is not a regular file`);
  const user = process.getuid?.();
  // Systems without user IDs have no file modes either.
  if (user === undefined) return;
  if (state.uid !== user) throw new DataFileError(`${file} belongs to another user`);
  if ((state.mode & 0o077) !== 0)
    throw new DataFileError(`${file} holds tokens, and other users can open it. Run: chmod 600 ${file}`);
}

function wordsFor(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/locked|busy/i.test(message)) return 'another emulator has it open';
  if (/not a database/i.test(message)) return 'not an account of this emulator';
  if (/ENOENT/.test(message)) return 'folder not found';
  if (/EACCES|unable to open/i.test(message)) return 'can’t be opened; check its permissions';
  return message;
}

function prepareFile(sql: DatabaseSync, name: string): boolean {
  const number = (statement: string) => Number(Object.values(sql.prepare(statement).get() ?? {})[0]);
  const version = number('PRAGMA user_version');
  const owner = number('PRAGMA application_id');
  const empty = number('SELECT count(*) FROM sqlite_schema') === 0;
  if (empty) {
    sql.exec(`BEGIN; ${schema} PRAGMA application_id=${applicationId}; PRAGMA user_version=${format}; COMMIT`);
    sql.exec(statistics);
    return true;
  }
  if (owner !== applicationId) throw new DataFileError(`${name} is not an account of this emulator`);
  if (version > format)
    throw new DataFileError(
      `${name} has data format ${version}, and this version of Skydeck reads up to ${format}. Update Skydeck`,
    );
  // If the first start was killed before the account was seeded, the file is still new.
  return number('SELECT count(*) FROM entity') === 0;
}

export type {DatabaseSync, SQLInputValue};
