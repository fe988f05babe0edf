/**
 * The text formats of the API, each with a test and a description for people.
 *
 * They are only as strict as a server has to be: if the documents name a format without a grammar, every plausible
 * value passes.
 */
import {isIPv4, isIPv6} from 'node:net';
import type {TextFormat} from './field.ts';

export interface Format {
  /** Completes a sentence about the field: "must be an IPv4 address". */
  readonly requirement: string;
  readonly test: (text: string) => boolean;
}

// A zone (`fe80::1%eth0`) is valid on one host only, so the API can't use it.
export const isPlainIPv6 = (text: string) => isIPv6(text) && !text.includes('%');
const isAddress = (text: string) => isIPv4(text) || isPlainIPv6(text);

/** An IP address with a prefix length; if `isOptional`, the prefix length may be omitted. */
const withPrefix =
  (isFamily: (text: string) => boolean, bits: number, {isOptional}: {isOptional: boolean}) =>
  (text: string) => {
    const slash = text.indexOf('/');
    if (slash < 0) return isOptional && isFamily(text);
    const prefix = text.slice(slash + 1);
    return isFamily(text.slice(0, slash)) && /^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= bits;
  };

const ipv4Range = withPrefix(isIPv4, 32, {isOptional: true});
const ipv6Range = withPrefix(isPlainIPv6, 128, {isOptional: true});

const addressAndPort = (text: string) => {
  const [, host = '', port = ''] = /^\[?([^\]]*?)\]?:(\d{1,5})$/.exec(text) ?? [];
  return isAddress(host) && Number(port) >= 1 && Number(port) <= 65535;
};

/** True when the date exists: `2023-02-30T00:00:00` has the form of a date-time, but isn't one. */
const isDateTime = (text: string) => {
  const match = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1, 4).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

// Redirect URIs may have custom schemes; a monitored service may be written as `host:port`, without a scheme.
const isUrl = (text: string) =>
  !/[\s\p{Cc}]/u.test(text) && URL.canParse(text.includes('://') ? text : `http://${text}`);

const isScopes = (text: string) =>
  text.split(/[\s,]+/).every(scope => scope === '' || scope === '*' || /^\w+:(read_only|read_write|\*)$/.test(scope));

const isPem = (text: string) => /^\s*-----BEGIN [^-]+-----[\s\S]+-----END [^-]+-----\s*$/.test(text);

/** The name of an OpenSSH algorithm, then the key: Base64 that starts with AAAA, the high bytes of the name's length. */
const isPublicKey = (text: string) => /^\s*(ssh|ecdsa|sk)-[\w@.-]+\s+AAAA\S*/.test(text);

/** Comma-separated ports and ranges. An empty text is for a protocol without ports. */
const isPorts = (text: string) =>
  text === '' ||
  text.split(',').every(part => {
    const [from = '', to, ...rest] = part.trim().split('-');
    return rest.length === 0 && isPort(from) && (to === undefined || (isPort(to) && Number(to) > Number(from)));
  });

const isPort = (text: string) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65535;

const acceptAll = () => true;

export const formats: Readonly<Record<TextFormat, Format>> = {
  base64: {requirement: 'Base64 text', test: text => /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text)},
  'date-time': {requirement: 'a date and time like 2024-05-31T13:45:00', test: isDateTime},
  digits: {requirement: 'digits only', test: text => /^\d*$/.test(text)},
  email: {requirement: 'an email address', test: text => /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text)},
  ip: {requirement: 'an IP address', test: isAddress},
  'ip:port': {
    requirement: 'an IP address, or one with a port from 1 to 65535',
    test: text => isAddress(text) || addressAndPort(text),
  },
  // An empty text stands for "no address" on a public interface.
  'ip/netmask': {
    requirement: 'an address with its prefix length, like 10.0.0.1/24',
    test: text =>
      text === '' ||
      withPrefix(isIPv4, 32, {isOptional: false})(text) ||
      withPrefix(isPlainIPv6, 128, {isOptional: false})(text),
  },
  ipv4: {requirement: 'an IPv4 address', test: isIPv4},
  'ipv4/mask': {
    requirement: 'an address with its prefix length, like 192.0.2.0/24',
    test: withPrefix(isIPv4, 32, {isOptional: false}),
  },
  'ipv4/prefix_length': {requirement: 'an IPv4 address or range, like 192.0.2.0/24', test: ipv4Range},
  'ipv4|ipv6/prefix_length': {
    requirement: 'an IP address or range, like 2001:db8::/64',
    test: text => ipv4Range(text) || ipv6Range(text),
  },
  ipv6: {requirement: 'an IPv6 address', test: isPlainIPv6},
  'ipv6/128': {requirement: 'an IPv6 address', test: ipv6Range},
  'ipv6/mask': {
    requirement: 'an address with its prefix length, like 2001:db8::/32',
    test: withPrefix(isPlainIPv6, 128, {isOptional: false}),
  },
  'ipv6/prefix_length': {requirement: 'an IPv6 range, like 2001:db8::/64', test: ipv6Range},
  'MM/YYYY': {requirement: 'a month like 07/2026', test: text => /^(0[1-9]|1[0-2])\/\d{4}$/.test(text)},
  'oauth-scopes': {requirement: 'scopes like volumes:read_only, or *', test: isScopes},
  // The rules for passwords are not published; the length is a fact of the field.
  password: {requirement: 'a password', test: acceptAll},
  phone: {requirement: 'a phone number', test: text => text === '' || /^\+?[\d\s().x/-]*\d[\d\s().x/-]*$/.test(text)},
  ports: {
    requirement: 'ports of 1 to 65535 without leading zeros, rising ranges like 80-443, or several with commas',
    test: isPorts,
  },
  'ssh-key': {requirement: 'a public key like ssh-ed25519 AAAA…', test: isPublicKey},
  'ssl-cert': {requirement: 'a PEM certificate', test: isPem},
  'ssl-key': {requirement: 'a PEM private key', test: isPem},
  url: {requirement: 'a URL', test: isUrl},
  uuid: {requirement: 'a UUID', test: text => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)},
};
