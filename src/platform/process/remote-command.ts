/** One command on several hosts over ssh, without a terminal: what each of them printed, and how it ended. */
import {spawn} from 'node:child_process';
import {signalText, startFailureText} from './child-end.ts';
import {childEnv} from './child-env.ts';

export interface RemoteHost {
  readonly label: string;
  /** The program and its arguments; never meets a shell on this machine. */
  readonly argv: readonly string[];
}

export interface RemoteResult {
  readonly label: string;
  /** Exit code; 255 is a failed connection of ssh. Undefined if the command was stopped, or never ran. */
  readonly status: number | undefined;
  /** Standard output and error, in the order in which they came. */
  readonly output: string;
  /** The reason for a missing exit code. */
  readonly failure?: string;
  /** True if the command was not run, because the user interrupted before its turn. */
  readonly isCanceled?: true;
  /** True if the user interrupted the command while it ran. Its effects are unknown. */
  readonly isInterrupted?: true;
}

export interface RemoteLimits {
  /** Maximum number of hosts at a time. */
  readonly maxParallel: number;
  /** The time in which each command must end, in milliseconds. */
  readonly timeoutMs: number;
  /** Stops what runs, and starts no more. */
  readonly signal?: AbortSignal | undefined;
}

/** Maximum length of the output of one host, in characters: a command that never stops printing must not fill the memory. */
const maxOutputLength = 1024 * 1024;

/** Resolves when all hosts have ended, with a result for each in their order. @param onResult called as each ends, with its index */
export async function runOnHosts(
  hosts: readonly RemoteHost[],
  {maxParallel, timeoutMs, signal}: RemoteLimits,
  onResult: (result: RemoteResult, index: number) => void = () => {},
): Promise<readonly RemoteResult[]> {
  const results: RemoteResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < hosts.length; index = next++) {
      const host = hosts[index];
      if (!host) return;
      const result = signal?.aborted ? notRun(host) : await runOnHost(host, timeoutMs, signal);
      results[index] = result;
      onResult(result, index);
    }
  };
  await Promise.all(Array.from({length: Math.min(maxParallel, hosts.length)}, work));
  return results;
}

const notRun = ({label}: RemoteHost): RemoteResult => ({
  label,
  status: undefined,
  output: '',
  failure: 'not run',
  isCanceled: true,
});

function runOnHost({label, argv}: RemoteHost, timeoutMs: number, signal?: AbortSignal): Promise<RemoteResult> {
  const [program = '', ...words] = argv;
  return new Promise(resolve => {
    // A timeout of 0 would be none for spawn, and one of more than 31 bits would end at once.
    const timeout = Math.min(Math.max(1, timeoutMs), 2 ** 31 - 1);
    const child = spawn(program, words, {stdio: ['ignore', 'pipe', 'pipe'], env: childEnv(), timeout, signal});
    let output = '';
    const take = (text: string): void => {
      if (output.length < maxOutputLength) output = (output + text).slice(0, maxOutputLength);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    let failure: string | undefined;
    let isInterrupted = false;
    child.once('error', error => {
      isInterrupted ||= error.name === 'AbortError';
      failure = isInterrupted ? 'interrupted' : `${program}: ${startFailureText(error)}`;
      // A program that was not found never closes its pipes.
      if (child.pid === undefined) resolve({label, status: undefined, output, failure});
    });
    child.once('close', (status, signal) => {
      if (failure === undefined && status === null) failure = `the command ${signalText(child, signal, timeoutMs)}`;
      resolve({
        label,
        status: status ?? undefined,
        output,
        ...(failure !== undefined && {failure}),
        ...(isInterrupted && {isInterrupted}),
      });
    });
  });
}
