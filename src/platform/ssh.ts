/** The user's own ssh on an address that came from the API: an argv, and only for what is an address. */
import {isIP} from 'node:net';
import {runForeground} from './foreground.ts';

/** `{address}` stands for the address; `root@` because that is who a fresh instance knows. */
export const defaultSsh: readonly string[] = ['ssh', 'root@{address}'];

/** The argv, or undefined when `address` is no address: nothing else from the API may reach a command line. */
export function sshArgv(command: readonly string[], address: string): readonly string[] | undefined {
  if (isIP(address) === 0) return undefined;
  const filled = command.map(word => word.replaceAll('{address}', address));
  return command.some(word => word.includes('{address}')) ? filled : [...filled, address];
}

export type SshOutcome = {readonly status: number} | {readonly failed: string};

/** Resolves when the session is over: the terminal must already be its. */
export async function runSsh(argv: readonly string[]): Promise<SshOutcome> {
  const ended = await runForeground(argv);
  if ('missing' in ended)
    return {failed: `${ended.missing} could not be started: install it, or set ssh in the settings`};
  return {status: 'status' in ended ? ended.status : 255};
}
