/** The user's own ssh on an address that came from the API: an argv, and only for what is an address. */
import {spawnSync} from 'node:child_process';
import {isIP} from 'node:net';

/** `{address}` stands for the address; `root@` because that is who a fresh instance knows. */
export const defaultSsh: readonly string[] = ['ssh', 'root@{address}'];

/** The argv, or undefined when `address` is no address: nothing else from the API may reach a command line. */
export function sshArgv(command: readonly string[], address: string): readonly string[] | undefined {
  if (isIP(address) === 0) return undefined;
  const filled = command.map(word => word.replaceAll('{address}', address));
  return command.some(word => word.includes('{address}')) ? filled : [...filled, address];
}

export type SshOutcome = {readonly status: number} | {readonly failed: string};

/** Blocks until the session is over: the terminal must already be its. */
export function runSsh(argv: readonly string[]): SshOutcome {
  const [program = 'ssh', ...words] = argv;
  const {error, status} = spawnSync(program, words, {stdio: 'inherit'});
  return error
    ? {failed: `${program} could not be started: install it, or set ssh in the settings`}
    : {status: status ?? 255};
}
