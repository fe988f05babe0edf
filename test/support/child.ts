/** A program of its own that a test kills, or sees to its end. */
import {spawn} from 'node:child_process';
import {onTestFinished} from 'vitest';

export interface Child {
  kill(): void;
  readonly ended: Promise<void>;
}

/**
 * Starts a script with Node. Of a test that gave up waiting nothing is left: a program that lived on would keep the output
 * of the test run open, and whoever reads that would wait for ever.
 * @param env without it the program says what it says where the test does
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
