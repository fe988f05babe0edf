/** The API's address, and the check that a token may be sent to it. */
import type {Root} from '../../contract/schema/endpoint.ts';
import {UnreachableError} from './errors.ts';

export interface ApiAddress {
  /** `https://api.example.com` */
  readonly origin: string;
  /** Host with port, for messages. */
  readonly host: string;
  /** Path before the version segment; empty as a rule. */
  readonly prefix: string;
  readonly isLoopback: boolean;
  /** True when others can't read the traffic: TLS or loopback. */
  readonly isPrivate: boolean;
}

/** True for the host name of a URL on this machine; `profiles/profile.ts` has the same function. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** Reads a URL with or without the version segment: both `https://host` and `https://host/v4` are the same API. */
export function parseAddress(text: string): ApiAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UnreachableError('address', 'The base URL isn’t a valid URL. Example: https://api.example.com/v4.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UnreachableError('address', `The base URL starts with ${url.protocol}//. Use https.`);
  if (url.username || url.password)
    throw new UnreachableError('address', 'The base URL holds a user name or password. Use a token instead.');
  const loopback = isLoopback(url.hostname);
  return {
    origin: url.origin,
    host: url.host,
    prefix: url.pathname.replace(/\/+$/, '').replace(/\/v(?:4|4beta|2beta)$/, ''),
    isLoopback: loopback,
    isPrivate: url.protocol === 'https:' || loopback,
  };
}

/** The path of an operation on this server: `/v4beta/account/maintenance`. */
export const pathAt = (address: ApiAddress, root: Root, path: string): string => `${address.prefix}/${root}${path}`;
