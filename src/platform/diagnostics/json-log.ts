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
  close(): Promise<void>;
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
  return {
    log: (event, facts = {}) => logger.info(facts, event),
    close: () =>
      new Promise(resolve => {
        destination.once('close', resolve);
        destination.end();
      }),
  };
}
