/** Ranges of IPv4 addresses. */

export interface AddressRange {
  readonly text: string;
  readonly first: number;
  readonly last: number;
  readonly prefix: number;
}

/** Undefined for a text that isn’t a range: the contract refuses it. */
export function parseRange(text: string): AddressRange | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\/(\d+)$/.exec(text.trim())?.slice(1).map(Number);
  if (!parts) return undefined;
  const [prefix = 0] = parts.slice(4);
  const size = 2 ** (32 - prefix);
  const address = parts.slice(0, 4).reduce((value, part) => value * 256 + part, 0);
  const first = Math.floor(address / size) * size;
  return {text, first, last: first + size - 1, prefix};
}

export const isWithin = (inner: AddressRange, outer: AddressRange): boolean =>
  inner.first >= outer.first && inner.last <= outer.last;
