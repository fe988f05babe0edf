/** The difference that a change makes to the monthly price of its rows, in total. */
import {monthlyDifference, type PricedChange} from '../../families/cost/price-changes.ts';
import {monthly} from '../../families/format/format.ts';
import type {Lookup} from '../../families/shape/define-family.ts';

/**
 * "Cost in total: +$96.00/mo.", "Cost in total: +$80.00/mo for 10 of 12; unknown for the other 2."; undefined for a change
 * that leaves all prices as they are.
 */
export function totalCostText(
  operation: string,
  parts: readonly Omit<PricedChange, 'lookup'>[],
  lookup: Lookup,
): string | undefined {
  const differences = parts.map(part => monthlyDifference(operation, {...part, lookup}));
  const known = differences.filter(difference => difference !== undefined);
  const unknown = parts.length - known.length;
  if (known.length === 0) return 'Cost in total: unknown.';
  const sum = known.reduce((total, difference) => total + difference, 0);
  const amount = `${sum >= 0.005 ? '+' : ''}${monthly(Math.abs(sum) < 0.005 ? 0 : sum)}`;
  if (unknown > 0)
    return `Cost in total: ${amount} for ${known.length} of ${parts.length}; unknown for the other ${unknown}.`;
  return known.some(difference => difference !== 0) ? `Cost in total: ${amount}.` : undefined;
}
