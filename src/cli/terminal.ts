/** The person at the terminal, and the input of a pipe. */
import {createInterface} from 'node:readline/promises';
import {text} from 'node:stream/consumers';
import {isatty} from 'node:tty';

/** Asks on the error output, so that the output stays the answer; undefined where nobody could answer. */
export function asker(): ((question: string) => Promise<string>) | undefined {
  if (!isatty(0) || !isatty(2)) return undefined;
  return async question => {
    const lines = createInterface({input: process.stdin, output: process.stderr});
    // An ended input is no consent: the empty answer is the refusal.
    const ended = new Promise<string>(resolve => lines.once('close', () => resolve('')));
    try {
      return await Promise.race([lines.question(question), ended]);
    } finally {
      lines.close();
    }
  };
}

export const stdin = (): Promise<string> => text(process.stdin);
