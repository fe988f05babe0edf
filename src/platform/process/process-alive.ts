/** Other processes of this machine. */
import {readFileSync, readlinkSync} from 'node:fs';
import {isSea} from 'node:sea';

/**
 * Whether there is a process of this number; one of another user counts.
 * @param started when it was started, as `startOf` says it: another process may have been given its number since
 */
export function isProcessRunning(pid: number, startTime?: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const actualStart = startTime === undefined ? undefined : processStartTime(pid);
  return actualStart === undefined || actualStart === startTime;
}

/** When a process was started, in the system's own count; undefined where the system does not say. */
export function processStartTime(pid: number): string | undefined {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  // Its name is in brackets, and may hold anything. The start is the 22nd of all fields.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** Where processes are known by their numbers. */
export interface PidNamespace {
  readonly machine: string;
  /** Changes with every start of the machine. */
  readonly boot: string;
  /** A container has numbers of its own. */
  readonly space: string;
}

/** Undefined where the system does not say. */
export function ownPidNamespace(): PidNamespace | undefined {
  const boot = readIfPresent('/proc/sys/kernel/random/boot_id')?.trim();
  if (boot === undefined) return undefined;
  try {
    return {machine: readIfPresent('/etc/machine-id')?.trim() ?? '', boot, space: readlinkSync('/proc/self/ns/pid')};
  } catch {
    return undefined;
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The argv that starts this program once more with other words, from its files or from the one file it is in. */
export function selfArgv(...words: readonly string[]): readonly string[] {
  const [, script = ''] = process.argv;
  return isSea() ? [process.execPath, ...words] : [process.execPath, ...process.execArgv, script, ...words];
}
