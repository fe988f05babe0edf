import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {expect, it} from 'vitest';
import {isProcessRunning, processStartTime} from './process-alive.ts';

/** A parent that starts a child, prints the process ID of the child, and never reads its exit status. */
const parentScript = 'sleep 600 & echo $!; exec sleep 600';

/** The test waits for states; a slow machine may need a while. */
const waiting = {timeout: 50_000};

it.runIf(process.platform === 'linux')(
  'a killed process whose parent has not read its exit status does not run',
  async () => {
    const parent = spawn('sh', ['-c', parentScript], {stdio: ['ignore', 'pipe', 'ignore']});
    try {
      const [line] = await new Promise<string[]>(resolve =>
        createInterface(parent.stdout).once('line', text => resolve([text])),
      );
      const pid = Number(line);
      // Until the shell becomes `sleep`, it reads the exit status of its child.
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8'), waiting).toBe('sleep\n');
      const startTime = processStartTime(pid);
      expect(isProcessRunning(pid, startTime)).toBe(true);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), waiting).toMatch(/\) Z /);
      expect(isProcessRunning(pid)).toBe(false);
      expect(isProcessRunning(pid, startTime)).toBe(false);
    } finally {
      parent.kill('SIGKILL');
    }
  },
);

it('a process is the same one only if it was started at the same time', () => {
  const started = processStartTime(process.pid);
  expect(isProcessRunning(process.pid, started)).toBe(true);
  if (started !== undefined) expect(isProcessRunning(process.pid, `${Number(started) + 1}`)).toBe(false);
  expect(isProcessRunning(2 ** 30, started)).toBe(false);
});
