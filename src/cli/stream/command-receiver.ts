/** `--exec 'notify {label}'`: runs a program for each change. No shell reads its arguments. */
import {spawn} from 'node:child_process';
import {fillTemplate} from '../../platform/process/argv-template.ts';
import {signalText, startFailureText} from '../../platform/process/child-end.ts';
import {childEnv} from '../../platform/process/child-env.ts';
import {UsageError} from '../io/command-errors.ts';
import type {Receiver} from './change-queue.ts';
import type {ChangeRecord} from './change-record.ts';
import {splitWords} from './split-words.ts';

/** A program that runs longer is ended. */
const maxRunMs = 60_000;
const maxParallel = 4;

/** The values of placeholders. */
const placeholders: Readonly<Record<string, (record: ChangeRecord) => string>> = {
  label: ({label}) => label,
  id: ({resource}) => resource,
  type: ({type}) => type,
  from: ({from}) => from ?? 'none',
  to: ({to}) => to ?? 'none',
  profile: ({profile}) => profile,
  kind: ({kind}) => kind,
  problem: ({isProblem}) => String(isProblem),
};

/** @throws UsageError */
export function parseExec(text: string): readonly string[] {
  const words = splitWords(text);
  if (!words) throw new UsageError('--exec: a quote isn’t closed');
  if (words.length === 0) throw new UsageError("--exec needs a command. Example: --exec 'notify-send {label} {to}'");
  const names = words.flatMap(word => [...word.matchAll(/\{([\w.]+)\}/g)].map(([, name = '']) => name));
  const unknown = names.find(name => !Object.hasOwn(placeholders, name));
  if (unknown !== undefined)
    throw new UsageError(
      `--exec: unknown {${unknown}}. Use ${Object.keys(placeholders)
        .map(name => `{${name}}`)
        .join(', ')}`,
    );
  return words;
}

export interface CommandReceiverOptions {
  readonly command: string;
  readonly err: (text: string) => void;
}

/** @throws UsageError */
export function commandReceiver({command, err}: CommandReceiverOptions): Receiver<ChangeRecord> {
  const words = parseExec(command);
  return {
    name: 'exec',
    maxParallel,
    async deliver(record) {
      const filled = fillTemplate(words, name => placeholders[name]?.(record));
      const about = `skydeck: --exec for ${record.label} (${record.to ?? 'deleted'}):`;
      if ('refused' in filled) {
        // No later start could run it either.
        err(`${about} not run, ${filled.refused}\n`);
        return true;
      }
      const outcome = await run(filled.argv);
      if (outcome !== 'done') err(`${about} ${outcome.message}\n`);
      return outcome === 'done' || outcome.hasRun;
    },
    // Running programs end by their timeout, and no further ones are started.
    stop() {},
  };
}

type RunOutcome = 'done' | {readonly message: string; readonly hasRun: boolean};

function run([program = '', ...words]: readonly string[]): Promise<RunOutcome> {
  return new Promise(resolve => {
    // Stdout contains only lines of JSON.
    const child = spawn(program, words, {
      stdio: ['ignore', 2, 2],
      env: childEnv(),
      timeout: maxRunMs,
      killSignal: 'SIGKILL',
    });
    child.once('error', error => resolve({message: `${program}: ${startFailureText(error)}`, hasRun: false}));
    child.once('exit', (code, signal) => {
      if (code === 0) resolve('done');
      else if (code !== null) resolve({message: `${program} ended with exit code ${code}`, hasRun: true});
      else resolve({message: `${program} ${signalText(child, signal, maxRunMs)}`, hasRun: true});
    });
  });
}
