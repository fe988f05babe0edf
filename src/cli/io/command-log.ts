/** The log of one command, for `--log FILE`: each request with its result, and the exit code. */
import type {JsonLog, LogFunction} from '../../platform/diagnostics/json-log.ts';
import {UsageError} from './command-errors.ts';
import {exitCodes} from './exit-codes.ts';

export interface CommandLog {
  readonly log: LogFunction;
  /** @throws UsageError for a file that can't be written */
  open(path: string | undefined): Promise<void>;
  /** @returns the exit code of the command: a log with missing entries is a failure, which is printed */
  close(exitCode: number, err: (text: string) => void): Promise<number>;
}

/** Logs nothing until a file is opened. */
export function createCommandLog(): CommandLog {
  let file: JsonLog | undefined;
  return {
    log: (event, facts) => file?.log(event, facts),
    async open(path) {
      if (path === undefined) return;
      const {tryOpenLog} = await import('../../platform/diagnostics/json-log.ts');
      const opened = tryOpenLog(path);
      if ('refused' in opened) throw new UsageError(opened.refused);
      file = opened;
    },
    async close(exitCode, err) {
      file?.log('exit', {exitCode});
      const problem = await file?.close();
      if (problem === undefined) return exitCode;
      err(`skydeck: ${problem}\n`);
      return exitCode === exitCodes.done ? exitCodes.failed : exitCode;
    },
  };
}
