/** The log file of `--log`: JSON lines, private, and without secrets. Loaded only with that flag. */
import {mkdirSync, openSync} from 'node:fs';
import {dirname} from 'node:path';
import {pino} from 'pino';

export type LogFunction = (event: string, facts?: Readonly<Record<string, unknown>>) => void;

/** Keys whose values never reach a file, at any depth that log lines have. */
const redactedKeys = [
  'token',
  'authorization',
  'password',
  'root_pass',
  'private_key',
  'ssl_key',
  'secret',
  'secret_key',
  'cvv',
  'card_number',
  'upload_to',
  'api_key',
  'install_code',
];

export interface JsonLog {
  readonly log: LogFunction;
  /** @returns why entries are missing in the file; undefined if it is complete */
  close(): Promise<string | undefined>;
}

/** The log, or why the file cannot be written. */
export function tryOpenLog(path: string): JsonLog | {readonly refused: string} {
  try {
    return openLog(path);
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    return {refused: `Can’t write the log ${path} (${code ?? message}). Name another file with --log.`};
  }
}

/** @throws an error of the file system with its `code` */
export function openLog(path: string): JsonLog {
  // The folder may be the private folder of all state.
  mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  // Opened here: the destination would report a file that cannot be opened later, as an event.
  const destination = pino.destination({fd: openSync(path, 'a', 0o600), sync: false});
  const paths = redactedKeys.flatMap(key => [key, `*.${key}`, `*.*.${key}`]);
  const logger = pino(
    {base: {pid: process.pid}, redact: {paths, censor: '<REDACTED>'}, timestamp: pino.stdTimeFunctions.isoTime},
    destination,
  );
  // A full disk must not end the program, which may be in the middle of a change.
  let problem: string | undefined;
  const closed = Promise.withResolvers<string | undefined>();
  destination.on('error', ({code, message}: NodeJS.ErrnoException) => {
    problem ??= `The log ${path} is incomplete (${code ?? message}).`;
    closed.resolve(problem);
  });
  destination.once('close', () => closed.resolve(problem));
  return {
    log(event, facts = {}) {
      if (problem === undefined) logger.info(facts, event);
    },
    async close() {
      if (problem === undefined) destination.end();
      else destination.destroy();
      return closed.promise;
    },
  };
}
