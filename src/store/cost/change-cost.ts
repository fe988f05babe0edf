/** The difference that a change makes to the monthly price of its rows. */
import {costDifference, costIncrease, monthlyIncrease, type PricedChange} from '../../families/cost/price-changes.ts';
import {objectStoragePrice, priceLists} from '../../families/cost/resource-prices.ts';
import {costRangeText} from '../../families/format/format.ts';
import type {FamilyId, Lookup} from '../../families/shape/define-family.ts';
import {trackLookups} from '../core/track-lookups.ts';

/** The lowest monthly cost to show, in dollars: half a cent. */
export const leastCost = 0.005;

interface ShownTexts {
  readonly warnings: readonly string[];
  readonly differences: readonly {readonly before: string | undefined; readonly after: string | undefined}[];
}

/** True for a preview that already shows a monthly price. */
export const containsPrice = ({warnings, differences}: ShownTexts): boolean =>
  [...warnings, ...differences.flatMap(({before = '', after = ''}) => [before, after])].some(text =>
    text.includes('/mo'),
  );

/** True for a preview with a warning that the price could not be read. */
export const containsUnknownPrice = ({warnings}: Pick<ShownTexts, 'warnings'>): boolean =>
  warnings.some(text => text.startsWith('Couldn’t read the price'));

/**
 * The sentence for a change whose additional price is in no loaded list; undefined if its price is known. An API of the
 * documents has few price lists.
 * @param failureOf the reason why a list could not be read
 */
export function unknownCostText(
  operation: string,
  part: PricedChange,
  failureOf: (family: FamilyId) => string | undefined,
): string | undefined {
  const lists = new Set<FamilyId>();
  const lookup = trackLookups(part.lookup, family => lists.add(family));
  if (monthlyIncrease(operation, {...part, lookup}) !== undefined) return undefined;
  if (firstBucketPrice(operation, lookup) !== undefined) return undefined;
  const reasons = [...lists].filter(family => priceLists.has(family)).flatMap(family => failureOf(family) ?? []);
  return reasons[0] === undefined
    ? 'Cost: unknown. The API has no price for this.'
    : `Cost: unknown. The price list could not be read: ${reasons[0]}`;
}

/** The first bucket of an account starts the monthly charge for Object Storage. */
function firstBucketPrice(operation: string, lookup: Lookup): number | undefined {
  if (operation !== 'objectStorage.buckets.create') return undefined;
  const isOff = lookup.rows('account.settings').some(({object_storage: state}) => state === 'disabled');
  return isOff ? objectStoragePrice(lookup)?.monthly : undefined;
}

/**
 * "+$2.00/mo" for a change to one resource that raises its price, or "+$20.00/mo now, up to $900.00/mo". Undefined for
 * other changes, for an unknown price, and for a preview that already shows a monthly price.
 */
export function costIncreaseText(
  operation: string,
  {lookup, ...part}: PricedChange,
  {warnings, differences}: ShownTexts,
): string | undefined {
  if (containsPrice({warnings, differences})) return undefined;
  const bucketPrice = firstBucketPrice(operation, lookup) ?? 0;
  const {now, max} = costIncrease(operation, {...part, lookup}) ?? {now: bucketPrice, max: bucketPrice};
  return max < leastCost ? undefined : costRangeText(now, max);
}

/**
 * "Cost in total: +$96.00/mo.", "Cost in total: +$80.00/mo for 10 of 12; unknown for the other 2."; undefined if no
 * price changes.
 */
export function totalCostText(
  operation: string,
  parts: readonly Omit<PricedChange, 'lookup'>[],
  lookup: Lookup,
): string | undefined {
  const differences = parts.map(part => costDifference(operation, {...part, lookup}));
  const known = differences.filter(difference => difference !== undefined);
  const unknown = parts.length - known.length;
  if (known.length === 0) return 'Cost in total: unknown.';
  const sumOf = (name: 'now' | 'max'): number => {
    const sum = known.reduce((total, difference) => total + difference[name], 0);
    return Math.abs(sum) < leastCost ? 0 : sum;
  };
  const amount = costRangeText(sumOf('now'), sumOf('max'));
  if (unknown > 0)
    return `Cost in total: ${amount} for ${known.length} of ${parts.length}; unknown for the other ${unknown}.`;
  return known.some(({now, max}) => now !== 0 || max !== 0) ? `Cost in total: ${amount}.` : undefined;
}
