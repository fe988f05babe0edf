/** Prices, which may differ by region. */
import {monthly} from './format.ts';

interface PriceAmounts {
  /** Null for a price without a monthly maximum. */
  readonly monthly: number | null;
  readonly hourly: number;
}

/** A price, and the prices of regions that differ. */
export interface PricedItem {
  readonly price: PriceAmounts;
  readonly region_prices?: readonly (PriceAmounts & {readonly id: string})[] | undefined;
}

/** Either amount is missing in a response of another form. */
export function priceIn(
  priced: Partial<PricedItem> | undefined,
  region: string | undefined,
): Partial<PriceAmounts> | undefined {
  const regionPrice = priced?.region_prices?.find(({id}) => id === region);
  return regionPrice ?? priced?.price;
}

export function monthlyIn(priced: Partial<PricedItem> | undefined, region: string | undefined): number | undefined {
  const amount = priceIn(priced, region)?.monthly;
  return typeof amount === 'number' ? amount : undefined;
}

/** "$24.00/mo"; "from $24.00/mo" before a region is chosen, if the prices of regions differ. */
export function monthlyTextIn(priced: Partial<PricedItem> | undefined, region: string | undefined): string {
  if (region === undefined && priced?.price) {
    const {least, differs} = lowestPrice({...priced, price: priced.price}, 'monthly');
    if (differs) return `from ${monthly(least)}`;
  }
  const amount = monthlyIn(priced, region);
  return amount === undefined ? 'unknown' : monthly(amount);
}

/** The price without a region: the lowest, if regions differ. */
export function lowestPrice(
  {price, region_prices = []}: PricedItem,
  part: keyof PriceAmounts,
): {least: number; differs: boolean} {
  const all = [price, ...region_prices].map(amounts => amounts[part]).filter(amount => typeof amount === 'number');
  const least = Math.min(...all);
  return {least, differs: all.some(amount => amount !== least)};
}

/** "ap-south $28.80/mo" for each region whose price differs. */
export const regionPrices = ({region_prices = []}: Partial<PricedItem>): readonly string[] =>
  region_prices.map(({id, monthly: amount}) => `${id} ${typeof amount === 'number' ? monthly(amount) : 'unknown'}`);
