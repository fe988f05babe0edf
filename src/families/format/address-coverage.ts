/** Compares lists of IP addresses and ranges by the addresses that they contain. */

interface Interval {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

/** Undefined for a text that isn’t an IPv4 address. */
function ipv4Bytes(text: string): readonly number[] | undefined {
  const bytes = text.split('.').map(part => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN));
  return bytes.length === 4 && bytes.every(byte => byte <= 255) ? bytes : undefined;
}

/** The 8 groups of an IPv6 address; the last two may be written as an IPv4 address. */
function ipv6Groups(text: string): readonly number[] | undefined {
  const groupsOf = (half: string): readonly number[] =>
    half === ''
      ? []
      : half.split(':').flatMap(group => {
          if (group.includes('.')) {
            const [a = Number.NaN, b = 0, c = 0, d = 0] = ipv4Bytes(group) ?? [];
            return [a * 256 + b, c * 256 + d];
          }
          return [/^[\da-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : Number.NaN];
        });
  const [head = '', tail, ...rest] = text.split('::');
  const [start, end] = [groupsOf(head), groupsOf(tail ?? '')];
  const omitted = 8 - start.length - end.length;
  const isValid = rest.length === 0 && (tail === undefined ? omitted === 0 : omitted > 0);
  const groups = [...start, ...Array.from({length: Math.max(0, omitted)}, () => 0), ...end];
  return isValid && !groups.some(Number.isNaN) ? groups : undefined;
}

/** The addresses of "192.0.2.0/24", "192.0.2.7" or "2001:db8::/32"; undefined for a text that isn’t a range. */
function intervalOf(range: unknown): Interval | undefined {
  // An answer of the API may have other values in the list.
  if (typeof range !== 'string') return undefined;
  const [address = '', prefix] = range.trim().split('/');
  const version = address.includes(':') ? 6 : 4;
  const parts = version === 6 ? ipv6Groups(address) : ipv4Bytes(address);
  const bits = version === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : Number(prefix);
  if (parts === undefined || !Number.isInteger(length) || length < 0 || length > bits) return undefined;
  const width = BigInt(bits / parts.length);
  const value = parts.reduce((sum, part) => (sum << width) | BigInt(part), 0n);
  const size = 1n << BigInt(bits - length);
  const first = (value / size) * size;
  return {version, first, last: first + size - 1n};
}

/** True if the ranges together contain every address of the interval. */
function isContained({version, first, last}: Interval, ranges: readonly Interval[]): boolean {
  let next = first;
  for (const range of ranges.toSorted((left, right) => (left.first < right.first ? -1 : 1))) {
    if (range.version !== version || range.last < next) continue;
    if (range.first > next) return false;
    next = range.last + 1n;
    if (next > last) return true;
  }
  return false;
}

/** The ranges of the first list with addresses that the second list doesn't contain. */
export function uncoveredRanges(ranges: readonly string[], covering: readonly string[]): readonly string[] {
  const intervals = covering.flatMap(range => intervalOf(range) ?? []);
  return ranges.filter(range => {
    const interval = intervalOf(range);
    // Texts in an unknown form are compared as texts.
    return interval === undefined ? !covering.includes(range) : !isContained(interval, intervals);
  });
}

/** The ranges of a list that are part of a range. */
export function rangesWithin(outer: string, ranges: readonly string[]): readonly string[] {
  const interval = intervalOf(outer);
  if (interval === undefined) return [];
  return ranges.filter(range => {
    const inner = intervalOf(range);
    return inner !== undefined && isContained(inner, [interval]);
  });
}
