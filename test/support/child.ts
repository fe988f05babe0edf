/** A child process that a test kills, or waits for. */
import {spawn} from 'node:child_process';
import {onTestFinished} from 'vitest';

export interface Child {
  kill(): void;
  readonly ended: Promise<void>;
}

/**
 * Starts a script with Node. It also ends with a test that times out: a child that continues to run would keep the
 * output of the test run open, and its reader would wait forever.
 * @param env without it, the child's output appears in the test's output
 */
export function startChild(line: readonly string[], env?: Readonly<Record<string, string>>): Child {
  const child = spawn(process.execPath, line, {
    env: {...process.env, ...env},
    // The end of its input tells the program that the tests themselves were killed.
    stdio: env ? 'ignore' : ['pipe', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const kill = (): void => void child.kill('SIGKILL');
  onTestFinished(async () => {
    kill();
    await ended;
  });
  return {kill, ended};
}
