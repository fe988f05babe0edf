/** Texts for the end of a child process, and for a program that could not start. */
import type {ChildProcess} from 'node:child_process';
import {errorMessage} from '../text/error-message.ts';

const startFailures: Readonly<Record<string, string>> = {
  ENOENT: 'not found in PATH',
  EACCES: 'permission denied',
  E2BIG: 'too many or too long arguments',
};

/** True if the program of a failed start doesn't exist. */
export const isProgramMissing = (error: Error): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The reason why a program could not start: "not found in PATH". */
export const startFailureText = (error: Error): string =>
  startFailures[(error as NodeJS.ErrnoException).code ?? ''] ?? errorMessage(error);

/** The end of a child without an exit code: "was stopped after 60 s" by its time limit, or by another program. */
export const signalText = (
  {killed}: Pick<ChildProcess, 'killed'>,
  signal: NodeJS.Signals | null,
  timeoutMs: number,
): string => (killed ? `was stopped after ${Math.round(timeoutMs / 1000)} s` : `was ended by ${signal}`);
