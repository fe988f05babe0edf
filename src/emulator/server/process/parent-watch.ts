/** Ends the emulator when the process that started it ends, even if that process is killed. */
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

/** Real milliseconds between two checks. */
const intervalMs = 250;

/**
 * Calls `onEnd` once, when the parent of this process ends. npm and npx may start this process through a shell; then
 * the end of npm counts too.
 * @returns a function that stops watching
 */
export function watchParent(onEnd: () => void): () => void {
  const parent = process.ppid;
  const grandparent = process.env.npm_command === undefined ? undefined : parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (grandparent === undefined || isParent(grandparent, parent))) return;
    clearInterval(timer);
    onEnd();
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/** True while `pid` is the parent: children of an ended process get another parent at once, even if it is a zombie. */
function isParent(pid: number, child: number): boolean {
  if (process.platform === 'linux') return parentOf(child) === pid;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Processes of other users can't be signaled, but they run.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** ID of the parent process; undefined if the system doesn't report it. */
function parentOf(pid: number): number | undefined {
  try {
    const text =
      process.platform === 'linux'
        ? // The name of the program is in parentheses, and may have spaces and parentheses itself.
          readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S /s, '')
        : execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], {encoding: 'utf8'});
    const parent = Number.parseInt(text, 10);
    return Number.isNaN(parent) ? undefined : parent;
  } catch {
    return undefined;
  }
}
