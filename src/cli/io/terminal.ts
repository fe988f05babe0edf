/** The user at the terminal, and the input of a pipe. */
import {createInterface} from 'node:readline/promises';
import {isatty} from 'node:tty';
import {decodeText} from '../../platform/files/user-files.ts';
import {openBrowser} from '../../platform/process/browser.ts';
import {cellWidth, fitToCells} from '../../platform/text/cell-width.ts';

/** Asks on stderr, so that stdout contains only the result; undefined without a terminal. */
export function createPrompt(): ((question: string) => Promise<string>) | undefined {
  if (!isatty(0) || !isatty(2)) return undefined;
  return async question => {
    const lines = createInterface({input: process.stdin, output: process.stderr});
    // At the end of the input, the empty answer counts as no.
    const closed = new Promise<string>(resolve => lines.once('close', () => resolve('')));
    try {
      return await Promise.race([lines.question(question), closed]);
    } finally {
      lines.close();
    }
  };
}

/** True for a yes to a question with `[y/N]`. */
export const isYes = (answer: string): boolean => /^y(?:es)?$/i.test(answer.trim());

/** A line on stderr that the next one overwrites; undefined without a terminal. */
export function createProgressLine(): ((line: string) => void) | undefined {
  if (!isatty(2)) return undefined;
  let isShown = false;
  return line => {
    if (line === '' && !isShown) return;
    isShown = line !== '';
    const columns = process.stderr.columns || 80;
    process.stderr.write(`\r${fitToCells(line, Math.min(columns - 1, cellWidth(line)))}\x1b[K`);
  };
}

export const pipe = {
  input: (): AsyncIterable<Uint8Array> => process.stdin,
  output: (bytes: Uint8Array) =>
    new Promise<void>(resolve => {
      // The output monitor reports a failure, and sets the exit code.
      process.stdout.write(bytes, () => resolve());
    }),
};

export function onInterrupt(run: () => void): () => void {
  process.once('SIGINT', run);
  return () => process.off('SIGINT', run);
}

export const browse = (address: string): Promise<boolean> => openBrowser(address, process.env);

export const stdin = (): Promise<string> => decodeText(pipe.input(), 'the input');
