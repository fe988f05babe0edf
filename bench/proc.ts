/** CPU time and memory of a process and its children, from /proc; 0 on systems other than Linux. */
import {readdirSync, readFileSync} from 'node:fs';

function processTree(pid: number): number[] {
  const pids = [pid];
  for (const process of pids) {
    try {
      for (const task of readdirSync(`/proc/${process}/task`)) {
        const children = readFileSync(`/proc/${process}/task/${task}/children`, 'utf8').trim();
        if (children) pids.push(...children.split(' ').map(Number));
      }
    } catch {
      // The process ended during the read.
    }
  }
  return pids;
}

/** CPU time of the process and its children so far, in milliseconds. */
export function cpuMs(pid: number): number {
  let total = 0;
  for (const process of processTree(pid)) {
    try {
      for (const task of readdirSync(`/proc/${process}/task`)) {
        total += Number(readFileSync(`/proc/${process}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
      }
    } catch {
      // The process ended during the read.
    }
  }
  return total;
}

/** Resident memory of the process and its children, in MB. */
export function residentMb(pid: number): number {
  let total = 0;
  for (const process of processTree(pid)) {
    try {
      total += Number(/^Rss:\s+(\d+)/m.exec(readFileSync(`/proc/${process}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      // The process ended during the read.
    }
  }
  return total;
}
