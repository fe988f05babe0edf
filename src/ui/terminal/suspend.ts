/** Handing the terminal to another program and taking it back. */

import type {SuspendTerminal} from 'ink';

/**
 * Runs `child` while the terminal is its own; the console is back, repainted, when this settles.
 * @param pauseInput stops Node's reading of stdin.
 */
export async function suspended<T>(
  suspendTerminal: SuspendTerminal,
  pauseInput: () => void,
  child: () => T | Promise<T>,
): Promise<T> {
  const suspension = await suspendTerminal();
  try {
    // Ink has let go of stdin, but Node goes on reading until the turn ends, and would swallow the child's first keys.
    await new Promise(resolve => setImmediate(resolve));
    pauseInput();
    return await child();
  } finally {
    await suspension.resume();
  }
}
