/** Other processes of this machine. */
import {isSea} from 'node:sea';

/** Whether there is a process of this number; one of another user counts. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The argv that starts this program once more with other words, from its files or from the one file it is in. */
export function ownArgv(...words: readonly string[]): readonly string[] {
  const [, script = ''] = process.argv;
  return isSea() ? [process.execPath, ...words] : [process.execPath, ...process.execArgv, script, ...words];
}
