/** The warning about the IP addresses that a deletion releases, for one resource and for several together. */

const LOSS = 'You can’t get them back.';

export const releasedAddressesText = (addresses: readonly string[]): string =>
  `Its IP addresses are released: ${addresses.join(', ') || 'unknown'}. ${LOSS}`;

/** The addresses in such a text; undefined for another text, or if they are unknown. */
export function releasedAddressesIn(text: string): readonly string[] | undefined {
  const [, list] = /: (.+)\. /.exec(text) ?? [];
  return list === undefined || list === 'unknown' || text !== releasedAddressesText([list])
    ? undefined
    : list.split(', ');
}

/** @param names the addresses, or the first of them */
export const allReleasedText = (count: number, names: string): string =>
  `${count} IP addresses are released: ${names}. ${LOSS}`;
