/** A file with the process ID of a running emulator, for scripts that wait for it and stop it. */
import {existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';

/** The PID file can't be used; the message is one line for the user. */
export class PidFileError extends Error {
  override readonly name = 'PidFileError';
}

/** @throws PidFileError if the file names another process that runs, or can't be written */
export function checkPidFile(file: string): void {
  if (!existsSync(dirname(file))) throw new PidFileError(`cannot write the PID file ${file}: folder not found`);
  const pid = pidIn(file);
  if (pid === undefined || pid === process.pid || !isRunning(pid)) return;
  throw new PidFileError(`the PID file ${file} names process ${pid}, which is running; stop it or remove the file`);
}

/**
 * Writes the file atomically, so that a script that waits for it never reads a part.
 * @throws PidFileError
 */
export function writePidFile(file: string): void {
  const temporaryFile = `${file}.${process.pid}`;
  try {
    writeFileSync(temporaryFile, `${process.pid}\n`);
    renameSync(temporaryFile, file);
  } catch (cause) {
    rmSync(temporaryFile, {force: true});
    const {code} = cause as NodeJS.ErrnoException;
    const reason = code === 'EACCES' ? 'permission denied' : (code ?? String(cause));
    throw new PidFileError(`cannot write the PID file ${file}: ${reason}`, {cause});
  }
}

/** Deletes the file, unless it is that of another process. */
export function removePidFile(file: string): void {
  if (pidIn(file) === process.pid) rmSync(file, {force: true});
}

function pidIn(file: string): number | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
  } catch {
    // A file that can't be read is reported when it can't be written.
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
