/** The user's own ssh to an address that came from the API: as an argv, and only for a valid IP address. */
import {isIP} from 'node:net';
import {runForeground} from './foreground-child.ts';

/** The placeholders of a command. */
export const sshPlaceholders = ['address', 'user', 'jump'] as const;

export interface SshOptions {
  /** May have placeholders; without `{address}` the address comes last. */
  readonly command?: readonly string[] | undefined;
  readonly user?: string | undefined;
  readonly jump?: string | undefined;
}

/** The argv, or undefined for an invalid `address`: only IP addresses from the API may reach a command line. */
export function sshArgv({command, user = 'root', jump}: SshOptions, address: string): readonly string[] | undefined {
  if (isIP(address) === 0) return undefined;
  // A fresh instance has only the user root.
  const words = command ?? ['ssh', ...(jump === undefined ? [] : ['-J', '{jump}']), '{user}@{address}'];
  const values = {address, user, jump: jump ?? ''};
  const fill = (word: string): string =>
    sshPlaceholders.reduce((filled, name) => filled.replaceAll(`{${name}}`, values[name]), word);
  const argv = words.map(fill);
  return words.some(word => word.includes('{address}')) ? argv : [...argv, address];
}

/** A machine that the provider's serial console can reach. */
export interface SerialTarget {
  readonly region: string;
  readonly label: string;
}

/**
 * The argv of the provider's serial console, an ssh server that takes the label of an instance as its command. Undefined
 * for a region or a label that isn't one of the API's form: nothing else may reach a command line.
 * @param target USER@HOST, in which `{region}` stands for the region of the instance
 */
export function serialArgv(target: string, {region, label}: SerialTarget): readonly string[] | undefined {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(region) || !/^[A-Za-z0-9][\w.-]*$/.test(label)) return undefined;
  return ['ssh', '-t', target.replaceAll('{region}', region), label];
}

export interface SshAddress {
  readonly kind: 'public' | 'private' | 'ipv6';
  readonly address: string;
}

/** IP addresses of a row, in its order; an IPv6 one without its prefix length. */
export function ipAddressesIn(values: readonly unknown[]): readonly SshAddress[] {
  return values.flatMap((value): SshAddress[] => {
    const address = typeof value === 'string' ? value.replace(/\/\d+$/, '') : '';
    const version = isIP(address);
    if (version === 0) return [];
    return [{kind: version === 6 ? 'ipv6' : isPrivateIpv4(address) ? 'private' : 'public', address}];
  });
}

/** RFC 1918. */
const isPrivateIpv4 = (address: string): boolean => /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(address);

/** Exit code of ssh itself after a failed connection. */
const noConnectionStatus = 255;

export type SshResult = {readonly status: number} | {readonly failed: string};

/** Resolves when the session is over: the terminal must already be its. */
export async function runSsh(argv: readonly string[]): Promise<SshResult> {
  // The error message of ssh must be readable.
  const ended = await runForeground(argv, {pause: 'failed'});
  if ('missing' in ended)
    return {failed: `${ended.missing}: not found in PATH. Install it, or change ssh in the settings.`};
  if ('failed' in ended) return ended;
  return {status: 'status' in ended ? ended.status : noConnectionStatus};
}
