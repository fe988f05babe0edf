/** Locks that keep other processes from changing a file. */
import {randomUUID} from 'node:crypto';
import {type FileHandle, mkdir, open, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {quarantine} from './quarantine.ts';
import {readRegularFile} from './regular-file.ts';
import {isOlder, touch} from './temp-files.ts';

/** An update takes milliseconds: a lock of this age was left by a process that was killed. */
const staleLockMs = 2000;

/** Another process holds the lock for longer than the caller waits. */
export class LockTakenError extends Error {}

/**
 * Waits until no other process changes the file; returns a function that releases the lock.
 * @throws LockTakenError
 */
async function acquireLock(target: string, maxWaitMs = Number.POSITIVE_INFINITY): Promise<() => Promise<void>> {
  const path = `${target}.lock`;
  const ownerId = randomUUID();
  const startedAt = performance.now();
  for (;;) {
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined;
      throw error;
    });
    if (file) {
      await writeOwner(file, path, ownerId);
      return () => releaseLock(path, ownerId);
    }
    if (await isStaleLock(path)) await breakLock(path);
    else if (performance.now() - startedAt > maxWaitMs) throw new LockTakenError(`${target} is locked`);
    else await pause(2 + Math.random() * 8);
  }
}

/** A lock without an owner's name, as on a full disk, would never be removed by another process. */
async function writeOwner(file: FileHandle, path: string, name: string): Promise<void> {
  try {
    await file.writeFile(name);
  } catch (error) {
    await rm(path, {force: true}).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * After a sleep of the machine, or with a slow disk, a lock may have looked abandoned: then another process owns it
 * now, and it stays. An unreadable lock stays too, and is soon found abandoned.
 */
async function releaseLock(path: string, ownerId: string): Promise<void> {
  const found = await readRegularFile(path).catch(() => undefined);
  if (found === ownerId) await rm(path, {force: true});
}

const isStaleLock = (path: string): Promise<boolean> => isOlder(path, staleLockMs);

/**
 * Breaks a lock one process at a time, after a second check: otherwise a second process would remove the new lock of
 * the first.
 */
async function breakLock(path: string): Promise<void> {
  const release = await acquireLock(path);
  try {
    // A folder with the name of a lock can't be removed like a file.
    if (await isStaleLock(path)) await rm(path, {force: true}).catch(() => quarantine(path));
  } finally {
    await release();
  }
}

/**
 * Runs while no other Skydeck process does, however long it takes: a held lock is touched, so that no process takes it
 * for an abandoned one.
 * @param target the file that the work is about
 */
export async function withLock<T>(target: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(target), {recursive: true, mode: 0o700});
  const release = await holdLock(target);
  try {
    return await work();
  } finally {
    await release();
  }
}

/**
 * Takes the lock until the returned function is called. The folder of the target must exist.
 * @throws LockTakenError
 */
export async function holdLock(target: string, maxWaitMs?: number): Promise<() => Promise<void>> {
  const release = await acquireLock(target, maxWaitMs);
  // A cleanup may have removed the lock. The work is completed anyway.
  const heartbeat = setInterval(() => void touch(`${target}.lock`).catch(() => {}), staleLockMs / 4);
  return async () => {
    clearInterval(heartbeat);
    await release();
  };
}

/** A lock that ended without its owner is free after this time. */
export const maxAbandonedLockMs = staleLockMs + 1000;
