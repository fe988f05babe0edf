/** Exit codes of the commands. */
import {UnusableSettingsError} from '../../profiles/load-settings.ts';
import type {Failure} from '../../store/api/failure.ts';
import {toFailure} from '../../store/api/failure-text.ts';
import {PlanError} from '../../store/plans/plan-error.ts';
import {exitOnCode} from '../../store/watch/exit-on.ts';
import {NotFoundError, UsageError} from './command-errors.ts';

export const exitCodes = {
  done: 0,
  /** The API or the command failed; the message names the next step. */
  failed: 1,
  /** Invalid command line. */
  usage: 2,
  /** `monitor --exit-on` found a match. */
  found: exitOnCode,
  /** The expected state was not reached in time; the code of the shell command `timeout`. */
  timeout: 124,
  /** The user interrupted the command; the code that shells use. */
  interrupted: 130,
} as const;

/** The exit code of several results: a failure takes precedence over a timeout. */
export const worstExitCode = (codes: readonly number[]): number =>
  codes.includes(exitCodes.failed) ? exitCodes.failed : Math.max(exitCodes.done, ...codes);

export const exitHelp =
  'Exit codes: 0 done, 1 failed, 2 invalid usage or confirmation missing, 124 timed out, 130 interrupted';

export function failureText(error: unknown): string {
  const hasWords = [UsageError, NotFoundError, PlanError, UnusableSettingsError].some(type => error instanceof type);
  if (error instanceof Error && hasWords) return error.message;
  return failureDetails(toFailure(error));
}

/** The text of a failure, with the reasons that its text doesn't contain. */
export function failureDetails({message, fieldErrors, providerErrors = fieldErrors}: Failure): string {
  const details = providerErrors
    .filter(({reason}) => !message.includes(reason))
    .map(({field, reason}) => `  ${field ? `${field}: ` : ''}${reason}`);
  return [message, ...details].join('\n');
}
