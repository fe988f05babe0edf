/** Other processes of this machine. */
import {readFileSync, readlinkSync} from 'node:fs';

/**
 * True when a process with this number runs; a process of another user counts. A process that has ended and that its
 * parent hasn't read the exit status of (a zombie) does not: it keeps its number, and signals still reach it.
 * @param startTime its start as `processStartTime` gives it: another process may have received its number since
 */
export function isProcessRunning(pid: number, startTime?: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = processStat(pid);
  if (stat === undefined) return true;
  return !endedStates.includes(stat.state) && (startTime === undefined || stat.startTime === startTime);
}

/** Start of a process, in the system's own count; undefined on a system that does not tell. */
export const processStartTime = (pid: number): string | undefined => processStat(pid)?.startTime;

/** A zombie and two states of a process that is just being removed. */
const endedStates: readonly string[] = ['Z', 'X', 'x'];

/** State and start of a process, from `/proc`; undefined on a system without it. */
function processStat(pid: number): {readonly state: string; readonly startTime: string} | undefined {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name is in brackets, and may hold anything. The state is the 3rd of all fields, the start the 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTime] = [fields[0], fields[19]];
  return state === undefined || startTime === undefined ? undefined : {state, startTime};
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
