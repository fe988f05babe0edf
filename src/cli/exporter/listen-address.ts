/** `--listen 127.0.0.1:9734`: the address on which a server of Skydeck accepts connections. */
import {isIP} from 'node:net';
import {UsageError} from '../io/command-errors.ts';

export interface ListenAddress {
  /** An IP address, or `localhost`. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

const maxPort = 65_535;
const example = 'Example: 127.0.0.1:9734';

/** True for an address that only this machine can reach. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/**
 * Parses `127.0.0.1:9734`, `[::1]:9734`, or a port alone.
 * @throws UsageError
 */
export function parseListenAddress(text: string, isRemoteAllowed: boolean): ListenAddress {
  const [, bracketed, plain, portText] = /^(?:(?:\[([^\]]*)\]|([^:[\]]*)):)?(\d{1,5})$/.exec(text) ?? [];
  if (portText === undefined) throw new UsageError(`--listen: "${text}" is not an address with a port. ${example}`);
  const port = Number(portText);
  if (port > maxPort) throw new UsageError(`--listen: a port is a number from 0 to ${maxPort}. ${example}`);
  const host = bracketed ?? plain ?? '127.0.0.1';
  if (host !== 'localhost' && isIP(host) === 0)
    throw new UsageError(`--listen: "${host}" is not an IP address. ${example}`);
  if (!isLoopbackHost(host) && !isRemoteAllowed)
    throw new UsageError(
      `--listen: other machines can reach ${host}, and the metrics need no password. Add --allow-remote to allow that`,
    );
  return {host, port};
}

/** The host in the form of a URL. */
export const urlHost = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);
