/** IPv4 ranges of subnets: validation, and their addresses. */

export interface SubnetRange {
  /** The first and the last address, as numbers. */
  readonly first: number;
  readonly last: number;
  readonly prefix: number;
}

const toNumber = (address: string): number => address.split('.').reduce((value, part) => value * 256 + Number(part), 0);

const toAddress = (value: number): string =>
  [24, 16, 8, 0].map(shift => Math.floor(value / 2 ** shift) % 256).join('.');

/** The range of an address with its prefix length. */
export function parseRange(text: string): SubnetRange {
  const [address = '', length = ''] = text.split('/');
  const prefix = Number(length);
  const size = 2 ** (32 - prefix);
  const first = Math.floor(toNumber(address) / size) * size;
  return {first, last: first + size - 1, prefix};
}

const isWithin = (inner: SubnetRange, outer: SubnetRange): boolean =>
  inner.first >= outer.first && inner.last <= outer.last;

export const hasOverlap = (one: SubnetRange, other: SubnetRange): boolean =>
  one.first <= other.last && other.first <= one.last;

/** RFC 1918. */
const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].map(parseRange);
const reserved = parseRange('192.168.128.0/17');
const longestPrefix = 29;

/** Reason why a subnet of a VPC with these other subnets can't have the range. */
export function rangeProblem(text: string, others: readonly string[]): string | undefined {
  const range = parseRange(text);
  if (range.prefix < 1 || range.prefix > longestPrefix) return `must have a prefix length of 1 to ${longestPrefix}`;
  if (!privateRanges.some(outer => isWithin(range, outer))) return 'must be a range of private addresses (RFC 1918)';
  if (isWithin(range, reserved)) return 'must not be in 192.168.128.0/17';
  const other = others.find(candidate => hasOverlap(range, parseRange(candidate)));
  return other && `overlaps with ${other}`;
}

/** An address of the range by its index; the first two and the last two are reserved. */
export const addressIn = (range: string, place: number): string => toAddress(parseRange(range).first + place);

/** "255.255.255.0" */
export const subnetMask = (range: string): string => toAddress(2 ** 32 - 2 ** (32 - parseRange(range).prefix));
