/** Opens the history file of a profile: readable by its owner only, and set aside when it is damaged. */
import {constants} from 'node:fs';
import {mkdir, open, rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {quarantine} from '../../platform/files/quarantine.ts';
import {openSqlite} from '../../platform/files/sqlite.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {HistoryDatabase, NewerHistoryError} from './history-database.ts';
import type {HistoryFile} from './history-file-port.ts';
import {type HistoryLimits, historyPath} from './history-types.ts';

/** Results of SQLite that mean a damaged file: corrupt, and not a database. */
const damagedCodes: readonly unknown[] = [11, 26];
const fullCode = 13;

/** @param folder the state folder */
export function openHistoryFile(folder: string, profile: string, limits: HistoryLimits): HistoryFile {
  const path = join(folder, historyPath(profile));
  let database: HistoryDatabase | undefined;
  /** The open call in progress, which a reader and a writer share. */
  let opening: Promise<HistoryDatabase> | undefined;
  const close = (): void => {
    const open = database;
    database = undefined;
    opening = undefined;
    open?.close();
  };
  const openOnce = (): Promise<HistoryDatabase> => {
    const started: Promise<HistoryDatabase> = createPrivate(path).then(() => {
      // The file was closed meanwhile; it would stay open after the end of its session.
      if (opening !== started) throw new Error('it was closed');
      database = openDatabase(path);
      return database;
    });
    return started;
  };
  return {
    limits,
    async open() {
      if (database) return database;
      opening ??= openOnce();
      const current = opening;
      try {
        return await current;
      } finally {
        if (opening === current) opening = undefined;
      }
    },
    async onFailure(error) {
      try {
        close();
      } catch {
        // The caller reports the error that led to setting the file aside.
      }
      if (!isDamage(error)) return `${path}: no history is recorded: ${failureText(error)}`;
      const aside = await quarantine(path);
      for (const part of ['-wal', '-shm']) await rm(`${path}${part}`, {force: true});
      return `${path} is damaged; renamed to ${aside ?? 'another name'}. A new history is recorded.`;
    },
    close,
  };
}

/** A history in memory, for the demo and for tests. */
export function memoryHistoryFile(limits: HistoryLimits): HistoryFile {
  let database: HistoryDatabase | undefined;
  return {
    limits,
    open: async () => (database ??= new HistoryDatabase(openSqlite(':memory:'))),
    onFailure: async error => `no history is recorded: ${failureText(error)}`,
    close: () => {},
  };
}

function openDatabase(path: string): HistoryDatabase {
  const sql = openSqlite(path);
  try {
    return new HistoryDatabase(sql);
  } catch (error) {
    sql.close();
    throw error;
  }
}

/** SQLite creates its other files with the mode of this file. */
async function createPrivate(path: string): Promise<void> {
  await mkdir(dirname(path), {recursive: true, mode: 0o700});
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags, 0o600);
  await file.close();
  const stats = await stat(path);
  if (!stats.isFile()) throw new Error('is not a regular file');
  const user = process.geteuid?.();
  if (user !== undefined && stats.uid !== user) throw new Error(`belongs to another user (${stats.uid})`);
}

const codeOf = (error: unknown): unknown => (error as {errcode?: unknown}).errcode;

const isDamage = (error: unknown): boolean => damagedCodes.includes(codeOf(error));

function failureText(error: unknown): string {
  if (codeOf(error) === fullCode) return 'the disk is full. Skydeck tries again after a minute.';
  return error instanceof NewerHistoryError ? `the file ${error.message}` : errorMessage(error);
}
