/** Rules for the range of a subnet: it has private addresses, and doesn't overlap other subnets. */
import type {FieldError} from '../../contract/schema/field-error.ts';
import {type AddressRange, isWithin, parseRange} from '../format/address-ranges.ts';

const rangesOf = (texts: readonly string[]): readonly AddressRange[] => texts.flatMap(text => parseRange(text) ?? []);

/** The private addresses of RFC 1918. */
const privateRanges = rangesOf(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']);
const reservedRanges = rangesOf(['192.168.128.0/17']);
const maxPrefix = 29;

/** The reason why a subnet can't have this range in a VPC with these ranges. */
function rangeRefusal(text: string, taken: readonly string[]): string | undefined {
  const range = parseRange(text);
  if (!range) return undefined;
  if (range.prefix < 1 || range.prefix > maxPrefix) return `needs a prefix length from 1 to ${maxPrefix}`;
  if (!privateRanges.some(outer => isWithin(range, outer)))
    return 'must be in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16';
  if (reservedRanges.some(outer => isWithin(range, outer))) return 'must not be in 192.168.128.0/17';
  const other = rangesOf(taken).find(({first, last}) => range.first <= last && first <= range.last);
  return other && `overlaps with ${other.text}`;
}

/** @param text a value of the body; the contract refuses a value that isn’t a text */
export function rangeProblems(field: string, text: unknown, taken: readonly string[]): readonly FieldError[] {
  const reason = typeof text === 'string' ? rangeRefusal(text, taken) : undefined;
  return reason === undefined ? [] : [{field, reason}];
}
