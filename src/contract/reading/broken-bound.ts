/**
 * The bound that a number breaks, in words: "must be at least 3 characters". If there are two bounds, both.
 * Numbers with a unit are amounts, with commas; others may be ports.
 * @param one the unit after the number 1, if that differs
 */
export function brokenBound(
  value: number,
  min: number | undefined,
  max: number | undefined,
  unit: string,
  one = unit,
): string | undefined {
  const amount = (bound: number | undefined): string =>
    unit === '' ? String(bound) : String(bound).replace(/\B(?=(\d{3})+$)/g, ',');
  const counted = (bound: number | undefined): string => `${amount(bound)}${bound === 1 ? one : unit}`;
  if ((min === undefined || value >= min) && (max === undefined || value <= max)) return undefined;
  if (min === undefined) return `must be at most ${counted(max)}`;
  if (max === undefined) return `must be at least ${counted(min)}`;
  return min === max ? `must be exactly ${counted(min)}` : `must be ${amount(min)} to ${counted(max)}`;
}
