/** Another program in the foreground of the same terminal, until it ends. */
import {spawnSync} from 'node:child_process';
import {closeSync, openSync, readSync, writeSync} from 'node:fs';
import {isProgramMissing, startFailureText} from './child-end.ts';
import {childEnv} from './child-env.ts';

export type ForegroundResult =
  | {readonly status: number}
  | {readonly signal: string}
  /** The program doesn't exist. */
  | {readonly missing: string}
  /** The program could not start for another reason, which the text names with the program. */
  | {readonly failed: string};

/**
 * Signals that the terminal sends to every process in the foreground and that are meant for the child: ctrl-c
 * interrupts it, ctrl-z stops it, and with it this process, so that the shell has the terminal until `fg`.
 */
const terminalSignals = ['SIGINT', 'SIGQUIT', 'SIGTSTP', 'SIGCONT'] as const;

/** Always, never, after a failure, or after one exit code; a program that a signal ended has no exit code. */
export type PauseCondition = boolean | 'failed' | number;

const shouldPause = (pause: PauseCondition, status: number | null): boolean =>
  typeof pause === 'boolean' ? pause : pause === 'failed' ? status !== 0 : status === pause;

/**
 * Blocks until the program ends: the terminal must already be its own. No shell interprets the argv.
 * @param pause waits for enter before it returns, so that the output can be read
 * @param env variables that the program receives; by default all but tokens
 */
export async function runForeground(
  [program = '', ...words]: readonly string[],
  {pause = false, env = childEnv()}: {pause?: PauseCondition; env?: NodeJS.ProcessEnv} = {},
): Promise<ForegroundResult> {
  const savedListeners = terminalSignals.map(signal => ({signal, listeners: process.listeners(signal)}));
  const ignore = (): void => {};
  for (const {signal} of savedListeners) {
    process.removeAllListeners(signal);
    // Without any listener ctrl-c would end this process too; a stop must be the real one.
    if (signal !== 'SIGTSTP') process.on(signal, ignore);
  }
  try {
    const restore = saveTerminalMode();
    const {error, status, signal} = spawnSync(program, words, {stdio: 'inherit', env});
    restore();
    if (error) return isProgramMissing(error) ? {missing: program} : {failed: `${program}: ${startFailureText(error)}`};
    if (shouldPause(pause, status)) waitForEnter();
    return signal ? {signal} : {status: status ?? 0};
  } finally {
    // Signals that came meanwhile are delivered in the next turn: they were meant for the child.
    await new Promise(resolve => setImmediate(resolve));
    await new Promise(resolve => setImmediate(resolve));
    for (const {signal, listeners} of savedListeners) {
      process.off(signal, ignore);
      for (const listener of listeners) process.on(signal, listener as NodeJS.SignalsListener);
    }
  }
}

function waitForEnter(): void {
  let terminal: number;
  try {
    terminal = openSync('/dev/tty', 'r+');
  } catch {
    // Without a terminal, no user reads the output.
    return;
  }
  try {
    writeSync(terminal, '\n[enter returns to skydeck] ');
    readSync(terminal, Buffer.alloc(4096));
  } finally {
    closeSync(terminal);
  }
}

/**
 * Notes how the terminal treats its lines; returns how to have it so again. A program that was killed leaves it raw, and
 * Node would take that for the way the shell had it: the next program, and in the end the shell, would not get a line.
 */
function saveTerminalMode(): () => void {
  if (!process.stdin.isTTY) return () => {};
  const env = childEnv();
  const {stdout, status} = spawnSync('stty', ['-g'], {stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8', env});
  // Without stty, the program is trusted to tidy up behind itself.
  if (status !== 0) return () => {};
  return () => void spawnSync('stty', [stdout.trim()], {stdio: ['inherit', 'ignore', 'ignore'], env});
}
