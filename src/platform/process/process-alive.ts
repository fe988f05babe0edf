/** Other processes of this machine. */
import {readFileSync, readlinkSync} from 'node:fs';
import {isSea} from 'node:sea';

/**
 * True when a process with this number runs; a process of another user counts.
 * @param startTime its start as `processStartTime` gives it: another process may have received its number since
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

/** Start of a process, in the system's own count; undefined on a system that does not tell. */
export function processStartTime(pid: number): string | undefined {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  // The name is in brackets, and may hold anything. The start is the 22nd of all fields.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** Scope in which process numbers are unique. */
export interface PidNamespace {
  readonly machine: string;
  /** Changes with every start of the machine. */
  readonly boot: string;
  /** A container has numbers of its own. */
  readonly space: string;
}

/** Undefined on a system that does not tell. */
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
