/** The log file of `--log`: JSON lines, private, and without secrets. Loaded only when asked for. */
import {mkdirSync} from 'node:fs';
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

export function openLog(path: string): {log: LogFunction; close(): Promise<void>} {
  // The folder may be the one where everything else private is kept.
  mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  const destination = pino.destination({dest: path, mode: 0o600, sync: false});
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
